#include "contact/geometry/search_gradient.h"

#include <cmath>
#include <limits>

namespace fourfoot::contact {

namespace {

/// Which of `among` is the same patch; its size if none is.
std::size_t find_twin(const Patch& patch, const PatchList& among) {
  std::size_t best = among.size();
  double nearest = 0.1e-3;
  for (std::size_t i = 0; i < among.size(); ++i) {
    const Patch& p = among[i];
    const double apart = std::abs(p.s_first - patch.s_first) + std::abs(p.s_last - patch.s_last);
    if (p.minima != patch.minima || apart > nearest) continue;
    nearest = apart;
    best = i;
  }
  return best;
}

}  // namespace

void find_patches(const WheelRailPair& pair, Side side, const WheelsetPose& pose,
                  const SearchOptions& options, SearchScratch& scratch, PatchList& out) {
  find_patches(pair, make_axle_frame(pair, side, pose, {}), options, scratch, out);
  for (std::size_t i = 0; i < out.count; ++i) restore_side(side, {}, out.patches[i]);
}

void find_patches(const GuidedPair& guided, Side side, const WheelsetPose& pose,
                  const SearchOptions& options, SearchScratch& scratch, GradientScratch& twins,
                  PatchList& out, PatchGradients& gradients) {
  find_patches(*guided.pair, side, pose, options, scratch, out);
  if (out.empty()) return;
  std::array<std::size_t, 12> lows;
  const int count = find_lows(scratch, 0.0, lows);
  std::array<ContactWindow, 12> windows;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    const auto sample = static_cast<std::uint16_t>(lows[i]);
    windows[i] = {sample, sample, std::numeric_limits<float>::max()};
  }
  using D4 = Dual<4>;
  const auto axle = make_axle_state<D4>(*guided.pair, side, {}, D4(pose.y, 4, 0), D4(pose.z, 4, 1),
                                        D4(pose.roll, 4, 2), D4(pose.yaw, 4, 3));
  find_guided(guided, axle, {windows.data(), static_cast<std::size_t>(count)}, 0.0, options,
              twins.patches, twins.gradients);
  restore_side(side, {}, twins.patches, twins.gradients);
  for (std::size_t i = 0; i < out.count; ++i) {
    const std::size_t twin = find_twin(out[i], twins.patches);
    if (twin < twins.patches.size())
      gradients[i] = twins.gradients[twin];
    else
      gradients[i].d.setZero();
  }
}

}  // namespace fourfoot::contact

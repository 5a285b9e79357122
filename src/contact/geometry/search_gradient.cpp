#include "contact/geometry/search_gradient.h"

#include <limits>

namespace fourfoot::contact {

void find_patches(const WheelsetOnTrack& wheelset, Side side, const WheelsetPose& pose,
                  const SearchOptions& options, SearchScratch& scratch, PatchList& out) {
  const WheelRailPair& pair = wheelset.side(side);
  find_patches(pair, make_axle_frame(pair, side, pose, {}), options, scratch, out);
  for (std::size_t i = 0; i < out.count; ++i) restore_side(side, {}, out.patches[i]);
}

void find_patches(const GuidedPair& guided, Side side, const WheelsetPose& pose,
                  const SearchOptions& options, SearchScratch& scratch, PatchList& out,
                  PatchGradients& gradients) {
  std::array<std::size_t, 12> lows;
  const int count =
      find_lows(*guided.pair, make_axle_frame(*guided.pair, side, pose, {}), 0.0, scratch, lows);
  std::array<ContactWindow, 12> windows;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    const auto sample = static_cast<std::uint16_t>(lows[i]);
    windows[i] = {sample, sample, std::numeric_limits<float>::max()};
  }
  using D4 = Dual<4>;
  const auto axle = make_axle_state<D4>(*guided.pair, side, {}, D4(pose.y, 4, 0), D4(pose.z, 4, 1),
                                        D4(pose.roll, 4, 2), D4(pose.yaw, 4, 3));
  find_guided(guided, axle, {windows.data(), static_cast<std::size_t>(count)}, 0.0, options, out,
              gradients);
  restore_side(side, {}, out, gradients);
}

}  // namespace fourfoot::contact

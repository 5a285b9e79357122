#include "contact/contact_along_line.h"

#include <algorithm>

namespace fourfoot::contact {

namespace {

void scale(PatchForce& patch, double weight) {
  patch.patch.weight *= weight;
  patch.normal *= weight;
  patch.tangential.fx *= weight;
  patch.tangential.fy *= weight;
  patch.tangential.mz *= weight;
  patch.t_gamma *= weight;
  patch.force_T *= weight;
}

// The patches that carry most, if there are more than a wheel can list.
void add_patches(WheelForce& other, WheelForce& out) {
  for (std::size_t i = 0; i < other.count; ++i) {
    if (out.count < out.patches.size()) {
      out.patches[out.count++] = other.patches[i];
      continue;
    }
    auto least = std::min_element(
        out.patches.begin(), out.patches.end(),
        [](const PatchForce& a, const PatchForce& b) { return a.normal < b.normal; });
    if (least->normal < other.patches[i].normal) *least = other.patches[i];
  }
}

void mix(double share, WheelForce& other, WheelForce& out) {
  out.force = (1.0 - share) * out.force + share * other.force;
  out.moment = (1.0 - share) * out.moment + share * other.moment;
  for (std::size_t i = 0; i < out.count; ++i) scale(out.patches[i], 1.0 - share);
  for (std::size_t i = 0; i < other.count; ++i) scale(other.patches[i], share);
  add_patches(other, out);
}

}  // namespace

ContactAlongLine::Here ContactAlongLine::find(double s) const {
  const auto after =
      std::upper_bound(stations_.begin(), stations_.end(), s,
                       [](double at, const Station& station) { return at < station.s; });
  if (after == stations_.begin()) return {stations_.front().contact.get(), nullptr, 0.0};
  const Station& before = *(after - 1);
  if (after == stations_.end() || after->contact == before.contact || s == before.s)
    return {before.contact.get(), nullptr, 0.0};
  return {before.contact.get(), after->contact.get(), (s - before.s) / (after->s - before.s)};
}

void ContactAlongLine::calc(double s, Side side, const WheelsetMotion& motion,
                            const RailUnderWheel& rail, const ContactFriction& friction,
                            Scratch& scratch, WheelForce& out) const {
  const Here here = find(s);
  here.first->calc(side, motion, rail, friction, scratch.search, out);
  if (here.second == nullptr) return;
  here.second->calc(side, motion, rail, friction, scratch.search, scratch.other);
  mix(here.share, scratch.other, out);
}

void ContactAlongLine::calc(double s, Side side, const WheelsetMotion& motion,
                            const RailUnderWheel& rail, const ContactFriction& friction,
                            Scratch& scratch, WheelForce& out, WheelForceJacobian& jacobian) const {
  const Here here = find(s);
  here.first->calc(side, motion, rail, friction, scratch.search, out, jacobian);
  if (here.second == nullptr) return;
  here.second->calc(side, motion, rail, friction, scratch.search, scratch.other,
                    scratch.other_jacobian);
  jacobian = (1.0 - here.share) * jacobian + here.share * scratch.other_jacobian;
  mix(here.share, scratch.other, out);
}

}  // namespace fourfoot::contact

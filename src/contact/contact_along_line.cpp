#include "contact/contact_along_line.h"

#include <algorithm>
#include <cmath>

#include "contact/add_patch_force.h"
#include "contact/mix_forces.h"

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

/// Whether both lists tell of the same patches, on rails that differ a little.
bool are_alike(const WheelForce& a, const WheelForce& b) {
  constexpr double nearest = 3e-3;  // [m]
  if (a.count != b.count) return false;
  for (std::size_t i = 0; i < a.count; ++i) {
    const Patch &p = a.patches[i].patch, &q = b.patches[i].patch;
    if (p.zone != q.zone || std::abs(p.y_wheel - q.y_wheel) > nearest) return false;
  }
  return true;
}

/// One patch for two that are alike: everything that is recorded, in proportion.
void blend(const PatchForce& other, double share, PatchForce& out) {
  const auto go = [share](double& a, double b) { a += share * (b - a); };
  go(out.normal, other.normal);
  go(out.a, other.a);
  go(out.b, other.b);
  go(out.pressure_max, other.pressure_max);
  go(out.nu_x, other.nu_x);
  go(out.nu_y, other.nu_y);
  go(out.spin, other.spin);
  go(out.tangential.fx, other.tangential.fx);
  go(out.tangential.fy, other.tangential.fy);
  go(out.tangential.mz, other.tangential.mz);
  go(out.t_gamma, other.t_gamma);
  go(out.patch.weight, other.patch.weight);
  go(out.patch.angle, other.patch.angle);
  go(out.patch.radius, other.patch.radius);
  go(out.patch.y_wheel, other.patch.y_wheel);
  go(out.patch.y_rail, other.patch.y_rail);
  go(out.patch.penetration, other.patch.penetration);
  out.patch.p_TC += share * (other.patch.p_TC - out.patch.p_TC);
  out.force_T += share * (other.force_T - out.force_T);
}

}  // namespace

void mix_forces(double share, WheelForce& other, WheelForce& out) {
  out.force = (1.0 - share) * out.force + share * other.force;
  out.moment = (1.0 - share) * out.moment + share * other.moment;
  if (are_alike(out, other)) {
    for (std::size_t i = 0; i < out.count; ++i) blend(other.patches[i], share, out.patches[i]);
    return;
  }
  for (std::size_t i = 0; i < out.count; ++i) scale(out.patches[i], 1.0 - share);
  for (std::size_t i = 0; i < other.count; ++i) {
    scale(other.patches[i], share);
    add_patch_force(other.patches[i], out);
  }
}

ContactAlongLine::Here ContactAlongLine::find(double s) const {
  const auto after =
      std::upper_bound(samples_.begin(), samples_.end(), s,
                       [](double at, const Sample& sample) { return at < sample.s; });
  if (after == samples_.begin()) return {samples_.front().contact.get(), nullptr, 0.0};
  const Sample& before = *(after - 1);
  if (after == samples_.end() || after->contact == before.contact || s == before.s)
    return {before.contact.get(), nullptr, 0.0};
  return {before.contact.get(), after->contact.get(), (s - before.s) / (after->s - before.s)};
}

void ContactAlongLine::calc_plain(double s, Side side, const WheelsetMotion& motion,
                                  const RailUnderWheel& rail, const ContactFriction& friction,
                                  Scratch& scratch, WheelForce& out) const {
  const Here here = find(s);
  here.first->calc(side, motion, rail, friction, scratch.search, out);
  if (here.second == nullptr) return;
  here.second->calc(side, motion, rail, friction, scratch.search, scratch.other);
  mix_forces(here.share, scratch.other, out);
}

void ContactAlongLine::calc_plain(double s, Side side, const WheelsetMotion& motion,
                                  const RailUnderWheel& rail, const ContactFriction& friction,
                                  Scratch& scratch, WheelForce& out,
                                  WheelForceJacobian& jacobian) const {
  const Here here = find(s);
  here.first->calc(side, motion, rail, friction, scratch.search, out, jacobian);
  if (here.second == nullptr) return;
  here.second->calc(side, motion, rail, friction, scratch.search, scratch.other,
                    scratch.other_jacobian);
  jacobian = (1.0 - here.share) * jacobian + here.share * scratch.other_jacobian;
  mix_forces(here.share, scratch.other, out);
}

void ContactAlongLine::calc(double s, Side side, const WheelsetMotion& motion,
                            const RailUnderWheel& rail, const ContactFriction& friction,
                            Scratch& scratch, WheelForce& out) const {
  if (!panel_ || panel_->has_plain_rail(side, s)) {
    calc_plain(s, side, motion, rail, friction, scratch, out);
  } else {
    out.force.setZero();
    out.moment.setZero();
    out.count = 0;
  }
  if (panel_) panel_->add(s, side, motion, rail, friction, scratch.panel, out);
}

void ContactAlongLine::calc(double s, Side side, const WheelsetMotion& motion,
                            const RailUnderWheel& rail, const ContactFriction& friction,
                            Scratch& scratch, WheelForce& out, WheelForceJacobian& jacobian) const {
  if (!panel_ || panel_->has_plain_rail(side, s)) {
    calc_plain(s, side, motion, rail, friction, scratch, out, jacobian);
  } else {
    out.force.setZero();
    out.moment.setZero();
    out.count = 0;
    jacobian.setZero();
  }
  if (panel_) panel_->add(s, side, motion, rail, friction, scratch.panel, out, jacobian);
}

}  // namespace fourfoot::contact

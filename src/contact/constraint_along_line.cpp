#include "contact/constraint_along_line.h"

#include <algorithm>
#include <limits>

#include "contact/mix_forces.h"

namespace fourfoot::contact {

namespace {

/// The rounded ramp max(0, x) of the header, with its derivatives.
struct RoundedRamp {
  double value, d1, d2;
};
RoundedRamp calc_rounded_ramp(double x, double l) {
  const double t = x / l, tt = t * t;
  return {l * (0.5 * t + 15.0 / 16.0 * tt * (0.5 - tt * (1.0 / 6.0 - tt / 30.0)) + 5.0 / 32.0),
          0.5 + 15.0 / 16.0 * t * (1.0 - tt * (2.0 / 3.0 - 0.2 * tt)),
          15.0 / 16.0 * (1.0 - tt) * (1.0 - tt) / l};
}

void add_share(const ConstraintAlongLine::Share& share, const TreadContact& c, TreadContact& out,
               TreadAlong& along) {
  out.gap += share.w * c.gap;
  out.gradient += share.w * c.gradient;
  out.hessian += share.w * c.hessian;
  out.arm += share.w * c.arm;
  out.s += share.w * c.s;
  out.radius += share.w * c.radius;
  out.curvature_x += share.w * c.curvature_x;
  out.curvature_y += share.w * c.curvature_y;
  along.gap_s += share.d1 * c.gap;
  along.gap_ss += share.d2 * c.gap;
  along.gradient_s += share.d1 * c.gradient;
  along.gradient_ss += share.d2 * c.gradient;
  along.hessian_s += share.d1 * c.hessian;
}

}  // namespace

// Where one change begins as the other ends there are two samples of the same rails.
ConstraintAlongLine::ConstraintAlongLine(const std::vector<Sample>& samples) {
  constexpr double shortest = 1e-6;  // piece [m]
  for (const Sample& sample : samples)
    if (samples_.empty() || sample.s - samples_.back().s > shortest) samples_.push_back(sample);
}

void ConstraintAlongLine::Shares::add(const Share& share) {
  for (std::size_t i = 0; i < count; ++i) {
    if (list[i].wheel != share.wheel) continue;
    list[i].w += share.w;
    list[i].d1 += share.d1;
    list[i].d2 += share.d2;
    return;
  }
  list[count++] = share;
}

ConstraintAlongLine::Shares ConstraintAlongLine::find(double s) const {
  constexpr double endless = std::numeric_limits<double>::infinity();
  Shares out;
  if (samples_.size() == 1) {
    out.add({&first(), 1.0, 0.0, 0.0});
    return out;
  }
  const auto after =
      std::upper_bound(samples_.begin(), samples_.end(), s,
                       [](double at, const Sample& sample) { return at < sample.s; });
  const auto i = static_cast<std::size_t>(after - samples_.begin());  // pieces: i is behind i - 1
  const auto get_length = [&](std::size_t piece) {
    return piece == 0 || piece == samples_.size() ? endless
                                                  : samples_[piece].s - samples_[piece - 1].s;
  };
  // The nearer end of the piece is the corner that may have to be rounded.
  const bool is_behind =
      i > 0 && (i == samples_.size() || s - samples_[i - 1].s < samples_[i].s - s);
  const std::size_t k = is_behind ? i - 1 : i;
  const double before = get_length(k), behind = get_length(k + 1);
  const double l = 0.5 * std::min(before, behind), x = s - samples_[k].s;
  RoundedRamp r{std::max(0.0, x), x > 0.0 ? 1.0 : 0.0, 0.0};
  if (std::abs(x) < l) r = calc_rounded_ramp(x, l);
  // Beyond the ends nothing changes: the pieces there are without slope.
  const Share next{k + 1 < samples_.size() ? samples_[k + 1].wheel.get() : nullptr,
                   r.value / behind, r.d1 / behind, r.d2 / behind};
  const Share last{k > 0 ? samples_[k - 1].wheel.get() : nullptr, (r.value - x) / before,
                   (r.d1 - 1.0) / before, r.d2 / before};
  Share here{samples_[k].wheel.get(), 1.0, 0.0, 0.0};
  for (const Share& other : {last, next}) {
    if (other.wheel == nullptr || (other.w == 0.0 && other.d1 == 0.0 && other.d2 == 0.0)) continue;
    here.w -= other.w;
    here.d1 -= other.d1;
    here.d2 -= other.d2;
  }
  out.add(here);
  for (const Share& other : {last, next})
    if (other.wheel != nullptr && (other.w != 0.0 || other.d1 != 0.0 || other.d2 != 0.0))
      out.add(other);
  return out;
}

TreadContact ConstraintAlongLine::find_tread(double s, Side side, const WheelsetPose& relative,
                                             ConstraintWheel::Scratch& scratch,
                                             TreadAlong& along) const {
  const Shares shares = find(s);
  if (shares.count == 1) {
    along = {};
    return shares.list[0].wheel->find_tread(side, relative, scratch);
  }
  TreadContact out;
  along = {};
  out.exists = true;
  for (std::size_t i = 0; i < shares.count; ++i) {
    const TreadContact c = shares.list[i].wheel->find_tread(side, relative, scratch);
    if (!c.exists) return {};
    add_share(shares.list[i], c, out, along);
  }
  return out;
}

TreadGradient ConstraintAlongLine::find_gradient(double s, Side side, const WheelsetPose& relative,
                                                 ConstraintWheel::Scratch& scratch) const {
  const Shares shares = find(s);
  TreadGradient out = shares.list[0].wheel->find_gradient(side, relative, scratch);
  if (shares.count == 1) return out;
  const auto scale = [](TreadGradient& g, double w) {
    for (TreadContact::Mat4& hessian : g.hessian) hessian *= w;
    g.arm *= w;
    g.curvature_x *= w;
    g.curvature_y *= w;
  };
  scale(out, shares.list[0].w);
  for (std::size_t i = 1; i < shares.count; ++i) {
    TreadGradient g = shares.list[i].wheel->find_gradient(side, relative, scratch);
    scale(g, shares.list[i].w);
    for (std::size_t q = 0; q < 4; ++q) out.hessian[q] += g.hessian[q];
    out.arm += g.arm;
    out.curvature_x += g.curvature_x;
    out.curvature_y += g.curvature_y;
  }
  return out;
}

void ConstraintAlongLine::add_flange(double s, Side side, const WheelsetMotion& motion,
                                     const RailUnderWheel& rail, const ContactFriction& friction,
                                     ContactAlongLine::Scratch& scratch, WheelForce& out) const {
  const Shares shares = find(s);
  shares.list[0].wheel->add_flange(side, motion, rail, friction, scratch.search, out);
  double done = shares.list[0].w;
  for (std::size_t i = 1; i < shares.count; ++i) {
    WheelForce& other = scratch.other;
    other.force.setZero();
    other.moment.setZero();
    other.count = 0;
    shares.list[i].wheel->add_flange(side, motion, rail, friction, scratch.search, other);
    done += shares.list[i].w;
    mix_forces(shares.list[i].w / done, other, out);
  }
}

void ConstraintAlongLine::add_flange_jacobian(double s, Side side, const WheelsetMotion& motion,
                                              const RailUnderWheel& rail,
                                              const ContactFriction& friction,
                                              ContactAlongLine::Scratch& scratch,
                                              WheelForceJacobian& jacobian) const {
  const Shares shares = find(s);
  for (std::size_t i = 0; i < shares.count; ++i) {
    const ConstraintWheel& wheel = *shares.list[i].wheel;
    if (shares.count == 1) {
      wheel.add_flange_jacobian(side, motion, rail, friction, scratch.search, jacobian);
      return;
    }
    scratch.other_jacobian.setZero();
    wheel.add_flange_jacobian(side, motion, rail, friction, scratch.search, scratch.other_jacobian);
    jacobian += shares.list[i].w * scratch.other_jacobian;
  }
}

}  // namespace fourfoot::contact

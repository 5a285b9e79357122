#include "contact/geometry/contact_table.h"

#include <algorithm>
#include <cmath>

namespace fourfoot::contact {

namespace {

using D4 = Dual<4>;

AxleState<double> make_axle(const WheelRailPair& pair, Side side, const WheelsetPose& p,
                            const RailShifts& shifts) {
  return make_axle_state<double>(pair, side, shifts, p.y, p.z, p.roll, p.yaw);
}

/// What makes one side's table: equal strings, equal tables.
std::string describe(const WheelRailPair& pair) {
  return calc_table_hash({pair, pair}, {});
}

}  // namespace

bool ContactTable::covers(Side side, const WheelsetPose& pose, const RailShifts& shifts) const {
  const SideTable& t = get_side(side);
  const AxleState<double> axle = make_axle(*t.guided.pair, side, pose, shifts);
  const double sign = side == Side::left ? 1.0 : -1.0;
  return t.index.get(calc_wheel_position(*t.guided.pair, axle), sign * pose.roll, pose.yaw).exists;
}

bool ContactTable::covers(const WheelsetPose& pose, const RailShifts& shifts) const {
  return covers(Side::left, pose, shifts) && covers(Side::right, pose, shifts);
}

double ContactTable::find_touch(const SideTable& side, double y, double roll, double yaw) const {
  const WheelRailPair& pair = *side.guided.pair;
  AxleState<double> axle(y, pair.axle_height, roll, yaw);
  const WheelPosition level = calc_wheel_position(pair, axle);
  // Any height will do to see the cell.
  const ContactIndex::Cell cell = side.index.get({level.u, 1e6}, roll, yaw);
  if (!cell.exists) return std::nan("");
  double v = cell.top, moved = 1.0;
  for (int i = 0; i < 40; ++i) {
    axle.z = pair.axle_height + v - level.v;
    const double better = step_to_touch(side.guided, axle, cell.windows, v);
    if (std::isnan(better)) {  // still too high, in a large cell
      v -= 0.8e-3;
      continue;
    }
    moved = std::abs(better - v);
    v = better;
    if (!(moved > 1e-12)) break;
  }
  // Where two circles of the rail meet (rail_section.h) it may go to and fro between them.
  return moved < 1e-7 ? v - level.v : std::nan("");
}

ContactTable::Reference ContactTable::find_reference(double y, double yaw,
                                                     const RailShifts& shifts) const {
  // z_l(roll) and z_r(roll), where the left and where the right wheel touches: equal. They differ
  // by about the roll times the span; falling position with a bracket.
  double z[2] = {};
  const auto difference = [&](double roll) {
    for (Side side : {Side::left, Side::right}) {
      const SideTable& t = get_side(side);
      const AxleState<double> axle = make_axle(*t.guided.pair, side, {y, 0.0, roll, yaw}, shifts);
      const double sign = side == Side::left ? 1.0 : -1.0;
      const double rail_z = side == Side::left ? shifts.z_l : shifts.z_r;
      z[side == Side::right] = find_touch(t, axle.y, sign * roll, sign * yaw) + rail_z;
    }
    return z[0] - z[1];
  };
  const double span = get_side(Side::left).guided.meridian.half_span() +
                      get_side(Side::right).guided.meridian.half_span();
  Reference out;
  double a = 0.0, fa = difference(a), step = 1.2 * fa / span, b = step, fb = difference(b);
  for (int i = 0; i < 40 && !(fa * fb <= 0.0); ++i) {
    if (std::isnan(fb)) {  // out of range: half the way
      step *= 0.5;
    } else {  // on a flange they differ by less than the span says
      a = b;
      fa = fb;
      step *= 2.0;
    }
    b = a + step;
    fb = difference(b);
  }
  if (!(fa * fb <= 0.0)) return out;
  double rest = std::abs(fb);
  out.roll = b;
  for (int i = 0; i < 80 && rest > 1e-12 && fa != fb; ++i) {
    out.roll = a - fa * (b - a) / (fb - fa);
    if (i % 4 == 3) out.roll = 0.5 * (a + b);
    const double f = difference(out.roll);
    if (std::isnan(f)) return out;
    rest = std::abs(f);
    if (f * fa > 0.0) {
      a = out.roll;
      fa = f;
    } else {
      b = out.roll;
      fb = f;
    }
  }
  out.converged = rest < 1e-7;
  out.z = 0.5 * (z[0] + z[1]);
  return out;
}

bool ContactTable::find_patches(Side side, const WheelsetPose& pose, const RailShifts& shifts,
                                PatchList& out, const PatchList* before) const {
  const SideTable& t = get_side(side);
  const WheelRailPair& pair = *t.guided.pair;
  const AxleState<double> axle = make_axle(pair, side, pose, shifts);
  const double sign = side == Side::left ? 1.0 : -1.0;
  const WheelPosition position = calc_wheel_position(pair, axle);
  const ContactIndex::Cell cell = t.index.get(position, sign * pose.roll, pose.yaw);
  out.count = 0;
  if (!cell.exists) return false;
  find_guided(t.guided, axle, cell.windows, position.v, options_.search, before, out);
  for (std::size_t i = 0; i < out.count; ++i) restore_side(side, shifts, out.patches[i]);
  return true;
}

bool ContactTable::find_patches(Side side, const WheelsetPose& pose, const RailShifts& shifts,
                                PatchList& out, PatchGradients& gradients) const {
  const SideTable& t = get_side(side);
  const WheelRailPair& pair = *t.guided.pair;
  const AxleState<D4> axle =
      make_axle_state<D4>(pair, side, shifts, D4(pose.y, 4, 0), D4(pose.z, 4, 1),
                          D4(pose.roll, 4, 2), D4(pose.yaw, 4, 3));
  const double sign = side == Side::left ? 1.0 : -1.0;
  const WheelPosition position = calc_wheel_position(pair, AxleState<double>(axle));
  const ContactIndex::Cell cell = t.index.get(position, sign * pose.roll, pose.yaw);
  out.count = 0;
  if (!cell.exists) return false;
  find_guided(t.guided, axle, cell.windows, position.v, options_.search, out, gradients);
  restore_side(side, shifts, out, gradients);
  return true;
}

double ContactTable::calc_clear(Side side, const WheelsetPose& pose,
                                const PatchSurroundings& around) const {
  const SideTable& t = get_side(side);
  const AxleState<double> axle = make_axle(*t.guided.pair, side, pose, {});
  const double sign = side == Side::left ? 1.0 : -1.0;
  const WheelPosition position = calc_wheel_position(*t.guided.pair, axle);
  const ContactIndex::Cell cell = t.index.get(position, sign * pose.roll, pose.yaw);
  if (!cell.exists) return 0.0;
  double clear = windows_hold;
  for (const ContactWindow& window : cell.windows) {
    const double above = position.v - static_cast<double>(window.height);
    if (above > 0.0)
      clear = std::min(clear, steepest * above);
    else if (!around.has_seen(window.first, window.last))
      return 0.0;
  }
  return clear;
}

bool ContactTable::find_patches(const WheelsetPose& pose, const RailShifts& shifts,
                                WheelsetContacts& out) const {
  const bool left = find_patches(Side::left, pose, shifts, out.left);
  return find_patches(Side::right, pose, shifts, out.right) && left;
}

std::size_t ContactTable::count_new_nodes() const {
  const bool alike = sides_[0] == sides_[1];
  return sides_[0]->index.count_new() + (alike ? 0 : sides_[1]->index.count_new());
}

ContactTable build_contact_table(const WheelsetOnTrack& wheelset, const TableOptions& options) {
  ContactTable table;
  table.options_ = options;
  table.hash = calc_table_hash(wheelset, options);
  table.wheelset_ = std::make_shared<const WheelsetOnTrack>(wheelset);
  using SideTable = ContactTable::SideTable;
  table.sides_[0] = std::make_shared<SideTable>(table.wheelset_->left, options);
  const bool alike = describe(wheelset.left) == describe(wheelset.right);
  table.sides_[1] =
      alike ? table.sides_[0] : std::make_shared<SideTable>(table.wheelset_->right, options);
  return table;
}

}  // namespace fourfoot::contact

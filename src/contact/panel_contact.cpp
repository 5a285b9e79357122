#include "contact/panel_contact.h"

#include <algorithm>
#include <cmath>

#include "contact/add_patch_force.h"

namespace fourfoot::contact {

namespace {

// What is there already is on the line's own rail.
void mark_plain(WheelForce& out) {
  for (std::size_t i = 0; i < out.count; ++i) out.patches[i].rail = 0;
}

}  // namespace

PanelRails::PanelRails(const RailPanels& panels) : checks(panels.checks) {
  for (const RailLine& line : panels.lines) {
    lines.emplace_back(line);
    names.push_back(line.name);
  }
}

PanelContact::PanelContact(std::shared_ptr<const PanelRails> rails, const WheelsetOnTrack& wheels,
                           const WheelBack& left_back, const WheelBack& right_back,
                           const ElasticNormal& normal,
                           std::shared_ptr<const TangentialLaw> tangential,
                           const WheelContact::Options& options)
    : rails_(std::move(rails)),
      wheels_{{wheels.left.wheel, {}, wheels.left.axle_height},
              {wheels.right.wheel, {}, wheels.right.axle_height}},
      normal_(normal),
      tangential_(std::move(tangential)),
      options_(options) {
  for (const CheckRail& check : rails_->checks)
    checks_.emplace_back(check, check.side == Side::left ? left_back : right_back);
}

bool PanelContact::has_plain_rail(Side side, double s) const {
  return std::none_of(rails_->lines.begin(), rails_->lines.end(), [&](const RailLineShape& line) {
    return line.side() == side && line.is_instead() && line.covers(s);
  });
}

void PanelContact::set_rail(const RailLineShape& line, double s, Scratch& scratch) const {
  if (scratch.owner != this || !scratch.contact) {
    scratch.owner = this;
    scratch.wheelset = std::make_shared<WheelsetOnTrack>(wheels_);
    scratch.contact =
        std::make_unique<const WheelContact>(scratch.wheelset, normal_, tangential_, options_);
    scratch.part_count[0] = scratch.part_count[1] = 0;
  }
  const std::size_t k = line.side() == Side::left ? 0 : 1;
  RailLineShape::Parts parts;
  const std::size_t count = line.list_parts(s, parts);
  RailLineShape::Parts& last = scratch.parts[k];
  if (count == scratch.part_count[k] &&
      std::equal(parts.begin(), parts.begin() + count, last.begin()))
    return;
  WheelRailPair& pair = k == 0 ? scratch.wheelset->left : scratch.wheelset->right;
  pair.rail.set_between({parts.data(), count});
  last = parts;
  scratch.part_count[k] = count;
}

void PanelContact::add_rise(Side side, const WheelsetMotion& motion, RailUnderWheel& rail,
                            Scratch& scratch) const {
  const WheelsetPose& pose = motion.pose;
  scratch.contact->find(side, {pose.y - rail.y, pose.z - rail.z, pose.roll, pose.yaw}, rail,
                        scratch.search, false);
  const double outward = side == Side::left ? 1.0 : -1.0;
  const RailSection& section = scratch.wheelset->side(side).rail;
  double sum = 0.0, dy = 0.0, dz = 0.0;
  for (const Patch& patch : scratch.search.patches) {
    if (!(patch.penetration > 0.0)) continue;
    const double weight = patch.weight * patch.penetration * std::sqrt(patch.penetration);
    const double rise = section.calc_rise(outward * patch.y_rail, patch.z_rail);
    sum += weight;
    dy += weight * rise * patch.n_T.y();
    dz += weight * rise * patch.n_T.z();
  }
  if (!(sum > 0.0)) return;
  rail.dy += dy / sum;
  rail.dz += dz / sum;
}

template <class Each>
void PanelContact::for_each_line(double s, Side side, const WheelsetMotion& motion,
                                 const RailUnderWheel& rail, Scratch& scratch, Each each) const {
  const double outward = side == Side::left ? 1.0 : -1.0;
  for (std::size_t l = 0; l < rails_->lines.size(); ++l) {
    const RailLineShape& line = rails_->lines[l];
    if (line.side() != side || !line.covers(s)) continue;
    set_rail(line, s, scratch);
    const RailLineShape::Guide guide = line.calc_guide(s);
    RailUnderWheel moved = rail;
    moved.y += outward * (guide.y.value - RailLineShape::offset);
    moved.dy += outward * guide.y.slope;
    moved.z += guide.z.value;
    moved.dz += guide.z.slope;
    if (scratch.part_count[side == Side::left ? 0 : 1] > 1) add_rise(side, motion, moved, scratch);
    each(moved, static_cast<int>(l) + 1);
  }
}

void PanelContact::add(double s, Side side, const WheelsetMotion& motion,
                       const RailUnderWheel& rail, const ContactFriction& friction,
                       Scratch& scratch, WheelForce& out) const {
  mark_plain(out);
  for_each_line(s, side, motion, rail, scratch, [&](const RailUnderWheel& moved, int number) {
    scratch.contact->calc(side, motion, moved, friction, scratch.search, scratch.other);
    out.force += scratch.other.force;
    out.moment += scratch.other.moment;
    for (std::size_t i = 0; i < scratch.other.count; ++i) {
      scratch.other.patches[i].rail = number;
      add_patch_force(scratch.other.patches[i], out);
    }
  });
  for (const CheckRailContact& check : checks_)
    if (check.side() == side) check.add(s, motion, rail, out);
}

void PanelContact::add(double s, Side side, const WheelsetMotion& motion,
                       const RailUnderWheel& rail, const ContactFriction& friction,
                       Scratch& scratch, WheelForce& out, WheelForceJacobian& jacobian) const {
  mark_plain(out);
  for_each_line(s, side, motion, rail, scratch, [&](const RailUnderWheel& moved, int number) {
    scratch.contact->calc(side, motion, moved, friction, scratch.search, scratch.other,
                          scratch.other_jacobian);
    out.force += scratch.other.force;
    out.moment += scratch.other.moment;
    jacobian += scratch.other_jacobian;
    for (std::size_t i = 0; i < scratch.other.count; ++i) {
      scratch.other.patches[i].rail = number;
      add_patch_force(scratch.other.patches[i], out);
    }
  });
  for (const CheckRailContact& check : checks_)
    if (check.side() == side) check.add(s, motion, rail, out, jacobian);
}

}  // namespace fourfoot::contact

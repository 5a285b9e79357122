// What is recorded of suspension elements: motion and effort, along the axes or the one direction
// of each.
#include <string>

#include "system/suspension.h"
#include "system/workspace.h"

namespace fourfoot::system {

namespace {

using element::ActionKind;
using vehicle::ElementInstance;

/// An element as computed last.
struct ElementReading {
  const ElementInstance& element;
  const element::RelativeT<double>& motion;
  const element::Output& output;
};
using Along = element::Along;

constexpr VectorRow<ElementReading> force_rows[] = {
    {"force", "N", "first body",
     "force of the element on the second body, in the axes of the first",
     [](const ElementReading& e) -> Vec3 { return e.output.force; }}};

constexpr VectorRow<ElementReading> stroke_rows[] = {
    {"stroke", "m", "first body",
     "displacement of the second attachment point relative to the first, from the nominal "
     "position, in the axes of the first body",
     [](const ElementReading& e) -> Vec3 { return e.motion.d - e.element.nominal_d; }},
    {"stroke_velocity", "m/s", "first body",
     "velocity of the second attachment point relative to the first body, in the axes of the first",
     [](const ElementReading& e) -> Vec3 { return e.motion.v; }}};

constexpr VectorRow<ElementReading> rotation_rows[] = {
    {"torque", "N m", "first body",
     "torque of the element on the second body, in the axes of the first",
     [](const ElementReading& e) -> Vec3 { return e.output.torque; }},
    {"angle", "rad", "first body",
     "rotation of the second body relative to the first, in the axes of the first",
     [](const ElementReading& e) -> Vec3 { return e.motion.theta; }},
    {"angular_velocity", "rad/s", "first body",
     "angular velocity of the second body relative to the first, in the axes of the first",
     [](const ElementReading& e) -> Vec3 { return e.motion.w; }}};

constexpr ChannelRow<Along> torsion_rows[] = {
    {"angle", "rad", "", "twist of the second body relative to the first",
     [](const Along& a) { return a.stroke; }},
    {"angular_velocity", "rad/s", "", "rate of the twist", [](const Along& a) { return a.rate; }},
    {"torque", "N m", "", "torque on the second body about the axis",
     [](const Along& a) { return a.effort; }}};

constexpr ChannelRow<Along> line_rows[] = {
    {"stroke", "m", "", "stretch from the nominal length, > 0 longer",
     [](const Along& a) { return a.stroke; }},
    {"stroke_velocity", "m/s", "", "rate of the stretch", [](const Along& a) { return a.rate; }},
    {"force", "N", "", "force along the element, > 0 pulls",
     [](const Along& a) { return a.effort; }}};

}  // namespace

void Suspension::list_channels(ChannelTable& table) const {
  for (std::size_t i = 0; i < model().elements.size(); ++i) {
    const ElementInstance& element = model().elements[i];
    const auto read = [this, i, &element](const Moment& moment) {
      const SuspensionSlice& w = get(moment.ws);
      return ElementReading{element, w.motions[i], w.outputs[i]};
    };
    const auto read_along = [this, i, &element](const Moment& moment) {
      const SuspensionSlice& w = get(moment.ws);
      element::Input in;
      static_cast<element::RelativeT<double>&>(in) = w.motions[i];
      for (int k = 0; k < element.law->state_count(); ++k)
        in.z[static_cast<std::size_t>(k)] = moment.z[state_begin() + element.state_begin + k];
      return element.law->calc_along(in, w.outputs[i]);
    };
    const std::string base = element.name + "/";
    const ActionKind action = element.law->action();
    if (action == ActionKind::torsion) {
      table.add_rows<torsion_rows>(base, read_along);
      continue;
    }
    table.add_vectors<force_rows>(base, read);
    if (action == ActionKind::line) {
      table.add_rows<line_rows>(base, read_along);
      continue;
    }
    table.add_vectors<stroke_rows>(base, read);
    if (action != ActionKind::point) table.add_vectors<rotation_rows>(base, read);
  }
}

}  // namespace fourfoot::system

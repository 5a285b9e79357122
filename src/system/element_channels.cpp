// What is recorded of suspension elements: motion and effort, along the axes or the one direction
// of each.
#include "system/element_channels.h"

#include <string>

namespace fourfoot::system {

namespace {

using element::Action;
using vehicle::ElementInstance;

constexpr const char* axis_words[3] = {"x", "y", "z"};

struct ElementWords {
  const char *name, *unit, *what;
};
constexpr ElementWords force_words = {"force", "N", "force on the second body"};
constexpr ElementWords stroke_words = {"stroke", "m",
                                       "way of the second end from its nominal place"};
constexpr ElementWords stroke_rate_words = {"stroke_velocity", "m/s", "velocity of the second end"};
constexpr ElementWords torque_words = {"torque", "N m", "torque on the second body"};
constexpr ElementWords angle_words = {"angle", "rad", "rotation of the second body"};
constexpr ElementWords angle_rate_words = {"angular_velocity", "rad/s",
                                           "angular velocity of the second body"};

void list_vector(const std::string& base, const ElementWords& words,
                 std::vector<Channel>& channels) {
  for (const char* axis : axis_words) {
    channels.push_back({base + words.name + "_" + axis, words.unit, "first body",
                        std::string(words.what) + " against the first, in the axes of the first"});
  }
}

void record_vector(const Vec3& vector, std::vector<double>& row, std::size_t& i) {
  for (int c = 0; c < 3; ++c) row[i++] = vector[c];
}

}  // namespace

void list_element_channels(const ElementInstance& element, std::vector<Channel>& channels) {
  const std::string base = element.name + "/";
  const Action action = element.law->action();
  if (action == Action::torsion) {
    channels.push_back({base + "angle", "rad", "", "twist of the second body against the first"});
    channels.push_back({base + "angular_velocity", "rad/s", "", "rate of the twist"});
    channels.push_back({base + "torque", "N m", "", "torque on the second body about the axis"});
    return;
  }
  list_vector(base, force_words, channels);
  if (action == Action::line) {
    channels.push_back({base + "stroke", "m", "", "stretch from the nominal length, > 0 longer"});
    channels.push_back({base + "stroke_velocity", "m/s", "", "rate of the stretch"});
    channels.push_back({base + "force", "N", "", "force along the element, > 0 pulls"});
    return;
  }
  list_vector(base, stroke_words, channels);
  list_vector(base, stroke_rate_words, channels);
  if (action == Action::point) return;
  list_vector(base, torque_words, channels);
  list_vector(base, angle_words, channels);
  list_vector(base, angle_rate_words, channels);
}

void record_element(const ElementInstance& element, const element::RelativeT<double>& motion,
                    const integrate::ConstVecRef& z, const element::Output& out,
                    std::vector<double>& row, std::size_t& i) {
  const Action action = element.law->action();
  if (action != Action::torsion) record_vector(out.force, row, i);
  if (action == Action::torsion || action == Action::line) {
    element::Input in;
    static_cast<element::RelativeT<double>&>(in) = motion;
    for (int k = 0; k < element.law->state_count(); ++k)
      in.z[static_cast<std::size_t>(k)] = z[element.state_begin + k];
    const element::Along along = element.law->calc_along(in, out);
    for (const double value : {along.stroke, along.rate, along.effort}) row[i++] = value;
    return;
  }
  record_vector(motion.d - element.nominal_d, row, i);
  record_vector(motion.v, row, i);
  if (action == Action::point) return;
  record_vector(out.torque, row, i);
  record_vector(motion.theta, row, i);
  record_vector(motion.w, row, i);
}

}  // namespace fourfoot::system

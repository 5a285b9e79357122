#include <algorithm>
#include <cmath>
#include <set>

#include "base/error.h"
#include "element/registry.h"
#include "vehicle/schema.h"

namespace fourfoot::vehicle {

namespace {

using Findings = std::vector<Finding>;

// Names become channel names, and groups of the results file.
template <class Entry>
void check_name(const Entry& entry, const std::string& what, Findings& findings) {
  const std::string& name = entry.name;
  const bool has_control = std::any_of(name.begin(), name.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
  });
  if (name.empty() || name == "." || name == ".." || has_control ||
      name.find('/') != std::string::npos) {
    findings.push_back({"bad-name", entry.where, what + " cannot be called \"" + name + "\"",
                        "names become channel names: not empty, not \".\", without \"/\""});
  }
  if (name == "speed") {
    findings.push_back({"bad-name", entry.where, what + " cannot be called \"speed\"",
                        "that is the channel of the speed"});
  }
}

void check_body(const BodyEntry& body, Findings& findings) {
  check_name(body, "a body", findings);
  if (body.name == track_name) {
    findings.push_back({"bad-name", body.where, "a body cannot be called \"track\"",
                        "that name stands for the track in `between`"});
  }
  if (body.type == BodyType::wheelset && !(body.radius > 0.0)) {
    findings.push_back({"missing-key", body.where,
                        "wheelset \"" + body.name + "\" has no \"radius\"",
                        "expected a number in m, or text with a unit such as \"460 mm\""});
  }
  const Vec3 j = body.inertia.diagonal();
  if (j.minCoeff() <= 0.0) {
    findings.push_back({"out-of-range", body.where,
                        "a moment of inertia of \"" + body.name + "\" is not positive",
                        "expected three values greater than 0 kg m2"});
  }
}

// Beyond any loading gauge: millimetres without their unit.
void check_position(const std::string& name, const Vec3& p, const SourceLocation& where,
                    Findings& findings) {
  constexpr double largest = 20.0;  // m
  if (std::abs(p.y()) <= largest && std::abs(p.z()) <= largest) return;
  findings.push_back({"out-of-range", where,
                      "\"" + name + "\" is more than 20 m beside or above the track",
                      "positions are in metres, or text with a unit: \"1000 mm\""});
}

void check_end(const VehicleDescription& description, const std::string& name,
               const SourceLocation& where, bool may_be_track, Findings& findings) {
  if (may_be_track && name == track_name) return;
  std::vector<std::string> names;
  for (const BodyEntry& body : description.bodies) names.push_back(body.name);
  if (std::find(names.begin(), names.end(), name) != names.end()) return;
  if (name == track_name) {
    findings.push_back({"unknown-name", where, "only the first of the two can be the track",
                        "write between = [\"track\", \"body\"]"});
    return;
  }
  if (may_be_track) names.push_back(track_name);
  findings.push_back(
      {"unknown-name", where, "there is no body \"" + name + "\"", suggest(name, names)});
}

// The rooms behind grow with the square of it.
void check_count(const VehicleDescription& description, std::size_t count, std::size_t most,
                 const char* what, Findings& findings) {
  if (count <= most) return;
  findings.push_back({"too-many", description.where,
                      "the vehicle has " + std::to_string(count) + " " + what,
                      "expected at most " + std::to_string(most) + ", parts included"});
}

// A wheelset stands on the track: its middle, or the wheel of half an axle, is between the rails.
void check_on_track(const BodyEntry& body, Findings& findings) {
  constexpr double largest = 1.2;  // m, half of the widest gauge there is
  if (body.type != BodyType::wheelset || std::abs(body.position.y()) <= largest) return;
  findings.push_back(
      {"out-of-range", body.where,
       "wheelset \"" + body.name + "\" is more than 1.2 m beside the track",
       "y of its position counts from the track's middle: 0, or the wheel's position of "
       "half an axle"});
}

// A shaft turns what spins.
void check_axle(const VehicleDescription& description, const ElementEntry& element,
                Findings& findings) {
  const auto type = element::element_types().find(element.type);
  if (type == element::element_types().end() || !type->second.on_axle) return;
  for (const std::string& end : {element.first, element.second}) {
    const auto is_wheelset = [&](const BodyEntry& body) {
      return body.name == end && body.type == BodyType::wheelset;
    };
    if (std::any_of(description.bodies.begin(), description.bodies.end(), is_wheelset)) return;
  }
  findings.push_back({"bad-element", element.where,
                      "neither end of \"" + element.name + "\" is on a wheelset",
                      "a shaft turns a body that spins: one of the two has type = \"wheelset\""});
}

// Names of different parts can meet: "a" of "b_c" and "c_a" of "b".
template <class Entry>
void check_twice(const std::vector<Entry>& entries, const std::string& what, Findings& findings) {
  std::set<std::string> names;
  for (const Entry& entry : entries) {
    if (names.insert(entry.name).second) continue;
    findings.push_back({"duplicate-name", entry.where,
                        "there are two " + what + " named \"" + entry.name + "\"",
                        "names in a part get the name of the part in front: part_name"});
  }
}

}  // namespace

void check_description(const VehicleDescription& description) {
  Findings findings;
  if (description.bodies.empty()) {
    findings.push_back({"missing-key", description.where, "the vehicle has no bodies",
                        "add a table such as [bodies.wheelset], or parts"});
  }
  check_count(description, description.bodies.size(), most_bodies, "bodies", findings);
  check_count(description, description.elements.size(), most_elements, "elements", findings);
  check_count(description, description.joints.size(), most_joints, "joints", findings);
  check_count(description, description.relations.size(), most_joints, "relations", findings);
  if (!findings.empty()) throw InputError(std::move(findings));
  for (const BodyEntry& body : description.bodies) {
    check_body(body, findings);
    check_position(body.name, body.position, body.where, findings);
    check_on_track(body, findings);
  }
  for (const ElementEntry& element : description.elements) {
    check_name(element, "an element", findings);
    check_end(description, element.first, element.first_where, true, findings);
    check_end(description, element.second, element.second_where, false, findings);
    check_axle(description, element, findings);
    check_position(element.name, element.at_first, element.where, findings);
    if (element.at_second != element.at_first)
      check_position(element.name, element.at_second, element.where, findings);
    if (element.first == element.second) {
      findings.push_back({"bad-element", element.where,
                          "both ends of \"" + element.name + "\" are on \"" + element.first + "\"",
                          "an element connects two different bodies"});
    }
  }
  for (const JointEntry& joint : description.joints) {
    check_name(joint, "a joint", findings);
    check_end(description, joint.first, joint.between_where, true, findings);
    check_end(description, joint.second, joint.between_where, false, findings);
    if (joint.first == joint.second) {
      findings.push_back({"bad-element", joint.where,
                          "both ends of \"" + joint.name + "\" are on \"" + joint.first + "\"",
                          "a joint connects two different bodies"});
    }
    if (!(joint.axis.norm() > 0.0)) {
      findings.push_back({"out-of-range", joint.where,
                          "the axis of \"" + joint.name + "\" has no length",
                          "expected a direction such as [0, 1, 0]"});
    }
  }
  for (const RelationEntry& relation : description.relations) {
    for (const RelationEntry::Term& term : relation.terms) {
      check_end(description, term.body, term.where, false, findings);
    }
  }
  for (const MarkerEntry& marker : description.markers) {
    check_name(marker, "a marker", findings);
    check_end(description, marker.body, marker.body_where, false, findings);
  }
  check_twice(description.elements, "elements", findings);
  check_twice(description.joints, "joints", findings);
  check_twice(description.markers, "markers", findings);
  if (!findings.empty()) throw InputError(std::move(findings));
}

}  // namespace fourfoot::vehicle

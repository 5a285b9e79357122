#include <algorithm>

#include "base/error.h"
#include "vehicle/schema.h"

namespace fourfoot::vehicle {

namespace {

using Findings = std::vector<Finding>;

void check_body(const BodyEntry& body, Findings& findings) {
  if (body.name.empty() || body.name.find('/') != std::string::npos) {
    findings.push_back({"bad-name", body.where, "a body cannot be called \"" + body.name + "\"",
                        "names become channel names: not empty, without \"/\""});
  }
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

}  // namespace

void check_description(const VehicleDescription& description) {
  Findings findings;
  if (description.bodies.empty()) {
    findings.push_back({"missing-key", description.where, "the vehicle has no bodies",
                        "add a table such as [bodies.wheelset]"});
  }
  for (const BodyEntry& body : description.bodies) check_body(body, findings);
  for (const ElementEntry& element : description.elements) {
    check_end(description, element.first, element.first_where, true, findings);
    check_end(description, element.second, element.second_where, false, findings);
    if (element.first == element.second) {
      findings.push_back({"bad-element", element.where,
                          "both ends of \"" + element.name + "\" are on \"" + element.first + "\"",
                          "an element connects two different bodies"});
    }
  }
  for (const JointEntry& joint : description.joints) {
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
  if (!findings.empty()) throw InputError(std::move(findings));
}

}  // namespace fourfoot::vehicle

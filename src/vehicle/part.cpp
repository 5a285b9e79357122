#include "vehicle/part.h"

#include <map>

#include "element/registry.h"

namespace fourfoot::vehicle {

namespace {

/// The positions, signs and names of one part.
class Placer {
 public:
  Placer(const PartPlacement& placement, const VehicleDescription& part) : placement_(placement) {
    for (const BodyEntry& body : part.bodies) {
      names_[body.name] = body.new_name.empty() ? prefix(body.name) : body.new_name;
    }
  }

  void place(BodyEntry& body) const {
    rename(body.name);
    body.new_name.clear();
    body.position = move(body.position);
    const Vec3 signs(mirror().x, mirror().y, 1.0);
    body.inertia = signs.asDiagonal() * body.inertia * signs.asDiagonal();
    if (mirror().y < 0.0) {
      std::swap(body.left, body.right);
      for (WheelsEntry& wheels : body.wheels) wheels.is_mirrored = !wheels.is_mirrored;
    }
    for (PrescribedEntry& given : body.prescribed) {
      const double sign = mirror().six(given.coordinate);
      given.offset *= sign;
      given.rate *= sign;
      given.amplitude *= sign;
    }
  }

  void place(ElementEntry& element) const {
    place_ends(element);
    const auto type = element::element_types().find(element.type);
    if (type != element::element_types().end()) type->second.mirror(mirror(), element.parameters);
  }

  void place(JointEntry& joint) const {
    place_ends(joint);
    joint.axis = turn(joint.axis);
  }

  void place(RelationEntry& relation) const {
    relation.name = prefix(relation.name);
    for (RelationEntry::Term& term : relation.terms) {
      rename(term.body);
      term.coefficient *= mirror().six(term.component);
    }
  }

  void place(MarkerEntry& marker) const {
    marker.name = prefix(marker.name);
    rename(marker.body);
    marker.point = move(marker.point);
  }

 private:
  template <class Entry>
  void place_ends(Entry& entry) const {
    entry.name = prefix(entry.name);
    rename(entry.first);
    rename(entry.second);
    entry.at_first = move(entry.at_first);
    entry.at_second = move(entry.at_second);
  }

  const element::Reflection& mirror() const { return placement_.mirror; }
  Vec3 turn(const Vec3& v) const { return {mirror().x * v.x(), mirror().y * v.y(), v.z()}; }
  Vec3 move(const Vec3& p) const { return placement_.at + turn(p); }

  std::string prefix(const std::string& name) const {
    return placement_.name.empty() ? name : placement_.name + "_" + name;
  }
  // A name that the part does not have gets its prefix too, so that it cannot mean a body outside.
  void rename(std::string& name) const {
    if (name == track_name) return;
    const auto it = names_.find(name);
    name = it != names_.end() ? it->second : prefix(name);
  }

  const PartPlacement& placement_;
  std::map<std::string, std::string> names_;
};

template <class Entry>
void move_onto(std::vector<Entry>& from, std::vector<Entry>& to) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

}  // namespace

void place(const PartPlacement& placement, VehicleDescription& part) {
  const Placer placer(placement, part);
  for (BodyEntry& entry : part.bodies) placer.place(entry);
  for (ElementEntry& entry : part.elements) placer.place(entry);
  for (JointEntry& entry : part.joints) placer.place(entry);
  for (RelationEntry& entry : part.relations) placer.place(entry);
  for (MarkerEntry& entry : part.markers) placer.place(entry);
}

void append(VehicleDescription part, VehicleDescription& whole) {
  move_onto(part.bodies, whole.bodies);
  move_onto(part.elements, whole.elements);
  move_onto(part.joints, whole.joints);
  move_onto(part.relations, whole.relations);
  move_onto(part.markers, whole.markers);
}

}  // namespace fourfoot::vehicle

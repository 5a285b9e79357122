#include <algorithm>

#include "base/error.h"
#include "multibody/assembly.h"
#include "multibody/model.h"

/// The part of Model that deals with joints and relations.
namespace fourfoot::multibody {
namespace {

std::size_t find_end(const std::vector<Body>& bodies, const std::string& name,
                     const std::string& constraint, const SourceLocation& where) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].given.name == name) return i;
    names.push_back(bodies[i].given.name);
  }
  throw InputError({"unknown-body", where,
                    "\"" + constraint + "\" names the body \"" + name + "\", which does not exist",
                    suggest(name, names)});
}

}  // namespace

void Model::add_joints(const std::vector<JointDescription>& joints) {
  for (const JointDescription& given : joints) {
    Joint joint;
    joint.given = given;
    joint.a = find_end(bodies_, given.body_a, given.name, given.where);
    joint.b = find_end(bodies_, given.body_b, given.name, given.where);
    const auto fault = [&](const char* id, const std::string& what) {
      throw InputError({id, given.where, "joint \"" + given.name + "\": " + what});
    };
    if (joint.a == joint.b && !given.a_on_track) fault("joint", "joins a body to itself");
    if (given.type == JointType::link && !(given.length > 0.0)) {
      fault("joint", "the length of a link must be positive");
    }
    if (!(given.axis_a.norm() > 0.0) || !(given.axis_b.norm() > 0.0)) {
      fault("joint", "its axis has no direction");
    }
    joint.row_begin = rows_.size();
    for (ConstraintRow& row : make_rows(given, joints_.size())) rows_.push_back(std::move(row));
    joint.row_count = rows_.size() - joint.row_begin;
    joints_.push_back(std::move(joint));
  }
}

void Model::add_relations(const std::vector<SpeedRelation>& relations) {
  for (const SpeedRelation& given : relations) {
    Relation relation;
    relation.given = given;
    for (const SpeedRelation::Term& term : given.terms) {
      if (term.component < 0 || term.component > 5) {
        throw InputError({"relation", given.where,
                          "relation \"" + given.name + "\": a speed's component must be 0 to 5"});
      }
      relation.terms.push_back({find_end(bodies_, term.body, given.name, given.where),
                                term.component, term.coefficient});
    }
    relations_.push_back(std::move(relation));
  }
}

void Model::pack() {
  packed_count_ = 0;
  constrained_bodies_.clear();
  speed_of_packed_.clear();
  std::vector<char> held(bodies_.size(), 0);
  for (const Joint& joint : joints_) held[joint.a] = held[joint.b] = 1;
  for (const Relation& relation : relations_) {
    for (const Relation::Term& term : relation.terms) held[term.body] = 1;
  }
  for (const SurfaceRow& surface : surfaces_) {
    for (const SurfaceRow::End& end : surface.ends) held[end.body] = 1;
  }
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    bodies_[i].packed_begin = -1;
    if (!held[i]) continue;
    bodies_[i].packed_begin = packed_count_;
    constrained_bodies_.push_back(i);
    for (int k = 0; k < bodies_[i].speed_count; ++k) {
      speed_of_packed_.push_back(bodies_[i].speed_begin + k);
    }
    packed_count_ += bodies_[i].speed_count;
  }
}

void Model::set_dependent(std::vector<int> dependent) {
  std::sort(dependent.begin(), dependent.end());
  dependent_ = std::move(dependent);
  independent_.clear();
  speed_of_u_.clear();
  u_names_.clear();
  u_units_.clear();
  u_of_speed_.assign(static_cast<std::size_t>(speed_count()), 0);
  for (int k = 0; k < packed_count_; ++k) {
    if (!std::binary_search(dependent_.begin(), dependent_.end(), k)) independent_.push_back(k);
  }
  for (int k : dependent_) {
    u_of_speed_[static_cast<std::size_t>(speed_of_packed_[static_cast<std::size_t>(k)])] = -1;
  }
  for (int s = 0; s < speed_count(); ++s) {
    int& u = u_of_speed_[static_cast<std::size_t>(s)];
    if (u < 0) continue;
    u = u_count();
    speed_of_u_.push_back(s);
    u_names_.push_back(speed_names_[static_cast<std::size_t>(s)]);
    u_units_.push_back(speed_units_[static_cast<std::size_t>(s)]);
  }
}

Model Model::with_dependent(std::vector<int> dependent) const {
  Model copy = *this;
  copy.set_dependent(std::move(dependent));
  return copy;
}

Model Model::with_surfaces(std::vector<SurfaceRow> surfaces) const {
  Model copy = *this;
  copy.surfaces_ = std::move(surfaces);
  copy.pack();
  // Nothing is dependent yet: the choice is made from rows that need no order of the speeds.
  copy.set_dependent({});
  copy.set_dependent(choose_nominal_dependent(copy));
  return copy;
}

const std::string& Model::constraint_name(int row) const {
  const auto k = static_cast<std::size_t>(row);
  if (row >= surface_begin()) return surfaces_[k - rows_.size() - relations_.size()].name;
  return k < rows_.size() ? joints_[rows_[k].joint].given.name
                          : relations_[k - rows_.size()].given.name;
}

SourceLocation Model::get_constraint_location(int row) const {
  const auto k = static_cast<std::size_t>(row);
  if (row >= surface_begin()) return surfaces_[k - rows_.size() - relations_.size()].where;
  return k < rows_.size() ? joints_[rows_[k].joint].given.where
                          : relations_[k - rows_.size()].given.where;
}

}  // namespace fourfoot::multibody

#include <algorithm>

#include "base/error.h"
#include "multibody/assembly.h"
#include "multibody/group_factors.h"
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

/// Indices in a sorted list of packed speeds of those that are a body's.
std::vector<int> list_own(const std::vector<int>& sorted, const Body& body) {
  std::vector<int> own;
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    if (sorted[k] >= body.packed_begin && sorted[k] < body.packed_begin + body.speed_count)
      own.push_back(static_cast<int>(k));
  }
  return own;
}

void add_to_set(const std::vector<int>& more, std::vector<int>& sorted) {
  sorted.insert(sorted.end(), more.begin(), more.end());
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
}

/// Whether a block is that of one body that a revolute joint holds (ConstraintBlock::follower_begin).
void find_follower(const std::vector<Body>& bodies, const std::vector<Joint>& joints,
                   const std::vector<ConstraintRow>& rows, const std::vector<int>& dependent,
                   ConstraintBlock& block) {
  block.follower_begin = -1;
  const auto first = static_cast<std::size_t>(block.rows.front());
  if (block.rows.size() != 5 || block.dependent.size() != 5 || first >= rows.size()) return;
  const Joint& joint = joints[rows[first].joint];
  if (joint.given.type != JointType::revolute || joint.row_begin != first ||
      block.rows.back() != block.rows.front() + 4)
    return;
  std::array<int, 5> packed{};
  for (std::size_t k = 0; k < 5; ++k)
    packed[k] = dependent[static_cast<std::size_t>(block.dependent[k])];
  for (const std::size_t j : {joint.a, joint.b}) {
    const int at = bodies[j].packed_begin;
    if (!has_constant_mass(bodies[j]) || packed[0] != at || packed[2] != at + 2 ||
        packed[4] > at + 5)
      continue;
    block.follower_begin = at;
    block.follower_turns = {packed[3] - at, packed[4] - at};
  }
}

/// The bodies that each row holds, in the order of the rows.
std::vector<std::vector<std::size_t>> list_held(const std::vector<Joint>& joints,
                                                const std::vector<Relation>& relations,
                                                const std::vector<SurfaceRow>& surfaces) {
  std::vector<std::vector<std::size_t>> held;
  for (const Joint& joint : joints) {
    for (std::size_t k = 0; k < joint.row_count; ++k) {
      held.push_back({joint.b});
      if (!joint.given.a_on_track) held.back().push_back(joint.a);
    }
  }
  for (const Relation& relation : relations) {
    held.emplace_back();
    for (const Relation::Term& term : relation.terms) held.back().push_back(term.body);
  }
  for (const SurfaceRow& surface : surfaces) {
    held.emplace_back();
    for (const SurfaceRow::End& end : surface.ends) held.back().push_back(end.body);
  }
  return held;
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
    joint.axes = make_axes(given);
    for (const ConstraintRow& row : make_rows(given, joints_.size())) {
      const bool is_parallel = row.kind == ConstraintRow::Kind::parallel;
      const bool is_plane = row.kind == ConstraintRow::Kind::plane;
      if (is_parallel) joint.uses_f[static_cast<std::size_t>(row.f)] = true;
      if (!is_parallel) joint.uses_points = true;
      joint.uses_planes = joint.uses_planes || is_plane;
      if (is_parallel || is_plane) joint.uses_e[static_cast<std::size_t>(row.e)] = true;
      rows_.push_back(row);
    }
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

void Model::find_groups() {
  const std::vector<std::vector<std::size_t>> held = list_held(joints_, relations_, surfaces_);
  std::vector<std::size_t> leader(
      bodies_.size());  // the first body of its group, found by walking up
  for (std::size_t i = 0; i < leader.size(); ++i) leader[i] = i;
  const auto find = [&](std::size_t i) {
    while (leader[i] != i) i = leader[i];
    return i;
  };
  std::vector<char> is_held(bodies_.size(), 0);
  for (const std::vector<std::size_t>& row : held) {
    for (std::size_t body : row) {
      is_held[body] = 1;
      const auto [low, high] = std::minmax({find(row.front()), find(body)});
      leader[high] = low;
    }
  }
  groups_.clear();
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    bodies_[i].group = -1;
    if (!is_held[i]) continue;
    const std::size_t first = find(i);
    if (first == i) groups_.emplace_back();
    bodies_[i].group = first == i ? static_cast<int>(groups_.size()) - 1 : bodies_[first].group;
    groups_[static_cast<std::size_t>(bodies_[i].group)].bodies.push_back(i);
  }
  for (std::size_t row = 0; row < held.size(); ++row) {
    if (held[row].empty()) continue;  // holds nothing: reported as redundant
    const int group = bodies_[held[row].front()].group;
    groups_[static_cast<std::size_t>(group)].rows.push_back(static_cast<int>(row));
  }
}

void Model::pack() {
  find_groups();
  packed_count_ = 0;
  constrained_bodies_.clear();
  speed_of_packed_.clear();
  for (Body& body : bodies_) body.packed_begin = -1;
  for (ConstraintGroup& group : groups_) {
    group.packed_begin = packed_count_;
    for (std::size_t i : group.bodies) {
      Body& body = bodies_[i];
      if (body.mode_count > 0) {
        throw InputError({"modes", body.given.where,
                          "body \"" + body.given.name +
                              "\" has modes, and a joint, relation or "
                              "rigid tread holds it: that is not possible yet",
                          "use a stiff element instead"});
      }
      body.packed_begin = packed_count_;
      constrained_bodies_.push_back(i);
      for (int k = 0; k < body.speed_count; ++k) speed_of_packed_.push_back(body.speed_begin + k);
      packed_count_ += body.speed_count;
    }
    group.packed_count = packed_count_ - group.packed_begin;
  }
}

void Model::set_dependent(std::vector<int> dependent) {
  std::sort(dependent.begin(), dependent.end());
  dependent_ = std::move(dependent);
  independent_.clear();
  speed_of_u_.clear();
  u_names_.clear();
  u_of_speed_.assign(static_cast<std::size_t>(speed_count()), 0);
  for (int k = 0; k < packed_count_; ++k) {
    if (!std::binary_search(dependent_.begin(), dependent_.end(), k)) independent_.push_back(k);
  }
  const auto count_below = [](const std::vector<int>& sorted, int packed) {
    return static_cast<int>(std::lower_bound(sorted.begin(), sorted.end(), packed) -
                            sorted.begin());
  };
  const std::vector<std::vector<std::size_t>> held = list_held(joints_, relations_, surfaces_);
  for (ConstraintGroup& group : groups_) {
    const int end = group.packed_begin + group.packed_count;
    group.dependent_begin = count_below(dependent_, group.packed_begin);
    group.independent_begin = count_below(independent_, group.packed_begin);
    group.independent_count = count_below(independent_, end) - group.independent_begin;
    find_blocks(group, held);
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
  }
}

// Rows that hold a body with a dependent speed are one block.
void Model::find_blocks(ConstraintGroup& group, const std::vector<std::vector<std::size_t>>& held) {
  group.blocks.clear();
  group.follows.clear();
  group.leads.clear();
  for (const int row : group.rows) {
    ConstraintBlock block;
    block.rows = {row};
    for (const std::size_t j : held[static_cast<std::size_t>(row)]) {
      add_to_set(list_own(dependent_, bodies_[j]), block.dependent);
      add_to_set(list_own(independent_, bodies_[j]), block.independent);
    }
    for (std::size_t k = group.blocks.size(); k-- > 0;) {
      const ConstraintBlock& other = group.blocks[k];
      const bool is_apart =
          std::none_of(other.dependent.begin(), other.dependent.end(), [&](int d) {
            return std::binary_search(block.dependent.begin(), block.dependent.end(), d);
          });
      if (is_apart) continue;
      add_to_set(other.rows, block.rows);
      add_to_set(other.dependent, block.dependent);
      add_to_set(other.independent, block.independent);
      group.blocks.erase(group.blocks.begin() + static_cast<std::ptrdiff_t>(k));
    }
    group.blocks.push_back(std::move(block));
  }
  for (ConstraintBlock& block : group.blocks)
    find_follower(bodies_, joints_, rows_, dependent_, block);
  for (const std::size_t j : group.bodies) {
    std::vector<int> follows = list_own(independent_, bodies_[j]);
    for (const int d : list_own(dependent_, bodies_[j])) {
      for (const ConstraintBlock& block : group.blocks) {
        if (std::binary_search(block.dependent.begin(), block.dependent.end(), d))
          add_to_set(block.independent, follows);
      }
    }
    group.leads.push_back(static_cast<int>(follows.size()) == bodies_[j].speed_count &&
                          list_own(dependent_, bodies_[j]).empty());
    group.follows.push_back(std::move(follows));
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

#include "multibody/model.h"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include "base/error.h"
#include "math/dense.h"
#include "math/eigenvalues.h"
#include "multibody/assembly.h"
#include "multibody/orientation.h"

namespace fourfoot::multibody {
namespace {

void check_modes(const BodyDescription& body, std::vector<Finding>& findings) {
  const Modes& modes = body.modes;
  if (modes.count() == 0) return;
  const auto is_good = [&](const MatX& m) {
    return m.rows() == modes.count() && m.cols() == modes.count() && m.allFinite() &&
           (m - m.transpose()).norm() <= 1e-12 * m.norm();
  };
  const auto fault = [&](const std::string& message) {
    findings.push_back({"modes", body.where, "body \"" + body.name + "\": " + message, ""});
  };
  if (!is_good(modes.mass) || !is_good(modes.damping) || !is_good(modes.stiffness)) {
    fault("modal mass, damping and stiffness must be symmetric, of one size");
  } else if (!(calc_eigenvalues(modes.mass).real().minCoeff() > 0.0)) {
    fault("the modal mass must be positive");
  }
  if (modes.count() > max_modes) fault("a body has up to " + std::to_string(max_modes) + " modes");
  if (!modes.calc_shape) fault("its modes have no shapes");
  if (body.kind == BodyKind::wheelset) fault("a wheelset cannot have modes");
}

void check_inertia(const BodyDescription& body, std::vector<Finding>& findings) {
  const Mat3& J = body.inertia;
  const auto fault = [&](const std::string& message, const std::string& hint) {
    findings.push_back({"inertia", body.where, "body \"" + body.name + "\": " + message, hint});
  };
  const double scale = J.norm();
  if (!J.allFinite() || !((J - J.transpose()).norm() <= 1e-12 * scale)) {
    fault("the inertia matrix is not symmetric", "");
    return;
  }
  Vec3 principal = calc_eigenvalues(J).real();
  std::sort(principal.begin(), principal.end());
  if (!(principal[0] > 0.0)) {
    fault("the principal moments of inertia must be positive", "");
  } else if (principal[2] > (principal[0] + principal[1]) * (1.0 + 1e-9)) {
    fault("no body has this inertia: its largest principal moment exceeds the sum of the others",
          "check the units and the products of inertia");
  }
  const double products = std::abs(J(0, 1)) + std::abs(J(0, 2)) + std::abs(J(1, 2));
  if (body.kind == BodyKind::wheelset && std::abs(J(0, 0) - J(2, 2)) + products > 1e-9 * scale) {
    fault("a spinning wheelset must have the same inertia about x and z and no products",
          "use a body that does not spin, or Ix = Iz");
  }
}

std::vector<Finding> check(const std::vector<BodyDescription>& bodies) {
  std::vector<Finding> findings;
  std::set<std::string> names;
  for (const BodyDescription& body : bodies) {
    if (!names.insert(body.name).second) {
      findings.push_back(
          {"duplicate-name", body.where, "there are two bodies named \"" + body.name + "\""});
    }
    if (!(body.mass > 0.0) || !std::isfinite(body.mass)) {
      findings.push_back({"mass", body.where, "body \"" + body.name + "\": mass must be positive"});
    }
    check_inertia(body, findings);
    check_modes(body, findings);
    for (const CoordinateRule& rule : body.coordinates) {
      if (rule.kind == CoordinateRule::Kind::prescribed && !rule.motion) {
        findings.push_back({"prescribed", body.where,
                            "body \"" + body.name + "\": a prescribed coordinate has no motion"});
      }
    }
  }
  return findings;
}

Body::Chart choose_chart(const BodyDescription& body, bool all_rotations_free) {
  if (body.kind == BodyKind::wheelset) return Body::Chart::wheelset;
  if (all_rotations_free && body.orientation != Orientation::cardan) {
    return Body::Chart::quaternion;
  }
  return Body::Chart::cardan;
}

}  // namespace

Model::Model(ModelDescription description) {
  std::vector<Finding> findings = check(description.bodies);
  if (!findings.empty()) throw InputError(std::move(findings));
  stabilisation_rate_ = description.stabilisation_rate;
  for (BodyDescription& given : description.bodies) {
    Body body;
    body.given = std::move(given);
    lay_out(body);
    if (body.given.is_track_part) body.given.omitted.omit_all();
    bodies_.push_back(std::move(body));
  }
  add_joints(description.joints);
  add_relations(description.relations);
  pack();
  set_dependent(choose_nominal_dependent(*this));
}

void Model::lay_out(Body& body) {
  const std::string name = body.given.name;
  body.inertia_inverse = body.given.inertia.inverse();
  body.angular_speeds = body.is_free(3) && body.is_free(4) && body.is_free(5);
  body.chart = choose_chart(body.given, body.angular_speeds);
  body.q_begin = q_count_;
  body.speed_begin = speed_count();
  const auto add_q = [&](const std::string& word) {
    q_names_.push_back(name + "/" + word);
    return q_count_++;
  };
  const auto add_u = [&](const std::string& word) {
    speed_names_.push_back(name + "/" + word);
    return static_cast<int>(speed_names_.size()) - 1;
  };
  const bool quaternion = body.chart == Body::Chart::quaternion;
  for (int c = 0; c < 6; ++c) {
    const auto i = static_cast<std::size_t>(c);
    body.q_index[i] = body.speed_index[i] = -1;
    if (!body.is_free(c)) continue;
    const std::string word = coordinate_words[i];
    if (c < 3) {
      body.q_index[i] = add_q(word);
      body.speed_index[i] = add_u("v_" + word);
    } else {
      if (!quaternion) body.q_index[i] = add_q(word);
      body.speed_index[i] = add_u(
          body.angular_speeds ? std::string("omega_").append(1, "xyz"[c - 3]) : word + "_rate");
    }
  }
  if (quaternion) {
    body.q_index[3] = q_count_;
    for (int e = 0; e < 4; ++e) add_q(std::string("e").append(1, "0123"[e]));
  }
  body.q_count = q_count_ - body.q_begin;
  body.speed_count = speed_count() - body.speed_begin;
  body.mode_count = body.given.modes.count();
  body.mode_q_begin = q_count_;
  body.mode_speed_begin = speed_count();
  if (body.mode_count == 0) return;
  has_modes_ = true;
  body.mode_mass_inverse = LuFactors(body.given.modes.mass)
                               .solve(MatX(MatX::Identity(body.mode_count, body.mode_count)));
  for (int k = 1; k <= body.mode_count; ++k) {
    const std::string word = "mode_" + std::to_string(k);
    add_q(word);
    add_u(word + "_rate");
  }
}

std::size_t Model::find_body(const std::string& name) const {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (bodies_[i].given.name == name) return i;
  }
  throw std::out_of_range("no body named " + name);
}

VecX Model::nominal_q() const {
  VecX q = VecX::Zero(q_count_);
  for (std::size_t i = 0; i < bodies_.size(); ++i) put_pose(i, Vec3::Zero(), Vec3::Zero(), q);
  return q;
}

void Model::put_pose(std::size_t index, const Vec3& displacement, const Vec3& angles,
                     VecX& q) const {
  const Body& body = bodies_[index];
  for (int c = 0; c < 3; ++c) {
    const auto i = static_cast<std::size_t>(c);
    if (body.q_index[i] >= 0) q[body.q_index[i]] = displacement[c];
    if (body.chart != Body::Chart::quaternion && body.q_index[i + 3] >= 0) {
      q[body.q_index[i + 3]] = angles[c];
    }
  }
  if (body.chart == Body::Chart::quaternion) {
    const Eigen::Quaterniond e(cardan_rotation(angles));
    q.segment<4>(body.q_index[3]) << e.w(), e.x(), e.y(), e.z();
  }
}

}  // namespace fourfoot::multibody

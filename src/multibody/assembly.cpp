#include "multibody/assembly.h"

#include <cmath>
#include <set>

#include "base/error.h"
#include "math/least_squares.h"
#include "multibody/constraint_motion.h"

namespace fourfoot::multibody {
namespace {

std::vector<MovingFrame> make_straight_frames(const Model& model) {
  std::vector<MovingFrame> frames(model.body_count());
  for (std::size_t j = 0; j < frames.size(); ++j) {
    frames[j].p_NT.x() = model.body(j).given.chainage_offset;
  }
  return frames;
}

/// One Newton step of all joints; the violation before it.
double improve(const Model& model, double t, Frames frames, MotionWorkspace& ws, VecX& q) {
  ConstraintWorkspace& cw = ws.constraint;
  calc_position(model, t, q, ws);
  ws.speeds.setZero();
  for (std::size_t j : model.constrained_bodies()) {
    calc_twist(model.body(j), t, ws.speeds, ws.bodies[j]);
  }
  calc_rows(model, frames, ws, RowStage::velocity);
  // Least change of the velocities weighted with the square root of the mass matrix's diagonal.
  VecX weight(model.packed_count());
  for (std::size_t j : model.constrained_bodies()) {
    const Body& body = model.body(j);
    const TwistMap E = calc_twist_map(body, ws.bodies[j]);
    for (int k = 0; k < body.speed_count; ++k) {
      weight[body.packed_begin + k] = 1.0 / std::sqrt(E.col(k).dot(make_mass(body) * E.col(k)));
    }
  }
  const MatX scaled = cw.A * weight.asDiagonal();
  const OrthogonalFactors factors(scaled, 1e-10);
  const VecX step = weight.cwiseProduct(factors.solve(VecX(-cw.violation)));
  ws.qdot.setZero();
  for (std::size_t j : model.constrained_bodies()) {
    const Body& body = model.body(j);
    if (body.speed_count == 0) continue;
    add_qdot(body, ws.bodies[j], q, step.data() + body.packed_begin, ws.qdot);
  }
  const double size = ws.qdot.size() > 0 ? ws.qdot.cwiseAbs().maxCoeff() : 0.0;
  q += ws.qdot * std::min(1.0, 0.3 / std::max(size, 1e-300));
  for (const Body& body : model.bodies()) {
    if (body.chart == Body::Chart::quaternion) q.segment<4>(body.q_index[3]).normalize();
  }
  return cw.violation.cwiseAbs().maxCoeff();
}

/// Violation that is left after the joints were drawn together as far as they go.
double draw_together(const Model& model, double t, Frames frames, MotionWorkspace& ws, VecX& q) {
  double violation = 0.0, before = 1.0;
  for (int k = 0; k < 100; ++k) {
    violation = improve(model, t, frames, ws, q);
    if (violation < 1e-13) break;
    if (violation < 1e-11 && violation > 0.1 * before) break;  // a surface's rounding
    before = violation;
  }
  return violation;
}

std::string list_names(const Model& model, const std::vector<int>& rows) {
  std::set<std::string> seen;
  std::string text;
  for (int row : rows) {
    const std::string& name = model.constraint_name(row);
    if (!seen.insert(name).second) continue;
    if (!text.empty()) text += ", ";
    text += '"';
    text += name;
    text += '"';
  }
  return text;
}

[[noreturn]] void fail_open(const Model& model, const VecX& violation) {
  std::vector<int> rows;
  for (Eigen::Index k = 0; k < violation.size(); ++k) {
    if (std::abs(violation[k]) > 1e-2 * violation.cwiseAbs().maxCoeff())
      rows.push_back(static_cast<int>(k));
  }
  throw InputError({"contradictory-constraints", model.get_constraint_location(rows.front()),
                    "these constraints cannot be met together: " + list_names(model, rows),
                    "check points, axes and lengths, and coordinates that are locked"});
}

/// Combinations of rows that hold nothing new.
[[noreturn]] void fail_dependent(const Model& model, const ConstraintWorkspace& cw) {
  const MatX kernel = calc_kernel(cw.A.transpose(), 1e-9);
  std::vector<Finding> findings;
  for (Eigen::Index c = 0; c < kernel.cols(); ++c) {
    const VecX y = kernel.col(c) / kernel.col(c).cwiseAbs().maxCoeff();
    std::vector<int> rows;
    for (Eigen::Index k = 0; k < y.size(); ++k) {
      if (std::abs(y[k]) > 1e-6) rows.push_back(static_cast<int>(k));
    }
    const bool contradiction = std::abs(y.dot(cw.violation_d)) > 1e-9;
    findings.push_back(
        {contradiction ? "contradictory-constraints" : "redundant-constraints",
         model.get_constraint_location(rows.back()),
         std::string(contradiction ? "these constraints contradict each other: "
                                   : "these constraints hold the same motion more than once: ") +
             list_names(model, rows),
         "remove one, or free what it holds"});
  }
  throw InputError(std::move(findings));
}

}  // namespace

void assemble(const Model& model, double t, Frames frames, MotionWorkspace& ws, VecX& q) {
  if (model.rows().empty() && model.surfaces().empty()) return;
  if (draw_together(model, t, frames, ws, q) < 1e-10) return;
  Eigen::Index worst = 0;
  ws.constraint.violation.cwiseAbs().maxCoeff(&worst);
  throw RunError("the joint \"" + model.constraint_name(static_cast<int>(worst)) +
                 "\" cannot be closed in the initial position");
}

std::vector<int> choose_dependent(const Model& model, const MotionWorkspace& ws) {
  if (!model.is_constrained()) return {};
  // Light bodies follow heavy ones: an axle box its wheelset, which then is free in all directions.
  // Where there are no joints each row holds one body.
  MatX weighted = ws.constraint.A;
  if (!model.joints().empty()) {
    for (std::size_t j : model.constrained_bodies()) {
      const Body& body = model.body(j);
      weighted.middleCols(body.packed_begin, body.speed_count) /= std::sqrt(body.given.mass);
    }
  }
  std::vector<int> order = order_columns(weighted);
  order.resize(static_cast<std::size_t>(model.constraint_count()));
  return order;
}

double calc_dependence_quality(const Model& model, const MotionWorkspace& ws) {
  return model.is_constrained() ? ws.constraint.lu_d.rcond(model, ws.constraint.A) : 1.0;
}

std::vector<int> choose_nominal_dependent(const Model& model) {
  if (!model.is_constrained()) return {};
  MotionWorkspace ws(model);
  const std::vector<MovingFrame> frames = make_straight_frames(model);
  VecX q = model.nominal_q();
  const double violation = draw_together(model, 0.0, frames, ws, q);
  if (violation > 1e-9) fail_open(model, ws.constraint.violation);
  calc_rows(model, frames, ws, RowStage::velocity);
  if (calc_rank(ws.constraint.A, 1e-9) < model.constraint_count()) {
    fail_dependent(model, ws.constraint);
  }
  return choose_dependent(model, ws);
}

}  // namespace fourfoot::multibody

#include "vehicle/preload.h"

#include <numeric>

#include "math/least_squares.h"
#include "multibody/assembly.h"
#include "multibody/equations.h"

namespace fourfoot::vehicle {

namespace {

/// Forces at the mass centres and torques about them, six numbers a body, all axes those of the
/// track.
using Wrenches = VecX;

void add_force(std::size_t body, const Vec3& arm, const Vec3& force, const Vec3& torque,
               Wrenches& wrenches) {
  const auto begin = static_cast<Eigen::Index>(6 * body);
  wrenches.segment<3>(begin) += force;
  wrenches.segment<3>(begin + 3) += torque + arm.cross(force);
}

// A force and torque on the second body at the element's position, the opposite on the first.
void add_action(const VehicleModel& model, const ElementInstance& element, const Vec3& force,
                const Vec3& torque, Wrenches& wrenches) {
  const auto second = static_cast<std::size_t>(element.second);
  add_force(second, element.at_second, force, torque, wrenches);
  if (element.first < 0) return;
  const auto first = static_cast<std::size_t>(element.first);
  const auto position = [&](std::size_t body) {
    const multibody::BodyDescription& given = model.bodies.body(body).given;
    return Vec3(given.chainage_offset + given.nominal.x(), given.nominal.y(), given.nominal.z());
  };
  const Vec3 arm = position(second) + element.at_second - position(first);
  add_force(first, arm, -force, -torque, wrenches);
}

std::vector<MovingFrame> make_frames(const multibody::Model& bodies) {
  std::vector<MovingFrame> frames(bodies.body_count());
  for (std::size_t i = 0; i < frames.size(); ++i) {
    frames[i].p_NT = Vec3(bodies.body(i).given.chainage_offset, 0.0, 0.0);
  }
  return frames;
}

// One row per speed u_k: partial velocities of all bodies, so that row times wrenches is the
// generalised force. The bearings keep an axle's pitch out of it.
MatX calc_partial_velocities(const multibody::Model& bodies) {
  const std::vector<MovingFrame> frames = make_frames(bodies);
  multibody::MotionWorkspace ws(bodies);
  VecX q = bodies.nominal_q();
  if (bodies.is_constrained()) multibody::assemble(bodies, 0.0, frames, ws, q);
  multibody::calc_position(bodies, 0.0, q, ws);
  const auto probe = [&](const VecX& u) {
    multibody::calc_velocity(bodies, 0.0, q, u, frames, ws);
    VecX twists(6 * static_cast<Eigen::Index>(bodies.body_count()));
    for (std::size_t b = 0; b < bodies.body_count(); ++b) {
      const multibody::BodyWorkspace& body = ws.bodies[b];
      Vec3 w = body.R_TC * body.w_TB_C;
      if (bodies.body(b).is_wheelset()) w.y() = 0.0;
      twists.segment<6>(static_cast<Eigen::Index>(6 * b)) << body.v_TB_T, w;
    }
    return twists;
  };
  const VecX rest = probe(VecX::Zero(bodies.u_count()));  // what prescribed coordinates do
  MatX partial(bodies.u_count(), rest.size());
  for (int k = 0; k < bodies.u_count(); ++k) {
    partial.row(k) = (probe(VecX::Unit(bodies.u_count(), k)) - rest).transpose();
  }
  return partial;
}

Wrenches calc_given(const VehicleModel& model, double gravity) {
  Wrenches given = Wrenches::Zero(6 * static_cast<Eigen::Index>(model.bodies.body_count()));
  for (std::size_t b = 0; b < model.bodies.body_count(); ++b) {
    const multibody::BodyDescription& body = model.bodies.body(b).given;
    given[static_cast<Eigen::Index>(6 * b + 2)] -= body.mass * gravity;
  }
  for (const ElementInstance& element : model.elements) {
    element::Input input;
    input.d = element.nominal_d;
    input.theta = input.v = input.w = Vec3::Zero();
    element.law->calc_rest(input, input.z);
    element::Output output;
    element.law->calc(input, output);
    add_action(model, element, output.force, output.torque, given);
  }
  return given;
}

/// What carries the weight, by columns of generalised forces for a unit force.
struct Carriers {
  MatX springs;    ///< forces of the elements that may be preloaded
  VecX stiffness;  ///< theirs, over the largest
  std::vector<std::size_t> elements;
  MatX wheels;  ///< forces of the rails on the wheels
  std::vector<double StaticLoads::Wheelset::*> sides;
  std::vector<std::size_t> wheelsets;
};

void append(const MatX& partial, const Wrenches& wrenches, MatX& columns) {
  columns.conservativeResize(partial.rows(), columns.cols() + 1);
  columns.rightCols<1>() = multiply(partial, wrenches);
}

void add_springs(const VehicleModel& model, const std::vector<double>& stiffness,
                 const MatX& partial, Carriers& carriers) {
  double largest = 0.0;
  for (const double k : stiffness) largest = std::max(largest, k);
  for (std::size_t i = 0; i < model.elements.size(); ++i) {
    if (!(stiffness[i] > 0.0)) continue;
    Wrenches wrenches = Wrenches::Zero(partial.cols());
    add_action(model, model.elements[i], Vec3::UnitZ(), Vec3::Zero(), wrenches);
    append(partial, wrenches, carriers.springs);
    carriers.elements.push_back(i);
    carriers.stiffness.conservativeResize(carriers.springs.cols());
    carriers.stiffness.tail<1>()[0] = stiffness[i] / largest;
  }
}

void add_wheels(const VehicleModel& model, double half_distance, const MatX& partial,
                Carriers& carriers) {
  for (std::size_t i = 0; i < model.wheelsets.size(); ++i) {
    const WheelsetInstance& wheelset = model.wheelsets[i];
    for (const bool left : {true, false}) {
      if (left ? !wheelset.left : !wheelset.right) continue;
      const Vec3 arm(0.0, (left ? half_distance : -half_distance) - wheelset.y, 0.0);
      Wrenches wrenches = Wrenches::Zero(partial.cols());
      add_force(static_cast<std::size_t>(wheelset.body), arm, Vec3::UnitZ(), Vec3::Zero(),
                wrenches);
      append(partial, wrenches, carriers.wheels);
      carriers.sides.push_back(left ? &StaticLoads::Wheelset::left : &StaticLoads::Wheelset::right);
      carriers.wheelsets.push_back(i);
    }
  }
}

struct Forces {
  VecX springs, wheels;
};

/// Unknowns of a symmetric matrix that no entry joins with others: those of one car of a train, of
/// one direction.
std::vector<std::vector<Eigen::Index>> find_blocks(const MatX& a) {
  const auto n = static_cast<std::size_t>(a.rows());
  std::vector<std::size_t> leader(n);
  std::iota(leader.begin(), leader.end(), std::size_t{0});
  const auto find = [&leader](std::size_t i) {
    while (leader[i] != i) i = leader[i] = leader[leader[i]];
    return i;
  };
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      if (a(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) != 0.0)
        leader[find(j)] = find(i);
    }
  }
  std::vector<std::vector<Eigen::Index>> all(n), blocks;
  for (std::size_t i = 0; i < n; ++i) all[find(i)].push_back(static_cast<Eigen::Index>(i));
  for (std::vector<Eigen::Index>& block : all)
    if (!block.empty()) blocks.push_back(std::move(block));
  return blocks;
}

/// The shortest x with A x = b, as near as can be, block by block: orthogonal factors cost the third
/// power of their size.
VecX solve_blocks(const MatX& a, const VecX& b) {
  VecX x = VecX::Zero(a.rows());
  for (const std::vector<Eigen::Index>& block : find_blocks(a)) {
    const MatX part = a(block, block);
    if (part.isZero(0.0)) continue;
    const VecX right = b(block);
    const OrthogonalFactors factors(part);
    VecX found = factors.solve(right);
    found += factors.solve(VecX(right - multiply(part, found)));
    x(block) = found;
  }
  return x;
}

// f = K A^T lambda, lambda the displacements that load the springs: (A K A^T) lambda + S Q =
// -given, and S^T lambda = 0, no wheel sinks into its rail.
Forces solve(const Carriers& carriers, const VecX& given) {
  const MatX &A = carriers.springs, &S = carriers.wheels;
  const Eigen::Index n = given.size(), m = S.cols();
  MatX kkt = MatX::Zero(n + m, n + m);
  kkt.topLeftCorner(n, n) = multiply(A * carriers.stiffness.asDiagonal(), MatX(A.transpose()));
  kkt.topRightCorner(n, m) = S;
  kkt.bottomLeftCorner(m, n) = S.transpose();
  VecX right = VecX::Zero(n + m);
  right.head(n) = -given;
  const VecX solution = solve_blocks(kkt, right);
  const VecX sag = multiply(MatX(A.transpose()), VecX(solution.head(n)));
  return {carriers.stiffness.cwiseProduct(sag), solution.tail(m)};
}

}  // namespace

StaticLoads calc_static_loads(const VehicleModel& model, const std::vector<double>& stiffness,
                              const ModelOptions& options) {
  StaticLoads loads;
  loads.preloads.assign(model.elements.size(), 0.0);
  loads.wheelsets.resize(model.wheelsets.size());
  if (model.bodies.u_count() == 0) return loads;
  const MatX partial = calc_partial_velocities(model.bodies);
  const VecX given = multiply(partial, calc_given(model, options.gravity));
  Carriers carriers;
  carriers.springs.resize(partial.rows(), 0);
  carriers.wheels.resize(partial.rows(), 0);
  add_springs(model, stiffness, partial, carriers);
  add_wheels(model, options.half_contact_distance, partial, carriers);
  const Forces forces = solve(carriers, given);
  for (std::size_t i = 0; i < carriers.elements.size(); ++i) {
    loads.preloads[carriers.elements[i]] = forces.springs[static_cast<Eigen::Index>(i)];
  }
  for (std::size_t i = 0; i < carriers.sides.size(); ++i) {
    loads.wheelsets[carriers.wheelsets[i]].*carriers.sides[i] =
        forces.wheels[static_cast<Eigen::Index>(i)];
  }
  const double weight = model.mass * options.gravity;
  if (weight > 0.0) {
    const VecX left_over = given + multiply(carriers.springs, forces.springs) +
                           multiply(carriers.wheels, forces.wheels);
    Eigen::Index worst = 0, at = 0;
    loads.residual = left_over.cwiseAbs().maxCoeff(&worst) / weight;
    partial.row(worst).cwiseAbs().maxCoeff(&at);
    loads.worst_body = static_cast<int>(at / 6);
  }
  return loads;
}

}  // namespace fourfoot::vehicle

#include "analysis/branch_predictor.h"

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/branch_return.h"

namespace fourfoot::testing {
namespace {

using analysis::BranchPiece;
using analysis::BranchPredictor;
using analysis::BranchReturn;
using analysis::OrbitPoint;
using analysis::PeriodicOrbit;

/// A circle of radius 2 in the plane of the first unknown and the parameter.
struct Circle {
  static constexpr double radius = 2.0;
  static VecX at(double angle) {
    VecX x = VecX::Zero(4);
    x[0] = radius * std::sin(angle);
    x[3] = radius * (1.0 - std::cos(angle));
    return x;
  }
  static OrbitPoint point(double angle, double error_of_tangent = 0.0) {
    OrbitPoint point;
    point.rate = VecX::Zero(2);
    point.tangent = VecX::Zero(4);
    point.tangent[0] = std::cos(angle);
    point.tangent[3] = std::sin(angle);
    point.tangent[1] = error_of_tangent;
    point.tangent.normalize();
    return point;
  }
};

/// How far the prediction is from the circle's point that lies `step` along the tangent.
double calc_miss(const BranchPredictor& predictor, const OrbitPoint& from, double angle,
                 double step) {
  const VecX tangent = Circle::point(angle).tangent;
  const double beyond = std::asin(step / Circle::radius);
  const VecX way = Circle::at(angle + beyond) - Circle::at(angle);
  EXPECT_NEAR(way.dot(tangent), step, 1e-12);
  return (predictor.predict(from, step) - way).norm();
}

// Without a past the miss is s^2/(2 R), with the tangent before it is of third order.
TEST(BranchPredictor, ABendThatIsKnownLeavesAMissOfThirdOrder) {
  const double step = 0.1, angle = 0.05, start = angle - std::asin(step / Circle::radius);
  BranchPredictor predictor;
  const OrbitPoint last = Circle::point(angle);
  EXPECT_NEAR(calc_miss(predictor, last, angle, step), step * step / (2.0 * Circle::radius), 1e-5);
  predictor.learn(Circle::point(start), last, Circle::at(angle) - Circle::at(start), step);
  EXPECT_LT(calc_miss(predictor, last, angle, step), step * step * step);
  predictor.forget();
  EXPECT_GT(calc_miss(predictor, last, angle, step), step * step * step);
}

// Tangents that point 20 % aside, as derivatives that jump make them: three points are better, and
// the direction is theirs.
TEST(BranchPredictor, PointsAreTrustedWhereTangentsAreWrong) {
  const double step = 0.1, turn = step / Circle::radius;
  BranchPredictor predictor;
  for (int i = 1; i <= 3; ++i) {
    const double error = i % 2 == 0 ? 0.2 : -0.2;
    predictor.learn(Circle::point((i - 1) * turn, -error), Circle::point(i * turn, error),
                    Circle::at(i * turn) - Circle::at((i - 1) * turn), step);
  }
  OrbitPoint last = Circle::point(3.0 * turn, -0.2);
  EXPECT_LT(last.tangent.dot(Circle::point(3.0 * turn).tangent), 0.985);
  last.tangent = predictor.calc_direction(last);
  EXPECT_GT(last.tangent.dot(Circle::point(3.0 * turn).tangent), 0.99999);
  EXPECT_LT(calc_miss(predictor, last, 3.0 * turn, step), step * step * step);
  EXPECT_GT(predictor.calc_turn(last, Circle::at(4.0 * turn) - Circle::at(3.0 * turn)), 0.99);
}

// A state may be taken anywhere on its orbit: steps along it do not belong to the branch.
TEST(BranchPredictor, StepsAlongTheOrbitAreLeftOut) {
  const double step = 0.1, turn = step / Circle::radius;
  BranchPredictor predictor;
  VecX along = VecX::Zero(4);
  along[1] = 0.05;
  OrbitPoint last;
  for (int i = 1; i <= 3; ++i) {
    OrbitPoint from = Circle::point((i - 1) * turn, 0.3), to = Circle::point(i * turn, 0.3);
    from.rate = to.rate = VecX::Unit(2, 1);
    for (OrbitPoint* point : {&from, &to}) std::swap(point->tangent[1], point->tangent[2]);
    predictor.learn(from, to, Circle::at(i * turn) - Circle::at((i - 1) * turn) + i * along, step);
    last = to;
  }
  last.tangent = predictor.calc_direction(last);
  EXPECT_GT(last.tangent.dot(Circle::point(3.0 * turn).tangent), 0.99999);
  EXPECT_LT(calc_miss(predictor, last, 3.0 * turn, step), step * step * step);
}

// Tangents that are exact but for a part along the orbit, points that scatter across it: the
// tangent is the better prediction of the branch.
TEST(BranchPredictor, PredictionsAreComparedAcrossTheOrbit) {
  const double step = 0.1, turn = step / Circle::radius;
  BranchPredictor predictor;
  OrbitPoint last;
  for (int i = 1; i <= 3; ++i) {
    OrbitPoint from = Circle::point((i - 1) * turn, 0.1), to = Circle::point(i * turn, 0.1);
    from.rate = to.rate = VecX::Unit(2, 1);
    VecX way = Circle::at(i * turn) - Circle::at((i - 1) * turn);
    way[2] += (i % 2 == 0 ? 1e-3 : -1e-3);
    predictor.learn(from, to, way, step);
    last = to;
  }
  EXPECT_TRUE(predictor.calc_direction(last) == last.tangent);
}

/// How far off the cubic's turn is for p = x - x^2/2 - x^3/3, which turns back at
/// x = (sqrt(5) - 1)/2, from two points on both sides of it.
double calc_miss_of_turn(double width) {
  const auto p = [](double x) { return x - x * x / 2.0 - x * x * x / 3.0; };
  const double turn = 0.5 * (std::sqrt(5.0) - 1.0), from = turn - width, to = turn + 0.8 * width;
  const auto make_point = [](double x) {
    OrbitPoint point;
    point.tangent = VecX::Zero(4);
    point.tangent[0] = 1.0;
    point.tangent[3] = 1.0 - x - x * x;
    point.tangent.normalize();
    return point;
  };
  VecX way = VecX::Zero(4);
  way[0] = to - from;
  way[3] = p(to) - p(from);
  const BranchPiece piece(make_point(from), make_point(to), way);
  EXPECT_LT((piece.calc_way(1.0) - way).norm(), 1e-14);
  EXPECT_LT(piece.calc_way(0.0).norm(), 1e-14);
  return std::abs(p(from) + piece.calc_way(piece.find_turn())[3] - p(turn));
}

// The curve runs over x, the cubic over the length along the first tangent: a method of fourth
// order.
TEST(BranchPredictor, TheTurnOfAPieceIsOfFourthOrder) {
  const double coarse = calc_miss_of_turn(0.2), fine = calc_miss_of_turn(0.1);
  EXPECT_LT(coarse, 3e-3);
  EXPECT_LT(fine, coarse / 12.0);
  EXPECT_GT(fine, 0.0);
}

PeriodicOrbit make_orbit(double value, double size) {
  PeriodicOrbit orbit;
  orbit.value = value;
  orbit.size = size;
  orbit.largest = 1e-3 * size;
  orbit.period = 0.2;
  return orbit;
}

// The motions say nothing else than value and size do.
BranchReturn find_return(const std::vector<PeriodicOrbit>& orbits) {
  return analysis::find_return(orbits, 1.0, [](const PeriodicOrbit&) { return VecX(); });
}

TEST(BranchReturn, AClosedBranchIsFoundOnItsSecondWay) {
  std::vector<PeriodicOrbit> orbits;
  for (double angle = 0.0; angle < 6.2; angle += 0.2)
    orbits.push_back(make_orbit(std::sin(angle), 2.0 - std::cos(angle)));
  EXPECT_EQ(find_return(orbits), BranchReturn::none);
  for (double angle = 6.38; angle < 7.0; angle += 0.2)
    orbits.push_back(make_orbit(std::sin(angle), 2.0 - std::cos(angle)));
  EXPECT_EQ(find_return(orbits), BranchReturn::closed);
}

TEST(BranchReturn, AWayBackIsToldFromANarrowFold) {
  std::vector<PeriodicOrbit> orbits;
  for (int i = 0; i < 10; ++i) orbits.push_back(make_orbit(0.3 * i, 1.0));
  std::vector<PeriodicOrbit> folded = orbits;
  for (int i = 0; i < 6; ++i) {
    orbits.push_back(make_orbit(2.6 - 0.25 * i, 1.0));
    folded.push_back(make_orbit(2.6 - 0.25 * i, 1.02));  // 9 % of a piece beside the way there
  }
  EXPECT_EQ(find_return(orbits), BranchReturn::reversed);
  EXPECT_EQ(find_return(folded), BranchReturn::none);
}

}  // namespace
}  // namespace fourfoot::testing

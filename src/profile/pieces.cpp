#include "profile/pieces.h"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <stdexcept>
#include <string>

namespace fourfoot::profile {

namespace {

using Chain = std::vector<CurveNode>;

// Checked before it becomes a count: a profile of 1 m has a few thousand nodes.
int count_steps(double length, double spacing) {
  constexpr double most = 1e5;
  const double steps = std::ceil(length / spacing);
  if (!(steps <= most)) throw std::invalid_argument("a piece is too long for a profile");
  return std::max(1, static_cast<int>(steps));
}

Chain sample(const LinePiece& line, double spacing) {
  const double dy = line.y1 - line.y0, dz = line.z1 - line.z0;
  const double length = std::hypot(dy, dz);
  if (!(length > 0.0)) throw std::invalid_argument("a line of no length");
  const int n = count_steps(length, 4.0 * spacing);
  Chain chain;
  for (int i = 0; i <= n; ++i) {
    const double u = static_cast<double>(i) / n;
    chain.push_back(
        {{line.y0 + u * dy, line.z0 + u * dz, dy / length, dz / length, 0.0}, length / n});
  }
  return chain;
}

Chain sample(const ArcPiece& arc, double spacing) {
  const double dy = arc.y1 - arc.y0, dz = arc.z1 - arc.z0;
  const double chord = std::hypot(dy, dz);
  if (!(chord > 0.0) || chord > 2.0 * arc.radius * (1.0 + 1e-9))
    throw std::invalid_argument("an arc whose ends are farther apart than its diameter");
  const double half = std::asin(std::min(1.0, 0.5 * chord / arc.radius));
  // Turning right (bow to the left of the way) is a negative curvature.
  const double turn = arc.bulges_left ? -1.0 : 1.0;
  const double start = std::atan2(dz, dy) - turn * half;
  // The centre lies to the left of a left turn.
  const double cy = arc.y0 - turn * arc.radius * std::sin(start);
  const double cz = arc.z0 + turn * arc.radius * std::cos(start);
  const double length = 2.0 * half * arc.radius;
  const int n = count_steps(length, spacing);
  Chain chain;
  for (int i = 0; i <= n; ++i) {
    const double angle = start + turn * 2.0 * half * i / n;
    chain.push_back(
        {{cy + turn * arc.radius * std::sin(angle), cz - turn * arc.radius * std::cos(angle),
          std::cos(angle), std::sin(angle), turn / arc.radius},
         length / n});
  }
  return chain;
}

Chain sample(const PolynomialPiece& poly, double spacing) {
  const auto jet = [&](double y) {
    double z = 0.0, d = 0.0, dd = 0.0;
    const double x = y - poly.origin;
    for (std::size_t k = poly.coefficients.size(); k-- > 0;) {
      dd = dd * x + 2.0 * d;
      d = d * x + z;
      z = z * x + poly.coefficients[k];
    }
    return std::array<double, 3>{z, d, dd};
  };
  const double direction = poly.y1 > poly.y0 ? 1.0 : -1.0;
  if (poly.y1 == poly.y0) throw std::invalid_argument("a polynomial of no width");
  const int n = count_steps(std::abs(poly.y1 - poly.y0), spacing);
  Chain chain;
  for (int i = 0; i <= n; ++i) {
    const double y = poly.y0 + (poly.y1 - poly.y0) * i / n;
    const auto [z, d, dd] = jet(y);
    constexpr double steepest = 1e3;
    if (!(std::abs(z) <= 1.0 && std::abs(d) <= steepest))
      throw std::invalid_argument(
          "a polynomial leaves the profile at y = " + std::to_string(y * 1e3) + " mm");
    const double speed = std::hypot(1.0, d);
    CurveNode node{
        {y, z, direction / speed, direction * d / speed, direction * dd / (speed * speed * speed)},
        0.0};
    if (i < n) {
      const double next = poly.y0 + (poly.y1 - poly.y0) * (i + 1) / n;
      node.step = std::abs(boost::math::quadrature::gauss<double, 10>::integrate(
          [&](double x) { return std::hypot(1.0, jet(x)[1]); }, y, next));
    }
    chain.push_back(node);
  }
  return chain;
}

}  // namespace

Curve build_curve(const std::vector<Piece>& pieces, double spacing, double join_tolerance) {
  std::vector<Chain> chains;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    Chain chain = std::visit([&](const auto& p) { return sample(p, spacing); }, pieces[i]);
    if (!chains.empty()) {
      const CurvePoint& end = chains.back().back().point;
      const double dy = end.y - chain.front().point.y, dz = end.z - chain.front().point.z;
      if (std::hypot(dy, dz) > join_tolerance)
        throw std::invalid_argument("pieces " + std::to_string(i) + " and " +
                                    std::to_string(i + 1) + " are " +
                                    std::to_string(std::hypot(dy, dz) * 1e3) + " mm apart");
      for (CurveNode& node : chain) {
        node.point.y += dy;
        node.point.z += dz;
      }
    }
    chains.push_back(std::move(chain));
  }
  if (chains.empty()) throw std::invalid_argument("no pieces");
  return Curve(chains);
}

}  // namespace fourfoot::profile

#include "multibody/group_mass.h"

#include <algorithm>

#include "math/repeat.h"
#include "multibody/workspace.h"

/// The mass matrix of the bodies that constraints hold, group by group.
namespace fourfoot::multibody {

bool has_constant_mass(const Body& body) {
  return body.angular_speeds && body.speed_count == 6;
}

MassFactors::MassFactors(const Model& model) {
  for (const ConstraintGroup& group : model.groups()) {
    const int free = std::max(0, group.packed_count - group.row_count());
    parts_.emplace_back().compute(MatX::Identity(free, free));
  }
}

void MassFactors::compute(const Model& model, const MatX& theta) {
  for (std::size_t g = 0; g < parts_.size(); ++g) {
    const ConstraintGroup& group = model.groups()[g];
    const int at = group.independent_begin, n = group.independent_count;
    parts_[g].compute(theta.block(at, at, n, n));
  }
}

void MassFactors::solve_in_place(const Model& model, MatRef x) const {
  for (std::size_t g = 0; g < parts_.size(); ++g) solve_group_in_place(model, g, x);
}

void MassFactors::solve_group_in_place(const Model& model, std::size_t group, MatRef x) const {
  const ConstraintGroup& of = model.groups()[group];
  parts_[group].solve_in_place(x.middleRows(of.independent_begin, of.independent_count));
}

// Few numbers each: coefficient by coefficient they cost less than Eigen's kernels for large ones.

namespace {

double dot(const double* a, const double* b, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

/// Two sums side by side, so that they fit the processor's pairs.
[[gnu::always_inline]] inline double dot6(const double* a, const double* b) {
  using Pair = Eigen::Array2d;
  using Map = Eigen::Map<const Pair>;
  const Pair sum = Map{a} * Map{b} + Map{a + 2} * Map{b + 2} + Map{a + 4} * Map{b + 4};
  return sum[0] + sum[1];
}

/// All speeds of the body are independent and stand for themselves.
void add_own_mass(const Body& body, int at, MatX& theta) {
  for (int k = 0; k < 3; ++k) {
    theta.coeffRef(at + k, at + k) += body.given.mass;
    for (int i = k; i < 3; ++i) theta.coeffRef(at + 3 + i, at + 3 + k) += body.given.inertia(i, k);
  }
}

/// A body whose mass matrix is that of its twist and that follows K speeds.
template <int K>
void add_twist_mass(const Body& body, const std::vector<int>& follows, const MatX& B, MatX& theta) {
  Eigen::Matrix<double, 6, K> b;
  for (int k = 0; k < K; ++k)
    b.col(k) = Eigen::Map<const Vec6>(
        &B.coeffRef(body.packed_begin, follows[static_cast<std::size_t>(k)]));
  repeat(Size<0>{}, Size<K>{}, [&](auto k) {
    Vec6 mb;
    mb.template head<3>() = body.given.mass * b.template block<3, 1>(0, k);
    mb.template tail<3>().noalias() = body.given.inertia * b.template block<3, 1>(3, k);
    double* const column = &theta.coeffRef(0, follows[static_cast<std::size_t>(k.value)]);
    repeat(k, Size<K>{}, [&](auto i) {
      column[follows[static_cast<std::size_t>(i.value)]] += dot6(b.data() + 6 * i, mb.data());
    });
  });
}

}  // namespace

void put_reduced_mass(const Model& model, const MatX& mass, const MatX& B, MatX& theta) {
  for (const ConstraintGroup& group : model.groups()) {
    const int first = group.independent_begin, free = group.independent_count;
    for (int k = first; k < first + free; ++k)
      for (int i = k; i < first + free; ++i) theta.coeffRef(i, k) = 0.0;
    for (std::size_t j = 0; j < group.bodies.size(); ++j) {
      const Body& body = model.body(group.bodies[j]);
      const int at = body.packed_begin, n = body.speed_count;
      const bool is_plain = has_constant_mass(body);
      const std::vector<int>& follows = group.follows[j];
      if (is_plain && group.leads[j]) {
        add_own_mass(body, follows.front(), theta);
        continue;
      }
      if (is_plain && follows.size() == 7) {  // an axle box
        add_twist_mass<7>(body, follows, B, theta);
        continue;
      }
      Vec6 mb;
      for (std::size_t k = 0; k < follows.size(); ++k) {
        const double* b = &B.coeffRef(at, follows[k]);
        if (is_plain) {
          mb.head<3>() = body.given.mass * Eigen::Map<const Vec3>{b};
          mb.tail<3>() = body.given.inertia * Eigen::Map<const Vec3>{b + 3};
        } else {
          for (int i = 0; i < n; ++i) mb[i] = dot(&mass.coeffRef(at, at + i), b, n);
        }
        double* const column = &theta.coeffRef(0, follows[k]);
        for (std::size_t i = k; i < follows.size(); ++i) {
          const double* other = &B.coeffRef(at, follows[i]);
          column[follows[i]] += is_plain ? dot6(other, mb.data()) : dot(other, mb.data(), n);
        }
      }
    }
  }
}

void add_mass_product(const Model& model, double factor, const MatX& mass, const VecX& x,
                      VecX& out) {
  for (std::size_t j : model.constrained_bodies()) {
    const Body& body = model.body(j);
    const int at = body.packed_begin, n = body.speed_count;
    if (has_constant_mass(body)) {
      out.segment<3>(at) += factor * body.given.mass * x.segment<3>(at);
      out.segment<3>(at + 3) += factor * (body.given.inertia * x.segment<3>(at + 3));
      continue;
    }
    out.segment(at, n) += factor * mass.block(at, at, n, n).lazyProduct(x.segment(at, n));
  }
}

void put_reduced_of_group(const Model& model, std::size_t group, const MatX& B, const double* x,
                          double* out) {
  const ConstraintGroup& of = model.groups()[group];
  for (int i = of.independent_begin; i < of.independent_begin + of.independent_count; ++i)
    out[i] = 0.0;
  for (std::size_t j = 0; j < of.bodies.size(); ++j) {
    const Body& body = model.body(of.bodies[j]);
    const int at = body.packed_begin, n = body.speed_count;
    if (of.leads[j]) {
      for (int k = 0; k < n; ++k) out[of.follows[j].front() + k] += x[at + k];
      continue;
    }
    if (n == 6) {
      const Vec6 own = Eigen::Map<const Vec6>(x + at);  // so that it stays in registers
      for (const int i : of.follows[j]) out[i] += dot6(&B.coeffRef(at, i), own.data());
      continue;
    }
    for (const int i : of.follows[j]) out[i] += dot(&B.coeffRef(at, i), x + at, n);
  }
}

void put_reduced(const Model& model, const MatX& B, const VecX& x, VecX& out) {
  for (std::size_t g = 0; g < model.groups().size(); ++g)
    put_reduced_of_group(model, g, B, x.data(), out.data());
}

void add_spread(const Model& model, const MatX& B, const VecX& x, VecX& out) {
  for (const ConstraintGroup& group : model.groups()) {
    for (std::size_t j = 0; j < group.bodies.size(); ++j) {
      const Body& body = model.body(group.bodies[j]);
      const int at = body.packed_begin, n = body.speed_count;
      if (group.leads[j]) {
        for (int k = 0; k < n; ++k) out[at + k] += x[group.follows[j].front() + k];
        continue;
      }
      if (n == 6) {
        Vec6 sum = out.segment<6>(at);
        for (const int i : group.follows[j])
          sum += x.coeff(i) * Eigen::Map<const Vec6>(&B.coeffRef(at, i));
        out.segment<6>(at) = sum;
        continue;
      }
      for (const int i : group.follows[j]) {
        const double* const b = &B.coeffRef(at, i);
        for (int k = 0; k < n; ++k) out[at + k] += x[i] * b[k];
      }
    }
  }
}

}  // namespace fourfoot::multibody

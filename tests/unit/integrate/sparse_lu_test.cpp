#include "integrate/sparse_lu.h"

#include <gtest/gtest.h>

#include <random>

namespace fourfoot::integrate {
namespace {

// I - D J with blocks of the coordinates as bodies have them, and a dense rest.
MatX make_matrix(const std::vector<int>& blocks, int n_r, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  int n_q = 0;
  for (const int count : blocks) n_q += count;
  MatX a = MatX::Identity(n_q + n_r, n_q + n_r);
  a.bottomRows(n_r) += MatX::NullaryExpr(n_r, n_q + n_r, [&] { return uniform(random); });
  int at = 0, column = n_q;
  for (const int count : blocks) {
    for (int i = 0; i < count; ++i) {
      for (int k = 0; k < count; ++k) a(at + i, at + k) += 0.1 * uniform(random);
      for (int k = 0; k < 3 && column + k < n_q + n_r; ++k) a(at + i, column + k) = uniform(random);
    }
    at += count;
    column += 3;
  }
  return a;
}

TEST(PartitionedLu, SolvesWhatPlainFactorsSolve) {
  std::mt19937 random(3);
  for (const std::vector<int>& blocks : {std::vector<int>{}, {1}, {7, 6, 7}, {3, 1, 1, 6}, {12}}) {
    for (const int n_r : {1, 4, 25}) {
      const MatX a = make_matrix(blocks, n_r, random);
      const int n = static_cast<int>(a.rows());
      PartitionedLu lu({n - n_r, n_r, 0}, n);
      for (int again = 0; again < 2; ++again) {  // the second time with everything laid out
        ASSERT_TRUE(lu.compute(a));
        VecX x = VecX::Random(n);
        const VecX b = a * x;
        VecX solved = b;
        lu.solve(solved, solved);  // in place
        EXPECT_LT((a * solved - b).norm(), 1e-11 * b.norm()) << n << " " << n_r;
      }
    }
  }
}

TEST(PartitionedLu, TellsASingularMatrix) {
  MatX a = MatX::Identity(6, 6);
  a(5, 5) = 0.0;
  PartitionedLu lu({3, 3, 0}, 6);
  EXPECT_FALSE(lu.compute(a));
  a(5, 5) = 1.0;
  a(1, 1) = 0.0;
  EXPECT_FALSE(lu.compute(a));
}

// A tree of bodies as a vehicle is: coordinates and speeds of each, coupled with its parent.
class Tree : public Problem {
 public:
  explicit Tree(std::vector<int> parents) : parents_(std::move(parents)) {}
  int get_size() const override { return 2 * width * static_cast<int>(parents_.size()); }
  Partition get_partition() const override { return {get_size() / 2, get_size() / 2, 0}; }
  void calc_rate(double, const ConstVecRef&, VecRef ydot) override { ydot.setZero(); }
  bool get_pattern(Pattern& pattern) const override {
    const int half = get_size() / 2;
    const auto join = [&](int a, int b) {
      pattern.block(half + width * a, width * b, width, width) = true;
      pattern.block(half + width * a, half + width * b, width, width) = true;
    };
    for (int i = 0; i < static_cast<int>(parents_.size()); ++i) {
      pattern.block(width * i, half + width * i, width, width) = true;
      join(i, i);
      const int parent = parents_[static_cast<std::size_t>(i)];
      if (parent >= 0) join(i, parent), join(parent, i);
    }
    return true;
  }

 private:
  static constexpr int width = 3;
  std::vector<int> parents_;
};

// A Jacobian of that pattern with stiff springs.
MatX make_jacobian(const Tree& tree, double size, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  Pattern pattern = Pattern::Constant(tree.get_size(), tree.get_size(), false);
  tree.get_pattern(pattern);
  MatX j = MatX::Zero(tree.get_size(), tree.get_size());
  const int half = tree.get_size() / 2;
  for (int i = 0; i < tree.get_size(); ++i) {
    for (int k = 0; k < tree.get_size(); ++k) {
      if (pattern(i, k)) j(i, k) = (i < half ? 0.0 : 0.02 * size) * uniform(random);
    }
    if (i < half) {
      j(i, half + i) = 1.0;
      j(half + i, i) -= size;
    }
  }
  return j;
}

TEST(SparseLu, SolvesWhatDenseFactorsSolve) {
  const Tree tree({-1, 0, 1, 1, 0, 4, 4});
  SparseLu lu(tree);
  ASSERT_TRUE(lu.is_sparse());
  std::mt19937 random(5);
  for (const double size : {1.0, 1e3, 1e6}) {
    for (const double d : {1e-4, 1e-3, 0.1}) {
      const MatX j = make_jacobian(tree, size, random);
      const MatX a = MatX::Identity(j.rows(), j.cols()) - d * j;
      const VecX b = a * VecX::Random(j.rows());
      const VecX right = a.partialPivLu().solve(b);
      for (const bool shifted : {false, true}) {
        ASSERT_TRUE(shifted ? lu.compute_shifted(j, d) : lu.compute(a));
        VecX x = b;
        lu.solve(x, x);
        EXPECT_LT((x - right).norm(), 1e-9 * right.norm()) << size << " " << d;
      }
    }
  }
}

TEST(SparseLu, GivesTheSameBitsFromEntriesAndFromTheWholeMatrix) {
  const Tree tree({-1, 0, 1, 1, 0, 4, 4, 2, 2});
  SparseLu whole(tree), by_entries(tree);
  ASSERT_TRUE(whole.entries());
  const Entries& entries = *whole.entries();
  std::mt19937 random(11);
  const int at = tree.get_size() / 2 + 3;
  for (const bool is_pivot_lost : {false, true, false}) {
    MatX a = MatX::Identity(tree.get_size(), tree.get_size());
    if (is_pivot_lost) {  // dense factors take over: two speeds of one body exchange their places
      a(at, at) = a(at + 1, at + 1) = 0.0;
      a(at, at + 1) = a(at + 1, at) = 2.0;
    } else {
      a -= 1e-3 * make_jacobian(tree, 1e4, random);
    }
    VecX values(entries.count());
    MatX again;
    entries.get(a, values);
    entries.put(values, again);
    ASSERT_EQ(again, a);
    const VecX b = VecX::Random(a.rows());
    VecX x(b.size()), y(b.size());
    ASSERT_TRUE(whole.compute(a) && by_entries.compute(values));
    whole.solve(b, x);
    by_entries.solve(b, y);
    EXPECT_EQ(x, y);
    entries.clear(again);
    EXPECT_TRUE(again.isZero(0.0));
  }
}

TEST(SparseLu, GivesTheSameBitsWithEveryWidth) {
  const Tree tree({-1, 0, 1, 1, 0, 4, 4, 2, 2});
  SparseLu wide(tree), portable(tree);
  ASSERT_TRUE(portable.use_width("portable"));
  EXPECT_FALSE(portable.use_width("widest"));
  if (!wide.use_width("avx2")) GTEST_SKIP() << "this processor has one width";
  std::mt19937 random(7);
  for (int k = 0; k < 20; ++k) {
    const MatX j = make_jacobian(tree, 1e4, random);
    const VecX b = VecX::Random(j.rows());
    VecX x(b.size()), y(b.size());
    ASSERT_TRUE(wide.compute_shifted(j, 1e-3));
    ASSERT_TRUE(portable.compute_shifted(j, 1e-3));
    wide.solve(b, x);
    portable.solve(b, y);
    EXPECT_EQ(x, y);
  }
}

TEST(SparseLu, HandsALostPivotToFactorsThatPivot) {
  const Tree tree({-1, 0, 0, 0, 0});
  SparseLu lu(tree);
  ASSERT_TRUE(lu.is_sparse());
  // Two speeds of one body that exchange their places: a good matrix, but its pivots are zero.
  const int at = tree.get_size() / 2 + 3;
  MatX a = MatX::Identity(tree.get_size(), tree.get_size());
  a(at, at) = a(at + 1, at + 1) = 0.0;
  a(at, at + 1) = a(at + 1, at) = 2.0;
  ASSERT_TRUE(lu.compute(a));
  const VecX b = VecX::LinSpaced(a.rows(), 1.0, 2.0);
  VecX x = b;
  lu.solve(b, x);
  EXPECT_LT((a * x - b).norm(), 1e-12);
  a(at, at + 1) = 0.0;
  EXPECT_FALSE(lu.compute(a));
}

TEST(SparseLu, TakesDenseFactorsWhereNothingIsKnown) {
  Tree alone({-1});  // one body: all couples with all
  EXPECT_FALSE(SparseLu(alone).is_sparse());
}

}  // namespace
}  // namespace fourfoot::integrate

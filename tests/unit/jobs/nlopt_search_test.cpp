// The driver of the searches against optima that are known in closed form.
#include "jobs/nlopt_search.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"

namespace fourfoot::jobs {
namespace {

using Point = std::vector<double>;

/// A problem of one function; counts what is asked for.
struct Counted {
  std::function<SearchValues(const Point&)> function;
  std::vector<std::size_t> batches = {};
  SearchProblem make(std::size_t dimension, std::size_t constraints) {
    return {dimension, constraints, [this](const std::vector<Point>& points) {
              batches.push_back(points.size());
              std::vector<SearchValues> values;
              for (const Point& x : points) values.push_back(function(x));
              return values;
            }};
  }
};

NloptOptions begin(const std::string& method, Point start, double tolerance = 1e-6) {
  NloptOptions options;
  options.method = method;
  options.start = std::move(start);
  options.tolerance = tolerance;
  options.evaluations = 5000;
  return options;
}

class Search : public testing::Test {
 protected:
  void SetUp() override {
    if (get_nlopt_version().empty()) GTEST_SKIP() << "built without NLopt";
  }
};

// (x - 0.7)^2 + (y - 0.2)^2 with x + y <= 0.6: the foot of the perpendicular, (0.55, 0.05).
TEST_F(Search, QuadraticWithLinearConstraint) {
  for (const char* method : {"auto", "cobyla", "slsqp"}) {
    Counted problem{[](const Point& x) {
      const double f = std::pow(x[0] - 0.7, 2) + std::pow(x[1] - 0.2, 2);
      return SearchValues{f, {x[0] + x[1] - 0.6}};
    }};
    const SearchResult found = search(problem.make(2, 1), begin(method, {0.2, 0.8}));
    EXPECT_TRUE(found.is_feasible) << method;
    // Constraints hold to 1e-5 and move the optimum by as much.
    EXPECT_NEAR(found.best[0], 0.55, 1e-4) << method;
    EXPECT_NEAR(found.best[1], 0.05, 1e-4) << method;
    EXPECT_NEAR(found.values.objective, 2.0 * 0.15 * 0.15, 1e-5) << method;
  }
}

// Largest x + y in the disk of radius 0.2 about the middle: sqrt(2) 0.2 beyond it.
TEST_F(Search, CurvedConstraint) {
  for (const char* method : {"cobyla", "slsqp", "isres"}) {
    Counted problem{[](const Point& x) {
      const double r2 = std::pow(x[0] - 0.5, 2) + std::pow(x[1] - 0.5, 2);
      return SearchValues{-x[0] - x[1], {r2 - 0.04}};
    }};
    const SearchResult found = search(problem.make(2, 1), begin(method, {0.5, 0.5}));
    EXPECT_TRUE(found.is_feasible) << method;
    const double within = method == std::string("isres") ? 1e-2 : 1e-4;
    EXPECT_NEAR(found.values.objective, -1.0 - 0.2 * std::sqrt(2.0), within) << method;
  }
}

TEST_F(Search, CurvedValley) {
  Counted problem{[](const Point& u) {
    const double x = 4.0 * u[0] - 2.0, y = 4.0 * u[1] - 2.0;  // Rosenbrock: (1, 1)
    return SearchValues{100.0 * std::pow(y - x * x, 2) + std::pow(1.0 - x, 2), {}};
  }};
  const SearchResult found = search(problem.make(2, 0), begin("auto", {0.2, 0.75}, 1e-8));
  EXPECT_EQ(found.method, "bobyqa");
  EXPECT_NEAR(found.best[0], 0.75, 1e-4);
  EXPECT_NEAR(found.best[1], 0.75, 1e-4);
  EXPECT_EQ(problem.batches.front(), 5u);  // 2 n + 1 points at once
}

TEST_F(Search, OneParameterAndABound) {
  Counted problem{[](const Point& x) { return SearchValues{std::pow(x[0] - 0.3, 2), {}}; }};
  const SearchResult found = search(problem.make(1, 0), begin("auto", {0.9}));
  EXPECT_EQ(found.method, "cobyla");
  EXPECT_NEAR(found.best[0], 0.3, 1e-4);
  Counted slope{[](const Point& x) { return SearchValues{x[0] + x[1], {}}; }};
  EXPECT_NEAR(search(slope.make(2, 0), begin("auto", {0.5, 0.5})).values.objective, 0.0, 1e-9);
}

// Many valleys, the deepest at 0.25: a population finds it, from the other side.
TEST_F(Search, ManyValleys) {
  Counted problem{[](const Point& x) {
    double f = 0.0;
    for (const double u : x)
      f += 10.0 * std::pow(u - 0.25, 2) + 1.0 - std::cos(8.0 * std::acos(-1.0) * (u - 0.25));
    return SearchValues{f, {}};
  }};
  const SearchResult found = search(problem.make(2, 0), begin("crs2", {0.9, 0.9}));
  EXPECT_NEAR(found.best[0], 0.25, 1e-3);
  EXPECT_NEAR(found.best[1], 0.25, 1e-3);
  EXPECT_EQ(problem.batches.front(), 30u);  // its population at once
  // The same seed gives the same, another one something else on the way.
  EXPECT_EQ(search(problem.make(2, 0), begin("crs2", {0.9, 0.9})).best, found.best);
}

TEST_F(Search, PointsThatFailAreLeftAlone) {
  Counted problem{[](const Point& x) {
    SearchValues values{std::pow(x[0] - 0.6, 2) + std::pow(x[1] - 0.5, 2), {}};
    values.is_failed = x[0] > 0.65;
    return values;
  }};
  const SearchResult found = search(problem.make(2, 0), begin("auto", {0.2, 0.2}));
  EXPECT_NEAR(found.best[0], 0.6, 1e-2);
  EXPECT_THROW(search(problem.make(2, 0), begin("auto", {0.9, 0.2})), RunError);
}

TEST_F(Search, StopsWhenItIsCancelledOrMayNotGoOn) {
  Counted problem{[](const Point& x) { return SearchValues{x[0] * x[0] + x[1], {}}; }};
  NloptOptions options = begin("auto", {0.5, 0.5});
  options.evaluations = 9;
  EXPECT_LE(search(problem.make(2, 0), options).evaluations, 9);
  options.is_cancelled = [&] { return problem.batches.size() > 3; };
  EXPECT_THROW(search(problem.make(2, 0), options), RunError);
}

TEST(NoNlopt, SaysSo) {
  if (get_nlopt_version().empty())
    EXPECT_THROW(need_nlopt(), InputError);
  else
    need_nlopt();
}

}  // namespace
}  // namespace fourfoot::jobs

#include "evaluate/comparison.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fourfoot::evaluate {

namespace {

Figure make(const std::string& name, double value, double largest, double limit) {
  Figure figure{.norm = "en14363", .name = name, .subject = "w"};
  figure.value = value;
  figure.largest = largest;
  figure.limit = limit;
  figure.sections = 3;
  return figure;
}

}  // namespace

TEST(Comparison, DifferencesFromTheFirstRecord) {
  const Evaluation a{{make("Q", 100.0, 90.0, 150.0), make("Y", no_number, 40.0, 60.0)}, {}};
  const Evaluation b{{make("Y", no_number, 70.0, 60.0), make("Q", 80.0, 70.0, 150.0)}, {}};
  const Evaluation c{{make("Q", 160.0, 120.0, 150.0)}, {}};
  const std::vector<ComparedFigure> out = compare({a, b, c});
  ASSERT_EQ(out.size(), 2u);
  EXPECT_EQ(out[0].name, "Q");
  EXPECT_EQ(out[0].values, (std::vector<double>{100.0, 80.0, 160.0}));
  EXPECT_EQ(out[0].calc_difference(1), -20.0);
  EXPECT_EQ(out[0].calc_change(2), 0.6);
  EXPECT_EQ(out[0].basis, "estimate");
  EXPECT_EQ(out[0].verdicts, (std::vector<std::string>{"within", "within", "exceeds"}));
  EXPECT_EQ(out[1].calc_difference(1), 30.0);
  EXPECT_TRUE(std::isnan(out[1].values[2]));
  EXPECT_EQ(out[1].verdicts, (std::vector<std::string>{"within", "exceeds", "absent"}));
}

// An estimate of many sections is not compared with the largest one of a few.
TEST(Comparison, LikeWithLike) {
  const Evaluation many{{make("Q", 130.0, 110.0, 150.0)}, {}};
  const Evaluation few{{make("Q", no_number, 100.0, 150.0)}, {}};
  const ComparedFigure found = compare({many, few}).front();
  EXPECT_EQ(found.values, (std::vector<double>{110.0, 100.0}));
  EXPECT_EQ(found.basis, "largest section");
}

// Where a transition begins is known to a sample of the record, at another speed another one.
TEST(Comparison, TransitionsOfRunsAtDifferentSpeeds) {
  const auto at = [](const char* zone, double value) {
    Figure figure{.norm = "en12299", .name = "P_CT_standing", .subject = "floor"};
    figure.zone = zone;
    figure.value = value;
    return Evaluation{{figure}, {}};
  };
  const std::vector<ComparedFigure> out =
      compare({at("transition at 59.779 m", 10.0), at("transition at 60.556 m", 20.0),
               at("transition at 180.2 m", 30.0)});
  ASSERT_EQ(out.size(), 2u);
  EXPECT_EQ(out[0].zone, "transition at 59.779 m");
  EXPECT_EQ(out[0].calc_difference(1), 10.0);
  EXPECT_EQ(out[0].verdicts[2], "absent");
  EXPECT_EQ(out[1].zone, "transition at 180.2 m");
}

// From nothing there is no share.
TEST(Comparison, ChangeOfZero) {
  const ComparedFigure found =
      compare({{{make("Q", 0.0, 0.0, 1.0)}, {}}, {{make("Q", 2.0, 2.0, 1.0)}, {}}}).front();
  EXPECT_EQ(found.calc_difference(1), 2.0);
  EXPECT_TRUE(std::isnan(found.calc_change(1)));
}

}  // namespace fourfoot::evaluate

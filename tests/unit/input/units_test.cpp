#include "input/units.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fourfoot::input {
namespace {

double convert_text(const std::string& text, const std::string& unit) {
  const auto quantity = parse_quantity(text);
  if (!quantity) throw std::invalid_argument(text);
  const Conversion conversion = convert(*quantity, unit);
  if (conversion.fault != UnitFault::none) throw std::domain_error(text);
  return conversion.value;
}

// What is known without UDUNITS-2 is what UDUNITS-2 says, to the bit.
TEST(Units, KnownConversionsAreThoseOfUdunits) {
  ASSERT_FALSE(list_known_conversions().empty());
  std::vector<KnownConversion> all = list_known_conversions();
  for (const char* same :
       {"m", "s", "kg", "N", "m/s", "N/m", "N s/m", "N m/rad", "N m s/rad", "rad"})
    all.push_back({same, same, 1.0});
  for (const KnownConversion& known : all) {
    for (const double value : {0.0, 1.0, -1.0, 1435.0, 0.1, 1.0 / 3.0, 160.0, -7.3e-5, 6.02e23}) {
      const WrittenQuantity quantity{value, known.written};
      const Conversion slow = convert_by_udunits(quantity, known.wanted);
      EXPECT_EQ(slow.fault, UnitFault::none) << known.written;
      EXPECT_EQ(convert(quantity, known.wanted).value, slow.value) << value << known.written;
    }
  }
}

struct Case {
  const char* text;
  const char* unit;
  double value;
};
std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.text << " in " << c.unit;
}

class Converted : public testing::TestWithParam<Case> {};

TEST_P(Converted, IsInSi) {
  const Case& c = GetParam();
  EXPECT_NEAR(convert_text(c.text, c.unit), c.value, 1e-14 * std::abs(c.value)) << c.text;
}

INSTANTIATE_TEST_SUITE_P(
    SpellingsOfTheTrade, Converted,
    testing::Values(Case{"160 km/h", "m/s", 160.0 / 3.6}, Case{"0.5 MN/m", "N/m", 0.5e6},
                    Case{"20 kN s/m", "N s/m", 20e3}, Case{"20 kN*s/m", "N s/m", 20e3},
                    Case{"32 t", "kg", 32e3}, Case{"5 mrad", "rad", 5e-3},
                    Case{"2 1/km", "1/m", 2e-3}, Case{"90 deg/s", "rad/s", M_PI / 2},
                    Case{"2 /km", "1/m", 2e-3}, Case{"180 deg", "rad", M_PI},
                    Case{"180 \xC2\xB0", "rad", M_PI}, Case{"25 \xE2\x80\xB0", "1", 0.025},
                    Case{"25 permille", "1", 0.025}, Case{"5 %", "1", 0.05},
                    Case{"1435 mm", "m", 1.435}, Case{"210 GPa", "Pa", 2.1e11},
                    Case{"1 MN m/rad", "N m/rad", 1e6}, Case{"56.8 t m2", "kg m2", 56800.0},
                    Case{"+1.5e3 mm", "m", 1.5}, Case{"-3 mm", "m", -3e-3},
                    Case{"10 ms", "s", 0.01}, Case{"  7 m  ", "m", 7.0}, Case{"0.05", "1", 0.05},
                    Case{"0.05", "", 0.05}, Case{"20 kNs/m", "N s/m", 20e3},
                    Case{"1 MNm/rad", "N m/rad", 1e6}, Case{"2 kNms/rad", "N m s/rad", 2e3},
                    Case{"5 kNm", "N m", 5e3}, Case{"3 Ns/m", "N s/m", 3.0},
                    Case{"56.8 kgm2", "kg m2", 56.8}));

TEST(Units, KnowsWhatIsNoNumber) {
  for (const char* text : {"", "m", "fast", "nan m", "inf m", "1e999 m", "-", "0x"}) {
    const auto quantity = parse_quantity(text);
    EXPECT_TRUE(!quantity || !quantity->unit.empty()) << text;
  }
  EXPECT_FALSE(parse_quantity("nan"));
  EXPECT_FALSE(parse_quantity("infinity"));
}

TEST(Units, TellsUnknownFromWrong) {
  EXPECT_EQ(convert({1.0, "kmh"}, "m/s").fault, UnitFault::unknown_unit);
  EXPECT_EQ(convert({1.0, std::string(65, 'm')}, "m").fault, UnitFault::unknown_unit);
  EXPECT_EQ(convert({1.0, "kg"}, "m/s").fault, UnitFault::wrong_dimension);
  EXPECT_EQ(convert({1.0, ""}, "m/s").fault, UnitFault::wrong_dimension);
  EXPECT_EQ(convert({1.0, "m"}, "1").fault, UnitFault::wrong_dimension);
}

TEST(Units, DoesNotTakeASecondNumberForAUnit) {
  for (const char* text : {"1 435 mm", "1,435 m", "2 .5 m", "3 -1 m", "1 10/m"}) {
    const auto quantity = parse_quantity(text);
    ASSERT_TRUE(quantity) << text;
    EXPECT_EQ(convert(*quantity, "m").fault, UnitFault::unknown_unit) << text;
  }
}

TEST(Units, ExamplesConvertToTheirUnit) {
  for (const char* unit : {"m", "kg", "m/s", "rad", "N/m", "N s/m", "N", "s", "kg m2", "N m/rad",
                           "N m s/rad", "1/m", "m/s2", "Pa", "rad/s", "Hz"}) {
    EXPECT_GT(convert_text(get_unit_example(unit), unit), 0.0) << unit;
  }
}

TEST(Units, AskingForAnUnknownUnitIsAFaultOfTheProgram) {
  EXPECT_THROW(convert({1.0, "m"}, "furlong_of_mine"), std::logic_error);
}

}  // namespace
}  // namespace fourfoot::input

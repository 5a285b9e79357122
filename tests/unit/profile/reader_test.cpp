#include "profile/reader.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>
#include <sstream>

#include "base/error.h"

namespace fourfoot::profile {
namespace {

std::shared_ptr<const SourceFile> make_file(std::string name, std::string text) {
  return std::make_shared<const SourceFile>(SourceFile{std::move(name), std::move(text)});
}

std::shared_ptr<const SourceFile> open_shipped(const std::string& name) {
  std::ifstream in(std::string(FOURFOOT_SOURCE_DIR) + "/models/profiles/" + name, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return make_file(name, text.str());
}

/// A wheel's tread and flange: (y, z) in mm, y to the field side, z up; tape circle at 0.
std::vector<std::pair<double, double>> make_wheel_points() {
  std::vector<std::pair<double, double>> points;
  const Profile p = read_profile(open_shipped("contact_apache2/MBench_S1002_v3.prw"));
  for (double s = 0.0; s < p.curve.length(); s += 0.5e-3) {
    const CurvePoint c = p.curve.calc(s);
    points.emplace_back(c.y * 1e3, c.z * 1e3);
  }
  return points;
}

std::string write_rows(const std::vector<std::pair<double, double>>& points, double scale,
                       int decimals) {
  std::string text;
  char row[80];
  for (const auto& [y, z] : points) {
    std::snprintf(row, sizeof row, "%.*f %.*f\n", decimals, y * scale, decimals, z * scale);
    text += row;
  }
  return text;
}

std::string find_id(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.findings().front().id;
  }
  return "nothing thrown";
}

bool has_repair(const Profile& p, const std::string& id) {
  return std::any_of(p.repairs.begin(), p.repairs.end(),
                     [&](const Repair& r) { return r.id == id; });
}

TEST(Readers, AnyOrientationUnitAndOrderGivesTheSameWheel) {
  const auto points = make_wheel_points();
  const Profile reference = read_profile(make_file("a.txt", write_rows(points, 1.0, 6)));
  const bool passed =
      rc::check("wheel survives mirroring, flipping, units, order, duplicates", [&] {
        const bool mirror = *rc::gen::arbitrary<bool>(), flip = *rc::gen::arbitrary<bool>();
        const bool metres = *rc::gen::arbitrary<bool>(), reverse = *rc::gen::arbitrary<bool>();
        const bool shuffle = *rc::gen::arbitrary<bool>();
        const int copies = *rc::gen::inRange(0, 4);
        auto changed = points;
        for (auto& [y, z] : changed) {
          if (mirror) y = -y;
          if (flip) z = -z;
        }
        if (reverse) std::reverse(changed.begin(), changed.end());
        for (int k = 0; k < copies; ++k) {
          const auto i =
              static_cast<std::ptrdiff_t>(*rc::gen::inRange<std::size_t>(0, changed.size()));
          changed.insert(changed.begin() + i, changed[static_cast<std::size_t>(i)]);
        }
        std::mt19937 random(*rc::gen::arbitrary<unsigned>());
        if (shuffle) std::shuffle(changed.begin(), changed.end(), random);
        const Profile p = read_profile(
            make_file("b.txt", write_rows(changed, metres ? 1e-3 : 1.0, metres ? 9 : 6)));
        RC_ASSERT(p.kind == ProfileKind::wheel);
        RC_ASSERT(std::abs(p.curve.length() - reference.curve.length()) < 2e-6);
        for (double u = 0.0; u <= 1.0; u += 0.05) {
          const CurvePoint a = reference.curve.calc(u * reference.curve.length());
          const CurvePoint b = p.curve.calc(u * p.curve.length());
          RC_ASSERT(std::hypot(a.y - b.y, a.z - b.z) < 2e-6);
        }
        RC_ASSERT(!shuffle || has_repair(p, "reordered"));
        RC_ASSERT(copies == 0 || has_repair(p, "duplicates"));
      });
  EXPECT_TRUE(passed);
}

TEST(Readers, TheSameRailInThreeFormatsIsTheSame) {
  const Profile prr = read_profile(open_shipped("contact_apache2/MBench_UIC60_v3.prr"));
  const Profile ban = read_profile(open_shipped("contact_apache2/MBench_UIC60_v3.ban"));
  EXPECT_EQ(prr.kind, ProfileKind::rail);
  EXPECT_EQ(ban.kind, ProfileKind::rail);
  EXPECT_TRUE(has_repair(ban, "mirrored-y"));
  EXPECT_TRUE(has_repair(ban, "flipped-z"));
  for (double y = -30e-3; y <= 28e-3; y += 1e-3)
    EXPECT_NEAR(find_at_y(prr, y)->z, find_at_y(ban, y)->z, 1e-7) << y;
}

TEST(Readers, EveryShippedPointFileIsAProfile) {
  PointOptions with_tape;
  with_tape.tape_circle = 0.070;
  for (const char* name :
       {"MBench_S1002_v3.prw", "circ_r50.prw", "MBench_UIC60_v3.prr", "circ_r300.prr",
        "r300_wide.prr", "site_b_hr.prr", "uic60_true.prr", "avg_HR.BAN"})
    EXPECT_NO_THROW(read_profile(open_shipped(std::string("contact_apache2/") + name))) << name;
  const Profile measured = read_profile(open_shipped("contact_apache2/avg_wheel.whl"), with_tape);
  EXPECT_EQ(measured.kind, ProfileKind::wheel);
  EXPECT_NEAR(measured.curve.calc(0.0).y, -68.45e-3, 1e-4);  // 1.55 mm from the flange back
  EXPECT_LE(measured.rms_residual, measured.tolerance);
  EXPECT_NEAR(measured.tolerance, 5e-6, 1e-12);  // half of the last digit, 0.01 mm
  // Read to 0.01 mm and written with zeros to 0.0001: those only fill up.
  EXPECT_NEAR(read_profile(open_shipped("contact_apache2/avg_HR.BAN")).tolerance, 5e-6, 1e-12);
  EXPECT_NO_THROW(read_profile(open_shipped("contact_apache2/worn_high_mileage.prw"), with_tape));
  for (const char* name : {"RUIC519A", "RUIC519B", "RUIC519H", "RUIC519I"})
    EXPECT_EQ(read_profile(open_shipped(std::string("en15302/") + name + ".csv")).kind,
              ProfileKind::wheel);
  EXPECT_EQ(read_profile(open_shipped("en15302/SUIC519A.csv")).kind, ProfileKind::rail);
}

TEST(Readers, FaultsPointToTheirPlace) {
  try {
    read_two_columns(make_file("wheel.txt", "# head\n0.0 1.0\n1.0 x2.0\n"));
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(format(error.findings().front()),
              "wheel.txt:3:5: error[profile-number]: \"x2.0\" is not a number\n"
              "  3 | 1.0 x2.0\n"
              "    |     ^~~~\n");
  }
}

TEST(Readers, RefusalsHaveNames) {
  const auto read = [](const std::string& name, const std::string& text) {
    return [=] { read_profile(make_file(name, text)); };
  };
  const std::string wheel = write_rows(make_wheel_points(), 1.0, 4);
  EXPECT_EQ(find_id(read("a.txt", "")), "profile-empty");
  EXPECT_EQ(find_id(read("a.txt", "1 2\n3 4\n")), "profile-few-points");
  EXPECT_EQ(find_id(read("a.txt", "1 2\n3\n")), "profile-columns");
  EXPECT_EQ(find_id(read("a.txt", "1 2\n3 nan\n")), "profile-number");
  std::string small, gap, flat;
  for (int i = 0; i < 30; ++i) {
    const std::string n = std::to_string(i);
    small += "0.00" + std::to_string(10 + i) + " 0\n";
    flat += n + " 0\n";
    gap += std::to_string(i < 15 ? i : i + 60) + " " + std::to_string(-i * i / 40.0) + "\n";
  }
  EXPECT_EQ(find_id(read("a.txt", small)), "profile-size");
  EXPECT_EQ(find_id(read("a.txt", flat)), "profile-kind-unknown");
  EXPECT_EQ(find_id(read("a.txt", gap)), "profile-gap");
  EXPECT_EQ(find_id(read("a.prr", "header.begin\nwhat\n")), "profile-key");
  EXPECT_EQ(find_id(read("a.prr", "spline.begin\npoint.begin\n1 2\n")), "profile-unclosed");
  EXPECT_EQ(find_id(read("a.prw", "units.len.f = -5\npoint.begin\n1 2\npoint.end\n")),
            "profile-number");
  PointOptions rail, away;
  rail.kind = ProfileKind::rail;
  away.tape_circle = 0.5;
  EXPECT_EQ(find_id([&] {
              read_profile(make_file("a.prw", "point.begin\n" + wheel + "point.end\n"), rail);
            }),
            "profile-kind");
  EXPECT_EQ(find_id([&] { read_profile(make_file("a.txt", wheel), away); }),
            "profile-no-tape-circle");
}

TEST(Readers, SelfCrossingIsRefused) {
  std::string text;
  char row[60];
  const auto add = [&](double y, double z) {
    std::snprintf(row, sizeof row, "%.4f %.4f\n", y, z);
    text += row;
  };
  for (int i = 0; i <= 60; ++i) add(-40.0 + 0.5 * i, -0.01 * (40.0 - 0.5 * i));
  for (int i = 1; i < 60; ++i)
    add(-10.0 + 6.0 * std::sin(0.105 * i), 5.6 - 6.0 * std::cos(0.105 * i));
  for (int i = 0; i <= 80; ++i) add(-9.8 + 0.5 * i, -0.1 - 0.1 * i);
  EXPECT_EQ(find_id([&] {
              PointOptions o;
              o.kind = ProfileKind::rail;
              read_profile(make_file("a.txt", text), o);
            }),
            "profile-crossing");
}

}  // namespace
}  // namespace fourfoot::profile

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "base/error.h"
#include "base/plugin_registry.h"
#include "base/state_out_of_range.h"
#include "element/registry.h"

namespace fourfoot::element {
namespace {

constexpr double k = 1e6, c = 2e4, preload = 500.0;

// The law of the element "rod".
int calc_rod(const double* in, const double*, double* out, double* derivatives, void*) {
  out[0] = preload + k * in[0] + c * in[1];
  out[1] = in[0] * (preload + 0.5 * k * in[0]);
  out[2] = c * in[1] * in[1];
  if (derivatives == nullptr) return FOURFOOT_OK;
  derivatives[0] = k;
  derivatives[1] = c;
  return FOURFOOT_OK;
}
int calc_rod_only(const double* in, const double* p, double* out, double*, void*) {
  calc_rod(in, p, out, nullptr, nullptr);
  return FOURFOOT_NO_DERIVATIVES;
}

// Something of every kind between all numbers, with two states.
int calc_all(const double* in, const double* p, double* out, double*, void*) {
  for (int r = 0; r < 6; ++r) {
    for (int i = 0; i < 12; ++i) out[r] += p[0] * std::sin(1.0 + r + 2 * i) * in[i];
    out[r] += p[0] * in[1] * in[r] + 3.0 * (r + 1) * in[13] - in[14] * in[14];
  }
  out[8] = in[2] - 4.0 * in[13] * in[7];
  out[9] = in[13] + in[9] * in[0];
  return FOURFOOT_NO_DERIVATIVES;
}
int calc_line_with_states(const double* in, const double*, double* out, double*, void*) {
  out[0] = 1e5 * (in[0] - in[3]) + 1e4 * in[4] * in[1];
  out[3] = 5.0 * (in[0] - in[3]) + in[1];
  out[4] = -2.0 * in[4] + 3.0 * in[3] * in[0];
  return FOURFOOT_NO_DERIVATIVES;
}
int calc_failure(const double*, const double*, double*, double*, void*) {
  return -3;
}
int calc_nan(const double*, const double*, double* out, double*, void*) {
  out[0] = std::nan("");
  return FOURFOOT_OK;
}

Table name_plugin(const std::string& name, const std::string& axis = "line") {
  Table table;
  table.put("function", {name, {}});
  table.put("axis", {axis, {}});
  return table;
}

Input draw_input(std::mt19937& engine, const Vec3& d0) {
  std::uniform_real_distribution<double> r(-1, 1);
  const auto draw = [&](double size) {
    return Vec3(size * r(engine), size * r(engine), size * r(engine));
  };
  Input in;
  in.d = d0 + draw(0.04);
  in.theta = draw(0.1);
  in.v = draw(0.5);
  in.w = draw(0.5);
  for (double& z : in.z) z = 2e-3 * r(engine);
  in.t = 0.7;
  return in;
}

TEST(PluginElement, GivesWhatTheBuiltInLawGives) {
  add_plugin({"own-rod", FOURFOOT_LINE, 0, 0, &calc_rod});
  add_plugin({"own-rod-only", FOURFOOT_LINE, 0, 0, &calc_rod_only});
  const Nominal rest{{0.3, -0.1, 0.4}};
  Table table;
  table.put("stiffness", {k, {}});
  table.put("damping", {c, {}});
  table.put("preload", {preload, {}});
  const auto rod = build_element("rod", table, rest);
  const auto own = build_element("plugin", name_plugin("own-rod"), rest);
  const auto plain = build_element("plugin", name_plugin("own-rod-only"), rest);
  std::mt19937 engine(1);
  for (int trial = 0; trial < 50; ++trial) {
    const Input in = draw_input(engine, rest.d);
    Output a, b;
    Derivative da, db, differences;
    rod->calc_derivative(in, a, da);
    own->calc_derivative(in, b, db);
    EXPECT_LT((a.force - b.force).norm(), 1e-14 * a.force.norm());
    EXPECT_LT((da - db).norm(), 1e-14 * da.norm());
    EXPECT_NEAR(a.energy, b.energy, 1e-14 * std::abs(a.energy));
    EXPECT_NEAR(a.dissipated, b.dissipated, 1e-14 * a.dissipated);
    plain->calc_derivative(in, b, differences);
    // Of a straight law only rounding is left: 1e-16 of the pull over the step.
    EXPECT_LT((da - differences).norm(), 1e-8 * da.norm());
  }
}

void expect_derivatives(const Element& element, const Vec3& d0) {
  std::mt19937 engine(2);
  const int states = element.state_count();
  for (int trial = 0; trial < 20; ++trial) {
    const Input in = draw_input(engine, d0);
    Output out;
    Derivative d;
    element.calc_derivative(in, out, d);
    for (int i = 0; i < 12 + states; ++i) {
      const double h = 1e-6;
      Output sides[2];
      for (int side = 0; side < 2; ++side) {
        Input moved = in;
        Vec3* parts[4] = {&moved.d, &moved.theta, &moved.v, &moved.w};
        double& x = i < 12 ? (*parts[i / 3])[i % 3] : moved.z[static_cast<std::size_t>(i - 12)];
        x += side == 0 ? -h : h;
        element.calc(moved, sides[side]);
      }
      Eigen::VectorXd slope(6 + states);
      slope.head<3>() = (sides[1].force - sides[0].force) / (2 * h);
      slope.segment<3>(3) = (sides[1].torque - sides[0].torque) / (2 * h);
      for (int s = 0; s < states; ++s) {
        const auto at = static_cast<std::size_t>(s);
        slope[6 + s] = (sides[1].zdot[at] - sides[0].zdot[at]) / (2 * h);
      }
      // Rounding of what is answered, over the program's least step of 6e-9.
      const double size = out.force.norm() + out.torque.norm() + 1.0;
      const double rounding = 4.0 * std::numeric_limits<double>::epsilon() * size / 6e-9;
      EXPECT_LT((slope - d.col(i).head(6 + states)).norm(), 1e-6 * slope.norm() + rounding) << i;
    }
  }
}

TEST(PluginElement, HasDerivativesOfStatesAndMirrors) {
  add_plugin({"all", FOURFOOT_BEARING, 1, 2, &calc_all});
  add_plugin({"states", FOURFOOT_LINE, 0, 2, &calc_line_with_states});
  const Nominal rest{{0.3, -0.1, 0.4}};
  for (const Reflection& mirror : {Reflection{1, 1}, Reflection{-1, 1}, Reflection{-1, -1}}) {
    const auto& type = element_types().at("plugin");
    const Vec3 polar(mirror.x, mirror.y, 1.0), axial = mirror.x * mirror.y * polar;
    for (const char* axis : {"line", "x", "y"}) {
      Table line = name_plugin("states", axis), all = name_plugin("all");
      all.put("parameters", {std::vector<double>{100.0}, {}});
      for (const Table& table : {line, all}) {
        Table mirrored = table;
        type.mirror(mirror, mirrored);
        const auto element = type.build(table, rest);
        const auto image = type.build(mirrored, {polar.cwiseProduct(rest.d)});
        expect_derivatives(*image, polar.cwiseProduct(rest.d));
        std::mt19937 engine(4);
        Input in = draw_input(engine, rest.d), seen = in;
        seen.d = polar.cwiseProduct(in.d);
        seen.v = polar.cwiseProduct(in.v);
        seen.theta = axial.cwiseProduct(in.theta);
        seen.w = axial.cwiseProduct(in.w);
        Output out, other;
        element->calc(in, out);
        image->calc(seen, other);
        EXPECT_LT((other.force - polar.cwiseProduct(out.force)).norm(), 1e-9 * out.force.norm());
        EXPECT_LT((other.torque - axial.cwiseProduct(out.torque)).norm(), 1e-9);
        for (std::size_t s = 0; s < 2; ++s) EXPECT_NEAR(other.zdot[s], out.zdot[s], 1e-12);
      }
    }
  }
}

TEST(PluginElement, EndsWithWhatIsWrong) {
  add_plugin({"fails", FOURFOOT_LINE, 0, 0, &calc_failure});
  add_plugin({"nan", FOURFOOT_LINE, 0, 0, &calc_nan});
  std::mt19937 engine(5);
  const Input in = draw_input(engine, {0, 1, 0});
  Output out;
  EXPECT_THROW(build_element("plugin", name_plugin("fails", "y"), {})->calc(in, out), PluginError);
  EXPECT_THROW(build_element("plugin", name_plugin("nan", "y"), {})->calc(in, out),
               StateOutOfRange);
  EXPECT_THROW(build_element("plugin", name_plugin("none", "y"), {}), InputError);
  EXPECT_THROW(build_element("plugin", name_plugin("nan"), {}), InputError);  // no line
  EXPECT_THROW(add_plugin({"", FOURFOOT_LINE, 0, 0, &calc_nan}), std::invalid_argument);
  EXPECT_THROW(add_plugin({"a", FOURFOOT_LINE, 0, 7, &calc_nan}), std::invalid_argument);
  EXPECT_THROW(add_plugin({"a", FOURFOOT_CREEP, 0, 1, &calc_nan}), std::invalid_argument);
  EXPECT_THROW(add_plugin({"a", FOURFOOT_LINE, 0, 0, nullptr}), std::invalid_argument);
  EXPECT_TRUE(remove_plugin("nan"));
  EXPECT_FALSE(remove_plugin("nan"));
}

}  // namespace
}  // namespace fourfoot::element

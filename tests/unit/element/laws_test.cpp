#include <gtest/gtest.h>

#include <random>

#include "base/error.h"
#include "base/plugin_registry.h"
#include "element/bump_stop.h"
#include "element/friction.h"
#include "element/registry.h"
#include "element/series_damper.h"

/// What every element must obey, tried on each law of the registry.
namespace fourfoot::element {
namespace {

Value number_list(std::vector<double> v) {
  return {std::move(v), {}};
}

// A cubic spring and a damper, with its own derivatives.
int calc_own_law(const double* in, const double* p, double* out, double* derivatives, void*) {
  const double x = in[0], v = in[1];
  out[0] = p[0] * x + p[1] * x * x * x + p[2] * v;
  out[1] = 0.5 * p[0] * x * x + 0.25 * p[1] * x * x * x * x;
  out[2] = p[2] * v * v;
  if (derivatives != nullptr) {
    derivatives[0] = p[0] + 3.0 * p[1] * x * x;
    derivatives[1] = p[2];
  }
  return FOURFOOT_OK;
}

Table make_table(const std::string& type) {
  Table t;
  if (type == "plugin") {
    add_plugin({"cubic", FOURFOOT_LINE, 3, 0, &calc_own_law});
    t.put("function", {std::string("cubic"), {}});
    t.put("parameters", number_list({1e6, 1e9, 2e4}));
    t.put("axis", {std::string("line"), {}});
    return t;
  }
  if (type == "spring-damper" || type == "series-damper") {
    t.put("stiffness", number_list({1e6, 4e5, 8e5}));
    t.put("damping", number_list({2e4, 1e4, 3e4}));
    t.put("preload", number_list({100, -200, 5e4}));
    if (type == "series-damper") t.put("parallel_stiffness", number_list({2e5, 1e5, 0}));
  } else if (type == "bushing") {
    std::vector<double> k(36, 0.0), c(36, 0.0);
    for (std::size_t i = 0; i < 6; ++i) {
      k[7 * i] = 1e5 * static_cast<double>(i + 1);
      c[7 * i] = 1e3 * static_cast<double>(7 - i);
    }
    k[1] = k[6] = 3e4;
    k[4 * 6 + 2] = k[2 * 6 + 4] = -2e4;
    t.put("stiffness", number_list(k));
    t.put("damping", number_list(c));
    t.put("preload", number_list({1, 2, 3, 4, 5, 6}));
  } else if (type == "rod") {
    t.put("stiffness", {1e6, {}});
    t.put("damping", {2e4, {}});
    t.put("preload", {500.0, {}});
  } else if (type == "piecewise") {
    t.put("displacement", number_list({-0.05, -0.01, 0.02, 0.06}));
    t.put("spring_force", number_list({-9e3, -1e3, 2e3, 2e4}));
    t.put("velocity", number_list({-0.2, 0.0, 0.1, 1.0}));
    t.put("damper_force", number_list({-4e3, 0, 3e3, 6e3}));
  } else if (type == "bump-stop") {
    t.put("gap_out", {0.02, {}});
    t.put("gap_in", {0.015, {}});
    t.put("stiffness", {2e6, {}});
    t.put("cubic", {1e9, {}});
    t.put("damping", {1e4, {}});
    t.put("width", {0.01, {}});
    t.put("axis", {std::string("z"), {}});
  } else if (type == "friction") {
    t.put("force", {3e3, {}});
    t.put("stiffness", {1e6, {}});
    t.put("axis", {std::string("y"), {}});
  } else if (type == "damper") {
    t.put("series_stiffness", {3e5, {}});
    t.put("velocity", number_list({-1.0, 0.0, 0.05, 1.0}));
    t.put("damper_force", number_list({-4e3, 0, 3e3, 6e3}));
    t.put("axis", {std::string("y"), {}});
  } else if (type == "torsion" || type == "shaft") {
    t.put("stiffness", {9e5, {}});
    t.put("damping", {2e3, {}});
    t.put("axis", {std::string("x"), {}});
  } else if (type == "force-time") {
    t.put("time", number_list({0, 1, 2}));
    t.put("force_y", number_list({0, 1e3, -5e2}));
    t.put("torque_z", number_list({10, 20, 30}));
  }
  return t;
}

const Nominal nominal{{0.3, -0.1, 0.4}};

Input make_input(std::mt19937& engine) {
  std::uniform_real_distribution<double> r(-1, 1);
  Input in;
  const Vec3 axis = Vec3(r(engine), r(engine), r(engine)).normalized();
  in.d = nominal.d + 0.04 * Vec3(r(engine), r(engine), r(engine));
  in.v = 0.5 * Vec3(r(engine), r(engine), r(engine));
  // About one axis the rotation vector's derivative is the angular velocity.
  in.theta = 0.2 * r(engine) * axis;
  in.w = 0.6 * r(engine) * axis;
  for (double& z : in.z) z = 2e-3 * r(engine);
  in.t = 0.7;
  return in;
}

/// Input a small time later.
Input advance(const Input& in, const Output& out, double h) {
  Input next = in;
  next.d += h * in.v;
  next.theta += h * in.w;
  for (std::size_t k = 0; k < in.z.size(); ++k) next.z[k] += h * out.zdot[k];
  return next;
}

TEST(EveryElement, MakesNoEnergy) {
  for (const auto& [type, row] : element_types()) {
    if (type == "force-time") continue;  // external work
    const auto element = row.build(make_table(type), nominal);
    std::mt19937 engine(3);
    for (int k = 0; k < 200; ++k) {
      const Input in = make_input(engine);
      Output out, after, before;
      element->calc(in, out);
      const double h = 1e-6;
      element->calc(advance(in, out, h), after);
      element->calc(advance(in, out, -h), before);
      const double stored = (after.energy - before.energy) / (2 * h);
      const double given = -out.force.dot(in.v) - out.torque.dot(in.w);
      EXPECT_NEAR(stored + out.dissipated, given, 1e-5 * (1e3 + std::abs(given))) << type;
      EXPECT_GE(out.dissipated, 0.0) << type;
    }
  }
}

TEST(EveryElement, HasTheDerivativeOfItsForce) {
  for (const auto& [type, row] : element_types()) {
    const auto element = row.build(make_table(type), nominal);
    std::mt19937 engine(5);
    for (int trial = 0; trial < 50; ++trial) {
      const Input in = make_input(engine);
      Output out, plain;
      Derivative d;
      element->calc_derivative(in, out, d);
      element->calc(in, plain);
      EXPECT_NEAR((out.force - plain.force).norm(), 0.0, 1e-9) << type;
      EXPECT_NEAR(out.energy, plain.energy, 1e-9 * (1 + std::abs(plain.energy))) << type;
      for (int k = 0; k < 12 + element->state_count(); ++k) {
        const double h = 1e-7;
        Output sides[2];
        for (int side = 0; side < 2; ++side) {
          Input moved = in;
          const double step = side == 0 ? -h : h;
          if (k < 12) {
            Vec3* parts[4] = {&moved.d, &moved.theta, &moved.v, &moved.w};
            (*parts[k / 3])[k % 3] += step;
          } else {
            moved.z[static_cast<std::size_t>(k - 12)] += step;
          }
          element->calc(moved, sides[side]);
        }
        const Vec3 force = (sides[1].force - sides[0].force) / (2 * h);
        const Vec3 torque = (sides[1].torque - sides[0].torque) / (2 * h);
        const double scale = 1e-6 * (1e3 + force.norm() + torque.norm());
        EXPECT_LT((force - d.block<3, 1>(0, k)).norm(), scale) << type << " column " << k;
        EXPECT_LT((torque - d.block<3, 1>(3, k)).norm(), scale) << type << " column " << k;
        for (int s = 0; s < element->state_count(); ++s) {
          const auto i = static_cast<std::size_t>(s);
          const double rate = (sides[1].zdot[i] - sides[0].zdot[i]) / (2 * h);
          EXPECT_NEAR(rate, d(6 + s, k), 1e-5 * (1 + std::abs(rate))) << type << " column " << k;
        }
      }
    }
  }
}

// The mirrored element answers the mirrored motion with the mirrored force.
TEST(EveryElement, HasAMirrorImage) {
  for (const auto& [type, row] : element_types()) {
    for (const Reflection& mirror : {Reflection{-1, 1}, Reflection{1, -1}, Reflection{-1, -1}}) {
      for (const char* axis : {"", "x", "y", "z"}) {
        Table table = make_table(type);
        if (*axis != '\0' && (type == "shaft" || !table.has("axis"))) continue;
        if (*axis != '\0') table.put("axis", {std::string(axis), {}});
        Table mirrored = table;
        row.mirror(mirror, mirrored);
        const Vec3 polar(mirror.x, mirror.y, 1.0);
        const Vec3 axial = mirror.x * mirror.y * polar;
        const auto element = row.build(table, nominal);
        const auto image = row.build(mirrored, {polar.cwiseProduct(nominal.d)});
        std::mt19937 engine(11);
        for (int k = 0; k < 20; ++k) {
          Input in = make_input(engine), seen;
          if (element->state_count() > 0) element->calc_rest(in, in.z);  // states turn with it
          seen = in;
          seen.d = polar.cwiseProduct(in.d);
          seen.v = polar.cwiseProduct(in.v);
          seen.theta = axial.cwiseProduct(in.theta);
          seen.w = axial.cwiseProduct(in.w);
          if (element->state_count() > 0) image->calc_rest(seen, seen.z);
          Output out, other;
          element->calc(in, out);
          image->calc(seen, other);
          EXPECT_LT((other.force - polar.cwiseProduct(out.force)).norm(), 1e-6) << type << axis;
          EXPECT_LT((other.torque - axial.cwiseProduct(out.torque)).norm(), 1e-6) << type << axis;
          EXPECT_NEAR(other.energy, out.energy, 1e-6) << type << axis;
          EXPECT_NEAR(other.dissipated, out.dissipated, 1e-6) << type << axis;
        }
      }
    }
  }
}

TEST(Piecewise, IsContinuedAsAnOddFunction) {
  Table table;
  table.put("axis", {std::string("y"), {}});
  table.put("displacement", number_list({0, 0.02, 0.03}));
  table.put("spring_force", number_list({0, 0, 1e4}));
  table.put("antisymmetric", {true, {}});
  const auto stop = build_element("piecewise", table, {});
  Input in;
  in.d = in.theta = in.v = in.w = Vec3::Zero();
  Output out;
  for (const double x : {-0.03, -0.025, -0.02, 0.0, 0.01, 0.025, 0.03}) {
    in.d.y() = x;
    stop->calc(in, out);
    const double over = std::max(0.0, std::abs(x) - 0.02);
    EXPECT_NEAR(out.force.y(), x > 0 ? -1e6 * over : 1e6 * over, 1e-9) << x;
  }
}

// At a steady rate the damper takes all of it, whatever its mounts.
TEST(Damper, FollowsItsCurveAtASteadyRate) {
  Table table = make_table("damper");
  const auto damper = build_element("damper", table, {});
  Input in;
  in.d = in.theta = in.v = in.w = Vec3::Zero();
  in.v.y() = 0.02;
  Output out;
  const double h = 1e-4;  // the time constant is 0.2 s
  for (int k = 0; k < 80000; ++k) {
    damper->calc(in, out);
    in.d.y() += h * in.v.y();
    in.z[0] += h * out.zdot[0];
  }
  EXPECT_NEAR(out.force.y(), -1200.0, 1e-6);  // 3 kN at 0.05 m/s
}

TEST(EveryElement, DeclaresFieldsWithUnitsAndDocs) {
  for (const auto& [type, row] : element_types()) {
    EXPECT_EQ(row.schema->name, type);
    for (const Field& field : row.schema->fields) EXPECT_FALSE(field.doc.empty()) << type;
  }
}

TEST(SeriesDamper, CreepsToRestWithItsTimeConstant) {
  const SeriesDamper element({1e5, 1e5, 1e5}, {1e4, 1e4, 1e4}, Vec3::Zero(), Vec3::Zero(),
                             Vec3::Zero());
  Input in;
  in.d = {0.01, 0, 0};
  in.theta = in.v = in.w = Vec3::Zero();
  Output out;
  // Relaxation of a held stretch: F = -k x exp(-t k / c).
  const double h = 1e-4;
  for (int k = 0; k < 1000; ++k) {
    element.calc(in, out);
    Input middle = in;
    middle.z[0] += 0.5 * h * out.zdot[0];
    element.calc(middle, out);
    in.z[0] += h * out.zdot[0];
  }
  element.calc(in, out);
  EXPECT_NEAR(out.force[0], -1e3 * std::exp(-1.0), 1e-4);
  element.calc_rest(in, in.z);
  element.calc(in, out);
  EXPECT_DOUBLE_EQ(out.force[0], 0.0);
}

TEST(BumpStop, IsFreeWithinItsClearanceAndContinuousBeyond) {
  const Direction z("z", Vec3::Zero());
  const BumpStop stop({0.02, 0.01, 1e6, 0, 0, 2e-3}, z);
  Input in;
  in.d = in.theta = in.v = in.w = Vec3::Zero();
  Output out;
  double last = 0.0;
  for (double x = -0.03; x <= 0.04; x += 1e-5) {
    in.d[2] = x;
    stop.calc(in, out);
    if (x > -0.01 && x < 0.02) {
      EXPECT_EQ(out.force[2], 0.0);
    }
    if (x > -0.03) {
      EXPECT_LT(std::abs(out.force[2] - last), 1e6 * 1.01e-5);
    }
    last = out.force[2];
  }
  in.d[2] = 0.03;
  stop.calc(in, out);
  EXPECT_NEAR(out.force[2], -1e6 * (0.01 - 1e-3), 1e-6);
}

TEST(Friction, SlidesWithItsForceAndHoldsAtRest) {
  const Friction friction(2e3, 1e6, Direction("x", Vec3::Zero()));
  Input in;
  in.d = in.theta = in.w = Vec3::Zero();
  in.v = {0.1, 0, 0};
  Output out;
  const double h = 1e-5;
  for (int k = 0; k < 20000; ++k) {
    friction.calc(in, out);
    in.z[0] += h * out.zdot[0];
  }
  friction.calc(in, out);
  EXPECT_NEAR(out.force[0], -2e3, 1.0);
  in.v.setZero();
  friction.calc(in, out);
  EXPECT_NEAR(out.force[0], -2e3, 1.0);
  EXPECT_EQ(out.zdot[0], 0.0);
}

TEST(Registry, FaultsPointToTheKey) {
  Table t;
  t.put("displacement", number_list({0.0, -1.0}));
  t.put("spring_force", number_list({0.0, 1.0}));
  EXPECT_THROW(build_element("piecewise", t, nominal), InputError);
  Table r;
  r.put("stiffness", {1e6, {}});
  EXPECT_THROW(build_element("rod", r, Nominal{}), InputError);
  Table b;
  b.put("stiffness", number_list({1, 2, 3}));
  EXPECT_THROW(build_element("bushing", b, nominal), InputError);
}

}  // namespace
}  // namespace fourfoot::element

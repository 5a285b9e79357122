// The weight goes through the springs into the rails, and every body rests.
#include "vehicle_case.h"

namespace fourfoot::vehicle {
namespace {

constexpr double g = 9.81, b = 0.75;

Vec3 get_position(const VehicleModel& model, int body) {
  const multibody::BodyDescription& given = model.bodies.body(static_cast<std::size_t>(body)).given;
  return given.nominal + Vec3(given.chainage_offset, 0, 0);
}

/// Vertical force, roll and pitch moment that nothing balances, of every body; bodies that joints
/// hold together are to be taken together by `group`.
std::vector<Vec3> calc_unbalanced(const VehicleModel& model, const std::vector<int>& group) {
  std::vector<Vec3> sums(model.bodies.body_count(), Vec3::Zero());
  const auto add = [&](int body, const Vec3& at, double force, const Vec3& torque) {
    const Vec3 arm = at - get_position(model, group[static_cast<std::size_t>(body)]);
    Vec3& sum = sums[static_cast<std::size_t>(group[static_cast<std::size_t>(body)])];
    sum += Vec3(force, arm.y() * force + torque.x(), -arm.x() * force + torque.y());
  };
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const int body = static_cast<int>(i);
    add(body, get_position(model, body), -model.bodies.body(i).given.mass * g, Vec3::Zero());
  }
  for (const ElementInstance& element : model.elements) {
    const element::Output out = calc_nominal(element);
    EXPECT_EQ(out.force.head<2>().norm(), 0.0);
    const Vec3 at = get_position(model, element.second) + element.at_second;
    add(element.second, at, out.force.z(), out.torque);
    add(element.first, at, -out.force.z(), -out.torque);
  }
  for (const WheelsetInstance& wheelset : model.wheelsets) {
    const double x = get_position(model, wheelset.body).x();
    add(wheelset.body, Vec3(x, b, 0), wheelset.load_left, Vec3::Zero());
    add(wheelset.body, Vec3(x, -b, 0), wheelset.load_right, Vec3::Zero());
  }
  return sums;
}

void expect_rest(const VehicleModel& model, const std::vector<int>& group) {
  for (const Vec3& sum : calc_unbalanced(model, group)) {
    EXPECT_LT(sum.norm(), 1e-9 * model.mass * g);
  }
  EXPECT_LT(model.static_residual, 1e-12);
}

std::vector<int> each_alone(const VehicleModel& model) {
  std::vector<int> group(model.bodies.body_count());
  for (std::size_t i = 0; i < group.size(); ++i) group[i] = static_cast<int>(i);
  return group;
}

class StaticLoadsTest : public VehicleTest {};

TEST_F(StaticLoadsTest, SymmetricVehiclesShareTheirWeightEvenly) {
  for (const char* name : {"manchester-1", "mk3", "ml95", "zilina-34", "hsfv1", "crh380a"}) {
    const VehicleModel model = build(read_file(get_model(name)));
    const double share = model.mass * g / (2.0 * static_cast<double>(model.wheelsets.size()));
    for (const WheelsetInstance& wheelset : model.wheelsets) {
      EXPECT_NEAR(wheelset.load_left, share, 1e-9 * share) << name;
      EXPECT_NEAR(wheelset.load_right, share, 1e-9 * share) << name;
    }
    // The Mk3's frames do not pitch: their locks carry what the moments of the others leave.
    if (std::string(name) != "mk3") expect_rest(model, each_alone(model));
  }
}

// The bolsters hang on the car body by joints: their sum with it rests.
TEST_F(StaticLoadsTest, JointsCarryWhatTheyHold) {
  const VehicleModel model = build(read_file(get_model("freight-25t")));
  std::vector<int> group = each_alone(model);
  for (const char* name : {"bolster_1", "bolster_2"}) group[model.bodies.find_body(name)] = 0;
  const auto sums = calc_unbalanced(model, group);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const bool held = model.bodies.body(i).given.name.find("side") != std::string::npos;
    EXPECT_LT(std::abs(sums[i][0]), 1e-9 * model.mass * g);
    if (!held) {
      EXPECT_LT(std::abs(sums[i][1]), 1e-9 * model.mass * g);
    }
    EXPECT_LT(std::abs(sums[i][2]), 1e-9 * model.mass * g);
  }
  EXPECT_NEAR(model.wheelsets[0].load_left, model.mass * g / 8, 1e-9 * model.mass * g);
}

std::string make_car(double x, double y, const std::string& more = "") {
  std::string text = more + "[bodies.car]\nmass = 20000\ninertia = [2e4, 3e5, 3e5]\nposition = [" +
                     std::to_string(x) + ", " + std::to_string(y) + ", 1.6]\n";
  for (const int i : {1, 2}) {
    const std::string n = std::to_string(i), place = i == 1 ? "4" : "-4";
    text += "[bodies.axle_" + n + "]\ntype = \"wheelset\"\nradius = 0.5\nmass = 1500\n" +
            "inertia = [800, 120, 800]\nposition = [" + place + ", 0, 0.5]\n" +
            "[elements.spring_" + n + "]\ntype = \"spring-damper\"\nbetween = [\"axle_" + n +
            "\", \"car\"]\nat = [" + place +
            ", 1, 0.5]\nboth_sides = true\nstiffness = [1e6, 1e6, 8e5]\n";
  }
  return text;
}

// Four equal springs take W/4 (1 +- x/a +- y/c); the wheels follow from each axle's balance.
TEST_F(StaticLoadsTest, AnOffCentreLoadFollowsTheLever) {
  const double x = 0.7, y = 0.05, a = 4, c = 1, W = 20000 * g, axle = 1500 * g;
  const VehicleModel model = build(read(make_car(x, y)));
  expect_rest(model, each_alone(model));
  for (const int i : {0, 1}) {
    const double fore = i == 0 ? 1 : -1;
    double sum = 0, moment = 0;
    for (const double side : {1.0, -1.0}) {
      const double force = W / 4 * (1 + fore * x / a + side * y / c);
      const std::string name = "spring_" + std::to_string(i + 1) + (side > 0 ? "_left" : "_right");
      EXPECT_NEAR(calc_nominal(model.elements[find(model, name)]).force.z(), force, 1e-9 * W);
      sum += force;
      moment += side * c * force;
    }
    const WheelsetInstance& wheelset = model.wheelsets[static_cast<std::size_t>(i)];
    EXPECT_NEAR(wheelset.load_left, (sum + axle) / 2 + moment / (2 * b), 1e-9 * W);
    EXPECT_NEAR(wheelset.load_right, (sum + axle) / 2 - moment / (2 * b), 1e-9 * W);
  }
}

// A spring in parallel with another takes its share by stiffness.
TEST_F(StaticLoadsTest, StifferSpringsCarryMore) {
  std::string text = make_car(0, 0);
  for (const int i : {1, 2}) {
    text += "[elements.more_" + std::to_string(i) + "]\ntype = \"bushing\"\nbetween = [\"axle_" +
            std::to_string(i) + "\", \"car\"]\nat = [" + (i == 1 ? "4" : "-4") +
            ", 1, 0.5]\nboth_sides = true\nstiffness = [0, 0, 16e5, 0, 0, 0]\n";
  }
  const VehicleModel model = build(read(text));
  expect_rest(model, each_alone(model));
  const double W = 20000 * g;
  EXPECT_NEAR(calc_nominal(model.elements[find(model, "spring_1_left")]).force.z(), W / 12,
              1e-9 * W);
  EXPECT_NEAR(calc_nominal(model.elements[find(model, "more_1_left")]).force.z(), W / 6, 1e-9 * W);
}

// What the file says stays; the others take the rest.
TEST_F(StaticLoadsTest, AGivenPreloadStays) {
  const VehicleModel model =
      build(read(make_car(0, 0), {"elements.spring_1.preload=[0, 0, 50000]"}));
  EXPECT_EQ(calc_nominal(model.elements[find(model, "spring_1_left")]).force.z(), 50000.0);
  // Three equations, two springs left: what cannot rest is told.
  EXPECT_GT(model.static_residual, 1e-3);
}

TEST_F(StaticLoadsTest, PreloadGivenMeansUnloadedSprings) {
  const VehicleModel model = build(read(make_car(0, 0, "preload = \"given\"\n")));
  for (const ElementInstance& element : model.elements) {
    EXPECT_EQ(calc_nominal(element).force.norm(), 0.0);
  }
}

TEST_F(StaticLoadsTest, LoadCasesChangeTheLoads) {
  const VehicleModel model = build(read_file(get_model("hsfv1"), {"load_case=laden"}));
  EXPECT_EQ(model.mass, 33000 + 2800);
  EXPECT_NEAR(model.wheelsets[1].load_right, model.mass * g / 4, 1e-9 * model.mass * g);
  expect_rest(model, each_alone(model));
}

// Half axles lean on each other by their joint; each stands on its one wheel.
TEST_F(StaticLoadsTest, HalfAxlesStandOnOneWheelEach) {
  for (const char* name : {"elastic-axle.toml", "independent-wheels.toml"}) {
    const VehicleModel model = build(read_file(get_model("axles").parent_path() / name));
    ASSERT_EQ(model.wheelsets.size(), 2u);
    EXPECT_TRUE(model.wheelsets[0].left && !model.wheelsets[0].right) << name;
    EXPECT_TRUE(model.wheelsets[1].right && !model.wheelsets[1].left) << name;
    EXPECT_NEAR(model.wheelsets[0].load_left, model.mass * g / 2, 1e-9 * model.mass * g) << name;
    EXPECT_NEAR(model.wheelsets[1].load_right, model.mass * g / 2, 1e-9 * model.mass * g) << name;
    EXPECT_EQ(model.wheelsets[0].load_right, 0.0) << name;
    EXPECT_LT(model.static_residual, 1e-12) << name;
  }
}

TEST_F(StaticLoadsTest, GravityIsAnOption) {
  EXPECT_NEAR(build(read(make_car(0, 0)), {1.62}).wheelsets[0].load_left, 23000 * 1.62 / 4, 1e-6);
}

}  // namespace
}  // namespace fourfoot::vehicle

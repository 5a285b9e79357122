// A vehicle of parts is the vehicle written out by hand: moved, mirrored, named, nested, loaded.
#include <random>

#include "vehicle_case.h"

namespace fourfoot::vehicle {
namespace {

// Nothing in it is symmetric.
const char* const half = R"(
[bodies.frame]
mass = 2000
inertia = [1000, 1200, 1500]
inertia_products = [10, 20, 30]
position = [0.1, 0.2, 0.6]
[[bodies.frame.prescribed]]
coordinate = "psi"
amplitude = 0.1
frequency = 1
[bodies.axle]
type = "wheelset"
wheels = ["left"]
radius = 0.46
mass = 1000
inertia = [600, 80, 600]
position = [1.3, 0.3, 0.46]
[elements.spring]
type = "spring-damper"
between = ["frame", "axle"]
at_first = [1.2, 0.9, 0.6]
at_second = [1.3, 1.0, 0.5]
stiffness = [1e6, 2e6, 3e6]
preload = [100, 200, 300]
[elements.rubber]
type = "piecewise"
axis = "x"
between = ["track", "frame"]
at = [0.5, 0.4, 0.3]
displacement = [-0.1, 0.0, 0.2]
spring_force = [-3000, 10, 1000]
[elements.stop]
type = "bump-stop"
axis = "y"
between = ["frame", "axle"]
at = [0, 0, 0.5]
gap_in = 0.01
gap_out = 0.02
stiffness = 1e6
[joints.link]
type = "link"
between = ["frame", "axle"]
at_first = [0.2, 0.5, 0.5]
at_second = [1.3, 0.6, 0.46]
[relations.gear]
terms = [{ body = "frame", speed = "v_x", coefficient = 2 }, { body = "axle", speed = "omega_z", coefficient = 3 }]
[markers.box]
body = "axle"
at = [1.3, 1.0, 0.4]
)";

// The same after x -> 9 - x, y -> 0.5 - y, z -> 0.1 + z, written by hand.
const char* const by_hand = R"(
[bodies.b_frame]
mass = 2000
inertia = [1000, 1200, 1500]
inertia_products = [10, -20, -30]
position = [8.9, 0.3, 0.7]
[[bodies.b_frame.prescribed]]
coordinate = "psi"
amplitude = 0.1
frequency = 1
[bodies.b_axle]
type = "wheelset"
wheels = ["right"]
radius = 0.46
mass = 1000
inertia = [600, 80, 600]
position = [7.7, 0.2, 0.56]
[elements.b_spring]
type = "spring-damper"
between = ["b_frame", "b_axle"]
at_first = [7.8, -0.4, 0.7]
at_second = [7.7, -0.5, 0.6]
stiffness = [1e6, 2e6, 3e6]
preload = [-100, -200, 300]
[elements.b_rubber]
type = "piecewise"
axis = "x"
between = ["track", "b_frame"]
at = [8.5, 0.1, 0.4]
displacement = [-0.2, 0.0, 0.1]
spring_force = [-1000, -10, 3000]
[elements.b_stop]
type = "bump-stop"
axis = "y"
between = ["b_frame", "b_axle"]
at = [9, 0.5, 0.6]
gap_in = 0.02
gap_out = 0.01
stiffness = 1e6
[joints.b_link]
type = "link"
between = ["b_frame", "b_axle"]
at_first = [8.8, 0.0, 0.6]
at_second = [7.7, -0.1, 0.56]
[relations.b_gear]
terms = [{ body = "b_frame", speed = "v_x", coefficient = -2 }, { body = "b_axle", speed = "omega_z", coefficient = 3 }]
[markers.b_box]
body = "b_axle"
at = [7.7, -0.5, 0.5]
)";

void expect_same(const Vec3& a, const Vec3& b, const std::string& what) {
  EXPECT_LT((a - b).norm(), 1e-12) << what;
}

void expect_same_bodies(const multibody::Model& a, const multibody::Model& b) {
  ASSERT_EQ(a.body_count(), b.body_count());
  for (std::size_t i = 0; i < a.body_count(); ++i) {
    const multibody::BodyDescription &x = a.body(i).given, &y = b.body(i).given;
    EXPECT_EQ(x.name, y.name);
    EXPECT_EQ(x.mass, y.mass);
    EXPECT_EQ(x.chainage_offset, y.chainage_offset);
    expect_same(x.nominal, y.nominal, x.name);
    EXPECT_LT((x.inertia - y.inertia).norm(), 1e-12) << x.name;
    for (std::size_t c = 0; c < 6; ++c) {
      ASSERT_EQ(x.coordinates[c].kind, y.coordinates[c].kind);
      if (x.coordinates[c].motion) {
        EXPECT_DOUBLE_EQ(x.coordinates[c].motion(0.1).rate, y.coordinates[c].motion(0.1).rate);
      }
    }
  }
  ASSERT_EQ(a.joints().size(), b.joints().size());
  for (std::size_t i = 0; i < a.joints().size(); ++i) {
    const multibody::JointDescription &x = a.joints()[i].given, &y = b.joints()[i].given;
    EXPECT_EQ(x.name, y.name);
    EXPECT_EQ(x.body_a, y.body_a);
    expect_same(x.point_a, y.point_a, x.name);
    expect_same(x.point_b, y.point_b, x.name);
    EXPECT_NEAR(x.length, y.length, 1e-12);
  }
  ASSERT_EQ(a.relations().size(), b.relations().size());
  for (std::size_t i = 0; i < a.relations().size(); ++i) {
    for (std::size_t k = 0; k < a.relations()[i].terms.size(); ++k) {
      EXPECT_EQ(a.relations()[i].terms[k].coefficient, b.relations()[i].terms[k].coefficient);
      EXPECT_EQ(a.relations()[i].terms[k].body, b.relations()[i].terms[k].body);
    }
  }
}

void expect_same_elements(const VehicleModel& a, const VehicleModel& b) {
  ASSERT_EQ(a.elements.size(), b.elements.size());
  std::mt19937 engine(2);
  std::uniform_real_distribution<double> r(-0.05, 0.05);
  for (std::size_t i = 0; i < a.elements.size(); ++i) {
    const ElementInstance &x = a.elements[i], &y = b.elements[i];
    EXPECT_EQ(x.name, y.name);
    EXPECT_EQ(x.first, y.first);
    EXPECT_EQ(x.second, y.second);
    expect_same(x.at_first, y.at_first, x.name);
    expect_same(x.at_second, y.at_second, x.name);
    for (int k = 0; k < 10; ++k) {
      element::Input in;
      for (Vec3* part : {&in.d, &in.theta, &in.v, &in.w}) {
        *part = Vec3(r(engine), r(engine), r(engine));
      }
      in.d += x.nominal_d;
      element::Output u, v;
      x.law->calc(in, u);
      y.law->calc(in, v);
      EXPECT_LT((u.force - v.force).norm(), 1e-6) << x.name;
      EXPECT_LT((u.torque - v.torque).norm(), 1e-6) << x.name;
    }
  }
}

void expect_same_model(const VehicleModel& a, const VehicleModel& b) {
  expect_same_bodies(a.bodies, b.bodies);
  expect_same_elements(a, b);
  ASSERT_EQ(a.wheelsets.size(), b.wheelsets.size());
  for (std::size_t i = 0; i < a.wheelsets.size(); ++i) {
    EXPECT_EQ(a.wheelsets[i].body, b.wheelsets[i].body);
    EXPECT_EQ(a.wheelsets[i].left, b.wheelsets[i].left);
    EXPECT_EQ(a.wheelsets[i].right, b.wheelsets[i].right);
    EXPECT_NEAR(a.wheelsets[i].y, b.wheelsets[i].y, 1e-15);
  }
  ASSERT_EQ(a.markers.size(), b.markers.size());
  for (std::size_t i = 0; i < a.markers.size(); ++i) {
    EXPECT_EQ(a.markers[i].name, b.markers[i].name);
    EXPECT_EQ(a.markers[i].body, b.markers[i].body);
    expect_same(a.markers[i].point, b.markers[i].point, a.markers[i].name);
  }
}

class PartsTest : public VehicleTest {};

TEST_F(PartsTest, AMirroredPartIsThePartWrittenByHand) {
  write("half.toml", half);
  expect_same_model(
      build(read("[parts.b]\ninclude = \"half.toml\"\nat = [9, 0.5, 0.1]\nmirror = \"xy\"\n")),
      build(read(by_hand)));
}

TEST_F(PartsTest, TwoMirrorsAreNone) {
  write("half.toml", half);
  write("mirrored.toml",
        "[parts.a]\ninclude = \"half.toml\"\nmirror = \"x\"\n"
        "bodies.frame.name = \"frame\"\nbodies.axle.name = \"axle\"\n");
  const VehicleModel twice =
      build(read("[parts.b]\ninclude = \"mirrored.toml\"\nmirror = \"x\"\n"));
  const VehicleModel once = build(read("[parts.b]\ninclude = \"half.toml\"\n"));
  ASSERT_EQ(twice.bodies.body_count(), once.bodies.body_count());
  for (std::size_t i = 0; i < once.bodies.body_count(); ++i) {
    EXPECT_EQ(twice.bodies.body(i).given.name, once.bodies.body(i).given.name);
    expect_same(twice.bodies.body(i).given.nominal, once.bodies.body(i).given.nominal, "place");
    EXPECT_LT((twice.bodies.body(i).given.inertia - once.bodies.body(i).given.inertia).norm(),
              1e-12);
  }
  EXPECT_EQ(twice.elements[0].name, "b_a_spring");
}

TEST_F(PartsTest, BothSidesIsTwoElements) {
  const std::string bodies =
      "[bodies.a]\nmass = 1\ninertia = [1, 1, 1]\nposition = [0, 0, 1]\n"
      "[bodies.b]\nmass = 1\ninertia = [1, 1, 1]\nposition = [0, 0, 2]\n";
  const std::string law =
      "type = \"bushing\"\nbetween = [\"a\", \"b\"]\n"
      "stiffness = [1e5, 2e5, 0, 4e5, 5e5, 6e5]\n";
  const std::string stop =
      "type = \"bump-stop\"\naxis = \"y\"\nbetween = [\"a\", \"b\"]\nstiffness = 1e5\n";
  expect_same_model(
      build(read(bodies + "[elements.k]\nat = [0.1, 0.7, 1.5]\nboth_sides = true\n" + law +
                 "preload = [1, 2, 3, 4, 5, 6]\n[elements.s]\nat = [0, 0.2, 1]\nboth_sides = true\n"
                 "gap_in = 0.01\ngap_out = 0.02\n" +
                 stop)),
      build(read(bodies + "[elements.k_left]\nat = [0.1, 0.7, 1.5]\n" + law +
                 "preload = [1, 2, 3, 4, 5, 6]\n[elements.k_right]\nat = [0.1, -0.7, 1.5]\n" + law +
                 "preload = [1, -2, 3, -4, 5, -6]\n[elements.s_left]\nat = [0, 0.2, 1]\n"
                 "gap_in = 0.01\ngap_out = 0.02\n" +
                 stop + "[elements.s_right]\nat = [0, -0.2, 1]\ngap_in = 0.02\ngap_out = 0.01\n" +
                 stop)));
}

TEST_F(PartsTest, NamesOfPartsOfParts) {
  const VehicleModel model = build(read_file(get_model("two-coaches")));
  const std::vector<std::string> names = {
      "car_1_car_body",   "car_1_bogie_1",    "car_1_wheelset_1", "car_1_wheelset_2",
      "car_1_bogie_2",    "car_1_wheelset_3", "car_1_wheelset_4", "car_2_car_body",
      "car_2_bogie_1",    "car_2_wheelset_1", "car_2_wheelset_2", "car_2_bogie_2",
      "car_2_wheelset_3", "car_2_wheelset_4"};
  ASSERT_EQ(model.bodies.body_count(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(model.bodies.body(i).given.name, names[i]);
  }
  double ahead = 1e9;
  for (const WheelsetInstance& wheelset : model.wheelsets) {
    const double x =
        model.bodies.body(static_cast<std::size_t>(wheelset.body)).given.chainage_offset;
    EXPECT_LT(x, ahead);
    ahead = x;
  }
  EXPECT_NEAR(ahead, -13.2 - 9.5 - 1.28, 1e-12);
  EXPECT_EQ(model.elements[find(model, "car_2_bogie_1_primary_front_left")].first, 8);
  EXPECT_EQ(model.markers[0].name, "car_1_floor_front");
}

TEST_F(PartsTest, OverridesReachInsideParts) {
  write("half.toml", half);
  const std::string text =
      "[parts.a]\ninclude = \"half.toml\"\n[parts.a.bodies.frame]\nmass = 2500\n"
      "[parts.b]\ninclude = \"half.toml\"\nat = [5, 0, 0]\n";
  const VehicleDescription description =
      read(text, {"parts.b.bodies.frame.mass=\"3 t\"", "parts.b.elements.spring.preload.3=7",
                  "parts.a.at=[1, 0, 0]"});
  EXPECT_EQ(description.bodies[0].mass, 2500.0);
  EXPECT_EQ(description.bodies[0].position.x(), 1.1);
  EXPECT_EQ(description.bodies[2].mass, 3000.0);
  EXPECT_EQ(description.elements[0].parameters.numbers("preload")[2], 300.0);
  EXPECT_EQ(description.elements[3].parameters.numbers("preload")[2], 7.0);
}

const char* const loaded = R"(
[bodies.body]
mass = 1000
inertia = [100, 100, 100]
position = [0, 0, 1]
[load_cases.tare]
[load_cases.laden.bodies.body]
mass = 4000
position = [0, 0, 1.5]
)";

TEST_F(PartsTest, ALoadCaseLiesOverTheFileAndUnderOverrides) {
  EXPECT_EQ(read(loaded).bodies[0].mass, 1000.0);
  EXPECT_EQ(read(loaded, {"load_case=tare"}).bodies[0].mass, 1000.0);
  const BodyEntry laden = read(loaded, {"load_case=laden"}).bodies[0];
  EXPECT_EQ(laden.mass, 4000.0);
  EXPECT_EQ(laden.position.z(), 1.5);
  EXPECT_EQ(laden.inertia(0, 0), 100.0);
  EXPECT_EQ(read(loaded, {"load_case=laden", "bodies.body.mass=5"}).bodies[0].mass, 5.0);
  EXPECT_EQ(read(loaded, {"load_case=laden", "load_cases.laden.bodies.body.mass=6"}).bodies[0].mass,
            6.0);
}

TEST_F(PartsTest, ALoadCaseGoesDownToTheParts) {
  write("car.toml", loaded);
  const std::string text =
      "[parts.a]\ninclude = \"car.toml\"\n[parts.b]\ninclude = \"car.toml\"\n"
      "at = [9, 0, 0]\n";
  EXPECT_EQ(read(text).bodies[1].mass, 1000.0);
  EXPECT_EQ(read(text, {"load_case=laden"}).bodies[0].mass, 4000.0);
  EXPECT_EQ(read(text, {"load_case=laden"}).bodies[1].mass, 4000.0);
  const VehicleDescription one = read(text + "load_case = \"tare\"\n", {"load_case=laden"});
  EXPECT_EQ(one.bodies[0].mass, 4000.0);
  EXPECT_EQ(one.bodies[1].mass, 1000.0);
}

TEST_F(PartsTest, FaultsPointIntoThePart) {
  write("bad.toml", "[bodies.frame]\nmass = -3\ninertia = [1, 1, 1]\nposition = [0, 0, 0]\n");
  EXPECT_EQ(get_fault("[parts.a]\ninclude = \"bad.toml\"\n"), "bad.toml:2: \"mass\" is -3 kg");
  write("bad.toml", std::string(loaded) +
                        "[elements.e]\ntype = \"rod\"\nbetween = [\"body\", \"bdy\"]\n"
                        "at_first = [0, 0, 0]\nat_second = [1, 0, 0]\nstiffness = 1\n");
  EXPECT_EQ(get_fault("[parts.a]\ninclude = \"bad.toml\"\n"),
            "bad.toml:12: there is no body \"a_bdy\"");
  // A part does not reach for what is outside of it.
  write("bad.toml", std::string(loaded) + "[markers.m]\nbody = \"other\"\nat = [0, 0, 0]\n");
  EXPECT_EQ(get_fault("[bodies.other]\nmass = 1\ninertia = [1, 1, 1]\nposition = [0, 0, 0]\n"
                      "[parts.a]\ninclude = \"bad.toml\"\n"),
            "bad.toml:11: there is no body \"a_other\"");
  write("ring.toml", "[parts.a]\ninclude = \"ring.toml\"\n");
  EXPECT_EQ(get_fault("[parts.a]\ninclude = \"ring.toml\"\n").substr(0, 12), "ring.toml:2:");
}

}  // namespace
}  // namespace fourfoot::vehicle

// A train of unlike cars: every axle carries its own car.
#include <gtest/gtest.h>

#include "support/wheelset_case.h"

namespace fourfoot {
namespace {

constexpr double g = 9.81;
// Locomotive, laden and empty wagon, all on level wheels; couplers that carry no weight.
const char* const train = R"(
[vehicle.parts.loco]
include = "models/vehicles/bobo-84t/vehicle.toml"
at = [20, 0, 0]
[vehicle.parts.laden]
include = "models/vehicles/freight-25t/vehicle.toml"
[vehicle.parts.empty]
include = "models/vehicles/freight-25t/vehicle.toml"
load_case = "empty"
at = [-14, 0, 0]
[vehicle.elements.coupler_1]
type = "rod"
between = ["loco_car_body", "laden_car_body"]
at_first = [11, 0, 1.05]
at_second = [7, 0, 1.05]
stiffness = "10 MN/m"
damping = 0
[vehicle.elements.coupler_2]
type = "rod"
between = ["laden_car_body", "empty_car_body"]
at_first = [-6.8, 0, 1.05]
at_second = [-7.2, 0, 1.05]
stiffness = "10 MN/m"
damping = 0
[speed]
v = 15
[run]
duration = 1
[contact]
model = "profiles"
geometry = "online"
[wheels]
profile = "models/profiles/wheel_S1002.toml"
[rails]
profile = "models/profiles/rail_60E1.toml"
)";

double sum_masses(const scenario::Scenario& scenario, const std::string& car) {
  double mass = 0.0;
  for (const vehicle::BodyEntry& body : scenario.vehicle.bodies)
    if (body.name.rfind(car, 0) == 0) mass += body.mass;
  return mass;
}

TEST(Train, EveryAxleIsPressedByItsOwnCar) {
  const scenario::Scenario scenario = testing::read_scenario_text(train);
  const auto system = scenario::build_system(scenario);
  system::Workspace ws(*system);
  const VecX nominal = system->calc_nominal_state(ws);
  const testing::ChannelValues c(*system, 0.0, nominal);
  for (const vehicle::WheelsetInstance& wheelset : system->model().wheelsets) {
    const std::string& name =
        system->model().bodies.body(static_cast<std::size_t>(wheelset.body)).given.name;
    const double load = sum_masses(scenario, name.substr(0, name.find('_'))) * g / 4.0;
    EXPECT_NEAR(wheelset.axle_load, load, 1e-6 * load) << name;
    EXPECT_NEAR(c[name + "/left/Q"] + c[name + "/right/Q"], load, 1e-3 * load) << name;
  }
}

// Textbook contact takes its creep coefficients from the axle load, and its vehicles are often held
// in height, where no spring tells who carries what: then a car is a part of the train.
TEST(Train, CarsAreToldApartWhereLocksCarryThem) {
  const char* const car = R"(
[vehicle.parts.NAME]
at = [POSITION, 0, 0]
[vehicle.parts.NAME.bodies.body]
mass = MASS
inertia = [1e4, 1e5, 1e5]
position = [0, 0, 1.5]
free = ["y", "psi"]
[vehicle.parts.NAME.bodies.axle]
type = "wheelset"
radius = 0.46
mass = 1000
inertia = [800, 100, 800]
position = [0, 0, 0.46]
free = ["y", "psi"]
[vehicle.parts.NAME.elements.spring]
type = "spring-damper"
between = ["axle", "body"]
at = [0, 0, 0.46]
stiffness = [1e6, 1e6, 1e6]
damping = [0, 0, 0]
)";
  const auto make = [&](const std::string& name, const std::string& x, const std::string& mass) {
    std::string text = car;
    for (const auto& [from, to] :
         {std::pair<std::string, std::string>{"NAME", name}, {"POSITION", x}, {"MASS", mass}}) {
      for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from))
        text.replace(at, from.size(), to);
    }
    return text;
  };
  const scenario::Scenario scenario = testing::read_scenario_text(
      make("heavy", "10", "20000") + make("light", "0", "4000") +
      "[speed]\nv = 10\n[run]\nduration = 1\n[contact]\nmodel = \"none\"\n");
  const auto system = scenario::build_system(scenario);
  const auto& wheelsets = system->model().wheelsets;
  ASSERT_EQ(wheelsets.size(), 2u);
  EXPECT_NEAR(wheelsets[0].axle_load, 21000.0 * g, 1e-6);
  EXPECT_NEAR(wheelsets[1].axle_load, 5000.0 * g, 1e-6);
}

}  // namespace
}  // namespace fourfoot

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "support/wheelset_case.h"

namespace fourfoot {
namespace {

// Two wheelsets and a frame in a canted transition, accelerating.
const char* const bodies = R"(
[speed]
v = 20
a = 1.5
start = 60
[run]
duration = 1
[contact]
model = "none"
[track]
[[track.horizontal]]
type = "line"
length = 50
[[track.horizontal]]
type = "clothoid"
length = 60
[[track.horizontal]]
type = "circular-arc"
length = 500
radius = 300
turn = "left"
cant = 0.1
[vehicle.bodies.frame]
mass = 3000
inertia = [1700, 1500, 3000]
position = [0, 0, 0.8]
[vehicle.bodies.front]
type = "wheelset"
radius = 0.46
mass = 1500
inertia = [800, 120, 800]
position = [1.3, 0, 0.46]
[vehicle.bodies.rear]
type = "wheelset"
radius = 0.46
mass = 1500
inertia = [800, 120, 800]
position = [-1.3, 0, 0.46]
)";

struct Bushing {
  const char *name, *between, *at;
};
// Several between the same two, the same two the other way round, and to the track. None has states.
constexpr Bushing bushings[] = {{"a1", "\"frame\", \"rear\"", "-1.3, -1.0, 0.5"},
                                {"b1", "\"front\", \"frame\"", "1.3, 1.0, 0.5"},
                                {"a2", "\"frame\", \"rear\"", "-1.3, 1.0, 0.5"},
                                {"a3", "\"rear\", \"frame\"", "-1.2, 0.9, 0.6"},
                                {"t1", "\"track\", \"rear\"", "-1.3, 0.3, 0.2"},
                                {"b2", "\"front\", \"frame\"", "1.3, -1.0, 0.4"},
                                {"t2", "\"track\", \"front\"", "1.3, 0.3, 0.2"},
                                {"t3", "\"track\", \"rear\"", "-1.2, -0.3, 0.3"},
                                {"c1", "\"front\", \"rear\"", "0.1, -0.3, 0.3"}};

std::string describe(const Bushing& b) {
  return std::string("[vehicle.elements.") + b.name + "]\ntype = \"bushing\"\nbetween = [" +
         b.between + "]\nat = [" + b.at +
         "]\npreload = [0, 0, 0, 0, 0, 0]\nstiffness = [3e6, 2e6, 1e6, 1e5, 2e5, 3e5]\ndamping = "
         "[1e4, 2e4, 3e4, 1e3, 1e3, "
         "1e3]\n";
}

// Elements between the same two bodies share what depends on these alone (system/suspension.h). Each
// has what it has where it is the only one, to the bit.
TEST(ElementTwins, HaveWhatEachHasAlone) {
  std::string all = bodies;
  for (const Bushing& b : bushings) all += describe(b);
  const auto together = scenario::build_system(testing::read_scenario_text(all));
  system::Workspace ws(*together);
  const VecX nominal = together->calc_nominal_state(ws), scales = together->get_scales();
  std::mt19937 random(11);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  for (int trial = 0; trial < 3; ++trial) {
    VecX y = nominal;
    for (Eigen::Index k = 0; k < y.size(); ++k) y[k] += 20.0 * scales[k] * uniform(random);
    const double t = 0.3 * trial;
    const testing::ChannelValues shared(*together, t, y);
    double turned = 0.0;
    for (const Bushing& b : bushings) {
      const auto single = scenario::build_system(testing::read_scenario_text(bodies + describe(b)));
      ASSERT_EQ(single->size(), together->size());
      const testing::ChannelValues alone(*single, t, y);
      for (const char* kind : {"force", "torque", "stroke", "angle", "angular_velocity"}) {
        for (const char* axis : {"_x", "_y", "_z"}) {
          const std::string name = std::string(b.name) + "/" + kind + axis;
          EXPECT_EQ(shared[name], alone[name]) << name;
        }
      }
      turned += std::abs(alone[std::string(b.name) + "/angle_z"]);
    }
    EXPECT_GT(turned, 1e-4) << "nothing has turned";
  }
}

}  // namespace
}  // namespace fourfoot

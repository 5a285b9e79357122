#pragma once

#include <string>

#include "scenario/family.h"
#include "support/text_scenario.h"
#include "unit/analysis/wheelset_family.h"

namespace fourfoot::testing {

/// The wheelset of wheelset_family.h as the rear one, behind a stiffly held one that never hunts and
/// below a car body on its own weakly damped springs, which is the least damped mode up to v_c:
/// what looks at the first wheelset, or at that mode, sees no hunting.
inline scenario::Family make_two_wheelsets(const std::string& more = "") {
  return [more](double v) {
    std::string text;
    const auto add_wheelset = [&](const std::string& name, const std::string& x,
                                  const std::string& stiffness) {
      text += "[vehicle.bodies." + name +
              "]\ntype = \"wheelset\"\nmass = 1500\ninertia = [800, 120, 800]\nposition = [" + x +
              ", 0, 0.46]\nradius = 0.46\nfree = [\"y\", \"psi\", \"chi\"]\n";
      for (const std::string y : {"1.0", "-1.0"})
        text += "[vehicle.elements." + name + (y[0] == '-' ? "_right" : "_left") +
                "]\ntype = \"spring-damper\"\nbetween = [\"track\", \"" + name + "\"]\nat = [" + x +
                ", " + y + ", 0.46]\nstiffness = " + stiffness + "\n";
    };
    add_wheelset("front", "5", "[1e7, 4e6, 0]");
    add_wheelset("rear", "-5", "[5e5, 1e5, 0]");
    text += R"(
[vehicle.bodies.car]
mass = 20000
inertia = [1e4, 1e5, 1e5]
position = [0, 0, 2]
free = ["y"]
[vehicle.elements.car_spring]
type = "spring-damper"
between = ["track", "car"]
at = [0, 0, 2]
stiffness = [0, 1e6, 0]
damping = [0, 40, 0]
[contact]
model = "textbook"
conicity = 0.05
f11 = 8e6
f22 = 7e6
)";
    text += saturated;
    text += more + "\n[run]\nduration = 1\n[integrator]\nrtol = 1e-6\natol = 1e-6\n[speed]\nv = " +
            std::to_string(v) + "\n";
    scenario::Member member;
    member.scenario = read_text(text);
    member.system = scenario::build_system(member.scenario);
    return member;
  };
}

}  // namespace fourfoot::testing

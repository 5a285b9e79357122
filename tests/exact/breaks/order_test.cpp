// Every method keeps its order across everything that jumps along a line, in all formulations: a
// step ends on each break, sees what is before it to its end, and the next one what is behind.
#include <gtest/gtest.h>

#include <cmath>

#include "analysis/initial_state.h"
#include "integrate/registry.h"
#include "support/relative_motion_case.h"

namespace fourfoot::testing {
namespace {

/// The break is passed after 0.1 s; each run lasts 0.2 s.
struct Case {
  const char* name;
  std::string speed;
  std::string track;
};
std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.name;
}

const std::string plain_speed = "v = 20\n";

/// 2 m of straight, then `rest`.
std::string after_line(const std::string& rest) {
  return "[[track.horizontal]]\ntype = \"line\"\nlength = 2\n" + rest;
}

const std::string curve =
    "[[track.horizontal]]\ntype = \"circular-arc\"\nlength = 50\nradius = 200\n";

const Case cases[] = {
    {"acceleration", "times = [0, 0.1, 1]\nspeeds = [20, 20, 25]\n", ""},
    {"standstill", "v = 1\na = -10\n", ""},
    // Not where steps would end anyway.
    {"force", plain_speed,
     "[vehicle.elements.push]\ntype = \"force-time\"\nbetween = [\"track\", \"body\"]\n"
     "at = [0, 0, 1.6]\ntime = [0, 0.11, 0.2]\nforce_y = [0, 0, 2e5]\n"},
    {"epsilon", plain_speed,
     after_line("[[track.horizontal]]\ntype = \"clothoid\"\nlength = 20\n" + curve +
                "turn = \"left\"\n")},
    {"epsilon_of_cant", plain_speed,
     after_line("[[track.horizontal]]\ntype = \"bloss-curve\"\nlength = 20\n" + curve +
                "turn = \"left\"\ncant = 0.1\n")},
    {"omega", plain_speed,
     after_line("[[track.horizontal]]\ntype = \"clothoid\"\nlength = 20\n" + curve +
                "turn = \"left\"\ncant = 0.1\n")},
    {"omega_of_an_arc", plain_speed, after_line(curve + "turn = \"left\"\njump = true\n")},
    {"gradient", plain_speed,
     after_line("[[track.horizontal]]\ntype = \"line\"\nlength = 60\n"
                "[[track.vertical]]\ntype = \"constant-gradient\"\nlength = 2\ngradient = 0\n"
                "[[track.vertical]]\ntype = \"constant-gradient\"\nlength = 60\ngradient = 0.01\n"
                "jump = true\n")},
};

class Runs {
 public:
  Runs(const Case& c, const std::string& formulation)
      : Runs("[speed]\n" + c.speed + "[run]\nduration = 0.2\n" + get_suspended_body() + c.track,
             formulation) {}
  Runs(const std::string& text, const std::string& formulation)
      : scenario_(make_scenario(text)),
        system_(scenario::build_system(scenario_)),
        formulation_(formulation) {}

  VecX get_end(const integrate::Options& integrator) const {
    analysis::TimeRunOptions options;
    options.duration = scenario_.duration;
    options.output_step = 0.1;
    options.integrator = integrator;
    options.formulation = formulation_;
    Trajectory trajectory(system_->channels());
    const auto summary = analysis::run(*system_, analysis::calc_initial_state(*system_, scenario_),
                                       options, trajectory);
    if (summary.status != RunStatus::done) throw std::runtime_error(summary.message);
    return summary.state;
  }
  VecX get_end(const std::string& method, double step) const {
    integrate::Options options;
    options.method = method;
    options.step = step;
    options.rtol = options.atol = 1e-10;
    options.jacobian_interval = 1;
    return get_end(options);
  }
  VecX get_end_by_tolerance(const std::string& method, double tolerance) const {
    integrate::Options options;
    options.method = method;
    options.rtol = options.atol = tolerance;
    return get_end(options);
  }
  /// Largest difference of two states, in millimetres and the like.
  double compare(const VecX& a, const VecX& b) const {
    return (a - b).cwiseQuotient(system_->get_scales()).cwiseAbs().maxCoeff();
  }

 private:
  scenario::Scenario scenario_;
  std::shared_ptr<const system::System> system_;
  std::string formulation_;
};

class Breaks : public ::testing::TestWithParam<Case> {};

TEST_P(Breaks, MethodsKeepTheirOrder) {
  for (const char* formulation : {"kane", "inertial", "track-frame"}) {
    const Runs runs(GetParam(), formulation);
    const VecX exact = runs.get_end("rk4", 0.1 / 256);
    for (const integrate::Method& method : integrate::get_methods()) {
      if (method.is_adaptive) continue;
      const int order = method.name == "rk4" ? 4 : 2;
      const double coarse = runs.compare(runs.get_end(method.name, 0.1 / 16), exact);
      const double fine = runs.compare(runs.get_end(method.name, 0.1 / 32), exact);
      EXPECT_GT(std::log2(coarse / fine), order - 0.3)
          << formulation << " " << method.name << " " << coarse << " " << fine;
    }
  }
}

TEST_P(Breaks, TightTolerancesRunThrough) {
  for (const char* formulation : {"kane", "inertial", "track-frame"}) {
    const Runs runs(GetParam(), formulation);
    const VecX exact = runs.get_end("rk4", 0.1 / 256);
    for (const char* method : {"bdf", "adams", "dopri5"}) {
      for (const double tolerance : {1e-6, 1e-8, 1e-11}) {
        const double error = runs.compare(runs.get_end_by_tolerance(method, tolerance), exact);
        EXPECT_LT(error, 1e3 * tolerance + 1e-7)
            << formulation << " " << method << " " << tolerance;
      }
    }
  }
}

// Three bodies pass a corner of the cant, the end of its ramp and the beginning of the curve one
// after another, while the acceleration jumps.
TEST(ManyBreaks, MethodsKeepTheirOrder) {
  const std::string text =
      "[speed]\nstart = 4\ntimes = [0, 0.25, 1]\nspeeds = [20, 22, 20]\n[run]\nduration = 0.6\n" +
      get_three_bodies() + get_route("routeI");
  for (const char* formulation : {"kane", "inertial", "track-frame"}) {
    const Runs runs(text, formulation);
    const VecX exact = runs.get_end("rk4", 0.125e-3);
    for (const char* method : {"rk4", "newmark", "park"}) {
      const int order = std::string(method) == "rk4" ? 4 : 2;
      const double coarse = runs.compare(runs.get_end(method, 2e-3), exact);
      const double fine = runs.compare(runs.get_end(method, 1e-3), exact);
      EXPECT_GT(std::log2(coarse / fine), order - 0.4)
          << formulation << " " << method << " " << coarse << " " << fine;
    }
    EXPECT_LT(runs.compare(runs.get_end_by_tolerance("dopri5", 1e-11), exact), 1e-5) << formulation;
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, Breaks, ::testing::ValuesIn(cases),
                         [](const auto& chosen) { return std::string(chosen.param.name); });

}  // namespace
}  // namespace fourfoot::testing

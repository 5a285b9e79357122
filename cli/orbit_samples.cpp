#include "cli/orbit_samples.h"

#include <fmt/format.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "analysis/orbit_passage.h"
#include "base/error.h"

namespace fourfoot::cli {

namespace {

constexpr int sample_count = 96, least_steps = 200;
constexpr double sample_tolerance = 1e-6;

double round_digits(double value) {
  return std::strtod(fmt::format("{:.6g}", value).c_str(), nullptr);
}

}  // namespace

nlohmann::ordered_json sample_orbit(const analysis::FlowFamily& flows, double value,
                                    const VecX& state, double period) {
  auto samples = nlohmann::ordered_json::array();
  if (!(period > 0.0) || state.size() == 0) return samples;
  try {
    const auto flow = flows(value);
    const analysis::Passage passage =
        analysis::run_passage(*flow, state, period, sample_tolerance, least_steps);
    std::size_t k = 1;  // end of the step that holds t
    double before = flow->observe(passage.y[0]), after = flow->observe(passage.y[1]);
    for (int i = 0; i < sample_count; ++i) {
      const double t = period * i / sample_count;
      while (k + 1 < passage.t.size() && passage.t[k] < t) {
        before = after;
        after = flow->observe(passage.y[++k]);
      }
      const double part = (t - passage.t[k - 1]) / (passage.t[k] - passage.t[k - 1]);
      samples.push_back(round_digits(before + part * (after - before)));
    }
  } catch (const RunError&) {
    return nlohmann::ordered_json::array();
  }
  return samples;
}

}  // namespace fourfoot::cli

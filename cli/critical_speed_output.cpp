#include "cli/critical_speed_output.h"

#include <fmt/format.h>

#include <cmath>

namespace fourfoot::cli {

namespace {

nlohmann::ordered_json give(double value) {
  return std::isnan(value) ? nlohmann::ordered_json() : nlohmann::ordered_json(value);
}

// A motion that does not repeat has none.
nlohmann::ordered_json give_frequency(const analysis::CriticalSpeed& found) {
  return found.frequency > 0.0 ? nlohmann::ordered_json(found.frequency) : nlohmann::ordered_json();
}

std::string tell_motion(const analysis::CriticalSpeed& found) {
  if (found.frequency > 0.0)
    return fmt::format("max |y| {:.5g}, {:.4g} Hz", found.largest, found.frequency);
  if (found.motion.empty()) return "no motion was followed";
  return fmt::format("max |y| {:.5g}, {}: no frequency", found.largest, found.motion);
}

}  // namespace

nlohmann::ordered_json describe(const TriedSpeed& tried) {
  const analysis::CriticalSpeed& found = tried.found;
  nlohmann::ordered_json trials = nlohmann::ordered_json::array();
  for (const CriticalSpeedTrial& trial : tried.trials)
    trials.push_back({{"value", trial.value}, {"outcome", trial.outcome}});
  return {{"method", found.method},
          {"critical_speed", give(found.value)},
          {"low", give(found.low)},
          {"high", give(found.high)},
          {"linear", give(found.linear)},
          {"mode", found.mode},
          {"max_abs", found.largest},
          {"frequency", give_frequency(found)},
          {"motion", found.motion},
          {"wheelset", found.wheelset},
          {"wheelset_peak_to_peak", found.wheelset_range},
          {"disturbance", found.disturbance},
          {"trials", found.trials},
          {"simulated", found.simulated},
          {"reason", found.reason},
          {"left_out", found.left_out},
          {"tried", std::move(trials)}};
}

void print_critical_speed(const analysis::CriticalSpeed& found, const std::string& parameter) {
  const bool is_speed = parameter == "speed.v";
  fmt::print("nonlinear critical {} by {}: {:.6g}\n", is_speed ? "speed [m/s]" : parameter,
             found.method, found.value);
  if (is_speed) fmt::print("= {:.4g} km/h\n", 3.6 * found.value);
  if (!std::isnan(found.linear))
    fmt::print("linear critical value (eigenvalues): {:.6g}{}\n", found.linear,
               found.mode.empty() ? "" : ", " + found.mode);
  fmt::print("steady running up to {:.6g}, lasting motion from {:.6g} ({}", found.low, found.high,
             tell_motion(found));
  if (!found.wheelset.empty())
    fmt::print("; {} moves most, {:.3g} mm peak to peak", found.wheelset,
               1e3 * found.wheelset_range);
  fmt::print(")\n");
  if (!found.disturbance.empty()) fmt::print("hunting began with: {}\n", found.disturbance);
  if (!found.left_out.empty()) fmt::print("left out: {}\n", found.left_out);
  fmt::print("{}; {} trials", found.reason, found.trials);
  if (found.simulated > 0.0) fmt::print(", {:.3g} s simulated", found.simulated);
  fmt::print("\n");
}

void print_critical_speeds(const std::vector<TriedSpeed>& all, const std::string& parameter) {
  fmt::print("{:<18} {:>10} {:>10} {:>10} {:>10}  {}\n", "method", "critical", "steady to",
             "lasts from", "f [Hz]",
             parameter == "speed.v" ? "how it ended (speeds in m/s)" : "how it ended");
  const auto tell = [](double value) {
    return std::isnan(value) ? std::string("-") : fmt::format("{:.5g}", value);
  };
  for (const auto& [found, trials] : all)
    fmt::print("{:<18} {:>10} {:>10} {:>10} {:>10}  {}\n", found.method, tell(found.value),
               tell(found.low), tell(found.high),
               found.is_found && found.frequency > 0.0 ? tell(found.frequency) : "-", found.reason);
}

}  // namespace fourfoot::cli

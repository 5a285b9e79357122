#pragma once

#include <string>

namespace fourfoot::cli {

/// The coordinate by which motions are judged, as files and plots call it. `channel`: of --observe,
/// "frame/psi"; empty where the default is meant.
inline std::string describe_observed(const std::string& channel) {
  return channel.empty() ? "y of the first wheelset" : channel;
}

/// Title of an axis of amplitudes. `observed`: as describe_observed() has it; empty: unknown, as in
/// files of older versions.
inline std::string make_amplitude_title(const std::string& observed) {
  if (observed.empty()) return "max |observed coordinate| [mm or mrad]";
  const std::string leaf = observed.substr(observed.rfind('/') + 1);
  const bool is_angle = leaf == "phi" || leaf == "chi" || leaf == "psi";
  return "max |" + observed + "| [" + (is_angle ? "mrad" : "mm") + "]";
}

/// Simulated motions in the legend of a bifurcation diagram. `sweep`: "up", "down" or how they start.
inline std::string name_simulated(const std::string& sweep) {
  return "simulated, " + (sweep == "up" ? "rising" : sweep == "down" ? "falling" : sweep);
}

}  // namespace fourfoot::cli

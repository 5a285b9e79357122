#include "cli/eigen_output.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/hunting_modes.h"

namespace fourfoot::cli {

namespace {

/// A value of what is varied, speeds also in km/h.
std::string format_parameter(const std::string& key, double value) {
  if (key != "speed.v") return fmt::format("{} = {:.6g}", key, value);
  return fmt::format("speed.v = {:.6g} m/s ({:.4g} km/h)", value, 3.6 * value);
}

bool is_oscillating(const analysis::Mode& mode) {
  return mode.value.imag() > 0.0 && mode.damping() < 0.999;
}

void print_mode(const analysis::Mode& mode, bool all) {
  fmt::print("{:>9.4g} {:>9.4f} {:>12.4g}  {}{}", mode.frequency(), mode.damping(),
             mode.value.real(), mode.name, is_growing(mode) ? " (grows)" : "");
  fmt::print("{}\n", all ? ": " + analysis::describe(mode) : "");
}

/// A mode that is not hunting, and why.
std::string tell_left_out(const analysis::Crossing& crossing) {
  if (crossing.hunts) return "";
  return fmt::format(
      " ({}: not hunting, since wheelsets move {:.2g} mm sideways for each mm of its largest "
      "displacement)",
      crossing.name, crossing.part);
}

/// Where no speed is known from which on the vehicle hunts.
std::string tell_no_critical(const analysis::RootLocus& locus) {
  bool grows = false, hunts = false;
  for (const auto& modes : locus.modes) {
    for (const analysis::Mode& mode : modes) {
      grows = grows || analysis::is_growing(mode);
      hunts = hunts || (analysis::is_growing(mode) && analysis::moves_wheelsets(mode));
    }
  }
  if (hunts) return "unstable at some values; where that begins was not found";
  return grows ? "no hunting, but another mode grows" : "stable throughout";
}

/// The modes of one value.
void print_mode_table(const std::vector<analysis::Mode>& modes, bool all) {
  fmt::print("{:>9} {:>9} {:>12}  {}\n", "f [Hz]", "damping", "growth [1/s]",
             all ? "mode: shape (phase)" : "mode");
  std::size_t neutral = 0, still = 0;
  for (const analysis::Mode& mode : modes) {
    if (analysis::is_neutral(mode.value)) {
      ++neutral;
    } else if (is_mode_shown(mode)) {
      if (all || is_oscillating(mode) || is_growing(mode))
        print_mode(mode, all);
      else
        ++still;
    }
  }
  if (still > 0)
    fmt::print("and {} that do{} not oscillate (--all)\n", still, still == 1 ? "es" : "");
  if (neutral > 0)
    fmt::print("and {} of zero: coordinates without a restoring force, or friction\n", neutral);
  fmt::print("\n");
}

}  // namespace

bool is_mode_shown(const analysis::Mode& mode) {
  return mode.value.imag() >= 0.0;
}

void print_modes(const analysis::RootLocus& locus, const std::string& key, bool all) {
  for (std::size_t i = 0; i < locus.values.size(); ++i) {
    if (locus.values.size() > 1 && i + 1 < locus.values.size() && i > 0) continue;
    fmt::print("{}\n", format_parameter(key, locus.values[i]));
    print_mode_table(locus.modes[i], all);
  }
  for (const analysis::Crossing& c : locus.crossings)
    fmt::print("{}: a mode of {:.4g} Hz {}{}\n", format_parameter(key, c.value), c.frequency,
               c.destabilises ? "begins to grow" : "ceases to grow", tell_left_out(c));
  if (locus.values.size() < 2) {
    const auto& modes = locus.modes.front();
    const bool grows = std::any_of(modes.begin(), modes.end(), analysis::is_growing);
    fmt::print("{}\n", grows ? "unstable: a mode grows" : "stable");
  } else if (!locus.critical) {
    fmt::print("{}\n", tell_no_critical(locus));
  } else if (key == "speed.v") {
    fmt::print("linear critical speed [m/s]: {:.6g} ({:.4g} km/h)\n", *locus.critical,
               3.6 * *locus.critical);
  } else {
    fmt::print("linear critical {}: {:.6g}\n", key, *locus.critical);
  }
}

}  // namespace fourfoot::cli

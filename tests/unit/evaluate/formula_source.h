#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <stdexcept>

#include "base/error.h"
#include "evaluate/evaluation.h"

namespace fourfoot::evaluate {

/// Channels given by formulas of time.
class FormulaSource : public SignalSource {
 public:
  FormulaSource(double rate, std::size_t size) : rate_(rate), size_(size) {
    add("time", [](double t) { return t; });
  }
  void add(const std::string& name, std::function<double(double)> formula) {
    channels_.push_back({name, "", "", ""});
    formulas_.push_back(std::move(formula));
  }
  const std::vector<Channel>& channels() const override { return channels_; }
  std::size_t size() const override { return size_; }
  void read(std::size_t channel, std::size_t first, std::size_t count, double* to) override {
    largest_read = std::max(largest_read, count);
    for (std::size_t i = 0; i < count; ++i)
      to[i] = formulas_[channel](static_cast<double>(first + i) / rate_);
  }
  std::size_t largest_read = 0;

 private:
  double rate_;
  std::size_t size_;
  std::vector<Channel> channels_;
  std::vector<std::function<double(double)>> formulas_;
};

inline void add_wheels(FormulaSource& source, double Y_left, double Y_right) {
  source.add("w/left/Y", [Y_left](double) { return Y_left; });
  source.add("w/right/Y", [Y_right](double) { return Y_right; });
  source.add("w/left/Q", [](double) { return 60e3; });
  source.add("w/right/Q", [](double) { return 50e3; });
}

/// As limits.toml in what these tests use; the command line's tests read the file itself.
inline Limits make_limits() {
  Limits limits;
  limits.transition_rate = 5e-7;
  limits.zones = {{"straight", 10e3, 1e300, 250.0, 25}, {"small", 400.0, 600.0, 100.0, 2}};
  for (const char* name : {"sum_Y", "Y_Q", "Q", "Y_qst", "Q_qst", "unloading", "body_y", "body_z",
                           "body_y_rms", "body_z_rms", "body_y_safety", "body_y_qst", "bogie_y"}) {
    Quantity& q = limits.quantities[name];
    q.name = name;
    q.low_pass = 20.0;
    q.percentile = 99.85;
    q.k = 3.0;
    q.limit = 1e9;
  }
  limits.quantities["sum_Y"].window = limits.quantities["Y_Q"].window = 2.0;
  limits.quantities["sum_Y"].limit = no_number;
  limits.quantities["sum_Y"].offset = 10e3;
  limits.quantities["sum_Y"].share = 1.0 / 3.0;
  Quantity& instability = limits.quantities["instability"];
  instability.half_band = 2.0;
  instability.window = 100.0;
  instability.step = 10.0;
  instability.factor = 0.5;
  limits.weightings = {
      {"Wb", {0.4, 100, 16, 16, 2.5, 4, 0.70711, 0.63, 0.8, 0.8, 0.4}},
      {"Wc", {0.4, 100, 8, 8}},
      {"Wd", {0.4, 100, 2, 2}},
      {"Wp", {0.0, 100, 2, 2}},
      {"Wk", {0.4, 100, 12.5, 12.5, 2.37, 3.35, 0.70711, 0.63, 0.91, 0.91, 0.5005}}};
  limits.flange_angle = 70.0 * std::numbers::pi / 180.0;
  limits.friction = 0.3;
  limits.nadal_low_pass = 20.0;
  limits.nadal_duration = 0.05;
  limits.gain_vertical = 0.588;
  limits.gain_lateral = 0.737;
  limits.exponent = 0.15;
  limits.event_standing = {0.1662, 0.2701, 0.37};
  limits.event_seated = {0.0846, 0.1305, 0.217};
  for (const char* name :
       {"nadal", "comfort", "event", "transition", "sperling", "complete", "Wd", "Wb", "Wk"})
    limits.trust[name] = "";
  return limits;
}

inline const Figure& find(const Evaluation& out, const std::string& name,
                          const std::string& subject, const std::string& zone = "") {
  for (const Figure& f : out.figures)
    if (f.name == name && f.subject == subject && (zone.empty() || f.zone == zone)) return f;
  throw std::out_of_range("no figure " + name + " of " + subject);
}

inline std::string get_fault(const std::function<void()>& act) {
  try {
    act();
  } catch (const InputError& error) {
    return error.findings().front().id;
  }
  return "";
}

}  // namespace fourfoot::evaluate

#pragma once

#include "evaluate/collector.h"
#include "evaluate/peak.h"
#include "evaluate/task.h"
#include "evaluate/welch.h"

namespace fourfoot::evaluate {

/// Channels of a wheelset; x: ahead of the vehicle's origin [m].
struct AxleChannels {
  std::string name;
  int Y[2] = {-1, -1}, Q[2] = {-1, -1};  ///< left, right
  double x = 0.0;
};

struct AxleOptions {
  double wheel_load = no_number;  ///< static [N]; nan: half the mean of Q_left + Q_right
  double flange_angle = 0.0, friction = 0.0;
  bool with_en14363 = true, with_nadal = true;
};

/// Running safety and track loading of a wheelset (EN 14363, UIC 518), and Nadal's limit.
///
///   sum_Y      = Y_l + Y_r, 2 m mean                 both signs
///   Y_Q        = outward Y / Q of each wheel, 2 m mean; 0 where Q < 1 N (the wheel is off the
///   rail) Q, Y_qst, Q_qst of each wheel;  unloading = (Q0 - Q) / Q0
///
/// Y and Q are filtered before they are added or divided. Where a zone has curves to the left and to
/// the right, wheels are taken by outer and inner: what one wheel does as the outer and as the inner
/// one are two kinds of values, whose scatter would be that between the kinds.
class AxleTask : public Task {
 public:
  AxleTask(const Situation& situation, AxleChannels channels, AxleOptions options);
  std::size_t margin() const override;
  void take(Block& block) override;
  void report(std::vector<Figure>& figures) override;
  void report_peaks(std::vector<Peak>& peaks) const override;
  double get_wheel_load() const;
  /// Where the spectrum of sum Y between 0.4 and 10 Hz is highest [Hz]; nan if the record is too
  /// short for one.
  double find_dominant_frequency() const;

 private:
  struct Wheel {
    Collector Y_Q, Q, low_Q, Y_qst, Q_qst;
    PeakSeeker top_Y_Q, top_Q, least_Q, top_Y;
    double over = 0.0, longest = 0.0, running = 0.0, largest = -1e300;  ///< Nadal [s]
  };
  Wheel make_wheel() const;
  void take_wheel(Block& block, std::size_t side);
  void take_nadal(Block& block, std::size_t side);
  void report_quantity(std::vector<Figure>& figures, const char* name, Gather gather,
                       const char* unit, Collector Wheel::*of, bool only_curves);
  void report_nadal(std::vector<Figure>& figures, std::size_t side) const;
  Situation at_;
  AxleChannels channels_;
  AxleOptions options_;
  Collector sum_Y_;
  PeakSeeker top_sum_Y_;
  std::vector<Wheel> wheels_;
  Welch spectrum_;
  double load_sum_ = 0.0, load_count_ = 0.0;
};

/// Instability by the sliding r.m.s. of sum Y in f0 +- half_band over `window` metres, every
/// `step`.
class InstabilityTask : public Task {
 public:
  InstabilityTask(const Situation& situation, AxleChannels channels, double f0, double sum_limit);
  std::size_t margin() const override;
  void take(Block& block) override;
  void report(std::vector<Figure>& figures) override;

 private:
  void close_step();
  Situation at_;
  AxleChannels channels_;
  Quantity quantity_, band_;
  double f0_, sum_limit_;
  double sum_ = 0.0, count_ = 0.0, end_ = no_number, largest_ = no_number;
  std::vector<double> steps_;  ///< mean squares of the last steps
};

}  // namespace fourfoot::evaluate

#pragma once

#include <functional>

#include "evaluate/axle_task.h"
#include "evaluate/task.h"

namespace fourfoot::evaluate {

/// The largest value in the record of a signal that a formula makes of channels.
struct Extreme {
  Figure figure;  ///< norm, name, subject, unit, limit and note are given
  const Quantity* quantity;
  /// The signal, filtered, before the window; with the block's margins.
  std::function<std::vector<double>(Block&)> make;
  std::function<double(double)> finish = {};  ///< of the largest value; none: itself
  double x = 0.0;                             ///< ahead of the vehicle's origin [m]
};

/// Largest values, and where they occur.
class ExtremeTask : public Task {
 public:
  ExtremeTask(const Situation& situation, std::vector<Extreme> items);
  std::size_t margin() const override;
  void take(Block& block) override;
  void report(std::vector<Figure>& figures) override;

 private:
  struct Largest {
    double value = no_number, s = no_number;
  };
  Situation at_;
  std::vector<Extreme> items_;
  std::vector<Largest> largest_;
};

/// Overturning: of the wheels of a running gear (wheelsets closer to their neighbours than
/// `limits.running_gear`),
///
///   overturning = |sum Q_right - sum Q_left| / (sum Q_right + sum Q_left),
///
/// which is the mean unloading of the lighter side; 1: that side has left its rail. After EN
/// 14067-6, where the limit is 0.9.
void add_overturning(const Situation& at, const std::vector<AxleChannels>& axles, Tasks& tasks);

/// Safety on twisted track by simulation (EN 14363, tests at low speed), of each wheel:
///
///   twist_Y_Q        = largest Y/Q, 2 m mean: method 1, a run through a twisted curve of 150 m
///   twist_unloading  = largest (Q0 - Q) / Q0: method 3, a run over the test twist
void add_twist(const Situation& at, const std::vector<AxleChannels>& axles, double wheel_load,
               Tasks& tasks);

/// Channels of the displacement of a marked point against the track; -1: not there.
struct SwayChannels {
  std::string name;
  int d_y = -1, d_z = -1;
  double x = 0.0;          ///< of its body, ahead of the vehicle's origin [m]
  double arm = no_number;  ///< of the point ahead of its body's middle [m]; nan: not known
};

/// Envelope of marked points against the track below them: how far they come to the left, to the
/// right, up and down. Displacements are recorded against the track frame of the body; at a distance
/// c ahead of it the track has turned away by
///
///   kappa c^2 / 2,   kappa at a third of the way, which is exact in clothoids,
///
/// and that is taken off (the overthrow of curves). Where c is not known the note says so. The track
/// must outlive the tasks.
void add_sway(const Situation& at, const std::vector<SwayChannels>& points,
              const TrackProfile& track, Tasks& tasks);

}  // namespace fourfoot::evaluate

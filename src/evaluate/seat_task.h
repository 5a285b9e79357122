#pragma once

#include "evaluate/body_task.h"
#include "evaluate/evaluation.h"
#include "evaluate/weighted_axis.h"

namespace fourfoot::evaluate {

/// Comfort of a seated passenger, complete method of EN 12299: N_VA of the points at his feet, on
/// the seat pan and on the seat back.
class SeatTask : public Task {
 public:
  SeatTask(const Situation& situation, const PointChannels& floor, const PointChannels& pan,
           const PointChannels& back);
  std::size_t margin() const override { return 0; }
  void take(Block& block) override;
  void report(std::vector<Figure>& figures) override;

 private:
  Situation at_;
  std::string name_;
  std::vector<std::string> channels_;  ///< of the axes, for messages
  std::vector<WeightedAxis> axes_;     ///< floor z, pan y, pan z, back x
};

/// Seats of the options, and points P, P_pan, P_back that belong together by their names.
/// InputError missing-channel for a point that is named and not there.
void add_seats(const Situation& situation, const std::vector<PointChannels>& points,
               const EvaluationOptions& options, Tasks& tasks);

}  // namespace fourfoot::evaluate

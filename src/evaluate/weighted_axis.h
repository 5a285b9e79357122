#pragma once

#include <string>
#include <vector>

#include "evaluate/task.h"

namespace fourfoot::evaluate {

/// One axis of a marked point, weighted: r.m.s. of the record and of blocks of some seconds.
class WeightedAxis {
 public:
  /// channel -1: the record has none; then there are no values.
  WeightedAxis(const Situation& situation, const std::string& weighting, int channel);
  void take(Block& block);
  bool is_there() const { return channel_ >= 0; }
  const std::string& weighting() const { return weighting_; }
  /// Of each whole block.
  const std::vector<double>& blocks() const { return blocks_; }
  double find_percentile_of_blocks(double percentile) const;
  /// Of the record; nan if there is nothing.
  double get_rms() const;

 private:
  std::string weighting_;
  int channel_;
  Cascade cascade_;
  CascadeState state_;
  std::size_t whole_;                   ///< rows of a block
  double sum_ = 0.0, block_sum_ = 0.0;  ///< of squares
  std::size_t count_ = 0, in_block_ = 0;
  std::vector<double> blocks_;
};

/// Below that rate [Hz] the weightings miss their tolerance.
constexpr double least_comfort_rate = 200.0;

}  // namespace fourfoot::evaluate

#pragma once

#include <string>

#include "analysis/endless_track.h"
#include "analysis/observed.h"

namespace fourfoot::analysis {

/// An endless track with the extremes of watched coordinates as events.
class EndlessProblem : public EndlessTrack {
 public:
  EndlessProblem(const system::System& system, const std::string& observed, double t);
  int get_event_count() const override { return static_cast<int>(watched_.size()); }
  void calc_events(double, const integrate::ConstVecRef& y, integrate::VecRef g) override;

  ObservedSet& watched() { return watched_; }
  const ObservedSet& watched() const { return watched_; }
  /// A limit of the System that the state is beyond; none: nullptr.
  const system::Limit* find_broken_limit(const VecX& y);

 private:
  ObservedSet watched_;
  VecX limits_;
};

}  // namespace fourfoot::analysis

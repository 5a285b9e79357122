#pragma once

#include <string>
#include <vector>

#include "system/system.h"

namespace fourfoot::analysis {

/// The coordinate by which a motion is judged, "wheelset_1/y": a displacement or an angle of a
/// body relative to its track frame. Given by its channel's name; empty: y of the first wheelset,
/// or of the first body where there are no wheels. One per thread.
class Observed {
 public:
  /// Throws InputError (unknown-channel) if there is no such coordinate.
  Observed(const system::System& system, const std::string& channel, double t);

  const std::string& name() const { return name_; }
  std::size_t body() const { return body_; }
  int coordinate() const { return coordinate_; }
  /// Value and rate at y, with the track as it is at t.
  struct Value {
    double x = 0.0, rate = 0.0;
  };
  Value calc(const integrate::ConstVecRef& y);

 private:
  const system::System& system_;
  double t_;
  std::string name_;
  std::size_t body_ = 0;
  int coordinate_ = -1;  ///< x, y, z, phi, chi, psi
  system::Workspace ws_;
};

/// The coordinate asked for, and y of every wheelset, so that none hunts unseen. One per thread.
class ObservedSet {
 public:
  /// Throws as Observed does. The first entry is the coordinate asked for.
  ObservedSet(const system::System& system, const std::string& channel, double t);

  std::size_t size() const { return entries_.size(); }
  const std::string& name(std::size_t i) const { return entries_[i].name; }
  bool is_wheelset(std::size_t i) const { return entries_[i].is_wheelset; }
  /// All values and rates at y.
  const std::vector<Observed::Value>& calc(const integrate::ConstVecRef& y);

 private:
  struct Entry {
    std::string name;
    std::size_t body = 0;
    int coordinate = 1;
    bool is_wheelset = false;
  };
  const system::System& system_;
  double t_;
  std::vector<Entry> entries_;
  std::vector<Observed::Value> values_;
  system::Workspace ws_;
};

}  // namespace fourfoot::analysis

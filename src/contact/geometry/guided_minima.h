#pragma once

#include <algorithm>

#include "contact/geometry/guided_search.h"

namespace fourfoot::contact::guided {

constexpr int max_minima = 12;
constexpr double far_off = RailSection::far_away;

/// A stationary point of the separation: a minimum, or the ridge between two.
struct Stationary {
  double s;
  double distance;
  double bend;        ///< second derivative of the separation, about
  std::size_t index;  ///< nearest sample
};

/// A minimum with the borders of its overlap. Without initial values: there is room for many, and
/// few are used.
struct Extent {
  Stationary minimum;
  double begin, end;
  bool begins_at_ridge, ends_at_ridge;
  Stationary ridge;  ///< towards the next minimum, if the overlaps are joined
};

/// Separations at samples of the meridian that find_minima has taken, kept for find_borders.
class SeenSamples {
 public:
  void clear() { run_count_ = size_ = 0; }
  /// The samples that follow are `first`, `first` + 1 ...
  void begin(std::size_t first) {
    if (run_count_ < runs_.size())
      runs_[run_count_++] = {first, 0, size_};
    else
      size_ = values_.size();  // no more are kept
  }
  void add(double separation) {
    if (size_ == values_.size()) return;
    values_[size_++] = separation;
    ++runs_[run_count_ - 1].count;
  }
  /// Runs that meet are one piece.
  void list(PatchSurroundings& out) const {
    out.seen_count = 0;
    for (std::size_t k = 0; k < run_count_; ++k) {
      if (runs_[k].count == 0) continue;
      const auto first = static_cast<std::uint16_t>(runs_[k].first);
      const auto last = static_cast<std::uint16_t>(runs_[k].first + runs_[k].count - 1);
      const bool meets = out.seen_count > 0 && first <= out.seen[out.seen_count - 1].last + 1;
      if (meets)
        out.seen[out.seen_count - 1].last = last;
      else
        out.seen[out.seen_count++] = {first, last};
    }
  }
  /// Null: not seen.
  const double* find(std::size_t sample) const { return find(sample, sample); }
  /// The first of these, which follow each other; null: not all seen on one way.
  const double* find(std::size_t first, std::size_t last) const {
    for (std::size_t k = 0; k < run_count_; ++k) {
      const std::size_t i = first - runs_[k].first;  // far too large before the first
      if (i < runs_[k].count && last - runs_[k].first < runs_[k].count)
        return &values_[runs_[k].at + i];
    }
    return nullptr;
  }

 private:
  struct Run {
    std::size_t first, count, at;
  };
  std::array<Run, 8> runs_;
  std::array<double, 128> values_;
  std::size_t run_count_ = 0, size_ = 0;
};

struct Extents {
  /// A minimum that does not reach the margin.
  struct Other {
    double s, distance;
  };
  std::array<Extent, max_minima> at;
  int count = 0;
  std::array<Other, 8> others;
  int other_count = 0;
  /// How far the wheel may move until a place could touch that is none of these [m].
  double clear;
  SeenSamples seen;

  void add_other(double s, double distance) {
    if (other_count < static_cast<int>(others.size()))
      others[static_cast<std::size_t>(other_count++)] = {s, distance};
    else
      clear = std::min(clear, distance);
  }
};

/// Minima below `margin` in the windows; `out.at[].minimum`.
void find_minima(const GuidedPair& guided, const AxleState<double>& axle,
                 std::span<const ContactWindow> windows, double height, double margin,
                 Extents& out);
/// Ridges and edges of the overlaps. `before`, patches of this wheel at a pose near by: where edges
/// are looked for first.
void find_borders(const GuidedPair& guided, const AxleState<double>& axle, const PatchList* before,
                  Extents& out);

}  // namespace fourfoot::contact::guided

#include "system/line.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fourfoot::system {

Line::Line(std::shared_ptr<const track::Track> track, track::SpeedProfile speed)
    : track_(std::move(track)), speed_(std::move(speed)), breaks_(track_->list_breaks()) {
  is_kink_.resize(breaks_.size());
  for (const track::Kink& kink : track_->kinks()) {
    const auto at = std::lower_bound(breaks_.begin(), breaks_.end(), kink.s);
    is_kink_[static_cast<std::size_t>(at - breaks_.begin())] = true;
  }
}

void Line::calc_frame(const track::Travel& travel, double offset, FrameCursor& cursor,
                      MovingFrame& frame) const {
  double s = travel.s + offset;
  if (cursor.passed < breaks_.size() && s >= breaks_[cursor.passed]) {
    s = std::nextafter(breaks_[cursor.passed], -std::numeric_limits<double>::infinity());
  }
  if (cursor.passed > 0) s = std::max(s, breaks_[cursor.passed - 1]);
  frame = track_->calc_frame(s, travel.v, travel.a, cursor.cursor);
}

// A corner belongs to neither side.
track::RailDeviations Line::calc_irregularity(const track::Travel& travel, double offset,
                                              const FrameCursor& cursor) const {
  constexpr double far = std::numeric_limits<double>::infinity();
  double s = travel.s + offset;
  if (cursor.passed < breaks_.size() && s >= breaks_[cursor.passed])
    s = std::nextafter(breaks_[cursor.passed], -far);
  if (cursor.passed > 0 && s <= breaks_[cursor.passed - 1])
    s = std::nextafter(breaks_[cursor.passed - 1], far);
  return track_->calc_irregularity(s);
}

std::size_t Line::count_passed(double t, double offset) const {
  constexpr double near = 1e-6;  // where rounding, or `together`, decides [m]
  const double s = speed_.calc(t).s + offset;
  auto count = static_cast<std::size_t>(std::upper_bound(breaks_.begin(), breaks_.end(), s + near) -
                                        breaks_.begin());
  for (; count > 0 && breaks_[count - 1] > s - near; --count) {
    const std::optional<double> passage = speed_.find_time(breaks_[count - 1] - offset);
    if (passage ? *passage <= t + together : breaks_[count - 1] <= s) break;
  }
  return count;
}

std::size_t Line::count_speed_breaks_passed(double t) const {
  const std::vector<double>& times = speed_.get_breaks();
  return static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), t + together) -
                                  times.begin());
}

bool Line::has_kink(std::size_t first, std::size_t last) const {
  const auto at = [&](std::size_t i) { return is_kink_.begin() + static_cast<std::ptrdiff_t>(i); };
  return first < last && std::find(at(first), at(last), true) != at(last);
}

std::vector<double> Line::find_stops(const std::vector<double>& offsets,
                                     const std::vector<double>& others, double t_begin,
                                     double t_end) const {
  std::vector<double> times;
  const auto add = [&](double t) {
    if (t > t_begin + together && t < t_end) times.push_back(t);
  };
  for (const double offset : offsets) {
    for (std::size_t i = count_passed(t_begin, offset); i < breaks_.size(); ++i) {
      const std::optional<double> t = speed_.find_time(breaks_[i] - offset);
      if (!t || *t >= t_end) break;
      add(*t);
    }
  }
  for (const double t : speed_.get_breaks()) add(t);
  for (const double t : others) add(t);
  std::sort(times.begin(), times.end());
  std::vector<double> stops;
  for (const double t : times) {
    if (stops.empty() || t > stops.back() + together) stops.push_back(t);
  }
  return stops;
}

}  // namespace fourfoot::system

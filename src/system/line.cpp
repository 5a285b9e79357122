#include "system/line.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fourfoot::system {

Line::Line(std::shared_ptr<const track::Track> track, track::SpeedProfile speed)
    : track_(std::move(track)), speed_(std::move(speed)) {}

void Line::calc_frame(const track::Travel& travel, double offset, FrameCursor& cursor,
                      MovingFrame& frame) const {
  const std::vector<track::Kink>& kinks = track_->kinks();
  double s = travel.s + offset;
  if (cursor.kinks_passed < kinks.size() && s >= kinks[cursor.kinks_passed].s) {
    s = std::nextafter(kinks[cursor.kinks_passed].s, -std::numeric_limits<double>::infinity());
  }
  if (cursor.kinks_passed > 0) s = std::max(s, kinks[cursor.kinks_passed - 1].s);
  frame = track_->calc_frame(s, travel.v, travel.a, cursor.cursor);
}

std::size_t Line::count_passed(double t, double offset, bool at_t) const {
  const std::vector<track::Kink>& kinks = track_->kinks();
  const double s = speed_.calc(t).s + offset, near = 1e-6;
  std::size_t count = static_cast<std::size_t>(
      std::upper_bound(kinks.begin(), kinks.end(), s + near,
                       [](double at, const track::Kink& kink) { return at < kink.s; }) -
      kinks.begin());
  // Within rounding of a corner the place does not tell the side; the time of its passage does,
  // exactly.
  for (; count > 0 && kinks[count - 1].s > s - near; --count) {
    const std::optional<double> passage = speed_.find_time(kinks[count - 1].s - offset);
    if (!passage || *passage < t || (at_t && *passage == t)) break;
  }
  return count;
}

std::vector<Passage> Line::find_passages(const std::vector<double>& offsets, double t_begin,
                                         double t_end) const {
  std::vector<Passage> passages;
  for (std::size_t body = 0; body < offsets.size(); ++body) {
    for (std::size_t kink = count_passed(t_begin, offsets[body]); kink < track_->kinks().size();
         ++kink) {
      const std::optional<double> t = speed_.find_time(track_->kinks()[kink].s - offsets[body]);
      if (!t || *t > t_end) break;
      passages.push_back({*t, body, kink});
    }
  }
  std::stable_sort(passages.begin(), passages.end(),
                   [](const Passage& a, const Passage& b) { return a.t < b.t; });
  return passages;
}

}  // namespace fourfoot::system

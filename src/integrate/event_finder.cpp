#include "integrate/event_finder.h"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <limits>

namespace fourfoot::integrate {
namespace {

int sign(double g) {
  return (g > 0.0) - (g < 0.0);
}

}  // namespace

EventFinder::EventFinder(Problem& problem, int samples, double spacing)
    : problem_(problem),
      samples_(std::max(1, samples)),
      spacing_(spacing),
      side_(static_cast<std::size_t>(problem.get_event_count()), 0),
      g_(VecX::Zero(problem.get_event_count())),
      g_to_(VecX::Zero(problem.get_event_count())),
      y_(VecX::Zero(problem.get_size())),
      g_before_(g_),
      g_end_(g_),
      rates_(g_) {
  jumped_.reserve(side_.size());
}

void EventFinder::start(double t, const ConstVecRef& y, int fired) {
  t_ = t;
  if (side_.empty()) return;
  problem_.calc_events(t, y, g_);
  for (std::size_t i = 0; i < side_.size(); ++i) {
    side_[i] = static_cast<int>(i) == fired ? 0 : sign(g_[static_cast<Eigen::Index>(i)]);
  }
  forget_before();
  keep_before(g_, 0.0);
}

const std::vector<Event>& EventFinder::start_behind_jump(double t, const ConstVecRef& y) {
  jumped_.clear();
  t_ = t;
  if (side_.empty()) return jumped_;
  problem_.calc_events(t, y, g_);
  for (std::size_t i = 0; i < side_.size(); ++i) {
    const int now = sign(g_[static_cast<Eigen::Index>(i)]);
    if (now * side_[i] < 0 && is_wanted(static_cast<int>(i), now))
      jumped_.push_back(Event{static_cast<int>(i), t, now});
    side_[i] = now;
  }
  forget_before();
  keep_before(g_, 0.0);
  return jumped_;
}

void EventFinder::calc(const Integrator& integrator, double t, VecX& g) {
  integrator.interpolate(t, y_);
  problem_.calc_events(t, y_, g);
}

double EventFinder::locate(const Integrator& integrator, int index, double t_from, double t_to,
                           double g_to) {
  const auto function = [&](double t) {
    calc(integrator, t, g_);
    return g_[index];
  };
  const double g_from = function(t_from);
  if (g_from * g_to >= 0.0) return t_from;  // crossed already, together with an earlier event
  const auto close_enough = [](double a, double b) {
    return b - a <=
           4.0 * std::numeric_limits<double>::epsilon() * std::max(std::abs(a), std::abs(b));
  };
  std::uintmax_t evaluations = 100;
  return boost::math::tools::toms748_solve(function, t_from, t_to, g_from, g_to, close_enough,
                                           evaluations)
      .second;
}

bool EventFinder::is_wanted(int index, int direction) const {
  const int asked = problem_.get_event_direction(index);
  return asked == 0 || asked == direction;
}

void EventFinder::keep_before(const VecX& g, double way) {
  if (looks_known_ > 0) rates_ = (g - g_before_) / way;
  g_before_ = g;
  looks_known_ = std::min(looks_known_ + 1, 2);
}

bool EventFinder::is_quiet(double way) const {
  constexpr double bend = 0.25;
  if (looks_known_ < 2) return false;
  for (int i = 0; i < static_cast<int>(side_.size()); ++i) {
    const double before = g_before_[i], end = g_end_[i];
    const double size = std::min(std::abs(before), std::abs(end));
    const double change = end - before, expected = rates_[i] * way;
    if (sign(end) != side_[static_cast<std::size_t>(i)] || !(std::abs(change) < size) ||
        !(std::abs(expected) < size) || !(std::abs(change - expected) < bend * size))
      return false;
  }
  return true;
}

bool EventFinder::is_on_its_side() const {
  for (std::size_t i = 0; i < side_.size(); ++i)
    if (side_[i] == 0 || sign(g_end_[static_cast<Eigen::Index>(i)]) != side_[i]) return false;
  return true;
}

bool EventFinder::is_known_to_be_quiet(const Integrator& integrator, bool is_one_look,
                                       bool& is_end_known) {
  is_end_known =
      samples_ == 1 && problem_.get_events_nearby(integrator.t(), integrator.y(), g_end_);
  if (!is_end_known) return false;
  return is_one_look ? is_on_its_side() : is_quiet(integrator.t() - t_);
}

bool EventFinder::find_next(const Integrator& integrator, Event& event) {
  if (side_.empty()) return false;
  const double t_end = integrator.t();
  const double step = t_end - integrator.t_previous();
  const double spacing = step / std::max<double>(samples_, std::ceil(step / spacing_));
  bool is_end_known = false;
  const bool is_one_look = t_ + 1.5 * spacing > t_end;
  if (t_ < t_end && is_known_to_be_quiet(integrator, is_one_look, is_end_known)) {
    keep_before(g_end_, t_end - t_);
    t_ = t_end;
    return false;
  }
  if (samples_ == 1 && !is_one_look && !is_end_known) {
    calc(integrator, t_end, g_end_);
    is_end_known = true;
    if (is_quiet(t_end - t_)) {
      keep_before(g_end_, t_end - t_);
      t_ = t_end;
      return false;
    }
  }
  while (t_ < t_end) {
    const double t_to = t_ + 1.5 * spacing > t_end ? t_end : t_ + spacing;
    if (t_to == t_end && is_end_known)
      g_to_ = g_end_;
    else
      calc(integrator, t_to, g_to_);
    int first = -1;
    double t_first = t_to;
    for (int i = 0; i < static_cast<int>(side_.size()); ++i) {
      if (sign(g_to_[i]) * side_[static_cast<std::size_t>(i)] >= 0) continue;
      const double t_root = locate(integrator, i, t_, t_to, g_to_[i]);
      if (first >= 0 && t_root >= t_first) continue;
      first = i;
      t_first = t_root;
    }
    if (first < 0)
      keep_before(g_to_, t_to - t_);
    else
      forget_before();
    t_ = t_first;
    if (first < 0) {
      for (std::size_t i = 0; i < side_.size(); ++i) {
        if (side_[i] == 0) side_[i] = sign(g_to_[static_cast<Eigen::Index>(i)]);
      }
      continue;
    }
    int& side = side_[static_cast<std::size_t>(first)];
    side = -side;
    event = Event{first, t_first, side};
    if (is_wanted(first, side)) return true;
  }
  return false;
}

}  // namespace fourfoot::integrate

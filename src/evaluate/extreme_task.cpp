#include "evaluate/extreme_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "evaluate/sliding.h"

namespace fourfoot::evaluate {

namespace {

constexpr const char* side_names[2] = {"/left", "/right"};

Extreme make_extreme(const Limits& limits, const char* norm, const char* name,
                     const std::string& subject, const char* unit) {
  const Quantity& q = limits.quantity(name);
  Extreme item{{.norm = norm, .name = name, .subject = subject, .unit = unit}, &q, {}};
  item.figure.limit = q.calc_limit(0.0, 0.0);
  item.figure.filter = describe_filter(q);
  item.figure.window = q.window > 0.0 ? fmt::format("{:g} m mean", q.window) : "none";
  item.figure.percentile = "100 %";
  item.figure.trust = q.trust;
  return item;
}

/// Wheelsets in the order of their positions, those that stand close together in one group.
std::vector<std::vector<AxleChannels>> group_axles(std::vector<AxleChannels> axles, double apart) {
  std::stable_sort(axles.begin(), axles.end(),
                   [](const AxleChannels& a, const AxleChannels& b) { return a.x > b.x; });
  std::vector<std::vector<AxleChannels>> gears;
  for (const AxleChannels& axle : axles) {
    // A record without positions has all of them at 0: then each wheelset is judged by itself.
    const bool is_near =
        !gears.empty() && gears.back().back().x != axle.x && gears.back().back().x - axle.x < apart;
    if (!is_near) gears.emplace_back();
    gears.back().push_back(axle);
  }
  return gears;
}

}  // namespace

ExtremeTask::ExtremeTask(const Situation& situation, std::vector<Extreme> items)
    : at_(situation), items_(std::move(items)), largest_(items_.size()) {}

std::size_t ExtremeTask::margin() const {
  std::size_t rows = 0;
  for (const Extreme& item : items_)
    rows = std::max(rows, calc_memory(design_filter(*item.quantity, at_.record.rate()), 1e-10) +
                              calc_window_margin(at_.record, item.quantity->window));
  return rows;
}

void ExtremeTask::take(Block& block) {
  for (std::size_t k = 0; k < items_.size(); ++k) {
    std::vector<double> x = items_[k].make(block);
    const double window = items_[k].quantity->window;
    if (window > 0.0) x = calc_sliding_mean(block.s(), x, window);
    for (std::size_t i = block.lead(); i < block.end(); ++i) {
      if (std::isnan(x[i]) || x[i] <= largest_[k].value) continue;
      largest_[k] = {x[i], block.s()[i] + items_[k].x};
    }
  }
}

void ExtremeTask::report(std::vector<Figure>& figures) {
  for (std::size_t k = 0; k < items_.size(); ++k) {
    Figure figure = items_[k].figure;
    if (std::isnan(largest_[k].value)) {
      figure.note = fmt::format("needs a window of {:g} m", items_[k].quantity->window);
    } else {
      figure.value = items_[k].finish ? items_[k].finish(largest_[k].value) : largest_[k].value;
      figure.note +=
          fmt::format("{}at s = {:.5g} m", figure.note.empty() ? "" : ", ", largest_[k].s);
    }
    figures.push_back(figure);
  }
}

void add_overturning(const Situation& at, const std::vector<AxleChannels>& axles, Tasks& tasks) {
  if (!at.limits.quantities.contains("overturning")) return;
  for (const auto& gear : group_axles(axles, at.limits.running_gear)) {
    std::string name = gear.front().name;
    if (gear.size() > 1) name += " to " + gear.back().name;
    Extreme item = make_extreme(at.limits, "overturning", "overturning", name, "1");
    for (const AxleChannels& axle : gear) item.x += axle.x / static_cast<double>(gear.size());
    item.make = [gear, q = item.quantity](Block& block) {
      std::vector<double> left(block.size(), 0.0), share(block.size(), 0.0);
      for (const AxleChannels& axle : gear) {
        const std::vector<double>&l = block.filter(axle.Q[0], *q), &r = block.filter(axle.Q[1], *q);
        for (std::size_t i = 0; i < left.size(); ++i) {
          left[i] += l[i];
          share[i] += r[i];
        }
      }
      for (std::size_t i = 0; i < left.size(); ++i)
        share[i] = share[i] + left[i] > 1.0 ? std::abs(share[i] - left[i]) / (share[i] + left[i])
                                            : 1.0;  // off the track
      return share;
    };
    tasks.push_back(std::make_unique<ExtremeTask>(at, std::vector<Extreme>{std::move(item)}));
  }
}

void add_twist(const Situation& at, const std::vector<AxleChannels>& axles, double wheel_load,
               Tasks& tasks) {
  const auto& quantities = at.limits.quantities;
  if (!quantities.contains("twist_Y_Q") || !quantities.contains("twist_unloading")) return;
  struct Load {
    double sum = 0.0, count = 0.0;
  };
  for (const AxleChannels& axle : axles) {
    std::vector<Extreme> items;
    for (int side = 0; side < 2; ++side) {
      const std::string wheel = axle.name + side_names[side];
      const int Y = axle.Y[side], Q = axle.Q[side];
      const double outward = side == 0 ? 1.0 : -1.0;
      Extreme quotient = make_extreme(at.limits, "twist", "twist_Y_Q", wheel, "1");
      quotient.x = axle.x;
      quotient.make = [Y, Q, outward, q = quotient.quantity](Block& block) {
        std::vector<double> x = block.filter(Y, *q);
        const std::vector<double>& below = block.filter(Q, *q);
        for (std::size_t i = 0; i < x.size(); ++i)
          x[i] = below[i] > 1.0 ? outward * x[i] / below[i] : 0.0;
        return x;
      };
      items.push_back(std::move(quotient));
      // The static load is known only at the end: the least Q is sought first.
      const auto load = std::make_shared<Load>();
      Extreme unloading = make_extreme(at.limits, "twist", "twist_unloading", wheel, "1");
      unloading.x = axle.x;
      unloading.make = [axle, Q, load, q = unloading.quantity](Block& block) {
        const std::vector<double>&l = block.read(axle.Q[0]), &r = block.read(axle.Q[1]);
        for (std::size_t i = block.lead(); i < block.end(); ++i) load->sum += 0.5 * (l[i] + r[i]);
        load->count += static_cast<double>(block.end() - block.lead());
        std::vector<double> x = block.filter(Q, *q);
        for (double& value : x) value = -value;
        return x;
      };
      unloading.finish = [load, wheel_load](double largest) {
        return 1.0 + largest / (std::isnan(wheel_load) ? load->sum / load->count : wheel_load);
      };
      items.push_back(std::move(unloading));
    }
    tasks.push_back(std::make_unique<ExtremeTask>(at, std::move(items)));
  }
}

void add_sway(const Situation& at, const std::vector<SwayChannels>& points,
              const TrackProfile& track, Tasks& tasks) {
  for (const SwayChannels& point : points) {
    std::vector<Extreme> items;
    const auto add = [&](const char* name, int channel, double sign, double arm) {
      if (channel < 0 || !at.limits.quantities.contains(name)) return;
      Extreme item = make_extreme(at.limits, "clearance", name, point.name, "m");
      if (std::isnan(arm)) item.figure.note = "without the overthrow of curves";
      item.x = point.x + (std::isnan(arm) ? 0.0 : arm);
      item.make = [channel, sign, arm, x = point.x, &track, q = item.quantity](Block& block) {
        std::vector<double> d = block.filter(channel, *q);
        for (std::size_t i = 0; i < d.size() && arm * arm > 0.0; ++i)
          d[i] -= 0.5 * arm * arm * track.calc_curvature(block.s()[i] + x + arm / 3.0);
        for (double& value : d) value *= sign;
        return d;
      };
      items.push_back(std::move(item));
    };
    add("sway_left", point.d_y, 1.0, point.arm);
    add("sway_right", point.d_y, -1.0, point.arm);
    add("rise", point.d_z, 1.0, 0.0);
    add("drop", point.d_z, -1.0, 0.0);
    if (!items.empty()) tasks.push_back(std::make_unique<ExtremeTask>(at, std::move(items)));
  }
}

}  // namespace fourfoot::evaluate

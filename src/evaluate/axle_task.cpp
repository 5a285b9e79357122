#include "evaluate/axle_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "evaluate/sliding.h"

namespace fourfoot::evaluate {

namespace {

constexpr const char* sides[2] = {"/left", "/right"};
constexpr const char* turned_sides[2] = {"/outer", "/inner"};

Welch make_spectrum(const Record& record) {
  const double seconds = std::min(10.0, record.duration());
  return {record.rate(), static_cast<std::size_t>(std::max(8.0, seconds * record.rate()))};
}

std::vector<double> slide(const Block& block, std::vector<double> x, double window) {
  if (window > 0.0) return calc_sliding_mean(block.s(), x, window);
  return x;
}

/// Whether a zone of curves has sections that turn left and others that turn right.
bool has_both_turns(const Layout& layout, const Limits& limits, std::size_t zone) {
  bool left = false, right = false;
  for (const Section& section : layout.sections) {
    if (section.zone != zone) continue;
    (section.curvature > 0.0 ? left : right) = true;
  }
  return limits.zones[zone].is_curve() && left && right;
}

/// Of each section the value of its outer (inner) wheel: the right (left) one in curves to the left.
SectionValues pick_by_turn(const Layout& layout, const SectionValues& left,
                           const SectionValues& right, bool is_outer) {
  SectionValues out = left;
  for (std::size_t i = 0; i < out.values.size(); ++i) {
    const bool turns_left = layout.sections[out.sections[i]].curvature > 0.0;
    if (turns_left == is_outer) out.values[i] = right.values[i];
  }
  return out;
}

}  // namespace

AxleTask::AxleTask(const Situation& situation, AxleChannels channels, AxleOptions options)
    : at_(situation),
      channels_(std::move(channels)),
      options_(options),
      sum_Y_(situation.layout, situation.limits.quantity("sum_Y").percentile, Gather::both),
      top_sum_Y_(situation.record, situation.limits.quantity("sum_Y"), Seek::both),
      wheels_{make_wheel(), make_wheel()},
      spectrum_(make_spectrum(situation.record)) {}

AxleTask::Wheel AxleTask::make_wheel() const {
  const auto make = [&](const char* name, Gather gather) {
    return Collector(at_.layout, at_.limits.quantity(name).percentile, gather);
  };
  const auto seek = [&](const char* name, Seek what) {
    return PeakSeeker(at_.record, at_.limits.quantity(name), what);
  };
  return {
      make("Y_Q", Gather::high),     make("Q", Gather::high),       make("unloading", Gather::low),
      make("Y_qst", Gather::median), make("Q_qst", Gather::median), seek("Y_Q", Seek::high),
      seek("Q", Seek::high),         seek("unloading", Seek::low),  seek("Y_qst", Seek::both)};
}

std::size_t AxleTask::margin() const {
  std::size_t rows = 0;
  for (const char* name : {"sum_Y", "Y_Q", "Q", "Y_qst", "Q_qst", "unloading"}) {
    const Quantity& q = at_.limits.quantity(name);
    rows = std::max(rows, calc_memory(design_filter(q, at_.record.rate()), 1e-10) +
                              calc_window_margin(at_.record, q.window));
  }
  return rows;
}

void AxleTask::take(Block& block) {
  for (std::size_t i = block.lead(); i < block.end(); ++i)
    load_sum_ += 0.5 * (block.read(channels_.Q[0])[i] + block.read(channels_.Q[1])[i]);
  load_count_ += static_cast<double>(block.end() - block.lead());
  if (options_.with_nadal)
    for (std::size_t side = 0; side < 2; ++side) take_nadal(block, side);
  if (!options_.with_en14363) return;
  const std::vector<double>&Y_l = block.read(channels_.Y[0]), &Y_r = block.read(channels_.Y[1]);
  std::vector<double> sum(block.end() - block.lead());
  for (std::size_t i = 0; i < sum.size(); ++i)
    sum[i] = Y_l[block.lead() + i] + Y_r[block.lead() + i];
  spectrum_.append(sum.data(), sum.size());
  const Quantity& q = at_.limits.quantity("sum_Y");
  std::vector<double> filtered = block.filter(channels_.Y[0], q);
  const std::vector<double>& right = block.filter(channels_.Y[1], q);
  for (std::size_t i = 0; i < filtered.size(); ++i) filtered[i] += right[i];
  filtered = slide(block, std::move(filtered), q.window);
  for (std::size_t i = block.lead(); i < block.end(); ++i)
    sum_Y_.take(block.s()[i] + channels_.x, filtered[i]);
  top_sum_Y_.take(block, filtered);
  for (std::size_t side = 0; side < 2; ++side) take_wheel(block, side);
}

void AxleTask::take_wheel(Block& block, std::size_t side) {
  Wheel& wheel = wheels_[side];
  const Limits& limits = at_.limits;
  const int Y = channels_.Y[side], Q = channels_.Q[side];
  const Quantity& quotient = limits.quantity("Y_Q");
  std::vector<double> x = block.filter(Y, quotient);
  const std::vector<double>& below = block.filter(Q, quotient);
  const double outward = side == 0 ? 1.0 : -1.0;
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = below[i] > 1.0 ? outward * x[i] / below[i] : 0.0;
  x = slide(block, std::move(x), quotient.window);
  const auto give = [&](Collector& to, const std::vector<double>& values) {
    for (std::size_t i = block.lead(); i < block.end(); ++i)
      to.take(block.s()[i] + channels_.x, values[i]);
  };
  wheel.top_Y_Q.take(block, x);
  wheel.top_Q.take(block, block.filter(Q, limits.quantity("Q")));
  wheel.least_Q.take(block, block.filter(Q, limits.quantity("unloading")));
  wheel.top_Y.take(block, block.filter(Y, limits.quantity("Y_qst")));
  give(wheel.Y_Q, x);
  give(wheel.Q, block.filter(Q, limits.quantity("Q")));
  give(wheel.low_Q, block.filter(Q, limits.quantity("unloading")));
  give(wheel.Y_qst, block.filter(Y, limits.quantity("Y_qst")));
  give(wheel.Q_qst, block.filter(Q, limits.quantity("Q_qst")));
}

void AxleTask::take_nadal(Block& block, std::size_t side) {
  Wheel& wheel = wheels_[side];
  Quantity q;
  q.low_pass = at_.limits.nadal_low_pass;
  const std::vector<double>& Y = block.filter(channels_.Y[side], q);
  const std::vector<double>& Q = block.filter(channels_.Q[side], q);
  const double limit = calc_nadal(options_.flange_angle, options_.friction);
  const double step = 1.0 / block.rate(), outward = side == 0 ? 1.0 : -1.0;
  for (std::size_t i = block.lead(); i < block.end(); ++i) {
    const double quotient = Q[i] > 1.0 ? outward * Y[i] / Q[i] : 0.0;
    wheel.largest = std::max(wheel.largest, quotient);
    wheel.running = quotient > limit ? wheel.running + step : 0.0;
    if (quotient > limit) wheel.over += step;
    wheel.longest = std::max(wheel.longest, wheel.running);
  }
}

double AxleTask::get_wheel_load() const {
  return std::isnan(options_.wheel_load) ? load_sum_ / load_count_ : options_.wheel_load;
}

double AxleTask::find_dominant_frequency() const {
  const std::vector<double> f = spectrum_.list_frequencies(), G = spectrum_.calc_density();
  double best = no_number, largest = -1.0;
  for (std::size_t k = 0; k < f.size(); ++k) {
    if (f[k] < 0.4 || f[k] > 10.0 || G[k] <= largest) continue;
    largest = G[k];
    best = f[k];
  }
  return best;
}

void AxleTask::report(std::vector<Figure>& figures) {
  const double load = get_wheel_load();
  if (std::abs(load) < 1000.0)
    throw InputError(
        Finding{"doubtful-unit",
                {},
                fmt::format("the vertical wheel forces of \"{}\" have a mean of {:.4g} N",
                            channels_.name, load),
                fmt::format("a wheel carries some kN: write the unit into the header, for example "
                            "{}/left/Q [kN], or to --map; Q is positive down on the rail",
                            channels_.name)});
  for (std::size_t side = 0; side < 2; ++side)
    if (options_.with_nadal) report_nadal(figures, side);
  if (!options_.with_en14363) return;
  sum_Y_.finish();
  const Quantity& q = at_.limits.quantity("sum_Y");
  for (std::size_t z = 0; z < at_.limits.zones.size(); ++z) {
    if (at_.layout.zone_length[z] <= 0.0) continue;
    Figure figure{.norm = "en14363", .name = "sum_Y", .subject = channels_.name, .unit = "N"};
    figure.limit = q.calc_limit(2.0 * load, at_.record.top_speed());
    figure.filter = describe_filter(q);
    figure.window = fmt::format("{:g} m mean", q.window);
    figure.percentile = describe_percentile(q, Gather::both);
    judge_sections(at_, z, sum_Y_.list_values(z), q, figure);
    figures.push_back(figure);
  }
  report_quantity(figures, "Y_Q", Gather::high, "1", &Wheel::Y_Q, false);
  report_quantity(figures, "Q", Gather::high, "N", &Wheel::Q, false);
  report_quantity(figures, "unloading", Gather::low, "1", &Wheel::low_Q, false);
  report_quantity(figures, "Y_qst", Gather::median, "N", &Wheel::Y_qst, true);
  report_quantity(figures, "Q_qst", Gather::median, "N", &Wheel::Q_qst, true);
}

void AxleTask::report_peaks(std::vector<Peak>& peaks) const {
  if (!options_.with_en14363) return;
  top_sum_Y_.report(channels_.name, "sum_Y", "N", peaks);
  for (std::size_t side = 0; side < 2; ++side) {
    const std::string name = channels_.name + sides[side];
    wheels_[side].top_Y_Q.report(name, "Y_Q", "1", peaks);
    wheels_[side].top_Q.report(name, "Q_max", "N", peaks);
    wheels_[side].least_Q.report(name, "Q_min", "N", peaks);
    wheels_[side].top_Y.report(name, "Y", "N", peaks);
  }
}

void AxleTask::report_quantity(std::vector<Figure>& figures, const char* name, Gather gather,
                               const char* unit, Collector Wheel::*of, bool only_curves) {
  const Quantity& q = at_.limits.quantity(name);
  const double load = get_wheel_load();
  for (Wheel& wheel : wheels_) (wheel.*of).finish();
  for (std::size_t z = 0; z < at_.limits.zones.size(); ++z) {
    const TestZone& zone = at_.limits.zones[z];
    if (at_.layout.zone_length[z] <= 0.0 || (only_curves && !zone.is_curve())) continue;
    const bool is_swapped = has_both_turns(at_.layout, at_.limits, z);
    for (std::size_t side = 0; side < 2; ++side) {
      Figure figure{.norm = "en14363", .name = name, .subject = channels_.name, .unit = unit};
      figure.subject += is_swapped ? turned_sides[side] : sides[side];
      figure.limit = q.calc_limit(load, at_.record.top_speed());
      figure.filter = describe_filter(q);
      figure.window = q.window > 0.0 ? fmt::format("{:g} m mean", q.window) : "none";
      figure.percentile = describe_percentile(q, gather);
      const SectionValues left = (wheels_[0].*of).list_values(z);
      const SectionValues right = (wheels_[1].*of).list_values(z);
      SectionValues found = side == 0 ? left : right;
      if (is_swapped) found = pick_by_turn(at_.layout, left, right, side == 0);
      if (gather == Gather::low)
        for (double& value : found.values) value = (load - value) / load;
      judge_sections(at_, z, found, q, figure);
      figures.push_back(figure);
    }
  }
}

void AxleTask::report_nadal(std::vector<Figure>& figures, std::size_t side) const {
  const Wheel& wheel = wheels_[side];
  const double limit = calc_nadal(options_.flange_angle, options_.friction);
  Quantity q;
  q.low_pass = at_.limits.nadal_low_pass;
  Figure figure{.norm = "nadal", .name = "Y_Q_max", .subject = channels_.name + sides[side]};
  figure.value = wheel.largest;
  figure.unit = "1";
  figure.limit = limit;
  figure.filter = describe_filter(q);
  figure.window = "none";
  figure.percentile = "100 %";
  figure.trust = at_.limits.trust.at("nadal");
  figure.note = fmt::format("flange angle {:.4g} deg, friction {:g}",
                            options_.flange_angle * 180.0 / std::numbers::pi, options_.friction);
  figures.push_back(figure);
  figure.name = "Y_Q_duration";
  figure.value = wheel.longest;
  figure.unit = "s";
  figure.limit = at_.limits.nadal_duration;
  figure.note = fmt::format("longest time above {:.4g}; all together {:.4g} s", limit, wheel.over);
  figures.push_back(figure);
}

}  // namespace fourfoot::evaluate

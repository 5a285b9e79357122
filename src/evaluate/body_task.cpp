#include "evaluate/body_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fourfoot::evaluate {

namespace {

// A high pass does not know what was before the record: a period of its corner at both ends is left
// out.
double calc_settling(const Quantity& q) {
  return q.high_pass > 0.0 ? 1.0 / q.high_pass : 0.0;
}

}  // namespace

AccelerationTask::AccelerationTask(const Situation& situation, PointChannels channels,
                                   bool is_bogie, double mass)
    : at_(situation), channels_(std::move(channels)), mass_(mass) {
  if (is_bogie) {
    add("bogie_y", 1, Gather::both);
    return;
  }
  add("body_y", 1, Gather::both);
  add("body_y_rms", 1, Gather::rms);
  add("body_y_safety", 1, Gather::both);
  add("body_y_qst", 1, Gather::median, true);
  add("body_z", 2, Gather::both);
  add("body_z_rms", 2, Gather::rms);
}

void AccelerationTask::add(const char* name, int axis, Gather gather, bool only_curves) {
  if (channels_.a[axis] < 0) return;
  const Quantity& q = at_.limits.quantity(name);
  items_.push_back({&q, channels_.a[axis], gather, only_curves,
                    Collector(at_.layout, q.percentile, gather),
                    PeakSeeker(at_.record, q, Seek::both)});
}

std::size_t AccelerationTask::margin() const {
  std::size_t rows = 0;
  for (const Item& item : items_)
    rows = std::max(rows, calc_memory(design_filter(*item.quantity, at_.record.rate()), 1e-10));
  return rows;
}

void AccelerationTask::take(Block& block) {
  for (Item& item : items_) {
    std::vector<double> x = block.filter(item.channel, *item.quantity);
    const double settling = calc_settling(*item.quantity), start = at_.record.start();
    const double from = start + settling, to = start + at_.record.duration() - settling;
    for (std::size_t i = block.lead(); i < block.end(); ++i) {
      const bool is_settled = block.time(i) >= from && block.time(i) <= to;
      if (!is_settled) x[i] = no_number;
      item.collector.take(block.s()[i] + channels_.x, x[i]);
    }
    if (item.gather == Gather::both) item.top.take(block, x);
  }
}

void AccelerationTask::report(std::vector<Figure>& figures) {
  for (Item& item : items_) {
    item.collector.finish();
    const Quantity& q = *item.quantity;
    for (std::size_t z = 0; z < at_.limits.zones.size(); ++z) {
      const TestZone& zone = at_.limits.zones[z];
      if (at_.layout.zone_length[z] <= 0.0 || (item.only_curves && !zone.is_curve())) continue;
      Figure figure{.norm = "en14363", .name = q.name, .subject = channels_.name, .unit = "m/s2"};
      figure.limit = q.calc_limit(mass_, at_.record.top_speed());
      figure.filter = describe_filter(q);
      if (q.high_pass > 0.0)
        figure.filter += fmt::format(", without {:g} s at both ends", calc_settling(q));
      figure.window = "none";
      figure.percentile = describe_percentile(q, item.gather);
      judge_sections(at_, z, item.collector.list_values(z), q, figure);
      if (std::isnan(figure.limit) && q.share != 0.0)
        figure.note +=
            figure.note.empty() ? "the limit needs --bogie-mass" : "; the limit needs --bogie-mass";
      figures.push_back(figure);
    }
  }
}

void AccelerationTask::report_peaks(std::vector<Peak>& peaks) const {
  for (const Item& item : items_)
    if (item.gather == Gather::both)
      item.top.report(channels_.name, item.quantity->name.c_str(), "m/s2", peaks);
}

WearTask::WearTask(const Situation& situation, std::vector<Wheel> wheels)
    : at_(situation), wheels_(std::move(wheels)), zone_length_(situation.limits.zones.size()) {
  for (Wheel& wheel : wheels_) wheel.zone_work.assign(zone_length_.size(), 0.0);
}

void WearTask::take(Block& block) {
  // Each step is counted with the block in which it ends.
  const std::size_t first = std::max<std::size_t>(block.lead(), 1);
  const std::vector<double>& s = block.s();
  std::vector<int> zones(block.end(), -1);
  std::size_t at = 0;
  for (std::size_t i = first; i < block.end(); ++i) {
    const std::vector<Section>& sections = at_.layout.sections;
    while (at < sections.size() && s[i] >= sections[at].to) ++at;
    if (at == sections.size() || s[i] < sections[at].from) continue;
    zones[i] = static_cast<int>(sections[at].zone);
    zone_length_[sections[at].zone] += s[i] - s[i - 1];
  }
  for (Wheel& wheel : wheels_) {
    const std::vector<double>& force = block.read(wheel.t_gamma);
    for (std::size_t i = first; i < block.end(); ++i) {
      const double work = 0.5 * (force[i] + force[i - 1]) * (s[i] - s[i - 1]);
      wheel.work += work;
      if (zones[i] >= 0) wheel.zone_work[static_cast<std::size_t>(zones[i])] += work;
    }
  }
}

void WearTask::report(std::vector<Figure>& figures) {
  const double length = at_.record.s_last() - at_.record.s_first();
  double all = 0.0, straight = no_number;
  const auto add = [&](const char* name, const std::string& subject, const std::string& zone,
                       double value, const char* unit, std::string note) {
    Figure figure{.norm = "wear", .name = name, .subject = subject, .zone = zone, .value = value};
    figure.unit = unit;
    figure.filter = figure.percentile = "none";
    figure.window = "mean over the distance";
    figure.note = std::move(note);
    figures.push_back(figure);
  };
  for (const Wheel& wheel : wheels_) {
    all += wheel.work;
    add("T_gamma", wheel.name, "", wheel.work / length, "N", "J per metre of distance");
    add("friction_work", wheel.name, "", wheel.work, "J", fmt::format("over {:.6g} m", length));
  }
  add("energy_per_metre", "all wheels", "", all / length, "J/m", "");
  for (const char* side : {"left", "right"}) {
    double work = 0.0;
    for (const Wheel& wheel : wheels_)
      if (wheel.name.ends_with(std::string("/") + side)) work += wheel.work;
    const std::string rail = std::string(side) + " rail";
    if (work > 0.0) add("energy_per_metre", rail, "", work / length, "J/m", "one passage");
    if (work > 0.0) add("friction_work", rail, "", work, "J", fmt::format("over {:.6g} m", length));
  }
  for (std::size_t z = 0; z < zone_length_.size(); ++z) {
    if (zone_length_[z] <= 0.0) continue;
    double work = 0.0;
    for (const Wheel& wheel : wheels_) work += wheel.zone_work[z];
    add("energy_per_metre", "all wheels", at_.limits.zones[z].name, work / zone_length_[z], "J/m",
        fmt::format("over {:.6g} m of sections", zone_length_[z]));
    if (!at_.limits.zones[z].is_curve()) straight = work / zone_length_[z];
    if (!at_.limits.zones[z].is_curve() || std::isnan(straight)) continue;
    add("curve_resistance", "all wheels", at_.limits.zones[z].name,
        work / zone_length_[z] - straight, "N",
        fmt::format("energy per metre less that on straight track, {:.4g} J/m", straight));
  }
}

}  // namespace fourfoot::evaluate

#include "evaluate/collector.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "evaluate/butterworth.h"
#include "evaluate/regression.h"
#include "evaluate/statistics.h"

namespace fourfoot::evaluate {

void Collector::take(double s, double x) {
  const std::vector<Section>& sections = layout_->sections;
  while (at_ < sections.size() && s >= sections[at_].to) {
    close();
    ++at_;
  }
  if (at_ < sections.size() && s >= sections[at_].from && !std::isnan(x)) samples_.push_back(x);
}

void Collector::finish() {
  close();
  at_ = layout_->sections.size();
}

void Collector::close() {
  if (samples_.empty()) return;
  double value = 0.0;
  switch (gather_) {
    case Gather::both:
      value = std::max(std::abs(find_percentile(samples_, percentile_)),
                       std::abs(find_percentile(samples_, 100.0 - percentile_)));
      break;
    case Gather::high:
      value = find_percentile(samples_, percentile_);
      break;
    case Gather::low:
      value = find_percentile(samples_, 100.0 - percentile_);
      break;
    case Gather::median:
      value = std::abs(find_percentile(samples_, 50.0));
      break;
    case Gather::rms:
      for (const double x : samples_) value += x * x;
      value = std::sqrt(value / static_cast<double>(samples_.size()));
      break;
  }
  values_.emplace_back(at_, value);
  samples_.clear();
}

SectionValues Collector::list_values(std::size_t zone) const {
  SectionValues out;
  for (const auto& [section, value] : values_) {
    if (layout_->sections[section].zone != zone) continue;
    out.values.push_back(value);
    out.sections.push_back(section);
  }
  return out;
}

namespace {

/// The bound of a regression; false where influences do not vary enough.
bool judge_by_regression(const Influences& influences, const SectionValues& found_values,
                         const Quantity& quantity, Figure& figure) {
  std::vector<std::vector<double>> rows;
  for (const std::size_t section : found_values.sections) rows.push_back(influences.rows[section]);
  const Regression found =
      regress(rows, found_values.values, influences.target, quantity.probability);
  std::string where;
  for (std::size_t i = 0; i < influences.names.size(); ++i)
    where +=
        fmt::format("{}{} = {:.4g}", i > 0 ? ", " : "", influences.names[i], influences.target[i]);
  if (!found.is_done) {
    figure.note = "no regression on " + where + ": the sections do not differ in it";
    return false;
  }
  figure.value = found.bound;
  figure.note = fmt::format("regression at {} (SI), {:g} % of sections are below, R2 = {:.3g}",
                            where, 100.0 * quantity.probability, found.determination);
  return true;
}

}  // namespace

void judge_sections(const Situation& at, std::size_t z, const SectionValues& found,
                    const Quantity& quantity, Figure& figure) {
  const std::vector<double>& values = found.values;
  const TestZone& zone = at.limits.zones[z];
  figure.zone = zone.name;
  figure.sections = static_cast<int>(values.size());
  figure.trust = quantity.trust;
  if (values.empty()) {
    figure.note = fmt::format("needs a section of {:g} m, the record has {:.4g} m of such track",
                              zone.section, at.layout.zone_length[z]);
    return;
  }
  figure.largest = *std::max_element(values.begin(), values.end());
  if (figure.sections < zone.sections || figure.sections < 2) {
    figure.note =
        fmt::format("the estimate needs {} sections, there are {}", zone.sections, figure.sections);
    return;
  }
  if (!at.influences.target.empty() && quantity.k > 0.0 &&
      judge_by_regression(at.influences, found, quantity, figure))
    return;
  figure.value = calc_mean(values) + quantity.k * calc_standard_deviation(values);
}

std::string describe_filter(const Quantity& q) {
  if (q.half_band > 0.0)
    return fmt::format("band f0 +- {:g} Hz (Butterworth, order {} forth and back, -3 dB)",
                       q.half_band, q.order);
  std::string corners;
  if (q.high_pass > 0.0 && q.low_pass > 0.0)
    corners = fmt::format("band {:g} to {:g} Hz", q.high_pass, q.low_pass);
  else if (q.high_pass > 0.0)
    corners = fmt::format("high pass {:g} Hz", q.high_pass);
  else if (q.low_pass > 0.0)
    corners = fmt::format("low pass {:g} Hz", q.low_pass);
  else
    return "none";
  return corners + fmt::format(" (Butterworth, order {} forth and back, -3 dB)", q.order);
}

std::string describe_percentile(const Quantity& q, Gather gather) {
  switch (gather) {
    case Gather::both:
      return fmt::format("{:g} % and {:g} %, larger", 100.0 - q.percentile, q.percentile);
    case Gather::high:
      return fmt::format("{:g} %", q.percentile);
    case Gather::low:
      return fmt::format("{:g} %", 100.0 - q.percentile);
    case Gather::median:
      return "50 %";
    case Gather::rms:
      return "r.m.s.";
  }
  return "";
}

Cascade design_filter(const Quantity& q, double rate) {
  using std::numbers::pi;
  // Two passes of 1 / (1 + x^2n) make 1/2 of the power where x^2n = sqrt(2) - 1.
  const double wider = std::pow(std::numbers::sqrt2 - 1.0, -0.5 / q.order);
  const auto move = [&](double corner, double factor) {
    return std::atan(std::tan(pi * corner / rate) * factor) * rate / pi;
  };
  Cascade cascade;
  if (q.high_pass > 0.0)
    cascade = design_butterworth(Pass::high, q.order, rate, move(q.high_pass, 1.0 / wider));
  if (q.low_pass > 0.0 && q.low_pass < 0.45 * rate) {
    const Cascade low = design_butterworth(Pass::low, q.order, rate, move(q.low_pass, wider));
    cascade.insert(cascade.end(), low.begin(), low.end());
  }
  return cascade;
}

void filter_by(const Quantity& q, double rate, std::vector<double>& x) {
  if (q.high_pass > 0.0)
    filter_zero_phase_even(design_filter(q, rate), x);
  else
    filter_zero_phase(design_filter(q, rate), x);
}

}  // namespace fourfoot::evaluate

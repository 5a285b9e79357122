#include "evaluate/collector.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "evaluate/butterworth.h"
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
  values_.emplace_back(layout_->sections[at_].zone, value);
  samples_.clear();
}

std::vector<double> Collector::list_values(std::size_t zone) const {
  std::vector<double> values;
  for (const auto& [of, value] : values_)
    if (of == zone) values.push_back(value);
  return values;
}

void judge_sections(const std::vector<double>& values, const Quantity& quantity, const Zone& zone,
                    double zone_length, Figure& figure) {
  figure.zone = zone.name;
  figure.sections = static_cast<int>(values.size());
  figure.trust = quantity.trust;
  if (values.empty()) {
    figure.note = fmt::format("needs a section of {:g} m, the record has {:.4g} m of such track",
                              zone.section, zone_length);
    return;
  }
  figure.largest = *std::max_element(values.begin(), values.end());
  if (figure.sections < zone.sections || figure.sections < 2) {
    figure.note =
        fmt::format("the estimate needs {} sections, there are {}", zone.sections, figure.sections);
    return;
  }
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

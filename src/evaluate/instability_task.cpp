#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "evaluate/axle_task.h"

namespace fourfoot::evaluate {

InstabilityTask::InstabilityTask(const Situation& situation, AxleChannels channels, double f0,
                                 double sum_limit)
    : at_(situation),
      channels_(std::move(channels)),
      quantity_(situation.limits.quantity("instability")),
      f0_(f0),
      sum_limit_(sum_limit) {
  band_ = quantity_;
  band_.low_pass = f0 + quantity_.half_band;
  band_.high_pass = std::max(f0 - quantity_.half_band, 0.4);
}

std::size_t InstabilityTask::margin() const {
  return std::isnan(f0_) ? 0 : calc_memory(design_filter(band_, at_.record.rate()), 1e-10);
}

void InstabilityTask::take(Block& block) {
  if (std::isnan(f0_)) return;
  std::vector<double> x = block.read(channels_.Y[0]);
  const std::vector<double>& right = block.read(channels_.Y[1]);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += right[i];
  filter_by(band_, block.rate(), x);
  for (std::size_t i = block.lead(); i < block.end(); ++i) {
    if (std::isnan(end_)) end_ = block.s()[i] + quantity_.step;
    while (block.s()[i] >= end_ - 1e-9) close_step();
    sum_ += x[i] * x[i];
    count_ += 1.0;
  }
}

void InstabilityTask::close_step() {
  end_ += quantity_.step;
  const auto most =
      static_cast<std::size_t>(std::max(1.0, std::round(quantity_.window / quantity_.step)));
  if (count_ > 0.0) steps_.push_back(sum_ / count_);
  if (steps_.size() > most) steps_.erase(steps_.begin());
  sum_ = count_ = 0.0;
  if (steps_.size() < most) return;
  double mean = 0.0;
  for (const double step : steps_) mean += step / static_cast<double>(most);
  largest_ = std::isnan(largest_) ? std::sqrt(mean) : std::max(largest_, std::sqrt(mean));
}

void InstabilityTask::report(std::vector<Figure>& figures) {
  Figure figure{.norm = "en14363", .name = "instability", .subject = channels_.name, .unit = "N"};
  figure.value = largest_;
  figure.limit = quantity_.factor * sum_limit_;
  figure.filter = describe_filter(quantity_);
  figure.window = fmt::format("{:g} m r.m.s. every {:g} m", quantity_.window, quantity_.step);
  figure.percentile = "100 %";
  figure.trust = quantity_.trust;
  figure.note = std::isnan(largest_)
                    ? fmt::format("needs {:g} m, the record has {:.4g} m", quantity_.window,
                                  at_.record.s_last() - at_.record.s_first())
                    : fmt::format("f0 = {:.3g} Hz", f0_);
  figures.push_back(figure);
}

}  // namespace fourfoot::evaluate

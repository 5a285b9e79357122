#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>

#include "evaluate/body_task.h"
#include "evaluate/sliding.h"
#include "evaluate/sperling.h"
#include "evaluate/statistics.h"

namespace fourfoot::evaluate {

namespace {

constexpr const char* axis_words[3] = {"x", "y", "z"};

std::size_t count_rows(double seconds, double rate) {
  return static_cast<std::size_t>(std::max(1.0, std::round(seconds * rate)));
}

/// Largest value less smallest of the last `width` values.
class SlidingRange {
 public:
  explicit SlidingRange(std::size_t width) : width_(width) {}
  double take(double x) {
    push(high_, x, 1.0);
    push(low_, x, -1.0);
    ++row_;
    return high_.front().second - low_.front().second;
  }

 private:
  using Queue = std::deque<std::pair<std::size_t, double>>;
  void push(Queue& queue, double x, double sign) const {
    while (!queue.empty() && sign * queue.back().second <= sign * x) queue.pop_back();
    queue.emplace_back(row_, x);
    if (queue.front().first + width_ <= row_) queue.pop_front();
  }
  std::size_t width_, row_ = 0;
  Queue high_, low_;
};

}  // namespace

ComfortTask::ComfortTask(const Situation& situation, PointChannels channels, ComfortOptions options)
    : at_(situation),
      channels_(std::move(channels)),
      options_(options),
      lateral_(design_weighting(situation.limits.weighting("Wp"), situation.record.rate())),
      spectrum_y_(situation.record.rate(),
                  count_rows(situation.limits.segment, situation.record.rate())),
      spectrum_z_(spectrum_y_) {
  const auto make = [&](const char* weighting, int axis) {
    return WeightedAxis(at_, weighting, channels_.a[axis]);
  };
  if (options.with_en12299) en_ = {make("Wd", 0), make("Wd", 1), make("Wb", 2)};
  if (options.with_iso2631) iso_ = {make("Wd", 0), make("Wd", 1), make("Wk", 2)};
  for (const TransitionPiece& piece : at_.layout.transitions) {
    const double before = piece.from_curvature, after = piece.to_curvature;
    if (std::abs(after) > std::abs(before) * 1.01 || before * after < 0.0)
      passages_.push_back({piece});
  }
}

std::size_t ComfortTask::margin() const {
  return calc_memory(lateral_, 1e-10) + count_rows(4.0, at_.record.rate());
}

void ComfortTask::take(Block& block) {
  for (WeightedAxis& axis : en_) axis.take(block);
  for (WeightedAxis& axis : iso_) axis.take(block);
  if (options_.with_en12299 && channels_.a[1] >= 0) take_events(block);
  if (!options_.with_sperling) return;
  const auto give = [&](int channel, Welch& to) {
    if (channel >= 0)
      to.append(block.read(channel).data() + block.lead(), block.end() - block.lead());
  };
  give(channels_.a[1], spectrum_y_);
  give(channels_.a[2], spectrum_z_);
}

// Lateral acceleration by Wp: P_DE of each window of 2 s, and the 1 s means for P_CT.
void ComfortTask::take_events(Block& block) {
  std::vector<double> x = block.read(channels_.a[1]);
  CascadeState state = calc_steady_state(lateral_);
  for (auto& z : state)
    for (double& value : z) value *= x.front();
  filter_causal(lateral_, state, x.data(), x.size());
  const std::size_t width = count_rows(2.0, block.rate());
  std::size_t begin = block.lead() > 2 * width ? block.lead() - 2 * width : 0;
  SlidingRange range(width);
  double sum = 0.0;
  for (std::size_t i = begin; i < block.end(); ++i) {
    sum += x[i] - (i >= begin + width ? x[i - width] : 0.0);
    const double peak_to_peak = range.take(x[i]);
    if (i + 1 < begin + width || i < block.lead()) continue;
    const double mean = std::abs(sum) / static_cast<double>(width);
    const auto keep = [&](double& largest, const DiscreteEvent& c) {
      const double value = calc_discrete_event(c, peak_to_peak, mean);
      largest = std::isnan(largest) ? value : std::max(largest, value);
    };
    keep(standing_, at_.limits.event_standing);
    keep(seated_, at_.limits.event_seated);
  }
  if (passages_.empty()) return;
  std::vector<double> t(x.size());
  for (std::size_t i = 0; i < t.size(); ++i) t[i] = block.time(i);
  take_transitions(block, calc_sliding_mean(t, x, 1.0));
}

void ComfortTask::take_transitions(const Block& block, const std::vector<double>& mean) {
  const std::size_t second = count_rows(1.0, block.rate());
  for (Passage& p : passages_) {
    for (std::size_t i = block.lead(); i < block.end(); ++i) {
      const double s = block.s()[i] + channels_.x, t = block.time(i);
      if (s < p.piece.from || std::isnan(mean[i])) continue;
      if (s <= p.piece.to) {
        if (std::isnan(p.begin)) p.begin = t;
        p.end = t;
        if (i >= second && !std::isnan(mean[i - second]))
          p.y3 = std::max(p.y3, std::abs(mean[i] - mean[i - second]));
      } else if (std::isnan(p.end) || t > p.end + 1.6) {
        break;
      }
      p.y2 = std::max(p.y2, std::abs(mean[i]));
    }
  }
}

Figure ComfortTask::make_figure(const char* norm, const std::string& name, const char* unit) const {
  Figure figure{.norm = norm, .name = name, .subject = channels_.name, .unit = unit};
  figure.window = figure.percentile = "none";
  return figure;
}

void ComfortTask::report(std::vector<Figure>& figures) {
  const std::size_t before = figures.size();
  if (options_.with_en12299) report_en12299(figures);
  if (options_.with_en12299) report_transitions(figures);
  if (options_.with_iso2631) report_iso2631(figures);
  if (at_.record.rate() < least_comfort_rate * (1.0 - 1e-6)) {
    for (std::size_t i = before; i < figures.size(); ++i) {
      figures[i].value = no_number;
      figures[i].note = fmt::format("needs {:g} samples a second, the record has {:.4g}",
                                    least_comfort_rate, at_.record.rate());
    }
  }
  if (options_.with_sperling) report_sperling(figures);
}

void ComfortTask::report_en12299(std::vector<Figure>& figures) {
  const Limits& limits = at_.limits;
  for (std::size_t axis = 1; axis < 3; ++axis) {
    const std::vector<double>& blocks = en_[axis].blocks();
    if (!en_[axis].is_there()) continue;
    Figure figure = make_figure("en12299", std::string("C_C") + axis_words[axis], "m/s2");
    if (blocks.empty())
      figure.note =
          fmt::format("needs {:g} s, the record has {:.4g} s", limits.block, at_.record.duration());
    else
      figure.value = *std::max_element(blocks.begin(), blocks.end());
    figure.filter = en_[axis].weighting();
    figure.window = fmt::format("{:g} s r.m.s.", limits.block);
    figure.percentile =
        blocks.size() == 1 ? "one block" : fmt::format("largest of {} blocks", blocks.size());
    figure.trust = limits.trust.at("comfort");
    figures.push_back(figure);
  }
  report_indices(figures);
  if (channels_.a[1] >= 0) report_events(figures);
}

// N_MV of anybody, N_VD of who stands here; N_VA needs three points (evaluate/seat_task.h).
void ComfortTask::report_indices(std::vector<Figure>& figures) const {
  const Limits& limits = at_.limits;
  const std::size_t count = en_[1].blocks().size();
  Figure mean = make_figure("en12299", "N_MV", "1");
  mean.filter = "Wd, Wd, Wb";
  mean.window = fmt::format("{:g} s r.m.s.", limits.block);
  mean.percentile = fmt::format("{:g} % of {} blocks", limits.percentile, count);
  mean.trust = limits.trust.at("comfort");
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (!en_[axis].is_there())
      mean.note = "needs the channel " + channels_.name + "/a_" + axis_words[axis];
  if (mean.note.empty() && count < static_cast<std::size_t>(limits.blocks))
    mean.note = fmt::format("needs {:g} s, the record has {:.4g} s", limits.block * limits.blocks,
                            at_.record.duration());
  Figure standing = mean;
  standing.name = "N_VD";
  standing.percentile = fmt::format("50 % and {:g} % of {} blocks", limits.percentile, count);
  standing.trust = limits.trust.at("complete");
  if (mean.note.empty()) {
    const auto part = [&](std::size_t axis, double percentile) {
      return en_[axis].find_percentile_of_blocks(percentile);
    };
    const double high = limits.percentile;
    mean.value = calc_mean_comfort(part(0, high), part(1, high), part(2, high));
    standing.value =
        calc_standing_comfort(part(0, 50.0), part(1, 50.0), part(2, 50.0), part(1, high));
  }
  figures.push_back(mean);
  figures.push_back(standing);
}

void ComfortTask::report_events(std::vector<Figure>& figures) const {
  for (const auto& [name, value] :
       {std::pair{"P_DE_standing", standing_}, std::pair{"P_DE_seated", seated_}}) {
    Figure figure = make_figure("en12299", name, "%");
    figure.value = value;
    figure.filter = "Wp";
    figure.window = "2 s";
    figure.percentile = "largest";
    figure.trust = at_.limits.trust.at("event");
    if (std::isnan(value)) figure.note = "needs 2 s";
    figures.push_back(figure);
  }
}

void ComfortTask::report_transitions(std::vector<Figure>& figures) const {
  for (const Passage& p : passages_) {
    if (std::isnan(p.begin) || p.end - p.begin < 1.0) continue;
    const double v = (p.piece.to - p.piece.from) / std::max(p.end - p.begin, 1e-9);
    const double roll = std::abs(p.piece.roll_change) / (p.piece.to - p.piece.from) * v;
    const auto add = [&](const char* name, const CurveTransition& c) {
      Figure figure = make_figure("en12299", name, "%");
      figure.zone = fmt::format("transition at {:.5g} m", p.piece.from);
      figure.value = calc_curve_transition(c, p.y2, p.y3, roll);
      figure.filter = "Wp";
      figure.window = "1 s mean";
      figure.percentile = "largest";
      figure.trust = at_.limits.trust.at("transition");
      figure.note = fmt::format(
          "{:.3g} m/s2, {:.3g} m/s3, {:.3g} rad/s (roll of the cant ramp, without the body's own)",
          p.y2, p.y3, roll);
      figures.push_back(figure);
    };
    add("P_CT_standing", at_.limits.transition_standing);
    add("P_CT_seated", at_.limits.transition_seated);
  }
}

void ComfortTask::report_iso2631(std::vector<Figure>& figures) const {
  double total = 0.0;
  std::string missing;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double rms = iso_[axis].get_rms();
    if (std::isnan(rms)) {
      missing = "needs the channel " + channels_.name + "/a_" + axis_words[axis];
      continue;
    }
    total += rms * rms;
    Figure figure = make_figure("iso2631", std::string("a_w") + axis_words[axis], "m/s2");
    figure.value = rms;
    figure.filter = iso_[axis].weighting();
    figure.window = "r.m.s. of the record";
    figure.trust = at_.limits.trust.at(iso_[axis].weighting());
    figures.push_back(figure);
  }
  Figure sum = make_figure("iso2631", "a_v", "m/s2");
  sum.value = missing.empty() ? std::sqrt(total) : no_number;
  sum.filter = "Wd, Wd, Wk";
  sum.window = "r.m.s. of the record";
  sum.note = missing;
  figures.push_back(sum);
}

void ComfortTask::report_sperling(std::vector<Figure>& figures) const {
  const auto add = [&](const char* name, int channel, const Welch& spectrum, double gain) {
    if (channel < 0) return;
    Figure figure = make_figure("sperling", name, "1");
    figure.value = calc_sperling(spectrum.list_frequencies(), spectrum.calc_density(), gain,
                                 at_.limits.exponent);
    figure.filter = fmt::format("B(f), gain {:g}", gain);
    figure.window = fmt::format("spectrum of {} segment{} of {:g} s", spectrum.segments(),
                                spectrum.segments() == 1 ? "" : "s", at_.limits.segment);
    figure.trust = at_.limits.trust.at("sperling");
    if (spectrum.segments() == 0)
      figure.note = fmt::format("needs {:g} s, the record has {:.4g} s", at_.limits.segment,
                                at_.record.duration());
    figures.push_back(figure);
  };
  add("Wz_y", channels_.a[1], spectrum_y_, at_.limits.gain_lateral);
  add("Wz_z", channels_.a[2], spectrum_z_, at_.limits.gain_vertical);
}

}  // namespace fourfoot::evaluate

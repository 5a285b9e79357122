#include "jobs/signal_chain.h"

#include <fmt/format.h>

#include <charconv>
#include <map>

#include "base/error.h"
#include "evaluate/butterworth.h"
#include "evaluate/sliding.h"
#include "input/quantity.h"
#include "input/units.h"

namespace fourfoot::jobs {

namespace {

[[noreturn]] void refuse_filter(const std::string& text, const std::string& why,
                                const std::string& hint) {
  throw InputError(Finding{"bad-filter", {}, "\"" + text + "\": " + why, hint});
}

std::vector<std::string> split_words(const std::string& text) {
  std::vector<std::string> words;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(':', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

/// A filter of --filter, taken apart.
struct PassWords {
  evaluate::Pass pass = evaluate::Pass::low;
  std::vector<double> corners;
  int order = 4;
  bool is_causal = false;
};

void read_pass_word(const std::string& text, const std::string& word, PassWords& pass) {
  if (word == "causal") {
    pass.is_causal = true;
  } else if (word.starts_with("order=")) {
    const auto [rest, status] =
        std::from_chars(word.data() + 6, word.data() + word.size(), pass.order);
    if (status != std::errc() || rest != word.data() + word.size() || pass.order < 1 ||
        pass.order > 20)
      refuse_filter(text, "the order must be a whole number from 1 to 20", "for example order=4");
  } else {
    pass.corners.push_back(input::read_quantity("--filter", word, "Hz"));
  }
}

evaluate::Cascade design(const std::string& text, const PassWords& pass, double rate) {
  const bool is_band = pass.pass == evaluate::Pass::band;
  if (pass.corners.size() != (is_band ? 2u : 1u))
    refuse_filter(text, is_band ? "a band has two corners" : "one corner is expected",
                  is_band ? "for example band:0.4 Hz:10 Hz" : "for example low:20 Hz");
  for (const double corner : pass.corners)
    if (!(corner > 0.0 && corner < 0.5 * rate))
      refuse_filter(text,
                    fmt::format("{:g} Hz is not between 0 and {:g} Hz, half the sampling rate",
                                corner, 0.5 * rate),
                    "a run records faster with a shorter output.step");
  if (is_band && !(pass.corners[0] < pass.corners[1]))
    refuse_filter(text, "the lower corner comes first", "for example band:0.4 Hz:10 Hz");
  return evaluate::design_butterworth(pass.pass, pass.order, rate, pass.corners[0],
                                      pass.corners.back());
}

}  // namespace

AxisStep read_axis_step(const std::string& option, const std::string& text,
                        const SignalAxes& axes) {
  const auto quantity = input::parse_quantity(text);
  const std::string unit = quantity ? quantity->unit : "";
  const bool is_distance =
      !unit.empty() && input::convert({1.0, unit}, "m").fault == input::UnitFault::none;
  if (unit.empty())
    refuse_filter(text, "metres or seconds?", "write the unit, for example \"2 m\" or \"5 s\"");
  const AxisStep step{is_distance, input::read_quantity(option, text, is_distance ? "m" : "s")};
  if (!(step.value > 0.0)) refuse_filter(text, "must be positive", "");
  if (is_distance && axes.s.empty())
    refuse_filter(
        text, "the distance is not known",
        "the file has neither \"s\" nor \"speed\", or they do not grow: give a constant --speed");
  return step;
}

std::function<void(std::vector<double>&)> parse_filter(const std::string& text,
                                                       const SignalAxes& axes,
                                                       const evaluate::Limits& limits) {
  const std::vector<std::string> words = split_words(text);
  const std::string& kind = words.front();
  const std::map<std::string, evaluate::Pass> passes{
      {"low", evaluate::Pass::low}, {"high", evaluate::Pass::high}, {"band", evaluate::Pass::band}};
  if (passes.contains(kind)) {
    PassWords pass{passes.at(kind), {}, 4, false};
    for (std::size_t i = 1; i < words.size(); ++i) read_pass_word(text, words[i], pass);
    const evaluate::Cascade cascade = design(text, pass, axes.rate);
    return [cascade, is_causal = pass.is_causal](std::vector<double>& x) {
      if (is_causal)
        evaluate::filter_causal(cascade, x);
      else
        evaluate::filter_zero_phase(cascade, x);
    };
  }
  if (words.size() != 2)
    refuse_filter(text, "not understood", "low, high, band, mean, rms or weight, then a colon");
  if (kind == "mean" || kind == "rms") {
    const AxisStep step = read_axis_step("--filter", words[1], axes);
    return [step, &axes, is_mean = kind == "mean"](std::vector<double>& x) {
      const std::vector<double>& u = step.is_distance ? axes.s : axes.time;
      x = is_mean ? evaluate::calc_sliding_mean(u, x, step.value)
                  : evaluate::calc_sliding_rms(u, x, step.value);
    };
  }
  std::vector<std::string> names;
  for (const auto& [name, weighting] : limits.weightings) names.push_back(name);
  if (kind != "weight")
    refuse_filter(text, "there is no filter \"" + kind + "\"",
                  suggest(kind, {"low", "high", "band", "mean", "rms", "weight"}));
  if (!limits.weightings.contains(words[1]))
    refuse_filter(text, "there is no weighting \"" + words[1] + "\"", suggest(words[1], names));
  const evaluate::Cascade cascade =
      evaluate::design_weighting(limits.weighting(words[1]), axes.rate);
  return [cascade](std::vector<double>& x) { evaluate::filter_causal(cascade, x); };
}

}  // namespace fourfoot::jobs

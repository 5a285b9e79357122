#include "track/data_irregularity.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "track/spline.h"

namespace fourfoot::track {

DataIrregularity::DataIrregularity(DataOptions options) : o_(std::move(options)) {
  if (o_.s.size() < 2) throw std::invalid_argument("fewer than two chainages");
  for (std::size_t i = 1; i < o_.s.size(); ++i)
    if (!(o_.s[i] > o_.s[i - 1]))
      throw std::invalid_argument(fmt::format(
          "chainages must ascend, but {:g} m comes after {:g} m", o_.s[i], o_.s[i - 1]));
  for (double& s : o_.s) s += o_.offset;
  mean_spacing_ = (o_.s.back() - o_.s.front()) / static_cast<double>(o_.s.size() - 1);
  for (const DataOptions::Column& column : o_.columns) {
    if (column.values.size() != o_.s.size())
      throw std::invalid_argument("a column is not as long as the chainages");
    bends_.push_back(calc_spline_bends(o_.s, column.values, 0.0, 0.0));
  }
  window_ = {o_.s.front(), o_.s.back(), o_.fade, o_.fade};
}

void DataIrregularity::add(double s, RailDeviations& deviations) const {
  if (!window_.holds(s)) return;
  // Chainages are nearly always evenly spaced: guess the interval, then walk.
  const std::size_t last = o_.s.size() - 2;
  std::size_t i = std::min(static_cast<std::size_t>((s - o_.s.front()) / mean_spacing_), last);
  if (s < o_.s[i] || s > o_.s[i + 1]) {
    const auto after = std::upper_bound(o_.s.begin(), o_.s.end(), s);
    i = after == o_.s.begin() ? 0 : static_cast<std::size_t>(after - o_.s.begin()) - 1;
    i = std::min(i, last);
  }
  const Deviation weight = window_.calc(s);
  for (std::size_t c = 0; c < o_.columns.size(); ++c) {
    const std::vector<double>&y = o_.columns[c].values, &m = bends_[c];
    const SplineValue v = calc_spline(o_.s[i], o_.s[i + 1], y[i], y[i + 1], m[i], m[i + 1], s);
    add_component(o_.columns[c].component, multiply({v.value, v.d1, v.d2}, weight), deviations);
  }
}

}  // namespace fourfoot::track

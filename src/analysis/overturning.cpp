#include "analysis/overturning.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace fourfoot::analysis {

namespace {

/// Share of the side with less load; nan if loads are not known.
double calc_inner_share(const OperatingPoint& operating) {
  const system::System& system = *operating.system;
  system::Workspace ws(system);
  system.set_time(operating.t, ws);
  std::vector<double> row(system.channels().size());
  system.record(operating.t, operating.equilibrium->state, ws, row);
  double left = 0.0, right = 0.0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::string& name = system.channels()[i].name;
    if (name.ends_with("/left/Q")) left += row[i];
    if (name.ends_with("/right/Q")) right += row[i];
  }
  return std::min(left, right) / (left + right);
}

bool is_curved(const system::System& system, double t) {
  system::FrameCursor cursor;
  MovingFrame frame;
  const track::Travel travel = system.line().calc_travel(t);
  system.line().calc_frame(travel, 0.0, cursor, frame);
  return std::abs(frame.w_NT_T.z()) > 1e-6 * std::abs(travel.v);
}

}  // namespace

Overturning find_overturning(const scenario::Family& family, double lost,
                             const OperatingPoint* near, const SettleOptions& options) {
  constexpr double resolution = 1e-3, little = 0.05;
  Overturning out;
  std::optional<OperatingPoint> held;
  if (near != nullptr && near->equilibrium) held = *near;
  for (const double part : {0.8, 0.6, 0.4, 0.2}) {
    if (held) break;
    OperatingPoint operating = make_operating_point(family, part * lost, options.t);
    if (!is_curved(*operating.system, options.t)) return out;
    if (operating.equilibrium) held = std::move(operating);
  }
  if (!held || !is_curved(*held->system, options.t)) return out;
  out.from = lost;
  while (std::abs(out.from - held->value) > resolution * std::abs(lost)) {
    if (options.is_cancelled && options.is_cancelled()) throw RunError("stopped");
    OperatingPoint middle =
        make_operating_point(family, 0.5 * (held->value + out.from), options.t, &*held);
    if (middle.equilibrium)
      held = std::move(middle);
    else
      out.from = middle.value;
  }
  out.up_to = held->value;
  out.inner_share = calc_inner_share(*held);
  out.is_found = out.inner_share <= little;
  if (std::isnan(out.inner_share)) return out;
  out.reason = fmt::format(
      "{}steady running ends at {:.5g}, where the unloaded side carries {:.2g} "
      "% of the weight",
      out.is_found ? "overturns: " : "", out.up_to, 100.0 * out.inner_share);
  return out;
}

}  // namespace fourfoot::analysis

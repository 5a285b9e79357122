#include "analysis/bifurcation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "analysis/observed.h"
#include "analysis/station.h"
#include "base/error.h"

namespace fourfoot::analysis {

namespace {

class Sweep {
 public:
  Sweep(const Family& family, const BifurcationOptions& options)
      : family_(family), options_(options) {}

  /// The point at `value`, from what the last one was.
  BifurcationPoint visit(double value, const std::string& name, bool shove) {
    Station station = make_station(family_, value, options_.settle.t, last_ ? &*last_ : nullptr);
    BifurcationPoint point;
    point.value = value;
    point.sweep = name;
    point.growth = get_growth(station);
    const bool moved =
        last_ && motion_.kind != MotionKind::stationary && motion_.kind != MotionKind::diverged;
    if (moved) {
      point.motion = run(station, station.adopt(*last_, motion_.state));
    } else if (shove) {
      point.motion = run(station, station.displace(options_.shove));
    } else if (station.is_stable()) {
      point.motion = rest(station);
    } else {
      point.motion = run(station, station.displace(options_.kick));
    }
    motion_ = point.motion;
    last_ = std::move(station);
    return point;
  }

  BifurcationPoint start(double value, double factor, const std::string& name) const {
    const Station station = make_station(family_, value, options_.settle.t);
    BifurcationPoint point;
    point.value = value;
    point.sweep = name;
    point.growth = get_growth(station);
    point.motion = run(station, station.disturb(factor));
    return point;
  }

  bool is_moving() const { return last_ && motion_.kind != MotionKind::stationary; }

 private:
  static double get_growth(const Station& station) {
    return station.mode ? station.mode->value.real() : std::numeric_limits<double>::quiet_NaN();
  }

  Settled run(const Station& station, const VecX& start) const {
    SettleOptions settle_options = options_.settle;
    settle_options.integrator = station.scenario.integrator;
    return settle(*station.system, start, settle_options);
  }

  Settled rest(const Station& station) const {
    Observed observed(*station.system, options_.settle.observed, options_.settle.t);
    Settled out;
    out.kind = MotionKind::stationary;
    out.state = station.equilibrium->state;
    out.mean = observed.calc(out.state).x;
    out.largest = std::abs(out.mean);
    out.reason = "steady running, stable by its eigenvalues";
    return out;
  }

  const Family& family_;
  const BifurcationOptions& options_;
  std::optional<Station> last_;
  Settled motion_;
};

}  // namespace

std::vector<BifurcationPoint> find_bifurcation(const Family& family,
                                               const std::vector<double>& values,
                                               const BifurcationOptions& options) {
  std::vector<BifurcationPoint> points;
  const double total =
      static_cast<double>(values.size()) * ((options.up ? 1.0 : 0.0) + (options.down ? 1.0 : 0.0) +
                                            static_cast<double>(options.factors.size()));
  const auto add = [&](BifurcationPoint point) {
    points.push_back(std::move(point));
    if (options.on_progress) options.on_progress(static_cast<double>(points.size()) / total);
    return points.back().motion.kind != MotionKind::diverged;
  };
  Sweep sweep(family, options);
  std::size_t top = values.size();
  if (options.up) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!add(sweep.visit(values[i], "up", false))) {
        top = i;
        break;
      }
    }
  }
  if (options.down) {
    Sweep down = options.up && top == values.size() ? sweep : Sweep(family, options);
    bool shove = !down.is_moving();
    for (std::size_t i = top; i-- > 0;) {
      add(down.visit(values[i], "down", shove));
      // Once nothing moves any more, steady running is kept; until something has, each value is
      // tried.
      shove = shove && !down.is_moving();
    }
  }
  for (std::size_t k = 0; k < options.factors.size(); ++k) {
    for (const double value : values) {
      add(sweep.start(value, options.factors[k], fmt::format("start {:g}", options.factors[k])));
    }
  }
  return points;
}

}  // namespace fourfoot::analysis

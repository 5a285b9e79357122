#include "scenario/curve_setting.h"

#include <fmt/format.h>

#include <cmath>

namespace fourfoot::scenario {

std::vector<Setting> list_curve_settings(const SteadyCurve& curve) {
  constexpr double length = 2000.0;  // far more than a train; the vehicle stays in its middle
  const std::string element =
      curve.radius == 0.0
          ? fmt::format("{{type=\"line\",length={}}}", length)
          : fmt::format(
                "{{type=\"circular-arc\",radius={:.17g},turn=\"{}\",cant={:.17g},length={}}}",
                std::abs(curve.radius), curve.radius > 0.0 ? "left" : "right", curve.cant, length);
  return {{"track.horizontal", "[" + element + "]"},
          {"track.cant", "[]"},
          {"track.vertical", "[]"},
          {"track.irregularity", "[]"},
          {"speed.start", fmt::format("{}", length / 2)}};
}

}  // namespace fourfoot::scenario

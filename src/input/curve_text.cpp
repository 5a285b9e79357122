#include "input/curve_text.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "input/quantity.h"
#include "scenario/curve_setting.h"

namespace fourfoot::input {

CurveSetting read_curve(const std::string& text) {
  if (text == "straight") return {text, scenario::list_curve_settings({})};
  const std::size_t slash = text.find('/');
  scenario::SteadyCurve curve;
  curve.radius = read_quantity("--radius", text.substr(0, slash), "m");
  if (slash != std::string::npos)
    curve.cant = read_quantity("--radius", text.substr(slash + 1), "m");
  if (!(std::abs(curve.radius) >= 20.0))
    throw InputError(Finding{"out-of-range",
                             {},
                             fmt::format("--radius {}: no curve is that sharp", text),
                             "write \"straight\", a radius of at least 20 m, or radius/cant"});
  return {fmt::format("{:g}", curve.radius), scenario::list_curve_settings(curve)};
}

}  // namespace fourfoot::input

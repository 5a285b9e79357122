#include "cli/curve_option.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "cli/quantity_option.h"

namespace fourfoot::cli {

namespace {

constexpr double length = 2000.0;  // far more than a train; the vehicle stays in its middle

std::string make_arc(const std::string& text) {
  const std::size_t slash = text.find('/');
  const double radius = read_quantity("--radius", text.substr(0, slash), "m");
  const double cant =
      slash == std::string::npos ? 0.0 : read_quantity("--radius", text.substr(slash + 1), "m");
  if (!(std::abs(radius) >= 20.0))
    throw InputError(Finding{"out-of-range",
                             {},
                             fmt::format("--radius {}: no curve is that sharp", text),
                             "write \"straight\", a radius of at least 20 m, or radius/cant"});
  return fmt::format("{{type=\"circular-arc\",radius={:.17g},turn=\"{}\",cant={:.17g},length={}}}",
                     std::abs(radius), radius > 0.0 ? "left" : "right", cant, length);
}

}  // namespace

CurveSetting read_curve(const std::string& text) {
  CurveSetting curve;
  curve.name = text;
  std::string element = fmt::format("{{type=\"line\",length={}}}", length);
  if (text != "straight") {
    element = make_arc(text);
    curve.name =
        fmt::format("{:g}", read_quantity("--radius", text.substr(0, text.find('/')), "m"));
  }
  curve.settings = {{"track.horizontal", "[" + element + "]"},
                    {"track.cant", "[]"},
                    {"track.vertical", "[]"},
                    {"track.irregularity", "[]"},
                    {"speed.start", fmt::format("{}", length / 2)}};
  return curve;
}

}  // namespace fourfoot::cli

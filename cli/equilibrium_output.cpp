#include "cli/equilibrium_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cli/choose_channels.h"

namespace fourfoot::cli {

namespace {

/// A column: the channel that it shows, its heading, and the factor from SI to its unit.
struct SteadyColumn {
  const char* channel;
  const char* heading;
  double factor = 1.0;
  int digits = 2;
  std::size_t width() const { return std::max<std::size_t>(8, std::string_view(heading).size()); }
};

const std::vector<SteadyColumn> wheel_columns = {{"Q", "Q [kN]", 1e-3},
                                                 {"Y", "Y [kN]", 1e-3},
                                                 {"YQ", "Y/Q"},
                                                 {"t_gamma", "T gamma [N]", 1.0, 1},
                                                 {"patches", "patches", 1.0, 0}};
const std::vector<SteadyColumn> wheelset_columns = {
    {"y", "y [mm]", 1e3}, {"psi", "angle of attack [mrad]", 1e3}, {"sum_Y", "sum Y [kN]", 1e-3}};
const std::vector<SteadyColumn> body_columns = {{"y", "y [mm]", 1e3},
                                                {"z", "z [mm]", 1e3},
                                                {"phi", "roll [mrad]", 1e3},
                                                {"chi", "pitch [mrad]", 1e3},
                                                {"psi", "yaw [mrad]", 1e3}};

using SteadyValues = std::map<std::string, double>;

/// Rounded, and a zero never negative.
std::string format_steady(double value, int digits) {
  std::string text = fmt::format("{:.{}f}", value, digits);
  if (text.find_first_not_of("-0.") == std::string::npos) text.erase(0, text[0] == '-' ? 1 : 0);
  return text;
}

/// Prints rows (a name to show, the beginning of its channels) with the columns that any of them has.
void print_steady_table(const char* heading,
                        const std::vector<std::pair<std::string, std::string>>& rows,
                        const std::vector<SteadyColumn>& columns, const SteadyValues& values) {
  std::vector<SteadyColumn> there;
  for (const SteadyColumn& column : columns)
    if (std::any_of(rows.begin(), rows.end(),
                    [&](const auto& row) { return values.count(row.second + column.channel) > 0; }))
      there.push_back(column);
  if (there.empty()) return;
  std::size_t widest = std::string_view(heading).size();
  for (const auto& row : rows) widest = std::max(widest, row.first.size());
  fmt::print("\n{:<{}}", heading, widest);
  for (const SteadyColumn& column : there) fmt::print("  {:>{}}", column.heading, column.width());
  fmt::print("\n");
  for (const auto& [name, begin] : rows) {
    fmt::print("{:<{}}", name, widest);
    for (const SteadyColumn& column : there) {
      const auto found = values.find(begin + column.channel);
      fmt::print("  {:>{}}",
                 found == values.end()
                     ? std::string("-")
                     : format_steady(column.factor * found->second, column.digits),
                 column.width());
    }
    fmt::print("\n");
  }
}

}  // namespace

void print_steady_tables(const system::System& system, const std::vector<double>& row) {
  SteadyValues values;
  for (std::size_t i = 0; i < row.size(); ++i) values[system.channels()[i].name] = row[i];
  std::vector<std::pair<std::string, std::string>> wheels, wheelsets, bodies;
  const auto& model = system.model();
  for (std::size_t i = 0; i < model.bodies.bodies().size(); ++i) {
    const auto& body = model.bodies.body(i);
    const std::string& name = body.given.name;
    if (body.given.is_track_part) continue;
    (body.is_wheelset() ? wheelsets : bodies).emplace_back(name, name + "/");
    if (!body.is_wheelset()) continue;
    for (const char* side : {"left", "right"})
      if (values.count(name + "/" + side + "/Q") > 0)
        wheels.emplace_back(name + " " + side, name + "/" + side + "/");
  }
  if (const auto speed = values.find("speed"); speed != values.end())
    fmt::print("speed {:.6g} m/s ({:.4g} km/h)\n", speed->second, 3.6 * speed->second);
  print_steady_table("wheel", wheels, wheel_columns, values);
  print_steady_table("wheelset", wheelsets, wheelset_columns, values);
  print_steady_table("body", bodies, body_columns, values);
  fmt::print(
      "\nY and y > 0 to the left, Q > 0 down, Y/Q > 0 outward. --all prints every channel, -c "
      "PATTERN those that match.\n");
}

void print_steady_channels(const std::vector<Channel>& channels, const std::vector<double>& row,
                           const std::vector<std::string>& patterns) {
  std::map<std::string, std::size_t> indices;
  for (std::size_t i = 0; i < channels.size(); ++i) indices[channels[i].name] = i;
  for (const Channel& channel : choose_channels(channels, patterns)) {
    const std::string unit = channel.unit == "1" ? "" : "[" + channel.unit + "]";
    fmt::print("{:<40} {:>14.6g} {:<8} {}\n", channel.name, row[indices[channel.name]], unit,
               channel.description);
  }
}

}  // namespace fourfoot::cli

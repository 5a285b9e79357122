#include "evaluate/influences.h"

#include <algorithm>
#include <cmath>

namespace fourfoot::evaluate {

namespace {

/// Mean speed in each section: its length over the time between its ends, which lie between rows.
std::vector<double> calc_speeds(const Record& record, const std::vector<Section>& sections) {
  constexpr std::size_t piece = 65536;
  std::vector<double> ends;
  for (const Section& section : sections) {
    ends.push_back(section.from);
    ends.push_back(section.to);
  }
  std::vector<double> times;
  double last = record.s_first();
  for (std::size_t first = 0; first < record.size(); first += piece) {
    const std::vector<double> s =
        record.read_distance(first, std::min(piece, record.size() - first));
    for (std::size_t i = 0; i < s.size(); ++i) {
      for (; times.size() < ends.size() && s[i] >= ends[times.size()];) {
        const double back = s[i] > last ? (s[i] - ends[times.size()]) / (s[i] - last) : 0.0;
        times.push_back((static_cast<double>(first + i) - back) / record.rate());
      }
      last = s[i];
    }
  }
  times.resize(ends.size(), record.duration());
  std::vector<double> speeds;
  for (std::size_t i = 0; i < sections.size(); ++i)
    speeds.push_back((ends[2 * i + 1] - ends[2 * i]) /
                     std::max(times[2 * i + 1] - times[2 * i], 1.0 / record.rate()));
  return speeds;
}

}  // namespace

Influences calc_influences(const Record& record, const Layout& layout,
                           const std::map<std::string, double>& target) {
  constexpr double base = 1.5, g = 9.80665;
  Influences out;
  for (const auto& [name, value] : target) {
    out.names.push_back(name);
    out.target.push_back(value);
  }
  if (target.empty()) return out;
  const std::vector<double> speeds = calc_speeds(record, layout.sections);
  for (std::size_t i = 0; i < layout.sections.size(); ++i) {
    const Section& section = layout.sections[i];
    const double curvature = std::abs(section.curvature);
    const double cant = section.curvature < 0.0 ? -section.roll : section.roll;
    std::vector<double> row;
    for (const std::string& name : out.names)
      row.push_back(name == "speed"       ? speeds[i]
                    : name == "curvature" ? curvature
                                          : base * (speeds[i] * speeds[i] * curvature / g - cant));
    out.rows.push_back(std::move(row));
  }
  return out;
}

}  // namespace fourfoot::evaluate

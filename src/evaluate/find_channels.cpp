#include "evaluate/find_channels.h"

#include <algorithm>
#include <set>

#include "base/error.h"

namespace fourfoot::evaluate {

const char* const how_forces =
    "a run with contact.model = \"profiles\" records Y and Q of each wheel; in a measured file "
    "name "
    "the columns wheelset_1/left/Y [kN], … or rename them by --map";
const char* const how_accelerations =
    "a run records them for each [markers.NAME] of the vehicle; in a measured file name the "
    "columns "
    "NAME/a_y [m/s2], … or rename them by --map";

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() > end.size() && text.ends_with(end);
}

[[noreturn]] void miss(const std::string& what, const char* hint) {
  throw InputError(Finding{"missing-channel", {}, what, hint});
}

namespace {

double get_position(const EvaluationOptions& options, const std::string& body) {
  const auto it = options.positions.find(body);
  return it == options.positions.end() ? 0.0 : it->second;
}

}  // namespace

std::vector<AxleChannels> find_axles(const Record& record, const EvaluationOptions& options) {
  std::set<std::string> names;
  const std::vector<Channel>& channels = record.source().channels();
  for (const Channel& channel : channels)
    for (const char* end : {"/left/Y", "/left/Q", "/right/Y", "/right/Q"})
      if (ends_with(channel.name, end))
        names.insert(channel.name.substr(0, channel.name.size() - std::string(end).size()));
  std::vector<AxleChannels> axles;
  for (const std::string& name : names) {
    AxleChannels axle{name, {}, {}, get_position(options, name)};
    for (int side = 0; side < 2; ++side) {
      const std::string wheel = name + (side == 0 ? "/left/" : "/right/");
      axle.Y[side] = record.need(wheel + "Y", how_forces);
      axle.Q[side] = record.need(wheel + "Q", how_forces);
    }
    axles.push_back(axle);
  }
  return axles;
}

std::vector<PointChannels> find_points(const Record& record, const EvaluationOptions& options) {
  std::set<std::string> names;
  for (const Channel& channel : record.source().channels())
    for (const char* end : {"/a_x", "/a_y", "/a_z"})
      if (ends_with(channel.name, end))
        names.insert(channel.name.substr(0, channel.name.size() - 4));
  std::vector<PointChannels> points;
  for (const std::string& name : names) {
    PointChannels point{name, {}, get_position(options, name)};
    for (int axis = 0; axis < 3; ++axis)
      point.a[axis] = record.source().find(name + "/a_" + "xyz"[axis]);
    points.push_back(point);
  }
  return points;
}

std::vector<SwayChannels> find_swaying(const Record& record, const EvaluationOptions& options) {
  std::vector<SwayChannels> points;
  for (const Channel& channel : record.source().channels()) {
    if (!ends_with(channel.name, "/d_y")) continue;
    const std::string name = channel.name.substr(0, channel.name.size() - 4);
    SwayChannels point{name, record.source().find(name + "/d_y"),
                       record.source().find(name + "/d_z"), get_position(options, name)};
    if (const auto arm = options.arms.find(name); arm != options.arms.end()) {
      point.x = get_position(options, arm->second.body);
      point.arm = arm->second.x;
    }
    points.push_back(point);
  }
  return points;
}

bool is_named(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_on_bogie(const EvaluationOptions& options, const std::string& name) {
  if (is_named(options.bodies, name)) return false;
  if (!options.bogies.empty()) return is_named(options.bogies, name);
  return name.find("bogie") != std::string::npos || name.find("frame") != std::string::npos;
}

bool is_on_axle(const EvaluationOptions& options, const std::string& name) {
  if (is_named(options.bodies, name) || is_named(options.bogies, name)) return false;
  return name.find("axle") != std::string::npos || name.find("wheelset") != std::string::npos;
}

void check_points(const std::vector<PointChannels>& points, const EvaluationOptions& options) {
  std::vector<std::string> known;
  for (const PointChannels& point : points) known.push_back(point.name);
  for (const auto* names : {&options.bodies, &options.bogies})
    for (const std::string& name : *names)
      if (!is_named(known, name))
        miss("there are no accelerations of a point \"" + name + "\"",
             known.empty() ? how_accelerations : "the names are those before /a_y");
}

TrackProfile read_curvature(const Record& record) {
  TrackProfile track;
  const int channel = record.source().find("curvature");
  if (channel < 0) return track;
  constexpr std::size_t piece = 65536;
  for (std::size_t first = 0; first < record.size(); first += piece) {
    const std::size_t count = std::min(piece, record.size() - first);
    const std::vector<double> s = record.read_distance(first, count);
    const std::vector<double> kappa = record.read(channel, first, count);
    for (std::size_t i = 0; i < count; ++i) {
      if (!track.s.empty() && s[i] < track.s.back() + 1.0) continue;
      track.s.push_back(s[i]);
      track.curvature.push_back(kappa[i]);
    }
  }
  return track;
}

}  // namespace fourfoot::evaluate

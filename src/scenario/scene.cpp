#include "scenario/scene.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fourfoot::scenario {

namespace {

std::vector<SceneBody> list_bodies(const vehicle::VehicleModel& model) {
  std::vector<SceneBody> bodies;
  for (const multibody::Body& body : model.bodies.bodies()) {
    const multibody::BodyDescription& given = body.given;
    const char* kind = given.kind == multibody::BodyKind::wheelset ? "wheelset"
                       : given.is_track_part                       ? "track"
                                                                   : "body";
    bodies.push_back(
        {given.name, kind,
         Vec3(given.chainage_offset + given.nominal.x(), given.nominal.y(), given.nominal.z()),
         given.mass, std::numeric_limits<double>::quiet_NaN()});
  }
  for (const vehicle::WheelsetInstance& wheelset : model.wheelsets)
    bodies[static_cast<std::size_t>(wheelset.body)].radius = wheelset.radius;
  return bodies;
}

Vec3 get_position(const vehicle::VehicleModel& model, int body) {
  const auto& given = model.bodies.body(static_cast<std::size_t>(body)).given;
  return given.nominal + Vec3(given.chainage_offset, 0.0, 0.0);
}

std::vector<SceneElement> list_elements(const vehicle::VehicleModel& model) {
  std::vector<SceneElement> elements;
  for (const vehicle::ElementInstance& element : model.elements) {
    const bool on_track = element.first < 0;
    const Vec3 under(get_position(model, element.second).x(), 0.0, 0.0);
    elements.push_back({element.name,
                        on_track
                            ? vehicle::track_name
                            : model.bodies.body(static_cast<std::size_t>(element.first)).given.name,
                        model.bodies.body(static_cast<std::size_t>(element.second)).given.name,
                        element.at_first + (on_track ? under : get_position(model, element.first)),
                        element.at_second + get_position(model, element.second)});
  }
  return elements;
}

std::vector<SceneMarker> list_markers(const vehicle::VehicleModel& model) {
  std::vector<SceneMarker> markers;
  for (const vehicle::Marker& marker : model.markers)
    markers.push_back({marker.name,
                       model.bodies.body(static_cast<std::size_t>(marker.body)).given.name,
                       get_position(model, marker.body) + marker.point});
  return markers;
}

// As far as the vehicle gets, and a little more on both sides; joints of the alignment included.
std::vector<double> choose_chainages(const system::System& system, double duration) {
  constexpr double step = 1.0;         // [m] of the chainages; between them readers use the heading
  constexpr std::size_t most = 4'000;  // chainages: 0.3 MB
  constexpr double margin = 60.0;      // [m] before the start and behind the end, for the view
  double front = 0.0, back = 0.0;
  for (const multibody::Body& body : system.model().bodies.bodies()) {
    front = std::max(front, body.given.chainage_offset);
    back = std::min(back, body.given.chainage_offset);
  }
  const double begin = system.line().calc_travel(0.0).s + back - margin;
  const double end = system.line().calc_travel(duration).s + front + margin;
  const double h = std::max(step, (end - begin) / static_cast<double>(most));
  std::vector<double> chainages;
  const auto count = static_cast<std::size_t>(std::ceil((end - begin) / h));
  for (std::size_t i = 0; i <= count; ++i) chainages.push_back(begin + static_cast<double>(i) * h);
  for (const double s : system.line().track().joints())
    if (s > begin && s < end) chainages.push_back(s);
  std::sort(chainages.begin(), chainages.end());
  chainages.erase(std::unique(chainages.begin(), chainages.end()), chainages.end());
  return chainages;
}

SceneTrack make_track(const system::System& system, double duration) {
  const track::Track& track = system.line().track();
  SceneTrack scene{track.name(), track.gauge(), track.contact_distance(), track.length(), {}};
  track::Cursor cursor;
  for (const double s : choose_chainages(system, duration)) {
    const MovingFrame frame = track.calc_frame(s, 0.0, 0.0, cursor);
    const track::Geometry g = track.calc_geometry(s, cursor);
    scene.points.push_back({s, frame.p_NT, g.heading, g.gradient, g.roll, g.curvature, g.cant});
  }
  return scene;
}

SceneOutline make_outline(const system::WheelOnRail& on, const std::string& wheelset) {
  constexpr int points = 240;
  const contact::WheelRailPair& pair = *on.profiles;
  const double sign = on.side == contact::Side::left ? 1.0 : -1.0;
  SceneOutline outline;
  outline.wheelset = wheelset;
  outline.side = on.side == contact::Side::left ? "left" : "right";
  for (int i = 0; i <= points; ++i) {
    const double part = static_cast<double>(i) / points;
    const profile::Curve& tread = pair.wheel.curve();
    const profile::CurvePoint w = tread.calc(part * tread.length());
    outline.wheel_y.push_back(on.middle_C.y() + sign * (pair.wheel.half_span() + w.y));
    outline.wheel_z.push_back(on.middle_C.z() + w.z - pair.wheel.radius());
    const profile::CurvePoint r = pair.rail.curve().calc(part * pair.rail.curve().length());
    outline.rail_y.push_back(sign * r.y);
    outline.rail_z.push_back(r.z);
  }
  return outline;
}

std::vector<SceneOutline> list_outlines(const system::System& system) {
  std::vector<SceneOutline> outlines;
  for (const system::WheelOnRail& wheel : system.wheels()) {
    if (wheel.profiles == nullptr) continue;
    const auto body = static_cast<std::size_t>(system.model().wheelsets[wheel.wheelset].body);
    outlines.push_back(make_outline(wheel, system.model().bodies.body(body).given.name));
  }
  return outlines;
}

}  // namespace

RunScene make_scene(const system::System& system, const Scenario& scenario) {
  const vehicle::VehicleModel& model = system.model();
  RunScene scene{model.name,
                 model.mass,
                 list_bodies(model),
                 list_elements(model),
                 list_markers(model),
                 make_track(system, scenario.duration),
                 list_outlines(system),
                 {}};
  const std::vector<ScenePoint>& points = scene.track.points;
  if (scenario.rails && !points.empty())
    scene.rails = list_scene_rails(*scenario.rails, points.front().s, points.back().s);
  return scene;
}

}  // namespace fourfoot::scenario

#include "io/results_scene.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fourfoot::io {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr double step = 1.0;         // [m] of the stations; between them readers use the heading
constexpr std::size_t most = 4'000;  // stations: 0.3 MB
constexpr double margin = 60.0;      // [m] before the start and behind the end, for the view

ResultsTable make_bodies(const vehicle::Model& model) {
  ResultsTable table;
  table.path = "model/bodies";
  table.texts["vehicle"] = model.name;
  ResultsColumn name{"name", "", "", {}, {}},
      kind{"kind", "", "wheelset, body, or track: a piece of flexible track", {}, {}};
  ResultsColumn x{"x", "m", "nominal place of the mass centre, vehicle coordinates", {}, {}};
  ResultsColumn y = x, z = x;
  y.name = "y";
  z.name = "z";
  ResultsColumn mass{"mass", "kg", "", {}, {}};
  ResultsColumn radius{"radius", "m", "rolling radius; nan if it has none", {}, {}};
  for (const multibody::Body& body : model.bodies.bodies()) {
    const multibody::BodyDescription& given = body.given;
    name.texts.push_back(given.name);
    kind.texts.push_back(given.kind == multibody::BodyKind::wheelset ? "wheelset"
                         : given.is_track_part                       ? "track"
                                                                     : "body");
    x.values.push_back(given.station_offset + given.nominal.x());
    y.values.push_back(given.nominal.y());
    z.values.push_back(given.nominal.z());
    mass.values.push_back(given.mass);
    radius.values.push_back(none);
  }
  for (const vehicle::WheelsetInstance& wheelset : model.wheelsets)
    radius.values[static_cast<std::size_t>(wheelset.body)] = wheelset.radius;
  table.columns = {name, kind, x, y, z, mass, radius};
  return table;
}

Vec3 get_place(const vehicle::Model& model, int body) {
  const auto& given = model.bodies.body(static_cast<std::size_t>(body)).given;
  return given.nominal + Vec3(given.station_offset, 0.0, 0.0);
}

ResultsTable make_elements(const vehicle::Model& model) {
  ResultsTable table;
  table.path = "model/elements";
  ResultsColumn name{"name", "", "", {}, {}}, first{"first", "", "body, or track", {}, {}};
  ResultsColumn second{"second", "", "body", {}, {}};
  std::vector<ResultsColumn> places;
  for (const char* end : {"first", "second"}) {
    for (const char* axis : {"x", "y", "z"}) {
      places.push_back({std::string(end) + "_" + axis,
                        "m",
                        "attachment in the nominal place, vehicle coordinates",
                        {},
                        {}});
    }
  }
  for (const vehicle::ElementInstance& element : model.elements) {
    const bool on_track = element.first < 0;
    name.texts.push_back(element.name);
    first.texts.push_back(
        on_track ? vehicle::track_name
                 : model.bodies.body(static_cast<std::size_t>(element.first)).given.name);
    second.texts.push_back(model.bodies.body(static_cast<std::size_t>(element.second)).given.name);
    const Vec3 under(get_place(model, element.second).x(), 0.0, 0.0);
    const Vec3 a = element.at_first + (on_track ? under : get_place(model, element.first));
    const Vec3 b = element.at_second + get_place(model, element.second);
    for (int c = 0; c < 3; ++c) {
      places[static_cast<std::size_t>(c)].values.push_back(a[c]);
      places[static_cast<std::size_t>(c + 3)].values.push_back(b[c]);
    }
  }
  table.columns = {name, first, second};
  table.columns.insert(table.columns.end(), places.begin(), places.end());
  return table;
}

// As far as the vehicle gets, and a little more on both sides; joints of the alignment included.
std::vector<double> choose_stations(const system::System& system, double duration) {
  double front = 0.0, back = 0.0;
  for (const multibody::Body& body : system.model().bodies.bodies()) {
    front = std::max(front, body.given.station_offset);
    back = std::min(back, body.given.station_offset);
  }
  const double begin = system.line().calc_travel(0.0).s + back - margin;
  const double end = system.line().calc_travel(duration).s + front + margin;
  const double h = std::max(step, (end - begin) / static_cast<double>(most));
  std::vector<double> stations;
  const auto count = static_cast<std::size_t>(std::ceil((end - begin) / h));
  for (std::size_t i = 0; i <= count; ++i) stations.push_back(begin + static_cast<double>(i) * h);
  for (const double s : system.line().track().joints())
    if (s > begin && s < end) stations.push_back(s);
  std::sort(stations.begin(), stations.end());
  stations.erase(std::unique(stations.begin(), stations.end()), stations.end());
  return stations;
}

ResultsTable make_track(const system::System& system, double duration) {
  const track::Track& track = system.line().track();
  ResultsTable table;
  table.path = "track";
  table.texts["name"] = track.name();
  table.numbers["gauge"] = track.gauge();
  table.numbers["contact_distance"] = track.contact_distance();
  table.numbers["length"] = track.length();
  table.columns = {{"s", "m", "arc length of the centre line", {}, {}},
                   {"x", "m", "place of the centre line", {}, {}},
                   {"y", "m", "place of the centre line", {}, {}},
                   {"z", "m", "place of the centre line", {}, {}},
                   {"heading", "rad", "", {}, {}},
                   {"gradient", "rad", "> 0 uphill", {}, {}},
                   {"roll", "rad", "> 0 right rail raised", {}, {}},
                   {"curvature", "1/m", "> 0 turns left", {}, {}},
                   {"cant", "m", "> 0 right rail raised", {}, {}}};
  track::Cursor cursor;
  for (const double s : choose_stations(system, duration)) {
    const MovingFrame frame = track.calc_frame(s, 0.0, 0.0, cursor);
    const track::Geometry g = track.calc_geometry(s, cursor);
    const double row[] = {s,          frame.p_NT.x(), frame.p_NT.y(), frame.p_NT.z(), g.heading,
                          g.gradient, g.roll,         g.curvature,    g.cant};
    for (std::size_t c = 0; c < table.columns.size(); ++c)
      table.columns[c].values.push_back(row[c]);
  }
  return table;
}

ResultsTable make_run(const system::System& system, const analysis::Scenario& scenario) {
  ResultsTable table;
  table.path = "meta/run";
  table.texts = {{"vehicle", system.model().name},
                 {"track", system.line().track().name()},
                 {"contact", scenario.contact.text_or("model", "")},
                 {"integrator", scenario.integrator.method},
                 {"formulation", scenario.formulation}};
  table.numbers = {{"duration", scenario.duration},
                   {"output_step", scenario.output_step},
                   {"rtol", scenario.integrator.rtol},
                   {"mass", system.model().mass}};
  return table;
}

// The left half of the picture is what both sides are stored as; the right one is its mirror image.
struct ContactOutline {
  std::string wheelset, side;
  std::vector<double> wheel_y, wheel_z;  // in the wheelset's axes from its mass centre [m]
  std::vector<double> rail_y, rail_z;    // as laid, in the track frame [m]
};

ContactOutline make_outline(const system::ProfileContact& contact, const std::string& wheelset,
                            contact::Side side) {
  constexpr int points = 240;
  const contact::WheelRailPair& pair = contact.wheels->wheelset().side(side);
  const double sign = side == contact::Side::left ? 1.0 : -1.0;
  ContactOutline outline;
  outline.wheelset = wheelset;
  outline.side = side == contact::Side::left ? "left" : "right";
  for (int i = 0; i <= points; ++i) {
    const double part = static_cast<double>(i) / points;
    const profile::Curve& tread = pair.wheel.curve();
    const profile::CurvePoint w = tread.calc(part * tread.length());
    outline.wheel_y.push_back(contact.middle_C.y() + sign * (pair.wheel.half_span() + w.y));
    outline.wheel_z.push_back(contact.middle_C.z() + w.z - pair.wheel.radius());
    const profile::CurvePoint r = pair.rail.curve().calc(part * pair.rail.curve().length());
    outline.rail_y.push_back(sign * r.y);
    outline.rail_z.push_back(r.z);
  }
  return outline;
}

std::vector<ContactOutline> list_outlines(const system::System& system) {
  std::vector<ContactOutline> outlines;
  const std::vector<system::ProfileContact>& contacts = system.contact().profiles;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const int body = system.model().wheelsets[i].body;
    const std::string& name = system.model().bodies.body(static_cast<std::size_t>(body)).given.name;
    if (contacts[i].has_wheel[0])
      outlines.push_back(make_outline(contacts[i], name, contact::Side::left));
    if (contacts[i].has_wheel[1])
      outlines.push_back(make_outline(contacts[i], name, contact::Side::right));
  }
  return outlines;
}

void write_profiles(ResultsWriter& writer, const std::vector<ContactOutline>& outlines) {
  for (const ContactOutline& outline : outlines) {
    const std::string base = "profiles/" + outline.wheelset + "/" + outline.side + "/";
    const auto write = [&](const char* what, const char* axes, const std::vector<double>& y,
                           const std::vector<double>& z) {
      writer.write_table({base + what, {}, {}, {{"y", "m", axes, y, {}}, {"z", "m", axes, z, {}}}});
    };
    write("wheel", "wheelset axes, from its mass centre", outline.wheel_y, outline.wheel_z);
    write("rail", "track frame, as laid", outline.rail_y, outline.rail_z);
  }
}

}  // namespace

ResultsTable make_events(const std::vector<analysis::RunEvent>& events) {
  ResultsTable table{"events", {}, {}, {}};
  if (events.empty()) return table;
  ResultsColumn time{"time", "s", "when", {}, {}};
  ResultsColumn s{"s", "m", "arc length of the vehicle's origin", {}, {}};
  ResultsColumn name{"name", "", "of what", {}, {}};
  ResultsColumn what{"what", "", "begins, ends, or what ended the run", {}, {}};
  for (const analysis::RunEvent& event : events) {
    time.values.push_back(event.t);
    s.values.push_back(event.s);
    name.texts.push_back(event.name);
    what.texts.push_back(event.what);
  }
  table.columns = {time, s, name, what};
  return table;
}

void write_scene(ResultsWriter& writer, const system::System& system,
                 const analysis::Scenario& scenario) {
  writer.write_table(make_run(system, scenario));
  writer.write_table(make_bodies(system.model()));
  if (!system.model().elements.empty()) writer.write_table(make_elements(system.model()));
  writer.write_table(make_track(system, scenario.duration));
  write_profiles(writer, list_outlines(system));
}

}  // namespace fourfoot::io

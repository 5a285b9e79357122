#include "results/results_scene.h"

#include "scenario/contact_kinds.h"

namespace fourfoot::results {

namespace {

ResultsTable make_run(const scenario::RunScene& scene, const scenario::Scenario& scenario) {
  ResultsTable table;
  table.path = "meta/run";
  table.texts = {{"vehicle", scene.vehicle},
                 {"track", scene.track.name},
                 {"contact", scenario::get_contact_kind(scenario.contact).model},
                 {"integrator", scenario.integrator.method},
                 {"formulation", scenario.formulation}};
  table.numbers = {{"duration", scenario.duration},
                   {"output_step", scenario.output_step},
                   {"rtol", scenario.integrator.rtol},
                   {"mass", scene.mass}};
  if (scenario.contact.has("friction"))
    table.numbers["friction"] = scenario.contact.number("friction");
  return table;
}

ResultsTable make_bodies(const scenario::RunScene& scene) {
  ResultsTable table;
  table.path = "model/bodies";
  table.texts["vehicle"] = scene.vehicle;
  ResultsColumn name{"name", "", "", {}, {}},
      kind{"kind", "", "wheelset, body, or track: a piece of flexible track", {}, {}};
  ResultsColumn x{"x", "m", "nominal position of the mass centre, vehicle coordinates", {}, {}};
  ResultsColumn y = x, z = x;
  y.name = "y";
  z.name = "z";
  ResultsColumn mass{"mass", "kg", "", {}, {}};
  ResultsColumn radius{"radius", "m", "rolling radius; nan if it has none", {}, {}};
  for (const scenario::SceneBody& body : scene.bodies) {
    name.texts.push_back(body.name);
    kind.texts.push_back(body.kind);
    x.values.push_back(body.position.x());
    y.values.push_back(body.position.y());
    z.values.push_back(body.position.z());
    mass.values.push_back(body.mass);
    radius.values.push_back(body.radius);
  }
  table.columns = {name, kind, x, y, z, mass, radius};
  return table;
}

ResultsTable make_elements(const std::vector<scenario::SceneElement>& elements) {
  ResultsTable table;
  table.path = "model/elements";
  ResultsColumn name{"name", "", "", {}, {}}, first{"first", "", "body, or track", {}, {}};
  ResultsColumn second{"second", "", "body", {}, {}};
  std::vector<ResultsColumn> positions;
  for (const char* end : {"first", "second"}) {
    for (const char* axis : {"x", "y", "z"}) {
      positions.push_back({std::string(end) + "_" + axis,
                           "m",
                           "attachment in the nominal position, vehicle coordinates",
                           {},
                           {}});
    }
  }
  for (const scenario::SceneElement& element : elements) {
    name.texts.push_back(element.name);
    first.texts.push_back(element.first);
    second.texts.push_back(element.second);
    for (int c = 0; c < 3; ++c) {
      positions[static_cast<std::size_t>(c)].values.push_back(element.at_first[c]);
      positions[static_cast<std::size_t>(c + 3)].values.push_back(element.at_second[c]);
    }
  }
  table.columns = {name, first, second};
  table.columns.insert(table.columns.end(), positions.begin(), positions.end());
  return table;
}

ResultsTable make_markers(const std::vector<scenario::SceneMarker>& markers) {
  ResultsTable table;
  table.path = "model/markers";
  ResultsColumn name{"name", "", "", {}, {}}, body{"body", "", "", {}, {}};
  ResultsColumn x{"x", "m", "nominal position, vehicle coordinates", {}, {}}, y = x, z = x;
  y.name = "y";
  z.name = "z";
  for (const scenario::SceneMarker& at : markers) {
    name.texts.push_back(at.name);
    body.texts.push_back(at.body);
    x.values.push_back(at.position.x());
    y.values.push_back(at.position.y());
    z.values.push_back(at.position.z());
  }
  table.columns = {name, body, x, y, z};
  return table;
}

ResultsTable make_track(const scenario::SceneTrack& track) {
  ResultsTable table;
  table.path = "track";
  table.texts["name"] = track.name;
  table.numbers["gauge"] = track.gauge;
  table.numbers["contact_distance"] = track.contact_distance;
  table.numbers["length"] = track.length;
  table.columns = {{"s", "m", "arc length of the centre line", {}, {}},
                   {"x", "m", "position of the centre line", {}, {}},
                   {"y", "m", "position of the centre line", {}, {}},
                   {"z", "m", "position of the centre line", {}, {}},
                   {"heading", "rad", "", {}, {}},
                   {"gradient", "rad", "> 0 uphill", {}, {}},
                   {"roll", "rad", "> 0 right rail raised", {}, {}},
                   {"curvature", "1/m", "> 0 turns left", {}, {}},
                   {"cant", "m", "> 0 right rail raised", {}, {}}};
  for (const scenario::ScenePoint& at : track.points) {
    const double row[] = {at.s,       at.position.x(), at.position.y(), at.position.z(),
                          at.heading, at.gradient,     at.roll,         at.curvature,
                          at.cant};
    for (std::size_t c = 0; c < table.columns.size(); ++c)
      table.columns[c].values.push_back(row[c]);
  }
  return table;
}

void write_profiles(ResultsWriter& writer, const std::vector<scenario::SceneOutline>& outlines) {
  for (const scenario::SceneOutline& outline : outlines) {
    const std::string base = "profiles/" + outline.wheelset + "/" + outline.side + "/";
    const auto write = [&](const char* what, const char* axes, const std::vector<double>& y,
                           const std::vector<double>& z) {
      writer.write_table({base + what, {}, {}, {{"y", "m", axes, y, {}}, {"z", "m", axes, z, {}}}});
    };
    write("wheel", "wheelset axes, from its mass centre", outline.wheel_y, outline.wheel_z);
    write("rail", "track frame, as laid", outline.rail_y, outline.rail_z);
  }
}

// "rails/1" and so on, in the order of the picture. Every point has the chainage of its section beside it.
void write_rails(ResultsWriter& writer, const std::vector<scenario::SceneRail>& rails) {
  for (std::size_t i = 0; i < rails.size(); ++i) {
    const scenario::SceneRail& rail = rails[i];
    std::vector<double> s;
    for (const double at : rail.s) s.insert(s.end(), static_cast<std::size_t>(rail.points), at);
    ResultsTable table{"rails/" + std::to_string(i + 1), {}, {}, {}};
    table.texts = {{"name", rail.name}, {"side", rail.side}, {"kind", rail.kind}};
    table.numbers = {{"points", rail.points}};
    table.columns = {{"s", "m", "chainage of the section", s, {}},
                     {"y", "m", "track frame", rail.y, {}},
                     {"z", "m", "track frame", rail.z, {}}};
    writer.write_table(table);
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
    name.texts.push_back(analysis::get_name(event));
    what.texts.push_back(event.what);
  }
  table.columns = {time, s, name, what};
  return table;
}

void write_scene(ResultsWriter& writer, const scenario::RunScene& scene,
                 const scenario::Scenario& scenario) {
  writer.write_table(make_run(scene, scenario));
  writer.write_table(make_bodies(scene));
  if (!scene.elements.empty()) writer.write_table(make_elements(scene.elements));
  if (!scene.markers.empty()) writer.write_table(make_markers(scene.markers));
  writer.write_table(make_track(scene.track));
  write_profiles(writer, scene.outlines);
  write_rails(writer, scene.rails);
}

}  // namespace fourfoot::results

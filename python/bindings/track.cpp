#include "track/track.h"

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <cmath>
#include <memory>

#include "base/error.h"
#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "bindings/deviations.h"
#include "input/alignment_file.h"
#include "input/scenario_file.h"

namespace fourfoot::python {

namespace {

namespace py = pybind11;

/// A line and the motion along it; a track file has no speed.
struct Line {
  std::shared_ptr<const track::Track> track;
  track::SpeedProfile speed = track::SpeedProfile::constant(0.0);
  std::vector<std::string> warnings;
};

Line read_line(const std::filesystem::path& path,
               const std::vector<std::pair<std::string, std::string>>& settings) {
  const std::vector<Setting> overrides = make_settings(settings);
  const py::gil_scoped_release release;
  track::TrackDescription description;
  Line line;
  if (input::is_alignment_file(path) || input::find_file_kind(path) == input::FileKind::track) {
    description = input::read_track_file(path, overrides);
  } else {
    input::ScenarioFile file = input::read_scenario_file(path, overrides);
    description = std::move(file.scenario.track);
    line.speed = file.scenario.speed;
  }
  line.track = std::make_shared<track::Track>(description);
  for (const Finding& finding : description.warnings) line.warnings.push_back(format(finding));
  return line;
}

// Numbers of an answer at many chainages; nan where s is.
template <class Answer, class Calc>
py::dict calc_along(std::span<const NumberOf<Answer>> numbers, const Array& s, Calc calc) {
  const double* const at = s.data();
  return calc_numbers(numbers, static_cast<std::size_t>(s.size()), track_grain,
                      [&](std::size_t first, std::size_t last, const auto& put) {
                        track::Cursor cursor;
                        for (std::size_t i = first; i < last; ++i)
                          if (std::abs(at[i]) <= largest_chainage) calc(i, at[i], cursor, put);
                      });
}

using track::Geometry;

// As `fourfoot track` has them.
constexpr NumberOf<Geometry> geometry_numbers[] = {
    {"heading", [](const Geometry& g) { return g.heading; }},
    {"gradient", [](const Geometry& g) { return std::tan(g.gradient); }},
    {"phi", [](const Geometry& g) { return 0.0 - g.roll; }},  // > 0 raises the left rail
    {"curvature", [](const Geometry& g) { return g.curvature; }},
    {"cant", [](const Geometry& g) { return g.cant; }}};

py::dict calc_geometry(const Line& line, const Array& s) {
  return calc_along<Geometry>(
      geometry_numbers, s, [&](std::size_t i, double at, track::Cursor& cursor, const auto& put) {
        put(i, line.track->calc_geometry(at, cursor));
      });
}

constexpr NumberOf<MovingFrame> frame_numbers[] = {
    {"position_x", [](const MovingFrame& f) { return f.p_NT.x(); }},
    {"position_y", [](const MovingFrame& f) { return f.p_NT.y(); }},
    {"position_z", [](const MovingFrame& f) { return f.p_NT.z(); }},
    {"omega_x", [](const MovingFrame& f) { return f.w_NT_T.x(); }},
    {"omega_y", [](const MovingFrame& f) { return f.w_NT_T.y(); }},
    {"omega_z", [](const MovingFrame& f) { return f.w_NT_T.z(); }},
    {"epsilon_x", [](const MovingFrame& f) { return f.alpha_NT_T.x(); }},
    {"epsilon_y", [](const MovingFrame& f) { return f.alpha_NT_T.y(); }},
    {"epsilon_z", [](const MovingFrame& f) { return f.alpha_NT_T.z(); }},
    {"a_o_x", [](const MovingFrame& f) { return f.a_NT_T.x(); }},
    {"a_o_y", [](const MovingFrame& f) { return f.a_NT_T.y(); }},
    {"a_o_z", [](const MovingFrame& f) { return f.a_NT_T.z(); }}};

// The track frame that travels with v and a.
py::dict calc_frame(const Line& line, const Array& s, const Array& v, const Array& a) {
  const auto count = static_cast<std::size_t>(s.size());
  const Column speed = make_column(v, count, "v"), acceleration = make_column(a, count, "a");
  return calc_along<MovingFrame>(
      frame_numbers, s, [&](std::size_t i, double at, track::Cursor& cursor, const auto& put) {
        put(i, line.track->calc_frame(at, speed[i], acceleration[i], cursor));
      });
}

struct Passing {
  double t;
  track::Travel travel;
};
constexpr NumberOf<Passing> passing_numbers[] = {
    {"t", [](const Passing& p) { return p.t; }},
    {"v", [](const Passing& p) { return p.travel.v; }},
    {"a", [](const Passing& p) { return p.travel.a; }}};

// When and how fast the vehicle passes; nan where it never does.
py::dict calc_travel(const Line& line, const Array& s) {
  return calc_along<Passing>(passing_numbers, s,
                             [&](std::size_t i, double at, track::Cursor&, const auto& put) {
                               const auto t = line.speed.find_time(at);
                               if (t) put(i, {*t, line.speed.calc(*t)});
                             });
}

py::dict calc_irregularity(const Line& line, const Array& s) {
  return calc_along<track::RailDeviations>(
      deviation_numbers, s, [&](std::size_t i, double at, track::Cursor&, const auto& put) {
        put(i, line.track->calc_irregularity(at));
      });
}

py::list list_kinks(const Line& line) {
  py::list out;
  for (const track::Kink& kink : line.track->kinks()) out.append(kink.s);
  return out;
}

}  // namespace

void bind_track(py::module_& m) {
  m.def("read_line", &read_line, py::arg("path"), py::arg("settings"));
  py::class_<Line> made(m, "Line");
  forbid_new(made);
  made.def_property_readonly("name", [](const Line& l) { return l.track->name(); })
      .def_property_readonly("length", [](const Line& l) { return l.track->length(); })
      .def_property_readonly("gauge", [](const Line& l) { return l.track->gauge(); })
      .def_property_readonly("contact_distance",
                             [](const Line& l) { return l.track->contact_distance(); })
      .def_property_readonly("joints", [](const Line& l) { return l.track->joints(); })
      .def_property_readonly("kinks", &list_kinks)
      .def_property_readonly("has_irregularity",
                             [](const Line& l) { return l.track->has_irregularity(); })
      .def_property_readonly("shortest_wave",
                             [](const Line& l) { return l.track->get_shortest_wave(); })
      .def_readonly("warnings", &Line::warnings)
      .def("calc_geometry", &calc_geometry, py::arg("s"))
      .def("calc_frame", &calc_frame, py::arg("s"), py::arg("v"), py::arg("a"))
      .def("calc_travel", &calc_travel, py::arg("s"))
      .def("calc_irregularity", &calc_irregularity, py::arg("s"));
  bind_irregularity(m);
}

}  // namespace fourfoot::python

#include "track/track.h"

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <cmath>
#include <limits>
#include <memory>

#include "base/error.h"
#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "input/alignment_file.h"
#include "input/scenario_file.h"

namespace fourfoot::python {

namespace {

namespace py = pybind11;

constexpr double not_reached = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t track_grain = 4096;

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

// `rows` x `count` numbers for the rows (out[k][i]) of an answer at many chainages; nan where s is.
template <class Calc>
Array calc_rows(const Array& s, std::size_t rows, Calc calc) {
  const auto count = static_cast<std::size_t>(s.size());
  Array out({static_cast<py::ssize_t>(rows), static_cast<py::ssize_t>(count)});
  double* const to = out.mutable_data();
  const double* const at = s.data();
  run_pieces(count, track_grain, 1, [&](std::size_t first, std::size_t last) {
    track::Cursor cursor;
    std::vector<double> row;
    for (std::size_t i = first; i < last; ++i) {
      row.assign(rows, not_reached);
      if (std::abs(at[i]) <= 1e9) calc(at[i], i, cursor, row.data());
      for (std::size_t k = 0; k < rows; ++k) to[k * count + i] = row[k];
    }
  });
  return out;
}

// heading, gradient, phi, curvature, cant, as `fourfoot track` has them.
Array calc_geometry(const Line& line, const Array& s) {
  return calc_rows(s, 5, [&](double at, std::size_t, track::Cursor& cursor, double* row) {
    const track::Geometry g = line.track->calc_geometry(at, cursor);
    row[0] = g.heading;
    row[1] = std::tan(g.gradient);
    row[2] = 0.0 - g.roll;  // about x forward: > 0 raises the left rail
    row[3] = g.curvature;
    row[4] = g.cant;
  });
}

// x, y, z; omega, epsilon, a_o of the track frame that travels with v and a.
Array calc_frame(const Line& line, const Array& s, const Array& v, const Array& a) {
  const auto count = static_cast<std::size_t>(s.size());
  const Column speed = make_column(v, count, "v"), acceleration = make_column(a, count, "a");
  return calc_rows(s, 12, [&](double at, std::size_t i, track::Cursor& cursor, double* row) {
    const MovingFrame f = line.track->calc_frame(at, speed[i], acceleration[i], cursor);
    for (const Vec3& vector : {f.p_NT, f.w_NT_T, f.alpha_NT_T, f.a_NT_T})
      row = std::copy(vector.begin(), vector.end(), row);
  });
}

// Time, speed and acceleration where the vehicle passes; nan where it never does.
Array calc_travel(const Line& line, const Array& s) {
  return calc_rows(s, 3, [&](double at, std::size_t, track::Cursor&, double* row) {
    const auto t = line.speed.find_time(at);
    if (!t) return;
    const track::Travel travel = line.speed.calc(*t);
    row[0] = *t;
    row[1] = travel.v;
    row[2] = travel.a;
  });
}

void put_deviations(const track::RailDeviations& d, double* row) {
  for (const track::Deviation& x : {d.alignment, d.vertical, d.gauge, d.cross_level}) {
    *row++ = x.value;
    *row++ = x.d1;
    *row++ = x.d2;
  }
}

Array calc_irregularity(const Line& line, const Array& s) {
  return calc_rows(s, 12, [&](double at, std::size_t, track::Cursor&, double* row) {
    put_deviations(line.track->calc_irregularity(at), row);
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

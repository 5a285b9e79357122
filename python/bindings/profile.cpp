#include "profile/profile.h"

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <cmath>
#include <stdexcept>

#include "base/error.h"
#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "bindings/numbers.h"
#include "input/profile_file.h"

namespace fourfoot::python {

namespace {

namespace py = pybind11;
using profile::CurvePoint;
using profile::Profile;
using profile::ProfileKind;

Profile read_profile(const std::filesystem::path& path, const std::string& kind,
                     std::optional<double> length_unit, std::optional<double> smoothing,
                     std::optional<double> tape_circle) {
  profile::PointOptions given;
  if (!kind.empty() && kind != "wheel" && kind != "rail")
    throw InputError(Finding{
        "unknown-value", {}, "kind cannot be \"" + kind + "\"", suggest(kind, {"wheel", "rail"})});
  if (!kind.empty()) given.kind = kind == "wheel" ? ProfileKind::wheel : ProfileKind::rail;
  const auto check = [](const std::optional<double>& value, const char* name, double most) {
    if (value && !(std::abs(*value) <= most))
      throw InputError(Finding{"out-of-range", {}, std::string(name) + " is no length in m"});
  };
  check(length_unit, "unit", 1.0);
  check(smoothing, "smoothing", 1.0);
  check(tape_circle, "tape_circle", 10.0);
  if (length_unit) given.length_unit = *length_unit;
  if (smoothing) given.tolerance = *smoothing;
  if (tape_circle) given.tape_circle = *tape_circle;
  const py::gil_scoped_release release;
  return input::read_profile_file(path, given);
}

constexpr NumberOf<CurvePoint> point_numbers[] = {
    {"y", [](const CurvePoint& c) { return c.y; }},
    {"z", [](const CurvePoint& c) { return c.z; }},
    {"slope", [](const CurvePoint& c) { return c.tz / c.ty; }},
    {"angle", [](const CurvePoint& c) { return std::atan2(c.tz, c.ty); }},
    {"curvature", [](const CurvePoint& c) { return c.curvature; }}};

py::dict calc_at(const Profile& p, const Array& s) {
  const double* const at = s.data();
  return calc_numbers<CurvePoint>(point_numbers, static_cast<std::size_t>(s.size()), 65536,
                                  [&](std::size_t first, std::size_t last, const auto& put) {
                                    for (std::size_t i = first; i < last; ++i)
                                      if (at[i] >= 0.0 && at[i] <= p.curve.length())
                                        put(i, p.curve.calc(at[i]));
                                  });
}

py::dict calc_at_y(const Profile& p, const Array& y) {
  const double* const at = y.data();
  return calc_numbers<CurvePoint>(point_numbers, static_cast<std::size_t>(y.size()), 256,
                                  [&](std::size_t first, std::size_t last, const auto& put) {
                                    for (std::size_t i = first; i < last; ++i) {
                                      if (!std::isfinite(at[i])) continue;
                                      if (const auto point = profile::find_at_y(p, at[i]))
                                        put(i, *point);
                                    }
                                  });
}

Profile wear_profile(const Profile& p, const std::vector<double>& y,
                     const std::vector<double>& depth) {
  for (const std::vector<double>* numbers : {&y, &depth})
    for (const double x : *numbers)
      if (!(std::abs(x) <= 1.0)) throw std::invalid_argument("wear takes lengths in m, no nan");
  if (y.empty()) throw std::invalid_argument("wear needs at least one point");
  const py::gil_scoped_release release;
  return profile::wear(p, y, depth);
}

}  // namespace

void bind_profile(py::module_& m) {
  m.def("read_profile", &read_profile, py::arg("path"), py::arg("kind"), py::arg("length_unit"),
        py::arg("smoothing"), py::arg("tape_circle"));
  py::class_<Profile> made(m, "Profile");
  forbid_new(made);
  made.def_property_readonly(
          "kind", [](const Profile& p) { return p.kind == ProfileKind::wheel ? "wheel" : "rail"; })
      .def_readonly("name", &Profile::name)
      .def_readonly("tolerance", &Profile::tolerance)
      .def_readonly("rms_residual", &Profile::rms_residual)
      .def_readonly("max_residual", &Profile::max_residual)
      .def_property_readonly("length", [](const Profile& p) { return p.curve.length(); })
      .def_property_readonly("repairs",
                             [](const Profile& p) {
                               py::list out;
                               for (const profile::Repair& r : p.repairs)
                                 out.append(py::make_tuple(r.id, r.message));
                               return out;
                             })
      .def_property_readonly("joints", [](const Profile& p) { return p.curve.joints(); })
      .def("calc_at", &calc_at, py::arg("s"))
      .def("calc_at_y", &calc_at_y, py::arg("y"))
      .def("wear", &wear_profile, py::arg("y"), py::arg("depth"));
}

}  // namespace fourfoot::python

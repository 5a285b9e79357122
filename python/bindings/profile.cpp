#include "profile/profile.h"

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "base/error.h"
#include "bindings/arrays.h"
#include "bindings/bindings.h"
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

// y, z, slope, angle, curvature of points of the curve.
class PointColumns {
 public:
  explicit PointColumns(std::size_t count) {
    for (std::size_t k = 0; k < std::size(arrays_); ++k) {
      arrays_[k] = make_result(count);
      data_[k] = arrays_[k].mutable_data();
    }
  }
  void put(std::size_t i, const CurvePoint& c) {
    const double row[5] = {c.y, c.z, c.tz / c.ty, std::atan2(c.tz, c.ty), c.curvature};
    for (std::size_t k = 0; k < 5; ++k) data_[k][i] = row[k];
  }
  void put_nothing(std::size_t i) {
    for (double* column : data_) column[i] = std::numeric_limits<double>::quiet_NaN();
  }
  py::tuple get() const {
    return py::make_tuple(arrays_[0], arrays_[1], arrays_[2], arrays_[3], arrays_[4]);
  }

 private:
  Array arrays_[5];
  double* data_[5];
};

py::tuple calc_at(const Profile& p, const Array& s) {
  const auto count = static_cast<std::size_t>(s.size());
  PointColumns columns(count);
  const double* const at = s.data();
  run_pieces(count, 65536, 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      if (at[i] >= 0.0 && at[i] <= p.curve.length())
        columns.put(i, p.curve.calc(at[i]));
      else
        columns.put_nothing(i);
    }
  });
  return columns.get();
}

py::tuple calc_at_y(const Profile& p, const Array& y) {
  const auto count = static_cast<std::size_t>(y.size());
  PointColumns columns(count);
  const double* const at = y.data();
  run_pieces(count, 256, 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const auto point =
          std::isfinite(at[i]) ? profile::find_at_y(p, at[i]) : std::optional<CurvePoint>();
      if (point)
        columns.put(i, *point);
      else
        columns.put_nothing(i);
    }
  });
  return columns.get();
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

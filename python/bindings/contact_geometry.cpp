#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <cmath>
#include <limits>

#include "base/error.h"
#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "contact/wheelset_survey.h"
#include "input/profile_file.h"

namespace fourfoot::python {

namespace {

namespace py = pybind11;
using contact::CharacteristicOptions;
using contact::CharacteristicPoint;
using contact::Conicity;
using contact::LoadedPatch;
using contact::Patch;
using contact::Side;

using Settings = std::vector<std::pair<std::string, std::string>>;

/// A wheelset on its rails, from a scenario file.
class WheelRail {
 public:
  WheelRail(const std::filesystem::path& path, const Settings& settings,
            const std::string& wheelset, double at) {
    if (!std::isfinite(at)) refuse("at must be a finite number");
    const std::vector<Setting> overrides = make_settings(settings);
    const py::gil_scoped_release release;
    file_ = input::read_wheel_rail(path, overrides, {wheelset, at});
  }

  py::dict survey(const Array& ys, double yaw, double gauge_variation, bool with_roll) const;
  py::dict survey_load(const Array& ys, double load, double yaw, double gauge_variation,
                       bool with_roll) const;
  py::dict survey_amplitudes(const Array& amplitudes, double reach, double yaw,
                             double gauge_variation, bool with_roll) const;

 private:
  [[noreturn]] static void refuse(const std::string& message) {
    throw InputError(Finding{"out-of-range", {}, message});
  }
  static CharacteristicOptions make_options(double yaw, double gauge_variation, bool with_roll) {
    if (!(std::abs(yaw) <= 0.2)) refuse("yaw must be within -0.2 and 0.2 rad");
    if (!(std::abs(gauge_variation) <= 1.0)) refuse("gauge_variation must be within -1 and 1 m");
    CharacteristicOptions options;
    options.yaw = yaw;
    options.shifts.gauge_variation = gauge_variation;
    options.with_roll = with_roll;
    return options;
  }
  // No wheel is wider than a metre: farther out there is nothing to search.
  static std::vector<double> get_positions(const Array& ys, const char* name) {
    std::vector<double> positions(ys.data(), ys.data() + ys.size());
    for (const double y : positions)
      if (!(std::abs(y) <= 1.0)) refuse(std::string(name) + " must be within -1 and 1 m");
    if (positions.size() > 100000) refuse(std::string(name) + " has more than 100000 values");
    return positions;
  }

  input::WheelRailFile file_;
};

// Columns by their names, all of one length.
class Columns {
 public:
  Columns(std::vector<const char*> names, std::size_t rows) : names_(std::move(names)) {
    for (std::size_t k = 0; k < names_.size(); ++k) {
      arrays_.push_back(make_result(rows));
      data_.push_back(arrays_.back().mutable_data());
    }
  }
  void put(std::size_t row, std::initializer_list<double> values) {
    std::size_t k = 0;
    for (const double value : values) data_[k++][row] = value;
  }
  void put_nothing(std::size_t row) {
    for (double* column : data_) column[row] = std::numeric_limits<double>::quiet_NaN();
  }
  py::dict get() const {
    py::dict out;
    for (std::size_t k = 0; k < names_.size(); ++k) out[names_[k]] = arrays_[k];
    return out;
  }

 private:
  std::vector<const char*> names_;
  std::vector<Array> arrays_;
  std::vector<double*> data_;
};

py::dict WheelRail::survey(const Array& ys, double yaw, double gauge_variation,
                           bool with_roll) const {
  const CharacteristicOptions options = make_options(yaw, gauge_variation, with_roll);
  const std::vector<double> positions = get_positions(ys, "y");
  std::vector<CharacteristicPoint> points;
  std::vector<double> patches;
  {
    const py::gil_scoped_release release;
    if (!positions.empty())
      points = contact::survey_characteristic(file_.wheelset, positions, options);
    for (const CharacteristicPoint& p : points)
      patches.push_back(static_cast<double>(contact::count_patches(file_.wheelset, p, options)));
  }
  Columns columns({"r_l", "r_r", "delta_r", "angle_l", "angle_r", "z", "roll", "patches"},
                  positions.size());
  std::size_t next = 0;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    columns.put_nothing(i);
    if (next == points.size() || points[next].y != positions[i]) continue;
    const CharacteristicPoint& p = points[next];
    columns.put(i, {p.r_l, p.r_r, p.delta_r(), p.angle_l, p.angle_r, p.z, p.roll, patches[next]});
    ++next;
  }
  return columns.get();
}

py::dict WheelRail::survey_load(const Array& ys, double load, double yaw, double gauge_variation,
                                bool with_roll) const {
  const CharacteristicOptions options = make_options(yaw, gauge_variation, with_roll);
  const std::vector<double> positions = get_positions(ys, "y");
  if (!(load > 0.0 && load <= 1e9)) refuse("load must be positive and at most 1e9 N");
  std::vector<LoadedPatch> patches;
  if (!positions.empty()) {
    const py::gil_scoped_release release;
    patches = contact::survey_loaded(file_.wheelset, positions, load, file_.material, options);
  }
  Columns columns({"y", "side", "patch", "normal", "area", "a", "b", "pressure_max", "penetration",
                   "angle", "radius", "contact_x", "contact_y", "y_wheel", "weight", "z", "roll"},
                  patches.size());
  for (std::size_t i = 0; i < patches.size(); ++i) {
    const LoadedPatch& p = patches[i];
    const Patch& q = p.patch;
    columns.put(i, {p.y, p.side == Side::left ? 1.0 : -1.0, static_cast<double>(p.number), p.normal,
                    p.area, p.a, p.b, p.pressure_max, q.penetration, q.angle, q.radius, q.p_TC.x(),
                    q.p_TC.y(), q.y_wheel, q.weight, p.z, p.roll});
  }
  return columns.get();
}

py::dict WheelRail::survey_amplitudes(const Array& amplitudes, double reach, double yaw,
                                      double gauge_variation, bool with_roll) const {
  const CharacteristicOptions options = make_options(yaw, gauge_variation, with_roll);
  const std::vector<double> wanted = get_positions(amplitudes, "amplitude");
  if (std::isnan(reach)) refuse("reach must be a number");
  std::vector<Conicity> found;
  {
    const py::gil_scoped_release release;
    found = contact::survey_conicity(file_.wheelset, wanted, reach, options);
  }
  Columns columns({"conicity", "conicity_harmonic", "conicity_regression", "wavelength"},
                  found.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Conicity& k = found[i];
    if (k.within_range)
      columns.put(i, {k.klingel, k.harmonic, k.regression, k.wavelength});
    else
      columns.put_nothing(i);
  }
  return columns.get();
}

}  // namespace

void bind_contact_geometry(py::module_& m) {
  m.def(
      "read_wheel_rail",
      [](const std::filesystem::path& path, const Settings& settings, const std::string& wheelset,
         double at) { return std::make_unique<WheelRail>(path, settings, wheelset, at); },
      py::arg("path"), py::arg("settings"), py::arg("wheelset"), py::arg("at"));
  py::class_<WheelRail> pair(m, "WheelRail");
  forbid_new(pair);
  pair.def("survey", &WheelRail::survey, py::arg("y"), py::arg("yaw"), py::arg("gauge_variation"),
           py::arg("roll"))
      .def("survey_load", &WheelRail::survey_load, py::arg("y"), py::arg("load"), py::arg("yaw"),
           py::arg("gauge_variation"), py::arg("roll"))
      .def("survey_conicity", &WheelRail::survey_amplitudes, py::arg("amplitudes"),
           py::arg("reach"), py::arg("yaw"), py::arg("gauge_variation"), py::arg("roll"));
}

}  // namespace fourfoot::python

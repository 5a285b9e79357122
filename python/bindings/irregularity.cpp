#include "track/irregularity.h"

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <cmath>
#include <limits>
#include <memory>

#include "base/error.h"
#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "bindings/deviations.h"
#include "input/columns.h"
#include "input/load.h"
#include "track/description.h"
#include "track/irregularity_registry.h"
#include "track/spectra.h"

namespace fourfoot::python {

namespace {

namespace py = pybind11;
using IrregularityPtr = std::shared_ptr<const track::Irregularity>;

/// One irregularity by itself, from the text of its table in a track file.
struct OneIrregularity {
  IrregularityPtr law;
};

OneIrregularity make_irregularity(const std::string& text, const std::filesystem::path& folder) {
  const py::gil_scoped_release release;
  auto source = std::make_shared<const SourceFile>(SourceFile{"irregularity", text});
  const input::Document document =
      input::load_document(source, folder, *track::get_irregularity_schema());
  std::vector<std::shared_ptr<const SourceFile>> sources;
  const track::DataReaders readers = input::make_data_readers(sources);
  const track::TrackDescription line;  // none: what a recording holds lies where it says
  std::vector<Finding> warnings;
  return {track::build_irregularity(document.root, {readers.columns, line, warnings})};
}

py::dict calc_deviations(const OneIrregularity& irregularity, const Array& s) {
  const double* const at = s.data();
  return calc_numbers<track::RailDeviations>(
      deviation_numbers, static_cast<std::size_t>(s.size()), track_grain,
      [&](std::size_t first, std::size_t last, const auto& put) {
        for (std::size_t i = first; i < last; ++i) {
          if (!(std::abs(at[i]) <= largest_chainage)) continue;
          track::RailDeviations d;
          irregularity.law->add(at[i], d);
          put(i, d);
        }
      });
}

// Densities over the angular wavenumber: alignment, vertical, gauge, cross level.
Array calc_spectra(const std::string& name, const Array& wavenumber) {
  const std::vector<std::string>& names = track::get_spectrum_names();
  if (std::find(names.begin(), names.end(), name) == names.end())
    throw InputError(Finding{
        "unknown-value", {}, "there is no spectrum \"" + name + "\"", suggest(name, names)});
  const track::SpectrumSet set = track::find_spectra(name);
  const auto count = static_cast<std::size_t>(wavenumber.size());
  Array out({py::ssize_t{4}, static_cast<py::ssize_t>(count)});
  double* const to = out.mutable_data();
  for (std::size_t k = 0; k < 4; ++k)
    for (std::size_t i = 0; i < count; ++i) {
      const double omega = wavenumber.data()[i];
      to[count * k + i] = !(omega > 0.0) ? std::numeric_limits<double>::quiet_NaN()
                          : set[k]       ? set[k](omega)
                                         : 0.0;
    }
  return out;
}

}  // namespace

void bind_irregularity(py::module_& m) {
  m.def("list_spectra", &track::get_spectrum_names);
  m.def("calc_spectra", &calc_spectra, py::arg("name"), py::arg("wavenumber"));
  m.def("make_irregularity", &make_irregularity, py::arg("text"), py::arg("folder"));
  py::class_<OneIrregularity> made(m, "Irregularity");
  forbid_new(made);
  made.def_property_readonly("shortest_wave",
                             [](const OneIrregularity& i) { return i.law->get_shortest_wave(); })
      .def_property_readonly("corners",
                             [](const OneIrregularity& i) { return i.law->list_corners(); })
      .def("calc", &calc_deviations, py::arg("s"));
}

}  // namespace fourfoot::python

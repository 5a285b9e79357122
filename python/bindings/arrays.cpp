#include "bindings/arrays.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <thread>

#include "analysis/task_pool.h"
#include "base/error.h"

namespace fourfoot::python {

namespace {

std::string describe_expected(const Field& field) {
  const std::string unit = field.unit.empty() || field.unit == "1" ? "" : " " + field.unit;
  if (field.min_excluded) return fmt::format("expected a number above {}{}", field.min, unit);
  return fmt::format("expected {} to {}{}", field.min, field.max, unit);
}

}  // namespace

Column make_column(const Array& array, std::size_t count, const char* name) {
  const auto size = static_cast<std::size_t>(array.size());
  if (size == 1) return {array.data(), 0};
  if (size != count)
    throw std::invalid_argument(fmt::format("{} has {} numbers, not 1 or {}", name, size, count));
  return {array.data(), 1};
}

void check_column(const Field& field, const Column& column, std::size_t count) {
  const std::size_t numbers = column.step == 0 ? std::min<std::size_t>(count, 1) : count;
  for (std::size_t i = 0; i < numbers; ++i) {
    const double value = column[i];
    const bool is_good = std::isnan(value) || (value >= field.min && value <= field.max &&
                                               !(field.min_excluded && value == field.min));
    if (is_good) continue;
    const std::string which = column.step == 0 ? field.key : fmt::format("{}[{}]", field.key, i);
    throw InputError(Finding{"out-of-range",
                             {},
                             fmt::format("{} cannot be {}", which, value),
                             describe_expected(field)});
  }
}

const Field& find_case_field(const std::vector<Field>& fields, const std::string& key) {
  const auto it = std::find_if(fields.begin(), fields.end(),
                               [&](const Field& field) { return field.key == key; });
  if (it == fields.end()) throw std::logic_error("no field " + key);
  return *it;
}

void run_pieces(std::size_t count, std::size_t grain, int threads,
                const std::function<void(std::size_t, std::size_t)>& work) {
  const std::size_t all = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t wanted = threads > 0 ? static_cast<std::size_t>(threads) : all;
  const std::size_t pieces = (count + grain - 1) / grain;
  const auto used = static_cast<int>(std::min({wanted, pieces, std::size_t{64}}));
  constexpr std::size_t round = 64;  // pieces between two looks for Ctrl-C
  const pybind11::gil_scoped_release release;
  for (std::size_t begin = 0; begin < pieces; begin += round) {
    const std::size_t here = std::min(round, pieces - begin);
    analysis::run_tasks(here, used, analysis::make_counter(here), [&](std::size_t task) {
      const std::size_t first = (begin + task) * grain;
      work(first, std::min(first + grain, count));
    });
    const pybind11::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw pybind11::error_already_set();
  }
}

void forbid_new(const pybind11::object& cls) {
  namespace py = pybind11;
  const py::cpp_function refuse([](const py::args&, const py::kwargs&) -> py::object {
    throw py::type_error("functions of fourfoot make this, nobody else can");
  });
  cls.attr("__new__") = py::module_::import("builtins").attr("staticmethod")(refuse);
}

std::vector<Setting> make_settings(const std::vector<std::pair<std::string, std::string>>& pairs) {
  std::vector<Setting> settings;
  for (const auto& [key, value] : pairs) settings.push_back({key, value});
  return settings;
}

}  // namespace fourfoot::python

#include "bindings/convert.h"

#include <nlohmann/json.hpp>

#include "base/warning.h"
#include "input/override.h"

namespace fourfoot::python {

namespace py = pybind11;

py::array view(const double* values, std::size_t count, py::handle owner) {
  py::array_t<double> array({static_cast<py::ssize_t>(count)},
                            {static_cast<py::ssize_t>(sizeof(double))}, values, owner);
  // Views share the numbers of a run; who wants to change them copies them.
  py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return array;
}

py::array take(std::vector<double> values) {
  auto kept = std::make_unique<std::vector<double>>(std::move(values));
  const double* begin = kept->data();
  const std::size_t count = kept->size();
  const py::capsule owner(kept.release(),
                          [](void* old) { delete static_cast<std::vector<double>*>(old); });
  return py::array_t<double>({static_cast<py::ssize_t>(count)},
                             {static_cast<py::ssize_t>(sizeof(double))}, begin, owner);
}

py::array copy(const VecX& values) {
  return py::array_t<double>(static_cast<py::ssize_t>(values.size()), values.data());
}

py::array copy(const MatX& values) {
  py::array_t<double> array({values.rows(), values.cols()});
  auto to = array.mutable_unchecked<2>();
  for (Eigen::Index i = 0; i < values.rows(); ++i)
    for (Eigen::Index k = 0; k < values.cols(); ++k) to(i, k) = values(i, k);
  return array;
}

py::dict convert(const Channel& channel) {
  py::dict out;
  out["name"] = channel.name;
  out["unit"] = channel.unit.empty() ? "1" : channel.unit;
  out["frame"] = channel.frame;
  out["description"] = channel.description;
  return out;
}

py::list convert(const std::vector<Channel>& channels) {
  py::list out;
  for (const Channel& channel : channels) out.append(convert(channel));
  return out;
}

py::dict convert(const Finding& finding, bool is_warning) {
  py::dict out;
  out["id"] = finding.id;
  out["file"] = finding.where.file ? py::object(py::str(finding.where.name())) : py::none();
  out["line"] = finding.where.known() ? py::object(py::int_(finding.where.line)) : py::none();
  out["column"] = finding.where.known() ? py::object(py::int_(finding.where.column)) : py::none();
  out["message"] = finding.message;
  out["hint"] = finding.hint;
  out["text"] = is_warning ? format_warning(finding) : format(finding);
  return out;
}

py::list convert_warnings(const std::vector<Finding>& warnings) {
  py::list out;
  for (const Finding& warning : warnings) out.append(convert(warning, true));
  return out;
}

py::object convert(const nlohmann::json& json) {
  if (json.is_object()) {
    py::dict out;
    for (const auto& [key, value] : json.items()) out[py::str(key)] = convert(value);
    return out;
  }
  if (json.is_array()) {
    py::list out;
    for (const auto& value : json) out.append(convert(value));
    return out;
  }
  if (json.is_string()) return py::str(json.get<std::string>());
  if (json.is_boolean()) return py::bool_(json.get<bool>());
  if (json.is_number_integer()) return py::int_(json.get<long long>());
  if (json.is_number()) return py::float_(json.get<double>());
  return py::none();
}

py::object convert(const Value& value) {
  return std::visit(
      [](const auto& data) -> py::object {
        using Data = std::decay_t<decltype(data)>;
        if constexpr (std::is_same_v<Data, Table>) {
          return convert(data);
        } else if constexpr (std::is_same_v<Data, std::vector<Table>>) {
          py::list out;
          for (const Table& table : data) out.append(convert(table));
          return out;
        } else {
          return py::cast(data);
        }
      },
      value.data);
}

py::dict convert(const Table& table) {
  py::dict out;
  for (const auto& [key, value] : table.entries()) out[py::str(key)] = convert(value);
  return out;
}

py::dict convert(DataTable table) {
  py::dict columns, units;
  for (DataColumn& column : table.columns) {
    units[py::str(column.name)] = column.unit;
    columns[py::str(column.name)] = take(std::move(column.values));
  }
  py::dict out;
  out["columns"] = columns;
  out["units"] = units;
  return out;
}

std::vector<Setting> parse_settings(const std::vector<std::string>& texts) {
  std::vector<Setting> settings;
  for (const std::string& text : texts) settings.push_back(input::parse_override(text));
  return settings;
}

}  // namespace fourfoot::python

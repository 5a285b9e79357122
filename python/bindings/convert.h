#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/channel.h"
#include "base/data_table.h"
#include "base/error.h"
#include "base/setting.h"
#include "base/value.h"
#include "math/types.h"

namespace fourfoot::python {

/// A read-only array over numbers that `owner` keeps alive; nothing is copied.
pybind11::array view(const double* values, std::size_t count, pybind11::handle owner);
/// An array that owns the numbers; they are moved, not copied.
pybind11::array take(std::vector<double> values);
pybind11::array copy(const VecX& values);
pybind11::array copy(const MatX& values);

pybind11::dict convert(const Channel& channel);
pybind11::list convert(const std::vector<Channel>& channels);
/// With the text that the program prints.
pybind11::dict convert(const Finding& finding, bool is_warning = false);
pybind11::list convert_warnings(const std::vector<Finding>& warnings);
pybind11::object convert(const nlohmann::json& json);
/// A checked table of a file as dictionaries, lists, numbers in SI, texts.
pybind11::object convert(const Value& value);
pybind11::dict convert(const Table& table);
/// {"columns": {name: array}, "units": {name: unit}}
pybind11::dict convert(DataTable table);

/// "key=value" texts, as the program has them from --set.
std::vector<Setting> parse_settings(const std::vector<std::string>& texts);

}  // namespace fourfoot::python

#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <functional>
#include <string>
#include <vector>

#include "base/schema.h"
#include "base/setting.h"

namespace fourfoot::python {

/// Numbers from Python, contiguous. The Python files broadcast; here every array has one number,
/// which then stands for all, or as many as there are cases.
using Array = pybind11::array_t<double, pybind11::array::c_style | pybind11::array::forcecast>;

struct Column {
  const double* data = nullptr;
  std::size_t step = 0;  ///< 0: one number for all
  double operator[](std::size_t i) const { return data[i * step]; }
};

/// Throws ValueError unless the array has 1 or `count` numbers. It must outlive the column.
Column make_column(const Array& array, std::size_t count, const char* name);

/// Throws InputError (out-of-range) at the first number outside the field's range; nan passes.
void check_column(const Field& field, const Column& column, std::size_t count);
const Field& find_case_field(const std::vector<Field>& fields, const std::string& key);

/// Calls work(first, last) for pieces of 0 .. count with the GIL released, on up to `threads`
/// threads (0: all processors), and looks for Ctrl-C between them. `grain`: cases worth a piece.
void run_pieces(std::size_t count, std::size_t grain, int threads,
                const std::function<void(std::size_t first, std::size_t last)>& work);

/// One column of a result, filled later.
inline Array make_result(std::size_t count) {
  return Array(static_cast<pybind11::ssize_t>(count));
}

/// For classes whose objects only functions make: an object by cls.__new__ alone would be memory
/// that nothing has filled, and using it the end of the interpreter.
void forbid_new(const pybind11::object& cls);

/// [(key, value), ...] as --set has them.
std::vector<Setting> make_settings(const std::vector<std::pair<std::string, std::string>>& pairs);

}  // namespace fourfoot::python

#pragma once

#include <cstdio>
#include <functional>
#include <string>

#include "base/data_table.h"

namespace fourfoot::cli {

/// CSV: a header of names, then rows; every number reads back to the same value.
/// Who waits hears which part is done, 0 to 1.
void print_csv(const DataTable& table, std::FILE* to,
               const std::function<void(double)>& on_progress = {});
/// JSON: {"units": {name: unit}, "columns": {name: [values]}}; what is not finite is null.
void print_json(const DataTable& table, std::FILE* to,
                const std::function<void(double)>& on_progress = {});
/// JSON by rows: an array of objects, or the object itself where there is one case, e.g. {"a":
/// 0.006, "b": 0.004}. SI units.
void print_json_rows(const DataTable& table, bool one_case, std::FILE* to);
/// Aligned columns with units, six digits.
void print_text(const DataTable& table, std::FILE* to);
/// By the word of --format.
void print_table(const DataTable& table, const std::string& format, std::FILE* to,
                 const std::function<void(double)>& on_progress = {});

}  // namespace fourfoot::cli

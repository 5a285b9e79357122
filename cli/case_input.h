#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/schema.h"
#include "base/value.h"

#include "cli/table_output.h"
#include "cli/verb.h"

namespace fourfoot::cli {

/// Inputs of a verb that computes one case from options, or many from the rows of a CSV file. The
/// same fields describe both: an option --nu-x is a column nu_x.
using OptionTexts = std::map<std::string, std::string>;  ///< by field key, as typed

/// One table per case, checked against `fields`: numbers in SI ("80 kN" is 80000), defaults filled
/// in. With `cases_file` empty: one case of the options. Else one case per row; a column overrides
/// the option of its name, an option serves every row; columns that are no field's are
/// the user's own names of the rows (add_labels). The file "-" is standard input. Throws
/// InputError with everything that is wrong: `unreadable-file`, `unknown-column`,
/// `duplicate-column`, `missing-option`, `missing-column`, `cell-count`, `not-a-number`,
/// `unknown-unit`, `wrong-unit`, `out-of-range`, `unknown-value`, `no-cases`.
std::vector<Table> read_cases(const std::vector<Field>& fields, const OptionTexts& options,
                              const std::string& cases_file);

/// Puts the user's own columns of the cases before those of the answers.
void add_labels(const std::vector<Table>& cases, DataTable& table);

/// By the word of --format; as JSON one object where there is no file of cases.
void print_answers(const DataTable& table, const std::string& cases_file,
                   const std::string& format);

/// The option that sets a field: "nu_x" is "--nu-x".
std::string get_option_name(const std::string& key);

/// One option for each field, and --cases. The texts go on as typed, so that units and faults are
/// handled in one place for options and for columns.
void add_case_options(Verb& verb, const std::vector<Field>& fields, OptionTexts& values,
                      std::string& cases);

/// `key=value` texts against the fields of a law; throws InputError with the same ids.
void read_settings(const std::vector<Field>& fields, const std::vector<std::string>& settings,
                   Table& table);

}  // namespace fourfoot::cli

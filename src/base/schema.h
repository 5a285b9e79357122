#pragma once

#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fourfoot {

struct Schema;
using SchemaPtr = std::shared_ptr<const Schema>;

/// What a value in a file may be.
enum class Kind {
  number,         ///< SI number, or text with a unit that converts to the field's unit
  integer,        ///< whole number
  text,           ///< string
  boolean,        ///< true / false
  numbers,        ///< array of numbers (each a number or text with a unit)
  texts,          ///< array of strings
  table,          ///< one table with a schema of its own
  tables,         ///< array of tables ([[name]])
  dictionary,     ///< table whose keys are names the user gives, each a table of one schema
  path,           ///< a file, relative to the file that names it
  path_or_table,  ///< a file that holds the table, or the table itself
};

/// One key that a table of a file may have. Rooms declare the parameters of their laws with these;
/// `input` checks files against them, converts units, and writes the editors' JSON Schema and the
/// reference pages from the same rows.
struct Field {
  std::string key;
  Kind kind = Kind::number;
  std::string unit;  ///< SI unit of a number; "" or "1" is dimensionless
  std::string doc;
  bool is_required = false;
  bool is_old = false;  ///< read only to say what it is called now; not among the documented keys
  /// What the number may be; outside is an error. Begins as what its unit allows at all
  /// (set_widest_range), so that every quantity has a range.
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool min_excluded = false;
  bool min_by_unit = true, max_by_unit = true;  ///< nobody has said it more narrowly
  std::string negative_if;         ///< flag of the same table that lets the number be negative, too
  std::size_t count = 0;           ///< exact length of an array; 0 = any
  std::size_t max_count = 100000;  ///< entries that an array, tables or a dictionary may have
  std::vector<std::string> choices;  ///< of a text; of a table: words for { model = word }
  std::optional<double> default_number;
  std::optional<std::string> default_text;
  std::optional<bool> default_flag;
  SchemaPtr schema;  ///< of a table, tables, dictionary or path_or_table

  // Not in the header: hundreds of rows of keys would compile these again.
  Field();
  ~Field();
  Field(const Field&);
  Field(Field&&) noexcept;
  Field& operator=(const Field&);
  Field& operator=(Field&&) noexcept;

  Field&& required() && {
    is_required = true;
    return std::move(*this);
  }
  Field&& positive() && {
    min = 0.0;
    min_excluded = true;
    min_by_unit = false;
    return std::move(*this);
  }
  Field&& non_negative() && {
    min = 0.0;
    min_by_unit = false;
    return std::move(*this);
  }
  /// Not negative, unless the table's flag `flag_key` says that this is meant.
  Field&& non_negative_unless(const char* flag_key) && {
    negative_if = flag_key;
    return std::move(*this).non_negative();
  }
  Field&& within(double low, double high) && {
    min = low;
    max = high;
    min_by_unit = max_by_unit = false;
    return std::move(*this);
  }
  Field&& at_most(double high) && {
    max = high;
    max_by_unit = false;
    return std::move(*this);
  }
  Field&& up_to(std::size_t entries) && {
    max_count = entries;
    return std::move(*this);
  }
  Field&& of_length(std::size_t n) && {
    count = n;
    return std::move(*this);
  }
  Field&& by_default(double value) && {
    default_number = value;
    return std::move(*this);
  }
  Field&& by_default(const char* value) &&;
  Field&& by_default_flag(bool value) && {
    default_flag = value;
    return std::move(*this);
  }
  Field&& one_of(std::vector<std::string> words) &&;
};

/// The keys of one kind of table. With a `selector` (e.g. "type"), the value of that key adds the
/// fields of the variant it names: this is how a law chosen by name brings its own parameters.
struct Schema {
  std::string name;
  std::string doc;
  std::vector<Field> fields;
  std::string selector;
  std::map<std::string, SchemaPtr> variants;
};

/// The widest range that a quantity of this unit has in a file: what lies beyond is a slip of the
/// keyboard or of the unit in any railway, and overflows somewhere behind. docs/formats/limits.md
/// lists them.
void set_widest_range(Field& field);

Field make_field(std::string_view key, Kind kind, std::string_view unit, std::string_view doc);
Field number(std::string_view key, std::string_view unit, std::string_view doc);
Field integer(std::string_view key, std::string_view doc);
Field text(std::string_view key, std::string_view doc);
Field flag(std::string_view key, std::string_view doc);
Field numbers(std::string_view key, std::string_view unit, std::string_view doc);
Field texts(std::string_view key, std::string_view doc);
Field path(std::string_view key, std::string_view doc);
Field nested(std::string_view key, Kind kind, SchemaPtr schema, std::string_view doc);

}  // namespace fourfoot

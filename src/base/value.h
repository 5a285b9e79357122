#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/source_location.h"

namespace fourfoot {

class Value;

/// A table of a file after it was checked against its Schema: numbers are SI, defaults are filled
/// in, entries keep the order in which they were written. Asking for a key that the schema does not
/// promise is a fault of the program.
class Table {
 public:
  SourceLocation where;

  // Declared here, defined where Value is complete: clang asks for that.
  Table() noexcept;
  Table(const Table&);
  Table(Table&&) noexcept;
  Table& operator=(const Table&);
  Table& operator=(Table&&) noexcept;
  ~Table();

  bool has(const std::string& key) const { return find(key) != nullptr; }
  const Value* find(const std::string& key) const;
  const Value& at(const std::string& key) const;
  void put(std::string key, Value value);

  double number(const std::string& key) const;
  double number_or(const std::string& key, double fallback) const;
  int integer(const std::string& key) const;
  const std::string& text(const std::string& key) const;
  std::string text_or(const std::string& key, const std::string& fallback) const;
  bool flag(const std::string& key) const;
  const std::vector<double>& numbers(const std::string& key) const;
  const std::vector<std::string>& texts(const std::string& key) const;
  const Table& table(const std::string& key) const;
  const std::vector<Table>& tables(const std::string& key) const;

  /// Where the key's value stands; the table's own location if the key is absent.
  SourceLocation where_is(const std::string& key) const;

  const std::vector<std::pair<std::string, Value>>& entries() const { return entries_; }

 private:
  std::vector<std::pair<std::string, Value>> entries_;
};

class Value {
 public:
  using Data = std::variant<double, bool, std::string, std::vector<double>,
                            std::vector<std::string>, Table, std::vector<Table>>;
  Data data;
  SourceLocation where;
};

}  // namespace fourfoot

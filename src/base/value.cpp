#include "base/value.h"

#include <algorithm>
#include <stdexcept>

namespace fourfoot {

namespace {

template <class T>
const T& get(const Table& table, const std::string& key) {
  const T* value = std::get_if<T>(&table.at(key).data);
  if (value == nullptr) throw std::logic_error("the schema gives \"" + key + "\" another type");
  return *value;
}

}  // namespace

Table::Table() noexcept = default;
Table::Table(const Table&) = default;
Table::Table(Table&&) noexcept = default;
Table& Table::operator=(const Table&) = default;
Table& Table::operator=(Table&&) noexcept = default;
Table::~Table() = default;

const Value* Table::find(const std::string& key) const {
  const auto it = std::find_if(entries_.begin(), entries_.end(),
                               [&](const auto& entry) { return entry.first == key; });
  return it == entries_.end() ? nullptr : &it->second;
}

const Value& Table::at(const std::string& key) const {
  const Value* value = find(key);
  if (value == nullptr) throw std::logic_error("no value and no default for \"" + key + "\"");
  return *value;
}

void Table::put(std::string key, Value value) {
  for (auto& entry : entries_) {
    if (entry.first == key) {
      entry.second = std::move(value);
      return;
    }
  }
  entries_.emplace_back(std::move(key), std::move(value));
}

double Table::number(const std::string& key) const {
  return get<double>(*this, key);
}
double Table::number_or(const std::string& key, double fallback) const {
  return has(key) ? number(key) : fallback;
}
int Table::integer(const std::string& key) const {
  return static_cast<int>(number(key));
}
const std::string& Table::text(const std::string& key) const {
  return get<std::string>(*this, key);
}
std::string Table::text_or(const std::string& key, const std::string& fallback) const {
  return has(key) ? text(key) : fallback;
}
bool Table::flag(const std::string& key) const {
  return get<bool>(*this, key);
}
const std::vector<double>& Table::numbers(const std::string& key) const {
  return get<std::vector<double>>(*this, key);
}
const std::vector<std::string>& Table::texts(const std::string& key) const {
  return get<std::vector<std::string>>(*this, key);
}
const Table& Table::table(const std::string& key) const {
  return get<Table>(*this, key);
}
const std::vector<Table>& Table::tables(const std::string& key) const {
  return get<std::vector<Table>>(*this, key);
}

SourceLocation Table::where_is(const std::string& key) const {
  const Value* value = find(key);
  return value != nullptr && value->where.known() ? value->where : where;
}

}  // namespace fourfoot

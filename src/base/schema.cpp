#include "base/schema.h"

namespace fourfoot {

namespace {

// Largest size of a quantity by its unit. A length of 1e7 m is a line from pole to pole, 1e7 kg a
// train in one body; a stiffness of 1e13 N/m moves by a nanometre under a wheel.
const std::map<std::string, double>& get_limits() {
  static const std::map<std::string, double> limits = {
      {"m", 1e7},        {"kg", 1e7},    {"s", 1e6},      {"rad", 1e3},        {"Hz", 1e5},
      {"1/m", 1e6},      {"1/s", 1e5},   {"m/s", 1e3},    {"m/s2", 1e4},       {"rad/s", 1e4},
      {"kg m2", 1e10},   {"N", 1e10},    {"N m", 1e11},   {"N/m", 1e13},       {"N s/m", 1e12},
      {"N m/rad", 1e14}, {"N m2", 1e11}, {"N/m^3", 1e22}, {"N m s/rad", 1e13}, {"Pa", 1e15},
      {"s/m", 1e6},      {"1", 1e12}};
  return limits;
}
constexpr double any_unit = 1e15;

}  // namespace

void set_widest_range(Field& field) {
  const auto limit = get_limits().find(field.unit);
  field.max = limit == get_limits().end() ? any_unit : limit->second;
  field.min = -field.max;
}

Field::Field() = default;
Field::~Field() = default;
Field::Field(const Field&) = default;
Field::Field(Field&&) noexcept = default;
Field& Field::operator=(const Field&) = default;
Field& Field::operator=(Field&&) noexcept = default;

Field&& Field::by_default(const char* value) && {
  default_text = value;
  return std::move(*this);
}

Field&& Field::one_of(std::vector<std::string> words) && {
  choices = std::move(words);
  return std::move(*this);
}

Field make_field(std::string_view key, Kind kind, std::string_view unit, std::string_view doc) {
  Field field;
  field.key = key;
  field.kind = kind;
  field.unit = unit;
  field.doc = doc;
  if (kind == Kind::number || kind == Kind::numbers) set_widest_range(field);
  return field;
}

Field number(std::string_view key, std::string_view unit, std::string_view doc) {
  return make_field(key, Kind::number, unit, doc);
}

Field integer(std::string_view key, std::string_view doc) {
  return make_field(key, Kind::integer, "", doc);
}

Field text(std::string_view key, std::string_view doc) {
  return make_field(key, Kind::text, "", doc);
}

Field flag(std::string_view key, std::string_view doc) {
  return make_field(key, Kind::boolean, "", doc);
}

Field numbers(std::string_view key, std::string_view unit, std::string_view doc) {
  return make_field(key, Kind::numbers, unit, doc);
}

Field texts(std::string_view key, std::string_view doc) {
  return make_field(key, Kind::texts, "", doc);
}

Field path(std::string_view key, std::string_view doc) {
  return make_field(key, Kind::path, "", doc);
}

Field nested(std::string_view key, Kind kind, SchemaPtr schema, std::string_view doc) {
  Field field = make_field(key, kind, "", doc);
  field.schema = std::move(schema);
  return field;
}

}  // namespace fourfoot

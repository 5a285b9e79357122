#include "element/reflection.h"

#include <algorithm>

namespace fourfoot::element {

namespace {

void replace(Table& table, const std::string& key, Value::Data data) {
  table.put(key, Value{std::move(data), table.where_is(key)});
}

void scale(Table& table, const std::string& key, double sign) {
  if (!table.has(key)) return;
  std::vector<double> values = table.numbers(key);
  for (double& value : values) value *= sign;
  replace(table, key, std::move(values));
}

// A curve's points, x and y, both turned round.
void turn_round(Table& table, const std::string& key) {
  if (!table.has(key)) return;
  std::vector<double> values = table.numbers(key);
  std::reverse(values.begin(), values.end());
  for (double& value : values) value = -value;
  replace(table, key, std::move(values));
}

// True where the direction of a one-dimensional law points the other way. The line between two
// points is mirrored with them.
bool turns_round(const Reflection& reflection, const Table& table) {
  const std::string axis = table.text_or("axis", "line");
  return axis != "line" && reflection.polar(axis[0] - 'x') < 0.0;
}

}  // namespace

void mirror_nothing(const Reflection&, Table&) {}

void mirror_preload(const Reflection& reflection, Table& table) {
  if (!table.has("preload")) return;
  std::vector<double> preload = table.numbers("preload");
  for (std::size_t i = 0; i < preload.size(); ++i)
    preload[i] *= reflection.six(static_cast<int>(i));
  replace(table, "preload", std::move(preload));
}

void mirror_six(const Reflection& reflection, Table& table) {
  mirror_preload(reflection, table);
  for (const char* key : {"stiffness", "damping"}) {
    if (!table.has(key) || table.numbers(key).size() != 36) continue;  // a diagonal keeps its signs
    std::vector<double> matrix = table.numbers(key);
    for (int i = 0; i < 6; ++i) {
      for (int k = 0; k < 6; ++k) {
        matrix[static_cast<std::size_t>(6 * i + k)] *= reflection.six(i) * reflection.six(k);
      }
    }
    replace(table, key, std::move(matrix));
  }
}

void mirror_curves(const Reflection& reflection, Table& table) {
  if (!turns_round(reflection, table)) return;
  // A curve that is continued antisymmetrically is its own mirror image.
  if (table.has("antisymmetric") && table.flag("antisymmetric")) return;
  for (const char* key : {"displacement", "spring_force", "velocity", "damper_force"}) {
    turn_round(table, key);
  }
}

void mirror_gaps(const Reflection& reflection, Table& table) {
  if (!turns_round(reflection, table)) return;
  const double in = table.number("gap_in"), out = table.number("gap_out");
  replace(table, "gap_in", out);
  replace(table, "gap_out", in);
}

void mirror_components(const Reflection& reflection, Table& table) {
  static const std::array<const char*, 6> keys = {"force_x",  "force_y",  "force_z",
                                                  "torque_x", "torque_y", "torque_z"};
  for (std::size_t i = 0; i < keys.size(); ++i) {
    scale(table, keys[i], reflection.six(static_cast<int>(i)));
  }
}

}  // namespace fourfoot::element

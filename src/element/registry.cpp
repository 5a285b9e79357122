#include "element/registry.h"

#include "base/error.h"
#include "element/bump_stop.h"
#include "element/bushing.h"
#include "element/damper.h"
#include "element/force_time.h"
#include "element/friction.h"
#include "element/piecewise.h"
#include "element/plugin_element.h"
#include "element/rod.h"
#include "element/series_damper.h"
#include "element/spring_damper.h"
#include "element/torsion.h"

namespace fourfoot::element {

namespace {

double get_third(const Table& table, const std::string& key) {
  return table.has(key) ? table.numbers(key).at(2) : 0.0;
}
double get_spring(const Table& table) {
  return get_third(table, "stiffness");
}
double get_parallel(const Table& table) {
  return get_third(table, "parallel_stiffness");
}
// Six numbers are the diagonal, 36 the matrix by rows.
double get_bushing(const Table& table) {
  const std::vector<double>& k = table.numbers("stiffness");
  return k.size() == 36 ? k[14] : k.size() == 6 ? k[2] : 0.0;
}

}  // namespace

const std::map<std::string, ElementType>& element_types() {
  static const std::map<std::string, ElementType> types = {
      {"bump-stop", {BumpStop::schema(), &BumpStop::build, &mirror_gaps}},
      {"bushing", {Bushing::schema(), &Bushing::build, &mirror_six, &get_bushing, 6}},
      {"damper", {Damper::schema(), &Damper::build, &mirror_curves}},
      {"force-time", {ForceTime::schema(), &ForceTime::build, &mirror_components}},
      {"friction", {Friction::schema(), &Friction::build, &mirror_nothing}},
      {"piecewise", {Piecewise::schema(), &Piecewise::build, &mirror_curves}},
      {"plugin", {get_plugin_schema(), &build_plugin, &mirror_plugin}},
      {"rod", {Rod::schema(), &Rod::build, &mirror_nothing}},
      {"series-damper",
       {SeriesDamper::schema(), &SeriesDamper::build, &mirror_preload, &get_parallel, 3}},
      {"shaft", {Shaft::schema(), &Shaft::build, &mirror_nothing, nullptr, 0, true}},
      {"spring-damper",
       {SpringDamper::schema(), &SpringDamper::build, &mirror_preload, &get_spring, 3}},
      {"torsion", {Torsion::schema(), &Torsion::build, &mirror_nothing}},
  };
  return types;
}

std::unique_ptr<Element> build_element(const std::string& type, const Table& table,
                                       const Nominal& nominal) {
  const auto& types = element_types();
  const auto found = types.find(type);
  if (found == types.end()) {
    std::vector<std::string> names;
    for (const auto& entry : types) names.push_back(entry.first);
    throw InputError({"unknown-element", table.where_is("type"),
                      "there is no element type \"" + type + "\"", suggest(type, names)});
  }
  return found->second.build(table, nominal);
}

Vec3 get_vec3(const Table& table, const std::string& key) {
  if (!table.has(key)) return Vec3::Zero();
  const std::vector<double>& v = table.numbers(key);
  return {v.at(0), v.at(1), v.at(2)};
}

}  // namespace fourfoot::element

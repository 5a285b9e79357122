#include "element/registry.h"

#include "base/error.h"
#include "element/bump_stop.h"
#include "element/bushing.h"
#include "element/force_time.h"
#include "element/friction.h"
#include "element/piecewise.h"
#include "element/rod.h"
#include "element/series_damper.h"
#include "element/spring_damper.h"

namespace fourfoot::element {

const std::map<std::string, ElementType>& element_types() {
  static const std::map<std::string, ElementType> types = {
      {"bump-stop", {BumpStop::schema(), &BumpStop::build}},
      {"bushing", {Bushing::schema(), &Bushing::build}},
      {"force-time", {ForceTime::schema(), &ForceTime::build}},
      {"friction", {Friction::schema(), &Friction::build}},
      {"piecewise", {Piecewise::schema(), &Piecewise::build}},
      {"rod", {Rod::schema(), &Rod::build}},
      {"series-damper", {SeriesDamper::schema(), &SeriesDamper::build}},
      {"spring-damper", {SpringDamper::schema(), &SpringDamper::build}},
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

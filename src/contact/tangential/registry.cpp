#include "contact/tangential/registry.h"

#include "base/error.h"
#include "contact/tangential/exact_table_law.h"
#include "contact/tangential/fastrip.h"
#include "contact/tangential/fastsim.h"
#include "contact/tangential/fastsim_table.h"
#include "contact/tangential/plugin_law.h"
#include "contact/tangential/polach.h"
#include "contact/tangential/saturation_laws.h"

namespace fourfoot::contact {
namespace {

using LawPtr = std::unique_ptr<TangentialLaw>;

constexpr int default_grid = 10, default_fine_grid = 50;

int get_integer(const Table& table, const std::string& key, int fallback) {
  return table.has(key) ? table.integer(key) : fallback;
}

std::vector<Field> grid_fields() {
  return {integer("strips", "strips across the patch").within(1, 1000).by_default(default_grid),
          integer("cells", "cells along each strip").within(1, 1000).by_default(default_grid)};
}

/// Grid, and the variants that other programs have.
std::vector<Field> fastsim_fields() {
  std::vector<Field> fields = grid_fields();
  fields.push_back(text("bound",
                        "form of the friction bound over the patch: parabolic (Kalker 1982), or "
                        "elliptic, friction times Hertz's pressure")
                       .one_of({"parabolic", "elliptic"})
                       .by_default("parabolic"));
  fields.push_back(
      text(
          "flexibilities",
          "blended: three at small creepage, one in full slip; three: Kalker 1982; one: their mean "
          "weighted by the creepages")
          .one_of({"blended", "three", "one"})
          .by_default("blended"));
  return fields;
}
LawPtr make_fastsim(const Material& material, const Table& table) {
  const std::string flexibilities = table.text_or("flexibilities", "blended");
  FastsimBlend blend;
  if (flexibilities == "three") blend = FastsimBlend::none();
  if (flexibilities == "one") blend = FastsimBlend::one();
  const bool is_elliptic = table.text_or("bound", "parabolic") == "elliptic";
  return std::make_unique<FastsimLaw>(
      material, get_integer(table, "strips", default_grid),
      get_integer(table, "cells", default_grid), FastsimGrid::Bound::scaled, blend,
      is_elliptic ? FastsimGrid::Form::elliptic : FastsimGrid::Form::parabolic);
}
LawPtr make_fastrip(const Material& material, const Table& table) {
  return std::make_unique<FastripLaw>(material, get_integer(table, "strips", default_grid),
                                      get_integer(table, "cells", default_grid));
}
LawPtr make_fastsim_table(const Material& material, const Table& table) {
  return std::make_unique<FastsimTableLaw>(material,
                                           get_integer(table, "cells", default_fine_grid));
}

LawPtr make_exact_table(const Material& material, const Table&) {
  return std::make_unique<ExactTableLaw>(material);
}

template <class Formula>
LawPtr make_smooth(const char* name, const Material& material, Formula formula) {
  return std::make_unique<SmoothLaw<Formula>>(name, material, formula);
}
LawPtr make_linear(const Material& material, const Table&) {
  return make_smooth("kalker-linear", material, KalkerLinearFormula{});
}
LawPtr make_shen(const Material& material, const Table&) {
  return make_smooth("shen-hedrick-elkins", material, ShenHedrickElkinsFormula{});
}
LawPtr make_vermeulen(const Material& material, const Table& table) {
  const bool original = table.text_or("slopes", "kalker") == "original";
  return make_smooth("vermeulen-johnson", material, VermeulenJohnsonFormula{original});
}
LawPtr make_polach(const Material& material, const Table& table) {
  PolachFormula formula;
  formula.k_adhesion = table.number_or("k_adhesion", formula.k_adhesion);
  formula.k_slip = table.number_or("k_slip", formula.k_slip);
  formula.falling.limit_ratio = table.number_or("friction_ratio", formula.falling.limit_ratio);
  formula.falling.decay = table.number_or("friction_decay", formula.falling.decay);
  return make_smooth("polach", material, formula);
}

std::vector<Field> polach_fields() {
  return {number("k_adhesion", "1", "kA, reduction of the initial slope")
              .within(0.0, 1.0)
              .by_default(1.0),
          number("k_slip", "1", "kS <= kA, reduction at large creepage")
              .within(0.0, 1.0)
              .by_default(1.0),
          number("friction_ratio", "1", "A, friction at infinite slip velocity over that at none")
              .within(0.0, 1.0)
              .by_default(1.0),
          number("friction_decay", "s/m", "B, how fast friction falls with slip velocity")
              .non_negative()
              .by_default(0.6)};
}

std::vector<TangentialMethod> build_methods() {
  return {
      {"fastsim", "Kalker's simplified theory, strip by strip", fastsim_fields(), make_fastsim},
      {"fastsim-table",
       "FASTSIM tabulated once",
       {integer("cells", "strips and cells of the FASTSIM that fills the table")
            .within(1, 400)
            .by_default(default_fine_grid)},
       make_fastsim_table},
      {"exact-table", "exact theory (Kalker), tabulated", {}, make_exact_table},
      {"fastrip", "strip theory in the area of adhesion, FASTSIM in the area of slip",
       grid_fields(), make_fastrip},
      {"polach", "Polach's law, with falling friction as an option", polach_fields(), make_polach},
      {"shen-hedrick-elkins", "Kalker's linear forces with cubic saturation", {}, make_shen},
      {"vermeulen-johnson",
       "cubic saturation without spin",
       {text("slopes", "Kalker's coefficients, or the authors' own")
            .one_of({"kalker", "original"})
            .by_default("kalker")},
       make_vermeulen},
      {"kalker-linear", "linear theory, no friction bound", {}, make_linear},
  };
}

}  // namespace

const std::vector<TangentialMethod>& get_tangential_methods() {
  static const std::vector<TangentialMethod> methods = build_methods();
  return methods;
}

std::vector<std::string> get_tangential_names() {
  std::vector<std::string> names;
  for (const TangentialMethod& method : get_tangential_methods()) names.push_back(method.name);
  return names;
}

SchemaPtr get_tangential_schema() {
  auto schema = std::make_shared<Schema>();
  schema->name = "tangential";
  schema->doc = "creep forces of a patch";
  schema->selector = "law";
  std::vector<std::string> names = get_tangential_names();
  names.push_back(plugin_law_name);
  schema->fields = {text("law", "the tangential law")
                        .one_of(names)
                        .by_default(get_tangential_methods().front().name.c_str())};
  for (const TangentialMethod& method : get_tangential_methods()) {
    auto variant = std::make_shared<Schema>();
    variant->name = method.name;
    variant->doc = method.doc;
    variant->fields = method.fields;
    schema->variants[method.name] = variant;
  }
  schema->variants[plugin_law_name] = get_plugin_law_schema();
  return schema;
}

std::unique_ptr<TangentialLaw> make_tangential_law(const Table& table, const Material& material) {
  const std::string name = table.text_or("law", get_tangential_methods().front().name);
  for (const TangentialMethod& method : get_tangential_methods()) {
    if (method.name == name) return method.make(material, table);
  }
  if (name == plugin_law_name) return make_plugin_law(material, table);
  throw InputError(Finding{"unknown-law", table.where_is("law"),
                           "there is no tangential law \"" + name + "\"",
                           suggest(name, get_tangential_names())});
}

std::unique_ptr<TangentialLaw> make_tangential_law(const std::string& name,
                                                   const Material& material) {
  Table table;
  table.put("law", Value{name, {}});
  return make_tangential_law(table, material);
}

}  // namespace fourfoot::contact

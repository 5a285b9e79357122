#include <fmt/format.h>

#include <map>
#include <memory>
#include <tuple>

#include "cli/case_input.h"
#include "cli/common_options.h"
#include "cli/table_output.h"
#include "cli/verbs.h"
#include "contact/exact/exact_patch.h"
#include "contact/tangential/registry.h"

namespace fourfoot::cli {

namespace {

struct CreepOptions {
  OptionTexts values;
  std::vector<std::string> set;  ///< parameters of the law, key=value
  std::string cases;
  std::string format = "text";
};

using contact::Material;
using contact::TangentialLaw;
using contact::TangentialMethod;

// Exact theory is no law of the registry: it has no derivatives and costs milliseconds.
constexpr const char* exact_name = "exact";

std::vector<std::string> get_names() {
  std::vector<std::string> names = contact::get_tangential_names();
  names.push_back(exact_name);
  return names;
}

const std::vector<Field>& get_creep_fields() {
  static const std::vector<Field> fields = {
      text("law", "tangential law").one_of(get_names()).required(),
      number("a", "m", "semi-axis of the patch in rolling direction").positive().required(),
      number("b", "m", "semi-axis across").positive().required(),
      number("normal", "N", "normal force").non_negative().required(),
      number("friction", "1", "coefficient of friction").non_negative().required(),
      number("shear_modulus", "N/m^2", "shear modulus of both bodies").positive().required(),
      number("poisson", "1", "Poisson's ratio of both bodies").within(0.0, 0.5).required(),
      number("nu_x", "1", "longitudinal creepage of the wheel").within(-1e6, 1e6).by_default(0.0),
      number("nu_y", "1", "lateral creepage of the wheel").within(-1e6, 1e6).by_default(0.0),
      number("spin", "1/m", "spin creepage of the wheel").within(-1e9, 1e9).by_default(0.0),
      number("speed", "m/s", "rolling speed, for friction that falls with slip velocity")
          .non_negative()
          .by_default(0.0),
      integer("grid", "strips and cells of laws that have them").within(1, 400)};
  return fields;
}

const TangentialMethod& find_method(const std::string& name) {
  for (const TangentialMethod& method : contact::get_tangential_methods()) {
    if (method.name == name) return method;
  }
  throw std::logic_error("a law that passed its check is not registered");
}

// The parameters of a case's law: --grid for those that have one, and --set.
Table make_law_table(const Table& c, const std::vector<std::string>& settings) {
  const TangentialMethod& method = find_method(c.text("law"));
  Table table;
  table.put("law", c.at("law"));
  if (c.has("grid")) {
    bool taken = false;
    for (const Field& field : method.fields) {
      if (field.key != "strips" && field.key != "cells") continue;
      table.put(field.key, c.at("grid"));
      taken = true;
    }
    if (!taken) {
      throw InputError(Finding{"no-grid", c.where_is("grid"),
                               fmt::format("the law \"{}\" has no grid", method.name)});
    }
  }
  read_settings(method.fields, settings, table);
  return table;
}

// Laws are built once for each name, material and grid that occur.
class LawStock {
 public:
  explicit LawStock(const std::vector<std::string>& settings) : settings_(settings) {}

  const TangentialLaw& get(const Table& c) {
    const Material material{c.number("shear_modulus"), c.number("poisson")};
    const auto key = std::make_tuple(c.text("law"), material.shear_modulus, material.poisson,
                                     c.number_or("grid", 0.0));
    auto& law = laws_[key];
    if (!law) law = contact::make_tangential_law(make_law_table(c, settings_), material);
    return *law;
  }

 private:
  const std::vector<std::string>& settings_;
  std::map<std::tuple<std::string, double, double, double>, std::unique_ptr<TangentialLaw>> laws_;
};

contact::TangentialForce calc_exact_case(const Table& c, const contact::TangentialInput& in,
                                         const std::vector<std::string>& settings) {
  Table none;
  read_settings({}, settings, none);
  contact::ExactOptions options;
  if (c.has("grid")) options.grid = c.integer("grid");
  if (options.grid < 4 || options.grid > 200 || options.grid % 2 != 0) {
    throw InputError(Finding{"out-of-range", c.where_is("grid"),
                             "the grid of \"exact\" must be an even number from 4 to 200"});
  }
  const contact::ExactForce f =
      contact::calc_exact(in, {c.number("shear_modulus"), c.number("poisson")}, options);
  if (!f.converged) throw RunError("exact theory did not converge; try another --grid");
  return f.force;
}

int creep(const CreepOptions& options) {
  DataTable out{{"fx", "fy", "mz", "slip_share"}, {"N", "N", "N m", "1"}, {}};
  out.columns.resize(out.names.size());
  LawStock laws(options.set);
  const std::vector<Table> cases = read_cases(get_creep_fields(), options.values, options.cases);
  add_labels(cases, out);
  for (const Table& c : cases) {
    const contact::TangentialInput in{c.number("a"),        c.number("b"),    c.number("normal"),
                                      c.number("friction"), c.number("nu_x"), c.number("nu_y"),
                                      c.number("spin"),     c.number("speed")};
    const contact::TangentialForce f =
        c.text("law") == exact_name ? calc_exact_case(c, in, options.set) : laws.get(c).calc(in);
    out.columns[0].push_back(f.fx + 0.0);  // -0 becomes 0
    out.columns[1].push_back(f.fy + 0.0);
    out.columns[2].push_back(f.mz + 0.0);
    out.columns[3].push_back(f.slip_share);
  }
  print_answers(out, options.cases, options.format);
  return exit_done;
}

}  // namespace

void add_creep(Verbs& verbs) {
  auto [verb, options] =
      verbs.add<CreepOptions>("creep", "one patch: creepages to forces, by any law", creep);
  add_case_options(verb, get_creep_fields(), options.values, options.cases);
  verb.option("--set", options.set, "parameter of the law: key=value, e.g. k_slip=0.4")
      .repeatable();
  add_format(verb, options.format, {"text", "csv", "json"});
}

}  // namespace fourfoot::cli

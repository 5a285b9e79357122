#include <map>
#include <memory>
#include <optional>
#include <tuple>

#include "cli/case_input.h"
#include "cli/common_options.h"
#include "cli/outputs.h"
#include "cli/patch_picture.h"
#include "cli/table_output.h"
#include "cli/verbs.h"
#include "contact/patch_cases.h"
#include "contact/tangential/registry.h"

namespace fourfoot::cli {

namespace {

struct CreepOptions {
  OptionTexts values;
  std::vector<std::string> set;  ///< parameters of the law, key=value
  std::string cases;
  std::string output;  ///< SVG file
  std::string format = "text";
  bool force = false;  ///< replace a file of another kind
};

using contact::Material;
using contact::TangentialLaw;

std::optional<int> get_grid(const Table& c) {
  return c.has("grid") ? std::optional<int>(c.integer("grid")) : std::nullopt;
}

// The parameters of a case's law: --grid for those that have one, and --set.
Table make_parameters(const Table& c, const std::vector<std::string>& settings) {
  Table table = contact::make_law_table(c.text("law"), get_grid(c), c.where_is("grid"));
  read_settings(contact::get_law_fields(c.text("law")), settings, table);
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
    if (!law) law = contact::make_tangential_law(make_parameters(c, settings_), material);
    return *law;
  }

 private:
  const std::vector<std::string>& settings_;
  std::map<std::tuple<std::string, double, double, double>, std::unique_ptr<TangentialLaw>> laws_;
};

// Exact theory; drawn (stick, slip, traction) if `file` is named.
contact::TangentialForce calc_exact(const Table& c, const contact::TangentialInput& in,
                                    const std::vector<std::string>& settings,
                                    const std::string& file) {
  Table parameters;
  read_settings(contact::get_exact_fields(), settings, parameters);
  const contact::ExactForce f = contact::calc_exact_case(
      in, {c.number("shear_modulus"), c.number("poisson")},
      contact::make_exact_options(parameters, get_grid(c), c.where_is("grid")));
  if (!file.empty()) results::write_output(file, draw_patch(in, f));
  return f.force;
}

void check_drawn(const std::vector<Table>& cases) {
  if (cases.size() == 1 && cases.front().text("law") == contact::exact_name) return;
  throw InputError(Finding{"bad-arguments",
                           {},
                           "-o draws one case by exact theory",
                           "add --law exact, and give one case"});
}

using contact::TangentialForce;
constexpr ColumnOf<TangentialForce> creep_columns[] = {
    {"fx", "N", [](const TangentialForce& f) { return f.fx + 0.0; }},  // -0 becomes 0
    {"fy", "N", [](const TangentialForce& f) { return f.fy + 0.0; }},
    {"mz", "N m", [](const TangentialForce& f) { return f.mz + 0.0; }},
    {"slip_share", "1", [](const TangentialForce& f) { return f.slip_share; }}};

int creep(const CreepOptions& options) {
  check_picture("-o", options.output, {options.cases}, options.force);
  TableOf<TangentialForce> table(creep_columns);
  LawStock laws(options.set);
  const std::vector<Table> cases =
      read_cases(contact::get_creep_case_fields(), options.values, options.cases);
  if (!options.output.empty()) check_drawn(cases);
  for (const Table& c : cases) {
    const contact::TangentialInput in{c.number("a"),        c.number("b"),    c.number("normal"),
                                      c.number("friction"), c.number("nu_x"), c.number("nu_y"),
                                      c.number("spin"),     c.number("speed")};
    table.add(c.text("law") == contact::exact_name ? calc_exact(c, in, options.set, options.output)
                                                   : laws.get(c).calc(in));
  }
  DataTable out = table.take();
  add_labels(cases, out);
  print_answers(out, options.cases, options.format);
  return exit_done;
}

}  // namespace

void add_creep(Verbs& verbs) {
  auto [verb, options] =
      verbs.add<CreepOptions>("creep", "creep forces of one contact patch, by any law", creep);
  add_case_options(verb, contact::get_creep_case_fields(), options.values, options.cases);
  verb.option("--set", options.set, "parameter of the law: key=value, e.g. k_slip=0.4")
      .repeatable();
  verb.option("-o,--output", options.output,
              "draw the patch of --law exact to this SVG file: stick, slip, traction");
  add_force(verb, options.force);
  add_format(verb, options.format, {"text", "csv", "json"});
}

}  // namespace fourfoot::cli

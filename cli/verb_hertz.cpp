#include "cli/case_input.h"
#include "cli/common_options.h"
#include "cli/table_output.h"
#include "cli/verbs.h"
#include "contact/material.h"
#include "contact/normal/hertz.h"

namespace fourfoot::cli {

namespace {

struct HertzOptions {
  OptionTexts values;
  std::string cases;
  std::string format = "text";
};

const std::vector<Field>& get_hertz_fields() {
  static const std::vector<Field> fields = {
      number("normal", "N", "load that presses the bodies together").positive().required(),
      number("curvature_x", "1/m", "sum of both bodies' curvatures in x, the rolling direction")
          .within(1e-6, 1e6)
          .required(),
      number("curvature_y", "1/m", "sum of both bodies' curvatures in y")
          .within(1e-6, 1e6)
          .required(),
      number("young", "N/m^2", "Young's modulus of both bodies").positive().required(),
      number("poisson", "1", "Poisson's ratio of both bodies").within(0.0, 0.5).required()};
  return fields;
}

int hertz(const HertzOptions& options) {
  DataTable out{{"a", "b", "approach", "pressure_max"}, {"m", "m", "m", "Pa"}, {}};
  out.columns.resize(out.names.size());
  const std::vector<Table> cases = read_cases(get_hertz_fields(), options.values, options.cases);
  add_labels(cases, out);
  for (const Table& c : cases) {
    const contact::Material material =
        contact::make_material_from_young(c.number("young"), c.number("poisson"));
    const contact::HertzLaw<double> law(c.number("curvature_x"), c.number("curvature_y"),
                                        material.contact_modulus());
    const contact::HertzContact<double> r = law.calc_from_load(c.number("normal"));
    out.columns[0].push_back(r.a);
    out.columns[1].push_back(r.b);
    out.columns[2].push_back(r.approach);
    out.columns[3].push_back(r.pressure_max);
  }
  print_answers(out, options.cases, options.format);
  return exit_done;
}

}  // namespace

void add_hertz(Verbs& verbs) {
  auto [verb, options] =
      verbs.add<HertzOptions>("hertz", "one contact: load and curvatures to ellipse", hertz);
  add_case_options(verb, get_hertz_fields(), options.values, options.cases);
  add_format(verb, options.format, {"text", "csv", "json"});
}

}  // namespace fourfoot::cli

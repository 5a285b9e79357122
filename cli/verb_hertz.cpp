#include "cli/case_input.h"
#include "cli/common_options.h"
#include "cli/table_output.h"
#include "cli/verbs.h"
#include "contact/patch_cases.h"

namespace fourfoot::cli {

namespace {

struct HertzOptions {
  OptionTexts values;
  std::string cases;
  std::string format = "text";
};

int hertz(const HertzOptions& options) {
  DataTable out{{"a", "b", "approach", "pressure_max"}, {"m", "m", "m", "Pa"}, {}};
  out.columns.resize(out.names.size());
  const std::vector<Table> cases =
      read_cases(contact::get_hertz_case_fields(), options.values, options.cases);
  add_labels(cases, out);
  for (const Table& c : cases) {
    const contact::HertzContact<double> r =
        contact::calc_hertz_case(c.number("normal"), c.number("curvature_x"),
                                 c.number("curvature_y"), c.number("young"), c.number("poisson"));
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
  auto [verb, options] = verbs.add<HertzOptions>(
      "hertz", "Hertzian contact: ellipse and pressure from load and curvatures", hertz);
  add_case_options(verb, contact::get_hertz_case_fields(), options.values, options.cases);
  add_format(verb, options.format, {"text", "csv", "json"});
}

}  // namespace fourfoot::cli

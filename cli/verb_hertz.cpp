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

using Ellipse = contact::HertzContact<double>;
constexpr ColumnOf<Ellipse> hertz_columns[] = {
    {"a", "m", [](const Ellipse& e) { return e.a; }},
    {"b", "m", [](const Ellipse& e) { return e.b; }},
    {"approach", "m", [](const Ellipse& e) { return e.approach; }},
    {"pressure_max", "Pa", [](const Ellipse& e) { return e.pressure_max; }}};

int hertz(const HertzOptions& options) {
  TableOf<Ellipse> table(hertz_columns);
  const std::vector<Table> cases =
      read_cases(contact::get_hertz_case_fields(), options.values, options.cases);
  for (const Table& c : cases)
    table.add(contact::calc_hertz_case(c.number("normal"), c.number("curvature_x"),
                                       c.number("curvature_y"), c.number("young"),
                                       c.number("poisson")));
  DataTable out = table.take();
  add_labels(cases, out);
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

#include "integrate/registry.h"

#include "base/error.h"
#include "integrate/central_difference.h"
#include "integrate/cvode.h"
#include "integrate/dopri5.h"
#include "integrate/generalized_alpha.h"
#include "integrate/linear_bdf2.h"
#include "integrate/park.h"
#include "integrate/rk4.h"
#include "integrate/rosenbrock.h"

namespace fourfoot::integrate {
namespace {

template <class T>
std::unique_ptr<Integrator> make(Problem& problem, const Options& options) {
  return std::make_unique<T>(problem, options);
}
template <Cvode::Family family>
std::unique_ptr<Integrator> make_cvode(Problem& problem, const Options& options) {
  return std::make_unique<Cvode>(family, problem, options);
}
std::unique_ptr<Integrator> make_newmark(Problem& problem, const Options& options) {
  return std::make_unique<GeneralizedAlpha>(
      problem, options, AlphaParameters::make_newmark(options.beta, options.gamma));
}
std::unique_ptr<Integrator> make_hht(Problem& problem, const Options& options) {
  return std::make_unique<GeneralizedAlpha>(problem, options,
                                            AlphaParameters::make_hht(options.damping));
}
std::unique_ptr<Integrator> make_generalized_alpha(Problem& problem, const Options& options) {
  return std::make_unique<GeneralizedAlpha>(problem, options,
                                            AlphaParameters::make_chung_hulbert(options.rho_inf));
}

std::vector<Field> tolerance_fields() {
  return {
      number("rtol", "1",
             "local error, relative to the component; default 1e-6, with profiles 5e-4")
          .within(1e-14, 0.1),
      number("atol", "1",
             "local error, relative to the component's typical size; default 1e-8, with profiles "
             "5e-4")
          .within(1e-20, 1.0)};
}
std::vector<Field> adaptive_fields() {
  const Options d;
  std::vector<Field> fields = tolerance_fields();
  fields.push_back(number("first_step", "s", "first step; 0: estimated")
                       .within(0.0, 10.0)
                       .by_default(d.first_step));
  fields.push_back(number("min_step", "s", "shortest step: a run that needs a shorter one fails")
                       .within(0.0, 1.0)
                       .by_default(d.min_step));
  fields.push_back(number("max_step", "s", "longest step; default: unlimited, with profiles 5 ms")
                       .within(1e-9, 1e6));
  return fields;
}
std::vector<Field> multistep_fields(int highest) {
  std::vector<Field> fields = adaptive_fields();
  fields.push_back(
      integer("max_order",
              "highest order used; default: what the method has, of bdf with profiles 2")
          .within(1, highest));
  return fields;
}
std::vector<Field> fixed_fields() {
  const Options d;
  return {number("step", "s", "step size; shortened where a stop time demands it")
              .within(1e-9, 10.0)
              .by_default(d.step)};
}

std::vector<Field> implicit_fields(std::vector<Field> own) {
  std::vector<Field> fields = fixed_fields();
  for (Field& field : tolerance_fields()) {
    field.doc = "Newton's iteration stops at a hundredth of it: " + field.doc;
    fields.push_back(std::move(field));
  }
  for (Field& field : own) fields.push_back(std::move(field));
  return fields;
}
std::vector<Field> newmark_fields() {
  const Options d;
  return implicit_fields(
      {number("beta", "1", "displacement parameter").within(1e-3, 10.0).by_default(d.beta),
       number("gamma", "1", "velocity parameter; numerical damping above 1/2")
           .within(0.5, 1.0)
           .by_default(d.gamma)});
}
std::vector<Field> hht_fields() {
  return implicit_fields({number("damping", "1", "numerical damping, 0 (none) to 1/3")
                              .within(0.0, 1.0 / 3.0)
                              .by_default(Options{}.damping)});
}
std::vector<Field> generalized_alpha_fields() {
  return implicit_fields({number("rho_inf", "1", "spectral radius at infinite frequency")
                              .within(0.0, 1.0)
                              .by_default(Options{}.rho_inf)});
}
std::vector<Field> staged_fields() {
  std::vector<Field> fields = fixed_fields();
  fields.push_back(
      integer("jacobian_interval",
              "number of steps over which the Jacobian is updated in stages; default: 12 ms")
          .within(1, 1000));
  return fields;
}

std::vector<Method> build_methods() {
  return {
      {"bdf", "CVODE, backward differences (Gear), order 1-5: stiff systems", true,
       multistep_fields(5), make_cvode<Cvode::Family::bdf>},
      {"adams", "CVODE, Adams-Moulton, order 1-12: smooth systems without fast modes", true,
       multistep_fields(12), make_cvode<Cvode::Family::adams>},
      {"rk4", "classical Runge-Kutta, order 4, fixed step", false, fixed_fields(), make<Rk4>},
      {"dopri5", "Dormand-Prince, order 5(4), adaptive, explicit", true, adaptive_fields(),
       make<Dopri5>},
      {"central-difference", "central differences, order 2, fixed step, explicit in coordinates",
       false, implicit_fields({}), make<CentralDifference>},
      {"newmark", "Newmark, order 2 for gamma = 1/2, fixed step, implicit", false, newmark_fields(),
       make_newmark},
      {"hht", "Hilber-Hughes-Taylor, order 2, fixed step, implicit", false, hht_fields(), make_hht},
      {"generalized-alpha", "Chung-Hulbert, order 2, fixed step, implicit", false,
       generalized_alpha_fields(), make_generalized_alpha},
      {"park", "Park's stiffly stable method, order 2, fixed step, implicit", false,
       implicit_fields({}), make<Park>},
      {"rosenbrock", "ROS2: order 2, fixed step, linearly implicit, two evaluations in each step",
       false, staged_fields(), make<Rosenbrock>},
      {"linear-bdf2",
       "BDF2 for real time: order 2, fixed step, one evaluation and one linear solution in each "
       "step",
       false, staged_fields(), make<LinearBdf2>},
  };
}

}  // namespace

const std::vector<Method>& get_methods() {
  static const std::vector<Method> methods = build_methods();
  return methods;
}

std::vector<std::string> get_method_names() {
  std::vector<std::string> names;
  for (const Method& method : get_methods()) names.push_back(method.name);
  return names;
}

SchemaPtr get_integrator_schema() {
  auto schema = std::make_shared<Schema>();
  schema->name = "integrator";
  schema->doc = "how the motion is integrated in time";
  schema->selector = "method";
  const std::string fallback = Options{}.method;
  schema->fields = {text("method", "the integration method")
                        .one_of(get_method_names())
                        .by_default(fallback.c_str())};
  for (const Method& method : get_methods()) {
    auto variant = std::make_shared<Schema>();
    variant->name = method.name;
    variant->doc = method.doc;
    variant->fields = method.fields;
    schema->variants[method.name] = variant;
  }
  return schema;
}

Options read_options(const Table& table) {
  Options options;
  options.method = table.text_or("method", options.method);
  for (const auto& [key, target] : {std::pair{"rtol", &options.rtol},
                                    {"atol", &options.atol},
                                    {"step", &options.step},
                                    {"first_step", &options.first_step},
                                    {"min_step", &options.min_step},
                                    {"max_step", &options.max_step},
                                    {"beta", &options.beta},
                                    {"gamma", &options.gamma},
                                    {"damping", &options.damping},
                                    {"rho_inf", &options.rho_inf}}) {
    *target = table.number_or(key, *target);
  }
  if (table.has("max_order")) options.max_order = table.integer("max_order");
  if (table.has("jacobian_interval")) {
    options.jacobian_interval = table.integer("jacobian_interval");
  }
  return options;
}

std::unique_ptr<Integrator> make_integrator(const std::string& name, Problem& problem,
                                            Options options) {
  for (const Method& method : get_methods()) {
    if (method.name != name) continue;
    options.method = name;
    // With nothing to integrate (everything locked) time just passes; error norms need a component.
    if (problem.get_size() == 0) return make<Rk4>(problem, options);
    return method.make(problem, options);
  }
  throw InputError(Finding{"unknown-integrator",
                           {},
                           "there is no integrator \"" + name + "\"",
                           suggest(name, get_method_names())});
}

}  // namespace fourfoot::integrate

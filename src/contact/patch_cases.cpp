#include "contact/patch_cases.h"

#include <stdexcept>

#include "base/error.h"
#include "contact/tangential/registry.h"

namespace fourfoot::contact {

const std::vector<Field>& get_hertz_case_fields() {
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

HertzContact<double> calc_hertz_case(double normal, double curvature_x, double curvature_y,
                                     double young, double poisson) {
  const Material material = make_material_from_young(young, poisson);
  return HertzLaw<double>(curvature_x, curvature_y, material.contact_modulus())
      .calc_from_load(normal);
}

const std::vector<Field>& get_creep_case_fields() {
  static const std::vector<Field> fields = [] {
    std::vector<std::string> names = get_tangential_names();
    names.push_back(exact_name);
    return std::vector<Field>{
        text("law", "tangential law").one_of(names).required(),
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
  }();
  return fields;
}

const std::vector<Field>& get_law_fields(const std::string& law) {
  for (const TangentialMethod& method : get_tangential_methods()) {
    if (method.name == law) return method.fields;
  }
  throw std::logic_error("a law that passed its check is not registered");
}

Table make_law_table(const std::string& law, std::optional<int> grid, const SourceLocation& where) {
  const std::vector<Field>& fields = get_law_fields(law);
  Table table;
  table.put("law", Value{law, where});
  if (!grid) return table;
  bool is_taken = false;
  for (const Field& field : fields) {
    if (field.key != "strips" && field.key != "cells") continue;
    table.put(field.key, Value{static_cast<double>(*grid), where});
    is_taken = true;
  }
  if (!is_taken) throw InputError(Finding{"no-grid", where, "the law \"" + law + "\" has no grid"});
  return table;
}

const std::vector<Field>& get_exact_fields() {
  static const std::vector<Field> fields = {
      number("friction_ratio", "1",
             "A, friction at infinite slip velocity over that at none, point by point")
          .within(0.0, 1.0)
          .by_default(1.0),
      number("friction_decay", "s/m", "B, how fast friction falls with slip velocity")
          .non_negative()
          .by_default(0.6),
      number(
          "dundurs", "1",
          "Dundurs' second constant of wheel against rail: pressure moves the surfaces of unlike "
          "bodies")
          .within(-0.5, 0.5)
          .by_default(0.0)};
  return fields;
}

ExactOptions make_exact_options(const Table& parameters, std::optional<int> grid,
                                const SourceLocation& where) {
  ExactOptions options;
  if (grid) options.grid = *grid;
  if (options.grid < 4 || options.grid > 200 || options.grid % 2 != 0) {
    throw InputError(Finding{"out-of-range", where,
                             "the grid of \"exact\" must be an even number from 4 to 200"});
  }
  FallingFriction& falling = options.rolling.falling;
  falling.limit_ratio = parameters.number_or("friction_ratio", falling.limit_ratio);
  falling.decay = parameters.number_or("friction_decay", falling.decay);
  options.dundurs = parameters.number_or("dundurs", 0.0);
  return options;
}

ExactForce calc_exact_case(const TangentialInput& in, const Material& material,
                           const ExactOptions& options) {
  ExactForce f = calc_exact(in, material, options);
  if (f.converged) return f;
  if (options.rolling.falling.limit_ratio < 1.0)
    throw RunError(
        "exact theory did not converge: friction falls so steeply with slip that steady rolling "
        "was "
        "not found; try a lower speed or friction_decay");
  throw RunError("exact theory did not converge; try another --grid");
}

}  // namespace fourfoot::contact

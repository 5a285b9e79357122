#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "contact/tangential/tangential_law.h"
#include "support/csv_rows.h"

namespace fourfoot::test {

/// One patch of the reference files, turned from CONTACT's side (forces on the rail, creepage of
/// the rail relative to the wheel, y right, z down, mm) to ours (on the wheel, wheel relative to
/// the rail, y left, z up, m). Changing the body flips every component of creepage and force;
/// turning the axes about x flips those of y and z back.
struct ContactCase {
  int id;
  double a_over_b;
  contact::TangentialInput input;
  contact::TangentialForce reference;

  double bound() const { return input.friction * input.normal; }
  double c() const { return std::sqrt(input.a * input.b); }
  /// Error of the force vector over mu N.
  double calc_force_error(const contact::TangentialForce& f) const {
    return std::hypot(f.fx - reference.fx, f.fy - reference.fy) / bound();
  }
  double calc_moment_error(const contact::TangentialForce& f) const {
    return std::abs(f.mz - reference.mz) / (bound() * c());
  }
  std::string category() const {
    const bool x = input.nu_x != 0.0, y = input.nu_y != 0.0, s = input.spin != 0.0;
    if (x && y && s) return "all three";
    if (x && y) return "longitudinal + lateral";
    if (x && s) return "longitudinal + spin";
    if (y && s) return "lateral + spin";
    return x ? "longitudinal" : y ? "lateral" : "spin";
  }
};

/// The steel of the cases: E = 210 GPa, nu = 0.28.
inline contact::Material get_case_material() {
  return {82031.25e6, 0.28};
}

/// `file` in tests/data/contact-laws; `suffix` of the columns Fx_, Fy_, Mz_ to compare with.
inline std::vector<ContactCase> read_contact_cases(const std::string& file,
                                                   const std::string& suffix) {
  std::vector<ContactCase> cases;
  for (const CsvRow& row : read_csv_rows(FOURFOOT_TEST_DATA "/contact-laws/" + file)) {
    ContactCase c;
    c.id = static_cast<int>(row.at("id"));
    c.a_over_b = row.at("a_over_b");
    c.input.a = 5.5e-3 * std::sqrt(c.a_over_b);
    c.input.b = 5.5e-3 / std::sqrt(c.a_over_b);
    c.input.normal = 80e3;
    c.input.friction = row.at("mu");
    c.input.nu_x = -row.at("xi");
    c.input.nu_y = row.at("eta");
    c.input.spin = 1e3 * row.at("phi_per_mm");
    c.reference.fx = -row.at("Fx_" + suffix);
    c.reference.fy = row.at("Fy_" + suffix);
    c.reference.mz = 1e-3 * row.at("Mz_" + suffix);
    cases.push_back(c);
  }
  return cases;
}

}  // namespace fourfoot::test

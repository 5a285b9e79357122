#include "contact/textbook/textbook_schema.h"

#include <cmath>

#include "base/error.h"
#include "contact/normal/hertz.h"
#include "contact/tangential/kalker_coefficients.h"

namespace fourfoot::contact {

namespace {

const char* const coefficient_keys[] = {"f11", "f22", "f23", "f33"};

// f_ij = G c^(2, 2, 3, 4) C_ij, c = sqrt(a b), for the patch under half the axle load.
void take_kalker(const Table& table, TextbookContact& contact) {
  const double young = table.number("young"), poisson = table.number("poisson");
  const double contact_modulus = young / (2.0 * (1.0 - poisson * poisson));
  const HertzLaw<double> hertz(1.0 / contact.radius, 1.0 / table.number("rail_head_radius"),
                               contact_modulus);
  const HertzContact<double> patch = hertz.calc_from_load(contact.axle_load / 2.0);
  const KalkerCoefficients<double> c = KalkerTable(poisson).calc(patch.a / patch.b);
  const double shear_modulus = young / (2.0 * (1.0 + poisson));
  const double ab = patch.a * patch.b;
  contact.f11 = shear_modulus * ab * c.c11;
  contact.f22 = shear_modulus * ab * c.c22;
  contact.f23 = shear_modulus * std::pow(ab, 1.5) * c.c23;
  contact.f33 = shear_modulus * ab * ab * c.c33;
}

void take_given(const Table& table, TextbookContact& contact) {
  std::vector<Finding> findings;
  for (const char* key : {"f11", "f22"}) {
    if (!table.has(key)) {
      findings.push_back({"missing-key", table.where,
                          std::string("creep = \"given\" needs \"") + key + "\"",
                          "give f11 and f22 (f23, f33), or set creep = \"kalker\""});
    }
  }
  if (!findings.empty()) throw InputError(std::move(findings));
  contact.f11 = table.number("f11");
  contact.f22 = table.number("f22");
  contact.f23 = table.number_or("f23", 0.0);
  contact.f33 = table.number_or("f33", 0.0);
}

}  // namespace

SchemaPtr get_textbook_schema() {
  static const auto schema = std::make_shared<Schema>(Schema{
      "textbook contact",
      "Conical wheels on knife edges, linear kinematics, constant load.",
      {
          number("conicity", "1", "slope of the cones").within(-2.0, 2.0).required(),
          number("half_distance", "m", "half the distance of the contact points")
              .within(0.05, 2.5)
              .by_default(0.75),
          text("creep", "creep coefficients: given here, or Kalker's")
              .one_of({"given", "kalker"})
              .by_default("given"),
          number("f11", "N", "longitudinal creep coefficient of one wheel").non_negative(),
          number("f22", "N", "lateral creep coefficient of one wheel").non_negative(),
          number("f23", "N m", "lateral / spin creep coefficient of one wheel").non_negative(),
          number("f33", "N m2", "spin creep coefficient of one wheel").non_negative(),
          number("rail_head_radius", "m",
                 "transverse radius of the rail head, for Kalker's coefficients")
              .within(1e-3, 1e3)
              .by_default(0.3),
          number("young", "Pa", "Young's modulus, for Kalker's coefficients")
              .within(1e8, 1e15)
              .by_default(210e9),
          number("poisson", "1", "Poisson's ratio, for Kalker's coefficients")
              .within(0.0, 0.5)
              .by_default(0.28),
          number("axle_load", "N", "constant load of the wheelset; default: its static load")
              .positive(),
          flag("saturation", "limit the creep force to friction times load").by_default_flag(false),
          number("friction", "1", "coefficient of friction of the saturated force")
              .positive()
              .at_most(2.0)
              .by_default(0.3),
          number("friction_force", "N",
                 "mu N of one wheel, instead of friction times half the axle load")
              .positive(),
          number("flange_stiffness", "N/m", "stiffness of the flange spring; 0: no flange")
              .non_negative()
              .by_default(0.0),
          number("flange_clearance", "m", "lateral displacement at which the flange touches")
              .non_negative()
              .by_default(0.008),
          number("flange_rounding", "m",
                 "half length over which the corner of the flange spring is rounded")
              .non_negative()
              .by_default(1e-5),
          flag("gravity", "take the gravitational stiffness into account").by_default_flag(false),
          flag("gyroscopic",
               "take the gyroscopic coupling by the roll of the coned wheels into account")
              .by_default_flag(false),
      },
      "",
      {}});
  return schema;
}

TextbookContact build_textbook(const Table& table, double radius, double pitch_inertia,
                               double default_axle_load) {
  TextbookContact contact;
  contact.conicity = table.number("conicity");
  contact.half_distance = table.number("half_distance");
  contact.radius = radius;
  contact.axle_load = table.number_or("axle_load", default_axle_load);
  if (table.text("creep") == "kalker") {
    for (const char* key : coefficient_keys) {
      if (table.has(key)) {
        throw InputError(
            Finding{"contradiction", table.where_is(key),
                    std::string("\"") + key + "\" is given, but creep = \"kalker\" computes it",
                    "take one of the two out"});
      }
    }
    take_kalker(table, contact);
  } else {
    take_given(table, contact);
  }
  contact.saturates = table.flag("saturation");
  contact.friction_force =
      table.number_or("friction_force", table.number("friction") * contact.axle_load / 2.0);
  contact.flange_stiffness = table.number("flange_stiffness");
  contact.flange_clearance = table.number("flange_clearance");
  contact.flange_rounding = table.number("flange_rounding");
  contact.gravity = table.flag("gravity");
  contact.gyroscopic_inertia = table.flag("gyroscopic") ? pitch_inertia : 0.0;
  return contact;
}

}  // namespace fourfoot::contact

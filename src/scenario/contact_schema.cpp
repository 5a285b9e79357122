#include "scenario/contact_schema.h"

#include "contact/constraint_tread.h"
#include "contact/normal/elastic_normal.h"
#include "contact/tangential/registry.h"
#include "contact/textbook/textbook_schema.h"
#include "scenario/old_keys.h"

namespace fourfoot::scenario {

namespace {

SchemaPtr make_profiles_schema() {
  std::vector<Field> fields = {
      text("geometry",
           "search for contact points: by a table that is filled during runs and kept on disk, or "
           "online at each evaluation")
          .one_of({"online", "table"})
          .by_default("table"),
      text("normal",
           "elastic: normal force by penetration, elliptic patches; strips: the same with patches "
           "of any shape; kik-piotrowski: any shape by the simpler method of these authors; "
           "constraint: treads are rigid and stay on their rails, flanges are elastic")
          .one_of({"elastic", "strips", "kik-piotrowski", "constraint"})
          .by_default("elastic"),
      number("softness", "m",
             "smoothing length of the rigid contact, about a quarter of the elastic approach of "
             "wheel and rail")
          .within(1e-7, 1e-2)
          .by_default(contact::TreadOptions{}.softness),
      number("friction", "1", "coefficient of friction; along the line: rails.sections")
          .within(0.0, 2.0)
          .by_default(0.3),
      number("friction_flange", "1",
             "coefficient of friction of the flange; default: that of the tread")
          .within(0.0, 2.0),
      numbers("friction_angles", "rad",
              "two contact angles: friction goes linearly from that of the tread at the first to "
              "friction_flange at the second; default: smoothly from 0.6 to 0.8 rad"),
      number("friction_ratio", "1",
             "friction at infinite slip velocity over that at none (Polach), for every law")
          .within(0.0, 1.0)
          .by_default(1.0),
      number("friction_decay", "s/m", "how fast friction falls with slip velocity (Polach)")
          .non_negative()
          .by_default(0.6),
      number("young", "Pa", "Young's modulus of wheel and rail")
          .within(1e8, 1e15)
          .by_default(210e9),
      number("poisson", "1", "Poisson's ratio").within(0.0, 0.49).by_default(0.28),
      number("slow", "m/s", "speed below which creepage is regularised")
          .within(1e-6, 10.0)
          .by_default(0.1),
      nested("tangential", Kind::table, contact::get_tangential_schema(),
             "the law of creep forces; default: fastsim")};
  for (const Field& field : contact::get_elastic_normal_fields()) fields.push_back(field);
  for (const Field& field : list_old_friction_fields()) fields.push_back(field);
  return std::make_shared<Schema>(
      Schema{"profile contact",
             "Profiles of wheels and rails (tables wheels and rails): contact in several patches.",
             std::move(fields),
             "",
             {}});
}

}  // namespace

SchemaPtr get_contact_schema() {
  static const SchemaPtr schema = std::make_shared<Schema>(Schema{
      "contact",
      "How wheels and rails meet.",
      {text("model", "the contact model").required()},
      "model",
      {{"textbook", contact::get_textbook_schema()},
       {"profiles", make_profiles_schema()},
       {"none",
        std::make_shared<Schema>(Schema{"no contact",
                                        "No wheel-rail contact: for studies of the bodies alone.",
                                        {},
                                        "",
                                        {}})}}});
  return schema;
}

SchemaPtr get_drive_schema() {
  static const SchemaPtr schema = std::make_shared<Schema>(Schema{
      "drive",
      "What supplies the force for the motion along the line.",
      {text("mode",
            "ideal: x of every body is held to its track frame; pulled: x of one body is held, its "
            "force is recorded; wheels: torque on wheelsets, controlled to the speed; coasting: no "
            "drive force, the vehicle slows down by its own resistance")
           .one_of({"ideal", "pulled", "wheels", "coasting"})
           .required(),
       text("body", "the body that is pulled or whose speed is controlled; default: the heaviest"),
       texts("wheelsets", "wheelsets that are driven; default: all"),
       number("frequency", "Hz", "frequency of the speed controller")
           .within(1e-4, 100.0)
           .by_default(0.1)},
      "",
      {}});
  return schema;
}

}  // namespace fourfoot::scenario

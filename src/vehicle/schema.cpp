#include "vehicle/schema.h"

#include "element/registry.h"
#include "profile/description.h"

namespace fourfoot::vehicle {

namespace {

std::vector<std::string> list_words(const std::array<const char*, 6>& words) {
  return {words.begin(), words.end()};
}

SchemaPtr get_prescribed_schema() {
  static const auto schema = std::make_shared<Schema>(Schema{
      "prescribed coordinate",
      "offset + rate t + amplitude sin(2 pi frequency t + phase); lengths in m, angles in rad.",
      {text("coordinate", "the coordinate that is prescribed")
           .one_of(list_words(coordinate_words))
           .required(),
       number("offset", "1", "mean value, m or rad").by_default(0.0),
       number("rate", "1/s", "steady rate, m/s or rad/s").by_default(0.0),
       number("amplitude", "1", "amplitude of the oscillation, m or rad").by_default(0.0),
       number("frequency", "Hz", "frequency of the oscillation").non_negative().by_default(0.0),
       number("phase", "rad", "phase of the oscillation at t = 0").by_default(0.0)},
      "",
      {}});
  return schema;
}

SchemaPtr get_joint_schema() {
  static const auto schema = std::make_shared<Schema>(Schema{
      "joint",
      "Holds two bodies, or a body and the track under it.",
      {text("type", "the kind of joint")
           .one_of({"spherical", "revolute", "cylindrical", "prismatic", "fixed", "link"})
           .required(),
       texts("between", "the two bodies; the first may be \"track\"").of_length(2).required(),
       numbers("at", "m", "the joint's point, where both ends coincide").of_length(3),
       numbers("at_first", "m", "end of a link on the first body").of_length(3),
       numbers("at_second", "m", "end of a link on the second body").of_length(3),
       numbers("axis", "1", "axis of a revolute, cylindrical or prismatic joint; default y")
           .of_length(3)},
      "",
      {}});
  return schema;
}

SchemaPtr get_relation_schema() {
  static const auto term = std::make_shared<Schema>(
      Schema{"term",
             "coefficient times a speed",
             {text("body", "body of the speed").required(),
              text("speed", "the speed, relative to the track frame")
                  .one_of(list_words(speed_words))
                  .required(),
              number("coefficient", "1", "factor of the speed, SI").required()},
             "",
             {}});
  static const auto schema = std::make_shared<Schema>(
      Schema{"relation",
             "A linear relation between speeds: the sum of the terms equals the value.",
             {nested("terms", Kind::tables, term, "the terms").required(),
              number("value", "1", "value of the sum, SI").by_default(0.0)},
             "",
             {}});
  return schema;
}

SchemaPtr get_body_schema() {
  static const auto schema = [] {
    std::vector<Field> fields = {
        text("type", "body, or wheelset: a wheelset has wheels and rolls")
            .one_of({"body", "wheelset"})
            .by_default("body"),
        number("mass", "kg", "mass").within(1e-3, 1e7).required(),
        numbers("inertia", "kg m2", "moments of inertia about x, y, z through the mass centre")
            .of_length(3)
            .positive()
            .required(),
        numbers("inertia_products", "kg m2",
                "products of inertia Jxy, Jyz, Jxz (integrals of x y, y z, x z)")
            .of_length(3),
        numbers("position", "m", "mass centre: x forward, y left, z above the rail tops")
            .of_length(3)
            .required(),
        number("radius", "m", "rolling radius of a wheelset").within(0.01, 5.0),
        texts("wheels", "sides of a wheelset that carry a wheel, of left right; default both"),
        text("name", "name in the vehicle that uses this file as a part; default: PART_NAME"),
        texts("free", "coordinates that are free, of x y z phi chi psi; default all"),
        texts("locked", "coordinates that are held at zero, instead of `free`"),
        nested("prescribed", Kind::tables, get_prescribed_schema(), "coordinates given over time"),
    };
    for (Field& field : profile::list_wheels_fields()) fields.push_back(std::move(field));
    return std::make_shared<Schema>(
        Schema{"body", "A rigid body in its nominal position.", std::move(fields), "", {}});
  }();
  return schema;
}

SchemaPtr get_marker_schema() {
  static const auto schema = std::make_shared<Schema>(
      Schema{"marker",
             "A point of a body where motion is recorded.",
             {text("body", "the body it is fixed to").required(),
              numbers("at", "m", "where it is, in vehicle coordinates").of_length(3).required()},
             "",
             {}});
  return schema;
}

SchemaPtr make_element_schema() {
  Schema schema{
      "element",
      "A suspension element between two bodies, or the track and a body.",
      {
          text("type", "the law").required(),
          texts("between", "the two bodies; the first may be \"track\"").of_length(2).required(),
          numbers("at", "m", "attachment point of both ends, if they coincide").of_length(3),
          numbers("at_first", "m", "attachment point on the first body").of_length(3),
          numbers("at_second", "m", "attachment point on the second body").of_length(3),
          flag("both_sides",
               "the element is given on the left; its mirror image is added on the right")
              .by_default_flag(false),
          flag("allow_negative",
               "allows a negative stiffness or damping: an active device, or its linear model")
              .by_default_flag(false),
      },
      "type",
      {}};
  for (const auto& [name, type] : element::element_types()) schema.variants[name] = type.schema;
  return std::make_shared<Schema>(std::move(schema));
}

SchemaPtr get_element_schema() {
  static const SchemaPtr schema = make_element_schema();
  return schema;
}

std::vector<Field> make_fields() {
  return {
      text("format", "kind and version of the file").one_of({"fourfoot vehicle 1"}),
      text("name", "name for reports").by_default("vehicle"),
      text("source", "source of the numbers"),
      text("preload",
           "static: spring preloads are computed so that the nominal position is the static "
           "equilibrium; given: only the preloads of the file")
          .one_of({"static", "given"})
          .by_default("static"),
      nested("bodies", Kind::dictionary, get_body_schema(), "the bodies by name")
          .up_to(most_bodies),
      nested("wheels", Kind::table, profile::get_wheels_schema(),
             "profiles and spacing of all wheels; single wheelsets can differ"),
      nested("elements", Kind::dictionary, get_element_schema(), "the suspension elements by name")
          .up_to(most_elements),
      nested("joints", Kind::dictionary, get_joint_schema(), "the joints by name")
          .up_to(most_joints),
      nested("relations", Kind::dictionary, get_relation_schema(),
             "linear relations between speeds by name")
          .up_to(most_joints),
      nested("markers", Kind::dictionary, get_marker_schema(), "points of bodies by name")
          .up_to(most_elements),
      text("load_case", "the load case that is used, of this file and its parts"),
  };
}

/// A vehicle may be made of parts, and each part of parts again.
struct Schemas {
  std::shared_ptr<Schema> vehicle, part;
};

Schemas make_schemas() {
  Schemas made{
      std::make_shared<Schema>(
          Schema{"vehicle", "Bodies and the elements between them.", make_fields(), "", {}}),
      std::make_shared<Schema>(Schema{
          "part", "A vehicle file, or its tables, as a part of another.", make_fields(), "", {}})};
  made.part->fields.push_back(
      numbers("at", "m", "where the part's origin is in the vehicle").of_length(3));
  made.part->fields.push_back(
      text("mirror", "x: front and rear are exchanged; y: left and right; xy: both, a half turn")
          .one_of({"x", "y", "xy"}));
  // A schema that contains itself must not own itself.
  const SchemaPtr part(SchemaPtr{}, made.part.get());
  for (Schema* schema : {made.vehicle.get(), made.part.get()}) {
    schema->fields.push_back(
        nested("parts", Kind::dictionary, part, "the parts by name").up_to(200));
    schema->fields.push_back(
        nested("load_cases", Kind::dictionary, part, "load cases by name: the entries that change")
            .up_to(100));
  }
  return made;
}

}  // namespace

SchemaPtr get_vehicle_schema() {
  static const Schemas schemas = make_schemas();
  return schemas.vehicle;
}

}  // namespace fourfoot::vehicle

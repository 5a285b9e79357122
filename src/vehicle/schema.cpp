#include "vehicle/schema.h"

#include <algorithm>

#include "base/error.h"
#include "element/registry.h"

namespace fourfoot::vehicle {

namespace {

const std::vector<std::string> coordinate_words = {"x", "y", "z", "phi", "chi", "psi"};
const std::vector<std::string> speed_words = {"v_x", "v_y", "v_z", "omega_x", "omega_y", "omega_z"};

int find_word(const std::vector<std::string>& words, const std::string& word) {
  return static_cast<int>(std::find(words.begin(), words.end(), word) - words.begin());
}

SchemaPtr get_prescribed_schema() {
  static const auto schema = std::make_shared<Schema>(Schema{
      "prescribed coordinate",
      "offset + rate t + amplitude sin(2 pi frequency t + phase); lengths in m, angles in rad.",
      {text("coordinate", "which one").one_of(coordinate_words).required(),
       number("offset", "1", "value at rest, m or rad").by_default(0.0),
       number("rate", "1/s", "steady rate, m/s or rad/s").by_default(0.0),
       number("amplitude", "1", "of the oscillation, m or rad").by_default(0.0),
       number("frequency", "Hz", "of the oscillation").non_negative().by_default(0.0),
       number("phase", "rad", "of the oscillation at t = 0").by_default(0.0)},
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
  static const auto term = std::make_shared<Schema>(Schema{
      "term",
      "coefficient times a speed",
      {text("body", "whose speed").required(),
       text("speed", "which speed, relative to the track frame").one_of(speed_words).required(),
       number("coefficient", "1", "factor, in SI units").required()},
      "",
      {}});
  static const auto schema = std::make_shared<Schema>(
      Schema{"relation",
             "A linear relation between speeds: the sum of the terms equals the value.",
             {nested("terms", Kind::tables, term, "the terms").required(),
              number("value", "1", "of the sum, in SI units").by_default(0.0)},
             "",
             {}});
  return schema;
}

SchemaPtr get_body_schema() {
  static const auto schema = std::make_shared<Schema>(Schema{
      "body",
      "A rigid body in its nominal place.",
      {
          text("type", "a wheelset rolls and spins; a body does not")
              .one_of({"body", "wheelset"})
              .by_default("body"),
          number("mass", "kg", "mass").positive().required(),
          numbers("inertia", "kg m2", "moments of inertia about x, y, z through the mass centre")
              .of_length(3)
              .required(),
          numbers("inertia_products", "kg m2",
                  "products of inertia Jxy, Jyz, Jxz (integrals of x y, y z, x z)")
              .of_length(3),
          numbers("position", "m", "mass centre: x forward, y left, z above the rail tops")
              .of_length(3)
              .required(),
          number("radius", "m", "rolling radius of a wheelset").positive(),
          texts("free", "coordinates that are free, of x y z phi chi psi; default all"),
          texts("locked", "coordinates that are held at zero, instead of `free`"),
          nested("prescribed", Kind::tables, get_prescribed_schema(),
                 "coordinates given over time"),
      },
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
          numbers("at", "m", "attachment of both ends, where they coincide").of_length(3),
          numbers("at_first", "m", "attachment on the first body").of_length(3),
          numbers("at_second", "m", "attachment on the second body").of_length(3),
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

Vec3 get_vector(const Table& table, const std::string& key) {
  const std::vector<double>& v = table.numbers(key);
  return {v[0], v[1], v[2]};
}

void read_coordinates(const Table& table, BodyEntry& body) {
  const bool listed_free = table.has("free");
  if (listed_free && table.has("locked")) {
    throw InputError(Finding{"contradiction", table.where_is("locked"),
                             "both \"free\" and \"locked\" are given",
                             "what is not free is locked: give one of the two"});
  }
  body.free.fill(!listed_free);
  for (const char* key : {"free", "locked"}) {
    if (!table.has(key)) continue;
    for (const std::string& word : table.texts(key)) {
      const auto it = std::find(coordinate_words.begin(), coordinate_words.end(), word);
      if (it == coordinate_words.end()) {
        throw InputError(Finding{"bad-choice", table.where_is(key),
                                 "there is no coordinate \"" + word + "\"",
                                 suggest(word, coordinate_words)});
      }
      body.free[static_cast<std::size_t>(it - coordinate_words.begin())] =
          std::string(key) == "free";
    }
  }
}

BodyEntry read_body(const std::string& name, const Table& table) {
  BodyEntry body;
  body.name = name;
  body.where = table.where;
  body.type = table.text("type") == "wheelset" ? BodyType::wheelset : BodyType::body;
  body.mass = table.number("mass");
  body.inertia = get_vector(table, "inertia").asDiagonal();
  if (table.has("inertia_products")) {
    const Vec3 p = get_vector(table, "inertia_products");
    body.inertia(0, 1) = body.inertia(1, 0) = -p[0];
    body.inertia(1, 2) = body.inertia(2, 1) = -p[1];
    body.inertia(0, 2) = body.inertia(2, 0) = -p[2];
  }
  body.position = get_vector(table, "position");
  body.radius = table.number_or("radius", 0.0);
  read_coordinates(table, body);
  if (table.has("prescribed")) {
    for (const Table& given : table.tables("prescribed")) {
      body.prescribed.push_back({find_word(coordinate_words, given.text("coordinate")),
                                 given.number("offset"), given.number("rate"),
                                 given.number("amplitude"), given.number("frequency"),
                                 given.number("phase")});
    }
  }
  return body;
}

// Elements and joints have their place the same way: "at" for both ends, or one for each.
template <class Entry>
void read_ends(const Table& table, const std::string& what, Entry& entry) {
  if (!table.has("at") && !(table.has("at_first") && table.has("at_second"))) {
    throw InputError(Finding{"missing-key", table.where,
                             what + " \"" + entry.name + "\" has no place",
                             "give \"at\", or \"at_first\" and \"at_second\""});
  }
  if (table.has("at") && (table.has("at_first") || table.has("at_second"))) {
    throw InputError(Finding{"contradiction", table.where_is("at"),
                             "\"at\" gives both ends, but one is given apart",
                             "give \"at\", or \"at_first\" and \"at_second\""});
  }
  entry.first = table.texts("between")[0];
  entry.second = table.texts("between")[1];
  entry.at_first = get_vector(table, table.has("at_first") ? "at_first" : "at");
  entry.at_second = get_vector(table, table.has("at_second") ? "at_second" : "at");
}

JointEntry read_joint(const std::string& name, const Table& table) {
  JointEntry joint;
  joint.name = name;
  joint.where = table.where;
  joint.type = table.text("type");
  joint.between_where = table.where_is("between");
  read_ends(table, "joint", joint);
  if (table.has("axis")) joint.axis = get_vector(table, "axis");
  return joint;
}

RelationEntry read_relation(const std::string& name, const Table& table) {
  RelationEntry relation;
  relation.name = name;
  relation.where = table.where;
  relation.value = table.number("value");
  for (const Table& term : table.tables("terms")) {
    relation.terms.push_back({term.text("body"), term.where_is("body"),
                              find_word(speed_words, term.text("speed")),
                              term.number("coefficient")});
  }
  return relation;
}

ElementEntry read_element(const std::string& name, const Table& table) {
  ElementEntry element;
  element.name = name;
  element.where = table.where;
  element.type = table.text("type");
  element.first_where = element.second_where = table.where_is("between");
  read_ends(table, "element", element);
  element.parameters = table;
  return element;
}

}  // namespace

SchemaPtr get_vehicle_schema() {
  static const auto schema = std::make_shared<Schema>(Schema{
      "vehicle",
      "Bodies and what is between them.",
      {
          text("format", "kind and version of the file").one_of({"fourfoot vehicle 1"}),
          text("name", "what it is called in reports").by_default("vehicle"),
          text("source", "where its numbers come from"),
          nested("bodies", Kind::dictionary, get_body_schema(), "the bodies by name").required(),
          nested("elements", Kind::dictionary, get_element_schema(),
                 "the suspension elements by name"),
          nested("joints", Kind::dictionary, get_joint_schema(), "the joints by name"),
          nested("relations", Kind::dictionary, get_relation_schema(),
                 "linear relations between speeds by name"),
      },
      "",
      {}});
  return schema;
}

VehicleDescription read_description(const Table& table) {
  VehicleDescription description;
  description.where = table.where;
  description.name = table.text("name");
  for (const auto& [name, value] : table.table("bodies").entries()) {
    description.bodies.push_back(read_body(name, std::get<Table>(value.data)));
  }
  if (table.has("elements")) {
    for (const auto& [name, value] : table.table("elements").entries()) {
      description.elements.push_back(read_element(name, std::get<Table>(value.data)));
    }
  }
  if (table.has("joints")) {
    for (const auto& [name, value] : table.table("joints").entries()) {
      description.joints.push_back(read_joint(name, std::get<Table>(value.data)));
    }
  }
  if (table.has("relations")) {
    for (const auto& [name, value] : table.table("relations").entries()) {
      description.relations.push_back(read_relation(name, std::get<Table>(value.data)));
    }
  }
  return description;
}

}  // namespace fourfoot::vehicle

#include "vehicle/schema.h"

#include <algorithm>

#include "base/error.h"
#include "element/registry.h"

namespace fourfoot::vehicle {

namespace {

const std::vector<std::string> coordinate_words = {"x", "y", "z", "phi", "chi", "psi"};

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
  return body;
}

ElementEntry read_element(const std::string& name, const Table& table) {
  ElementEntry element;
  element.name = name;
  element.where = table.where;
  element.type = table.text("type");
  element.first = table.texts("between")[0];
  element.second = table.texts("between")[1];
  element.first_where = element.second_where = table.where_is("between");
  if (!table.has("at") && !(table.has("at_first") && table.has("at_second"))) {
    throw InputError(Finding{"missing-key", table.where, "element \"" + name + "\" has no place",
                             "give \"at\", or \"at_first\" and \"at_second\""});
  }
  if (table.has("at") && (table.has("at_first") || table.has("at_second"))) {
    throw InputError(Finding{"contradiction", table.where_is("at"),
                             "\"at\" gives both ends, but one is given apart",
                             "give \"at\", or \"at_first\" and \"at_second\""});
  }
  element.at_first = get_vector(table, table.has("at_first") ? "at_first" : "at");
  element.at_second = get_vector(table, table.has("at_second") ? "at_second" : "at");
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
  return description;
}

}  // namespace fourfoot::vehicle

#include <algorithm>

#include "base/error.h"
#include "element/registry.h"
#include "vehicle/part.h"
#include "vehicle/schema.h"

/// From checked tables to a description.
namespace fourfoot::vehicle {

namespace {

int find_word(const std::array<const char*, 6>& words, const std::string& word) {
  return static_cast<int>(std::find(words.begin(), words.end(), word) - words.begin());
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
      const int c = find_word(coordinate_words, word);
      if (c == 6) {
        throw InputError(
            Finding{"bad-choice", table.where_is(key), "there is no coordinate \"" + word + "\"",
                    suggest(word, {coordinate_words.begin(), coordinate_words.end()})});
      }
      body.free[static_cast<std::size_t>(c)] = std::string(key) == "free";
    }
  }
}

void read_wheels(const Table& table, BodyEntry& body) {
  if (!table.has("wheels")) return;
  body.left = body.right = false;
  for (const std::string& side : table.texts("wheels")) {
    if (side != "left" && side != "right") {
      throw InputError(Finding{"bad-choice", table.where_is("wheels"),
                               "there is no side \"" + side + "\" of a wheelset",
                               suggest(side, {"left", "right"})});
    }
    (side == "left" ? body.left : body.right) = true;
  }
  if (body.type != BodyType::wheelset || !(body.left || body.right)) {
    throw InputError(Finding{"contradiction", table.where_is("wheels"),
                             body.type == BodyType::wheelset ? "a wheelset without wheels"
                                                             : "only a wheelset has wheels",
                             "write type = \"wheelset\" and wheels = [\"left\", \"right\"]"});
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
  body.new_name = table.text_or("name", "");
  read_wheels(table, body);
  if (body.type == BodyType::wheelset) body.wheels.push_back({table});
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

// Elements and joints have their position the same way: "at" for both ends, or one for each.
template <class Entry>
void read_ends(const Table& table, const std::string& what, Entry& entry) {
  if (!table.has("at") && !(table.has("at_first") && table.has("at_second"))) {
    throw InputError(Finding{"missing-key", table.where,
                             what + " \"" + entry.name + "\" has no position",
                             "give \"at\", or \"at_first\" and \"at_second\""});
  }
  if (table.has("at") && (table.has("at_first") || table.has("at_second"))) {
    throw InputError(Finding{"contradiction", table.where_is("at"),
                             "\"at\" gives both ends, but one of them is also given separately",
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

// One element, or a pair of them: on the left as given, on the right mirrored.
void read_elements(const std::string& name, const Table& table,
                   std::vector<ElementEntry>& elements) {
  ElementEntry element = read_element(name, table);
  if (!table.flag("both_sides")) {
    elements.push_back(std::move(element));
    return;
  }
  if (!(element.at_first.y() > 0.0 && element.at_second.y() > 0.0)) {
    throw InputError(Finding{"out-of-range", table.where_is("both_sides"),
                             "element \"" + name + "\" is for both sides, but not on the left",
                             "give the position of the left one: y > 0"});
  }
  ElementEntry right = element;
  element.name = name + "_left";
  right.name = name + "_right";
  elements.push_back(std::move(element));
  right.at_first.y() *= -1.0;
  right.at_second.y() *= -1.0;
  element::element_types().at(right.type).mirror({1.0, -1.0}, right.parameters);
  elements.push_back(std::move(right));
}

MarkerEntry read_marker(const std::string& name, const Table& table) {
  return {name, table.where, table.text("body"), table.where_is("body"), get_vector(table, "at")};
}

// Every entry of a dictionary by `read`.
template <class Entry, class Read>
void read_all(const Table& table, const char* key, Read read, std::vector<Entry>& entries) {
  if (!table.has(key)) return;
  for (const auto& [name, value] : table.table(key).entries()) {
    entries.push_back(read(name, std::get<Table>(value.data)));
  }
}

PartPlacement read_placement(const std::string& name, const Table& table) {
  PartPlacement placement;
  placement.name = name;
  if (table.has("at")) placement.at = get_vector(table, "at");
  const std::string mirror = table.text_or("mirror", "");
  if (mirror.find('x') != std::string::npos) placement.mirror.x = -1.0;
  if (mirror.find('y') != std::string::npos) placement.mirror.y = -1.0;
  return placement;
}

void check_part_name(const std::string& name, const SourceLocation& where) {
  if (!name.empty() && name.find('/') == std::string::npos) return;
  throw InputError(Finding{"bad-name", where, "a part cannot be called \"" + name + "\"",
                           "names become channel names: not empty, without \"/\""});
}

// The names are still those that the file itself uses; bodies of parts have their names outside.
VehicleDescription read_table(const Table& table) {
  VehicleDescription description;
  description.where = table.where;
  description.name = table.text("name");
  read_all(table, "bodies", read_body, description.bodies);
  if (table.has("elements")) {
    for (const auto& [name, value] : table.table("elements").entries()) {
      read_elements(name, std::get<Table>(value.data), description.elements);
    }
  }
  for (ElementEntry& element : description.elements) {
    element.static_preload = table.text("preload") == "static";
  }
  read_all(table, "joints", read_joint, description.joints);
  read_all(table, "relations", read_relation, description.relations);
  read_all(table, "markers", read_marker, description.markers);
  if (table.has("parts")) {
    for (const auto& [name, value] : table.table("parts").entries()) {
      check_part_name(name, value.where);
      const Table& part_table = std::get<Table>(value.data);
      VehicleDescription part = read_table(part_table);
      place(read_placement(name, part_table), part);
      for (BodyEntry& body : part.bodies) body.part = name;
      append(std::move(part), description);
    }
  }
  if (table.has("wheels")) {
    for (BodyEntry& body : description.bodies)
      if (body.type == BodyType::wheelset) body.wheels.push_back({table.table("wheels")});
  }
  return description;
}

}  // namespace

VehicleDescription read_description(const Table& table) {
  VehicleDescription description = read_table(table);
  place({}, description);  // gives the bodies their own names
  return description;
}

}  // namespace fourfoot::vehicle

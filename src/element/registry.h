#pragma once

#include <map>
#include <memory>
#include <string>

#include "base/schema.h"
#include "base/value.h"
#include "element/element.h"

namespace fourfoot::element {

/// Where the ends stand in the nominal position of the vehicle. Springs count their displacement
/// from here (there they carry their preload); a rod takes its length from here.
struct Nominal {
  Vec3 d = Vec3::Zero();  ///< B's point from A's point, in A's axes [m]
};

struct ElementType {
  SchemaPtr schema;  ///< the law's own parameters
  std::unique_ptr<Element> (*build)(const Table& table, const Nominal& nominal);
};

/// All laws by the name files use.
const std::map<std::string, ElementType>& element_types();

/// Builds the law `type` from a checked table; throws InputError for an unknown type.
std::unique_ptr<Element> build_element(const std::string& type, const Table& table,
                                       const Nominal& nominal);

/// Three numbers of a key, or zero if it is absent.
Vec3 get_vec3(const Table& table, const std::string& key);

}  // namespace fourfoot::element

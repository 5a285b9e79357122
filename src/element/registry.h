#pragma once

#include <map>
#include <memory>
#include <string>

#include "base/schema.h"
#include "base/value.h"
#include "element/element.h"
#include "element/reflection.h"

namespace fourfoot::element {

/// Where the ends stand in the nominal position of the vehicle. Springs count their displacement
/// from here (there they carry their preload); a rod takes its length from here.
struct Nominal {
  Vec3 d = Vec3::Zero();  ///< B's point from A's point, in A's axes [m]
};

struct ElementType {
  SchemaPtr schema;  ///< the law's own parameters
  std::unique_ptr<Element> (*build)(const Table& table, const Nominal& nominal);
  /// Parameters of the mirrored element.
  void (*mirror)(const Reflection& reflection, Table& table);
  /// Vertical stiffness [N/m] with which it carries weight; none: it never does by itself.
  double (*vertical_stiffness)(const Table& table) = nullptr;
  std::size_t preload_count = 0;  ///< numbers of its `preload`, the third is the vertical force
  bool on_axle = false;           ///< fixed to the spinning axle, not to its bearings
};

/// All laws by the name files use.
const std::map<std::string, ElementType>& element_types();

/// Builds the law `type` from a checked table; throws InputError for an unknown type.
std::unique_ptr<Element> build_element(const std::string& type, const Table& table,
                                       const Nominal& nominal);

/// Three numbers of a key, or zero if it is absent.
Vec3 get_vec3(const Table& table, const std::string& key);

}  // namespace fourfoot::element

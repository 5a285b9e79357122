#include "element/spring_damper.h"

namespace fourfoot::element {

SchemaPtr SpringDamper::schema() {
  static const auto schema = std::make_shared<const Schema>(
      Schema{"spring-damper",
             "Linear spring and damper per axis between two points",
             {numbers("stiffness", "N/m", "stiffness along x, y, z of end A").of_length(3),
              numbers("damping", "N s/m", "damping along x, y, z of end A").of_length(3),
              numbers("preload", "N", "force on end B in the nominal position, along A's axes")
                  .of_length(3)},
             "",
             {}});
  return schema;
}

std::unique_ptr<Element> SpringDamper::build(const Table& table, const Nominal& nominal) {
  return std::make_unique<SpringDamper>(get_vec3(table, "stiffness"), get_vec3(table, "damping"),
                                        get_vec3(table, "preload"), nominal.d);
}

}  // namespace fourfoot::element

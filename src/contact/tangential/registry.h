#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/schema.h"
#include "base/value.h"
#include "contact/tangential/tangential_law.h"

namespace fourfoot::contact {

/// A tangential law that a file or the command line may name.
struct TangentialMethod {
  std::string name;
  std::string doc;
  std::vector<Field> fields;  ///< its parameters besides the name; all have defaults
  std::unique_ptr<TangentialLaw> (*make)(const Material&, const Table&);
};

/// All laws of the program, the default first. Files may also say "plugin" (plugin_law.h).
const std::vector<TangentialMethod>& get_tangential_methods();
std::vector<std::string> get_tangential_names();

/// The schema of a table that chooses a law: `law` selects the fields.
SchemaPtr get_tangential_schema();

/// From a table checked against that schema (defaults filled in or absent).
/// Throws InputError (id "unknown-law") for a name that is not among the laws.
std::unique_ptr<TangentialLaw> make_tangential_law(const Table& table, const Material& material);
/// The law of a name with its defaults.
std::unique_ptr<TangentialLaw> make_tangential_law(const std::string& name,
                                                   const Material& material);

}  // namespace fourfoot::contact

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/schema.h"
#include "integrate/integrator.h"

namespace fourfoot::integrate {

/// A method that a scenario may name in [integrator] method = "...".
struct Method {
  std::string name;
  std::string doc;
  bool is_adaptive;           ///< chooses its step; else `step` rules
  std::vector<Field> fields;  ///< its keys besides `method`
  std::unique_ptr<Integrator> (*make)(Problem&, const Options&);
};

/// All methods, the default first.
const std::vector<Method>& get_methods();
std::vector<std::string> get_method_names();

/// The schema of the table [integrator]: `method` selects the fields.
SchemaPtr get_integrator_schema();
/// From a table checked against that schema; absent keys keep the defaults of Options.
Options read_options(const Table& table);

/// Throws InputError (id "unknown-integrator") for a name that is not among the methods.
std::unique_ptr<Integrator> make_integrator(const std::string& method, Problem& problem,
                                            Options options);

}  // namespace fourfoot::integrate

#pragma once

#include <memory>

#include "base/plugin_registry.h"
#include "contact/tangential/tangential_law.h"

namespace fourfoot::contact {

/// The word for a law by somebody else's function. It is not among get_tangential_methods(), whose
/// laws can all be made by their names alone.
inline constexpr const char* plugin_law_name = "plugin";

/// A tangential law by a function (FOURFOOT_CREEP of base/plugin.h), with its own derivatives or
/// central differences. Nothing checks that it opposes creepage and stays below mu N.
class PluginLaw final : public TangentialLaw {
 public:
  PluginLaw(const Material& material, PluginCall call);

 protected:
  TangentialForce do_calc(const TangentialInput& in) const override;
  TangentialForce do_calc(const TangentialInput& in, TangentialJacobian& jacobian) const override;

 private:
  std::array<double, 10> make_input(const TangentialInput& in) const;
  PluginCall call_;
};

SchemaPtr get_plugin_law_schema();
/// Throws InputError as PluginCall::read does.
std::unique_ptr<TangentialLaw> make_plugin_law(const Material& material, const Table& table);

}  // namespace fourfoot::contact

#pragma once

#include <array>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/plugin.h"
#include "base/schema.h"
#include "base/value.h"

namespace fourfoot {

/// A law of somebody else's that files may name (base/plugin.h).
struct Plugin {
  std::string name;
  fourfoot_plugin_kind kind = FOURFOOT_LINE;
  std::size_t parameter_count = 0;
  std::size_t state_count = 0;
  fourfoot_law law = nullptr;
  void* context = nullptr;
  std::shared_ptr<void> owner = {};  ///< kept as long as anybody may call the law
};

/// Plug-ins of this process by their names; one of the same name is replaced, and stays with who
/// uses it already. Throws std::invalid_argument for what cannot be one.
void add_plugin(Plugin plugin);
/// False if there is none.
bool remove_plugin(const std::string& name);
std::vector<std::string> list_plugins();

/// A plug-in failed. Not a RunError: nobody tries again with other numbers, and what a study would
/// count as a failed point ends it here.
class PluginError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Shared libraries named in files are code, and are loaded only once the user has said so: by this,
/// by --allow-code or by the environment (FOURFOOT_ALLOW_CODE=1).
void allow_plugin_code(bool is_allowed);
bool is_plugin_code_allowed();

/// Keys of a table that names a plug-in: function, library, parameters.
std::vector<Field> list_plugin_fields();

/// Which numbers of a law are differentiated, in the order of its derivatives, and how far apart the
/// differences are taken: steps of 6e-6 times the number or its scale, whichever is larger.
struct DerivativePlan {
  std::vector<std::size_t> inputs;
  std::vector<double> scales;  ///< of each of these inputs
  std::vector<std::size_t> outputs;
};

/// A plug-in with the parameters of one table. Calls allocate nothing.
class PluginCall {
 public:
  static constexpr std::size_t most_inputs = 13 + FOURFOOT_MAX_STATES;
  static constexpr std::size_t most_outputs = 8 + FOURFOOT_MAX_STATES;

  /// By a checked table. Throws InputError (unknown-plugin, plugin-code, plugin-library,
  /// plugin-version, plugin-kind, plugin-parameters).
  static PluginCall read(const Table& table, const std::vector<fourfoot_plugin_kind>& kinds);

  const Plugin& plugin() const { return *plugin_; }
  /// Throws PluginError if the law fails, StateOutOfRange if a number is not finite.
  void calc(const double* in, double* out) const;
  /// The same with derivatives, the law's own or central differences.
  void calc(const double* in, double* out, double* derivatives) const;
  void set_plan(DerivativePlan plan) { plan_ = std::move(plan); }
  /// For laws whose derivatives are no Jacobian: true if the law has filled them itself.
  bool calc_own(const double* in, double* out, double* derivatives, std::size_t count) const;

 private:
  PluginCall(std::shared_ptr<const Plugin> plugin, std::vector<double> parameters);
  int call(const double* in, double* out, double* derivatives) const;
  [[noreturn]] void fail(int code) const;
  void check(const double* numbers, std::size_t count) const;

  std::shared_ptr<const Plugin> plugin_;
  std::vector<double> parameters_;
  std::size_t output_count_ = 0;
  DerivativePlan plan_;
};

}  // namespace fourfoot

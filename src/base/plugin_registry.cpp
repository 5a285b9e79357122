#include "base/plugin_registry.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <map>
#include <mutex>

#include "base/error.h"
#include "base/plugin_library.h"

namespace fourfoot {

namespace {

struct PluginStore {
  std::mutex mutex;
  std::map<std::string, std::shared_ptr<const Plugin>> plugins;
};
// Never destroyed: laws of Python functions must not be let go of after the interpreter.
PluginStore& get_plugin_store() {
  static PluginStore* const store = new PluginStore;
  return *store;
}

bool is_allowed_by_environment() {
  const char* const word = std::getenv("FOURFOOT_ALLOW_CODE");
  return word != nullptr && std::string(word) == "1";
}
std::atomic<bool>& get_code_flag() {
  static std::atomic<bool> flag{is_allowed_by_environment()};
  return flag;
}

const char* describe_kind(fourfoot_plugin_kind kind) {
  switch (kind) {
    case FOURFOOT_LINE:
      return "a force along a line";
    case FOURFOOT_BEARING:
      return "forces and torques between two bodies";
    case FOURFOOT_CREEP:
      return "a creep law";
    default:
      return "an irregularity";
  }
}

std::shared_ptr<const Plugin> find_registered(const Table& table) {
  const std::string& name = table.text("function");
  PluginStore& store = get_plugin_store();
  const std::lock_guard lock(store.mutex);
  const auto found = store.plugins.find(name);
  if (found != store.plugins.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& entry : store.plugins) names.push_back(entry.first);
  throw InputError(Finding{"unknown-plugin", table.where_is("function"),
                           "there is no plug-in \"" + name + "\"",
                           names.empty() ? "name its shared library: library = \"mine.so\", or add "
                                           "it from Python with fourfoot.plugin"
                                         : suggest(name, names)});
}

}  // namespace

void check_plugin(const Plugin& plugin) {
  const bool has_states = plugin.kind == FOURFOOT_LINE || plugin.kind == FOURFOOT_BEARING;
  if (plugin.name.empty()) throw std::invalid_argument("a plug-in needs a name");
  if (plugin.law == nullptr)
    throw std::invalid_argument("the plug-in \"" + plugin.name + "\" has no function");
  if (plugin.kind < FOURFOOT_LINE || plugin.kind > FOURFOOT_IRREGULARITY)
    throw std::invalid_argument("the plug-in \"" + plugin.name + "\" is of no known kind");
  if (plugin.state_count > (has_states ? FOURFOOT_MAX_STATES : 0))
    throw std::invalid_argument("the plug-in \"" + plugin.name + "\" has too many states");
  if (plugin.parameter_count > 1000)
    throw std::invalid_argument("the plug-in \"" + plugin.name + "\" has too many parameters");
}

void add_plugin(Plugin plugin) {
  check_plugin(plugin);
  auto kept = std::make_shared<const Plugin>(std::move(plugin));
  PluginStore& store = get_plugin_store();
  const std::lock_guard lock(store.mutex);
  store.plugins[kept->name].swap(kept);  // the one before goes outside the lock, with `kept`
}

bool remove_plugin(const std::string& name) {
  std::shared_ptr<const Plugin> gone;
  PluginStore& store = get_plugin_store();
  const std::lock_guard lock(store.mutex);
  const auto found = store.plugins.find(name);
  if (found == store.plugins.end()) return false;
  gone = found->second;
  store.plugins.erase(found);
  return true;
}

std::vector<std::string> list_plugins() {
  PluginStore& store = get_plugin_store();
  const std::lock_guard lock(store.mutex);
  std::vector<std::string> names;
  for (const auto& entry : store.plugins) names.push_back(entry.first);
  return names;
}

void allow_plugin_code(bool is_allowed) {
  get_code_flag() = is_allowed;
}

bool is_plugin_code_allowed() {
  return get_code_flag();
}

std::vector<Field> list_plugin_fields() {
  return {text("function", "name of the plug-in").required(),
          path("library",
               "shared library with the plug-in. It is code and is loaded only with --allow-code. "
               "Default: a plug-in that a Python or C++ program has added"),
          numbers("parameters", "", "numbers that are passed to the plug-in, SI").up_to(1000)};
}

PluginCall PluginCall::read(const Table& table, const std::vector<fourfoot_plugin_kind>& kinds) {
  std::shared_ptr<const Plugin> plugin =
      table.has("library") ? load_plugin(table) : find_registered(table);
  if (std::find(kinds.begin(), kinds.end(), plugin->kind) == kinds.end()) {
    std::string wanted;
    for (const fourfoot_plugin_kind kind : kinds)
      wanted += (wanted.empty() ? "" : " or ") + std::string(describe_kind(kind));
    throw InputError(Finding{"plugin-kind", table.where_is("function"),
                             "the plug-in \"" + plugin->name + "\" is " +
                                 describe_kind(plugin->kind) + ", and cannot be used here",
                             "expected " + wanted});
  }
  std::vector<double> parameters;
  if (table.has("parameters")) parameters = table.numbers("parameters");
  if (parameters.size() != plugin->parameter_count)
    throw InputError(Finding{"plugin-parameters", table.where_is("parameters"),
                             "the plug-in \"" + plugin->name + "\" takes " +
                                 std::to_string(plugin->parameter_count) + " parameters, not " +
                                 std::to_string(parameters.size())});
  return PluginCall(std::move(plugin), std::move(parameters));
}

}  // namespace fourfoot

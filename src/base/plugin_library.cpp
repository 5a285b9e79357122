#include "base/plugin_library.h"

#include <dlfcn.h>

#include <filesystem>
#include <map>
#include <mutex>

#include "base/error.h"

namespace fourfoot {

namespace {

constexpr const char* get_plugins_name = "fourfoot_get_plugins";

using LibraryPlugins = std::map<std::string, std::shared_ptr<const Plugin>>;

[[noreturn]] void refuse_library(const Table& table, const std::string& why) {
  throw InputError(Finding{"plugin-library", table.where_is("library"), why,
                           "expected a shared library made with fourfoot/plugin.h"});
}

LibraryPlugins copy_plugins(const fourfoot_plugin_list& list, const Table& table) {
  if (list.version != FOURFOOT_PLUGIN_VERSION)
    throw InputError(Finding{"plugin-version", table.where_is("library"),
                             "the library was made for version " + std::to_string(list.version) +
                                 " of the interface of plug-ins, this program has version " +
                                 std::to_string(FOURFOOT_PLUGIN_VERSION),
                             "compile it with the fourfoot/plugin.h of this program"});
  if (list.count > 1000 || (list.count > 0 && list.plugins == nullptr))
    refuse_library(table, "the library's list of plug-ins cannot be one");
  LibraryPlugins plugins;
  for (std::uint32_t i = 0; i < list.count; ++i) {
    const fourfoot_plugin& given = list.plugins[i];
    Plugin plugin{given.name == nullptr ? "" : given.name,
                  static_cast<fourfoot_plugin_kind>(given.kind),
                  given.parameter_count,
                  given.state_count,
                  given.law,
                  given.context};
    try {
      check_plugin(plugin);
    } catch (const std::invalid_argument& fault) {
      refuse_library(table, fault.what());
    }
    plugins[plugin.name] = std::make_shared<const Plugin>(plugin);
  }
  return plugins;
}

LibraryPlugins open_library(const std::string& path, const Table& table) {
  // With a folder in its name the loader takes this file and searches nowhere.
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* const why = dlerror();
    refuse_library(table, std::string("the library cannot be loaded: ") + (why ? why : path));
  }
  const auto get =
      reinterpret_cast<fourfoot_get_plugins_function>(dlsym(library, get_plugins_name));
  if (get == nullptr)
    refuse_library(table, std::string("the library has no function ") + get_plugins_name);
  const fourfoot_plugin_list* const list = get();
  if (list == nullptr) refuse_library(table, "the library has no list of plug-ins");
  return copy_plugins(*list, table);
}

}  // namespace

std::shared_ptr<const Plugin> load_plugin(const Table& table) {
  const std::string path = std::filesystem::absolute(table.text("library")).string();
  if (!is_plugin_code_allowed())
    throw InputError(Finding{"plugin-code", table.where_is("library"),
                             "\"" + path + "\" is code, and would run with all your rights",
                             "if you trust who made it, call again with --allow-code, or with "
                             "FOURFOOT_ALLOW_CODE=1 in the environment"});
  static std::mutex mutex;
  static std::map<std::string, LibraryPlugins> libraries;
  const std::lock_guard lock(mutex);
  auto found = libraries.find(path);
  if (found == libraries.end()) found = libraries.emplace(path, open_library(path, table)).first;
  const std::string& name = table.text("function");
  const auto plugin = found->second.find(name);
  if (plugin != found->second.end()) return plugin->second;
  std::vector<std::string> names;
  for (const auto& entry : found->second) names.push_back(entry.first);
  throw InputError(Finding{"unknown-plugin", table.where_is("function"),
                           "the library has no plug-in \"" + name + "\"", suggest(name, names)});
}

}  // namespace fourfoot

#pragma once

#include <memory>

#include "base/plugin_registry.h"

namespace fourfoot {

/// Throws std::invalid_argument with a sentence unless all of it can be one.
void check_plugin(const Plugin& plugin);

/// The plug-in `function` of the shared library `library` of a checked table. A library is loaded
/// once and stays. Throws InputError (plugin-code, plugin-library, plugin-version, unknown-plugin).
std::shared_ptr<const Plugin> load_plugin(const Table& table);

}  // namespace fourfoot

#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "base/source_location.h"

namespace fourfoot::input {

/// Where a scenario's text comes from: a file, or text that is in memory already. Files that it
/// names are looked for beside `file` in both cases.
struct ScenarioSource {
  std::filesystem::path file;
  std::shared_ptr<const SourceFile> text;  ///< nothing: read from the file

  // Whoever has a file names it and nothing more.
  ScenarioSource(std::filesystem::path path) : file(std::move(path)) {}
  ScenarioSource(const std::string& path) : file(path) {}
  ScenarioSource(const char* path) : file(path) {}
  ScenarioSource(std::shared_ptr<const SourceFile> given, const std::filesystem::path& folder)
      : file(folder / "scenario.toml"), text(std::move(given)) {}
};

}  // namespace fourfoot::input

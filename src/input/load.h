#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/schema.h"
#include "base/value.h"
#include "input/override.h"
#include "input/raw.h"

namespace fourfoot::input {

/// A file with everything it draws in, checked: numbers are SI, defaults are filled in.
struct Document {
  Table root;
  std::vector<std::shared_ptr<const SourceFile>> sources;  ///< all files read, the main one first
  std::vector<std::string> load_cases;                     ///< names of all there are
};

/// Reads a TOML file: follows `include` (in any table) and files that stand for tables, puts the
/// chosen load cases and overrides on top, checks all against the schema. Throws one InputError
/// with everything found.
Document load_document(const std::filesystem::path& path, const Schema& schema,
                       const std::vector<Setting>& overrides = {});

/// The same for text that is already in memory (tests, fuzzing, other programs).
Document load_document(std::shared_ptr<const SourceFile> source,
                       const std::filesystem::path& folder, const Schema& schema,
                       const std::vector<Setting>& overrides = {});

/// The tables of a file with what it includes, unchecked.
Raw load_raw(const std::filesystem::path& path);

}  // namespace fourfoot::input

#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "input/load.h"
#include "input/scenario_source.h"
#include "scenario/scenario.h"

namespace fourfoot::input {

/// A scenario with the texts it came from.
struct ScenarioFile {
  scenario::Scenario scenario;
  std::vector<std::shared_ptr<const SourceFile>> sources;
  std::vector<std::string> load_cases;  ///< names of all there are
};

/// Where contact tables are kept between runs: $FOURFOOT_CACHE, else fourfoot in $XDG_CACHE_HOME or
/// in ~/.cache; empty if there is no such folder.
std::string find_cache_folder();

/// The entries alone, checked: numbers in SI, defaults filled in.
Document load_scenario(const ScenarioSource& source, const std::vector<Setting>& overrides = {});

ScenarioFile read_scenario_file(const ScenarioSource& source,
                                const std::vector<Setting>& overrides = {});

/// A track file, or an alignment by itself.
track::TrackDescription read_track_file(const std::filesystem::path& path,
                                        const std::vector<Setting>& overrides = {});

/// Whether a file begins as HDF5 files do.
bool is_hdf5(const std::filesystem::path& path);

/// Kinds of files that `fourfoot check` knows.
enum class FileKind {
  scenario,
  vehicle,
  track,
  study,
  optimisation,
  wear,
  profile,
  geometry,
  results
};

/// By the `format` key, else by what the file holds, what it includes counted in.
FileKind find_file_kind(const std::filesystem::path& path);

}  // namespace fourfoot::input

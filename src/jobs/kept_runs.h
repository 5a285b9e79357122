#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "analysis/study_point.h"
#include "results/results_writer.h"

namespace fourfoot::jobs {

/// The folder of a sweep's runs: run-001.h5, run-002.h5, ... by the number of the point, and a file
/// study.txt that says of which study they are. Several processes may work in it.
class KeptRuns {
 public:
  /// Makes the folder. InputError study-changed if it holds something else than this study's runs
  /// and not `force`, output-unwritable if it cannot be made or the disk has no room for `bytes`.
  KeptRuns(const std::filesystem::path& folder, const std::string& key, std::size_t count,
           std::uint64_t bytes, bool force);

  std::filesystem::path get_file(std::size_t point) const;
  /// Writes the run of a point; of a run that is cancelled nothing stays. InputError if it cannot
  /// begin. If the disk takes no more, `write_fault` gets the reason and the run ends by RunError.
  std::unique_ptr<analysis::RunKeeper> make_keeper(std::size_t point,
                                                   const scenario::Member& member,
                                                   const results::ResultsHeader& header,
                                                   std::size_t rows,
                                                   std::string& write_fault) const;

 private:
  std::filesystem::path folder_;
  int digits_ = 3;
};

/// What the results files of so many runs like this one take, about [bytes].
std::uint64_t estimate_kept_bytes(const scenario::Member& member, std::size_t count);

}  // namespace fourfoot::jobs

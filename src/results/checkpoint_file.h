#pragma once

#include <filesystem>

#include "analysis/checkpoint.h"
#include "results/results_writer.h"

namespace fourfoot::results {

/// Writes a checkpoint (docs/formats/checkpoint.md) with the name of the run and a fingerprint of
/// what `header` says of it. An old one is replaced in one stroke: a kill at any time leaves one or
/// the other whole. Throws RunError if it cannot be written.
void write_checkpoint(const std::filesystem::path& path, const analysis::Checkpoint& checkpoint,
                      const ResultsHeader& header);

struct CheckpointFile {
  analysis::Checkpoint checkpoint;
  std::string run_id;  ///< of the run that wrote it
};

/// Throws InputError: "file-not-found", "not-checkpoint" (damaged, too), or "checkpoint-mismatch"
/// if it is of a run with other inputs or overrides than `header` says.
CheckpointFile read_checkpoint(const std::filesystem::path& path, const ResultsHeader& header);

/// Whether `results` are those that the checkpoint's run wrote, with its rows. Throws InputError
/// ("results-mismatch") if not.
void check_same_run(const CheckpointFile& from, const ResultsReader& results,
                    const std::filesystem::path& path, const std::vector<Channel>& channels,
                    double output_step);

}  // namespace fourfoot::results

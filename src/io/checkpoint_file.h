#pragma once

#include <filesystem>

#include "analysis/checkpoint.h"
#include "io/results_writer.h"

namespace fourfoot::io {

/// Writes a checkpoint (docs/formats/checkpoint.md) with a fingerprint of what `header` says of the
/// run. An old one is replaced in one stroke: a kill at any time leaves one or the other whole.
/// Throws RunError if it cannot be written.
void write_checkpoint(const std::filesystem::path& path, const analysis::Checkpoint& checkpoint,
                      const ResultsHeader& header);

/// Throws InputError: "file-not-found", "not-checkpoint", or "checkpoint-mismatch" if it is of a
/// run with other inputs or overrides than `header` says.
analysis::Checkpoint read_checkpoint(const std::filesystem::path& path,
                                     const ResultsHeader& header);

/// Throws InputError "output-unwritable" if write_checkpoint would fail, or "output-exists" if
/// something else than a checkpoint would be overwritten.
void check_checkpoint_place(const std::filesystem::path& path);

}  // namespace fourfoot::io

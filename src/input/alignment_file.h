#pragma once

#include <filesystem>
#include <memory>

#include "track/alignment.h"

namespace fourfoot::input {

/// Whether a file holds an alignment, by its ending; what a file without one of them is, only its
/// content could say.
bool is_alignment_file(const std::filesystem::path& path);

/// Reads an alignment by the format that the file shows: LandXML, IFC, else a table.
track::Alignment read_alignment_file(const std::shared_ptr<const SourceFile>& source,
                                     const track::AlignmentRequest& request);

}  // namespace fourfoot::input

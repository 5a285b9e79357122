#pragma once

#include <memory>

#include "track/alignment.h"

namespace fourfoot::input {

/// Reads an IfcAlignment of an IFC 4.3 file (text, ISO 10303-21) by its design parameters:
/// horizontal, vertical and cant segments. Geometric representations are not looked at.
track::Alignment read_ifc_alignment(const std::shared_ptr<const SourceFile>& source,
                                    const track::AlignmentRequest& request);

}  // namespace fourfoot::input

#pragma once

#include <memory>

#include "track/alignment.h"

namespace fourfoot::input {

/// Reads an alignment of a LandXML 1.2 file: CoordGeom (Line, Curve, Spiral), the first ProfAlign
/// (PVI, ParaCurve, UnsymParaCurve, CircCurve), Cant (CantStation) and StaEquation.
track::Alignment read_landxml(const std::shared_ptr<const SourceFile>& source,
                              const track::AlignmentRequest& request);

}  // namespace fourfoot::input

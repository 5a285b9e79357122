#pragma once

#include <string>

#include "track/data_readers.h"
#include "track/spectra.h"

namespace fourfoot::track {

/// Spectra from a table of measured densities: a column Omega [rad/m] (ascending, above 0) and
/// columns alignment, vertical, gauge, cross_level [m2/(rad/m)], one-sided. Between rows the
/// logarithm of the density is linear over that of Omega; outside the table there is no power.
/// Throws InputError.
SpectrumSet read_spectrum_table(const std::string& path, const SourceLocation& where,
                                const ColumnReader& read);

}  // namespace fourfoot::track

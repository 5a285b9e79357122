#pragma once

#include <memory>
#include <string>

#include "base/source_location.h"
#include "profile/points.h"

namespace fourfoot::profile {

/// The point formats. `calc_format` tells by the file name's ending: .prw .prr (SIMPACK), .whl .ban
/// (MiniProf), anything else two columns.
enum class PointFormat { two_columns, simpack, miniprof };
PointFormat calc_format(const std::string& file_name);

/// Text -> points, in the file's own orientation and unit but with the shifts, rotations and
/// mirrors that the file itself prescribes applied. Faults of the text throw InputError with file,
/// line and column: profile-empty, profile-number, profile-columns, profile-key, profile-unclosed.
RawPoints read_points(std::shared_ptr<const SourceFile> file, PointFormat format);
RawPoints read_two_columns(std::shared_ptr<const SourceFile> file);
RawPoints read_simpack(std::shared_ptr<const SourceFile> file);
RawPoints read_miniprof(std::shared_ptr<const SourceFile> file);

/// read_points by the file's name, then build_profile.
Profile read_profile(std::shared_ptr<const SourceFile> file, const PointOptions& options = {});

}  // namespace fourfoot::profile

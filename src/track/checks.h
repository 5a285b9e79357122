#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "track/description.h"

namespace fourfoot::track {

/// Checks of single values of elements; each adds its finding at the element's location.
void check_length(double length, const SourceLocation& where, std::vector<Finding>& findings);
void check_radius(const TrackDescription& description, double curvature,
                  const SourceLocation& where, std::vector<Finding>& findings);
void check_cant(const TrackDescription& description, double cant, const SourceLocation& where,
                std::vector<Finding>& findings);
void check_points(const HorizontalElement& element, std::vector<Finding>& findings);
/// f(0) = 0 holds by form; f(1) must be 1.
void check_polynomial(const std::vector<double>& coefficients, const SourceLocation& where,
                      std::vector<Finding>& findings);

/// "straight", "R = 300 m left".
std::string describe_curvature(double curvature);
/// "0", "150 mm (right rail)".
std::string describe_cant(double cant);
/// Short decimal form for messages.
std::string describe_number(double value);

}  // namespace fourfoot::track

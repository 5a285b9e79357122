#include "evaluate/figure.h"

#include <cmath>

namespace fourfoot::evaluate {

std::string Figure::get_verdict() const {
  const double judged = std::isnan(value) ? largest : value;
  if (std::isnan(judged)) return "no data";
  if (std::isnan(limit)) return "no limit";
  return judged > limit ? "exceeds" : "within";
}

std::string Figure::get_basis() const {
  if (std::isnan(value)) return std::isnan(largest) ? "" : "largest section";
  return sections > 0 ? "estimate" : "record";
}

}  // namespace fourfoot::evaluate

#pragma once

#include <string>

namespace fourfoot::cli {

/// What `track --fit` asks for.
struct FitRequest {
  std::string file;     ///< table of points, or of curvature over chainage
  std::string chord;    ///< of versines
  std::string output;   ///< track file; empty: none
  std::string picture;  ///< empty: none
  std::string format = "text";
  double caution = 4.0;
};

/// Finds straights, transitions and arcs, prints them with what they miss, writes and draws them.
void fit_line(const FitRequest& request);

}  // namespace fourfoot::cli

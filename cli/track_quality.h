#pragma once

#include <string>
#include <vector>

#include "track/track.h"

namespace fourfoot::cli {

/// What `track --quality` asks for.
struct QualityRequest {
  double from = 0.0, to = 0.0;      ///< [m]
  double section = 200.0;           ///< [m]
  std::vector<double> twist_bases;  ///< [m]; empty: 3 m
  double speed = 0.0;               ///< of the limits [m/s]; 0: no limits
  std::string limits;               ///< file; empty: the one that ships
  std::string format = "text";
};

/// Prints the figures of EN 13848 of a line as it lies.
void print_quality(const track::Track& track, const QualityRequest& request);

/// Writes the spectra of its irregularities as a table that [[irregularity]] reads again.
void write_spectra(const track::Track& track, double from, double to, const std::string& file);

}  // namespace fourfoot::cli

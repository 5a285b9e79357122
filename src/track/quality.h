#pragma once

#include <array>
#include <string>
#include <vector>

#include "track/quality_limits.h"
#include "track/track.h"
#include "track/wave_filter.h"

namespace fourfoot::track {

struct QualityOptions {
  double from = 0.0, to = 0.0;              ///< [m]
  double step = 0.25;                       ///< of the samples [m]
  double section = 200.0;                   ///< [m]
  std::vector<double> twist_bases = {3.0};  ///< [m]
};

/// The signals that are judged, each at equal distances: four of rails in three bands, gauge and
/// twists. The rails as they lie: deviations of all irregularities; twist and cross level with the
/// cant of the design.
struct QualitySignals {
  static constexpr std::array<const char*, 4> rails = {"level_left", "level_right",
                                                       "alignment_left", "alignment_right"};
  static constexpr std::array<const char*, 3> bands = {"D1", "D2", "D3"};
  std::vector<double> s;                                       ///< [m]
  std::array<std::array<std::vector<double>, 3>, 4> filtered;  ///< [m]
  std::vector<double> gauge;                                   ///< deviation [m]
  std::vector<std::vector<double>> twists;                     ///< of each base [m/m]
};

struct QualitySection {
  double from = 0.0, to = 0.0;                                ///< [m]
  std::array<std::array<double, 3>, 4> deviations;            ///< standard deviations [m]
  double gauge_mean = 0.0, gauge_min = 0.0, gauge_max = 0.0;  ///< deviations [m]
  std::vector<double> twists;  ///< largest |twist| of each base [m/m]
};

/// A stretch where something is beyond a limit.
struct Defect {
  std::string quantity;  ///< "level_left D1", "twist 3 m", "gauge_wide"
  std::string level;     ///< alert, intervention, immediate: the highest that is passed
  double from = 0.0, to = 0.0, at = 0.0;  ///< [m]; the peak
  double value = 0.0, limit = 0.0;        ///< [m], of twist [m/m]
  std::string trust;
};

/// Samples and filters, after EN 13848-1.
QualitySignals calc_quality_signals(const Track& track, const QualityOptions& options);
/// Whole sections from the beginning, and what is left over if it is longer than half of one.
std::vector<QualitySection> calc_quality_sections(const QualitySignals& signals,
                                                  const QualityOptions& options);
std::vector<Defect> find_defects(const QualitySignals& signals,
                                 const std::vector<QualitySection>& sections,
                                 const QualityOptions& options,
                                 const std::vector<QualityLimit>& limits);

}  // namespace fourfoot::track

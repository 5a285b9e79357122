#pragma once

#include <vector>

#include "track/irregularity.h"
#include "track/window.h"

namespace fourfoot::track {

/// Measured deviations over chainages, joined by C2 cubic splines that end without curvature.
/// Outside its chainages there is none; it fades over `fade` at both ends so that nothing jumps. A
/// spline through samples spaced d follows wavelengths above about 4 d.
struct DataOptions {
  std::vector<double> s;  ///< ascending [m]
  struct Column {
    Component component;
    std::vector<double> values;  ///< [m]
  };
  std::vector<Column> columns;
  double fade = 0.0;           ///< [m]
  double shortest_wave = 0.0;  ///< left by a filter [m]; 0: what the spline can follow
  double offset = 0.0;         ///< added to every chainage [m]
};

class DataIrregularity final : public Irregularity {
 public:
  /// Throws std::invalid_argument if sizes differ, fewer than 2 rows, or chainages do not ascend.
  explicit DataIrregularity(DataOptions options);
  void add(double s, RailDeviations& deviations) const override;
  double get_shortest_wave() const override {
    return o_.shortest_wave > 0.0 ? o_.shortest_wave : 4.0 * mean_spacing_;
  }
  std::vector<double> list_corners() const override { return window_.list_corners(); }
  Extent get_extent() const override { return {window_.begin, window_.end}; }
  std::size_t calc_memory() const override {
    return (2 * o_.columns.size() + 1) * o_.s.size() * sizeof(double);
  }

 private:
  DataOptions o_;
  std::vector<std::vector<double>> bends_;  ///< second derivatives at the chainages
  double mean_spacing_ = 1.0;
  Window window_;
};

}  // namespace fourfoot::track

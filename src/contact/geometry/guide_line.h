#pragma once

#include <vector>

namespace fourfoot::contact {

/// A coordinate of a rail along s through given values: cubic pieces with the slopes of Fritsch and
/// Butland (weighted harmonic mean of the slopes beside), once continuously differentiable.
///
///   d_k = (w1 + w2) / (w1 / m_{k-1} + w2 / m_k),   w1 = 2 h_k + h_{k-1}, w2 = h_k + 2 h_{k-1}
///
/// and 0 where the slopes beside have different signs; at the ends the slope of the parabola
/// through three values, kept within what leaves the piece monotone [FritschButland1984]. Between
/// two values it never leaves their range: a rail that is straight or level between two sections
/// stays so, and a ramp has no overshoot. Left out: the curvature jumps at the sections. Before the
/// first and behind the last value it stays level.
class GuideLine {
 public:
  struct Value {
    double value = 0.0, slope = 0.0;
  };

  GuideLine() = default;
  /// `s` growing, as many values.
  GuideLine(std::vector<double> s, std::vector<double> values);

  Value calc(double s) const;
  const std::vector<double>& chainages() const { return s_; }

 private:
  std::vector<double> s_, values_, slopes_;
};

}  // namespace fourfoot::contact

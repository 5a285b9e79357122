#pragma once

#include "evaluate/figure.h"
#include "evaluate/task.h"

namespace fourfoot::evaluate {

/// What a section's samples become.
enum class Gather {
  both,    ///< larger of |percentile p| and |percentile 100 - p|
  high,    ///< percentile p
  low,     ///< percentile 100 - p
  median,  ///< |percentile 50|
  rms,
};

/// Values of sections of a zone, and which sections they are of.
struct SectionValues {
  std::vector<double> values;
  std::vector<std::size_t> sections;
};

/// Gathers samples by sections as they come, keeps only those of the section at hand, and makes the
/// statistics of the sections.
class Collector {
 public:
  Collector(const Layout& layout, double percentile, Gather gather)
      : layout_(&layout), percentile_(percentile), gather_(gather) {}
  /// s must not go back. nan (a window that is not full) is left out.
  void take(double s, double x);
  void finish();
  /// Values of the sections of a zone.
  SectionValues list_values(std::size_t zone) const;

 private:
  void close();
  const Layout* layout_;
  double percentile_;
  Gather gather_;
  std::size_t at_ = 0;
  std::vector<double> samples_;
  std::vector<std::pair<std::size_t, double>> values_;  ///< section, value
};

/// Fills sections, largest, value (if there are enough sections: mean + k s, or the bound of a
/// regression on the situation's influences) and the note.
void judge_sections(const Situation& situation, std::size_t zone, const SectionValues& values,
                    const Quantity& quantity, Figure& figure);

/// "low pass 20 Hz (Butterworth, order 2 forth and back, -3 dB)".
std::string describe_filter(const Quantity& quantity);
std::string describe_percentile(const Quantity& quantity, Gather gather);

/// The quantity's filter, to be run forth and back: both passes together have -3 dB at the corners.
/// Corners at or above 0.45 rate are left out on the low-pass side: the record has nothing there.
Cascade design_filter(const Quantity& quantity, double rate);
void filter_by(const Quantity& quantity, double rate, std::vector<double>& x);

}  // namespace fourfoot::evaluate

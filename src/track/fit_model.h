#pragma once

#include <vector>

#include "math/types.h"
#include "track/fit_alignment.h"

namespace fourfoot::track {

/// Numbers that the search moves: begin, end and curvature of each element (outer ends are fixed,
/// straights keep 0), then the offset of the start and the heading.
class FitModel {
 public:
  FitModel(const MeasuredLine& line, std::vector<FittedElement> elements);

  std::size_t count() const;

  /// Calls `use(number, typical change)` for each that may move.
  template <class Use>
  void each(const Use& use) {
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      FittedElement& e = elements_[i];
      if (i > 0) use(e.begin, 1e-3);
      if (i + 1 < elements_.size()) use(e.end, 1e-3);
      if (e.curvature != 0.0) use(e.curvature, 1e-9);
    }
    if (!line_->has_points()) return;
    // Along the line the start may not move: the first element's end does that.
    use(offset_, 1e-4);
    use(heading_, 1e-7);
  }

  /// Ends stay in order.
  void keep_order();

  VecX calc_residuals() const;

  const std::vector<FittedElement>& elements() const { return elements_; }
  /// Start and heading stay.
  void replace(std::vector<FittedElement> elements) { elements_ = std::move(elements); }
  const std::vector<std::size_t>& rows() const { return rows_; }
  Vec2 start() const { return first_ + offset_ * across_; }
  double heading() const { return heading_; }

 private:
  const MeasuredLine* line_;
  std::vector<FittedElement> elements_;
  std::vector<std::size_t> rows_;
  Vec2 first_ = Vec2::Zero(), across_ = Vec2::Zero();  ///< first point; to the left of the line
  double offset_ = 0.0, heading_ = 0.0;
};

/// Moves the numbers until the sum of squares of the residuals is least: Levenberg and Marquardt's
/// method [Marquardt1963].
void refine(FitModel& model);

}  // namespace fourfoot::track

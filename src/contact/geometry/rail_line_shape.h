#pragma once

#include <array>
#include <memory>
#include <vector>

#include "contact/geometry/guide_line.h"
#include "contact/geometry/rail_section.h"
#include "contact/rail_panel.h"

namespace fourfoot::contact {

/// The surface of one rail between its cross sections, ready for contact.
///
/// A section is a shape and a guide point. The guide point follows smooth lines y_g(s), z_g(s)
/// (guide_line.h). The shape, seen from it, is a cubic of Catmull and Rom in s through those of the
/// sections k-1 ... k+2, points with the same u belonging together (laid_shape.h): the same fraction
/// of the arc length on either side of the top, or about the same slope:
///
///   p(u, s) = g(s) + sum c_i(s) p_i(u),   sum c_i = 1
///
/// once continuously differentiable in s: the tangent at a section is that of the parabola through
/// it and its neighbours, at an end the straight one. A rail of one shape that bends, ramps or flares
/// is exact, slopes included, so that sections are needed only where the shape changes.
class RailLineShape {
 public:
  /// InputError (rail-panel) where sections cannot be matched by angle.
  explicit RailLineShape(const RailLine& line);

  double begin() const { return begin_; }
  double end() const { return end_; }
  Side side() const { return side_; }
  bool is_instead() const { return is_instead_; }
  bool covers(double s) const { return s >= begin_ && s <= end_; }

  struct Guide {
    GuideLine::Value y, z;
  };
  Guide calc_guide(double s) const { return {y_.calc(s), z_.calc(s)}; }

  /// Of the shape at s: parts of up to four sections; returns how many.
  using Parts = std::array<RailSection::Part, 4>;
  std::size_t list_parts(double s, Parts& parts) const;

  /// Shapes are laid this far out, so that rails are about where wheels are [m].
  static constexpr double offset = 0.75;

 private:
  void check_match(const RailLine& line) const;

  double begin_, end_;
  Side side_;
  bool is_instead_;
  GuideLine y_, z_;
  std::vector<double> s_;
  /// Those of the same shape are one.
  std::vector<std::shared_ptr<const RailSection>> sections_;
};

/// Largest distance between points of two shapes that belong together may be this [m].
constexpr double most_shape_difference = 10e-3;

}  // namespace fourfoot::contact

#pragma once

#include "contact/geometry/search.h"

namespace fourfoot::contact {

/// Separation of one wheel (mirrored) with derivatives by its pose (y, z, roll, yaw), mirrored too.
struct Gap {
  using Vec4 = Eigen::Matrix<double, 4, 1>;
  using Mat4 = Eigen::Matrix<double, 4, 4>;
  bool exists = false;
  double value = 0.0;
  Vec4 gradient = Vec4::Zero();
  Mat4 hessian = Mat4::Zero();
  double s = 0.0;  ///< contact position (weighted mean) on the meridian
};

/// Gradient n . dp/dq of a separation whose contact point is `contour` and normal (0, ny, nz).
Gap::Vec4 calc_gap_gradient(const AxleFrame& axle, const ContourPoint& contour, double ny,
                            double nz);

/// Hard: least separation, no Hessian. Soft: see rigid.h.
Gap calc_gap(const WheelRailPair& pair, const AxleFrame& axle, SearchScratch& scratch);
Gap calc_soft_gap(const WheelRailPair& pair, const AxleFrame& axle, double softness,
                  SearchScratch& scratch);

}  // namespace fourfoot::contact

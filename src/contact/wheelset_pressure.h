#pragma once

#include <vector>

#include "contact/exact/steady_rolling.h"
#include "contact/geometry/search.h"

namespace fourfoot::contact {

/// A wheel pressed on its rail by exact theory: gap, pressures and what each row needs for its slip,
/// mirrored to the left.
///
/// Row by row along the wheel's meridian its contour line (wheel_surface.h) has a point x_j, the depth
/// d_j below its foot on the rail, a normal n_j and the curvature c_j of the surface along x. The gap
/// is  c_j (x - x_j)^2 / 2 - d_j  on a plane that is the surface unrolled along that line, seen along x:
/// curved patches are laid flat for the influence, but keep their own normals. With yaw the rows of a
/// flange lie one before the other (x_j). All overlaps less than 30 mm apart are one half-space.
struct PressedWheel {
  struct Row {
    Vec3 point, normal;      ///< on the wheel; from the rail into the wheel
    double radius = 0.0;     ///< [m]
    double depth = 0.0;      ///< of the overlap [m]
    double curvature = 0.0;  ///< along x [1/m]
  };
  AxleFrame axle;
  std::vector<Row> rows;
  ExactGrid grid;  ///< x from the track frame's, y from the first row's edge
  std::vector<double> pressure;
  double radius = 0.0;    ///< mean by load [m]
  double approach = 0.0;  ///< what is left of it [m]
};

/// Mean of a row's value by load.
double calc_load_mean(const PressedWheel& wheel, double (*get)(const PressedWheel::Row&));

/// The wheel at `axle` presses with the normal force `normal`: one solution, `approach` not 0 unless
/// the height fits.
PressedWheel press_wheel(const WheelRailPair& pair, const AxleFrame& axle, double normal,
                         const Material& material, int elements);

}  // namespace fourfoot::contact

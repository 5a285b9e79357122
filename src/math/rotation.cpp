#include "math/rotation.h"

namespace fourfoot {

// One instance of each template, so that a mistake in them shows when this room is built.
template Mat3T<double> rotation_x(const double&);
template Mat3T<double> rotation_y(const double&);
template Mat3T<double> rotation_z(const double&);
template Mat3T<double> skew(const Vec3T<double>&);
template Vec3T<double> axial(const Mat3T<double>&);

}  // namespace fourfoot

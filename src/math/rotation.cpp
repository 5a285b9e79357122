#include "math/rotation.h"

namespace fourfoot {

// One instance of each template, so that a mistake in them shows when this room is built.
template Mat3T<double> rotation_x(const double&);
template Mat3T<double> rotation_y(const double&);
template Mat3T<double> rotation_z(const double&);
template Mat3T<double> skew(const Vec3T<double>&);
template Vec3T<double> axial(const Mat3T<double>&);

Mat3 turn_onto(const Vec3& from, const Vec3& to) {
  const Vec3 a = from.normalized(), b = to.normalized();
  const double c = a.dot(b);
  if (c < -1.0 + 1e-12) {
    Eigen::Index smallest = 0;
    a.cwiseAbs().minCoeff(&smallest);
    const Vec3 axis = a.cross(Vec3::Unit(smallest)).normalized();
    return 2.0 * axis * axis.transpose() - Mat3::Identity();
  }
  const double s = std::sqrt(2.0 * (1.0 + c));
  const Vec3 axis = a.cross(b) / s;
  return Eigen::Quaterniond(0.5 * s, axis.x(), axis.y(), axis.z()).normalized().toRotationMatrix();
}

}  // namespace fourfoot

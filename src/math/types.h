#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace fourfoot {

template <class T>
using Vec3T = Eigen::Matrix<T, 3, 1>;
template <class T>
using Mat3T = Eigen::Matrix<T, 3, 3>;

using Vec3 = Vec3T<double>;
using Mat3 = Mat3T<double>;
using VecX = Eigen::VectorXd;
using MatX = Eigen::MatrixXd;

}  // namespace fourfoot

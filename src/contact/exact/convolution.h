#pragma once

#include <complex>
#include <unsupported/Eigen/FFT>
#include <vector>

namespace fourfoot::contact {

/// Sums over all elements of a grid whose influence depends on their distance only,
///   s_x = Kxx * p_x + Kxy * p_y,   s_y = Kxy * p_x + Kyy * p_y,
/// by fast Fourier transforms of twice the grid's size (no wrapping round): p_x + i p_y is one
/// complex array. One object per thread (it holds scratch).
class PlaneConvolution {
 public:
  /// Kernels over offsets -(nx - 1) ... nx - 1, -(ny - 1) ... ny - 1: at (i + nx - 1) + (2 nx - 1)
  /// (j + ny - 1).
  PlaneConvolution(int nx, int ny, const std::vector<double>& xx, const std::vector<double>& xy,
                   const std::vector<double>& yy);

  void apply(const std::vector<double>& px, const std::vector<double>& py, std::vector<double>& sx,
             std::vector<double>& sy);

 private:
  using Complex = std::complex<double>;
  void transform_forward(int rows);   // plane_ -> spectrum_, `rows` rows filled
  void transform_backward(int rows);  // spectrum_ -> plane_, `rows` rows wanted

  int nx_, ny_, mx_, my_;
  std::vector<Complex> xx_, xy_, yy_;  // kernels' spectra, column by column
  std::vector<Complex> plane_, spectrum_, line_, image_;
  Eigen::FFT<double> fft_;
};

}  // namespace fourfoot::contact

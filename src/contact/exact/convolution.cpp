#include "contact/exact/convolution.h"

#include <algorithm>

namespace fourfoot::contact {

namespace {

// The least product of 2, 3 and 5 that is not below n; the transform needs 2 at least.
int find_length(int n) {
  for (int m = std::max(n, 2);; ++m) {
    int rest = m;
    for (const int prime : {2, 3, 5})
      while (rest % prime == 0) rest /= prime;
    if (rest == 1) return m;
  }
}

}  // namespace

PlaneConvolution::PlaneConvolution(int nx, int ny, const std::vector<double>& xx,
                                   const std::vector<double>& xy, const std::vector<double>& yy)
    : nx_(nx), ny_(ny), mx_(find_length(2 * nx - 1)), my_(find_length(2 * ny - 1)) {
  plane_.resize(static_cast<std::size_t>(mx_) * my_);
  spectrum_.resize(plane_.size());
  line_.resize(static_cast<std::size_t>(std::max(mx_, my_)));
  image_.resize(line_.size());
  const auto transform = [&](const std::vector<double>& kernel, std::vector<Complex>& out) {
    std::fill(plane_.begin(), plane_.end(), Complex(0.0));
    for (int j = 1 - ny; j < ny; ++j)
      for (int i = 1 - nx; i < nx; ++i)
        plane_[(i + mx_) % mx_ + static_cast<std::size_t>(mx_) * ((j + my_) % my_)] =
            kernel[(i + nx - 1) + static_cast<std::size_t>(2 * nx - 1) * (j + ny - 1)];
    transform_forward(my_);
    out = spectrum_;
  };
  transform(xx, xx_);
  transform(xy, xy_);
  transform(yy, yy_);
}

void PlaneConvolution::transform_forward(int rows) {
  for (int j = 0; j < rows; ++j) {
    Complex* row = &plane_[static_cast<std::size_t>(mx_) * j];
    fft_.fwd(image_.data(), row, mx_);
    std::copy_n(image_.data(), mx_, row);
  }
  std::fill(line_.begin(), line_.end(), Complex(0.0));
  for (int i = 0; i < mx_; ++i) {
    for (int j = 0; j < rows; ++j) line_[j] = plane_[i + static_cast<std::size_t>(mx_) * j];
    fft_.fwd(&spectrum_[static_cast<std::size_t>(my_) * i], line_.data(), my_);
  }
}

void PlaneConvolution::transform_backward(int rows) {
  for (int i = 0; i < mx_; ++i) {
    fft_.inv(image_.data(), &spectrum_[static_cast<std::size_t>(my_) * i], my_);
    for (int j = 0; j < rows; ++j) plane_[i + static_cast<std::size_t>(mx_) * j] = image_[j];
  }
  for (int j = 0; j < rows; ++j) {
    Complex* row = &plane_[static_cast<std::size_t>(mx_) * j];
    fft_.inv(image_.data(), row, mx_);
    std::copy_n(image_.data(), mx_, row);
  }
}

void PlaneConvolution::apply(const std::vector<double>& px, const std::vector<double>& py,
                             std::vector<double>& sx, std::vector<double>& sy) {
  for (int j = 0; j < ny_; ++j) {
    Complex* row = &plane_[static_cast<std::size_t>(mx_) * j];
    const std::size_t from = static_cast<std::size_t>(nx_) * j;
    for (int i = 0; i < nx_; ++i) row[i] = Complex(px[from + i], py[from + i]);
    std::fill(row + nx_, row + mx_, Complex(0.0));
  }
  transform_forward(ny_);
  // p_x and p_y are real: their spectra follow from those of p_x + i p_y at k and -k.
  for (int i = 0; i < mx_; ++i) {
    const int mirror_i = (mx_ - i) % mx_;
    if (mirror_i < i) continue;
    for (int j = 0; j < my_; ++j) {
      const std::size_t k = j + static_cast<std::size_t>(my_) * i;
      const std::size_t m = (my_ - j) % my_ + static_cast<std::size_t>(my_) * mirror_i;
      if (m < k) continue;
      const Complex z = spectrum_[k], w = std::conj(spectrum_[m]);
      const Complex x = 0.5 * (z + w), y = Complex(0.0, -0.5) * (z - w);
      const Complex u = xx_[k] * x + xy_[k] * y, v = xy_[k] * x + yy_[k] * y;
      spectrum_[k] = u + Complex(0.0, 1.0) * v;
      spectrum_[m] = std::conj(u) + Complex(0.0, 1.0) * std::conj(v);
    }
  }
  transform_backward(ny_);
  for (int j = 0; j < ny_; ++j) {
    const Complex* row = &plane_[static_cast<std::size_t>(mx_) * j];
    const std::size_t to = static_cast<std::size_t>(nx_) * j;
    for (int i = 0; i < nx_; ++i) {
      sx[to + i] = row[i].real();
      sy[to + i] = row[i].imag();
    }
  }
}

}  // namespace fourfoot::contact

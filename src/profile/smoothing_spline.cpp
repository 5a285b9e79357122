#include "profile/smoothing_spline.h"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <stdexcept>

namespace fourfoot::profile {

namespace {

/// Natural cubic smoothing spline of one coordinate for a given smoothing number alpha, after
/// Green and Silverman's form of Reinsch's algorithm: (R + alpha Q^T Q) gamma = Q^T v,
/// g = v - alpha Q gamma, with gamma the second derivatives at the inner points.
class Smoother {
 public:
  explicit Smoother(const std::vector<double>& u) : n_(u.size()), h_(n_ - 1) {
    for (std::size_t i = 0; i + 1 < n_; ++i) h_[i] = u[i + 1] - u[i];
  }

  void factor(double alpha) {
    alpha_ = alpha;
    const std::size_t m = n_ - 2;
    d_.assign(m, 0.0);
    e_.assign(m, 0.0);
    f_.assign(m, 0.0);
    for (std::size_t j = 0; j < m; ++j) {
      const double a = 1.0 / h_[j], c = 1.0 / h_[j + 1], b = -a - c;
      double d = (h_[j] + h_[j + 1]) / 3.0 + alpha * (a * a + b * b + c * c);
      double e = 0.0, f = 0.0;
      if (j + 1 < m) {
        const double a1 = 1.0 / h_[j + 1], b1 = -a1 - 1.0 / h_[j + 2];
        e = h_[j + 1] / 6.0 + alpha * (b * a1 + c * b1);
      }
      if (j + 2 < m) f = alpha * c / h_[j + 2];
      // LDL^T of the five-diagonal matrix, row by row.
      if (j >= 1) d -= e_[j - 1] * e_[j - 1] * d_[j - 1];
      if (j >= 2) d -= f_[j - 2] * f_[j - 2] * d_[j - 2];
      if (j >= 1) e -= f_[j - 1] * e_[j - 1] * d_[j - 1];
      d_[j] = d;
      e_[j] = e / d;
      f_[j] = f / d;
    }
  }

  /// Smoothed values and second derivatives.
  void solve(const std::vector<double>& v, std::vector<double>& g, std::vector<double>& dd) const {
    const std::size_t m = n_ - 2;
    std::vector<double> x(m);
    for (std::size_t j = 0; j < m; ++j) {
      x[j] = (v[j + 2] - v[j + 1]) / h_[j + 1] - (v[j + 1] - v[j]) / h_[j];
      if (j >= 1) x[j] -= e_[j - 1] * x[j - 1];
      if (j >= 2) x[j] -= f_[j - 2] * x[j - 2];
    }
    for (std::size_t j = 0; j < m; ++j) x[j] /= d_[j];
    for (std::size_t j = m; j-- > 0;) {
      if (j + 1 < m) x[j] -= e_[j] * x[j + 1];
      if (j + 2 < m) x[j] -= f_[j] * x[j + 2];
    }
    dd.assign(n_, 0.0);
    for (std::size_t j = 0; j < m; ++j) dd[j + 1] = x[j];
    g = v;
    for (std::size_t j = 0; j < m; ++j) {
      const double a = 1.0 / h_[j], c = 1.0 / h_[j + 1];
      g[j] -= alpha_ * a * x[j];
      g[j + 1] += alpha_ * (a + c) * x[j];
      g[j + 2] -= alpha_ * c * x[j];
    }
  }

  double step(std::size_t i) const { return h_[i]; }

 private:
  std::size_t n_;
  std::vector<double> h_, d_, e_, f_;
  double alpha_ = 0.0;
};

struct Fit {
  std::vector<double> y, ydd, z, zdd;
  double mean_square = 0.0;
};

void fit(Smoother& smoother, const std::vector<double>& y, const std::vector<double>& z,
         double alpha, Fit& out) {
  smoother.factor(alpha);
  smoother.solve(y, out.y, out.ydd);
  smoother.solve(z, out.z, out.zdd);
  double sum = 0.0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const double a = out.y[i] - y[i], b = out.z[i] - z[i];
    sum += a * a + b * b;
  }
  out.mean_square = sum / static_cast<double>(y.size());
}

CurvePoint make_point(double y, double z, double yd, double zd, double ydd, double zdd) {
  const double speed = std::hypot(yd, zd);
  return {y, z, yd / speed, zd / speed, (yd * zdd - zd * ydd) / (speed * speed * speed)};
}

Curve to_curve(const Smoother& smoother, const Fit& f) {
  const std::size_t n = f.y.size();
  std::vector<CurveNode> chain(n);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    const double h = smoother.step(i);
    const auto slope = [&](const std::vector<double>& p, const std::vector<double>& dd, double x) {
      return (p[i + 1] - p[i]) / h - h / 6.0 * (2.0 * dd[i] + dd[i + 1]) + x * dd[i] +
             0.5 * x * x * (dd[i + 1] - dd[i]) / h;
    };
    const auto speed = [&](double x) {
      return std::hypot(slope(f.y, f.ydd, x), slope(f.z, f.zdd, x));
    };
    chain[i].point = make_point(f.y[i], f.z[i], slope(f.y, f.ydd, 0.0), slope(f.z, f.zdd, 0.0),
                                f.ydd[i], f.zdd[i]);
    chain[i].step = boost::math::quadrature::gauss<double, 7>::integrate(speed, 0.0, h);
    if (i + 2 == n)
      chain[n - 1].point = make_point(f.y[n - 1], f.z[n - 1], slope(f.y, f.ydd, h),
                                      slope(f.z, f.zdd, h), f.ydd[n - 1], f.zdd[n - 1]);
  }
  return Curve({chain});
}

}  // namespace

SmoothedCurve build_smoothed_curve(const std::vector<double>& y, const std::vector<double>& z,
                                   double tolerance) {
  const std::size_t n = y.size();
  if (n < 4 || z.size() != n) throw std::logic_error("a smoothed curve needs at least 4 points");
  std::vector<double> u(n, 0.0);
  for (std::size_t i = 1; i < n; ++i) {
    u[i] = u[i - 1] + std::hypot(y[i] - y[i - 1], z[i] - z[i - 1]);
    if (!(u[i] > u[i - 1])) throw std::logic_error("two neighbouring points are equal");
  }
  Smoother smoother(u);
  Fit best;
  fit(smoother, y, z, 0.0, best);
  if (tolerance > 0.0) {
    // The residual grows with alpha: widen until it is too large, then close in on the logarithms
    // by secant steps kept inside the bracket, until 98 % of the tolerance are used.
    const double allowed = tolerance * tolerance;
    const double scale = std::pow(u.back() / static_cast<double>(n), 3);
    double low = std::log(scale * 1e-9), high = low, f_low = -1.0, f_high = -1.0;
    bool has_high = false;
    for (int k = 0; k < 60; ++k) {
      double at = has_high ? 0.5 * (low + high) : low + (k > 0 ? 7.0 : 0.0);
      if (has_high && k % 3 != 2) at = low - f_low * (high - low) / (f_high - f_low);
      if (at > std::log(scale * 1e9)) break;
      Fit trial;
      fit(smoother, y, z, std::exp(at), trial);
      const double f = std::log(std::max(trial.mean_square, 1e-300) / allowed);
      if (f > 0.0) {
        has_high = true;
        high = at;
        f_high = f;
      } else {
        low = at;
        f_low = f;
        best = std::move(trial);
        if (f > -0.04 || (has_high && high - low < 1e-6)) break;
      }
    }
  }
  SmoothedCurve out;
  out.rms_residual = std::sqrt(best.mean_square);
  for (std::size_t i = 0; i < n; ++i)
    out.max_residual = std::max(out.max_residual, std::hypot(best.y[i] - y[i], best.z[i] - z[i]));
  out.curve = to_curve(smoother, best);
  return out;
}

}  // namespace fourfoot::profile

#pragma once

#include <functional>

#include "unit/analysis/plain_flow.h"

namespace fourfoot::testing {

/// y' = f(y, p) from a formula; its Jacobian by central differences, good to 1e-9 of smooth ones.
using Formula = std::function<VecX(const VecX& y, double p)>;

class FormulaProblem : public integrate::Problem {
 public:
  FormulaProblem(int size, double p, Formula formula)
      : size_(size), p_(p), formula_(std::move(formula)) {}
  int get_size() const override { return size_; }
  void calc_rate(double, const integrate::ConstVecRef& y, integrate::VecRef f) override {
    f = formula_(y, p_);
  }
  bool calc_jacobian(double, const integrate::ConstVecRef& y, MatX& j) override {
    for (int k = 0; k < size_; ++k) {
      const double h = 1e-5 * (1.0 + std::abs(y[k]));
      const VecX step = h * VecX::Unit(size_, k);
      j.col(k) = (formula_(y + step, p_) - formula_(y - step, p_)) / (2.0 * h);
    }
    return true;
  }

 private:
  int size_;
  double p_;
  Formula formula_;
};

/// `scale`: of all coordinates; `length`: what counts as 3 mm.
class FormulaFlow : public PlainFlow {
 public:
  FormulaFlow(int size, double p, const Formula& formula, double scale, double length)
      : PlainFlow(size, scale),
        size_(size),
        p_(p),
        formula_(formula),
        scale_(scale),
        length_(length),
        problem_(size, p, formula) {}
  std::unique_ptr<OrbitFlow> copy() const override {
    return std::make_unique<FormulaFlow>(size_, p_, formula_, scale_, length_);
  }
  integrate::Problem& problem() override { return problem_; }
  double calc_displacement(const VecX& x) const override {
    return 3e-3 / length_ * x.cwiseAbs().maxCoeff();
  }

 private:
  int size_;
  double p_;
  Formula formula_;
  double scale_, length_;
  FormulaProblem problem_;
};

inline analysis::FlowFamily make_formula_family(int size, const Formula& formula, double scale,
                                                double length) {
  return [=](double p) { return std::make_unique<FormulaFlow>(size, p, formula, scale, length); };
}

}  // namespace fourfoot::testing

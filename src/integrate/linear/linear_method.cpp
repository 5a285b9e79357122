#include "integrate/linear/linear_method.h"

#include "base/error.h"
#include "integrate/linear/textbook.h"

namespace fourfoot::integrate::linear {

LinearMethod::LinearMethod(const LinearSystem& system, double dt, int blocks)
    : system_(system),
      dt_(dt),
      n_(system.get_size()),
      memory_(VecX::Zero(blocks * n_)),
      no_load_(VecX::Zero(n_)) {}

std::unique_ptr<LinearMethod> make_linear_method(const std::string& name,
                                                 const LinearSystem& system, double dt,
                                                 double parameter) {
  if (name == "central-difference") return std::make_unique<LinearCentralDifference>(system, dt);
  if (name == "rk4") return std::make_unique<LinearRk4>(system, dt);
  if (name == "park") return std::make_unique<LinearPark>(system, dt);
  for (const char* known : {"newmark", "hht", "newmark-as-printed", "hht-as-printed"}) {
    if (name != known) continue;
    return std::make_unique<LinearNewmark>(system, dt, make_newmark_constants(name, dt, parameter));
  }
  throw InputError(Finding{"unknown-linear-method",
                           {},
                           "there is no linear method \"" + name + "\"",
                           suggest(name, {"central-difference", "rk4", "newmark", "hht", "park",
                                          "newmark-as-printed", "hht-as-printed"})});
}

MatX calc_amplification(LinearMethod& method) {
  const auto size = method.memory().size();
  MatX result(size, size);
  for (Eigen::Index i = 0; i < size; ++i) {
    method.set_memory(VecX::Unit(size, i));
    method.step_free();
    result.col(i) = method.memory();
  }
  return result;
}

}  // namespace fourfoot::integrate::linear

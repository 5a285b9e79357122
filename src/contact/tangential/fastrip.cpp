#include "contact/tangential/fastrip.h"

#include <stdexcept>

#include "contact/tangential/fastrip_strip.h"

namespace fourfoot::contact {

FastripLaw::FastripLaw(const Material& material, int strips, int cells)
    : TangentialLaw("fastrip", material), strips_(strips), cells_(cells) {
  if (strips < 1 || strips > 1000 || cells < 1 || cells > 1000) {
    throw std::logic_error("FaStrip's grid must have 1 ... 1000 strips and cells");
  }
  using namespace fastrip;
  for (int i = 0; i < cells; ++i) {
    const double lead = 1.0 - 2.0 * i / cells, trail = i + 1 == cells ? -1.0 : lead - 2.0 / cells;
    cell_area_.push_back(calc_cap_area(trail) - calc_cap_area(lead));
    cell_moment_.push_back(calc_cap_moment(trail) - calc_cap_moment(lead));
  }
}

template <class T>
CreepForce<T> FastripLaw::run(const CreepArguments<T>& in, double& slip_share) const {
  using namespace fastrip;
  const double nu = material().poisson;
  const FastsimPatch<T> patch(kalker(), in.a, in.b);
  const T mu_p0 = 1.5 / pi * in.friction * in.normal / (in.a * in.b);
  const auto simplified = FastsimScaling<T>::make(
      patch, material().shear_modulus, T(4.0 / 3.0 * mu_p0), in.nu_x, in.nu_y, in.spin, blend);
  const auto creep = ScaledCreep<T>::make(patch, material(), mu_p0, in.nu_x, in.nu_y, in.spin);
  CreepForce<T> force;
  T mx = T(0.0), my = T(0.0);
  double slip_area = 0.0, area = 0.0;
  const Cells cells{cells_, 2.0 / cells_, cell_area_.data(), cell_moment_.data()};
  const T turn = creep.spin / patch.ratio;
  for (int j = 0; j < strips_; ++j) {
    const double y = (2.0 * j + 1.0) / strips_ - 1.0;  // y/b
    const double s2 = (1.0 - y) * (1.0 + y), s = std::sqrt(s2);
    StripSums<T> sums;
    const T border = add_stick(creep, nu, T(creep.xi - turn * y), s, sums);
    add_slip(simplified, cells, T(simplified.A - simplified.Cx * y), s, border, sums);
    force.fx = force.fx + s2 * sums.fx;
    force.fy = force.fy + s2 * sums.fy;
    mx = mx + (y * s2) * sums.fx;
    my = my + (s2 * s) * sums.my;
    area += s;
    slip_area += 0.5 * s * (get_value(border) + 1.0);
  }
  // Middles of strips add 1 - y^2 up to 4/3 (1 + 1/(2 n^2)).
  const double excess = 1.0 + 0.5 / (static_cast<double>(strips_) * strips_);
  const T unit = mu_p0 * (in.a * in.b) * (2.0 / (strips_ * excess));
  force.fx = force.fx * unit;
  force.fy = force.fy * unit;
  force.mz = unit * (in.a * my - in.b * mx);
  slip_share = slip_area / area;
  return force;
}

template <class T>
CreepForce<T> FastripLaw::run_strip(const FastsimPatch<T>& patch, const StripCreep<T>& in,
                                    double& slip_share) const {
  using namespace fastrip;
  CreepForce<T> force;
  slip_share = 0.0;
  if (!(get_value(in.bound_slope) > 0.0) || !(get_value(in.half_length) > 0.0)) return force;
  const T mu_p0 = in.bound_slope * patch.a, s = in.half_length / patch.a;
  const auto simplified = FastsimScaling<T>::make(
      patch, material().shear_modulus, T(4.0 / 3.0 * mu_p0), in.nu_x, in.nu_y, in.spin, blend);
  const auto creep = ScaledCreep<T>::make(patch, material(), mu_p0, in.nu_x, in.nu_y, in.spin);
  const Cells cells{cells_, 2.0 / cells_, cell_area_.data(), cell_moment_.data()};
  StripSums<T> sums;
  const T border =
      add_stick(creep, material().poisson, T(creep.xi - creep.shift * in.nu_x_spin), s, sums);
  add_slip(simplified, cells, T(simplified.A + simplified.spin_stiffness * in.nu_x_spin), s, border,
           sums);
  const T unit = in.bound_slope * in.half_length * in.half_length;
  force.fx = unit * sums.fx;
  force.fy = unit * sums.fy;
  force.mz = unit * in.half_length * sums.my;
  slip_share = 0.5 * (get_value(border) + 1.0);
  return force;
}

CreepForce<double> FastripLaw::calc_strip(const FastsimPatch<double>& patch,
                                          const StripCreep<double>& in, double& slip_share) const {
  return run_strip(patch, in, slip_share);
}
CreepForce<Dual<10>> FastripLaw::calc_strip(const FastsimPatch<Dual<10>>& patch,
                                            const StripCreep<Dual<10>>& in,
                                            double& slip_share) const {
  return run_strip(patch, in, slip_share);
}

TangentialForce FastripLaw::do_calc(const TangentialInput& in) const {
  if (!(in.friction > 0.0)) return {};
  double share = 0.0;
  TangentialForce f = get_values(run(make_arguments(in), share));
  f.slip_share = share;
  return f;
}

TangentialForce FastripLaw::do_calc(const TangentialInput& in, TangentialJacobian& jacobian) const {
  if (!(in.friction > 0.0)) {
    jacobian.setZero();
    return {};
  }
  double share = 0.0;
  TangentialForce f = get_values(run(make_dual_arguments(in), share), jacobian);
  f.slip_share = share;
  return f;
}

}  // namespace fourfoot::contact

#include "contact/wheelset_traction.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "contact/exact/pressure_slip.h"
#include "contact/loaded_wheelset.h"
#include "contact/wheelset_pressure.h"
#include "contact/wheelset_survey.h"

namespace fourfoot::contact {

namespace {

/// Lowers the wheel until it carries `load` upwards. Empty rows if it finds no rail.
PressedWheel carry(const WheelRailPair& pair, Side side, WheelsetPose pose, double load,
                   const Material& material, const RailShifts& shifts, int elements) {
  double upright = 1.0;
  PressedWheel wheel;
  for (int step = 0; step < 12; ++step) {
    const double normal = load / upright;
    wheel =
        press_wheel(pair, make_axle_frame(pair, side, pose, shifts), normal, material, elements);
    if (wheel.rows.empty()) return wheel;
    upright = calc_load_mean(wheel, [](const PressedWheel::Row& row) { return row.normal.z(); });
    if (std::abs(wheel.approach) < 1e-7 && std::abs(normal * upright / load - 1.0) < 1e-5) break;
    pose.z -= wheel.approach / upright;
  }
  return wheel;
}

struct RowSlip {
  double x = 0.0, y = 0.0, spin = 0.0;  ///< at the row's point of the contour line
};

RowSlip calc_row_slip(const PressedWheel::Row& row, const AxleFrame& axle, double omega,
                      double nu_y) {
  const Vec3 e(-axle.sin_yaw * axle.cos_roll, axle.cos_yaw * axle.cos_roll, axle.sin_roll);
  const Vec3 slip =
      Vec3(1.0, nu_y, 0.0) + omega * e.cross(Vec3(row.point - Vec3(0.0, axle.y, axle.z)));
  const Vec3 across(0.0, row.normal.z(), -row.normal.y());
  return {slip.x(), slip.dot(across), omega * e.dot(row.normal)};
}

/// Pressure and traction of a wheel on its grid, and on one of half the elements.
struct RolledWheel {
  ExactGrid grid;
  std::vector<double> pressure;
  SlipField rigid;
  std::vector<double> spin;  ///< of each row
  ExactTraction traction;
};

RolledWheel coarsen(const PressedWheel& wheel) {
  RolledWheel out;
  const ExactGrid& g = wheel.grid;
  out.grid = {
      g.nx / 2, g.ny / 2, 2.0 * g.dx, 2.0 * g.dy, g.x_first + 0.5 * g.dx, g.y_first + 0.5 * g.dy};
  for (int j = 0; j < g.ny; j += 2) {
    for (int i = 0; i < g.nx; i += 2) {
      const auto at = static_cast<std::size_t>(i + g.nx * j), up = static_cast<std::size_t>(g.nx);
      out.pressure.push_back(0.25 * (wheel.pressure[at] + wheel.pressure[at + 1] +
                                     wheel.pressure[at + up] + wheel.pressure[at + up + 1]));
    }
  }
  return out;
}

void roll(const PressedWheel& wheel, int factor, double omega, double nu_y,
          const Material& material, const TractionOptions& options, RolledWheel& out) {
  std::vector<double> bound = out.pressure;
  for (double& p : bound) p *= options.friction;
  out.rigid = {};
  for (int j = 0; j < out.grid.ny; ++j) {
    RowSlip mean;
    double lead = 0.0;
    for (int k = 0; k < factor; ++k) {
      const PressedWheel::Row& row = wheel.rows[static_cast<std::size_t>(factor * j + k)];
      const RowSlip slip = calc_row_slip(row, wheel.axle, omega, nu_y);
      mean.x += slip.x / factor;
      mean.y += slip.y / factor;
      mean.spin += slip.spin / factor;
      lead += row.point.x() / factor;
    }
    out.spin.push_back(mean.spin);
    for (int i = 0; i < out.grid.nx; ++i) {
      out.rigid.x.push_back(mean.x);
      out.rigid.y.push_back(mean.y + mean.spin * (out.grid.x(i) - lead));
    }
  }
  SlipField slip = out.rigid;
  add_pressure_slip(out.grid, material, options.dundurs, out.pressure, slip);
  SteadyRolling(out.grid, material).solve(bound, slip, options.rolling, out.traction);
  if (!out.traction.converged)
    throw RunError(
        "exact theory did not converge; friction that falls steeply may have no steady state");
}

/// Sums over rows [first, last) about a centre.
struct PatchSums {
  double normal = 0.0, x = 0.0, y = 0.0, fx = 0.0, fy = 0.0, mz = 0.0;
  RigidSlip slip;
};
PatchSums sum_rows(const RolledWheel& wheel, int first, int last, double x_centre,
                   double y_centre) {
  PatchSums s;
  const ExactGrid& g = wheel.grid;
  const double area = g.dx * g.dy;
  for (int j = first; j < last; ++j) {
    for (int i = 0; i < g.nx; ++i) {
      const auto k = static_cast<std::size_t>(i + g.nx * j);
      const double load = area * wheel.pressure[k];
      const double fx = area * wheel.traction.px[k], fy = area * wheel.traction.py[k];
      s.normal += load;
      s.x += load * g.x(i);
      s.y += load * g.y(j);
      s.fx += fx;
      s.fy += fy;
      s.mz += (g.x(i) - x_centre) * fy - (g.y(j) - y_centre) * fx;
      s.slip.nu_x += load * wheel.rigid.x[k];
      s.slip.nu_y += load * wheel.rigid.y[k];
      s.slip.spin += load * wheel.spin[static_cast<std::size_t>(j)];
    }
  }
  return s;
}

/// Rows of contact that at least two empty ones part.
std::vector<std::pair<int, int>> find_contacts(const RolledWheel& wheel) {
  std::vector<std::pair<int, int>> out;
  for (int j = 0; j < wheel.grid.ny; ++j) {
    const auto row = wheel.pressure.begin() + static_cast<std::ptrdiff_t>(wheel.grid.nx) * j;
    if (!std::any_of(row, row + wheel.grid.nx, [](double p) { return p > 0.0; })) continue;
    if (out.empty() || j > out.back().second + 1) out.emplace_back(j, j);
    out.back().second = j + 1;
  }
  return out;
}

/// One contact's elements, from its centre; the right wheel's turned back from the mirror.
void cut_out(const RolledWheel& wheel, int first, int last, double x_centre, double y_centre,
             bool is_mirrored, TractionPatch& out) {
  const ExactGrid& g = wheel.grid;
  const double sign = is_mirrored ? -1.0 : 1.0;
  out.grid = {g.nx, last - first,         g.dx,
              g.dy, g.x_first - x_centre, sign * (g.y(is_mirrored ? last - 1 : first) - y_centre)};
  int touching = 0, slipping = 0;
  for (int row = 0; row < last - first; ++row) {
    const int j = is_mirrored ? last - 1 - row : first + row;
    for (int i = 0; i < g.nx; ++i) {
      const auto k = static_cast<std::size_t>(i + g.nx * j);
      const ExactTraction& t = wheel.traction;
      out.pressure.push_back(wheel.pressure[k]);
      out.traction.px.push_back(t.px[k]);
      out.traction.py.push_back(sign * t.py[k]);
      out.traction.sx.push_back(t.sx[k]);
      out.traction.sy.push_back(sign * t.sy[k]);
      out.traction.bound.push_back(t.bound[k]);
      out.pressure_max = std::max(out.pressure_max, wheel.pressure[k]);
      if (!(wheel.pressure[k] > 0.0)) continue;
      ++touching;
      if (std::hypot(t.px[k], t.py[k]) > (1.0 - 1e-6) * t.bound[k]) ++slipping;
    }
  }
  out.traction.converged = true;
  out.area = touching * g.dx * g.dy;
  out.force.slip_share = touching > 0 ? static_cast<double>(slipping) / touching : 0.0;
}

void add_contacts(const PressedWheel& pressed, const RolledWheel& fine, const RolledWheel& coarse,
                  Side side, double y, const CharacteristicOptions& geometry, double friction,
                  std::vector<TractionPatch>& out) {
  const double sign = side == Side::left ? 1.0 : -1.0;
  int number = 0;
  for (const auto& [first, last] : find_contacts(fine)) {
    PatchSums s = sum_rows(fine, first, last, 0.0, 0.0);
    const double x_centre = s.x / s.normal, y_centre = s.y / s.normal;
    s = sum_rows(fine, first, last, x_centre, y_centre);
    const PatchSums half = sum_rows(coarse, first / 2, (last + 1) / 2, x_centre, y_centre);
    TractionPatch p;
    p.y = y;
    p.side = side;
    p.number = ++number;
    p.normal = s.normal;
    cut_out(fine, first, last, x_centre, y_centre, side == Side::right, p);
    p.slip = {s.slip.nu_x / s.normal, sign * s.slip.nu_y / s.normal, sign * s.slip.spin / s.normal};
    p.force.fx = 2.0 * s.fx - half.fx;
    p.force.fy = sign * (2.0 * s.fy - half.fy);
    p.force.mz = sign * (2.0 * s.mz - half.mz);
    const double length = std::hypot(p.force.fx, p.force.fy), bound = friction * p.normal;
    if (length > bound) {
      p.force.fx *= bound / length;
      p.force.fy *= bound / length;
    }
    const double at =
        std::clamp((y_centre - fine.grid.y_first) / fine.grid.dy, 0.0, fine.grid.ny - 1.0);
    const PressedWheel::Row& row = pressed.rows[static_cast<std::size_t>(std::lround(at))];
    p.angle = std::atan2(-row.normal.y(), row.normal.z());
    p.radius = row.radius;
    p.contact_x = x_centre;
    p.contact_y = sign * (row.point.y() + 0.5 * geometry.shifts.gauge_variation);
    out.push_back(std::move(p));
  }
}

}  // namespace

std::vector<TractionPatch> survey_traction(const WheelsetOnTrack& wheelset,
                                           const std::vector<double>& ys, double load,
                                           const Material& material,
                                           const CharacteristicOptions& options,
                                           const TractionOptions& traction) {
  std::vector<TractionPatch> out;
  SearchScratch scratch;
  for (const CharacteristicPoint& point : survey_characteristic(wheelset, ys, options)) {
    const auto loaded = find_loaded(wheelset, point, options, load, material, scratch);
    if (!loaded) continue;
    PressedWheel wheels[2];
    for (const Side side : {Side::left, Side::right}) {
      const double z = side == Side::left ? loaded->z_l : loaded->z_r;
      wheels[side == Side::left ? 0 : 1] =
          carry(wheelset.side(side), side, {point.y, z, loaded->roll, options.yaw}, load, material,
                options.shifts, traction.elements);
    }
    if (wheels[0].rows.empty() || wheels[1].rows.empty()) continue;
    const double omega = (1.0 - traction.nu_x) * 2.0 / (wheels[0].radius + wheels[1].radius);
    for (const Side side : {Side::left, Side::right}) {
      const PressedWheel& wheel = wheels[side == Side::left ? 0 : 1];
      const double nu_y = side == Side::left ? traction.nu_y : -traction.nu_y;
      RolledWheel coarse = coarsen(wheel), fine;
      roll(wheel, 2, omega, nu_y, material, traction, coarse);
      fine.grid = wheel.grid;
      fine.pressure = wheel.pressure;
      fine.traction = coarse.traction;
      refine_traction(coarse.grid, fine.grid, fine.traction);
      roll(wheel, 1, omega, nu_y, material, traction, fine);
      add_contacts(wheel, fine, coarse, side, point.y, options, traction.friction, out);
    }
  }
  if (out.empty()) throw RunError("at none of these positions do the rails carry the load");
  return out;
}

}  // namespace fourfoot::contact

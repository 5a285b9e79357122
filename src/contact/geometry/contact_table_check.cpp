#include <algorithm>
#include <cmath>
#include <random>

#include "contact/geometry/contact_table.h"
#include "contact/material.h"
#include "contact/normal/hertz.h"

namespace fourfoot::contact {

namespace {

TableCheck::Error summarise(std::vector<double> errors) {
  TableCheck::Error e;
  if (errors.empty()) return e;
  std::sort(errors.begin(), errors.end());
  for (double v : errors) e.mean += v / static_cast<double>(errors.size());
  e.p99 = errors[static_cast<std::size_t>(0.99 * static_cast<double>(errors.size() - 1))];
  e.max = errors.back();
  return e;
}

/// Means over a wheel's patches, weighted as Hertz loads them, and the load.
struct WheelMean {
  double angle = 0.0, radius = 0.0, load = 0.0;
};
WheelMean calc_mean(const PatchList& patches) {
  WheelMean mean;
  double sum = 0.0;
  for (const Patch& p : patches) {
    const HertzLaw<double> hertz(std::max(p.curvature_x, 0.05),
                                 std::max(p.curvature_y_region, 0.05),
                                 Material{}.contact_modulus());
    const double load = p.weight * hertz.calc_from_penetration(p.penetration).normal;
    sum += load;
    mean.angle += load * p.angle;
    mean.radius += load * p.radius;
  }
  return {mean.angle / sum, mean.radius / sum, sum};
}

}  // namespace

TableCheck check_table(const ContactTable& table, const WheelsetOnTrack& wheelset, int count,
                       unsigned seed) {
  std::mt19937 random(seed);
  const TableOptions& o = table.options();
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  TableCheck check;
  std::vector<double> z, roll, angle, radius, penetration, load;
  SearchScratch scratch;
  while (check.poses < count) {
    WheelsetPose pose;
    RailShifts shifts;
    shifts.gauge_variation = uniform(-4e-3, 4e-3);
    const double reach = std::min(o.y_max, 9.5e-3) + 0.5 * shifts.gauge_variation;
    pose.y = uniform(-reach, reach);
    pose.yaw = uniform(-o.yaw_max, o.yaw_max);
    const RigidContact exact = solve_rigid(wheelset, pose.y, pose.yaw, shifts, scratch);
    if (!exact.converged || !table.covers({pose.y, exact.z, exact.roll, pose.yaw}, shifts))
      continue;
    const auto ref = table.find_reference(pose.y, pose.yaw, shifts);
    z.push_back(std::abs(ref.z - exact.z));
    roll.push_back(std::abs(ref.roll - exact.roll));
    pose.z = exact.z - uniform(20e-6, 120e-6);
    pose.roll = exact.roll + uniform(-2e-5, 2e-5);
    WheelsetContacts online, fast;
    find_patches(wheelset, pose, shifts, o.search, scratch, online);
    table.find_patches(pose, shifts, fast);
    ++check.poses;
    for (Side side : {Side::left, Side::right}) {
      const PatchList &a = online.side(side), &b = fast.side(side);
      if (a.empty() != b.empty()) ++check.touch_differs;
      if (a.size() != b.size()) ++check.count_differs;
      if (a.empty() || b.empty()) continue;
      const WheelMean exact_mean = calc_mean(a), table_mean = calc_mean(b);
      angle.push_back(std::abs(exact_mean.angle - table_mean.angle));
      radius.push_back(std::abs(exact_mean.radius - table_mean.radius));
      penetration.push_back(std::abs(a[0].penetration - b[0].penetration));
      load.push_back(std::abs(exact_mean.load - table_mean.load) / exact_mean.load);
    }
  }
  check.z = summarise(z);
  check.roll = summarise(roll);
  check.angle = summarise(angle);
  check.radius = summarise(radius);
  check.penetration = summarise(penetration);
  check.load = summarise(load);
  return check;
}

}  // namespace fourfoot::contact

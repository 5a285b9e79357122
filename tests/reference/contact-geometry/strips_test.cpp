// Patches that are not ellipses (strips/strip_normal.h) against the boundary-element solution of the
// same gap, and against CONTACT's wheel-rail module.
#include <gtest/gtest.h>

#include "contact/exact/normal_problem.h"
#include "contact/geometry/rigid.h"
#include "contact/tangential/registry.h"
#include "contact/wheel_contact.h"
#include "reference/contact-geometry/reference_data.h"

namespace fourfoot::contact {
namespace {

constexpr Material steel{82e9, 0.28};

struct WheelSums {
  double normal = 0.0, vertical = 0.0, pressure = 0.0, area = 0.0, position = 0.0, angle = 0.0;
  double y_wheel = 0.0;           ///< of the centre of pressure
  double begin = 1.0, end = 0.0;  ///< overlaps on the wheel's meridian [m]
};

class LoadedWheel {
 public:
  explicit LoadedWheel(std::shared_ptr<const WheelsetOnTrack> wheelset)
      : wheelset_(std::move(wheelset)), contact_(make()) {}

  WheelSums calc(const WheelsetPose& pose) {
    WheelsetMotion motion;
    motion.pose = pose;
    motion.v = Vec3(20.0, 0.0, 0.0);
    motion.w = Vec3(0.0, 20.0 / 0.46, 0.0);
    contact_.calc(Side::left, motion, {}, {0.0, 0.0}, scratch_, force_);
    WheelSums sums;
    sums.vertical = force_.force.z();
    for (std::size_t i = 0; i < force_.count; ++i) {
      const PatchForce& p = force_.patches[i];
      if (!(p.normal > 0.0)) continue;
      sums.normal += p.normal;
      sums.area += p.patch.weight * std::numbers::pi * p.a * p.b;
      sums.pressure = std::max(sums.pressure, p.patch.weight > 0.5 ? p.pressure_max : 0.0);
      sums.position += p.normal * p.patch.s_wheel;
      sums.angle += p.normal * p.patch.angle;
      sums.y_wheel += p.normal * p.patch.y_wheel;
      sums.begin = std::min(sums.begin, p.patch.s_begin);
      sums.end = std::max(sums.end, p.patch.s_end);
    }
    sums.position /= sums.normal;
    sums.angle /= sums.normal;
    sums.y_wheel /= sums.normal;
    return sums;
  }

  /// Lowers the left wheel, roll as given, until it carries the load: `sum` of the patches.
  WheelsetPose press(WheelsetPose pose, double load,
                     double WheelSums::*sum = &WheelSums::vertical) {
    double high = pose.z + 50e-6, low = pose.z - 600e-6;
    for (int i = 0; i < 45; ++i) {
      pose.z = 0.5 * (low + high);
      (calc(pose).*sum > load ? low : high) = pose.z;
    }
    return pose;
  }

 private:
  WheelContact make() const {
    WheelContact::Options options;
    options.shape = PatchShape::strips;
    options.search = make_strip_search();
    return WheelContact(wheelset_, ElasticNormal(steel, 0.0), make_tangential_law("fastrip", steel),
                        options);
  }
  std::shared_ptr<const WheelsetOnTrack> wheelset_;
  WheelContact contact_;
  WheelContact::Scratch scratch_;
  WheelForce force_;
};

/// The gap of the left wheel by foot points on the rail's own curve, pressed on by boundary
/// elements; positions on the wheel's meridian.
struct ExactWheel {
  double pressure, area, position, approach;
  ExactGrid grid;  ///< y = 0 at the centre of pressure
  std::vector<double> pressures;
};
ExactWheel solve_exact(const WheelRailPair& pair, const WheelsetPose& pose, const WheelSums& given,
                       int along, int across) {
  const AxleFrame axle = make_axle_frame(pair, Side::left, pose, {});
  ExactGrid grid;
  grid.nx = along;
  grid.ny = across;
  const double step = (given.end - given.begin) / across;
  std::vector<double> depths, curvatures;
  double first = 0.0, last = 0.0, length = 0.0;
  for (int j = 0; j < across; ++j) {
    const ContourPoint c = pair.wheel.calc(given.begin + (j + 0.5) * step, axle);
    const RailFoot foot = pair.rail.find_foot(c.y, c.z);
    if (j == 0) first = foot.s;
    last = foot.s;
    depths.push_back(-foot.distance);
    curvatures.push_back(c.meridian.ty / c.r);
    // Beyond the overlap nothing touches.
    length = std::max(length, std::sqrt(2.0 * std::max(depths.back(), 0.0) / curvatures.back()));
  }
  grid.dx = 2.0 * length / along;
  grid.x_first = -length + 0.5 * grid.dx;
  std::vector<double> gap;
  for (std::size_t j = 0; j < depths.size(); ++j)
    for (int i = 0; i < along; ++i)
      gap.push_back(0.5 * curvatures[j] * grid.x(i) * grid.x(i) - depths[j]);
  grid.dy = (last - first) / (across - 1);
  const NormalSolution n = solve_normal(grid, steel, gap, given.normal);
  EXPECT_TRUE(n.converged);
  ExactWheel out{n.pressure_max, n.area, 0.0, n.approach, grid, n.pressure};
  double sum = 0.0;
  for (int j = 0; j < across; ++j)
    for (int i = 0; i < along; ++i) {
      const double p = n.pressure[static_cast<std::size_t>(i + along * j)];
      sum += p;
      out.position += p * (given.begin + (j + 0.5) * step);
    }
  out.position /= sum;
  out.grid.y_first = (given.begin + 0.5 * step - out.position) * grid.dy / step;
  return out;
}

TEST(Strips, PressuresAreasAndPlacesOfS1002On60E1) {
  int positions = 0;
  for (const double inclination : {1.0 / 40.0, 1.0 / 20.0}) {
    profile::RailsDescription rails;
    rails.inclination = inclination;
    const auto wheelset = std::make_shared<const WheelsetOnTrack>(
        test::lay_alike(make_s1002(), make_60e1(), {}, rails));
    LoadedWheel strips(wheelset);
    SearchScratch scratch;
    for (const double load : {40e3, 100e3}) {
      for (int k = -7; k <= 7; ++k) {
        const double y = 1e-3 * k;
        const RigidContact rigid = solve_rigid(*wheelset, y, 0.0, {}, scratch);
        const WheelsetPose pose = strips.press({y, rigid.z, rigid.roll, 0.0}, load);
        const WheelSums s = strips.calc(pose);
        const ExactWheel e = solve_exact(wheelset->left, pose, s, 60, 90);
        const double pressure = std::abs(s.pressure / e.pressure - 1.0);
        const std::string where = std::to_string(1.0 / inclination) + ", " + std::to_string(load) +
                                  " N, " + std::to_string(y) + " m";
        EXPECT_LT(pressure, 0.1) << where;
        EXPECT_NEAR(s.area / e.area, 1.0, 0.1) << where;
        EXPECT_NEAR(s.position, e.position, 0.2e-3) << where;
        EXPECT_NEAR(e.approach, 0.0, 5e-6) << where;  // the same load at the same position
        ++positions;
      }
    }
  }
  EXPECT_EQ(positions, 60);
}

/// Creep forces of exact theory on the pressures of `wheel`, creepages given at y = 0.
TangentialForce roll_exact(const ExactWheel& wheel, const RigidSlip& slip, double friction) {
  std::vector<double> bound = wheel.pressures;
  for (double& p : bound) p *= friction;
  ExactTraction traction;
  SteadyRolling(wheel.grid, steel).solve(bound, slip, {}, traction);
  EXPECT_TRUE(traction.converged);
  return {traction.fx, traction.fy, traction.mz, traction.slip_share};
}

/// Position of the wheelset in a row of CONTACT's, mirrored to the left; CONTACT: y right, z down.
WheelsetPose read_manchester_pose(const CsvTable& data, std::size_t i) {
  const double sign = data.text(i, "side") == "L" ? 1.0 : -1.0;
  WheelsetPose pose;
  pose.y = -sign * data.number(i, "y_ws_mm") * 1e-3;
  pose.z = -data.number(i, "z_ws_mm") * 1e-3;
  pose.roll = sign * data.number(i, "roll_mrad") * 1e-3;
  pose.yaw = -sign * data.number(i, "yaw_mrad") * 1e-3;
  return pose;
}

/// CONTACT's wheel-rail module on the Manchester profiles, 10 kN on both wheels, its own position of
/// the wheelset across, yaw 0, 10 and 20 mrad, at the same normal force. Positions are compared with the boundary elements of the same
/// gap: CONTACT's is the centre of the overlap, not of the pressure. Its creepages hold there, too;
/// with them exact theory on these pressures must give its creep forces to 2 % of Fz.
TEST(Strips, ManchesterBothWheels) {
  const CsvTable data("contact_wheel_rail_1in40_10kN.csv");
  const auto wheelset = std::make_shared<const WheelsetOnTrack>(make_manchester());
  LoadedWheel strips(wheelset);
  int compared = 0;
  double pressure[2] = {}, area[2] = {}, position = 0.0, creep = 0.0;  // yaw up to 10 mrad, 20 mrad
  for (std::size_t i = 0; i < data.size(); ++i) {
    const int yaw = data.number(i, "yaw_mrad") > 15.0 ? 1 : 0;
    const double sign = data.text(i, "side") == "L" ? 1.0 : -1.0;
    const WheelsetPose pose =
        strips.press(read_manchester_pose(data, i), data.number(i, "Fn_N"), &WheelSums::normal);
    const WheelSums s = strips.calc(pose);
    ++compared;
    pressure[yaw] =
        std::max(pressure[yaw], std::abs(s.pressure / (data.number(i, "pmax_MPa") * 1e6) - 1.0));
    area[yaw] = std::max(area[yaw], std::abs(s.area / (data.number(i, "area_mm2") * 1e-6) - 1.0));
    const ExactWheel e = solve_exact(wheelset->left, pose, s, 40, 60);
    position = std::max(position, std::abs(s.position - e.position));
    // From CONTACT's point to the centre of pressure, then creepages as in docs/theory/contact-laws.md.
    const double y_point = -sign * data.number(i, "ycp_w") * 1e-3;
    const double way = (s.y_wheel - y_point) / std::cos(s.angle) + e.position - s.position;
    const double spin = sign * data.number(i, "cphi_per_mm") * 1e3;
    const TangentialForce f = roll_exact(
        e, {-data.number(i, "cksi") - spin * way, sign * data.number(i, "ceta"), spin}, 0.3);
    creep = std::max(
        creep, std::hypot(f.fx + data.number(i, "Fx_N"), f.fy - sign * data.number(i, "Fs_N")) /
                   data.number(i, "Fz_tr_tot_N"));
  }
  for (const int yaw : {0, 1}) {
    std::printf("Manchester, yaw %s: pressure %.1f %%, area %.1f %%\n",
                yaw == 0 ? "0 and 10 mrad" : "20 mrad", 100 * pressure[yaw], 100 * area[yaw]);
    EXPECT_LT(pressure[yaw], 0.1);
    EXPECT_LT(area[yaw], 0.1);
  }
  std::printf("position %.3f mm, creep %.2f %% of Fz\n", 1e3 * position, 100 * creep);
  EXPECT_EQ(compared, 126);
  EXPECT_LT(position, 0.2e-3);
  EXPECT_LT(creep, 0.02);
}

// The same positions under the load of a vehicle, for which there are no results of CONTACT: boundary
// elements of the same gap.
TEST(Strips, ManchesterBothWheelsUnderEightTimesTheLoad) {
  const CsvTable data("contact_wheel_rail_1in40_10kN.csv");
  const auto wheelset = std::make_shared<const WheelsetOnTrack>(make_manchester());
  LoadedWheel strips(wheelset);
  int compared = 0;
  double pressure = 0.0, area = 0.0, position = 0.0;
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (data.number(i, "yaw_mrad") != 0.0) continue;
    const WheelsetPose pose = strips.press(read_manchester_pose(data, i), 80e3);
    const WheelSums s = strips.calc(pose);
    const ExactWheel e = solve_exact(wheelset->left, pose, s, 60, 90);
    EXPECT_NEAR(e.approach, 0.0, 5e-6) << i;
    pressure = std::max(pressure, std::abs(s.pressure / e.pressure - 1.0));
    area = std::max(area, std::abs(s.area / e.area - 1.0));
    position = std::max(position, std::abs(s.position - e.position));
    ++compared;
  }
  std::printf("Manchester, 80 kN: pressure %.1f %%, area %.1f %%, position %.3f mm\n",
              100 * pressure, 100 * area, 1e3 * position);
  EXPECT_EQ(compared, 42);
  EXPECT_LT(pressure, 0.1);
  EXPECT_LT(area, 0.1);
  EXPECT_LT(position, 0.2e-3);
}

/// A wheel that is moved across at the penetration of a usual load, all forces and moments.
class WheelOnItsWay {
 public:
  WheelOnItsWay(std::shared_ptr<const WheelsetOnTrack> wheelset, PatchShape shape, const char* law)
      : contact_(make(wheelset, shape, law)) {
    SearchScratch scratch;
    for (int i = 0; i <= steps; ++i) {
      const RigidContact rigid = solve_rigid(*wheelset, get_y(i), 0.0, {}, scratch);
      z_.push_back(rigid.z - 80e-6);
      roll_.push_back(rigid.roll);
    }
  }
  static constexpr int steps = 320;
  static double get_y(double t) { return -8e-3 + 16e-3 * t / steps; }

  /// Between two nodes the path is straight.
  Eigen::Matrix<double, 6, 1> calc(double t) {
    const int i = std::min(static_cast<int>(t), steps - 1);
    const auto at = static_cast<std::size_t>(i);
    WheelsetMotion motion;
    motion.pose = {get_y(t), z_[at] + (t - i) * (z_[at + 1] - z_[at]),
                   roll_[at] + (t - i) * (roll_[at + 1] - roll_[at]), 2e-3};
    motion.v = Vec3(20.0, 0.02, 0.0);
    motion.w = Vec3(0.0, 20.0 / 0.46 + 0.03, 0.0);
    contact_.calc(Side::left, motion, {}, {0.3, 0.2}, scratch_, force_);
    Eigen::Matrix<double, 6, 1> out;
    out << force_.force, force_.moment;
    return out;
  }

 private:
  static WheelContact make(const std::shared_ptr<const WheelsetOnTrack>& wheelset, PatchShape shape,
                           const char* law) {
    WheelContact::Options options;
    options.shape = shape;
    if (shape == PatchShape::strips) options.search = make_strip_search();
    return WheelContact(wheelset, ElasticNormal(steel, 0.0), make_tangential_law(law, steel),
                        options);
  }
  WheelContact contact_;
  std::vector<double> z_, roll_;
  WheelContact::Scratch scratch_;
  WheelForce force_;
};

/// Every stretch of the path whose force changes by more than `least` of the load is halved towards
/// the larger change until 1e-9 m are left: what a jump changes stays, all else vanishes. The largest
/// change that stays, over the load.
double find_jump(WheelOnItsWay& wheel, double least) {
  double worst = 0.0;
  for (int i = 0; i < WheelOnItsWay::steps; ++i) {
    double low = i, high = i + 1.0;
    auto a = wheel.calc(low), b = wheel.calc(high);
    const double load = std::max(a.head<3>().norm(), 1e4);
    double change = (b - a).cwiseAbs().maxCoeff();
    for (int k = 0; k < 16 && change > least * load; ++k) {
      const double middle = 0.5 * (low + high);
      const auto c = wheel.calc(middle);
      const double first = (c - a).cwiseAbs().maxCoeff(), second = (b - c).cwiseAbs().maxCoeff();
      change = std::max(first, second);
      if (first > second) {
        high = middle;
        b = c;
      } else {
        low = middle;
        a = c;
      }
    }
    if (change > least * load && change / load > worst) {
      worst = change / load;
      std::printf("jump of %.2e of the load at y = %.6f mm\n", worst,
                  1e3 * WheelOnItsWay::get_y(0.5 * (low + high)));
    }
  }
  return worst;
}

// Half a per mille of the load, with the moment about the axle's middle in N m as if it were N.
TEST(Strips, SearchForJumpsAcross) {
  for (const double inclination : {1.0 / 40.0, 1.0 / 20.0}) {
    profile::RailsDescription rails;
    rails.inclination = inclination;
    const auto wheelset = std::make_shared<const WheelsetOnTrack>(
        test::lay_alike(make_s1002(), make_60e1(), {}, rails));
    for (const auto& [shape, law] :
         {std::pair{PatchShape::strips, "fastrip"}, std::pair{PatchShape::strips, "exact-table"},
          std::pair{PatchShape::kik_piotrowski, "fastrip"}}) {
      WheelOnItsWay wheel(wheelset, shape, law);
      EXPECT_EQ(find_jump(wheel, 5e-4), 0.0) << law << " 1:" << 1.0 / inclination;
    }
  }
}

}  // namespace
}  // namespace fourfoot::contact

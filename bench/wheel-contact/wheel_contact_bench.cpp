// Force of one wheel, S1002 on 60E1 1:40, hunting with 7 mm and 10 mrad: geometry (table or online)
// + Hertz + FASTSIM 10x10, with and without the local Jacobian.
#include <benchmark/benchmark.h>

#include "contact/tangential/fastsim.h"
#include "contact/wheel_contact.h"
#include "reference/contact-geometry/reference_data.h"

namespace fourfoot::contact {
namespace {

const std::shared_ptr<const WheelsetOnTrack>& get_wheelset() {
  static const auto wheelset = std::make_shared<const WheelsetOnTrack>(make_s1002_on_60e1());
  return wheelset;
}

const std::vector<WheelsetMotion>& get_motions() {
  static const std::vector<WheelsetMotion> motions = [] {
    std::vector<WheelsetMotion> out;
    SearchScratch scratch;
    for (int i = 0; i < 500; ++i) {
      const double phase = i * 0.01256;
      WheelsetMotion m;
      m.pose = {7e-3 * std::sin(phase), 0.0, 0.0, 0.01 * std::cos(phase)};
      const RigidContact c = solve_rigid(*get_wheelset(), m.pose.y, m.pose.yaw, {}, scratch);
      m.pose.z = c.z - 60e-6;
      m.pose.roll = c.roll;
      m.v = Vec3(30.0, 0.05 * std::cos(phase), 0.0);
      m.w = Vec3(0.0, 30.0 / 0.46, 0.01);
      out.push_back(m);
    }
    return out;
  }();
  return motions;
}

void run(benchmark::State& state, bool with_table, bool with_jacobian) {
  static const auto table =
      std::make_shared<const ContactTable>(build_contact_table(*get_wheelset(), {}));
  const WheelContact contact(get_wheelset(), with_table ? table : nullptr,
                             ElasticNormal(Material{}),
                             std::make_shared<const FastsimLaw>(Material{}, 10, 10), {});
  WheelContact::Scratch scratch;
  WheelForce out;
  WheelForceJacobian jacobian;
  std::size_t i = 0;
  const auto& motions = get_motions();
  for (auto _ : state) {
    const WheelsetMotion& m = motions[i++ % motions.size()];
    if (with_jacobian)
      contact.calc(Side::left, m, {}, {}, scratch, out, jacobian);
    else
      contact.calc(Side::left, m, {}, {}, scratch, out);
    benchmark::DoNotOptimize(out);
    benchmark::DoNotOptimize(jacobian);
  }
}
BENCHMARK_CAPTURE(run, table_force, true, false);
BENCHMARK_CAPTURE(run, table_force_and_jacobian, true, true);
BENCHMARK_CAPTURE(run, online_force, false, false);
BENCHMARK_CAPTURE(run, online_force_and_jacobian, false, true);

}  // namespace
}  // namespace fourfoot::contact

BENCHMARK_MAIN();

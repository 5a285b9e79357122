// Contact geometry of both wheels of a wheelset, S1002 on 60E1 1:40, hunting with 7 mm and 10 mrad:
// online search, table, rigid contact.
#include <benchmark/benchmark.h>

#include "contact/geometry/contact_table.h"
#include "reference/contact-geometry/reference_data.h"

namespace fourfoot::contact {
namespace {

const WheelsetOnTrack& get_wheelset() {
  static const WheelsetOnTrack wheelset = make_s1002_on_60e1();
  return wheelset;
}

const std::vector<WheelsetPose>& get_poses() {
  static const std::vector<WheelsetPose> poses = [] {
    std::vector<WheelsetPose> out;
    SearchScratch scratch;
    for (int i = 0; i < 2000; ++i) {
      WheelsetPose p{7e-3 * std::sin(i * 0.00314), 0.0, 0.0, 0.01 * std::cos(i * 0.00314)};
      const RigidContact c = solve_rigid(get_wheelset(), p.y, p.yaw, {}, scratch);
      p.z = c.z - 60e-6;
      p.roll = c.roll;
      out.push_back(p);
    }
    return out;
  }();
  return poses;
}

void online(benchmark::State& state) {
  SearchScratch scratch;
  WheelsetContacts out;
  std::size_t i = 0;
  const auto& poses = get_poses();
  for (auto _ : state) {
    find_patches(get_wheelset(), poses[i++ % poses.size()], {}, {}, scratch, out);
    benchmark::DoNotOptimize(out);
  }
}
BENCHMARK(online);

void table(benchmark::State& state) {
  static const ContactTable built = build_contact_table(get_wheelset(), {});
  WheelsetContacts out;
  std::size_t i = 0;
  const auto& poses = get_poses();
  for (auto _ : state) {
    built.find_patches(poses[i++ % poses.size()], {}, out);
    benchmark::DoNotOptimize(out);
  }
}
BENCHMARK(table);

void rigid(benchmark::State& state) {
  SearchScratch scratch;
  std::size_t i = 0;
  const auto& poses = get_poses();
  for (auto _ : state) {
    const WheelsetPose& p = poses[i++ % poses.size()];
    benchmark::DoNotOptimize(
        solve_rigid(get_wheelset(), p.y, p.yaw, {}, scratch, {0.0, p.z, p.roll, 0.0}));
  }
}
BENCHMARK(rigid);

void soft(benchmark::State& state) {
  SearchScratch scratch;
  std::size_t i = 0;
  const auto& poses = get_poses();
  for (auto _ : state) {
    const WheelsetPose& p = poses[i++ % poses.size()];
    benchmark::DoNotOptimize(solve_soft(get_wheelset(), p.y, p.yaw, {}, default_softness, scratch,
                                        {0.0, p.z, p.roll, 0.0}));
  }
}
BENCHMARK(soft);

}  // namespace
}  // namespace fourfoot::contact

BENCHMARK_MAIN();

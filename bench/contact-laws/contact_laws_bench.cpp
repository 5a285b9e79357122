// One patch at a time on one core: every law, with and without its exact derivatives, from stick to
// full slip; Hertz and the non-elliptic contact.
#include <benchmark/benchmark.h>

#include <map>

#include "contact/normal/elastic_normal.h"
#include "contact/normal/kik_piotrowski.h"
#include "contact/tangential/fastrip.h"
#include "contact/tangential/fastsim.h"
#include "contact/tangential/registry.h"

namespace {

using namespace fourfoot;
using namespace fourfoot::contact;

const Material steel{82e9, 0.28};

// 0: none, 1: mostly stick, 2: half slip, 3: full slip.
TangentialInput make_input(int level) {
  const double size[] = {0.0, 1e-4, 1e-3, 1e-2};
  return {6e-3, 5e-3, 8e4, 0.3, size[level], 0.5 * size[level], 100 * size[level], 20.0};
}

void run_law(benchmark::State& state, const TangentialLaw& law, int level) {
  TangentialInput in = make_input(level);
  for (auto _ : state) {
    in.nu_x += 1e-15;
    benchmark::DoNotOptimize(law.calc(in));
  }
}
void run_jacobian(benchmark::State& state, const TangentialLaw& law, int level) {
  TangentialInput in = make_input(level);
  TangentialJacobian jacobian;
  for (auto _ : state) {
    in.nu_x += 1e-15;
    benchmark::DoNotOptimize(law.calc(in, jacobian));
    benchmark::DoNotOptimize(jacobian);
  }
}

void run_portable(benchmark::State& state, int n) {
  const FastsimGrid grid(n, n);
  FastsimSums sums;
  double a = 0.3;
  for (auto _ : state) {
    a += 1e-12;
    grid.run_variant("portable", {a, 0.2, 0.5, 0.6}, sums, nullptr);
    benchmark::DoNotOptimize(sums);
  }
}

void run_hertz(benchmark::State& state) {
  const ElasticNormal law(steel);
  double cy = 3.0;
  for (auto _ : state) {
    cy += 1e-12;
    benchmark::DoNotOptimize(law.calc(PatchPenetration<double>{7e-5, 0.0, 2.2, cy}));
  }
}
void run_hertz_dual(benchmark::State& state) {
  const ElasticNormal law(steel);
  const Dual<4> delta(7e-5, 4, 0), rate(0.0, 4, 1), cx(2.2, 4, 2), cy(3.0, 4, 3);
  for (auto _ : state)
    benchmark::DoNotOptimize(law.calc(PatchPenetration<Dual<4>>{delta, rate, cx, cy}));
}
void run_kik_piotrowski(benchmark::State& state) {
  std::vector<double> y, gap, curvature;
  for (int i = 0; i <= 400; ++i) {
    y.push_back(2e-2 * (i / 200.0 - 1.0));
    gap.push_back(1.5 * y.back() * y.back());
    curvature.push_back(2.2);
  }
  std::vector<KikPiotrowskiPatch> patches;
  patches.reserve(4);
  for (auto _ : state) {
    calc_kik_piotrowski({y, gap, curvature}, 7e-5, steel, {}, patches);
    benchmark::DoNotOptimize(patches.data());
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::map<std::string, std::unique_ptr<TangentialLaw>> laws;
  for (const int n : {10, 20, 50}) {
    laws["fastsim_" + std::to_string(n)] = std::make_unique<FastsimLaw>(steel, n, n);
  }
  for (const int n : {10, 50})
    laws["fastrip_" + std::to_string(n)] = std::make_unique<FastripLaw>(steel, n, n);
  for (const char* name : {"exact-table", "fastsim-table", "polach", "shen-hedrick-elkins",
                           "vermeulen-johnson", "kalker-linear"}) {
    laws[name] = make_tangential_law(name, steel);
  }
  for (const auto& [name, law] : laws) {
    for (int level = 0; level < 4; ++level) {
      const std::string at = "/" + std::to_string(level);
      benchmark::RegisterBenchmark((name + at).c_str(), run_law, std::cref(*law), level);
      benchmark::RegisterBenchmark((name + "_jacobian" + at).c_str(), run_jacobian, std::cref(*law),
                                   level);
    }
  }
  for (const int n : {10, 20}) {
    benchmark::RegisterBenchmark(("fastsim_portable_" + std::to_string(n)).c_str(), run_portable,
                                 n);
  }
  benchmark::RegisterBenchmark("hertz", run_hertz);
  benchmark::RegisterBenchmark("hertz_jacobian", run_hertz_dual);
  benchmark::RegisterBenchmark("kik_piotrowski", run_kik_piotrowski);
  benchmark::AddCustomContext("fastsim variant", FastsimGrid::get_variant());
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

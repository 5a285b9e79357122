#include "contact/tangential/fastsim_kernel.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <stdexcept>

#include "math/vector_width.h"

namespace fourfoot::contact {

namespace {

using Arrays = FastsimGrid::Arrays;
using Run = void (*)(const Arrays&, const FastsimParameters&, FastsimSums&);
using RunDual = void (*)(const Arrays&, const FastsimParameters&, FastsimSums&,
                         FastsimDerivatives&);

namespace portable_width {
#define FOURFOOT_TARGET FOURFOOT_PORTABLE
using namespace fourfoot::portable_width;
#include "contact/tangential/fastsim_kernel.inc"
#undef FOURFOOT_TARGET
}  // namespace portable_width

#if defined(__x86_64__)
namespace avx2_width {
#define FOURFOOT_TARGET FOURFOOT_AVX2
using namespace fourfoot::avx2_width;
#include "contact/tangential/fastsim_kernel.inc"
#undef FOURFOOT_TARGET
}  // namespace avx2_width
#endif

struct Variant {
  const char* name;
  Run run;
  RunDual run_dual;
};
constexpr Variant portable{"portable", portable_width::run, portable_width::run_dual};

Variant find_variant() {
#if defined(__x86_64__)
  if (has_avx2()) return {"avx2", avx2_width::run, avx2_width::run_dual};
#endif
  return portable;
}
const Variant& get_chosen() {
  static const Variant chosen = find_variant();
  return chosen;
}

}  // namespace

FastsimGrid::FastsimGrid(int strips, int cells, Bound bound, Form form)
    : strips_(strips), cells_(cells) {
  if (strips < 1 || strips > 1000 || cells < 1 || cells > 1000) {
    throw std::logic_error("FASTSIM's grid must have 1 ... 1000 strips and cells");
  }
  Arrays& g = arrays_;
  g.lanes = (strips + 3) / 4 * 4;
  g.cells = cells;
  g.step = 2.0 / cells;
  g.strip_width = 2.0 / strips;
  for (int j = 0; j < g.lanes; ++j) {
    const bool real = j < strips;
    const double eta = real ? (2.0 * j + 1.0) / strips - 1.0 : 0.0;
    const double square = (1.0 - eta) * (1.0 + eta);
    g.eta.push_back(eta);
    g.half_length.push_back(real ? std::sqrt(square) : 0.0);
    // A lane of no length must not divide 0 by 0.
    g.bound.push_back(!real ? 1.0 : form == Form::elliptic ? std::sqrt(square) : square);
  }
  for (int i = 0; i < cells; ++i) {
    const double xi = 1.0 - (2.0 * i + 1.0) / cells;
    g.xi.push_back(xi);
    g.xi_mid.push_back(i == 0 ? 1.0 - 0.5 / cells : xi + 1.0 / cells);
    const double square = (1.0 - xi) * (1.0 + xi);
    g.cell_bound.push_back(form == Form::elliptic ? 0.75 * std::sqrt(square) : square);
  }
  if (bound == Bound::scaled) {
    // Sums whose product should be pi/2: parabolic int s^3 = 3 pi/8, int 1 - xi^2 = 4/3.
    double across = 0.0, along = 0.0;
    for (std::size_t j = 0; j < g.half_length.size(); ++j)
      across += g.strip_width * g.half_length[j] * g.bound[j];
    for (double b : g.cell_bound) along += g.step * b;
    for (double& b : g.cell_bound) b *= 0.5 * std::numbers::pi / (across * along);
  }
}

FastsimSums FastsimGrid::run(const FastsimParameters& p) const {
  FastsimSums sums{};
  get_chosen().run(arrays_, p, sums);
  return sums;
}

FastsimSums FastsimGrid::run(const FastsimParameters& p, FastsimDerivatives& derivatives) const {
  FastsimSums sums{};
  derivatives = {};
  get_chosen().run_dual(arrays_, p, sums, derivatives);
  return sums;
}

const char* FastsimGrid::get_variant() {
  return get_chosen().name;
}

bool FastsimGrid::run_variant(const char* variant, const FastsimParameters& p, FastsimSums& sums,
                              FastsimDerivatives* derivatives) const {
  Variant v = portable;
  if (std::strcmp(variant, portable.name) != 0) {
    v = get_chosen();
    if (std::strcmp(variant, v.name) != 0) return false;
  }
  sums = {};
  if (derivatives == nullptr) {
    v.run(arrays_, p, sums);
  } else {
    *derivatives = {};
    v.run_dual(arrays_, p, sums, *derivatives);
  }
  return true;
}

}  // namespace fourfoot::contact

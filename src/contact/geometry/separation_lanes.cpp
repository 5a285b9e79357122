#include "contact/geometry/separation_lanes.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "contact/geometry/overlap_rule.h"
#include "math/vector_width.h"

namespace fourfoot::contact::guided {

namespace {

static_assert(offsetof(RailSection::Sample, tz) == 3 * sizeof(double) &&
              offsetof(RailSection::Sample, curvature) == 4 * sizeof(double) &&
              offsetof(RailSection::Sample, angle) == 6 * sizeof(double) &&
              offsetof(RailSection::Sample, half) == 7 * sizeof(double) &&
              offsetof(WheelSurface::Sample, r) == sizeof(double) &&
              offsetof(WheelSurface::Sample, slope) == 2 * sizeof(double));

namespace portable_width {
#define FOURFOOT_TARGET FOURFOOT_PORTABLE
using namespace fourfoot::portable_width;

inline void transpose(const double* const* rows, int from, Vector* columns) {
  const double *const a = rows[0] + from, *const b = rows[1] + from;
  for (int k = 0; k < 4; ++k) columns[k] = Vector{a[k], b[k]};
}
inline void read_meridian(const Meridian& meridian, const double* s, Vector& w, Vector& r,
                          Vector& slope) {
  Vector v[2], d[2];
  for (int i = 0; i < 2; ++i) {
    const Meridian::Piece& p = meridian.find_piece(s[i]);
    const double x = s[i] - p.s0;
    Vector c[6];
    std::memcpy(c, p.c, sizeof c);
    v[i] = c[5] * x + c[4];
    d[i] = c[5] * x + v[i];
    for (int k = 3; k >= 1; --k) {
      v[i] = v[i] * x + c[k];
      d[i] = d[i] * x + v[i];
    }
    v[i] = v[i] * x + c[0];
  }
  w = Vector{v[0][0], v[1][0]};
  r = -Vector{v[0][1], v[1][1]};
  const Vector across = Vector{d[0][0], d[1][0]}, least = Vector{} + 1e-9;
  slope = Vector{d[0][1], d[1][1]} / (across < least ? least : across);
}
/// The rail's samples near them: where the points are against them, and their numbers.
struct Near {
  Mask exists;
  Vector a, b, square, ty, tz, curvature, angle;
};

inline bool find_at_once(const RailSection::Map&, const Mask&, const Vector&, const Vector&,
                         Near&) {
  return false;
}
/// Eight vectors as a tree, then the two lanes.
inline double sum(const Vector* p) {
  const Vector v = ((p[0] + p[1]) + (p[2] + p[3])) + ((p[4] + p[5]) + (p[6] + p[7]));
  return v[0] + v[1];
}
#include "contact/geometry/separation_lanes.inc"
#undef FOURFOOT_TARGET
}  // namespace portable_width

#if defined(__x86_64__)
namespace avx2_width {
#define FOURFOOT_TARGET FOURFOOT_AVX2
using namespace fourfoot::avx2_width;
using Half = fourfoot::portable_width::Vector;

FOURFOOT_TARGET inline bool are_all(const Mask& m) {
  return _mm256_movemask_pd(reinterpret_cast<const __m256d&>(m)) == 15;
}
FOURFOOT_TARGET inline void transpose(const double* const* rows, int from, Vector* columns) {
  const Vector a = _mm256_loadu_pd(rows[0] + from), b = _mm256_loadu_pd(rows[1] + from);
  const Vector c = _mm256_loadu_pd(rows[2] + from), d = _mm256_loadu_pd(rows[3] + from);
  const Vector ab0 = _mm256_unpacklo_pd(a, b), ab1 = _mm256_unpackhi_pd(a, b);
  const Vector cd0 = _mm256_unpacklo_pd(c, d), cd1 = _mm256_unpackhi_pd(c, d);
  columns[0] = _mm256_permute2f128_pd(ab0, cd0, 0x20);
  columns[1] = _mm256_permute2f128_pd(ab1, cd1, 0x20);
  columns[2] = _mm256_permute2f128_pd(ab0, cd0, 0x31);
  columns[3] = _mm256_permute2f128_pd(ab1, cd1, 0x31);
}
/// Where the samples of these indices begin.
FOURFOOT_TARGET inline void list_rows(const double* samples, const __m128i& index,
                                      const double** rows) {
  constexpr int stride = sizeof(RailSection::Sample) / sizeof(double);
  const __m128i from = _mm_mullo_epi32(index, _mm_set1_epi32(stride));
  rows[0] = samples + _mm_cvtsi128_si32(from);
  rows[1] = samples + _mm_extract_epi32(from, 1);
  rows[2] = samples + _mm_extract_epi32(from, 2);
  rows[3] = samples + _mm_extract_epi32(from, 3);
}
/// Two positions in one vector: (w, z) of the first, (w, z) of the second.
FOURFOOT_TARGET inline void read_two(const Meridian& meridian, double s0, double s1, Vector& v,
                                     Vector& d) {
  const Meridian::Piece &p = meridian.find_piece(s0), &q = meridian.find_piece(s1);
  const Vector x = _mm256_set_m128d(_mm_set1_pd(s1 - q.s0), _mm_set1_pd(s0 - p.s0));
  Vector c[6];
  for (int k = 0; k < 6; ++k) c[k] = _mm256_loadu2_m128d(q.c[k].data(), p.c[k].data());
  v = c[5] * x + c[4];
  d = c[5] * x + v;
  for (int k = 3; k >= 1; --k) {
    v = v * x + c[k];
    d = d * x + v;
  }
  v = v * x + c[0];
}
FOURFOOT_TARGET inline void read_meridian(const Meridian& meridian, const double* s, Vector& w,
                                          Vector& r, Vector& slope) {
  Vector v0, d0, v1, d1;  // of positions 0 and 2, 1 and 3
  read_two(meridian, s[0], s[2], v0, d0);
  read_two(meridian, s[1], s[3], v1, d1);
  w = _mm256_unpacklo_pd(v0, v1);
  r = -Vector(_mm256_unpackhi_pd(v0, v1));
  const Vector across = _mm256_unpacklo_pd(d0, d1), least = Vector{} + 1e-9;
  slope = Vector(_mm256_unpackhi_pd(d0, d1)) / (across < least ? least : across);
}
/// The rail's samples near them: where the points are against them, and their numbers.
struct Near {
  Mask exists;
  Vector a, b, square, ty, tz, curvature, angle;
};

/// RailSection::find_sample of four points, where none of them has to walk on.
[[gnu::always_inline]] FOURFOOT_TARGET inline bool find_at_once(const RailSection::Map& map,
                                                                const Mask& exists, const Vector& y,
                                                                const Vector& z, Near& out) {
  const Vector column = (y - map.y0) * map.cells_per_metre;
  const Vector row = (z - map.z0) * map.cells_per_metre;
  const Vector columns = Vector{} + static_cast<double>(map.columns);
  const Vector rows = Vector{} + static_cast<double>(map.rows), zero = {};
  out.exists = exists & (column >= zero) & (row >= zero) & (column < columns) & (row < rows);
  if (!are_all(out.exists)) return false;
  const __m128i cell =
      _mm_add_epi32(_mm_mullo_epi32(_mm256_cvttpd_epi32(row), _mm_set1_epi32(map.columns)),
                    _mm256_cvttpd_epi32(column));
  const std::int16_t* const cells = map.cells;
  const __m128i near =
      _mm_setr_epi32(cells[_mm_cvtsi128_si32(cell)], cells[_mm_extract_epi32(cell, 1)],
                     cells[_mm_extract_epi32(cell, 2)], cells[_mm_extract_epi32(cell, 3)]);
  if (_mm_movemask_ps(_mm_castsi128_ps(near)) != 0) return false;  // some cell has none
  // From the cell's sample to the point's own, at once.
  const double* const samples = &map.samples->y;
  const double* at[4];
  list_rows(samples, near, at);
  Vector first[4], second[4];
  transpose(at, 0, first);
  const Vector inverse = _mm256_set_m128d(_mm_loadh_pd(_mm_load_sd(at[2] + 8), at[3] + 8),
                                          _mm_loadh_pd(_mm_load_sd(at[0] + 8), at[1] + 8));
  const Vector pieces = ((y - first[0]) * first[2] + (z - first[1]) * first[3]) * inverse;
  const Vector half = Vector{} + 0.5;
  const Vector rounded =
      pieces + Vector(_mm256_or_pd(half, _mm256_and_pd(pieces, _mm256_set1_pd(-0.0))));
  const __m128i own = _mm_add_epi32(near, _mm256_cvttpd_epi32(rounded));
  list_rows(samples,
            _mm_min_epi32(_mm_max_epi32(own, _mm_setzero_si128()), _mm_set1_epi32(map.last)), at);
  transpose(at, 0, first);
  transpose(at, 4, second);  // curvature, s, angle, half
  const Vector dy = y - first[0], dz = z - first[1];
  out.a = dy * first[2] + dz * first[3];
  out.b = dz * first[2] - dy * first[3];
  out.square = dy * dy + dz * dz;
  out.ty = first[2];
  out.tz = first[3];
  out.curvature = second[0];
  out.angle = second[2];
  return are_all((out.a <= second[3]) & (out.a >= -second[3]));
}
/// As the portable width adds them.
FOURFOOT_TARGET inline double sum(const Vector* p) {
  Half pairs[4];
  for (int i = 0; i < 4; ++i)
    pairs[i] = Half(_mm256_castpd256_pd128(p[i])) + Half(_mm256_extractf128_pd(p[i], 1));
  const Half v = (pairs[0] + pairs[1]) + (pairs[2] + pairs[3]);
  return v[0] + v[1];
}
#include "contact/geometry/separation_lanes.inc"
#undef FOURFOOT_TARGET
}  // namespace avx2_width
#endif

constexpr SeparationLanes portable{"portable",
                                   portable_width::calc_samples,
                                   portable_width::look,
                                   portable_width::integrate,
                                   portable_width::calc_block,
                                   portable_width::measure};

#if defined(__x86_64__)
constexpr SeparationLanes avx2{"avx2",
                               avx2_width::calc_samples,
                               avx2_width::look,
                               avx2_width::integrate,
                               avx2_width::calc_block,
                               avx2_width::measure};
#endif

}  // namespace

const SeparationLanes* find_lanes(const char* name) {
#if defined(__x86_64__)
  if (std::strcmp(name, "avx2") == 0) return has_avx2() ? &avx2 : nullptr;
#endif
  return std::strcmp(name, "portable") == 0 ? &portable : nullptr;
}

const SeparationLanes& get_lanes() {
  static const SeparationLanes* const chosen =
      find_lanes("avx2") ? find_lanes("avx2") : find_lanes("portable");
  return *chosen;
}

}  // namespace fourfoot::contact::guided

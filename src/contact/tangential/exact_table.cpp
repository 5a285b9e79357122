#include "contact/tangential/exact_table.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>

#include "contact/tangential/exact_table_data.h"

namespace fourfoot::contact {

namespace {

using Shape = ExactTableShape;

// Four outputs at once, in whatever registers there are.
using Single = float __attribute__((vector_size(16)));
using Lanes = double __attribute__((vector_size(32)));

// Four weights of the cubic B-spline at t = 0 ... 1 from the second of its nodes, and derivatives.
struct SplineWeights {
  double w[4], d[4];
  int first;  // index of the first coefficient

  SplineWeights(double position, int intervals) {
    first = std::clamp(static_cast<int>(position), 0, intervals - 1);
    const double t = position - first, rest = 1.0 - t;
    w[0] = rest * rest * rest / 6.0;
    w[1] = (4.0 + t * t * (3.0 * t - 6.0)) / 6.0;
    w[2] = (4.0 + rest * rest * (3.0 * rest - 6.0)) / 6.0;
    w[3] = t * t * t / 6.0;
    d[0] = -0.5 * rest * rest;
    d[1] = t * (1.5 * t - 2.0);
    d[2] = rest * (2.0 - 1.5 * rest);
    d[3] = 0.5 * t * t;
  }
};

}  // namespace

ExactTable::ExactTable(const unsigned char* begin, std::size_t size) : coefficients_(Shape::count) {
  constexpr std::size_t head = 4 * Shape::outputs;
  if (size != head + 2 * static_cast<std::size_t>(Shape::count))
    throw std::logic_error("the table of exact theory has another size than it must have");
  float steps[Shape::outputs];
  for (int o = 0; o < Shape::outputs; ++o) {
    std::uint32_t bits = 0;
    for (int b = 0; b < 4; ++b) bits |= static_cast<std::uint32_t>(begin[4 * o + b]) << (8 * b);
    std::memcpy(&steps[o], &bits, 4);
  }
  for (int i = 0; i < Shape::count; ++i) {
    const unsigned char* two = begin + head + 2 * static_cast<std::size_t>(i);
    const auto value = static_cast<std::int16_t>(two[0] | two[1] << 8);
    coefficients_[i] = static_cast<float>(value) * steps[i % Shape::outputs];
  }
}

template <bool with_derivatives>
void ExactTable::calc(const double (&u)[3], double ratio, Result& out) const {
  constexpr int m = Shape::per_unit, spin = Shape::per_spin;
  const SplineWeights wx(m * u[0], m), wy(m * (u[1] + 1.0), 2 * m), ws(spin * u[2], spin),
      wr(Shape::per_decade * (ratio - Shape::first_log), Shape::ratios - 1);
  Lanes value{}, by_x{}, by_y{}, by_s{}, by_r{};
  for (int i = 0; i < 4; ++i) {
    Lanes plane{}, plane_y{}, plane_s{}, plane_r{};
    for (int j = 0; j < 4; ++j) {
      const float* row =
          &coefficients_[Shape::find_index(wx.first + i, wy.first + j, ws.first, wr.first, 0)];
      Lanes line{}, line_s{}, line_r{};
      for (int k = 0; k < 4; ++k, row += Shape::outputs * Shape::count_r) {
        Lanes at{}, at_r{};
        for (int l = 0; l < 4; ++l) {
          Single c;
          std::memcpy(&c, row + Shape::outputs * l, sizeof c);
          const Lanes wide = __builtin_convertvector(c, Lanes);
          at += wr.w[l] * wide;
          if constexpr (with_derivatives) at_r += wr.d[l] * wide;
        }
        line += ws.w[k] * at;
        if constexpr (with_derivatives) {
          line_s += ws.d[k] * at;
          line_r += ws.w[k] * at_r;
        }
      }
      plane += wy.w[j] * line;
      if constexpr (with_derivatives) {
        plane_y += wy.d[j] * line;
        plane_s += wy.w[j] * line_s;
        plane_r += wy.w[j] * line_r;
      }
    }
    value += wx.w[i] * plane;
    if constexpr (with_derivatives) {
      by_x += wx.d[i] * plane;
      by_y += wx.w[i] * plane_y;
      by_s += wx.w[i] * plane_s;
      by_r += wx.w[i] * plane_r;
    }
  }
  for (int o = 0; o < Shape::outputs; ++o) {
    out.value[o] = value[o];
    if constexpr (with_derivatives) {
      out.d[o][0] = m * by_x[o];
      out.d[o][1] = m * by_y[o];
      out.d[o][2] = spin * by_s[o];
      out.d[o][3] = Shape::per_decade * by_r[o];
    }
  }
}

template void ExactTable::calc<false>(const double (&)[3], double, Result&) const;
template void ExactTable::calc<true>(const double (&)[3], double, Result&) const;

std::shared_ptr<const ExactTable> ExactTable::get() {
  static const auto table =
      std::make_shared<const ExactTable>(get_exact_table_data(), get_exact_table_size());
  return table;
}

}  // namespace fourfoot::contact

#include "track/transition.h"

#include <numbers>

namespace fourfoot::track {

namespace {

double calc_binomial(int n, int k) {
  double value = 1.0;
  for (int i = 1; i <= k; ++i) value = value * (n - k + i) / i;
  return value;
}

Piece make_polynomial(double begin, double length, double v0, double dv,
                      const std::vector<double>& f) {
  Piece piece = make_constant(begin, begin + length, v0);
  piece.scale = 1.0 / length;
  piece.degree = static_cast<int>(f.size());
  for (std::size_t k = 0; k < f.size(); ++k) piece.c[k + 1] = dv * f[k];
  return piece;
}

using Coefficients = std::vector<double>;

std::vector<Piece> make_linear_ramp(double begin, double length, double v0, double dv,
                                    const Coefficients&) {
  return {make_polynomial(begin, length, v0, dv, {1.0})};
}

/// Helmert's curve is two parabolas that meet at half length.
std::vector<Piece> make_helmert(double begin, double length, double v0, double dv,
                                const Coefficients&) {
  Piece first = make_polynomial(begin, length, v0, dv, {0.0, 2.0});
  Piece second = make_polynomial(begin, length, v0 + dv, -dv, {0.0, 2.0});
  first.end = second.begin = begin + 0.5 * length;
  second.origin = second.end;
  return {first, second};
}

std::vector<Piece> make_bloss(double begin, double length, double v0, double dv,
                              const Coefficients&) {
  return {make_polynomial(begin, length, v0, dv, {0.0, 3.0, -2.0})};
}

std::vector<Piece> make_cosine(double begin, double length, double v0, double dv,
                               const Coefficients&) {
  Piece piece = make_polynomial(begin, length, v0 + 0.5 * dv, 0.0, {});
  piece.frequency = std::numbers::pi;
  piece.cosine = -0.5 * dv;
  return {piece};
}

std::vector<Piece> make_sine(double begin, double length, double v0, double dv,
                             const Coefficients&) {
  Piece piece = make_polynomial(begin, length, v0, dv, {1.0});
  piece.frequency = 2.0 * std::numbers::pi;
  piece.sine = -dv / (2.0 * std::numbers::pi);
  return {piece};
}

std::vector<Piece> make_viennese_ramp(double begin, double length, double v0, double dv,
                                      const Coefficients&) {
  return {make_polynomial(begin, length, v0, dv, get_smooth_polynomial(7))};
}

std::vector<Piece> make_free_polynomial(double begin, double length, double v0, double dv,
                                        const Coefficients& c) {
  return {make_polynomial(begin, length, v0, dv, c)};
}

bool holds_word(const std::string& words, const std::string& word) {
  return (" " + words + " ").find(" " + word + " ") != std::string::npos;
}

}  // namespace

std::vector<double> get_smooth_polynomial(int degree) {
  const int m = (degree - 1) / 2;
  std::vector<double> c(static_cast<std::size_t>(degree), 0.0);
  for (int k = 0; k <= m; ++k)
    c[static_cast<std::size_t>(m + k)] =
        (k % 2 == 0 ? 1.0 : -1.0) * calc_binomial(m + k, k) * calc_binomial(2 * m + 1, m - k);
  return c;
}

const std::vector<TransitionKind>& get_transition_kinds() {
  using Form = TransitionShape;
  static const std::vector<TransitionKind> kinds = {
      {"clothoid", "linear-transition", Form::linear, false, "clothoid", "CLOTHOID",
       "LINEARTRANSITION", "Linear in arc length.", &make_linear_ramp},
      {"helmert-curve", "helmert-curve", Form::helmert, false, "biquadratic", "HELMERTCURVE",
       "HELMERTCURVE", "Two parabolas (Helmert, Schramm).", &make_helmert},
      {"bloss-curve", "bloss-curve", Form::bloss, false, "bloss", "BLOSSCURVE", "BLOSSCURVE",
       "From start to end as 3 u^2 - 2 u^3, u = s / length (Bloss).", &make_bloss},
      {"cosine-curve", "cosine-curve", Form::cosine, false, "cosine", "COSINECURVE", "COSINECURVE",
       "From start to end as (1 - cos(pi u)) / 2, u = s / length.", &make_cosine},
      {"sine-curve", "sine-curve", Form::sine, false, "sinusoid", "SINECURVE", "SINECURVE",
       "From start to end as u - sin(2 pi u) / (2 pi), u = s / length (Klein).", &make_sine},
      {"viennese-bend", "viennese-bend", Form::viennese, false, "", "VIENNESEBEND", "VIENNESEBEND",
       "The seventh-degree ramp; in plan the centre of gravity of the vehicle follows it.",
       &make_viennese_ramp},
      {"polynomial", "polynomial", Form::polynomial, false, "", "", "",
       "From start to end as a polynomial of u = s / length.", &make_free_polynomial},
      {"cubic-parabola", "", Form::linear, true, "cubicParabola cubic japaneseCubic", "CUBIC", "",
       "As built: y = x^3 / (6 R L) over the abscissa x.", &make_linear_ramp},
      {"sine-half-wave", "", Form::cosine, true, "sineHalfWave", "", "",
       "As built: y'' = (1 - cos(pi x / L)) / (2 R) over the abscissa x (Japan).", &make_cosine},
      {"biquadratic-parabola", "", Form::helmert, true, "biquadraticParabola", "", "",
       "As built: y of fourth degree in two halves over the abscissa x.", &make_helmert}};
  return kinds;
}

const TransitionKind* find_transition_kind(const char* TransitionKind::*names,
                                           const std::string& word) {
  if (word.empty()) return nullptr;
  for (const TransitionKind& kind : get_transition_kinds())
    if (holds_word(kind.*names, word)) return &kind;
  return nullptr;
}

std::vector<Piece> make_transition(TransitionShape shape, double begin, double length, double v0,
                                   double v1, const std::vector<double>& polynomial) {
  for (const TransitionKind& kind : get_transition_kinds())
    if (kind.shape == shape) return kind.make(begin, length, v0, v1 - v0, polynomial);
  return {};
}

}  // namespace fourfoot::track

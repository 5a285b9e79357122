#pragma once

#include <string>
#include <vector>

#include "track/piece.h"

namespace fourfoot::track {

/// How a quantity (curvature, cant) passes from one value to another over a length L:
/// value(s) = v0 + (v1 - v0) f(u), u = s / L. Names follow IFC 4.3
/// (IfcAlignmentHorizontalSegmentTypeEnum, IfcAlignmentCantSegmentTypeEnum).
///
/// | shape      | f(u)                                           | continuous at the ends up to |
/// |------------|------------------------------------------------|------------------------------|
/// | linear     | u (clothoid, linear ramp)                      | value                        |
/// | helmert    | 2 u^2, then 1 - 2 (1 - u)^2 (Helmert, Schramm) | first derivative             |
/// | bloss      | 3 u^2 - 2 u^3                                  | first derivative             |
/// | cosine     | (1 - cos(pi u)) / 2                            | first derivative             |
/// | sine       | u - sin(2 pi u) / (2 pi) (Klein)               | second derivative            |
/// | viennese   | 35 u^4 - 84 u^5 + 70 u^6 - 20 u^7              | third derivative             |
/// | polynomial | sum of c_k u^k, k = 1..n                       | by its coefficients          |
///
/// Source: [IFC43]; checked against independent integrations of the same f.
enum class TransitionShape { linear, helmert, bloss, cosine, sine, viennese, polynomial };

/// One kind of transition curve or ramp, by all its names. This table is the only place that lists
/// them: schema, readers and builders take their rows from it. A name that a format does not have
/// is empty.
struct TransitionKind {
  const char* name;       ///< `type` of a [[horizontal]] element
  const char* ramp_name;  ///< `type` of a [[cant]] element
  TransitionShape shape;
  bool
      is_over_abscissa;  ///< y''(x) follows f(x / X) over the abscissa x, not the curvature f(s / L)
  const char* landxml;   ///< `spiType` of LandXML 1.2; two words with a space between
  const char* ifc;       ///< PredefinedType of an IFC 4.3 horizontal segment
  const char* ifc_ramp;  ///< PredefinedType of an IFC 4.3 cant segment
  const char* doc;
  /// Pieces of v0 + dv f on [begin, begin + length].
  std::vector<Piece> (*make)(double begin, double length, double v0, double dv,
                             const std::vector<double>& polynomial);
};

const std::vector<TransitionKind>& get_transition_kinds();

/// The row whose `names` (one of the members above) holds the word; nullptr if there is none.
const TransitionKind* find_transition_kind(const char* TransitionKind::*names,
                                           const std::string& word);

/// The smoothest odd polynomial of degree 2 m + 1 (3 to 13): its first m derivatives vanish at both
/// ends. Degree 3 is Bloss, 7 the Viennese ramp. Returns c_1..c_n.
std::vector<double> get_smooth_polynomial(int degree);

/// Pieces of v0 + (v1 - v0) f on [begin, begin + length]; `polynomial` holds c_1..c_n.
std::vector<Piece> make_transition(TransitionShape shape, double begin, double length, double v0,
                                   double v1, const std::vector<double>& polynomial = {});

}  // namespace fourfoot::track

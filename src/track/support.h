#pragma once

#include <array>
#include <optional>
#include <vector>

#include "base/line_sections.h"

namespace fourfoot::track {

/// The track under a wheelset as masses on springs and dampers that travel with it ("co-running" or
/// "moving" track) [Zboinski2016, Figs. 4, 5]. Three coordinates per wheelset: y of both rails
/// together, z of each rail (z of left and right are the track's vertical motion and its roll):
///
///   m_y y'' + c_y y' + k_y y = -(F_y,left + F_y,right)        m_z z'' + c_z z' + k_z z = -F_z
///
/// in the axes of the track frame; F: force of the rail on a wheel. The masses stand for pieces of
/// track at rest in space: neither weight nor fictitious forces act on them, and corners of the
/// alignment do not throw them. At rest y = -F_y / k_y, z = -F_z / k_z. Energy is never gained.
/// Left out: waves in the rails from one wheelset to the next, roll of a rail about its foot,
/// sleepers apart from rails, play, loss of contact in the ballast.
struct Support {
  double mass = 0.0;       ///< [kg]
  double stiffness = 0.0;  ///< [N/m]
  double damping = 0.0;    ///< [N s/m]
};

/// Spring and damper of one coordinate at one chainage. Under hanging sleepers the rail
/// gives on `stiffness` alone until it has gone down by `gap`; then the ballast carries, too:
///
///   F = -k z - c z' - k_closed min(0, z + gap)
struct SupportLaw {
  double stiffness = 0.0, damping = 0.0;  ///< [N/m], [N s/m]
  double closed = 0.0, gap = 0.0;         ///< what comes in addition [N/m] beyond the gap [m]

  /// What is left of a load on the rail [N].
  double calc_rest(double load, double z, double v) const {
    const double rest = load - stiffness * z - damping * v;
    return z + gap < 0.0 ? rest - closed * (z + gap) : rest;
  }
  double get_stiffness(double z) const { return z + gap < 0.0 ? stiffness + closed : stiffness; }
  /// How far it goes down under a load [m].
  double calc_sag(double load) const {
    const double open = load / stiffness;
    return open <= gap ? open : (load + closed * gap) / (stiffness + closed);
  }
};

/// Support along the line, of y of both rails, z of the left and z of the right one. Masses are the
/// same everywhere. Over a change stiffness, damping and gap go over by a step of fifth order.
class SupportAlongLine {
 public:
  static constexpr std::size_t coordinates = 3;
  using Laws = std::array<SupportLaw, coordinates>;

  SupportAlongLine() = default;  ///< rigid
  SupportAlongLine(const std::optional<Support>& lateral, const std::optional<Support>& vertical);
  /// One set of laws for each section, as `list_changes` counts them.
  void add_sections(const std::vector<LineSection>& sections, const std::vector<Laws>& laws);

  bool has(std::size_t coordinate) const { return supports_[coordinate].has_value(); }
  bool is_uniform() const { return changes_.empty(); }
  /// 0 where it is rigid [kg].
  double get_mass(std::size_t coordinate) const;
  const Laws& get_nominal() const { return laws_.front(); }
  void calc(double s, Laws& laws) const;

 private:
  std::array<std::optional<Support>, coordinates> supports_;
  std::vector<Laws> laws_ = {Laws{}};  ///< by stretch
  std::vector<LineChange> changes_;
};

/// Ballasted track, of each rail under its wheel up and down. From the layers of [Zhai2004] (rail
/// 60 kg/m, pads 65 MN/m, sleepers, ballast, subgrade) by the dynamic stiffness of an infinite beam
/// on them at the wheel, K(w) = 2 sqrt(2) EI^(1/4) (s(w) - m w^2)^(3/4): k = K(0); m and c by least
/// squares of K over 50 to 250 Hz, where wheels vibrate on their contact springs
/// (docs/theory/dry-rails.md). tests/exact/support computes them anew.
inline constexpr Support default_vertical_support{50.0, 81e6, 150e3};

/// The same of both rails sideways: rail's second moment and fastening (15 MN/m, 50 kN s/m each) of
/// [HuoDai2019, Table 2], sleepers that do not move sideways (assumed).
inline constexpr Support default_lateral_support{50.0, 64e6, 170e3};

}  // namespace fourfoot::track

#pragma once

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

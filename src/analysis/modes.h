#pragma once

#include <complex>
#include <string>
#include <vector>

#include "analysis/equilibrium.h"
#include "analysis/steady_motion.h"

namespace fourfoot::analysis {

using Complex = std::complex<double>;

/// How one freedom takes part in a mode.
struct ModeShare {
  std::string body, coordinate;  ///< "front", "y" (x y z phi chi psi, mode_1, ...)
  double amplitude = 0.0;        ///< the largest share is 1; 1 m counts as 1 rad
  double phase = 0.0;            ///< before that of the largest share [rad]
};

/// A motion exp(lambda t) about steady running.
struct Mode {
  Complex value;                  ///< lambda [1/s]
  Eigen::VectorXcd shape;         ///< in the coordinates of SteadyMotion, of norm 1 in its scales
  Eigen::VectorXcd left;          ///< left eigenvector: left^H shape = 1, with that of others 0
  std::vector<ModeShare> shares;  ///< of displacements, from the largest down
  std::string name;               ///< found from the shape (mode_names.h)
  /// Of the wheelset that moves most sideways, per largest displacement (hunting_modes.h).
  double wheelset_part = 1.0;
  double frequency() const;  ///< damped, |Im| / 2 pi [Hz]
  double damping() const;    ///< ratio to critical, -Re / |lambda|; < 0 grows
};

/// The mode in words: "front y 1.00, rear y 0.97 (-12 deg), ...", down to a tenth of the largest.
std::string describe(const Mode& mode);

/// All modes of the motion about an equilibrium, d x'/dx there by the exact Jacobian, from the
/// least damped (largest real part) on; of a conjugate pair both are listed. A freedom that nothing
/// acts on gives a zero eigenvalue.
std::vector<Mode> find_modes(const system::System& system, const Equilibrium& equilibrium,
                             double t = 0.0);

/// Whether an eigenvalue is a freedom that nothing holds: neither stable nor unstable.
bool is_neutral(Complex value);

}  // namespace fourfoot::analysis

#pragma once

#include "evaluate/cascade.h"

namespace fourfoot::evaluate {

enum class Pass { low, high, band };

/// Butterworth filter by the bilinear transform with corners kept, as scipy.signal.butter:
///
///   |H(f)|^2 = 1 / (1 + (tan(pi f / rate) / tan(pi f_c / rate))^(2 n))          low pass
///
/// High and band pass by the usual substitutions 1/p and (p^2 + w0^2) / (p dw) of the analog
/// prototype p [Oppenheim2010]. A band pass of order n has 2 n poles. Gain at a corner: 1/sqrt(2);
/// forth and back: 1/2.
/// `corner` is the only corner of low and high passes and the lower one of a band [Hz]; `upper` is
/// the upper one of a band. 0 < corner < upper < rate / 2 is the caller's duty.
Cascade design_butterworth(Pass pass, int order, double rate, double corner, double upper = 0.0);

}  // namespace fourfoot::evaluate

#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace fourfoot::evaluate {

/// One second-order section of a digital filter,
///
///   H(z) = (b0 + b1 z^-1 + b2 z^-2) / (1 + a1 z^-1 + a2 z^-2).
struct Biquad {
  double b0 = 1.0, b1 = 0.0, b2 = 0.0;
  double a1 = 0.0, a2 = 0.0;
};

/// Sections in series; the gain is in the first.
using Cascade = std::vector<Biquad>;

/// What the sections remember between two calls (transposed direct form II).
using CascadeState = std::vector<std::array<double, 2>>;

/// The state in which a constant input of 1 gives a constant output from the first sample on.
CascadeState calc_steady_state(const Cascade& cascade);

/// Causal filter, in place; the state goes on from call to call, so a record may come in blocks.
void filter_causal(const Cascade& cascade, CascadeState& state, double* x, std::size_t count);

/// Causal filter of a whole record from rest, as scipy.signal.sosfilt.
void filter_causal(const Cascade& cascade, std::vector<double>& x);

/// Filter without phase shift: forth and back, so its gain is that of the cascade squared. As
/// scipy.signal.sosfiltfilt: the record is continued at both ends by its odd reflection
/// (2 x_0 - x_i) over 3 (2 n + 1) samples, n sections, and each pass starts in the steady state of
/// its first sample. A record that is not longer than that is continued by what it has.
void filter_zero_phase(const Cascade& cascade, std::vector<double>& x);

/// The same, but continued by its even reflection (x_i) over the memory of the filter: for filters
/// that take the mean away. The odd reflection doubles the first value's distance from the mean,
/// and a high pass shows that as a transient of the signal's own size at both ends.
void filter_zero_phase_even(const Cascade& cascade, std::vector<double>& x);

/// Samples after which the memory of the slowest pole has faded to `remainder`. A record cut to
/// blocks with that much margin on both sides gives what the whole record gives.
std::size_t calc_memory(const Cascade& cascade, double remainder = 1e-14);

/// |H| at the frequency f [Hz] for a sampling rate [Hz].
double calc_gain(const Cascade& cascade, double f, double rate);

}  // namespace fourfoot::evaluate

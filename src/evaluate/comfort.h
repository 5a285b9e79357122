#pragma once

namespace fourfoot::evaluate {

/// Mean comfort, standard method [EN12299, 6.7.2]: from the 95th percentiles of the r.m.s. values
/// of weighted accelerations over 5 s,
///
///   N_MV = 6 sqrt(a_x,Wd^2 + a_y,Wd^2 + a_z,Wb^2)                              [m/s2]
double calc_mean_comfort(double ax, double ay, double az);

/// Share of passengers disturbed by a curve transition [EN12299, 7] in per cent,
///
///   P_CT = 100 (max(A y2 + B y3 - C, 0) + (D roll)^E)
///
/// y2: largest |lateral acceleration|, 1 s mean [m/s2]; y3: largest change of that mean within 1 s
/// [m/s3]; roll: largest |roll speed|, 1 s mean [rad/s].
struct CurveTransition {
  double A = 0.0, B = 0.0, C = 0.0, D = 0.0, E = 1.0;
};
double calc_curve_transition(const CurveTransition& c, double y2, double y3, double roll);

/// Share of passengers disturbed by a discrete event [EN12299, 8] in per cent,
///
///   P_DE = 100 max(a peak_to_peak + b mean - c, 0)
///
/// of the lateral acceleration within 2 s: peak to peak, and the absolute value of the mean [m/s2].
struct DiscreteEvent {
  double a = 0.0, b = 0.0, c = 0.0;
};
double calc_discrete_event(const DiscreteEvent& c, double peak_to_peak, double mean);

/// Nadal's limit of Y/Q at the flange [Nadal1908]: (tan g - mu) / (1 + mu tan g), g the largest
/// flange angle [rad].
double calc_nadal(double angle, double friction);

}  // namespace fourfoot::evaluate

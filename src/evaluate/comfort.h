#pragma once

#include <vector>

namespace fourfoot::evaluate {

/// Mean comfort, standard method [EN12299, 6.7.2]: from the 95th percentiles of the r.m.s. values
/// of weighted accelerations over 5 s,
///
///   N_MV = 6 sqrt(a_x,Wd^2 + a_y,Wd^2 + a_z,Wb^2)                              [m/s2]
double calc_mean_comfort(double ax, double ay, double az);

/// Comfort of a seated passenger, complete method [EN12299]: floor at his feet, seat pan and
/// seat back; 95th percentiles as above,
///
///   N_VA = 4 a_z,floor,Wb + 2 sqrt(a_y,pan,Wd^2 + a_z,pan,Wb^2) + 4 a_x,back,Wc
double calc_seated_comfort(double floor_z, double pan_y, double pan_z, double back_x);

/// Comfort of a standing passenger, complete method [EN12299]: medians on the floor, and the
/// 95th percentile of the lateral one,
///
///   N_VD = 3 sqrt(16 a_x,Wd^2 + 4 a_y,Wd^2 + a_z,Wb^2) + 5 a_y95,Wd
double calc_standing_comfort(double x, double y, double z, double y95);

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

/// Largest angle between the flange tip (the lowest point) and the field side of a wheel's outline,
/// which runs from the flange back to the field side, z up [m]; nan of less than three points.
double find_flange_angle(const std::vector<double>& y, const std::vector<double>& z);

}  // namespace fourfoot::evaluate

#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "math/moving_frame.h"
#include "track/description.h"
#include "track/piece.h"

namespace fourfoot::track {

/// Where the last evaluation was, so that the next one nearby need not search. The caller holds one
/// per travelling frame; any value is allowed.
struct Cursor {
  std::size_t span = 0;
};

/// The geometry of the centre line at one arc length.
struct Geometry {
  double heading = 0.0;    ///< theta [rad]
  double gradient = 0.0;   ///< beta, > 0 uphill [rad]
  double roll = 0.0;       ///< gamma, > 0 right rail raised [rad]
  double curvature = 0.0;  ///< dtheta/ds [1/m]
  double cant = 0.0;       ///< H, > 0 right rail raised [m]
};

/// A chainage where the frame's motion jumps. Absolute motion is smooth there, so coordinates
/// relative to the frame must jump:  Delta omega' = -[omega],  Delta v' = -[v_o] - [omega] x r'.
/// All vectors are in the axes after the joint; multiply by the speed.
struct Kink {
  double s = 0.0;
  Mat3 R_BA = Mat3::Identity();            ///< axes A after the joint seen in axes B before it
  Vec3 omega_per_speed = Vec3::Zero();     ///< [omega] / v [1/m]
  Vec3 velocity_per_speed = Vec3::Zero();  ///< [v_o] / v: the turn of the tangent [1]
  double position_jump = 0.0;              ///< always 0 with a continuous profile [m]
};

/// A track: immutable after build, shared by all threads.
///
/// s is the arc length of the centre line in space. Heading theta, height z and cant H are
/// functions of s, with dtheta/ds = curvature and dz/ds = sin(beta), so that the frame's origin
/// moves with exactly the speed v along its x axis:
///
///     R_NT = Rz(theta) Ry(-beta) Rx(-gamma),   dp/ds = R_NT e_x
///     k = ( -gamma' + theta' sin(beta),
///           -beta' cos(gamma) - theta' cos(beta) sin(gamma),
///           -beta' sin(gamma) + theta' cos(beta) cos(gamma) )
///     omega = v k      epsilon = a k + v^2 k'      a_o = (a, v omega_z, -v omega_y)
///
/// Axes x forward, y left, z up. Before s = 0 and after s = length the track goes on with the
/// curvature, cant and gradient it has there. Source: [Zboinski2012, section 4] made exact; checked
/// with numerical differentiation of R_NT on random alignments and independent tables.
class Track {
 public:
  /// Checks and builds; throws InputError with all findings.
  explicit Track(const TrackDescription& description);

  double length() const { return length_; }
  double gauge() const { return gauge_; }
  double contact_distance() const { return contact_distance_; }
  const std::string& name() const { return name_; }
  /// In ascending order of s.
  const std::vector<Kink>& kinks() const { return kinks_; }

  /// All chainages where one analytic piece ends and the next begins: derivatives of some order may
  /// jump there.
  const std::vector<double>& joints() const { return joints_; }

  /// The frame at arc length s with speed v and acceleration a. Costs no search if s is on or next
  /// to the cursor's span.
  MovingFrame calc_frame(double s, double v, double a, Cursor& cursor) const;
  Geometry calc_geometry(double s, Cursor& cursor) const;
  /// Position and tangent only; dt/ds is the curvature vector.
  void calc_centre_line(double s, Cursor& cursor, Vec3& p, Vec3& tangent, Vec3& bend) const;

  /// The arc length of the centre line's point nearest to p_N, near `guess`: (p - p_NT) . e_x = 0.
  /// Closed form where the track is straight or a level arc, else Newton from the guess.
  /// Source: [Escalona2018, Eq. 6]. Throws RunError if there is none near.
  double find_projection(const Vec3& p_N, double guess, Cursor& cursor) const;

  /// Sum of all irregularities at s.
  RailDeviations calc_irregularity(double s) const;
  bool has_irregularity() const { return !irregularities_.empty(); }
  /// Infinite if there is none.
  double get_shortest_wave() const;
  /// Chainages where something that a vehicle feels jumps, or one of its derivatives: joints() and
  /// the corners of the irregularities, unless these are more than 20 (a rough track). Ascending,
  /// each once.
  std::vector<double> list_breaks() const;

  /// For tests and figures: how many spans the track was cut into, and bytes held.
  std::size_t count_spans() const { return spans_.size(); }
  std::size_t calc_memory() const;

 private:
  friend class TrackBuilder;
  enum class SpanKind { general, line, level_arc };
  static constexpr int position_degree = 12;

  /// A stretch where heading, cant and height are one analytic piece each.
  struct Span {
    double begin, end;
    std::size_t heading, cant, height;  ///< indices of pieces
    double rise;                        ///< centre line height per cant: +-1/2 or 0
    SpanKind kind;
    bool is_flat;                 ///< the profile is level; the centre line may rise
    double middle, inverse_half;  ///< xi = (s - middle) * inverse_half
    int degree;
    double x[position_degree + 1], y[position_degree + 1];  ///< powers of xi [m]
  };
  /// Everything that depends on s alone.
  struct State;

  std::size_t find_span(double s, Cursor& cursor) const;
  State calc_state(const Span& span, double s) const;
  void calc_plan(const Span& span, double s, double& x, double& y) const;
  MovingFrame calc_frame_on(const Span& span, double s, double v, double a) const;

  std::string name_;
  double length_ = 0.0;
  double gauge_ = 1.435;
  double contact_distance_ = 1.5, inverse_contact_distance_ = 1.0 / 1.5;
  CantAngle cant_angle_ = CantAngle::linear;
  std::vector<Piece> heading_, cant_, height_;
  std::vector<Span> spans_;
  std::vector<Kink> kinks_;
  std::vector<double> joints_;
  std::vector<std::shared_ptr<const Irregularity>> irregularities_;
};

}  // namespace fourfoot::track

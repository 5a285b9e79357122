// What instruments at marked points of the bodies read.
#include "math/rotation.h"
#include "system/system.h"

namespace fourfoot::system {

namespace {

/// A marked point as computed last.
struct MarkerReading {
  const vehicle::Marker& marker;
  const multibody::Body& body;
  const multibody::BodyWorkspace& motion;
  const MovingFrame& frame;
  double gravity;
};

/// The point from the mass centre, deformed, in the axes of the carrier.
Vec3 get_point(const MarkerReading& r) {
  if (r.marker.shape.is_rigid()) return r.marker.point;
  return r.marker.point + r.marker.shape.displacement * r.motion.eta;
}

Vec3 calc_displacement(const MarkerReading& r) {
  return r.motion.p_TB + r.motion.R_TC * get_point(r) - r.body.given.nominal - r.marker.point;
}

// An accelerometer feels the absolute acceleration less gravity, in the axes of its body; it is set
// to zero where it stands level. With A the absolute acceleration of the mass centre,
//   a = R_CT (A + alpha x arm + w x (w x arm) - g) - g_0,
// and Phi eta'' + 2 w x Phi eta' of a body with modes.
Vec3 calc_acceleration(const MarkerReading& r) {
  const multibody::BodyWorkspace& b = r.motion;
  const MovingFrame& frame = r.frame;
  const Vec3 arm = b.R_TC * get_point(r);
  const Vec3 &omega = frame.w_NT_T, w = b.R_TC * b.w_TC_C;
  const Vec3 centre = frame.a_NT_T + frame.alpha_NT_T.cross(b.p_TB) +
                      omega.cross(omega.cross(b.p_TB) + 2.0 * b.v_TB_T) + b.a_T;
  // alpha_C differentiates components of the body's angular velocity; a marker on a wheelset sits
  // on its axlebox, which does not spin and whose pitch acceleration is left out.
  const Vec3 turning = b.R_TC * b.alpha_C;
  const Vec3 own = r.body.is_wheelset() ? Vec3(turning - b.R_TC.col(1) * b.alpha_C.y()) : turning;
  const Vec3 alpha = frame.alpha_NT_T + omega.cross(w) + own;
  const Vec3 total = omega + w;
  const Vec3 g_N(0.0, 0.0, -r.gravity);
  const Vec3 felt =
      centre + alpha.cross(arm) + total.cross(total.cross(arm)) - frame.R_NT.transpose() * g_N;
  Vec3 reading = b.R_TC.transpose() * felt + g_N;
  if (!r.marker.shape.is_rigid()) {
    const Vec3 rate = r.marker.shape.displacement * b.eta_d;
    reading +=
        r.marker.shape.displacement * b.eta_dd + 2.0 * (b.R_TC.transpose() * total).cross(rate);
    // The instrument is turned with its point; at standstill it is set to zero as it stands there.
    const Vec3 theta = r.marker.shape.rotation * b.eta;
    const Mat3 turned = multibody::calc_small_turn<double>(theta).R;
    reading = turned.transpose() * (reading - g_N) + g_N;
  }
  return reading;
}

constexpr VectorRow<MarkerReading> marker_rows[] = {
    {"d", "m", "track", "displacement of the marked point from its nominal position",
     calc_displacement},
    {"a", "m/s2", "body",
     "reading of an accelerometer at the marked point, zero at rest on level track",
     calc_acceleration}};

}  // namespace

void System::list_marker_channels() {
  for (const vehicle::Marker& marker : model().markers) {
    const auto body = static_cast<std::size_t>(marker.body);
    table_.add_vectors<marker_rows>(marker.name + "/", [this, &marker, body](const Moment& m) {
      return MarkerReading{marker, model().bodies.body(body), m.ws.bodies.bodies[body],
                           m.ws.frames[body], options_.gravity};
    });
  }
}

}  // namespace fourfoot::system

// What instruments at marked points of the bodies read.
#include "math/rotation.h"
#include "system/system.h"

namespace fourfoot::system {

namespace {

constexpr const char* axes[3] = {"x", "y", "z"};

}  // namespace

void System::list_marker_channels() {
  for (const vehicle::Marker& marker : model_->markers) {
    for (const char* axis : axes) {
      channels_.push_back({marker.name + "/d_" + axis, "m", "track",
                           "displacement of the marked point from its nominal place"});
    }
    for (const char* axis : axes) {
      channels_.push_back({marker.name + "/a_" + axis, "m/s2", "body",
                           "reading of an accelerometer at the marked point, zero at rest on level "
                           "track"});
    }
  }
}

// An accelerometer feels the absolute acceleration less gravity, in the axes of its body; it is set
// to zero where it stands level. With A the absolute acceleration of the mass centre,
//   a = R_CT (A + alpha x arm + w x (w x arm) - g) - g_0.
void System::record_markers(const Workspace& ws, std::vector<double>& row, std::size_t& i) const {
  for (const vehicle::Marker& marker : model_->markers) {
    const auto index = static_cast<std::size_t>(marker.body);
    const multibody::BodyWorkspace& b = ws.bodies.bodies[index];
    const MovingFrame& frame = ws.frames[index];
    const Vec3 arm = b.R_TC * marker.point;
    const Vec3 place = b.p_TB + arm - model_->bodies.body(index).given.nominal - marker.point;
    for (int c = 0; c < 3; ++c) row[i++] = place[c];
    const Vec3 &omega = frame.w_NT_T, w = b.R_TC * b.w_TC_C;
    const Vec3 centre = frame.a_NT_T + frame.alpha_NT_T.cross(b.p_TB) +
                        omega.cross(omega.cross(b.p_TB) + 2.0 * b.v_TB_T) + b.a_T;
    // alpha_C differentiates components of the body's angular velocity; a marker on a wheelset sits
    // on its axlebox, which does not spin and whose pitch acceleration is left out.
    const Vec3 turning = b.R_TC * b.alpha_C;
    const Vec3 own = model_->bodies.body(index).is_wheelset()
                         ? Vec3(turning - b.R_TC.col(1) * b.alpha_C.y())
                         : turning;
    const Vec3 alpha = frame.alpha_NT_T + omega.cross(w) + own;
    const Vec3 total = omega + w;
    const Vec3 g_N(0.0, 0.0, -options_.gravity);
    const Vec3 felt =
        centre + alpha.cross(arm) + total.cross(total.cross(arm)) - frame.R_NT.transpose() * g_N;
    const Vec3 reading = b.R_TC.transpose() * felt + g_N;
    for (int c = 0; c < 3; ++c) row[i++] = reading[c];
  }
}

}  // namespace fourfoot::system

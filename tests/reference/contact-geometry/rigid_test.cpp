#include "contact/geometry/rigid.h"

#include <gtest/gtest.h>

#include "reference/contact-geometry/reference_data.h"

namespace fourfoot::contact {
namespace {

void compare(const WheelsetOnTrack& w) {
  const CsvTable data("geometry_s1002_60e1_1in40.csv");
  SearchScratch scratch;
  for (std::size_t i = 0; i < data.size(); ++i) {
    const double y = data.number(i, "y_ws_mm");
    const RigidContact c = solve_rigid(w, -y * 1e-3, 0.0, {}, scratch);
    std::printf(
        "%6.2f %d z %.5f %.5f roll %.5f %.5f ywr %.4f %.4f ywl %.4f %.4f ar %.4f %.4f al %.4f "
        "%.4f\n",
        y, c.converged, -c.z * 1e3, data.number(i, "z_ws_mm"), c.roll * 1e3,
        data.number(i, "roll_mrad"), c.right.y_wheel * 1e3, data.number(i, "yw_right_mm"),
        c.left.y_wheel * 1e3, data.number(i, "yw_left_mm"), c.right.angle * 57.29578,
        data.number(i, "contact_angle_right_deg"), c.left.angle * 57.29578,
        data.number(i, "contact_angle_left_deg"));
  }
}

TEST(Rigid, Oracle) {
  compare(make_manchester());
}
TEST(Rigid, Oracle2) {
  compare(make_s1002_on_60e1());
}

}  // namespace
}  // namespace fourfoot::contact

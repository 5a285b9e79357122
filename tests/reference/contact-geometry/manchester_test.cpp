#include <gtest/gtest.h>

#include "contact/geometry/search.h"
#include "reference/contact-geometry/reference_data.h"

namespace fourfoot::contact {
namespace {

TEST(Manchester, A22Left) {
  const CsvTable data("mbench_a22_left.csv");
  const WheelsetOnTrack w = make_manchester();
  SearchScratch scratch;
  for (std::size_t i = 0; i < data.size(); ++i) {
    WheelsetPose pose;
    pose.y = -data.number(i, "y_ws_mm") * 1e-3;
    pose.z = -data.number(i, "z_ws_mm") * 1e-3;
    pose.roll = data.number(i, "roll_rad");
    pose.yaw = -data.number(i, "yaw_mrad") * 1e-3;
    WheelsetContacts c;
    find_patches(w, pose, {}, {}, scratch, c);
    for (const Patch& p : c.left)
      std::printf(
          "%4.1f n %zu m %d x %.3f %.3f y %.3f %.3f | %.3f z %.4f %.4f ang %.4f %.4f yw %.3f %.3f "
          "pen %.4f appr %.4f cy %.2f %.2f\n",
          data.number(i, "y_ws_mm"), c.left.size(), p.minima, p.p_TC.x() * 1e3,
          data.number(i, "xcp_tr_mm"), p.p_TC.y() * 1e3, -data.number(i, "ycp_tr_mm"),
          (p.p_TC.y() * 1e3 + data.number(i, "ycp_tr_mm")), -p.p_TC.z() * 1e3,
          data.number(i, "zcp_tr_mm"), p.angle, data.number(i, "deltcp_tr_rad"), p.y_wheel * 1e3,
          -data.number(i, "ycp_w_mm"), p.penetration * 1e3, data.number(i, "approach_mm"),
          p.curvature_y, p.curvature_y_region);
  }
}

TEST(Manchester, Both) {
  const CsvTable data("contact_wheel_rail_1in40_10kN.csv");
  const WheelsetOnTrack w = make_manchester();
  SearchScratch scratch;
  for (std::size_t i = 0; i < data.size(); ++i) {
    WheelsetPose pose;
    pose.y = -data.number(i, "y_ws_mm") * 1e-3;
    pose.z = -data.number(i, "z_ws_mm") * 1e-3;
    pose.roll = data.number(i, "roll_mrad") * 1e-3;
    pose.yaw = -data.number(i, "yaw_mrad") * 1e-3;
    WheelsetContacts c;
    find_patches(w, pose, {}, {}, scratch, c);
    const bool l = data.text(i, "side") == "L";
    double sg = l ? 1 : -1;
    for (const Patch& p : l ? c.left : c.right)
      std::printf(
          "%s %4.1f %2.0f n %zu m %d x %.3f %.3f y %.3f %.3f | %.3f ang %.4f %.4f yw %.3f %.3f pen "
          "%.4f appr %.4f cy %.2f %.2f\n",
          l ? "L" : "R", data.number(i, "y_ws_mm"), data.number(i, "yaw_mrad"),
          l ? c.left.size() : c.right.size(), p.minima, p.p_TC.x() * 1e3, data.number(i, "xcp_tr"),
          p.p_TC.y() * 1e3, -data.number(i, "ycp_tr"),
          (p.p_TC.y() * 1e3 + data.number(i, "ycp_tr")), p.angle,
          sg * data.number(i, "delta_tr_deg") / 57.29578, p.y_wheel * 1e3,
          -sg * data.number(i, "ycp_w"), p.penetration * 1e3, data.number(i, "pen_mm"),
          p.curvature_y, p.curvature_y_region);
  }
}

}  // namespace
}  // namespace fourfoot::contact

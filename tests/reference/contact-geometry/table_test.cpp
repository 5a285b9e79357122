#include <gtest/gtest.h>

#include <ctime>
#include <random>

#include "contact/geometry/contact_table.h"
#include "contact/material.h"
#include "contact/normal/hertz.h"
#include "reference/contact-geometry/reference_data.h"

namespace fourfoot::contact {
namespace {

TEST(Table, Try) {
  const WheelsetOnTrack w = make_s1002_on_60e1();
  TableOptions o;
  o.roll_count = 15;
  o.yaw_count = 3;
  auto t0 = std::clock();
  const ContactTable t = build_contact_table(w, o);
  auto t1 = std::clock();
  std::printf("build %.2f s cuts", double(t1 - t0) / CLOCKS_PER_SEC);
  for (double c : t.cuts(Side::left)) std::printf(" %.2f", w.left.wheel.curve().calc(c).y * 1e3);
  std::printf(" bytes %zu\n", write_table(t).size());
  const TableCheck c = check_table(t, w, 1000, 1);
  std::printf("count differs %d of %d\n", c.patch_count_differs, 2 * c.poses);
  for (auto [n, e] : {std::pair{"z", c.z},
                      {"roll", c.roll},
                      {"angle", c.angle},
                      {"radius", c.radius},
                      {"pen", c.penetration}})
    std::printf("%s mean %.3g p99 %.3g max %.3g\n", n, e.mean, e.p99, e.max);
  SearchScratch scratch;
  WheelsetContacts out;
  std::mt19937 r(3);
  std::vector<WheelsetPose> poses;
  for (int i = 0; i < 2000; ++i) {
    WheelsetPose p;
    p.y = std::uniform_real_distribution<double>(-8e-3, 8e-3)(r);
    p.yaw = std::uniform_real_distribution<double>(-0.02, 0.02)(r);
    auto ref = t.find_reference(p.y, p.yaw, {});
    p.z = ref.z - 60e-6;
    p.roll = ref.roll;
    poses.push_back(p);
  }
  for (int k = 0; k < 3; ++k) {
    auto a = std::clock();
    for (auto& p : poses) find_patches(w, p, {}, {}, scratch, out);
    auto b = std::clock();
    for (auto& p : poses) t.find_patches(p, {}, out);
    auto d = std::clock();
    std::printf("online %.3f us table %.3f us\n", double(b - a) / CLOCKS_PER_SEC / 2000 * 1e6,
                double(d - b) / CLOCKS_PER_SEC / 2000 * 1e6);
  }
}

}  // namespace
}  // namespace fourfoot::contact

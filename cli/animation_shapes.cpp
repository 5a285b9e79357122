// Sketches of wheelsets, bogies and cars: true in position, wheel radius, gauge and wheelbase.
#include <algorithm>
#include <cmath>

#include "cli/animation_camera.h"

namespace fourfoot::cli {

namespace {

constexpr Colour steel{0.44, 0.49, 0.54}, tread{0.66, 0.71, 0.76}, bright{0.90, 0.45, 0.10},
    beam_colour{0.33, 0.40, 0.47}, shell{0.22, 0.48, 0.71}, roof{0.68, 0.72, 0.76},
    glass{0.12, 0.18, 0.24}, stripe{0.95, 0.96, 0.97}, lamp{1.0, 0.93, 0.70};
constexpr double full_turn = 6.283185307179586;

std::vector<Vec3> make_circle(const AnimationScene::Frame& frame, double radius, double y) {
  constexpr int corners = 36;
  std::vector<Vec3> circle;
  for (int i = 0; i < corners; ++i) {
    const double a = full_turn * i / corners;
    circle.push_back(frame.place(Vec3(radius * std::sin(a), y, radius * std::cos(a))));
  }
  return circle;
}

void paint_tread(cairo_t* c, const AnimationCamera& camera, const AnimationScene::Frame& frame,
                 double radius, double y1, double y2) {
  const std::vector<Vec3> a = make_circle(frame, radius, y1), b = make_circle(frame, radius, y2);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::size_t k = (i + 1) % a.size();
    const Vec3 normal = 0.5 * (a[i] + a[k]) - frame.place(Vec3(0, y1, 0));
    if (camera.sees(a[i], normal)) camera.fill_face(c, {a[i], a[k], b[k], b[i]}, normal, tread);
  }
}

void paint_wheel(cairo_t* c, const AnimationCamera& camera, const AnimationScene::Frame& frame,
                 double radius, double side, double half) {
  const double inner = side * (half - 0.068), outer = side * (half + 0.065);
  const Vec3 outward = side * frame.axes.col(1);
  const bool sees_outside = camera.sees(frame.place(Vec3(0, outer, 0)), outward);
  const auto paint_flange = [&] {
    camera.fill_face(c, make_circle(frame, radius + 0.028, inner), -outward, steel);
  };
  if (sees_outside) paint_flange();
  paint_tread(c, camera, frame, radius, inner, outer);
  if (!sees_outside) {
    paint_flange();
    return;
  }
  camera.fill_face(c, make_circle(frame, radius, outer), outward, tread);
  camera.fill_face(c, make_circle(frame, 0.82 * radius, outer), outward, steel);
  for (int k = 0; k < 4; ++k) {  // marks that show the rolling
    const double a = full_turn * k / 4, w = 0.05;
    const auto at = [&](double r, double v) {
      return frame.place(
          Vec3(r * std::sin(a) + v * std::cos(a), outer, r * std::cos(a) - v * std::sin(a)));
    };
    camera.fill(
        c, {at(0.3 * radius, -w), at(0.76 * radius, -w), at(0.76 * radius, w), at(0.3 * radius, w)},
        bright);
  }
  camera.fill_face(c, make_circle(frame, 0.22 * radius, outer), outward, beam_colour);
}

}  // namespace

void paint_box(cairo_t* c, const AnimationCamera& camera, const AnimationScene::Frame& frame,
               const AnimationBox& box, const Colour& colour) {
  const Vec3 &l = box.low, &h = box.high;
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (const bool is_high : {false, true}) {
      std::vector<Vec3> corners;
      for (const auto& [a, b] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
        Vec3 p;
        p[axis] = is_high ? h[axis] : l[axis];
        p[u] = a != 0 ? h[u] : l[u];
        p[v] = b != 0 ? h[v] : l[v];
        corners.push_back(frame.place(p));
      }
      const Vec3 normal = (is_high ? 1.0 : -1.0) * frame.axes.col(axis);
      if (camera.sees(corners.front(), normal)) camera.fill_face(c, corners, normal, colour);
    }
  }
}

void paint_wheelset(cairo_t* c, const AnimationCamera& camera, const AnimationScene::Frame& frame,
                    double radius, double half) {
  const bool left_is_near = camera.get_depth(frame.place(Vec3(0, half, 0))) <
                            camera.get_depth(frame.place(Vec3(0, -half, 0)));
  const double near = left_is_near ? 1.0 : -1.0;
  paint_wheel(c, camera, frame, radius, -near, half);
  paint_tread(c, camera, frame, 0.085, -half, half);
  paint_wheel(c, camera, frame, radius, near, half);
}

void paint_bogie(cairo_t* c, const AnimationCamera& camera, const AnimationScene::Frame& frame,
                 const AnimationScene::Body& body) {
  const double from = body.from - 0.32, to = body.to + 0.32, middle = 0.5 * (from + to);
  const double top = std::max(0.12, 0.80 - body.position.z());
  const bool is_side_frame = std::abs(body.position.y()) > 0.3;
  const auto beam = [&](double y) {
    paint_box(c, camera, frame, {Vec3(from, y - 0.08, top), Vec3(to, y + 0.08, top + 0.16)},
              beam_colour);
    paint_box(c, camera, frame,
              {Vec3(middle - 0.5, y - 0.08, top - 0.2), Vec3(middle + 0.5, y + 0.08, top)},
              beam_colour);
  };
  if (is_side_frame) return beam(0.0);
  const bool left_is_near =
      camera.get_depth(frame.place(Vec3(0, 1, 0))) < camera.get_depth(frame.place(Vec3(0, -1, 0)));
  beam(left_is_near ? -1.0 : 1.0);
  paint_box(c, camera, frame,
            {Vec3(middle - 0.3, -1.0, top - 0.1), Vec3(middle + 0.3, 1.0, top + 0.1)}, beam_colour);
  beam(left_is_near ? 1.0 : -1.0);
}

void paint_car(cairo_t* c, const AnimationCamera& camera, const AnimationScene::Frame& frame,
               const AnimationScene::Body& body) {
  constexpr double w = 1.42;
  using Kind = AnimationScene::CarKind;
  const double over = body.overhang();
  const double from = body.from - over, to = body.to + over, length = to - from;
  const double bottom = 1.12 - body.position.z(), height = body.kind == Kind::wagon ? 2.1 : 2.62;
  paint_box(c, camera, frame, {Vec3(from, -w, bottom), Vec3(to, w, bottom + height)}, shell);
  if (height > 2.5)
    paint_box(
        c, camera, frame,
        {Vec3(from + 0.2, -1.15, bottom + height), Vec3(to - 0.2, 1.15, bottom + height + 0.14)},
        roof);
  for (const double side : {1.0, -1.0}) {
    const Vec3 outward = side * frame.axes.col(1);
    const double y = side * (w + 0.005);
    if (!camera.sees(frame.place(Vec3(0, y, 0)), outward)) continue;
    const auto panel = [&](double x1, double x2, double z1, double z2, const Colour& colour) {
      camera.fill(c,
                  {frame.place(Vec3(x1, y, bottom + z1)), frame.place(Vec3(x2, y, bottom + z1)),
                   frame.place(Vec3(x2, y, bottom + z2)), frame.place(Vec3(x1, y, bottom + z2))},
                  colour);
    };
    if (height < 2.5) {
      for (double x = from + 0.4; x < to; x += 1.4) panel(x, x + 0.12, 0.0, height, roof);
      continue;
    }
    panel(from, to, 0.56, 0.68, stripe);
    if (body.kind == Kind::locomotive) {
      for (const double x : {from + 1.15, to - 1.85}) panel(x, x + 0.7, 1.42, 2.08, glass);
      for (int k = -2; k <= 2; ++k) {
        const double x = 0.5 * (from + to) + 1.6 * k;
        panel(x - 0.55, x + 0.55, 1.75, 2.15, roof);
      }
      continue;
    }
    const double room = length - 4.2;
    const int count = std::max(1, static_cast<int>(std::lround(room / 2.0)));
    for (int i = 0; i < count; ++i) {
      const double x = from + 2.1 + (i + 0.14) * room / count;
      panel(x, x + 0.72 * room / count, 1.1, 1.9, glass);
    }
    for (const double x : {from + 0.6, to - 1.4}) {
      panel(x, x + 0.8, 0.15, 2.1, stripe);
      panel(x + 0.16, x + 0.64, 1.2, 1.9, glass);
    }
  }
  const double x = to + 0.005;
  if (!camera.sees(frame.place(Vec3(x, 0, 0)), frame.axes.col(0))) return;
  const auto front = [&](double y1, double y2, double z1, double z2, const Colour& colour) {
    camera.fill(c,
                {frame.place(Vec3(x, y1, bottom + z1)), frame.place(Vec3(x, y2, bottom + z1)),
                 frame.place(Vec3(x, y2, bottom + z2)), frame.place(Vec3(x, y1, bottom + z2))},
                colour);
  };
  if (height > 2.5) front(-0.95, 0.95, 1.35, 2.1, glass);
  front(-w, w, 0.56, 0.68, stripe);
  for (const double y : {0.95, -0.95}) front(y - 0.14, y + 0.14, 0.8, 1.0, lamp);
}

}  // namespace fourfoot::cli

#include "cli/animation_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/animation_camera.h"

namespace fourfoot::cli {

namespace {

using Body = AnimationScene::Body;
using Role = AnimationScene::Role;

// As in the report (viewer/src/scene/arrows.ts): seen before blue cars, ballast and grass.
constexpr Colour force_up{0.91, 0.42, 0.00}, force_side{0.76, 0.09, 0.50};

/// What is seen: from where to where the vehicle reaches, in its own coordinates [m].
struct Reach {
  double rear = 1e300, front = -1e300;
  bool has_car = false;
  void look_at_first_gear(const std::vector<Body>& bodies);
  Reach(const std::vector<Body>& bodies, bool is_close) {
    if (is_close) {
      look_at_first_gear(bodies);
      return;
    }
    for (const Body& body : bodies) {
      const double over = body.role != Role::car ? 0.7 : body.overhang();
      rear = std::min(rear, body.position.x() + body.from - over);
      front = std::max(front, body.position.x() + body.to + over);
      has_car = has_car || body.role == Role::car;
    }
  }
};

void Reach::look_at_first_gear(const std::vector<Body>& bodies) {
  for (const Body& body : bodies)
    if (body.role == Role::wheelset) front = std::max(front, body.position.x());
  rear = front;
  for (const Body& body : bodies)
    if (body.role == Role::wheelset && front - body.position.x() < 3.5)
      rear = std::min(rear, body.position.x());
  front += 1.7;
  rear -= 1.7;
}

AnimationCamera make_camera(const AnimationScene& scene, const AnimationView& view,
                            const Reach& reach, double t) {
  const AnimationScene::Frame middle = scene.track(scene.s(t) + 0.5 * (reach.rear + reach.front));
  Vec3 ahead = middle.axes.col(0);
  ahead.z() = 0.0;
  ahead.normalize();
  const Vec3 left(-ahead.y(), ahead.x(), 0.0), up(0, 0, 1);
  const Vec3 beside = std::cos(view.azimuth) * left + std::sin(view.azimuth) * ahead;
  const Vec3 from = std::cos(view.elevation) * beside + std::sin(view.elevation) * up;
  const double focal = 2.2 * view.width, length = reach.front - reach.rear;
  const double seen = length * std::cos(view.azimuth) + 3.0 * std::abs(std::sin(view.azimuth));
  const double tall = reach.has_car ? 5.6 : 3.0;
  const double away = focal * std::max(seen / (0.86 * view.width), tall / (0.62 * view.height)) +
                      0.5 * length * std::abs(std::sin(view.azimuth));
  return {middle.origin + (reach.has_car ? 1.35 : 0.75) * up,
          from,
          away,
          focal,
          static_cast<double>(view.width),
          static_cast<double>(view.height)};
}

// Plain, since a palette of 255 colours would show steps in a gradient.
void paint_ground(cairo_t* c, const AnimationView& view) {
  cairo_set_source_rgb(c, 0.91, 0.94, 0.96);
  cairo_paint(c);
  cairo_rectangle(c, 0, 0.30 * view.height, view.width, 0.70 * view.height);
  cairo_set_source_rgb(c, 0.85, 0.89, 0.84);
  cairo_fill(c);
}

/// Ballast, sleepers every 0.6 m, both rails; masts every 50 m on the far side.
void paint_track(cairo_t* c, const AnimationScene& scene, const AnimationCamera& camera,
                 double from, double to) {
  const double half = 0.5 * scene.contact_distance();
  const auto strip = [&](double y1, double y2, double z, const Colour& colour) {
    std::vector<Vec3> corners;
    for (double s = from; s < to + 0.1; s += 2.0)
      corners.push_back(scene.track(s).place(Vec3(0, y1, z)));
    for (double s = to; s > from - 0.1; s -= 2.0)
      corners.push_back(scene.track(s).place(Vec3(0, y2, z)));
    camera.fill(c, corners, colour);
  };
  strip(-2.1, 2.1, -0.32, {0.70, 0.68, 0.65});
  for (double s = std::ceil(from / 0.6) * 0.6; s < to; s += 0.6) {
    const AnimationScene::Frame at = scene.track(s);
    camera.fill(c,
                {at.place(Vec3(-0.12, -1.3, -0.17)), at.place(Vec3(0.12, -1.3, -0.17)),
                 at.place(Vec3(0.12, 1.3, -0.17)), at.place(Vec3(-0.12, 1.3, -0.17))},
                {0.50, 0.47, 0.44});
  }
  for (double s = std::ceil(from / 50.0) * 50.0; s < to; s += 50.0) {
    const AnimationScene::Frame at = scene.track(s);
    paint_box(c, camera, at, {Vec3(-0.12, -3.3, -0.3), Vec3(0.12, -3.06, 6.5)}, {0.62, 0.65, 0.68});
  }
  for (const double side : {-1.0, 1.0}) {
    strip(side * half - 0.07, side * half + 0.07, -0.16, {0.36, 0.33, 0.31});
    strip(side * half - 0.036, side * half + 0.036, 0.0, {0.58, 0.60, 0.62});
  }
}

void paint_forces(cairo_t* c, const AnimationScene& scene, const AnimationCamera& camera,
                  const AnimationView& view, double t, bool near) {
  if (!(scene.largest_force() > 0.0)) return;
  const double longest = view.is_close ? 1.3 : 2.6;
  for (const Body& body : scene.bodies()) {
    if (body.role != Role::wheelset) continue;
    const AnimationScene::Frame below = scene.track(scene.s(t) + body.position.x());
    const double y = view.exaggeration * scene.sample(body.motion[1], t);
    for (std::size_t side = 0; side < 2; ++side) {
      const double sign = side == 0 ? 1.0 : -1.0;
      if ((side == 0) != near) continue;
      const Vec3 foot =
          below.place(Vec3(0, y + sign * (0.5 * scene.contact_distance() + 0.5), 0.02));
      const double scale = longest / scene.largest_force();
      const double Q = scene.sample(body.Q[side], t), Y = scene.sample(body.Y[side], t);
      camera.draw_arrow(c, foot, foot + scale * Q * below.axes.col(2), force_up);
      camera.draw_arrow(c, foot, foot - scale * Y * below.axes.col(1), force_side);
    }
  }
}

// Cut at the end where there is no room for all of it.
std::string shorten(cairo_t* c, std::string text, double room) {
  const auto measure = [&](const std::string& words) {
    cairo_text_extents_t size;
    cairo_text_extents(c, words.c_str(), &size);
    return size.x_advance;
  };
  if (measure(text) <= room) return text;
  while (!text.empty() && measure(text + "…") > room) {
    while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xc0) == 0x80)
      text.pop_back();  // the rest of a letter of several bytes
    if (!text.empty()) text.pop_back();
  }
  return text + "…";
}

void write_caption(cairo_t* c, const AnimationScene& scene, const AnimationView& view, double t) {
  cairo_select_font_face(c, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_source_rgb(c, 0.97, 0.98, 0.98);  // bands that words can be read on
  cairo_rectangle(c, 0, 0, view.width, 30);
  cairo_rectangle(c, 0, view.height - 30, view.width, 30);
  cairo_fill(c);
  cairo_set_source_rgb(c, 0.12, 0.16, 0.20);
  cairo_set_font_size(c, 14);
  write(c, shorten(c, scene.title(), view.width - 170.0), 14, 20,
        Align::begin);  // beside the legend
  const double kappa = scene.curvature(scene.s(t));
  const std::string radius =
      std::abs(kappa) < 1e-5 ? "straight" : fmt::format("R = {:.0f} m", 1.0 / std::abs(kappa));
  cairo_set_font_size(c, 13);
  const bool is_narrow = view.width < 420;
  write(c,
        fmt::format("t = {:.2f} s{}{:.0f} km/h{}{}", t, is_narrow ? "  " : "    ",
                    3.6 * scene.speed(t), is_narrow ? "  " : "    ", radius),
        14, view.height - 10, Align::begin);
  const double end = view.width - 14;
  if (view.exaggeration != 1.0)
    write(c, fmt::format("{}× {:g}", is_narrow ? "" : "displacements ", view.exaggeration), end,
          view.height - 10, Align::end);
  if (!(scene.largest_force() > 0.0)) return;
  const bool has_lateral = scene.has_lateral_forces();
  cairo_set_source_rgb(c, force_side.r, force_side.g, force_side.b);
  if (has_lateral) write(c, "Y", end, 20, Align::end);
  cairo_set_source_rgb(c, force_up.r, force_up.g, force_up.b);
  write(c, fmt::format("Q up to {:.0f} kN{}", 1e-3 * scene.largest_force(), has_lateral ? "," : ""),
        has_lateral ? end - 16 : end, 20, Align::end);
}

void paint_vehicle(cairo_t* c, const AnimationScene& scene, const AnimationCamera& camera,
                   const AnimationView& view, double t) {
  struct Part {
    const Body* body;
    AnimationScene::Frame frame;
    double depth;
  };
  std::vector<Part> parts;
  for (const Body& body : scene.bodies()) {
    const AnimationScene::Frame frame = scene.pose(body, t, view.exaggeration);
    // Cars last: they stand above and before what carries them.
    parts.push_back({&body, frame,
                     camera.get_depth(frame.origin) - (body.role == Role::car     ? 1e4
                                                       : body.role == Role::bogie ? 1.5
                                                                                  : 0.0)});
  }
  std::stable_sort(parts.begin(), parts.end(),
                   [](const Part& a, const Part& b) { return a.depth > b.depth; });
  for (const Part& part : parts) {
    if (part.body->role == Role::wheelset)
      paint_wheelset(c, camera, part.frame, part.body->radius, 0.5 * scene.contact_distance());
    else if (part.body->role == Role::bogie)
      paint_bogie(c, camera, part.frame, *part.body);
    else if (part.body->role == Role::car)
      paint_car(c, camera, part.frame, *part.body);
    else
      paint_box(c, camera, part.frame, {Vec3(-0.18, -1.0, -0.11), Vec3(0.18, 1.0, 0.11)},
                {0.33, 0.40, 0.47});
  }
}

}  // namespace

AnimationCamera::AnimationCamera(const Vec3& target, const Vec3& from, double away, double focal,
                                 double width, double height)
    : eye_(target + away * from), into_(-from), focal_(focal), cx_(width / 2), cy_(0.54 * height) {
  right_ = into_.cross(Vec3(0, 0, 1)).normalized();
  up_ = right_.cross(into_);
}

AnimationCamera::Spot AnimationCamera::project(const Vec3& point) const {
  const Vec3 d = point - eye_;
  const double depth = std::max(0.5, d.dot(into_));
  return {cx_ + focal_ * d.dot(right_) / depth, cy_ - focal_ * d.dot(up_) / depth, depth};
}

void AnimationCamera::fill(cairo_t* c, const std::vector<Vec3>& corners,
                           const Colour& colour) const {
  for (const Vec3& corner : corners) {
    const Spot spot = project(corner);
    cairo_line_to(c, spot.x, spot.y);
  }
  cairo_close_path(c);
  cairo_set_source_rgb(c, colour.r, colour.g, colour.b);
  cairo_fill(c);
}

void AnimationCamera::fill_face(cairo_t* c, const std::vector<Vec3>& corners, const Vec3& normal,
                                const Colour& colour) const {
  const Vec3 light = (0.45 * right_ * -1.0 + 0.8 * Vec3(0, 0, 1) - 0.5 * into_).normalized();
  const double part = 0.62 + 0.38 * std::max(0.0, normal.normalized().dot(light));
  fill(c, corners, {part * colour.r, part * colour.g, part * colour.b});
}

void AnimationCamera::draw_arrow(cairo_t* c, const Vec3& foot, const Vec3& tip,
                                 const Colour& colour) const {
  const Spot a = project(foot), b = project(tip);
  const double length = std::hypot(b.x - a.x, b.y - a.y);
  if (length < 2.0) return;
  const double ux = (b.x - a.x) / length, uy = (b.y - a.y) / length,
               head = std::min(9.0, 0.6 * length);
  cairo_set_source_rgb(c, colour.r, colour.g, colour.b);
  cairo_set_line_width(c, 2.6);
  cairo_move_to(c, a.x, a.y);
  cairo_line_to(c, b.x - head * ux, b.y - head * uy);
  cairo_stroke(c);
  cairo_move_to(c, b.x, b.y);
  cairo_line_to(c, b.x - head * ux - 0.5 * head * uy, b.y - head * uy + 0.5 * head * ux);
  cairo_line_to(c, b.x - head * ux + 0.5 * head * uy, b.y - head * uy - 0.5 * head * ux);
  cairo_close_path(c);
  cairo_fill(c);
}

Image draw_moment(const AnimationScene& scene, const AnimationView& view, double t) {
  const std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)> surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, view.width, view.height),
      cairo_surface_destroy);
  const std::unique_ptr<cairo_t, void (*)(cairo_t*)> context(cairo_create(surface.get()),
                                                             cairo_destroy);
  cairo_t* c = context.get();
  const Reach reach(scene.bodies(), view.is_close);
  const AnimationCamera camera = make_camera(scene, view, reach, t);
  paint_ground(c, view);
  paint_track(c, scene, camera, scene.s(t) + reach.rear - 16.0, scene.s(t) + reach.front + 16.0);
  paint_forces(c, scene, camera, view, t, false);
  paint_vehicle(c, scene, camera, view, t);
  paint_forces(c, scene, camera, view, t, true);
  write_caption(c, scene, view, t);
  cairo_surface_flush(surface.get());
  Image image{view.width, view.height, {}};
  const unsigned char* data = cairo_image_surface_get_data(surface.get());
  const int stride = cairo_image_surface_get_stride(surface.get());
  for (int y = 0; y < view.height; ++y) {
    const auto* row =
        reinterpret_cast<const std::uint32_t*>(data + static_cast<std::ptrdiff_t>(y) * stride);
    for (int x = 0; x < view.width; ++x) image.pixels.push_back(row[x] & 0xffffff);
  }
  return image;
}

}  // namespace fourfoot::cli

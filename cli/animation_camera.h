#pragma once

#include <cairo/cairo.h>

#include <vector>

#include "cli/animation_drawing.h"
#include "cli/plot_canvas.h"

namespace fourfoot::cli {

/// Projects points of space to the picture, and paints faces with light from above.
class AnimationCamera {
 public:
  /// Looks at `target` from `away` metres in direction `from` (unit); `focal` in pixels.
  AnimationCamera(const Vec3& target, const Vec3& from, double away, double focal, double width,
                  double height);
  struct Spot {
    double x, y, depth;
  };
  Spot project(const Vec3& point) const;
  /// Distance along the line of sight [m]: what is farther is painted first.
  double get_depth(const Vec3& point) const { return (point - eye_).dot(into_); }
  /// Whether the front of a face (its normal) is seen.
  bool sees(const Vec3& point, const Vec3& normal) const {
    return (eye_ - point).dot(normal) > 0.0;
  }
  void fill(cairo_t* c, const std::vector<Vec3>& corners, const Colour& colour) const;
  /// Shaded by how much the face turns up, with a thin edge.
  void fill_face(cairo_t* c, const std::vector<Vec3>& corners, const Vec3& normal,
                 const Colour& colour) const;
  void draw_arrow(cairo_t* c, const Vec3& foot, const Vec3& tip, const Colour& colour) const;

 private:
  Vec3 eye_, into_, right_, up_;
  double focal_, cx_, cy_;
};

/// A box given in the axes of a frame, painted face by face where its faces are seen.
struct AnimationBox {
  Vec3 low, high;
};
void paint_box(cairo_t* c, const AnimationCamera& camera, const AnimationScene::Frame& frame,
               const AnimationBox& box, const Colour& colour);

/// Both wheels and the axle; the far wheel first.
void paint_wheelset(cairo_t* c, const AnimationCamera& camera, const AnimationScene::Frame& frame,
                    double radius, double half);
/// Side beams, cross beams.
void paint_bogie(cairo_t* c, const AnimationCamera& camera, const AnimationScene::Frame& frame,
                 const AnimationScene::Body& body);
/// A body shell with windows and lamps; wagons are open boxes with ribs.
void paint_car(cairo_t* c, const AnimationCamera& camera, const AnimationScene::Frame& frame,
               const AnimationScene::Body& body);

}  // namespace fourfoot::cli

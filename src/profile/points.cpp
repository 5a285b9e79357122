#include "profile/points.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/error.h"
#include "profile/point_order.h"
#include "profile/smoothing_spline.h"

namespace fourfoot::profile {

namespace {

SourceLocation locate(const RawPoints& raw, int line) {
  SourceLocation where;
  where.file = raw.file;
  where.line = line;
  where.column = line > 0 ? 1 : 0;
  where.width = std::max<int>(1, static_cast<int>(where.get_line_text().size()));
  return where;
}

[[noreturn]] void refuse(const RawPoints& raw, int line, std::string id, std::string message,
                         std::string hint = {}) {
  throw InputError(Finding{std::move(id), locate(raw, line), std::move(message), std::move(hint)});
}

std::string in_mm(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g mm", x * 1e3);
  return text;
}

struct Extent {
  double y_min, y_max, z_min, z_max;
  double width() const { return y_max - y_min; }
  double height() const { return z_max - z_min; }
};

Extent measure(const std::vector<RawPoint>& points) {
  Extent e{points[0].y, points[0].y, points[0].z, points[0].z};
  for (const RawPoint& p : points) {
    e.y_min = std::min(e.y_min, p.y);
    e.y_max = std::max(e.y_max, p.y);
    e.z_min = std::min(e.z_min, p.z);
    e.z_max = std::max(e.z_max, p.z);
  }
  return e;
}

void check_points(const RawPoints& raw) {
  if (raw.points.size() < 8)
    refuse(raw, raw.points.empty() ? 0 : raw.points.front().line, "profile-few-points",
           "only " + std::to_string(raw.points.size()) + " points",
           "a profile needs at least 8 points of y and z");
  constexpr std::size_t most = 10000;
  if (raw.points.size() > most)
    refuse(raw, raw.points[most].line, "profile-many-points",
           std::to_string(raw.points.size()) + " points",
           "a profile has at most " + std::to_string(most) + " points: leave out every other");
  for (const RawPoint& p : raw.points)
    if (!std::isfinite(p.y) || !std::isfinite(p.z) || std::abs(p.y) > 1e6 || std::abs(p.z) > 1e6)
      refuse(raw, p.line, "profile-not-finite", "a coordinate is not a usable number");
}

/// Metres per unit of the file, from what is said or from the size: a running surface is between 20
/// mm and 1 m wide.
double find_unit(const RawPoints& raw, const PointOptions& options, std::vector<Repair>& repairs) {
  if (options.length_unit) return *options.length_unit;
  if (raw.length_unit) return *raw.length_unit;
  const double width = measure(raw.points).width();
  if (width >= 20.0 && width <= 1000.0) {
    repairs.push_back({"unit", "no unit is stated; read as millimetres from the size"});
    return 1e-3;
  }
  if (width >= 0.02 && width <= 1.0) {
    repairs.push_back({"unit", "no unit is stated; read as metres from the size"});
    return 1.0;
  }
  char text[64];
  std::snprintf(text, sizeof text, "the points span %.4g in y", width);
  refuse(raw, raw.points.front().line, "profile-size", text,
         "a profile is 20 to 1000 mm wide; state the unit if it is neither mm nor m");
}

struct Shape {
  double median_z;    ///< height of the middle of the width
  double bow;         ///< area between profile and median height; < 0: it bends down to its ends
  double tip_y;       ///< where it is farthest from the median, towards the sign of bow
  double first_drop;  ///< how far the ends are off the median, towards the sign of bow
  double last_drop;
};

Shape find_shape(const std::vector<RawPoint>& points) {
  std::vector<std::pair<double, double>> heights;  // z, width it covers
  double total = 0.0;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const double w = std::abs(points[i + 1].y - points[i].y);
    heights.emplace_back(0.5 * (points[i].z + points[i + 1].z), w);
    total += w;
  }
  auto sorted = heights;
  std::sort(sorted.begin(), sorted.end());
  Shape shape{sorted.back().first, 0.0, 0.0, 0.0, 0.0};
  double covered = 0.0;
  for (const auto& [z, w] : sorted) {
    covered += w;
    if (covered >= 0.5 * total) {
      shape.median_z = z;
      break;
    }
  }
  for (const auto& [z, w] : heights) shape.bow += (z - shape.median_z) * w;
  const double sign = shape.bow < 0.0 ? -1.0 : 1.0;
  double farthest = -1.0;
  for (const RawPoint& p : points)
    if (sign * (p.z - shape.median_z) > farthest) {
      farthest = sign * (p.z - shape.median_z);
      shape.tip_y = p.y;
    }
  shape.first_drop = sign * (points.front().z - shape.median_z);
  shape.last_drop = sign * (points.back().z - shape.median_z);
  return shape;
}

bool has_flange(const Shape& shape, const Extent& extent) {
  const double middle = 0.5 * (extent.y_min + extent.y_max);
  const double height = std::max(shape.first_drop, shape.last_drop);
  const double other = std::min(shape.first_drop, shape.last_drop);
  return extent.height() > 0.015 && std::abs(shape.tip_y - middle) > 0.15 * extent.width() &&
         other < 0.5 * std::max(height, 0.010);
}

ProfileKind find_kind(const RawPoints& raw, const PointOptions& options, const Shape& shape,
                      const Extent& extent) {
  // A shape that cannot be the other's, where the format does not tell: wider than any rail head
  // with a flange, or a head that falls off to both sides and is narrower than any wheel.
  std::optional<ProfileKind> sure = raw.kind;
  if (!sure && has_flange(shape, extent) && extent.width() > 0.1) sure = ProfileKind::wheel;
  if (!sure && std::min(shape.first_drop, shape.last_drop) > 8e-3 && extent.width() < 0.08)
    sure = ProfileKind::rail;
  if (options.kind && sure && *options.kind != *sure)
    refuse(raw, 1, "profile-kind",
           *sure == ProfileKind::rail ? "this is a rail profile, a wheel was expected"
                                      : "this is a wheel profile, a rail was expected");
  if (options.kind) return *options.kind;
  if (raw.kind) return *raw.kind;
  if (has_flange(shape, extent)) return ProfileKind::wheel;
  if (shape.first_drop > 0.5e-3 && shape.last_drop > 0.5e-3) return ProfileKind::rail;
  refuse(raw, raw.points.front().line, "profile-kind-unknown",
         "neither a flange nor a rail head is recognisable", "say whether it is a wheel or a rail");
}

void flip_z(std::vector<RawPoint>& points) {
  for (RawPoint& p : points) p.z = -p.z;
}

void mirror_y(std::vector<RawPoint>& points) {
  for (RawPoint& p : points) p.y = -p.y;
}

/// z up: a flange hangs down, a rail head falls off. What the format fixes is believed unless a
/// flange or a clear rail head contradicts it.
void orient_z(const RawPoints& raw, const PointOptions& options, ProfileKind kind,
              std::vector<RawPoint>& points, std::vector<Repair>& repairs) {
  bool flip = raw.z_is_down.value_or(false);
  if (options.flip_z) {
    flip = *options.flip_z;
  } else {
    const Shape shape = find_shape(points);
    const Extent extent = measure(points);
    const bool is_sure =
        kind == ProfileKind::wheel
            ? has_flange(shape, extent)
            : shape.first_drop > 0.2e-3 && shape.last_drop > 0.2e-3 && extent.height() > 1e-3;
    const bool seen = shape.bow > 0.0;
    if (is_sure && seen != flip) {
      if (raw.z_is_down)
        repairs.push_back({"flipped-z", "z points the other way than the format prescribes"});
      flip = seen;
    }
  }
  if (!flip) return;
  if (!raw.z_is_down) repairs.push_back({"flipped-z", "z pointed down; turned up"});
  flip_z(points);
}

/// y to the field side: the flange, or a rail's gauge side, at low y. A rail's gauge side is the
/// one measured farther down, if the file shows a difference.
void orient_y(const RawPoints& raw, const PointOptions& options, ProfileKind kind,
              std::vector<RawPoint>& points, std::vector<Repair>& repairs) {
  bool mirror = !raw.gauge_is_low_y.value_or(true);
  if (options.mirror_y) {
    mirror = *options.mirror_y;
  } else {
    const Shape shape = find_shape(points);
    const Extent extent = measure(points);
    if (kind == ProfileKind::wheel && has_flange(shape, extent)) {
      mirror = shape.tip_y > 0.5 * (extent.y_min + extent.y_max);
    } else if (kind == ProfileKind::rail && !raw.gauge_is_low_y) {
      const bool first_is_low = points.front().y < points.back().y;
      const double low_end = first_is_low ? points.front().z : points.back().z;
      const double high_end = first_is_low ? points.back().z : points.front().z;
      if (std::abs(low_end - high_end) > 0.5e-3)
        mirror = high_end < low_end;
      else
        repairs.push_back(
            {"gauge-side", "both sides reach equally deep; low y taken as gauge side"});
    }
  }
  if (!mirror) return;
  repairs.push_back({"mirrored-y", "y pointed to the gauge side; mirrored"});
  mirror_y(points);
}

void check_head(const RawPoints& raw, const Profile& profile) {
  const Curve& curve = profile.curve;
  bool has_top = false;
  const int n = 400;
  for (int i = 0; i <= n && !has_top; ++i) has_top = curve.calc(curve.length() * i / n).ty > 0.5;
  if (!has_top)
    refuse(raw, raw.points.front().line, "profile-no-head",
           "no part of it is a running surface (nothing is flatter than 60 degrees)");
}

// Where to say it, since a scenario that names the file of points alone has no key for it.
constexpr const char* tape_circle_hint =
    "give the y of the tape circle, where the rolling radius is measured (70 mm if y starts at "
    "the flange back): --tape-circle \"70 mm\", or in a scenario wheels.profile = { kind = "
    "\"wheel\", points = \"FILE\", tape_circle_y = \"70 mm\" }";

/// Wheel: tape circle to y = 0 and z = 0.
void place_tape_circle(const RawPoints& raw, const PointOptions& options, Profile& profile) {
  const double s = find_s_at_y(profile.curve, options.tape_circle, profile.curve.length());
  if (s < 0.0)
    refuse(raw, raw.points.front().line, "profile-no-tape-circle",
           "the profile does not reach the tape circle at y = " + in_mm(options.tape_circle),
           tape_circle_hint);
  const CurvePoint at = profile.curve.calc(s);
  // Files often count y from the flange back: y = 0 is then no point at which a radius is measured.
  if (std::abs(at.tz) > 0.5)
    refuse(raw, raw.points.front().line, "profile-no-tape-circle",
           "y = " + in_mm(options.tape_circle) + ", the tape circle, is on the flange",
           tape_circle_hint);
  const double z = at.z;
  if (std::abs(z) > 1e-6 || options.tape_circle != 0.0) {
    if (std::abs(z) > 1e-6)
      profile.repairs.push_back(
          {"shifted-z", "the tape circle was at z = " + in_mm(z) + "; moved to 0"});
    profile.curve = place(profile.curve, {false, 0.0, -options.tape_circle, -z});
  }
}

}  // namespace

Profile build_profile(const RawPoints& raw, const PointOptions& options) {
  check_points(raw);
  Profile profile;
  profile.repairs = raw.notes;
  const double unit = find_unit(raw, options, profile.repairs);
  std::vector<RawPoint> points = raw.points;
  for (RawPoint& p : points) {
    p.y *= unit;
    p.z *= unit;
  }
  const double resolution = raw.resolution * unit;
  const auto refuse_here = [&](int line, std::string id, std::string message, std::string hint) {
    refuse(raw, line, std::move(id), std::move(message), std::move(hint));
  };
  order_points(points, profile.repairs, refuse_here);
  drop_duplicates(points, std::clamp(20.0 * resolution, 1e-6, 20e-6), profile.repairs);
  if (points.size() < 8)
    refuse(raw, raw.points.front().line, "profile-few-points",
           "only " + std::to_string(points.size()) + " different points");
  const Extent extent = measure(points);
  if (extent.width() < 0.02 || extent.width() > 1.0 || extent.height() > 0.6)
    refuse(raw, raw.points.front().line, "profile-size",
           "it is " + in_mm(extent.width()) + " wide and " + in_mm(extent.height()) + " high",
           "a profile is 20 to 1000 mm wide; is the unit right?");
  profile.kind = find_kind(raw, options, find_shape(points), extent);
  orient_z(raw, options, profile.kind, points, profile.repairs);
  orient_y(raw, options, profile.kind, points, profile.repairs);
  if (points.front().y > points.back().y) {
    std::reverse(points.begin(), points.end());
    profile.repairs.push_back({"reversed", "points ran from the field side; order reversed"});
  }
  check_crossing(points, refuse_here);
  std::vector<double> y, z;
  for (const RawPoint& p : points) {
    y.push_back(p.y);
    z.push_back(p.z);
  }
  profile.tolerance = options.tolerance.value_or(std::min(0.5 * resolution, 10e-6));
  SmoothedCurve smoothed = build_smoothed_curve(y, z, profile.tolerance);
  profile.curve = std::move(smoothed.curve);
  profile.rms_residual = smoothed.rms_residual;
  profile.max_residual = smoothed.max_residual;
  profile.name = raw.comment;
  check_head(raw, profile);
  if (profile.kind == ProfileKind::wheel) place_tape_circle(raw, options, profile);
  return profile;
}

}  // namespace fourfoot::profile

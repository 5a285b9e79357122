#include "contact/wheels.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "base/find_table.h"

namespace fourfoot::contact {

namespace {

std::string get_other(const std::string& side) {
  return side == "left" ? "right" : "left";
}

double find_radius(const std::vector<WheelSource>& tables, const std::string& side,
                   double fallback) {
  for (const auto& [table, is_mirrored] : tables) {
    const std::string own = "radius_" + (is_mirrored ? get_other(side) : side);
    if (table->has(own)) return table->number(own);
  }
  return fallback;
}

double find_number(const std::vector<const Table*>& tables, const std::string& key,
                   double fallback) {
  const Table* const table = find_first_with(tables, key);
  return table != nullptr ? table->number(key) : fallback;
}

std::string describe(const SourceLocation& where) {
  return fmt::format("{}:{}:{}", where.name(), where.line, where.column);
}

profile::Profile read_profile(const std::vector<WheelSource>& tables, const std::string& side,
                              const std::string& name, const SourceLocation& where,
                              const profile::OpenPoints& open_points, std::string& key_text) {
  for (const auto& [table, is_mirrored] : tables) {
    const std::string own = "profile_" + (is_mirrored ? get_other(side) : side);
    const std::string key = table->has(own) ? own : "profile";
    if (!table->has(key)) continue;
    profile::Profile p = profile::build_profile(table->table(key), open_points);
    if (p.kind != profile::ProfileKind::wheel)
      throw InputError(Finding{"profile-kind", table->where_is(key),
                               "this is a rail profile, a wheel was expected"});
    key_text += describe(table->table(key).where) + "|";
    return p;
  }
  throw InputError(Finding{"missing-key", where,
                           "the " + side + " wheel of \"" + name + "\" has no profile",
                           "add [wheels] with profile = \"...\" to the vehicle or the scenario"});
}

}  // namespace

Wheels read_wheels(const std::vector<WheelSource>& tables, const std::string& name, double radius,
                   const SourceLocation& where, const profile::OpenPoints& open_points) {
  Wheels wheels;
  wheels.left = read_profile(tables, "left", name, where, open_points, wheels.key);
  wheels.right = read_profile(tables, "right", name, where, open_points, wheels.key);
  std::vector<const Table*> plain;  // for keys that are the same on both sides
  for (const WheelSource& source : tables) plain.push_back(source.table);
  if (const Table* const table = find_first_with(plain, "radius")) {
    const double given = table->number("radius");
    if (radius > 0.0 && std::abs(given - radius) > 1e-9)
      throw InputError(Finding{"contradiction", table->where_is("radius"),
                               "the vehicle's wheels have another radius",
                               "leave it out: a run takes the vehicle's"});
    radius = given;
  }
  profile::WheelsetDescription& d = wheels.geometry;
  d.radius_l = find_radius(tables, "left", radius);
  d.radius_r = find_radius(tables, "right", radius);
  if (!(d.radius_l > 0.0 && d.radius_r > 0.0))
    throw InputError(Finding{"missing-key", where, "the wheels have no \"radius\"",
                             "expected a number in m, or text with a unit such as \"460 mm\""});
  d.back_to_back = find_number(plain, "back_to_back", d.back_to_back);
  d.tape_circle = find_number(plain, "tape_circle", d.tape_circle);
  wheels.key += fmt::format("{}|{}|{}|{}", d.radius_l, d.radius_r, d.back_to_back, d.tape_circle);
  return wheels;
}

// Flanges between the rails, tape circles above them: else a length has lost its unit or its gauge.
void check_fit(const Wheels& wheels, const RailStretch& stretch) {
  if (stretch.lay.origin) return;
  const profile::WheelsetDescription& d = wheels.geometry;
  const double play = stretch.lay.gauge - d.back_to_back;
  if (play > 0.0 && play < 2.0 * d.tape_circle) return;
  throw InputError(
      Finding{"contradiction", stretch.gauge_where.known() ? stretch.gauge_where : stretch.where,
              fmt::format("the wheels are too {} for the gauge: back_to_back {} mm, gauge {} mm",
                          play > 0.0 ? "narrow" : "wide", std::lround(1e3 * d.back_to_back),
                          std::lround(1e3 * stretch.lay.gauge)),
              "1360 mm go with 1435 mm"});
}

WheelsetOnTrack lay_wheels(const Wheels& wheels, const LaidRails& rails,
                           const PairOptions& options) {
  const profile::WheelsetDescription& d = wheels.geometry;
  const double half_span = 0.5 * d.back_to_back + d.tape_circle;
  const double height = 0.5 * (d.radius_l + d.radius_r);
  WheelsetOnTrack out;
  out.left = {WheelSurface(wheels.left.curve, half_span, d.radius_l, options.spacing),
              RailSection(rails.left), height};
  out.right = {WheelSurface(wheels.right.curve, half_span, d.radius_r, options.spacing),
               RailSection(rails.right), height};
  return out;
}

WheelsetOnTrack lay_wheels(const Wheels& wheels, const RailStretch& stretch,
                           const PairOptions& options) {
  check_fit(wheels, stretch);
  return lay_wheels(
      wheels, LaidRails{lay_rail(stretch.left, stretch.lay), lay_rail(stretch.right, stretch.lay)},
      options);
}

}  // namespace fourfoot::contact

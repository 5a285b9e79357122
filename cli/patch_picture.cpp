#include "cli/patch_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/picture_text.h"

namespace fourfoot::cli {

namespace {

constexpr double patch_side = 560.0, patch_left = 60.0, patch_top = 64.0;
constexpr const char* stick_colour = "0,114,178";
constexpr const char* slip_colour = "213,94,0";

// From the patch to the page.
struct PatchScale {
  double unit, x_middle, y_middle;
  double x(double at) const { return x_middle + unit * at; }
  double y(double at) const { return y_middle - unit * at; }
};

std::string draw_elements(const contact::ExactGrid& g, const contact::ExactTraction& t,
                          const PatchScale& scale, double highest) {
  std::string out;
  for (int j = 0; j < g.ny; ++j) {
    for (int i = 0; i < g.nx; ++i) {
      const auto k = static_cast<std::size_t>(i + g.nx * j);
      if (!(t.bound[k] > 0.0)) continue;
      const bool slips = std::hypot(t.px[k], t.py[k]) > (1.0 - 1e-6) * t.bound[k];
      out += fmt::format(
          "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" "
          "fill=\"rgba({},{:.2f})\"/>\n",
          scale.x(g.x(i) - 0.5 * g.dx), scale.y(g.y(j) + 0.5 * g.dy), scale.unit * g.dx,
          scale.unit * g.dy, slips ? slip_colour : stick_colour, 0.15 + 0.6 * t.bound[k] / highest);
    }
  }
  return out;
}

// The mean traction of blocks of elements, at most 16 blocks each way.
std::string draw_arrows(const contact::ExactGrid& g, const contact::ExactTraction& t,
                        const PatchScale& scale, double highest) {
  const int along = (g.nx + 15) / 16, across = (g.ny + 15) / 16;
  const double longest = 0.9 * scale.unit * std::max(along * g.dx, across * g.dy) / highest;
  std::string out;
  for (int j = 0; j < g.ny; j += across) {
    for (int i = 0; i < g.nx; i += along) {
      double px = 0.0, py = 0.0, x = 0.0, y = 0.0;
      int count = 0;
      for (int m = j; m < std::min(j + across, g.ny); ++m) {
        for (int l = i; l < std::min(i + along, g.nx); ++l) {
          const auto k = static_cast<std::size_t>(l + g.nx * m);
          if (!(t.bound[k] > 0.0)) continue;
          px += t.px[k];
          py += t.py[k];
          x += g.x(l);
          y += g.y(m);
          ++count;
        }
      }
      const double dx = longest * px / std::max(count, 1), dy = -longest * py / std::max(count, 1);
      if (count == 0 || std::hypot(dx, dy) < 0.5) continue;
      const double from_x = scale.x(x / count), from_y = scale.y(y / count);
      out += fmt::format(
          "<path d=\"M{:.2f},{:.2f} l{:.2f},{:.2f} m{:.2f},{:.2f} l{:.2f},{:.2f} "
          "l{:.2f},{:.2f}\"/>\n",
          from_x - 0.5 * dx, from_y - 0.5 * dy, dx, dy, -0.3 * dx - 0.15 * dy,
          -0.3 * dy + 0.15 * dx, 0.3 * dx + 0.15 * dy, 0.3 * dy - 0.15 * dx, -0.3 * dx + 0.15 * dy,
          -0.3 * dy - 0.15 * dx);
    }
  }
  return out;
}

/// `lower`: how far below the colours the sentence about the axes stands.
std::string draw_key(double y, double right, double lower) {
  return fmt::format(
      "<rect x=\"{0:.0f}\" y=\"{1:.0f}\" width=\"14\" height=\"14\" fill=\"rgb({2})\"/>"
      "<text x=\"{3:.0f}\" y=\"{4:.0f}\">sticks</text>\n<rect x=\"{5:.0f}\" y=\"{1:.0f}\" "
      "width=\"14\" height=\"14\" fill=\"rgb({6})\"/><text x=\"{7:.0f}\" "
      "y=\"{4:.0f}\">slips</text>\n<text "
      "x=\"{8:.0f}\" y=\"{9:.0f}\" text-anchor=\"end\">rolls to the right; y, to the left of the "
      "track, is up</text>\n</svg>\n",
      patch_left, y, stick_colour, patch_left + 20.0, y + 12.0, patch_left + 90.0, slip_colour,
      patch_left + 110.0, right, y + 12.0 + lower);
}

// Half the extent of what touches, from the centre of pressure.
struct PatchReach {
  double back = 0.0, front = 0.0, right = 0.0, left = 0.0;
};
PatchReach find_reach(const contact::TractionPatch& p) {
  PatchReach r;
  for (int j = 0; j < p.grid.ny; ++j) {
    for (int i = 0; i < p.grid.nx; ++i) {
      if (!(p.pressure[static_cast<std::size_t>(i + p.grid.nx * j)] > 0.0)) continue;
      r.back = std::min(r.back, p.grid.x(i) - 0.5 * p.grid.dx);
      r.front = std::max(r.front, p.grid.x(i) + 0.5 * p.grid.dx);
      r.right = std::min(r.right, p.grid.y(j) - 0.5 * p.grid.dy);
      r.left = std::max(r.left, p.grid.y(j) + 0.5 * p.grid.dy);
    }
  }
  return r;
}

// What is written above one contact.
std::string write_contact(const contact::TractionPatch& p, double bound, double x, double y) {
  const auto write = [](double value, int digits) {
    return set_minus(fmt::format("{:.{}f}", value, digits));
  };
  const std::string lines[] = {
      fmt::format("{} wheel, contact {}, angle {:.1f}°",
                  p.side == contact::Side::left ? "left" : "right", p.number,
                  p.angle * 57.29577951308232),
      fmt::format("N = {:.1f} kN, {:.0f} mm², p up to {:.0f} MPa", 1e-3 * p.normal, 1e6 * p.area,
                  1e-6 * p.pressure_max),
      fmt::format("F = ({}, {}) μN, {:.0f} % slips", write(p.force.fx / bound, 3),
                  write(p.force.fy / bound, 3), 100.0 * p.force.slip_share),
      fmt::format("creepage ({}, {}) %, spin {} 1/m", write(100.0 * p.slip.nu_x, 3),
                  write(100.0 * p.slip.nu_y, 3), write(p.slip.spin, 2))};
  std::string out;
  for (const std::string& line : lines) {
    out += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\">{}</text>\n", x, y, line);
    y += 18.0;
  }
  return out;
}

}  // namespace

std::string draw_wheelset(const std::vector<contact::TractionPatch>& patches, double friction) {
  constexpr double column = 300.0, between = 40.0, text_top = 52.0, top = 130.0;
  double widest = 1e-6, tallest = 1e-6, highest = 1e-300;
  for (const contact::TractionPatch& p : patches) {
    const PatchReach r = find_reach(p);
    widest = std::max(widest, r.front - r.back);
    tallest = std::max(tallest, r.left - r.right);
    for (const double b : p.traction.bound) highest = std::max(highest, b);
  }
  const double unit = std::min(column / widest, 420.0 / tallest);
  const double width =
      2.0 * patch_left + static_cast<double>(patches.size()) * (column + between) - between;
  const double below = top + unit * tallest + 40.0;
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "font-family=\"sans-serif\" font-size=\"14\">\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"white\"/>\n<text x=\"{2:.0f}\" y=\"26\" font-size=\"16\">Traction on the wheels by "
      "exact theory, wheelset "
      "at y = {3:.2f} mm</text>\n",
      width, below + 52.0, patch_left, patches.empty() ? 0.0 : 1e3 * patches.front().y);
  double x = patch_left;
  for (const contact::TractionPatch& p : patches) {
    const PatchReach r = find_reach(p);
    const PatchScale scale{unit, x + 0.5 * column - 0.5 * unit * (r.front + r.back),
                           top + 0.5 * unit * tallest + 0.5 * unit * (r.left + r.right)};
    out += write_contact(p, std::max(friction * p.normal, 1e-300), x, text_top);
    out += draw_elements(p.grid, p.traction, scale, highest);
    out += "<g fill=\"none\" stroke=\"#111\" stroke-width=\"1.3\">\n";
    out += draw_arrows(p.grid, p.traction, scale, highest) + "</g>\n";
    x += column + between;
  }
  // A scale of millimetres.
  const double length = unit * 5e-3;
  out += fmt::format(
      "<path d=\"M{0:.1f},{1:.1f} h{2:.1f}\" stroke=\"#333\" stroke-width=\"2\"/><text "
      "x=\"{3:.1f}\" y=\"{4:.1f}\">5 "
      "mm</text>\n",
      patch_left + 180.0, below + 7.0, length, patch_left + 190.0 + length, below + 12.0);
  out += draw_key(below, width - patch_left, 22.0);  // beside them the scale
  return out;
}

std::string draw_patch(const contact::TangentialInput& in, const contact::ExactForce& f) {
  const PatchScale scale{0.5 * patch_side / std::max(in.a, in.b), patch_left + 0.5 * patch_side,
                         patch_top + 0.5 * patch_side * std::min(1.0, in.b / in.a)};
  const double height = patch_top + 2.0 * scale.unit * in.b + 90.0;
  const double highest =
      f.bound.empty() ? 1.0 : std::max(1e-300, *std::max_element(f.bound.begin(), f.bound.end()));
  const double bound = in.friction * in.normal, below = height - 50.0;
  const auto share = [&](double force) {
    return set_minus(fmt::format("{:.3f}", bound > 0.0 ? force / bound : 0.0));
  };
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\" font-size=\"14\">\n<rect "
      "width=\"100%\" height=\"100%\" fill=\"white\"/>\n<text x=\"{2:.0f}\" y=\"26\" "
      "font-size=\"16\">Traction on the wheel by exact theory: {3:.1f} % of the area "
      "slips</text>\n<text x=\"{2:.0f}\" y=\"48\">F = ({4}, {5}) μN, a = {6:.2f} mm, b = {7:.2f} "
      "mm, μp up to {8:.0f} MPa</text>\n",
      patch_side + 2.0 * patch_left, height, patch_left, 100.0 * f.force.slip_share,
      share(f.force.fx), share(f.force.fy), 1e3 * in.a, 1e3 * in.b, 1e-6 * highest);
  out += draw_elements(f.grid, f.traction, scale, highest);
  out += fmt::format(
      "<ellipse cx=\"{:.2f}\" cy=\"{:.2f}\" rx=\"{:.2f}\" ry=\"{:.2f}\" fill=\"none\" "
      "stroke=\"#333\"/>\n<g fill=\"none\" stroke=\"#111\" stroke-width=\"1.3\">\n",
      scale.x_middle, scale.y_middle, scale.unit * in.a, scale.unit * in.b);
  out += draw_arrows(f.grid, f.traction, scale, highest);
  out += "</g>\n" + draw_key(below, patch_left + patch_side, 0.0);
  return out;
}

}  // namespace fourfoot::cli

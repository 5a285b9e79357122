#include "cli/integrator_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace fourfoot::cli {

namespace {

constexpr double width = 720.0, height = 440.0, left = 70.0, right = 170.0, top = 20.0,
                 bottom = 50.0;

/// Whole decades around the values.
struct DecadeAxis {
  double from = 1e300, to = -1e300;
  void take(double value) {
    from = std::min(from, std::floor(std::log10(value)));
    to = std::max(to, std::ceil(std::log10(value)));
  }
  double place(double value) const { return (std::log10(value) - from) / std::max(1.0, to - from); }
};

struct Point {
  double cost, error;
};

bool is_shown(const analysis::IntegratorStudyRow& row) {
  return row.is_stable && row.error > 0.0 && row.rate_evaluations > 0.0;
}

std::string draw_axes(const DecadeAxis& x, const DecadeAxis& y) {
  std::string out;
  for (double decade = x.from; decade <= x.to; decade += 1.0) {
    const double at = left + (width - left - right) * x.place(std::pow(10.0, decade));
    out += fmt::format(
        "<path d=\"M{0:.1f},{1:.1f} V{2:.1f}\" stroke=\"#ddd\"/>\n"
        "<text x=\"{0:.1f}\" y=\"{3:.1f}\" text-anchor=\"middle\">1e{4:.0f}</text>\n",
        at, top, height - bottom, height - bottom + 18.0, decade);
  }
  for (double decade = y.from; decade <= y.to; decade += 1.0) {
    const double at = height - bottom - (height - top - bottom) * y.place(std::pow(10.0, decade));
    out += fmt::format(
        "<path d=\"M{0:.1f},{1:.1f} H{2:.1f}\" stroke=\"#ddd\"/>\n"
        "<text x=\"{3:.1f}\" y=\"{4:.1f}\" text-anchor=\"end\">1e{5:.0f}</text>\n",
        left, at, width - right, left - 6.0, at + 4.0, decade);
  }
  return out + fmt::format(
                   "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">right-hand "
                   "sides</text>\n<text transform=\"translate(16 {:.1f}) rotate(-90)\" "
                   "text-anchor=\"middle\">error</text>\n",
                   0.5 * (left + width - right), height - 10.0, 0.5 * (top + height - bottom));
}

}  // namespace

std::string draw_integrator_study(const analysis::IntegratorStudy& study) {
  static const char* const colours[] = {"#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad", "#d68910",
                                        "#117a8b", "#7b241c", "#34495e", "#b03a8c", "#6b8e23"};
  DecadeAxis x, y;
  std::vector<std::string> names;  // in the order of the study
  std::map<std::string, std::vector<Point>> lines;
  for (const analysis::IntegratorStudyRow& row : study.rows) {
    if (!is_shown(row)) continue;
    if (lines.find(row.method) == lines.end()) names.push_back(row.method);
    lines[row.method].push_back({row.rate_evaluations, row.error});
    x.take(row.rate_evaluations);
    y.take(row.error);
  }
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
      width, height);
  if (!names.empty()) out += draw_axes(x, y);
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::vector<Point>& points = lines[names[i]];
    std::sort(points.begin(), points.end(),
              [](const Point& a, const Point& b) { return a.cost < b.cost; });
    const char* colour = colours[i % std::size(colours)];
    std::string path, dots;
    for (const Point& p : points) {
      const double px = left + (width - left - right) * x.place(p.cost);
      const double py = height - bottom - (height - top - bottom) * y.place(p.error);
      path += fmt::format("{}{:.1f},{:.1f}", path.empty() ? "M" : " L", px, py);
      dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n", px, py,
                          colour);
    }
    out += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\"/>\n{}", path, colour, dots);
    out +=
        fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"{}\">{}</text>\n", width - right + 12.0,
                    top + 14.0 + 18.0 * static_cast<double>(i), colour, names[i]);
  }
  return out + "</svg>\n";
}

}  // namespace fourfoot::cli

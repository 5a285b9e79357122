#include "cli/svg_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "cli/picture_text.h"
#include "results/output_file.h"

namespace fourfoot::cli {

namespace {

constexpr double plot_width = 560.0, plot_height = 400.0;  // of one plot
constexpr double margin_left = 72.0, margin_right = 16.0, margin_top = 36.0, margin_bottom = 52.0;
constexpr double key_top = 40.0, key_row = 17.0;  // of the labels between title and frame

struct Axis {
  double from = 0.0, to = 1.0, step = 0.2;
};

/// Limits and ticks at round numbers around all values.
Axis make_axis(const std::vector<Series>& series, bool is_x, bool with_zero) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  if (with_zero) low = high = 0.0;
  for (const Series& s : series) {
    for (std::size_t i = 0; i < std::min(s.x.size(), s.y.size()); ++i) {
      if (!std::isfinite(s.x[i]) || !std::isfinite(s.y[i])) continue;
      low = std::min(low, is_x ? s.x[i] : s.y[i]);
      high = std::max(high, is_x ? s.x[i] : s.y[i]);
    }
  }
  if (!(low <= high)) return {};
  if (high - low < 1e-12 * std::max({std::abs(low), std::abs(high), 1e-30})) {
    const double around = low == 0.0 ? 1.0 : 0.5 * std::abs(low);
    low -= around;
    high += around;
  }
  const double raw = (high - low) / 6.0;
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  const double unit = raw / power;
  const double step = power * (unit < 1.5 ? 1.0 : unit < 3.5 ? 2.0 : unit < 7.5 ? 5.0 : 10.0);
  return {std::floor(low / step + 1e-9) * step, std::ceil(high / step - 1e-9) * step, step};
}

std::string escape(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else
      out += c;
  }
  return out;
}

/// An index is lowered and smaller; what follows is raised again.
std::string mark_up(const std::string& label) {
  std::string out;
  bool is_low = false;
  for (const TextPiece& piece : split_indices(label)) {
    const char* shift = piece.is_lowered == is_low ? "" : is_low ? " dy=\"-3\"" : " dy=\"3\"";
    is_low = piece.is_lowered;
    out += fmt::format("<tspan{}{}>{}</tspan>", shift, is_low ? " font-size=\"9\"" : "",
                       escape(piece.text));
  }
  return out;
}

/// Where the sample and the label of a series stand above the frame.
struct KeyEntry {
  const Series* series;
  double x;  ///< from the left edge of the frame
  int row;
};

// Above the frame, where it hides no curve; as many in a row as there is room for.
std::vector<KeyEntry> list_key(const Plot& plot) {
  std::vector<KeyEntry> entries;
  double x = 0.0;
  int row = 0;
  for (const Series& s : plot.series) {
    if (s.label.empty()) continue;
    const double wide = 48.0 + 7.0 * static_cast<double>(s.label.size());
    if (x > 0.0 && x + wide > plot_width - margin_left - margin_right) {
      x = 0.0;
      ++row;
    }
    entries.push_back({&s, x, row});
    x += wide;
  }
  return entries;
}

double measure_key(const Plot& plot) {
  const std::vector<KeyEntry> entries = list_key(plot);
  return entries.empty() ? 0.0 : key_row * (entries.back().row + 1);
}

class Drawing {
 public:
  Drawing(const Plot& plot, double offset, double key_height)
      : plot_(plot),
        offset_(offset),
        key_height_(key_height),
        x_(make_axis(plot.series, true, false)),
        y_(make_axis(plot.series, false, plot.zero_line)) {}

  std::string draw() {
    draw_frame();
    for (const Series& s : plot_.series) draw_series(s);
    draw_key();
    return std::move(out_);
  }

 private:
  double px(double x) const {
    return offset_ + margin_left +
           (x - x_.from) / (x_.to - x_.from) * (plot_width - margin_left - margin_right);
  }
  double py(double y) const {
    return key_height_ + plot_height - margin_bottom -
           (y - y_.from) / (y_.to - y_.from) * (plot_height - margin_top - margin_bottom);
  }

  void text(double x, double y, const std::string& anchor, const std::string& words,
            const std::string& more = "") {
    out_ +=
        fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y,
                    anchor, more, words.find("_{") == words.npos ? escape(words) : mark_up(words));
  }
  void line(double x1, double y1, double x2, double y2, const std::string& colour) {
    out_ += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", x1, y1,
        x2, y2, colour);
  }

  static std::string format_tick(double value, double step) {
    return set_minus(fmt::format("{:.6g}", std::abs(value) < 1e-9 * step ? 0.0 : value));
  }

  void draw_frame() {
    for (int i = 0; i <= std::lround((x_.to - x_.from) / x_.step); ++i) {
      const double x = x_.from + i * x_.step;
      line(px(x), py(y_.from), px(x), py(y_.to), "#e4e4e4");
      text(px(x), py(y_.from) + 16.0, "middle", format_tick(x, x_.step));
    }
    for (int i = 0; i <= std::lround((y_.to - y_.from) / y_.step); ++i) {
      const double y = y_.from + i * y_.step;
      line(px(x_.from), py(y), px(x_.to), py(y), "#e4e4e4");
      text(px(x_.from) - 6.0, py(y) + 4.0, "end", format_tick(y, y_.step));
    }
    if (plot_.zero_line) line(px(x_.from), py(0.0), px(x_.to), py(0.0), "#888888");
    if (plot_.zero_column && x_.from < 0.0 && x_.to > 0.0)
      line(px(0.0), py(y_.from), px(0.0), py(y_.to), "#888888");
    out_ += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" "
        "stroke=\"black\"/>\n",
        px(x_.from), py(y_.to), px(x_.to) - px(x_.from), py(y_.from) - py(y_.to));
    const double middle = 0.5 * (px(x_.from) + px(x_.to));
    text(middle, 20.0, "middle", plot_.title, " font-weight=\"bold\"");
    text(middle, key_height_ + plot_height - 14.0, "middle", plot_.x_label);
    const double x = offset_ + 18.0, y = 0.5 * (py(y_.from) + py(y_.to));
    text(x, y, "middle", plot_.y_label,
         fmt::format(" transform=\"rotate(-90 {:.1f} {:.1f})\"", x, y));
  }

  void draw_series(const Series& s) {
    const std::size_t n = std::min(s.x.size(), s.y.size());
    std::string path;
    bool pen_down = false;
    for (std::size_t i = 0; i < n; ++i) {
      const bool good = std::isfinite(s.x[i]) && std::isfinite(s.y[i]);
      if (good)
        path += fmt::format("{}{:.2f} {:.2f}", pen_down ? "L" : "M", px(s.x[i]), py(s.y[i]));
      pen_down = good;
    }
    if (s.line && !path.empty()) {
      out_ += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\"{}/>\n",
                          path, s.colour, s.dashed ? " stroke-dasharray=\"6 4\"" : "");
    }
    if (!s.marks) return;
    for (std::size_t i = 0; i < n; ++i) {
      if (std::isfinite(s.x[i]) && std::isfinite(s.y[i])) mark(s, px(s.x[i]), py(s.y[i]));
    }
  }

  void mark(const Series& s, double x, double y) {
    out_ +=
        fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{}\" fill=\"{}\" stroke=\"{}\"/>\n", x,
                    y, s.open ? 4.0 : 2.4, s.open ? "none" : s.colour, s.colour);
  }

  void draw_key() {
    for (const KeyEntry& entry : list_key(plot_)) {
      const Series& s = *entry.series;
      const double x = offset_ + margin_left + entry.x, y = key_top + key_row * entry.row;
      if (s.line) {
        out_ += fmt::format(
            "<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{2:.1f}\" y2=\"{1:.1f}\" stroke=\"{3}\" "
            "stroke-width=\"1.6\"{4}/>\n",
            x, y - 4.0, x + 24.0, s.colour, s.dashed ? " stroke-dasharray=\"6 4\"" : "");
      }
      if (s.marks) mark(s, x + 12.0, y - 4.0);
      text(x + 30.0, y, "start", s.label);
    }
  }

  const Plot& plot_;
  double offset_, key_height_;
  Axis x_, y_;
  std::string out_;
};

}  // namespace

const std::string& get_colour(std::size_t i) {
  static const std::array<std::string, 8> colours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                     "#e69f00", "#56b4e9", "#000000", "#8a8a00"};
  return colours[i % colours.size()];
}

std::string draw_svg(const std::vector<Plot>& plots) {
  const double total = plot_width * static_cast<double>(plots.size());
  double key_height = 0.0;  // of the longest one, so that all frames have one height
  for (const Plot& plot : plots) key_height = std::max(key_height, measure_key(plot));
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\" font-size=\"12\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
      total, plot_height + key_height);
  for (std::size_t i = 0; i < plots.size(); ++i) {
    out += Drawing(plots[i], static_cast<double>(i) * plot_width, key_height).draw();
  }
  return out + "</svg>\n";
}

void write_svg(const std::vector<Plot>& plots, const std::string& file) {
  results::write_output(file, draw_svg(plots));
}

}  // namespace fourfoot::cli

#include "cli/plot_terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string_view>

namespace fourfoot::cli {

namespace {

constexpr int label_width = 11;
constexpr const char* colours[] = {"\033[94m", "\033[93m", "\033[92m",
                                   "\033[95m", "\033[96m", "\033[91m"};

/// What a curve is called where colours cannot tell the curves: a, b, ... z, A, ... Z.
char get_mark(std::size_t curve) {
  constexpr std::string_view marks = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  return marks[curve % marks.size()];
}

/// Cells of braille dots: which dots are set, and the curve that set one last.
class Dots {
 public:
  Dots(int columns, int rows)
      : columns_(columns),
        rows_(rows),
        bits_(static_cast<std::size_t>(columns * rows), 0),
        owner_(bits_.size(), -1),
        marks_(bits_.size(), 0) {}
  int width() const { return 2 * columns_; }
  int height() const { return 4 * rows_; }

  void set(int x, int y, int owner) {
    if (x < 0 || y < 0 || x >= width() || y >= height()) return;
    static constexpr std::uint8_t bit[4][2] = {{1, 8}, {2, 16}, {4, 32}, {64, 128}};
    const auto cell = static_cast<std::size_t>(y / 4 * columns_ + x / 2);
    bits_[cell] = static_cast<std::uint8_t>(bits_[cell] | bit[y % 4][x % 2]);
    owner_[cell] = owner;
  }

  /// Writes the letter of a curve on it: near its ends and in its middle, where no other curve lies
  /// above it if there is such a cell. `cells`: all that the curve has set.
  void mark(const std::vector<std::size_t>& cells, int owner) {
    std::vector<std::size_t> free;
    for (const bool own : {true, false}) {
      for (const std::size_t cell : cells)
        if (marks_[cell] == 0 && (!own || owner_[cell] == owner)) free.push_back(cell);
      if (!free.empty()) break;
    }
    const auto columns = static_cast<std::size_t>(columns_);
    std::stable_sort(free.begin(), free.end(),
                     [columns](std::size_t a, std::size_t b) { return a % columns < b % columns; });
    free.erase(std::unique(free.begin(), free.end()), free.end());
    const char letter = get_mark(static_cast<std::size_t>(owner));
    std::size_t last = columns;  // the column of the last one; a short curve has one letter only
    for (const double part : {0.5, 0.1, 0.9}) {
      if (free.empty() || (part != 0.5 && free.size() < 8)) break;
      const std::size_t cell =
          free[static_cast<std::size_t>(part * static_cast<double>(free.size()))];
      if (part != 0.5 && std::max(cell % columns, last) - std::min(cell % columns, last) < 4)
        continue;
      marks_[cell] = letter;
      if (part == 0.5) last = cell % columns;
    }
  }

  /// The cells that have dots of the curve that drew last, with those of earlier ones.
  std::vector<std::size_t> list_cells(int owner) const {
    std::vector<std::size_t> cells;
    for (std::size_t i = 0; i < owner_.size(); ++i)
      if (owner_[i] == owner) cells.push_back(i);
    return cells;
  }

  std::string get_row(int row, bool with_colours) const {
    std::string text;
    int last = -1;
    for (int c = 0; c < columns_; ++c) {
      const auto cell = static_cast<std::size_t>(row * columns_ + c);
      if (with_colours && owner_[cell] != last) {
        last = owner_[cell];
        text += last < 0 ? "\033[0m" : colours[static_cast<std::size_t>(last) % std::size(colours)];
      }
      if (bits_[cell] == 0 || marks_[cell] != 0) {
        text += marks_[cell] != 0 ? marks_[cell] : ' ';
        continue;
      }
      const unsigned code = 0x2800u + bits_[cell];  // three bytes of UTF-8
      text += static_cast<char>(0xE0u | (code >> 12));
      text += static_cast<char>(0x80u | ((code >> 6) & 0x3Fu));
      text += static_cast<char>(0x80u | (code & 0x3Fu));
    }
    return with_colours && last >= 0 ? text + "\033[0m" : text;
  }

 private:
  int columns_, rows_;
  std::vector<std::uint8_t> bits_;
  std::vector<int> owner_;
  std::vector<char> marks_;  ///< letters in place of dots; 0: none
};

// Line by line in x: between two neighbours all dots of the column are set, so steep flanks hold.
void draw_curve(const PlotCurve& x, const PlotCurve& y, const Ticks& across, const Ticks& up,
                int owner, Dots& dots) {
  const auto place = [](double v, const Ticks& t, int dots_count) {
    return (v - t.min) / (t.max - t.min) * (dots_count - 1);
  };
  double last_x = std::numeric_limits<double>::quiet_NaN(), last_y = last_x;
  const auto is_known = [&](std::size_t i) {
    return i < y.values.size() && std::isfinite(x.values[i]) && std::isfinite(y.values[i]);
  };
  for (std::size_t i = 0; i < y.values.size(); ++i) {
    const double px = place(x.values[i], across, dots.width());
    const double py = dots.height() - 1 - place(y.values[i], up, dots.height());
    if (std::isfinite(px) && std::isfinite(py) && std::isfinite(last_x) && std::isfinite(last_y)) {
      const double steps = std::min(
          4.0 * (dots.width() + dots.height()),
          std::max(1.0, std::ceil(std::max(std::abs(px - last_x), std::abs(py - last_y)))));
      for (double k = 0.0; k <= steps; k += 1.0) {
        dots.set(static_cast<int>(std::lround(last_x + (px - last_x) * k / steps)),
                 static_cast<int>(std::lround(last_y + (py - last_y) * k / steps)), owner);
      }
    }
    if (is_known(i) && !is_known(i + 1) && (i == 0 || !is_known(i - 1))) {  // a point by itself
      const int column = static_cast<int>(std::lround(px)), row = static_cast<int>(std::lround(py));
      for (const auto& [a, b] : {std::pair{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}})
        dots.set(column + a, row + b, owner);
    }
    last_x = px;
    last_y = py;
  }
}

std::string join_unit(const std::string& name, const std::string& unit) {
  return unit.empty() ? name : fmt::format("{} [{}]", name, unit);
}

std::string draw_x_axis(const ChannelPlot& plot, const Ticks& across, const ScaleUnit& unit,
                        int columns) {
  std::string line(static_cast<std::size_t>(columns), ' '), marks;
  int free_from = 0;
  for (int c = 0; c < columns; ++c) marks += "─";
  std::string ticks_line;
  std::vector<bool> is_tick(static_cast<std::size_t>(columns), false);
  for (const double v : across.values) {
    const int at =
        static_cast<int>(std::lround((v - across.min) / (across.max - across.min) * (columns - 1)));
    const std::string label = format_tick(v, across, unit.factor);
    const int begin = std::clamp(at - static_cast<int>(label.size()) / 2, 0,
                                 std::max(0, columns - static_cast<int>(label.size())));
    is_tick[static_cast<std::size_t>(std::clamp(at, 0, columns - 1))] = true;
    if (begin < free_from || begin + static_cast<int>(label.size()) > columns) continue;
    line.replace(static_cast<std::size_t>(begin), label.size(), label);
    free_from = begin + static_cast<int>(label.size()) + 1;
  }
  for (const bool tick : is_tick) ticks_line += tick ? "┬" : "─";
  const std::string indent(label_width, ' ');
  const std::string name = join_unit(plot.x.name, unit.label);
  const int room = std::max(0, (columns - static_cast<int>(name.size())) / 2);
  line.erase(line.find_last_not_of(' ') + 1);
  return fmt::format("{}└{}\n{} {}\n{} {:>{}}{}\n", indent, ticks_line, indent, line, indent, "",
                     room, name);
}

std::string draw_panel(const ChannelPlot& plot, const std::vector<const PlotCurve*>& curves,
                       const TerminalStyle& style, int first_owner) {
  double min = 0.0, max = 0.0, x_min = 0.0, x_max = 0.0;
  if (!find_range(curves, min, max) || !find_range({&plot.x}, x_min, x_max)) {
    return fmt::format("{}: no finite values\n", curves.front()->name);
  }
  const int columns = std::max(10, style.width - label_width - 1);
  const int rows = std::max(3, style.height - 3 - static_cast<int>(curves.size()));
  const ScaleUnit unit = choose_unit(curves.front()->unit, std::max(std::abs(min), std::abs(max)));
  const ScaleUnit x_unit = choose_unit(plot.x.unit, std::max(std::abs(x_min), std::abs(x_max)));
  const Ticks up = choose_ticks(min, max, std::max(2, rows / 4), unit.factor, true);
  const Ticks across = choose_ticks(x_min, x_max, columns / 9, x_unit.factor, false);
  Dots dots(columns, rows);
  // Letters tell the curves where there are no colours, or where these would begin again.
  const bool is_marked = curves.size() > (style.colours ? std::size(colours) : 1);
  std::vector<std::vector<std::size_t>> cells(curves.size());
  for (std::size_t i = 0; i < curves.size(); ++i) {
    draw_curve(plot.x, *curves[i], across, up, first_owner + static_cast<int>(i), dots);
    cells[i] = dots.list_cells(first_owner + static_cast<int>(i));
  }
  for (std::size_t i = 0; is_marked && i < curves.size(); ++i)
    dots.mark(cells[i], first_owner + static_cast<int>(i));
  std::string text;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const auto owner = static_cast<std::size_t>(first_owner) + i;
    if (curves[i]->name.empty()) continue;
    if (is_marked) text += fmt::format("{}  ", get_mark(owner));
    text += fmt::format("{}{}{}{}\n", style.colours ? colours[owner % std::size(colours)] : "",
                        curves[i]->name, style.colours ? "\033[0m" : "", join_unit("", unit.label));
  }
  std::vector<std::string> labels(static_cast<std::size_t>(rows));
  for (const double v : up.values) {
    const double at = (1.0 - (v - up.min) / (up.max - up.min)) * (rows - 1);
    labels[static_cast<std::size_t>(std::lround(at))] = format_tick(v, up, unit.factor);
  }
  for (int r = 0; r < rows; ++r) {
    const std::string& label = labels[static_cast<std::size_t>(r)];
    text += fmt::format("{:>{}} {}{}\n", label, label_width - 1, label.empty() ? "│" : "┤",
                        dots.get_row(r, style.colours));
  }
  return text + draw_x_axis(plot, across, x_unit, columns);
}

}  // namespace

std::string draw_in_terminal(const ChannelPlot& plot, const TerminalStyle& style) {
  std::string text;
  int owner = 0;
  for (const auto& group : group_by_unit(plot)) {
    if (style.colours) {
      text += draw_panel(plot, group, style, owner);
      owner += static_cast<int>(group.size());
    } else {
      for (const PlotCurve* curve : group) text += draw_panel(plot, {curve}, style, 0);
    }
  }
  return text;
}

namespace {

/// "speed [m/s]" in its two parts. Numbers of such a scale are in this unit already; quotes of SI
/// would give them a prefix.
PlotCurve make_axis(const std::string& label) {
  const std::size_t open = label.rfind(" [");
  if (open == std::string::npos || label.back() != ']') return {label, "", {}};
  return {label.substr(0, open), label.substr(open + 2, label.size() - open - 3), {}};
}

/// Without the signs for indices: "v_c" for "v_{c}".
std::string write_flat(std::string text) {
  for (std::size_t at = text.find("_{"); at != std::string::npos; at = text.find("_{", at)) {
    text.erase(at + 1, 1);
    if (const std::size_t end = text.find('}', at); end != std::string::npos) text.erase(end, 1);
  }
  return text;
}

}  // namespace

std::string draw_in_terminal(const Plot& plot, const TerminalStyle& style) {
  constexpr double gap = std::numeric_limits<double>::quiet_NaN();
  ChannelPlot drawn;
  drawn.x = make_axis(write_flat(plot.x_label));
  const PlotCurve up = make_axis(write_flat(plot.y_label));
  std::vector<const Series*> owners;  // of the curves: a part without a label belongs to its kind
  for (const Series& s : plot.series) {
    std::size_t k = 0;
    while (k < owners.size() && (!s.label.empty() || owners[k]->colour != s.colour)) ++k;
    if (k == owners.size()) {
      owners.push_back(&s);
      drawn.curves.push_back(
          {write_flat(s.label), "", std::vector<double>(drawn.x.values.size(), gap)});
    }
    for (std::size_t i = 0; i < std::min(s.x.size(), s.y.size()); ++i) {
      for (std::size_t c = 0; c < drawn.curves.size(); ++c)
        drawn.curves[c].values.push_back(c == k ? s.y[i] : gap);
      drawn.x.values.push_back(s.x[i]);
      if (s.line && i + 1 < std::min(s.x.size(), s.y.size())) continue;
      for (PlotCurve& curve : drawn.curves) curve.values.push_back(gap);
      drawn.x.values.push_back(gap);
    }
  }
  std::vector<const PlotCurve*> curves;
  for (const PlotCurve& curve : drawn.curves) curves.push_back(&curve);
  TerminalStyle grown = style;  // below the names
  grown.height += static_cast<int>(curves.size());
  const std::string title = write_flat(plot.title), axis = join_unit(up.name, up.unit);
  const bool fits = static_cast<int>(title.size() + axis.size()) + 2 <= style.width;
  const bool says = title.starts_with(axis);  // "growth [1/s] over speed [m/s]" says what goes up
  return fmt::format("{}{}{}{}{}\n", style.colours ? "\033[1m" : "", title,
                     style.colours ? "\033[0m" : "",
                     says   ? ""
                     : fits ? ": "
                            : "\n",
                     says ? "" : axis) +
         draw_panel(drawn, curves, grown, 0) + "\n";
}

TerminalStyle find_terminal_style(int panels) {
  TerminalStyle style;
  if (isatty(STDOUT_FILENO) == 0) return style;
  style.colours = std::getenv("NO_COLOR") == nullptr;
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    style.width = std::clamp<int>(size.ws_col, 40, 200);
    style.height = std::clamp((size.ws_row - 2) / std::max(1, panels), 12, 40);
  }
  return style;
}

}  // namespace fourfoot::cli

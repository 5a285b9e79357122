#include <fmt/format.h>

#include <array>
#include <cmath>

#include "results/alignment_export.h"
#include "track/line_measure.h"

namespace fourfoot::results {

namespace {

/// Curvature, cant and gradient over the length in plan.
struct CsvRow {
  double along = 0.0;
  std::array<double, 3> values{};
};

class CsvLine {
 public:
  explicit CsvLine(const track::TrackDescription& line) : track_(line), measure_(track_, line) {}

  double length() const { return track_.length(); }
  std::vector<double> list_corners() const {
    std::vector<double> corners = {0.0};
    for (const double s : track_.joints())
      if (s > corners.back() + 1e-6 && s < length() - 1e-6) corners.push_back(s);
    corners.push_back(length());
    return corners;
  }
  double chainage(double s) const { return measure_.calc_chainage(s); }
  double plan(double s) const { return measure_.calc_plan(s); }

  std::array<double, 3> calc(double s) {
    const track::Geometry g = track_.calc_geometry(s, cursor_);
    return {g.curvature / std::cos(g.gradient), g.cant, std::tan(g.gradient)};
  }
  /// From inside of a stretch, where the joint itself belongs to the next one.
  std::array<double, 3> calc_limit(double s, double inward) {
    const double h = 1e-5 * inward;
    const std::array<double, 3> a = calc(s + h), b = calc(s + 2.0 * h);
    std::array<double, 3> limit{};
    for (std::size_t i = 0; i < 3; ++i) limit[i] = 2.0 * a[i] - b[i];
    return limit;
  }

 private:
  track::Track track_;
  track::LineMeasure measure_;
  track::Cursor cursor_;
};

bool is_linear(CsvLine& line, double from, double to, const std::array<double, 3>& a,
               const std::array<double, 3>& b) {
  constexpr double least_bend = 1e-12;
  for (const double u : {0.25, 0.5, 0.8}) {
    const std::array<double, 3> v = line.calc(from + u * (to - from));
    for (std::size_t i = 0; i < 3; ++i)
      if (std::abs(v[i] - (a[i] + u * (b[i] - a[i]))) > least_bend) return false;
  }
  return true;
}

/// Moves samples of a curve so that straight lines between them have the integral of the curve: the
/// trapezoidal rule's error h^2 f'' / 12 is taken from each but the first and last, whose share the
/// ones next to them take. Heading and height then follow to fourth order.
void keep_integrals(std::vector<CsvRow>& rows, std::size_t first, std::size_t value) {
  const std::size_t n = rows.size() - first;
  if (n < 5) return;
  std::vector<double> change(n, 0.0);
  for (std::size_t i = 1; i + 1 < n; ++i)
    change[i] = -(rows[first + i + 1].values[value] - 2.0 * rows[first + i].values[value] +
                  rows[first + i - 1].values[value]) /
                12.0;
  change[1] += 0.5 * (2.0 * change[1] - change[2]);
  change[n - 2] += 0.5 * (2.0 * change[n - 2] - change[n - 3]);
  for (std::size_t i = 1; i + 1 < n; ++i) rows[first + i].values[value] += change[i];
}

std::vector<CsvRow> collect_csv_rows(CsvLine& line) {
  constexpr double step = 0.5, least_jump = 1e-11;
  std::vector<CsvRow> rows;
  const std::vector<double> corners = line.list_corners();
  for (std::size_t k = 0; k + 1 < corners.size(); ++k) {
    const double from = corners[k], to = corners[k + 1];
    const std::array<double, 3> a = line.calc_limit(from, 1.0), b = line.calc_limit(to, -1.0);
    bool is_jump = rows.empty();
    for (std::size_t i = 0; i < 3 && !is_jump; ++i)
      is_jump = std::abs(rows.back().values[i] - a[i]) > least_jump;
    if (is_jump) rows.push_back({line.plan(from), a});
    const std::size_t first = rows.size() - 1;
    const bool is_curved = !is_linear(line, from, to, a, b);
    if (is_curved) {
      const double count = std::ceil((to - from) / step);
      for (double i = 1.0; i < count; i += 1.0) {
        const double s = from + (to - from) * i / count;
        rows.push_back({line.plan(s), line.calc(s)});
      }
    }
    rows.push_back({line.plan(to), b});
    if (!is_curved) continue;
    keep_integrals(rows, first, 0);
    keep_integrals(rows, first, 2);
  }
  for (CsvRow& row : rows)
    for (double& value : row.values)
      if (std::abs(value) < 1e-13) value = 0.0;
  return rows;
}

/// +1 where the right rail is the outer one; on a straight as in the nearest curve.
double find_row_side(const std::vector<CsvRow>& rows, std::size_t row) {
  for (std::size_t d = 0; d < rows.size(); ++d) {
    for (const std::size_t i : {row + d, row - d})
      if (i < rows.size() && rows[i].values[0] != 0.0) return rows[i].values[0] > 0.0 ? 1.0 : -1.0;
  }
  return 1.0;
}

}  // namespace

std::string format_alignment_csv(const track::TrackDescription& description) {
  CsvLine line(description);
  const std::vector<CsvRow> rows = collect_csv_rows(line);
  const double first = line.chainage(0.0);
  const double direction = line.chainage(0.01) < first ? -1.0 : 1.0;
  std::string text =
      "# fourfoot line" +
      (description.name.find('\n') == std::string::npos ? " " + description.name : "") +
      ": curvature > 0 to the left, cant > 0 raises the outer rail, lengths in plan\n"
      "chainage [m],curvature [1/m],cant [m],gradient [1]\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double cant = rows[i].values[1];
    text += fmt::format("{},{},{},{}\n", first + direction * rows[i].along, rows[i].values[0],
                        cant == 0.0 ? 0.0 : cant * find_row_side(rows, i), rows[i].values[2]);
  }
  return text;
}

}  // namespace fourfoot::results

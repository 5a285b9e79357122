#include "cli/track_fit.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "base/error.h"
#include "cli/quantity_option.h"
#include "cli/table_output.h"
#include "cli/track_picture.h"
#include "cli/warnings.h"
#include "input/columns.h"
#include "input/scenario_file.h"
#include "results/output_file.h"
#include "track/fit_alignment.h"

namespace fourfoot::cli {

namespace {

std::vector<track::ColumnWanted> list_fit_columns() {
  return {{"chainage", "m", false, {"s", "station", "distance", "kilometre", "km"}, {}, true},
          {"x", "m", false, {"east", "easting"}, {}, false},
          {"y", "m", false, {"north", "northing"}, {}, false},
          {"curvature", "1/m", false, {"kappa", "k", "1/r"}, {}, false},
          {"versine", "m", false, {"versin", "mid-ordinate"}, {}, false}};
}

track::MeasuredLine read_measured(const FitRequest& request) {
  const auto source = input::read_source(request.file, {});
  const track::ColumnTable table =
      input::read_columns(source, {request.file, {}, list_fit_columns(), {}, true});
  const auto fail = [&](const std::string& message, const std::string& hint) {
    throw InputError(Finding{"fit-columns", {source, 1, 1, 1}, message, hint});
  };
  track::MeasuredLine line;
  if (table.has("x") && table.has("y")) {
    line.x = table.values.at("x");
    line.y = table.values.at("y");
    double s = 0.0;
    for (std::size_t i = 0; i < line.x.size(); ++i) {
      if (i > 0) s += std::hypot(line.x[i] - line.x[i - 1], line.y[i] - line.y[i - 1]);
      line.s.push_back(s);
    }
    return line;
  }
  if (!table.has("chainage")) fail("the table has neither x and y nor a chainage", "");
  const std::vector<double>& chainage = table.values.at("chainage");
  for (const double value : chainage) line.s.push_back(std::abs(value - chainage.front()));
  if (table.has("curvature")) {
    line.curvature = table.values.at("curvature");
  } else if (table.has("versine") && !request.chord.empty()) {
    const double chord = read_quantity("--chord", request.chord, "m");
    for (const double v : table.values.at("versine"))
      line.curvature.push_back(8.0 * v / (chord * chord + 4.0 * v * v));
  } else {
    fail("the table has no column of curvature, nor of versine with --chord",
         "name it in its first line: curvature [1/m]");
  }
  return line;
}

/// An element of the track file.
struct FoundElement {
  std::string type;
  double from, to;  ///< [m]
  double k0, k1;    ///< curvature at its ends [1/m]
};

std::vector<FoundElement> list_elements(const track::FittedLine& fitted) {
  std::vector<FoundElement> found;
  constexpr double shortest = 1e-6;
  for (std::size_t i = 0; i < fitted.elements.size(); ++i) {
    const track::FittedElement& e = fitted.elements[i];
    if (e.end - e.begin > shortest)
      found.push_back(
          {e.curvature == 0.0 ? "line" : "circular-arc", e.begin, e.end, e.curvature, e.curvature});
    if (i + 1 == fitted.elements.size()) break;
    const track::FittedElement& next = fitted.elements[i + 1];
    if (next.begin - e.end > shortest)
      found.push_back({"clothoid", e.end, next.begin, e.curvature, next.curvature});
  }
  return found;
}

std::string describe_end(const char* which, double k) {
  if (k == 0.0) return fmt::format("radius_{} = 0\n", which);
  return fmt::format("radius_{0} = {1:.4f}\nturn_{0} = \"{2}\"\n", which, 1.0 / std::abs(k),
                     k > 0.0 ? "left" : "right");
}

std::string format_fit(const track::FittedLine& fitted, const std::vector<FoundElement>& found,
                       const FitRequest& request, bool has_points) {
  std::string text = fmt::format(
      "# fourfoot line, fitted to {}: r.m.s. of what is left {:.4g} {}, at most {:.4g}\n"
      "format = \"fourfoot track 1\"\n",
      request.file, fitted.rms, has_points ? "m" : "1/m", fitted.largest);
  if (has_points)
    text += fmt::format("start = {{ position = [{}, {}, 0], heading = {} }}\n", fitted.start.x(),
                        fitted.start.y(), fitted.heading);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const FoundElement& e = found[i];
    text +=
        fmt::format("\n[[horizontal]]\ntype = \"{}\"\nlength = {:.6f}\n", e.type, e.to - e.from);
    if (e.type == "circular-arc")
      text += fmt::format("radius = {:.6f}\nturn = \"{}\"\n", 1.0 / std::abs(e.k0),
                          e.k0 > 0.0 ? "left" : "right");
    if (e.type == "clothoid") text += describe_end("start", e.k0) + describe_end("end", e.k1);
    if (i > 0 && found[i - 1].k1 != e.k0) text += "jump = true\n";
  }
  return text;
}

/// An element, and how far the measured points lie from it.
struct FitRow {
  double from, to, radius_start, radius_end, rms, largest;
};

FitRow make_fit_row(const track::FittedLine& fitted, const FoundElement& e) {
  double sum = 0.0, count = 0.0, largest = 0.0;
  for (std::size_t i = 0; i < fitted.s.size(); ++i) {
    if (fitted.s[i] < e.from || fitted.s[i] > e.to) continue;
    sum += fitted.residuals[i] * fitted.residuals[i];
    count += 1.0;
    largest = std::max(largest, std::abs(fitted.residuals[i]));
  }
  const auto radius = [](double k) { return k == 0.0 ? 0.0 : 1.0 / k; };
  const double rms = count > 0.0 ? std::sqrt(sum / count) : 0.0;
  return {e.from, e.to, radius(e.k0), radius(e.k1), rms, largest};
}

void print_fit(const track::FittedLine& fitted, const std::vector<FoundElement>& found,
               const std::string& format, bool has_points) {
  const char* unit = has_points ? "m" : "1/m";
  const ColumnOf<FitRow> columns[] = {
      {"from", "m", [](const FitRow& r) { return r.from; }},
      {"to", "m", [](const FitRow& r) { return r.to; }},
      {"length", "m", [](const FitRow& r) { return r.to - r.from; }},
      {"radius_start", "m", [](const FitRow& r) { return r.radius_start; }},
      {"radius_end", "m", [](const FitRow& r) { return r.radius_end; }},
      {"rms", unit, [](const FitRow& r) { return r.rms; }},
      {"largest", unit, [](const FitRow& r) { return r.largest; }}};
  TableOf<FitRow> rows(columns);
  LabelColumn types{"element", {}};
  for (const FoundElement& e : found) {
    rows.add(make_fit_row(fitted, e));
    types.values.push_back(e.type);
  }
  DataTable table = rows.take();
  table.labels.push_back(std::move(types));
  print_table(table, format, stdout);
  if (format != "text") return;
  fmt::print("radius 0: straight, < 0: to the right\n");
  fmt::print("all: r.m.s. {:.4g} {}, at most {:.4g}\n", fitted.rms, has_points ? "m" : "1/m",
             fitted.largest);
}

void draw_fit(const track::MeasuredLine& line, const track::FittedLine& fitted,
              const std::string& text, const FitRequest& request) {
  const auto source = std::make_shared<const SourceFile>(SourceFile{"fit", text});
  const input::Document document =
      input::load_document(source, ".", *scenario::get_track_file_schema());
  const track::TrackDescription d = track::read_track_description(document.root, {});
  const track::Track track(d);
  TrackPicture picture;
  picture.title = request.file + ": measured and fitted";
  picture.to = track.length();
  const std::size_t stride = std::max<std::size_t>(1, line.x.size() / 300);
  for (std::size_t i = 0; i < line.x.size(); i += stride) {
    picture.measured_x.push_back(line.x[i]);
    picture.measured_y.push_back(line.y[i]);
  }
  std::vector<double> model;
  for (const double s : fitted.s) model.push_back(fitted.calc_curvature(s));
  picture.more_s = fitted.s;
  picture.more = {{"measured curvature", "1/m", fitted.measured}, {"fitted", "1/m", model}};
  picture.rest = {{line.has_points() ? "left of the line" : "measured - fitted",
                   line.has_points() ? "m" : "1/m", fitted.residuals}};
  draw_track(track, d, picture, request.picture);
}

}  // namespace

void fit_line(const FitRequest& request) {
  const track::MeasuredLine line = read_measured(request);
  track::FitOptions options;
  options.caution = request.caution;
  track::FittedLine fitted;
  try {
    fitted = track::fit_alignment(line, options);
  } catch (const std::invalid_argument& fault) {
    throw InputError(Finding{"fit-failed",
                             {},
                             "\"" + request.file + "\" cannot be fitted: " + fault.what(),
                             "rows of x and y, or of chainage and curvature"});
  }
  const std::vector<FoundElement> found = list_elements(fitted);
  const std::string text = format_fit(fitted, found, request, line.has_points());
  if (!request.output.empty()) results::write_output(request.output, text);
  if (!request.picture.empty()) draw_fit(line, fitted, text, request);
  print_fit(fitted, found, request.format, line.has_points());
}

}  // namespace fourfoot::cli

#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "base/error.h"
#include "results/alignment_export.h"
#include "track/horizontal.h"
#include "track/line_measure.h"

namespace fourfoot::results {

namespace {

using track::PlacedElement;

std::string escape_xml(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

/// Position and heading in plan.
struct PlanPoint {
  double x = 0.0, y = 0.0, heading = 0.0;
};

class LandXmlExport {
 public:
  explicit LandXmlExport(const track::TrackDescription& d)
      : d_(d), track_(d), measure_(track_, d), placed_(track::place_elements(d, findings_)) {}

  std::string format() {
    const bool is_plan = d_.measure == track::LengthMeasure::plan;
    const auto arc = [&](double along) { return is_plan ? measure_.find_arc(along) : along; };
    text_ =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<LandXML xmlns=\"http://www.landxml.org/schema/LandXML-1.2\" version=\"1.2\">\n"
        "<Units><Metric linearUnit=\"meter\" areaUnit=\"squareMeter\" volumeUnit=\"cubicMeter\" "
        "temperatureUnit=\"celsius\" pressureUnit=\"milliBars\"/></Units>\n"
        "<Application name=\"fourfoot line\"/>\n<Alignments>\n";
    start_ = d_.chainages.empty() ? 0.0 : d_.chainages.front().chainage;
    text_ += fmt::format("<Alignment name=\"{}\" length=\"{}\" staStart=\"{}\">\n<CoordGeom>\n",
                         escape_xml(d_.name.empty() ? "line" : d_.name),
                         measure_.calc_plan(track_.length()), start_);
    for (const PlacedElement& p : placed_) add_element(p, arc(p.begin), arc(p.begin + p.length));
    text_ += "</CoordGeom>\n";
    add_profile();
    add_cant(arc);
    add_equations();
    return text_ + "</Alignment>\n</Alignments>\n</LandXML>\n";
  }

 private:
  PlanPoint locate(double s) {
    Vec3 p, tangent, bend;
    track_.calc_centre_line(s, cursor_, p, tangent, bend);
    return {p.x(), p.y(), std::atan2(tangent.y(), tangent.x())};
  }

  static std::string point(const char* name, double x, double y) {
    return fmt::format("<{0}>{1} {2}</{0}>", name, y, x);  // north, then east
  }

  std::string spiral_type(const track::HorizontalElement& e) const {
    for (const track::TransitionKind& kind : track::get_transition_kinds())
      if (kind.shape == e.shape && kind.is_over_abscissa == e.is_over_abscissa &&
          *kind.landxml != 0)
        return std::string(kind.landxml).substr(0, std::string(kind.landxml).find(' '));
    throw InputError(Finding{"export-element", e.where, "LandXML has no name for this transition",
                             "a table (.csv) holds it"});
  }

  void add_element(const PlacedElement& p, double from, double to) {
    const track::HorizontalElement& e = *p.element;
    if (e.type == track::HorizontalType::points)
      throw InputError(Finding{"export-element", e.where,
                               "LandXML has no element for a curve from points",
                               "a table (.csv) holds it; fourfoot track --fit makes elements"});
    const PlanPoint a = locate(from), b = locate(to);
    const double length = measure_.calc_plan(to) - measure_.calc_plan(from);
    // Over the length in plan an arc on a gradient is a little sharper.
    const double stretch = p.length / length;
    const double k0 = p.k0 * stretch, k1 = p.k1 * stretch;
    const auto ends = point("Start", a.x, a.y) + point("End", b.x, b.y);
    if (e.type == track::HorizontalType::line) {
      text_ += fmt::format("<Line length=\"{}\">{}</Line>\n", length, ends);
      return;
    }
    const double side = k0 + k1 > 0.0 ? 1.0 : -1.0;
    const char* turn = side > 0.0 ? "ccw" : "cw";
    if (e.type == track::HorizontalType::circular_arc) {
      const double x = a.x - std::sin(a.heading) / k0, y = a.y + std::cos(a.heading) / k0;
      text_ += fmt::format(
          "<Curve rot=\"{}\" crvType=\"arc\" radius=\"{}\" length=\"{}\">{}{}</Curve>\n", turn,
          1.0 / std::abs(k0), length, ends, point("Center", x, y));
      return;
    }
    if (k0 * k1 < 0.0)
      throw InputError(Finding{"export-element", e.where,
                               "LandXML has no transition between curves to both sides",
                               "a table (.csv) holds it"});
    // The tangents meet at PI.
    const double turned = std::remainder(b.heading - a.heading, 2.0 * 3.14159265358979323846);
    const double way = ((b.x - a.x) * std::sin(b.heading) - (b.y - a.y) * std::cos(b.heading)) /
                       std::sin(turned == 0.0 ? 1.0 : turned);
    const auto radius = [](double k) {
      return k == 0.0 ? std::string("INF") : fmt::format("{}", 1.0 / std::abs(k));
    };
    text_ += fmt::format(
        "<Spiral rot=\"{}\" spiType=\"{}\" radiusStart=\"{}\" radiusEnd=\"{}\" "
        "length=\"{}\">{}{}{}</Spiral>\n",
        turn, spiral_type(e), radius(k0), radius(k1), length, point("Start", a.x, a.y),
        point("PI", a.x + way * std::cos(a.heading), a.y + way * std::sin(a.heading)),
        point("End", b.x, b.y));
  }

  /// Corners of the tangents, with the curves between them.
  void add_profile() {
    const double length = measure_.calc_plan(track_.length());
    text_ += "<Profile><ProfAlign name=\"profile\">\n";
    double along = 0.0, height = d_.start_position.z(), gradient = 0.0;
    double s = 0.0, last = -1.0;  // along the elements; last corner
    const auto corner = [&](double at, double z) {
      if (at - last < 1e-6) return;
      text_ += fmt::format("<PVI>{} {}</PVI>\n", start_ + at, z);
      last = at;
    };
    const auto measure = [&](double given) {
      s += given;
      if (d_.measure == track::LengthMeasure::plan) return given;
      return measure_.calc_plan(s) - measure_.calc_plan(s - given);
    };
    corner(0.0, height);
    for (std::size_t i = 0; i < d_.vertical.size(); ++i) {
      const track::VerticalElement& e = d_.vertical[i];
      const double length_of = measure(e.length);
      const double g0 = e.type == track::VerticalType::constant_gradient
                            ? e.gradient
                            : e.start_gradient.value_or(gradient);
      double g1 = e.type == track::VerticalType::constant_gradient ? e.gradient
                                                                   : e.end_gradient.value_or(g0);
      if (e.type != track::VerticalType::constant_gradient && !e.end_gradient &&
          i + 1 < d_.vertical.size())
        g1 = d_.vertical[i + 1].start_gradient.value_or(d_.vertical[i + 1].gradient);
      if (e.type == track::VerticalType::constant_gradient || g0 == g1) {
        along += length_of;
        height += g0 * length_of;
        corner(along, height);
      } else if (e.type == track::VerticalType::parabolic_arc) {
        text_ += fmt::format("<ParaCurve length=\"{}\">{} {}</ParaCurve>\n", length_of,
                             start_ + along + 0.5 * length_of, height + 0.5 * g0 * length_of);
        along += length_of;
        height += 0.5 * (g0 + g1) * length_of;
      } else {
        // On a circle sin(beta) grows evenly with the length in plan.
        const double b0 = std::atan(g0), b1 = std::atan(g1);
        const double R = length_of / std::abs(std::sin(b1) - std::sin(b0));
        const double rise =
            R * std::abs(std::cos(b0) - std::cos(b1)) * (b0 + b1 > 0.0 ? 1.0 : -1.0);
        const double in = (rise - g1 * length_of) / (g0 - g1);
        text_ += fmt::format("<CircCurve length=\"{}\" radius=\"{}\">{} {}</CircCurve>\n",
                             length_of, R, start_ + along + in, height + g0 * in);
        along += length_of;
        height += rise;
      }
      gradient = g1;
    }
    corner(std::max(along, length), height + gradient * (std::max(along, length) - along));
    text_ += "</ProfAlign></Profile>\n";
  }

  void add_cant(const std::function<double(double)>& arc) {
    std::vector<double> ends = {0.0};
    std::vector<track::TransitionShape> shapes;
    const auto put = [&](double end, bool is_ramp, track::TransitionShape shape) {
      ends.push_back(end);
      shapes.push_back(is_ramp ? shape : track::TransitionShape::linear);
    };
    if (d_.cant.empty())
      for (const PlacedElement& p : placed_)
        put(p.begin + p.length, p.element->type == track::HorizontalType::transition,
            p.element->shape);
    else
      for (const track::CantElement& e : d_.cant)
        put(ends.back() + e.length, !e.is_constant, e.shape);
    text_ += fmt::format("<Cant name=\"cant\" gauge=\"{}\" rotationPoint=\"{}\">\n", d_.gauge * 1e3,
                         d_.cant_rotation == track::CantRotation::inner_rail   ? "insideRail"
                         : d_.cant_rotation == track::CantRotation::outer_rail ? "outsideRail"
                                                                               : "center");
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
      const double from = arc(ends[i]), to = arc(std::min(ends[i + 1], placed_end()));
      add_station(from, 1.0, shapes[i]);
      add_station(to, -1.0, track::TransitionShape::linear);
    }
    text_ += "</Cant>\n";
  }

  double placed_end() const { return placed_.back().begin + placed_.back().length; }

  /// The cant as it is from inside of an element.
  void add_station(double s, double inward, track::TransitionShape shape) {
    constexpr double h = 1e-6, least_cant = 1e-9;
    const double a = track_.calc_geometry(s + inward * h, cursor_).cant;
    const double b = track_.calc_geometry(s + 2.0 * inward * h, cursor_).cant;
    double cant = 2.0 * a - b;
    if (std::abs(cant) < least_cant) cant = 0.0;
    std::string type;
    for (const track::TransitionKind& kind : track::get_transition_kinds())
      if (kind.shape == shape && !kind.is_over_abscissa) type = kind.landxml;
    text_ += fmt::format(
        "<CantStation station=\"{}\" appliedCant=\"{}\" curvature=\"{}\" transitionType=\"{}\"/>\n",
        start_ + measure_.calc_plan(s), std::abs(cant) * 1e3, cant < 0.0 ? "cw" : "ccw", type);
  }

  void add_equations() {
    for (std::size_t i = 0; i < d_.chainages.size(); ++i) {
      const track::ChainageMark& mark = d_.chainages[i];
      if (i == 0 && mark.direction > 0.0) continue;
      const double along =
          d_.measure == track::LengthMeasure::plan ? mark.along : measure_.calc_plan(mark.along);
      text_ += fmt::format(
          "<StaEquation staAhead=\"{}\" staInternal=\"{}\" staIncrement=\"{}\"/>\n", mark.chainage,
          start_ + along, mark.direction < 0.0 ? "decreasing" : "increasing");
    }
  }

  const track::TrackDescription& d_;
  track::Track track_;
  track::LineMeasure measure_;
  std::vector<Finding> findings_;
  std::vector<PlacedElement> placed_;
  track::Cursor cursor_;
  double start_ = 0.0;
  std::string text_;
};

}  // namespace

std::string format_landxml(const track::TrackDescription& line) {
  return LandXmlExport(line).format();
}

}  // namespace fourfoot::results

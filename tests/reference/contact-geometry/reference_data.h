#pragma once

#include <cmath>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "contact/geometry/wheel_rail_pair.h"
#include "profile/pieces.h"
#include "profile/reader.h"
#include "support/laid_wheels.h"

namespace fourfoot {

inline std::shared_ptr<const SourceFile> open_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot open " + path);
  std::stringstream text;
  text << in.rdbuf();
  return std::make_shared<const SourceFile>(SourceFile{path, text.str()});
}

inline profile::Profile read_shipped(const std::string& name, const profile::PointOptions& o = {}) {
  return profile::read_profile(
      open_file(std::string(FOURFOOT_SOURCE_DIR) + "/models/profiles/" + name), o);
}

inline profile::PointOptions expect(profile::ProfileKind kind) {
  profile::PointOptions options;
  options.kind = kind;
  return options;
}

/// S1002 by its sections, z of the standard points down.
inline profile::Profile make_s1002() {
  using namespace profile;
  struct Section {
    double from, to;
    std::vector<double> c;  ///< polynomial, or {z0, R, s0, sign}
    bool is_arc;
  };
  const std::vector<Section> sections = {
      {-70.0, -62.764705882, {9.519259302, 20.5, -49.5, 1}, true},
      {-62.764705882, -49.662510381, {16.0, 12.0, -55.0, 1}, true},
      {-49.662510381, -39.764473993, {8.834924130, 20.0, -58.558326413, 1}, true},
      {-39.764473993, -38.426669071, {-93.576667419, -2.747477419}, false},
      {-38.426669071, -35.0, {16.446, 13.0, -26.210665, -1}, true},
      {-35.0,
       -26.0,
       {-4.320221063e3, -1.038384026e3, -1.065501873e2, -6.051367875, -2.054332446e-1,
        -4.169739389e-3, -4.687195829e-5, -2.252755540e-7},
       false},
      {-26.0,
       32.15796,
       {0.0, -3.358537058e-2, 1.565681624e-3, -2.810427944e-5, 5.844240864e-8, -1.562379023e-8,
        5.309217349e-15, -5.957839843e-12, 2.646656573e-13},
       false},
      {32.15796, 60.0, {1.364323640, -0.066666667}, false}};
  std::vector<Piece> pieces;
  for (const Section& s : sections) {
    if (s.is_arc) {
      const auto z = [&](double y) {
        return -1e-3 * (s.c[0] + s.c[3] * std::sqrt(std::max(
                                              0.0, s.c[1] * s.c[1] - (y - s.c[2]) * (y - s.c[2]))));
      };
      // Flange tip arcs bulge down (to the right of the way), the root arc up.
      pieces.push_back(
          ArcPiece{s.from * 1e-3, z(s.from), s.to * 1e-3, z(s.to), s.c[1] * 1e-3, s.c[3] < 0.0});
    } else {
      PolynomialPiece p{s.from * 1e-3, s.to * 1e-3, 0.0, {}};
      double factor = -1e-3;
      for (double c : s.c) {
        p.coefficients.push_back(factor * c);
        factor *= 1e3;
      }
      pieces.push_back(p);
    }
  }
  Profile out;
  out.kind = ProfileKind::wheel;
  out.name = "S1002";
  out.curve = build_curve(pieces);
  const double s0 = find_s_at_y(out.curve, 0.0, out.curve.length());
  out.curve = place(out.curve, {false, 0.0, 0.0, -out.curve.calc(s0).z});
  return out;
}

/// 60E1 upright by its arcs, with radii as given by their tangent points.
inline profile::Profile make_60e1() {
  using namespace profile;
  const double y1 = 10.228e-3, z1 = -0.174404001e-3, y2 = 26.0265e-3, z2 = -2.30252406e-3;
  const double y3 = 35.9998108e-3, z3 = -14.299958e-3, y4 = 36.8848129e-3, z4 = -32e-3;
  Profile out;
  out.kind = ProfileKind::rail;
  out.name = "60E1";
  out.curve =
      build_curve({LinePiece{-y4, z4, -y3, z3}, ArcPiece{-y3, z3, -y2, z2, 13e-3, true},
                   ArcPiece{-y2, z2, -y1, z1, 80e-3, true}, ArcPiece{-y1, z1, y1, z1, 300e-3, true},
                   ArcPiece{y1, z1, y2, z2, 80e-3, true}, ArcPiece{y2, z2, y3, z3, 13e-3, true},
                   LinePiece{y3, z3, y4, z4}});
  return out;
}

/// S1002 on the Manchester benchmark's rail (already inclined 1:40), gauge 1435 at 14 mm.
inline contact::WheelsetOnTrack make_manchester() {
  const profile::Profile wheel = read_shipped("contact_apache2/MBench_S1002_v3.prw");
  const profile::Profile rail = read_shipped("contact_apache2/MBench_UIC60_v3.prr");
  profile::RailsDescription rails;
  rails.inclination = 0.0;
  return test::lay_alike(wheel, rail, {}, rails);
}

inline contact::WheelsetOnTrack make_s1002_on_60e1() {
  const profile::Profile wheel = make_s1002(), rail = make_60e1();
  return test::lay_alike(wheel, rail);
}

/// A cone of 1:20 without flange.
inline contact::WheelsetOnTrack make_cone_on_60e1() {
  profile::Profile wheel;
  wheel.kind = profile::ProfileKind::wheel;
  wheel.curve = profile::build_curve({profile::LinePiece{-0.07, -3.5e-3, 0.06, 3e-3}});
  const profile::Profile rail = make_60e1();
  return test::lay_alike(wheel, rail);
}

/// Measured: a wheel of high mileage on a worn high rail.
inline contact::WheelsetOnTrack make_worn() {
  profile::PointOptions with_tape;
  with_tape.tape_circle = 70e-3;
  const profile::Profile wheel = read_shipped("contact_apache2/worn_high_mileage.prw", with_tape);
  const profile::Profile rail = read_shipped("contact_apache2/site_b_hr.prr");
  profile::RailsDescription rails;
  rails.inclination = 0.0;
  return test::lay_alike(wheel, rail, {}, rails);
}

/// A CSV with one heading line; lines starting with # are remarks.
class CsvTable {
 public:
  explicit CsvTable(const std::string& name) {
    std::ifstream in(std::string(FOURFOOT_TEST_DATA) + "/contact-geometry/" + name);
    if (!in) throw std::runtime_error("cannot open " + name);
    std::string line;
    while (std::getline(in, line)) {
      if (line.empty() || line[0] == '#') continue;
      std::vector<std::string> cells;
      std::stringstream row(line);
      for (std::string cell; std::getline(row, cell, ',');) cells.push_back(cell);
      if (columns_.empty())
        for (std::size_t i = 0; i < cells.size(); ++i) columns_[cells[i]] = i;
      else
        rows_.push_back(cells);
    }
  }
  std::size_t size() const { return rows_.size(); }
  const std::string& text(std::size_t row, const std::string& column) const {
    return rows_[row].at(columns_.at(column));
  }
  double number(std::size_t row, const std::string& column) const {
    return std::stod(text(row, column));
  }

 private:
  std::map<std::string, std::size_t> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace fourfoot

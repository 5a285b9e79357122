#include <cmath>

#include "track/recording.h"

namespace fourfoot::track {

namespace {

double calc_design_cross_level(const Track& line, double s, Cursor& cursor) {
  return -line.calc_geometry(s, cursor).cant;  // > 0 right rail raised there
}

}  // namespace

DesignReading calc_design_reading(const Track& line, const Instrument& i, double s, double ahead,
                                  Cursor& cursor) {
  DesignReading reading;
  if (i.kind == Instrument::Kind::twist) {
    reading.cross_level = calc_design_cross_level(line, s + ahead * i.ahead, cursor) -
                          calc_design_cross_level(line, s + ahead * (i.ahead - i.base), cursor);
    return reading;
  }
  reading.cross_level = calc_design_cross_level(line, s, cursor);
  if (i.kind != Instrument::Kind::chord) return reading;
  const auto locate = [&](double at, Vec3& tangent) {
    Vec3 p, bend;
    line.calc_centre_line(at, cursor, p, tangent, bend);
    return p;
  };
  Vec3 tangent, other;
  const Vec3 here = locate(s, tangent);
  const Vec3 rear = locate(s - ahead * i.rear, other), front = locate(s + ahead * i.front, other);
  const Vec3 offset = here - (i.front * rear + i.rear * front) / (i.rear + i.front);
  const double run = std::hypot(tangent.x(), tangent.y());
  reading.lateral = (tangent.x() * offset.y() - tangent.y() * offset.x()) / run;
  reading.vertical = offset.z();
  const double a = calc_design_cross_level(line, s - ahead * i.rear, cursor);
  const double b = calc_design_cross_level(line, s + ahead * i.front, cursor);
  reading.cross_level -= (i.front * a + i.rear * b) / (i.rear + i.front);
  return reading;
}

}  // namespace fourfoot::track

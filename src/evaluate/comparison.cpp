#include "evaluate/comparison.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace fourfoot::evaluate {

namespace {

/// "transition at 60.556 m": where it begins [m]; nan for other zones.
double find_begin(const std::string& zone) {
  double begin = no_number;
  return std::sscanf(zone.c_str(), "transition at %lf m", &begin) == 1 ? begin : no_number;
}

/// A transition of the line begins in each record at a sample of its own: not at the same metre.
bool is_same_zone(const std::string& a, const std::string& b) {
  constexpr double near = 5.0;  // [m]
  return a == b || std::abs(find_begin(a) - find_begin(b)) < near;
}

bool is_same(const Figure& a, const Figure& b) {
  return a.norm == b.norm && a.name == b.name && a.subject == b.subject &&
         is_same_zone(a.zone, b.zone);
}

const Figure* find_same(const Evaluation& in, const Figure& wanted) {
  const auto it = std::find_if(in.figures.begin(), in.figures.end(),
                               [&](const Figure& f) { return is_same(f, wanted); });
  return it == in.figures.end() ? nullptr : &*it;
}

ComparedFigure compare_figure(const std::vector<Evaluation>& evaluations, const Figure& wanted) {
  ComparedFigure out{wanted.norm, wanted.name, wanted.subject, wanted.zone, wanted.unit, {},
                     {},          {}};
  std::vector<const Figure*> found;
  for (const Evaluation& evaluation : evaluations) found.push_back(find_same(evaluation, wanted));
  bool has_largest = false;
  for (const Figure* f : found)
    has_largest = has_largest || (f != nullptr && f->get_basis() == "largest section");
  for (const Figure* f : found) {
    out.values.push_back(f == nullptr ? no_number : has_largest ? f->largest : f->value);
    out.verdicts.push_back(f == nullptr ? "absent" : f->get_verdict());
    if (f != nullptr && out.basis.empty()) out.basis = f->get_basis();
  }
  if (has_largest) out.basis = "largest section";
  return out;
}

}  // namespace

double ComparedFigure::calc_difference(std::size_t record) const {
  return values[record] - values.front();
}

double ComparedFigure::calc_change(std::size_t record) const {
  return values.front() == 0.0 ? no_number : calc_difference(record) / std::abs(values.front());
}

std::vector<ComparedFigure> compare(const std::vector<Evaluation>& evaluations) {
  std::vector<ComparedFigure> out;
  std::vector<Figure> seen;
  for (const Evaluation& evaluation : evaluations) {
    for (const Figure& figure : evaluation.figures) {
      if (std::any_of(seen.begin(), seen.end(),
                      [&](const Figure& f) { return is_same(f, figure); }))
        continue;
      seen.push_back(figure);
      out.push_back(compare_figure(evaluations, figure));
    }
  }
  return out;
}

}  // namespace fourfoot::evaluate

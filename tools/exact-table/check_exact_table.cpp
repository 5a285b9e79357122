// Holds the laws against exact theory on random cases.
//   check_exact_table CASES COUNT [PICTURE [POISSON [SEED]]]
// CASES (CSV; columns: see Case) keeps the solutions of exact theory; what is missing up to COUNT is solved and added, 20 to 100 ms
// a case. Cases at which "exact-table" is farther off than `limit_force` or `limit_moment` are solved again with twice the elements in
// both directions, and the finer solution counts: column `finer`. Prints the errors by a/b and the worst cases; PICTURE (SVG; - for none)
// shows them over a/b and the size of creepage. POISSON: 0.28; SEED: 23, another one draws other cases and wants another file.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "contact/exact/exact_patch.h"
#include "contact/tangential/exact_table.h"
#include "contact/tangential/registry.h"

namespace {

using namespace fourfoot::contact;

Material steel{82e9, ExactTableShape::poisson};

struct Case {
  double log_ratio, v[3];  // log10(a/b); C11 x, C22 y, S s (exact_table_law.h)
  double f[3];             // exact theory, over mu N, mu N, mu N c
  int finer;               // how often the elements were doubled
  double size() const { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }
};

// Case i of the one sequence of cases: a/b 0.1 ... 10, size 0.03 ... 50 (full slip of pure creepage: 3), one, two or
// three creepages.
Case draw_case(std::mt19937& random) {
  const auto unit = [&] { return static_cast<double>(random()) / 4294967296.0; };
  Case c{};
  c.log_ratio = 2.0 * unit() - 1.0;
  const double size = std::pow(10.0, -1.5 + 3.2 * unit());
  const int mask = 1 + static_cast<int>(7.0 * unit());
  double length = 0.0;
  for (int k = 0; k < 3; ++k) {
    const double value = 2.0 * unit() - 1.0;
    c.v[k] = (mask >> k & 1) != 0 ? value : 0.0;
    length += c.v[k] * c.v[k];
  }
  for (double& value : c.v) value *= size / std::sqrt(length);
  return c;
}

TangentialInput make_input(const Case& c) {
  const double ratio = std::pow(10.0, c.log_ratio), half = 5e-3;
  const KalkerCoefficients<double> k = KalkerTable(steel.poisson).calc(ratio);
  TangentialInput in{half * std::sqrt(ratio), half / std::sqrt(ratio), 8e4, 0.3, 0, 0, 0, 0};
  const double unit = in.friction * in.normal / (steel.shear_modulus * half * half);
  in.nu_x = unit * c.v[0] / k.c11;
  in.nu_y = unit * c.v[1] / k.c22;
  in.spin = unit * c.v[2] / (half * ExactTableShape::calc_spin_scale(k.c11, k.c22, ratio));
  return in;
}

constexpr double limit_force = 0.008, limit_moment = 0.005;

// Finer than the grids of the table.
void solve(Case& c, int finer) {
  const TangentialInput in = make_input(c);
  const double ratio = in.a / in.b, bound = in.friction * in.normal;
  ExactElements fine{52, 52};
  if (ratio < 0.47) fine = {36, 72};
  if (ratio > 2.2) fine = {72, 36};
  if (ratio > 5.0) fine = {96, 32};
  fine.along <<= finer;
  fine.across <<= finer;
  c.finer = finer;
  ExactPatch patch(in.a, in.b, steel,
                   {{fine.along / 4, fine.across / 2}, {fine.along / 2, fine.across}, fine});
  const ExactForce f = patch.solve({in.nu_x, in.nu_y, in.spin}, bound, {1e-5, 60});
  if (!f.converged) std::fprintf(stderr, "a case did not converge\n");
  c.f[0] = (2.0 * f.force.fx - f.before.fx) / bound;
  c.f[1] = (2.0 * f.force.fy - f.before.fy) / bound;
  c.f[2] = (2.0 * f.force.mz - f.before.mz) / (bound * std::sqrt(in.a * in.b));
}

// Distance of a law to exact theory: force over mu N, moment over mu N c.
struct Distance {
  double force, moment;
};
Distance compare(const TangentialLaw& law, const Case& c) {
  const TangentialInput in = make_input(c);
  const TangentialForce f = law.calc(in);
  const double bound = in.friction * in.normal;
  return {std::hypot(f.fx / bound - c.f[0], f.fy / bound - c.f[1]),
          std::abs(f.mz / (bound * std::sqrt(in.a * in.b)) - c.f[2])};
}

bool is_far(const TangentialLaw& table, const Case& c) {
  const Distance d = compare(table, c);
  return d.force > limit_force || d.moment > limit_moment;
}

std::vector<Case> read_cases(const std::string& path) {
  std::vector<Case> cases;
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    if (line.empty() || line[0] == '#' || line[0] == 'l') continue;
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream in(line);
    Case c{};
    in >> c.log_ratio >> c.v[0] >> c.v[1] >> c.v[2] >> c.f[0] >> c.f[1] >> c.f[2] >> c.finer;
    cases.push_back(c);
  }
  return cases;
}

struct Errors {
  std::vector<double> force, moment;
  void add(double f, double m) {
    force.push_back(f);
    moment.push_back(m);
  }
  static double mean(const std::vector<double>& e) {
    double sum = 0.0;
    for (const double x : e) sum += x;
    return e.empty() ? 0.0 : sum / static_cast<double>(e.size());
  }
  static double worst(const std::vector<double>& e) {
    return e.empty() ? 0.0 : *std::max_element(e.begin(), e.end());
  }
  void print(const char* name) const {
    std::vector<double> sorted = force;
    std::sort(sorted.begin(), sorted.end());
    std::printf(
        "%-18s %6zu cases  force mean %.3f 99%% %.3f worst %.3f   moment mean %.3f worst %.3f\n",
        name, force.size(), 100 * mean(force),
        sorted.empty() ? 0.0 : 100 * sorted[sorted.size() * 99 / 100], 100 * worst(force),
        100 * mean(moment), 100 * worst(moment));
  }
};

constexpr int columns = 16, rows = 10;

// Cells over size (along) and a/b (up), coloured by the worst error of the force.
void draw(const std::string& path, const std::vector<Case>& cases,
          const std::vector<double>& errors) {
  std::vector<double> worst(columns * rows, -1.0), sum(columns * rows), count(columns * rows);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const int x = static_cast<int>((std::log10(cases[i].size()) + 1.5) / 3.2 * columns);
    const int y = static_cast<int>((cases[i].log_ratio + 1.0) / 2.0 * rows);
    const int cell = std::clamp(x, 0, columns - 1) + columns * std::clamp(y, 0, rows - 1);
    worst[cell] = std::max(worst[cell], errors[i]);
    sum[cell] += errors[i];
    count[cell] += 1.0;
  }
  constexpr int w = 46, h = 30, left = 70, top = 40;
  std::ofstream svg(path);
  svg << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << left + w * columns + 20
      << " " << top + h * rows + 60 << "\" font-family=\"sans-serif\" font-size=\"11\">\n"
      << "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<text x=\"" << left
      << "\" y=\"20\" font-size=\"13\">exact-table against exact theory, " << cases.size()
      << " random cases: force, worst (mean) of each cell, % of μN</text>\n";
  char text[400];
  for (int y = 0; y < rows; ++y) {
    const int py = top + h * (rows - 1 - y);
    for (int x = 0; x < columns; ++x) {
      const int cell = x + columns * y;
      if (count[cell] == 0.0) continue;
      const double share = std::min(1.0, worst[cell] / 0.02);
      std::snprintf(
          text, sizeof text,
          "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"rgb(255,%d,%d)\"/><text "
          "x=\"%d\" "
          "y=\"%d\" text-anchor=\"middle\" font-size=\"10\">%.2f</text><text x=\"%d\" y=\"%d\" "
          "text-anchor=\"middle\" font-size=\"8\">(%.2f)</text>\n",
          left + w * x, py, w - 1, h - 1, 255 - static_cast<int>(170 * share),
          255 - static_cast<int>(220 * share), left + w * x + w / 2, py + 14, 100 * worst[cell],
          left + w * x + w / 2, py + 25, 100 * sum[cell] / count[cell]);
      svg << text;
    }
    std::snprintf(text, sizeof text, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.2f</text>\n",
                  left - 6, py + 19, std::pow(10.0, 2.0 * (y + 0.5) / rows - 1.0));
    svg << text;
  }
  for (int x = 0; x < columns; ++x) {
    std::snprintf(text, sizeof text, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%.2g</text>\n",
                  left + w * x + w / 2, top + h * rows + 16,
                  std::pow(10.0, 3.2 * (x + 0.5) / columns - 1.5));
    svg << text;
  }
  svg << "<text x=\"14\" y=\"" << top + h * rows / 2 << "\">a/b</text>\n<text x=\""
      << left + w * columns / 2 << "\" y=\"" << top + h * rows + 40
      << "\" text-anchor=\"middle\">size of creepage |v| (1: Kalker's linear force of pure "
         "creepage is μN; 3: full "
         "slip without spin)</text>\n</svg>\n";
}

// The first `count` cases with the solutions that `path` keeps; what it lacks is solved and written.
std::vector<Case> make_cases(const std::string& path, std::size_t count, unsigned seed,
                             const TangentialLaw& table) {
  const std::vector<Case> kept = read_cases(path);
  std::vector<Case> cases;
  std::mt19937 random(seed);
  std::size_t solved = 0;
  const auto write = [&] {
    std::FILE* file = std::fopen(path.c_str(), "w");
    std::fprintf(file, "log_ratio,v_x,v_y,v_s,fx,fy,mz,finer\n");
    const auto print = [&](const Case& c) {
      std::fprintf(file, "%.6f,%.7g,%.7g,%.7g,%.6f,%.6f,%.6f,%d\n", c.log_ratio, c.v[0], c.v[1],
                   c.v[2], c.f[0], c.f[1], c.f[2], c.finer);
    };
    for (const Case& c : cases) print(c);
    for (std::size_t i = cases.size(); i < kept.size(); ++i) print(kept[i]);
    std::fclose(file);
  };
  for (std::size_t i = 0; i < count; ++i) {
    Case c = draw_case(random);
    if (i < kept.size() && std::abs(kept[i].log_ratio - c.log_ratio) > 1e-5) {
      std::fprintf(stderr, "%s has other cases than this seed draws\n", path.c_str());
      std::exit(2);
    }
    if (i < kept.size())
      c = kept[i];
    else
      solve(c, 0);
    const bool again = c.finer == 0 && is_far(table, c);
    if (again) solve(c, 1);
    cases.push_back(c);
    if ((again || i >= kept.size()) && ++solved % 100 == 0) write();
  }
  if (solved > 0) write();
  return cases;
}

void print_worst(const char* name, const std::vector<Case>& cases,
                 const std::vector<double>& errors) {
  std::vector<std::size_t> order(cases.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return errors[a] > errors[b]; });
  for (std::size_t i = 0; i < std::min<std::size_t>(12, order.size()); ++i) {
    const Case& c = cases[order[i]];
    std::printf("    %s %.3f %% at a/b %.3f v %.3f %.3f %.3f\n", name, 100 * errors[order[i]],
                std::pow(10.0, c.log_ratio), c.v[0], c.v[1], c.v[2]);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: check_exact_table CASES COUNT [PICTURE [POISSON [SEED]]]\n");
    return 2;
  }
  const std::string picture = argc > 3 ? argv[3] : "-";
  if (argc > 4) steel.poisson = std::atof(argv[4]);
  const auto seed = static_cast<unsigned>(argc > 5 ? std::atoi(argv[5]) : 23);
  const auto table = make_tangential_law("exact-table", steel);
  const std::vector<Case> cases =
      make_cases(argv[1], static_cast<std::size_t>(std::atoi(argv[2])), seed, *table);
  std::printf("%td of %zu cases solved with twice the elements\n",
              std::count_if(cases.begin(), cases.end(), [](const Case& c) { return c.finer > 0; }),
              cases.size());
  for (const std::string& name : get_tangential_names()) {
    const auto law = make_tangential_law(name, steel);
    Errors all, long_patch, wide_patch, middle;
    for (const Case& c : cases) {
      const auto [force, moment] = compare(*law, c);
      all.add(force, moment);
      if (std::abs(c.log_ratio) < 0.5) middle.add(force, moment);
      if (c.log_ratio > 0.5) long_patch.add(force, moment);
      if (c.log_ratio < -0.5) wide_patch.add(force, moment);
    }
    all.print(name.c_str());
    if (name != "exact-table") continue;
    wide_patch.print("  a/b 0.1 ... 0.3");
    middle.print("  a/b 0.3 ... 3");
    long_patch.print("  a/b 3 ... 10");
    print_worst("force", cases, all.force);
    print_worst("moment", cases, all.moment);
    if (picture != "-") draw(picture, cases, all.force);
  }
  return 0;
}

// The theorem of [Kisilowski1989]: generalised imaginary forces of a constrained system are those
// of its free bodies, reduced with the coefficients of the constraints,
//     Q_mu = Q'_mu + sum over dependent speeds s of A_{s,mu} Q'_s,
// beside the sum over all bodies that they follow from directly, [Kisilowski1989, Eq. (2.4)].
// Stands alone: every operation is in sight, and the numbers are a type that counts them. Prints
// CSV: system, way, multiplications, additions, time of one evaluation [ns], largest difference
// from the direct sum (relative).
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

namespace {

/// A number that counts what is done with it; a product with a constant is a product.
struct Counted {
  double value = 0.0;
  static inline long products = 0, sums = 0;
  Counted(double v = 0.0) : value(v) {}
};
Counted operator*(Counted a, Counted b) {
  ++Counted::products;
  return a.value * b.value;
}
Counted operator+(Counted a, Counted b) {
  ++Counted::sums;
  return a.value + b.value;
}
Counted operator-(Counted a, Counted b) {
  ++Counted::sums;
  return a.value - b.value;
}
Counted operator-(Counted a) {
  return -a.value;
}

template <class T>
using Vec = std::array<T, 3>;
template <class T>
Vec<T> operator+(const Vec<T>& a, const Vec<T>& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
template <class T>
Vec<T> scale(const T& k, const Vec<T>& a) {
  return {k * a[0], k * a[1], k * a[2]};
}
template <class T>
Vec<T> cross(const Vec<T>& a, const Vec<T>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
template <class T>
T dot(const Vec<T>& a, const Vec<T>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// A rigid body in the transporting frame. Vectors in the frame's axes, J diagonal there (small
/// relative angles).
template <class T>
struct Body {
  T mass;
  Vec<T> inertia, r, v, omega;  // J's diagonal, place, relative velocity and angular velocity
  Vec<T> direction[3];          // partial angular velocities of its three angles
};
template <class T>
struct Transport {
  Vec<T> omega, epsilon, a_o;
};

/// Imaginary force and torque of a free body: translation, rotation, centrifugal, gyroscopic.
template <class T>
void calc_imaginary(const Body<T>& b, const Transport<T>& t, Vec<T>& force, Vec<T>& torque) {
  const Vec<T> a = t.a_o + cross(t.epsilon, b.r) + cross(t.omega, cross(t.omega, b.r)) +
                   scale(T(2.0), cross(t.omega, b.v));
  force = scale(-b.mass, a);
  const Vec<T>& j = b.inertia;
  const T half = T(0.5) * (j[0] + j[1] + j[2]);
  const Vec<T> je = {j[0] * t.epsilon[0], j[1] * t.epsilon[1], j[2] * t.epsilon[2]};
  const Vec<T> jw = {j[0] * t.omega[0], j[1] * t.omega[1], j[2] * t.omega[2]};
  const Vec<T> g = {(j[0] - half) * t.omega[0], (j[1] - half) * t.omega[1],
                    (j[2] - half) * t.omega[2]};
  torque = scale(T(-1.0), je + cross(t.omega, jw) + scale(T(2.0), cross(b.omega, g)));
}

/// Speeds 6 n + (0..2 place, 3..5 angles) of the free bodies; the dependent ones are sums over
/// independent ones.
struct Term {
  int independent;
  double coefficient;
};
struct Dependent {
  int speed;
  std::vector<Term> terms;
};
template <class T>
struct System {
  std::string name;
  std::vector<Body<T>> bodies;
  std::vector<Dependent> dependent;
  std::vector<int> independent;  // in the order of the results
};

/// Free-body forces by one routine, body by body.
template <class T>
void calc_free(const System<T>& s, const Transport<T>& t, std::vector<T>& q) {
  for (std::size_t n = 0; n < s.bodies.size(); ++n) {
    Vec<T> force, torque;
    calc_imaginary(s.bodies[n], t, force, torque);
    for (int i = 0; i < 3; ++i) {
      q[6 * n + i] = force[i];
      q[6 * n + 3 + i] = dot(torque, s.bodies[n].direction[i]);
    }
  }
}

/// The theorem: copied, and multiplied only where a coefficient is not zero.
template <class T>
std::vector<T> reduce(const System<T>& s, const Transport<T>& t, std::vector<T>& q) {
  calc_free(s, t, q);
  for (const Dependent& d : s.dependent)
    for (const Term& term : d.terms)
      q[term.independent] = q[term.independent] + T(term.coefficient) * q[d.speed];
  std::vector<T> out;
  out.reserve(s.independent.size());
  for (const int i : s.independent) out.push_back(q[i]);
  return out;
}

/// Row by row: coefficient of every speed of the free bodies in every independent one.
template <class T>
std::vector<std::vector<T>> make_matrix(const System<T>& s) {
  std::vector<std::vector<T>> b(6 * s.bodies.size(), std::vector<T>(s.independent.size(), T(0.0)));
  std::vector<int> place(6 * s.bodies.size(), -1);
  for (std::size_t k = 0; k < s.independent.size(); ++k)
    b[s.independent[k]][place[s.independent[k]] = static_cast<int>(k)] = T(1.0);
  for (const Dependent& d : s.dependent)
    for (const Term& term : d.terms) b[d.speed][place[term.independent]] = T(term.coefficient);
  return b;
}

/// The transposed matrix times the free forces, zeros and all.
template <class T>
std::vector<T> multiply(const System<T>& s, const Transport<T>& t, std::vector<T>& q,
                        const std::vector<std::vector<T>>& b) {
  calc_free(s, t, q);
  std::vector<T> out(s.independent.size(), T(0.0));
  for (std::size_t k = 0; k < out.size(); ++k)
    for (std::size_t i = 0; i < q.size(); ++i) out[k] = out[k] + b[i][k] * q[i];
  return out;
}

/// Eq. (2.4): partial velocities of every body by every independent speed of the constrained
/// system, and their products with the body's force and torque; these once for each body
/// (`is_literal` false), or for each product as the equation is written.
template <class T>
std::vector<T> sum_directly(const System<T>& s, const Transport<T>& t,
                            const std::vector<std::vector<T>>& b, bool is_literal) {
  std::vector<T> out(s.independent.size(), T(0.0));
  for (std::size_t n = 0; n < s.bodies.size(); ++n) {
    Vec<T> force, torque;
    if (!is_literal) calc_imaginary(s.bodies[n], t, force, torque);
    for (std::size_t k = 0; k < out.size(); ++k) {
      if (is_literal) calc_imaginary(s.bodies[n], t, force, torque);
      const Vec<T> velocity = {b[6 * n][k], b[6 * n + 1][k], b[6 * n + 2][k]};
      Vec<T> spin = scale(b[6 * n + 3][k], s.bodies[n].direction[0]);
      for (int i = 1; i < 3; ++i)
        spin = spin + scale(b[6 * n + 3 + i][k], s.bodies[n].direction[i]);
      out[k] = out[k] + dot(force, velocity) + dot(torque, spin);
    }
  }
  return out;
}

std::mt19937 generator(1989);
double draw(double size) {
  return size * std::uniform_real_distribution<double>(-1.0, 1.0)(generator);
}

template <class T>
Body<T> make_body(double mass, Vec<double> j, Vec<double> r) {
  Body<T> b;
  b.mass = mass;
  for (int i = 0; i < 3; ++i) {
    b.inertia[i] = j[i];
    b.r[i] = r[i] + draw(0.01);
    b.v[i] = draw(0.1);
    b.omega[i] = draw(0.1);
  }
  const double yaw = draw(0.02), roll = draw(0.02);  // angles in the order yaw, roll, pitch
  b.direction[0] = {std::cos(yaw), std::sin(yaw), 0.0};
  b.direction[1] = {-std::sin(yaw) * std::cos(roll), std::cos(yaw) * std::cos(roll),
                    std::sin(roll)};
  b.direction[2] = {0.0, 0.0, 1.0};
  return b;
}

enum { x, y, z, phi, chi, psi };

template <class T>
void finish(System<T>& s) {
  std::vector<bool> is_dependent(6 * s.bodies.size(), false);
  for (const Dependent& d : s.dependent) is_dependent[d.speed] = true;
  for (std::size_t i = 0; i < is_dependent.size(); ++i)
    if (!is_dependent[i]) s.independent.push_back(static_cast<int>(i));
}

/// A wheelset on its rails: height and roll follow from lateral position and yaw. 2 constraints, 4
/// degrees of freedom.
template <class T>
System<T> make_wheelset() {
  System<T> s{"wheelset", {make_body<T>(1400, {750, 120, 750}, {0, 0, 0.46})}, {}, {}};
  s.bodies[0].omega[1] = 40.0;
  s.dependent = {{z, {{y, 0.003}, {psi, 0.01}}}, {phi, {{y, 0.06}, {psi, 0.002}}}};
  finish(s);
  return s;
}

/// An eight-wheel car: 7 bodies, 42 speeds, 21 constraints, 21 degrees of freedom. The paper does
/// not list its constraints; these are ours: height and roll of 4 wheelsets on their rails (8),
/// their x and yaw those of the bogie (8), x and y of 2 bogies those of the car body at its pivots
/// (4), the car body's pitch follows its height (1, one end held).
template <class T>
System<T> make_car() {
  System<T> s{"eight-wheel car", {make_body<T>(20000, {2.5e4, 3e5, 3.1e5}, {0, 0, 1.6})}, {}, {}};
  for (const int end : {1, -1}) {
    const double at = 5.0 * end, height = 1.1;
    s.bodies.push_back(make_body<T>(2500, {1500, 2000, 3000}, {at, 0, 0.5}));
    const int bogie = 6 * static_cast<int>(s.bodies.size() - 1);
    s.dependent.push_back({bogie + x, {{x, 1.0}, {psi, draw(0.01)}}});
    s.dependent.push_back({bogie + y, {{y, 1.0}, {psi, at}, {phi, height}}});
    for (const int axle : {1, -1}) {
      s.bodies.push_back(make_body<T>(1400, {750, 120, 750}, {at + 0.9 * axle, 0, 0.46}));
      s.bodies.back().omega[1] = 40.0;
      const int w = 6 * static_cast<int>(s.bodies.size() - 1);
      // chains are written out: x of a wheelset by the bogie's, which is the car body's
      s.dependent.push_back({w + x, {{x, 1.0}, {psi, draw(0.01)}}});
      s.dependent.push_back({w + psi, {{bogie + psi, 1.0}}});
      s.dependent.push_back({w + z, {{w + y, 0.003}, {bogie + psi, 0.01}}});
      s.dependent.push_back({w + phi, {{w + y, 0.06}, {bogie + psi, 0.002}}});
    }
  }
  s.dependent.push_back({chi, {{z, -0.2}}});
  finish(s);
  return s;
}

template <class T>
Transport<T> make_transport() {
  return {{-0.04, -0.003, 0.05}, {0.004, 0.0, 0.006}, {1.0, 1.1, 0.08}};
}

template <class Work>
double find_time(const Work& work) {
  double best = 1e9;
  for (int repeat = 0; repeat < 7; ++repeat) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < 20000; ++i) work();
    const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - start;
    best = std::min(best, spent.count() / 20000);
  }
  return best;
}

template <class T>
System<T> make(bool is_car) {
  generator.seed(1989);
  return is_car ? make_car<T>() : make_wheelset<T>();
}

constexpr const char* ways[] = {"reduced, zeros skipped (theorem)",
                                "free forces times the full matrix",
                                "direct sum, forces once a body", "direct sum as written"};

template <class T>
std::vector<T> go(int way, const System<T>& s, const Transport<T>& t, std::vector<T>& q,
                  const std::vector<std::vector<T>>& b) {
  if (way == 0) return reduce(s, t, q);
  if (way == 1) return multiply(s, t, q, b);
  return sum_directly(s, t, b, way == 3);
}

}  // namespace

int main() {
  std::printf(
      "system,bodies,constraints,freedoms,way,multiplications,additions,time_ns,difference\n");
  for (const bool is_car : {false, true}) {
    const System<double> s = make<double>(is_car);
    const System<Counted> counted = make<Counted>(is_car);
    const Transport<double> t = make_transport<double>();
    const Transport<Counted> tc = make_transport<Counted>();
    const auto b = make_matrix(s);
    const auto bc = make_matrix(counted);
    std::vector<double> q(6 * s.bodies.size());
    std::vector<Counted> qc(q.size());
    const std::vector<double> direct = sum_directly(s, t, b, true);
    double largest = 0.0;
    for (const double value : direct) largest = std::max(largest, std::abs(value));
    for (int way = 0; way < 4; ++way) {
      Counted::products = Counted::sums = 0;
      go(way, counted, tc, qc, bc);
      const std::vector<double> found = go(way, s, t, q, b);
      double difference = 0.0, sink = 0.0;
      for (std::size_t i = 0; i < found.size(); ++i)
        difference = std::max(difference, std::abs(found[i] - direct[i]) / largest);
      const double time = find_time([&] { sink += go(way, s, t, q, b)[0]; });
      std::printf("%s,%zu,%zu,%zu,\"%s\",%ld,%ld,%.0f,%.1e\n", s.name.c_str(), s.bodies.size(),
                  s.dependent.size(), s.independent.size(), ways[way], Counted::products,
                  Counted::sums, time + 0.0 * sink, difference);
    }
  }
}

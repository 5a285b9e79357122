#include "track/discrete_track.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace fourfoot::track {

namespace {

constexpr double steel_density = 7850.0, steel_young = 2.1e11;  // [kg/m3], [Pa]
constexpr double fewest_sleepers = 4.0;

// Stiffness of a beam element, EI / l^3 left out; slopes times l.
constexpr double bending_element[4][4] = {{12.0, 6.0, -12.0, 6.0},
                                          {6.0, 4.0, -6.0, 2.0},
                                          {-12.0, -6.0, 12.0, -6.0},
                                          {6.0, 2.0, -6.0, 4.0}};

int wrap_index(long long i, int count) {
  const long long left = i % count;
  return static_cast<int>(left < 0 ? left + count : left);
}

}  // namespace

double count_ring_sleepers(const DiscreteSupport& support, double span) {
  return std::max(fewest_sleepers, std::ceil((span + support.free_length) / support.spacing));
}

DiscreteTrack::DiscreteTrack(const DiscreteSupport& support, SupportAlongLine ballast, double rear,
                             double front)
    : support_(support), ballast_(std::move(ballast)), middle_(0.5 * (rear + front)) {
  sleepers_ = static_cast<int>(count_ring_sleepers(support, front - rear));
  nodes_ = sleepers_ * support.elements;
  length_ = support.spacing / support.elements;
  masses_.resize(8 * nodes_ + 3 * sleepers_);
  for (const std::size_t side : {0u, 1u}) {
    for (const Axis axis : {Axis::z, Axis::y}) {
      const double bending = axis == Axis::z ? support.vertical_bending : support.lateral_bending;
      for (int k = 0; k < nodes_; ++k) {
        const int at = rail(side, axis) + 2 * k;
        masses_[at] = support.rail_mass * length_;
        masses_[at + 1] = bending * steel_density / steel_young * length_;
      }
    }
  }
  for (std::size_t c = 0; c < coordinates; ++c)
    masses_.segment(sleeper(c, 0), sleepers_).setConstant(ballast_.get_mass(c));
  list_entries();
}

int DiscreteTrack::rail(std::size_t side, Axis axis) const {
  return 2 * nodes_ * (static_cast<int>(side) * 2 + (axis == Axis::z ? 0 : 1));
}

void DiscreteTrack::list_entries() {
  std::map<std::pair<int, int>, std::pair<double, double>> sums;  // forces; the masses come later
  const auto add = [&](int row, int column, double stiffness, double damping) {
    auto& sum = sums[{row, column}];
    sum.first -= stiffness;
    sum.second -= damping;
  };
  for (const std::size_t side : {0u, 1u}) {
    for (const Axis axis : {Axis::z, Axis::y}) {
      const int begin = rail(side, axis);
      const double bending = axis == Axis::z ? support_.vertical_bending : support_.lateral_bending;
      for (int e = 0; e < nodes_; ++e) {
        const int first = begin + 2 * e, second = begin + 2 * wrap_index(e + 1, nodes_);
        const int at[4] = {first, first + 1, second, second + 1};
        for (int r = 0; r < 4; ++r) {
          for (int c = 0; c < 4; ++c) {
            const double scale = std::pow(length_, r % 2 + c % 2 - 3);
            add(at[r], at[c], bending * scale * bending_element[r][c], 0.0);
          }
        }
      }
      const SpringAndDamper& pad = axis == Axis::z ? support_.vertical_pad : support_.lateral_pad;
      for (int j = 0; j < sleepers_; ++j) {
        const int above = begin + 2 * j * support_.elements;
        const int below = sleeper(axis == Axis::y ? 0 : 1 + side, j);
        for (const int one : {above, below})
          for (const int other : {above, below})
            add(one, other, one == other ? pad.stiffness : -pad.stiffness,
                one == other ? pad.damping : -pad.damping);
      }
    }
  }
  for (const auto& [at, force] : sums) {
    const double mass = masses_[at.first];
    entries_.push_back({at.first, at.second, force.first / mass, force.second / mass});
  }
}

DiscreteTrack::Shape DiscreteTrack::calc_shape(double s) const {
  const double place = s / length_, whole = std::floor(place), t = place - whole, l = length_;
  const int first = 2 * wrap_index(static_cast<long long>(whole), nodes_);
  const int second = 2 * wrap_index(static_cast<long long>(whole) + 1, nodes_);
  Shape shape;
  shape.at = {first, first + 1, second, second + 1};
  shape.value << 1.0 + t * t * (2.0 * t - 3.0), l * t * (1.0 - t) * (1.0 - t),
      t * t * (3.0 - 2.0 * t), l * t * t * (t - 1.0);
  shape.slope << 6.0 * t * (t - 1.0) / l, 1.0 + t * (3.0 * t - 4.0), 6.0 * t * (1.0 - t) / l,
      t * (3.0 * t - 2.0);
  return shape;
}

// A sleeper that leaves the ring behind the vehicle comes in ahead of it.
double DiscreteTrack::calc_chainage(int j, double s) const {
  const double round = std::round(((s + middle_) / support_.spacing - j) / sleepers_);
  return support_.spacing * (j + sleepers_ * round);
}

void DiscreteTrack::calc_laws(double s, std::vector<Laws>& laws) const {
  for (int j = 0; j < sleepers_; ++j)
    ballast_.calc(calc_chainage(j, s), laws[static_cast<std::size_t>(j)]);
}

DiscreteTrack::NumberedSleeper DiscreteTrack::find_sleeper(double chainage) const {
  const double count = std::round(chainage / support_.spacing);
  return {wrap_index(static_cast<long long>(count), sleepers_), count * support_.spacing};
}

bool DiscreteTrack::is_in_ring(const NumberedSleeper& sleeper, double s) const {
  return std::abs(calc_chainage(sleeper.j, s) - sleeper.s) < 0.5 * support_.spacing;
}

double DiscreteTrack::add_sag(double s, std::size_t side, double load, Eigen::Ref<VecX> q) const {
  const double pad = support_.vertical_pad.stiffness;
  const double bed = ballast_.get_nominal()[1 + side].stiffness;
  const double even = pad * bed / (pad + bed) / support_.spacing;
  const double rate = std::pow(even / (4.0 * support_.vertical_bending), 0.25);
  const double most = load * rate / (2.0 * even);
  const int begin = rail(side, Axis::z);
  for (int k = 0; k < nodes_; ++k) {
    const double way = std::remainder(k * length_ - s, ring_length()), x = rate * std::abs(way);
    const double down = most * std::exp(-x) * (std::cos(x) + std::sin(x));
    q[begin + 2 * k] -= down;
    q[begin + 2 * k + 1] +=
        2.0 * most * rate * std::exp(-x) * std::sin(x) * (way < 0.0 ? -1.0 : 1.0);
    if (k % support_.elements == 0)
      q[sleeper(1 + side, k / support_.elements)] -= down * pad / (pad + bed);
  }
  return most;
}

std::vector<std::string> DiscreteTrack::list_names() const {
  std::vector<std::string> names;
  for (const char* rail_name : {"rail_left/", "rail_right/"}) {
    for (const char* axis : {"z_", "y_"}) {
      for (int k = 0; k < nodes_; ++k) {
        names.push_back(rail_name + std::string(axis) + std::to_string(k));
        names.push_back(rail_name + ("slope_" + std::string(axis)) + std::to_string(k));
      }
    }
  }
  for (const char* coordinate : {"/y", "/z_left", "/z_right"})
    for (int j = 0; j < sleepers_; ++j)
      names.push_back("sleeper_" + std::to_string(j) + coordinate);
  return names;
}

}  // namespace fourfoot::track

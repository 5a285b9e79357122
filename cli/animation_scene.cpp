#include "cli/animation_scene.h"

#include <algorithm>
#include <cmath>
#include <regex>
#include <set>

#include "base/error.h"

namespace fourfoot::cli {

namespace {

Mat3 turn_x(double a) {
  Mat3 r;
  r << 1, 0, 0, 0, std::cos(a), -std::sin(a), 0, std::sin(a), std::cos(a);
  return r;
}
Mat3 turn_y(double a) {
  Mat3 r;
  r << std::cos(a), 0, std::sin(a), 0, 1, 0, -std::sin(a), 0, std::cos(a);
  return r;
}
Mat3 turn_z(double a) {
  Mat3 r;
  r << std::cos(a), -std::sin(a), 0, std::sin(a), std::cos(a), 0, 0, 0, 1;
  return r;
}

std::vector<double> read_column(const results::ResultsTable& table, const char* name) {
  const results::ResultsColumn* column = table.find(name);
  return column == nullptr ? std::vector<double>() : column->values;
}

bool has_channel(const results::ResultsReader& reader, const std::string& name) {
  const std::vector<Channel>& all = reader.channels();
  return std::any_of(all.begin(), all.end(), [&](const Channel& c) { return c.name == name; });
}

std::vector<double> read_if_there(const results::ResultsReader& reader, const std::string& name) {
  return has_channel(reader, name) ? reader.read(name) : std::vector<double>();
}

/// By the vehicle's name and its length [m], as the report does (viewer/src/scene/shapes.ts).
AnimationScene::CarKind choose_kind(const std::string& vehicle, double length) {
  static const std::regex wagon("freight|wagon|hopper|tank|hsfv|goods", std::regex::icase);
  static const std::regex locomotive("loco|bo-?bo|co-?co", std::regex::icase);
  if (length < 11.0 || std::regex_search(vehicle, wagon)) return AnimationScene::CarKind::wagon;
  return std::regex_search(vehicle, locomotive) ? AnimationScene::CarKind::locomotive
                                                : AnimationScene::CarKind::coach;
}

[[noreturn]] void refuse_scene(const std::string& what) {
  throw InputError(Finding{"missing-channel",
                           {},
                           "the file has no " + what + " to draw",
                           "a run of this program records it"});
}

}  // namespace

AnimationScene::AnimationScene(const results::ResultsReader& reader)
    : title_(reader.read_meta("title")), time_(reader.read("time")) {
  s_ = read_if_there(reader, "s");
  speed_ = read_if_there(reader, "speed");
  if (time_.size() < 2 || s_.size() != time_.size()) refuse_scene("rows of a moving vehicle");
  read_track(reader);
  read_bodies(reader);
  assign_roles(reader);
  find_speed();
  find_drift();
}

// A run need not record it.
void AnimationScene::find_speed() {
  if (speed_.size() == time_.size()) return;
  speed_.clear();
  for (std::size_t i = 0; i < time_.size(); ++i) {
    const std::size_t a = i > 0 ? i - 1 : 0, b = std::min(i + 1, time_.size() - 1);
    speed_.push_back((s_[b] - s_[a]) / (time_[b] - time_[a]));
  }
}

void AnimationScene::find_drift() {
  drift_.assign(time_.size(), 0.0);
  double count = 0.0;
  for (const Body& body : bodies_) {
    if (body.motion[0].size() != time_.size()) continue;
    count += 1.0;
    for (std::size_t i = 0; i < time_.size(); ++i) drift_[i] += body.motion[0][i];
  }
  for (double& drift : drift_) drift = count > 0.0 && std::isfinite(drift) ? drift / count : 0.0;
}

void AnimationScene::read_track(const results::ResultsReader& reader) {
  const results::ResultsTable table = reader.read_table("track");
  const auto distance = table.numbers.find("contact_distance");
  if (distance != table.numbers.end()) contact_distance_ = distance->second;
  line_ = {read_column(table, "s"),       read_column(table, "x"),
           read_column(table, "y"),       read_column(table, "z"),
           read_column(table, "heading"), read_column(table, "gradient"),
           read_column(table, "roll"),    read_column(table, "curvature")};
  const std::size_t n = line_.s.size();
  for (const auto* column : {&line_.x, &line_.y, &line_.z, &line_.heading, &line_.gradient,
                             &line_.roll, &line_.curvature})
    if (n < 2 || column->size() != n) refuse_scene("track");
}

void AnimationScene::read_bodies(const results::ResultsReader& reader) {
  const results::ResultsTable table = reader.read_table("model/bodies");
  const results::ResultsColumn *name = table.find("name"), *kind = table.find("kind");
  const std::vector<double> x = read_column(table, "x"), y = read_column(table, "y"),
                            z = read_column(table, "z"), mass = read_column(table, "mass"),
                            radius = read_column(table, "radius");
  const std::size_t n = name == nullptr ? 0 : name->texts.size();
  if (n == 0 || kind == nullptr || kind->texts.size() != n) refuse_scene("vehicle");
  for (const auto* column : {&x, &y, &z, &mass, &radius})
    if (column->size() != n) refuse_scene("vehicle");
  static constexpr const char* words[6] = {"/x", "/y", "/z", "/phi", "/chi", "/psi"};
  for (std::size_t i = 0; i < n; ++i) {
    if (kind->texts[i] == "track") continue;  // pieces of flexible track
    Body body;
    body.name = name->texts[i];
    body.role = kind->texts[i] == "wheelset" ? Role::wheelset : Role::other;
    body.position = Vec3(x[i], y[i], z[i]);
    body.mass = mass[i];
    body.radius = std::isfinite(radius[i]) ? radius[i] : 0.46;
    for (std::size_t k = 0; k < 6; ++k)
      body.motion[k] = read_if_there(reader, body.name + words[k]);
    for (std::size_t side = 0; side < 2 && body.role == Role::wheelset; ++side) {
      const std::string wheel = body.name + (side == 0 ? "/left/" : "/right/");
      body.Y[side] = read_if_there(reader, wheel + "Y");
      body.Q[side] = read_if_there(reader, wheel + "Q");
      for (const double q : body.Q[side])
        if (std::isfinite(q)) largest_force_ = std::max(largest_force_, std::abs(q));
    }
    bodies_.push_back(std::move(body));
  }
}

bool AnimationScene::has_lateral_forces() const {
  return std::any_of(bodies_.begin(), bodies_.end(),
                     [](const Body& b) { return !b.Y[0].empty() || !b.Y[1].empty(); });
}

// Results know masses, positions and who is joined to whom: a car body is heavy and high; what is
// joined to wheelsets otherwise is a bogie (viewer/src/scene/vehicle.ts).
void AnimationScene::assign_roles(const results::ResultsReader& reader) {
  double heaviest = 0.0;
  for (const Body& body : bodies_)
    if (body.role != Role::wheelset) heaviest = std::max(heaviest, body.mass);
  const results::ResultsTable table = reader.read_table("model/elements");
  const results::ResultsTable run = reader.read_table("meta/run");
  const auto named = run.texts.find("vehicle");
  const std::string vehicle = named == run.texts.end() ? "" : named->second;
  const results::ResultsColumn *first = table.find("first"), *second = table.find("second");
  for (Body& body : bodies_) {
    if (body.role == Role::wheelset) continue;
    const bool is_car = body.mass > 0.3 * heaviest && (body.position.z() > 1.0 || body.mass > 15e3);
    std::set<std::string> joined;
    for (std::size_t i = 0; first != nullptr && second != nullptr && i < first->texts.size() &&
                            i < second->texts.size();
         ++i) {
      if (first->texts[i] == body.name) joined.insert(second->texts[i]);
      if (second->texts[i] == body.name) joined.insert(first->texts[i]);
    }
    double from = 1e300, to = -1e300;
    for (const Body& other : bodies_) {
      if (other.role != Role::wheelset) continue;
      const double far = other.position.x() - body.position.x();
      if (is_car ? std::abs(far) > 14.0 : !joined.contains(other.name)) continue;
      from = std::min(from, far);
      to = std::max(to, far);
    }
    if (from > to) continue;
    body.role = is_car ? Role::car : Role::bogie;
    body.from = from;
    body.to = to;
    body.kind = choose_kind(vehicle, to - from + 2.0 * body.overhang());
  }
}

double AnimationScene::sample(const std::vector<double>& values, double t) const {
  if (values.size() != time_.size()) return 0.0;
  const auto it = std::lower_bound(time_.begin(), time_.end(), t);
  if (it == time_.begin()) return values.front();
  if (it == time_.end()) return values.back();
  const auto k = static_cast<std::size_t>(it - time_.begin());
  const double part = (t - time_[k - 1]) / (time_[k] - time_[k - 1]);
  const double value = values[k - 1] + part * (values[k] - values[k - 1]);
  return std::isfinite(value) ? value : 0.0;
}

double AnimationScene::curvature(double s) const {
  const auto it = std::lower_bound(line_.s.begin(), line_.s.end(), s);
  const auto k = static_cast<std::size_t>(std::min<std::ptrdiff_t>(
      it - line_.s.begin(), static_cast<std::ptrdiff_t>(line_.s.size()) - 1));
  return line_.curvature[k];
}

// Between chainages a cubic through both points with both directions; outside straight on.
AnimationScene::Frame AnimationScene::track(double at) const {
  const Line& l = line_;
  const auto it = std::lower_bound(l.s.begin(), l.s.end(), at);
  const auto k = static_cast<std::size_t>(
      std::clamp<std::ptrdiff_t>(it - l.s.begin(), 1, static_cast<std::ptrdiff_t>(l.s.size()) - 1));
  const auto direction = [&](std::size_t i) {
    const double flat = std::cos(l.gradient[i]);
    return Vec3(flat * std::cos(l.heading[i]), flat * std::sin(l.heading[i]),
                std::sin(l.gradient[i]));
  };
  const double length = l.s[k] - l.s[k - 1];
  const double part = length > 0.0 ? (at - l.s[k - 1]) / length : 0.0;
  const double p = std::clamp(part, 0.0, 1.0), p2 = p * p, p3 = p2 * p;
  const Vec3 a(l.x[k - 1], l.y[k - 1], l.z[k - 1]), b(l.x[k], l.y[k], l.z[k]);
  Frame frame;
  frame.origin = (2 * p3 - 3 * p2 + 1) * a + (3 * p2 - 2 * p3) * b +
                 (p3 - 2 * p2 + p) * length * direction(k - 1) + (p3 - p2) * length * direction(k);
  frame.origin += (part - p) * length * direction(part < 0.0 ? k - 1 : k);
  const auto mix = [&](const std::vector<double>& column) {
    return column[k - 1] + p * (column[k] - column[k - 1]);
  };
  frame.axes = turn_z(mix(l.heading)) * turn_y(-mix(l.gradient)) * turn_x(-mix(l.roll));
  return frame;
}

AnimationScene::Frame AnimationScene::pose(const Body& body, double t, double exaggeration) const {
  double q[6];
  for (std::size_t k = 0; k < 6; ++k) q[k] = exaggeration * sample(body.motion[k], t);
  const bool is_wheelset = body.role == Role::wheelset;
  if (is_wheelset) q[4] = sample(body.motion[4], t);
  if (!body.motion[0].empty()) q[0] -= exaggeration * sample(drift_, t);
  const Frame below = track(s(t) + body.position.x());
  Frame frame;
  frame.origin = below.place(Vec3(q[0], body.position.y() + q[1], body.position.z() + q[2]));
  frame.axes = below.axes * turn_z(q[5]) *
               (is_wheelset ? turn_x(q[3]) * turn_y(q[4]) : turn_y(q[4]) * turn_x(q[3]));
  return frame;
}

}  // namespace fourfoot::cli

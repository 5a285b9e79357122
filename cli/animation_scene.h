#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "math/types.h"
#include "results/results_reader.h"

namespace fourfoot::cli {

/// What a moving picture needs of a run: bodies with their motion, forces on the wheels, the line.
class AnimationScene {
 public:
  enum class Role { wheelset, bogie, car, other };
  enum class CarKind { coach, wagon, locomotive };  ///< how a car body is drawn
  struct Body {
    std::string name;
    Role role = Role::other;
    Vec3 position = Vec3::Zero();  ///< nominal, vehicle coordinates [m]
    double mass = 0.0, radius = 0.0;
    double from = 0.0, to = 0.0;  ///< of the wheelsets it carries, from its position [m]
    CarKind kind = CarKind::coach;
    /// Of a car body: how far it reaches beyond its wheelsets [m].
    double overhang() const { return to - from > 9.0 ? 2.9 : 1.4; }
    std::array<std::vector<double>, 6> motion;  ///< x, y, z, phi, chi, psi; empty: none
    std::array<std::vector<double>, 2> Y, Q;    ///< of a wheelset, left and right; empty: none
  };
  /// A point with axes: x forward, y left, z up.
  struct Frame {
    Vec3 origin = Vec3::Zero();
    Mat3 axes = Mat3::Identity();
    Vec3 place(const Vec3& p) const { return origin + axes * p; }
  };

  /// InputError not-results, missing-channel if the file holds no vehicle or track.
  explicit AnimationScene(const results::ResultsReader& reader);

  const std::vector<Body>& bodies() const { return bodies_; }
  const std::string& title() const { return title_; }
  double begin() const { return time_.front(); }
  double end() const { return time_.back(); }
  double contact_distance() const { return contact_distance_; }
  double largest_force() const { return largest_force_; }  ///< of all Q [N]; 0: none are recorded
  bool has_lateral_forces() const;
  /// Chainage of the vehicle itself: where it is driven or braked it runs ahead of its frame or
  /// falls behind, all bodies alike.
  double s(double t) const { return sample(s_, t) + sample(drift_, t); }
  double speed(double t) const { return sample(speed_, t); }
  double curvature(double s) const;
  Frame track(double s) const;
  /// With displacements and angles against the track multiplied; the spin of wheels is not, nor is
  /// the way that the vehicle has run ahead as a whole.
  Frame pose(const Body& body, double t, double exaggeration) const;
  double sample(const std::vector<double>& values, double t) const;

 private:
  void read_bodies(const results::ResultsReader& reader);
  void assign_roles(const results::ResultsReader& reader);
  void read_track(const results::ResultsReader& reader);
  std::string title_;
  void find_speed();
  void find_drift();
  std::vector<double> time_, s_, speed_;
  std::vector<double> drift_;  ///< mean x of the bodies: how far they are ahead of s [m]
  std::vector<Body> bodies_;
  struct Line {
    std::vector<double> s, x, y, z, heading, gradient, roll, curvature;
  } line_;
  double contact_distance_ = 1.5, largest_force_ = 0.0;
};

}  // namespace fourfoot::cli

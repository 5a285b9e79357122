#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/channel.h"
#include "contact/geometry/flange_clearance.h"
#include "integrate/problem.h"
#include "system/contacts.h"
#include "system/line.h"
#include "system/workspace.h"
#include "vehicle/model.h"

namespace fourfoot::system {

/// What holds the prescribed motion along the line: a controller that turns wheelsets so that one
/// body stays with its track frame, F = -k x - c v_x shared by them, torque F r / n on each. The
/// motors' reaction on the vehicle is left out. Without wheelsets: the body is held by a lock,
/// whose force is reported.
struct SpeedControl {
  int body = -1;                       ///< -1: none
  std::vector<std::size_t> wheelsets;  ///< driven
  double stiffness = 0.0;              ///< k [N/m]
  double damping = 0.0;                ///< c [N s/m]
};

struct SystemOptions {
  double gravity = 9.81;          ///< [m/s^2]
  bool record_imaginary = false;  ///< channels of the imaginary forces, by body and group
  bool record_reactions = false;  ///< channels of what locks and joints hold each body with
  SpeedControl control;
};

/// A vehicle on a track at a speed: the equations of motion. Immutable, shared by all threads; what
/// it computes goes into a Workspace.
///
/// State y = [q, u, z]: coordinates and speeds of the bodies relative to their track frames, own
/// states of the elements.
class System {
 public:
  System(std::shared_ptr<const vehicle::Model> model, Line line, ContactModel contact,
         SystemOptions options = {});

  const vehicle::Model& model() const { return *model_; }
  const Line& line() const { return line_; }
  const ContactModel& contact() const { return contact_; }
  const SystemOptions& options() const { return options_; }
  integrate::Partition partition() const;
  int size() const;
  std::vector<std::string> get_state_names() const;
  /// A typical size of each state, for error control.
  VecX get_scales() const;

  /// All bodies in their nominal place, wheels rolling at the speed of the start, elements at rest;
  /// wheelsets on profiles pressed into the rails as far as carries the vehicle's weight.
  VecX calc_nominal_state(Workspace& ws) const;

  /// Says on which side of the line's breaks the workspace stands: behind those passed at or before
  /// t. To be called before the first calc_rate and wherever time was jumped to; `pass` moves it
  /// on.
  void set_time(double t, Workspace& ws) const;
  /// All times after t_begin and before t_end at which rates jump or have a corner: a step has to
  /// end there, `pass` be called and the next one to begin. `more_offsets`: of frames that are no
  /// body's.
  std::vector<double> find_stops(double t_begin, double t_end,
                                 const std::vector<double>& more_offsets = {}) const;
  /// All frames pass the breaks that they come to at t, from where `ws` stands. Where the motion of
  /// a frame jumps, q and u of `y` do, and absolute velocities stay what they are
  /// (multibody/jump.h).
  void pass(double t, integrate::VecRef y, Workspace& ws) const;

  /// y' at (t, y).
  void calc_rate(double t, const integrate::ConstVecRef& y, Workspace& ws,
                 integrate::VecRef ydot) const;
  /// d(y')/dy at (t, y), exactly. Leaves the rates in `ws.ydot`.
  void calc_jacobian(double t, const integrate::ConstVecRef& y, Workspace& ws,
                     MatX& jacobian) const;

  /// The same in shares of about equal work: all of them, in their order and with the same
  /// arguments, make `jacobian`. What they hand on is in `ws`, which nobody else may use meanwhile.
  int share_count() const;
  void calc_jacobian_share(int share, double t, const integrate::ConstVecRef& y, Workspace& ws,
                           MatX& jacobian) const;

  /// Whether the forces of wheels on profiles, computed last in `ws`, are about what the Jacobian
  /// made last there foretells from where it was made: not where a flange has come to the rail.
  bool is_linearisation_good(const Workspace& ws) const;
  /// That Jacobian shall be the one that was made in another workspace.
  void keep_linearisation(const Workspace& made, Workspace& ws) const;

  /// Where d(y')/dy may be other than zero: bodies that an element, a contact or the speed's
  /// control joins. False where constraints join all with all.
  bool get_pattern(integrate::Pattern& pattern) const;

  /// Adds weight, elements and contacts to the bodies of `ws`, whose motion and frames are set; z:
  /// the elements' own states.
  void add_forces(double t, const integrate::ConstVecRef& z, Workspace& ws) const;
  /// Rates of the elements' own states. Needs add_forces.
  void get_state_rates(const Workspace& ws, integrate::VecRef rates) const;

  /// Functions that fall through zero where the run has lost its meaning: a wheelset has left its
  /// rails, a body has rolled over, a rigid tread would have to pull.
  int limit_count() const;
  /// How many of them, the first, depend on the place alone. The others need the forces: treads
  /// that lift off where contact is by constraints.
  int place_limit_count() const;
  void calc_limits(double t, const integrate::ConstVecRef& y, Workspace& ws,
                   integrate::VecRef g) const;
  struct Limit {
    std::string kind;     ///< "derailment", "lift-off", "roll-over"
    std::string subject;  ///< body or wheel it happens to: "wheelset_1", "wheelset_1/left"
    std::string what;     ///< the sentence that goes on from the subject
  };
  Limit get_limit(int limit) const;
  /// "derailment: wheelset_1 has left its rails"
  std::string describe_limit(int limit) const;

  /// What begins and ends while a run goes on, function by function: it is on where the function is
  /// negative. Flanges that touch (system/watches.cpp says what counts), stops that are met.
  /// Named "wheelset_1/left/flange", "lateral_stop_1/stop". Depend on t and q alone.
  const std::vector<std::string>& watch_names() const { return watch_names_; }
  /// The limits' functions, then those.
  void calc_events(double t, const integrate::ConstVecRef& y, Workspace& ws,
                   integrate::VecRef g) const;

  /// "time" and "s" first.
  const std::vector<Channel>& channels() const { return channels_; }
  /// The channels' values at (t, y); `row` has their number of places.
  void record(double t, const integrate::ConstVecRef& y, Workspace& ws,
              std::vector<double>& row) const;

 private:
  friend class TreadSurfaces;
  std::vector<double> get_offsets() const;
  void list_watches();
  void calc_watched_place(double t, const integrate::ConstVecRef& y, Workspace& ws) const;
  void calc_limits(const Workspace& ws, double* g) const;
  void calc_flange_watches(const Workspace& ws, double*& g) const;
  void calc_stop_watches(Workspace& ws, double*& g) const;
  void calc_frames(double t, Workspace& ws) const;
  /// Forces but those of profiles and of the control.
  void begin_forces(double t, const integrate::ConstVecRef& z, Workspace& ws) const;
  /// Of all forces.
  void get_rates(Workspace& ws, integrate::VecRef ydot) const;
  void calc_kinematics(double t, const integrate::ConstVecRef& y, Workspace& ws) const;
  void add_elements(double t, const integrate::ConstVecRef& z, Workspace& ws) const;
  void add_textbook_contacts(Workspace& ws) const;
  /// With `linearise` the contacts' derivatives are found in the same pass.
  void add_profile_contact(std::size_t wheelset, Workspace& ws, bool linearise) const;
  int wheelset_shares() const { return static_cast<int>(contact_.profiles.size()); }
  int element_shares() const;
  bool has_treads() const { return !model_->bodies.surfaces().empty(); }
  void attach(Workspace& ws) const;
  void calc_tread_places(Workspace& ws) const;
  void calc_tread_biases(Workspace& ws) const;
  void close_treads(Workspace& ws) const;
  void calc_tread_forces(Workspace& ws) const;
  void add_tread_derivatives(std::size_t wheelset, std::size_t side,
                             const Eigen::Matrix<double, 10, 12>& by_local,
                             contact::WheelForceJacobian& jacobian, Workspace& ws) const;
  void press_wheels(Workspace& ws, VecX& y) const;
  void set_rails(std::size_t wheelset, Workspace& ws) const;
  // Co-running track: track_states.cpp.
  /// From the own states z.
  void set_track(const integrate::ConstVecRef& z, Workspace& ws) const;
  void list_track_states(std::vector<std::string>& names) const;
  void get_track_rates(const Workspace& ws, integrate::VecRef rates) const;
  void calc_track_accelerations(std::size_t wheelset, Workspace& ws) const;
  void begin_track_derivatives(std::size_t wheelset, Workspace& ws) const;
  /// One wheel's part: wrench on the wheelset by the rail (y, z, v_y, v_z), force by local motion.
  void add_track_derivatives(std::size_t wheelset, std::size_t side,
                             const Eigen::Matrix<double, 6, 4>& by_rail,
                             const Eigen::Matrix<double, 6, 12>& by_local, Workspace& ws) const;
  void add_track_states(const Workspace& ws, MatX& jacobian) const;
  void list_track_channels();
  void record_track(const Workspace& ws, std::vector<double>& row, std::size_t& i) const;
  double get_wheelset_station(std::size_t wheelset, const Workspace& ws) const;
  void calc_carriers(Workspace& ws) const;
  void add_carrier_wrenches(Workspace& ws) const;
  void calc_carrier_maps(Workspace& ws) const;
  void list_axles();
  /// Of the elements first to last - 1.
  void add_element_blocks(std::size_t first, std::size_t last, double t,
                          const integrate::ConstVecRef& z, Workspace& ws) const;
  void add_element_states(const Workspace& ws, MatX& jacobian) const;
  void add_textbook_derivatives(Workspace& ws) const;
  void add_profile_contact_derivatives(std::size_t wheelset, Workspace& ws) const;
  void add_wheel_blocks(std::size_t wheelset, std::size_t side,
                        const Eigen::Matrix<double, 10, 12>& by_local,
                        const contact::WheelForceJacobian& jacobian, Workspace& ws) const;
  void assemble_jacobian(const integrate::ConstVecRef& y, Workspace& ws, MatX& jacobian) const;
  double calc_control_force(const Workspace& ws) const;
  void add_control(Workspace& ws) const;
  void add_control_derivatives(Workspace& ws) const;
  void build_channels();
  void list_marker_channels();
  void record_markers(const Workspace& ws, std::vector<double>& row, std::size_t& i) const;

  std::shared_ptr<const vehicle::Model> model_;
  Line line_;
  ContactModel contact_;
  SystemOptions options_;
  std::vector<Channel> channels_;
  std::vector<std::string> watch_names_;
  std::vector<contact::FlangeClearance> flanges_;  ///< of the wheelsets; empty: none watched
  std::vector<std::size_t> stops_;                 ///< elements that are stops
  std::vector<std::size_t> axles_;  ///< bodies with elements that are fixed to their axle
};

}  // namespace fourfoot::system

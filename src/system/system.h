#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/channel.h"
#include "integrate/entries.h"
#include "integrate/problem.h"
#include "system/provider.h"
#include "system/suspension.h"
#include "system/workspace.h"
#include "vehicle/model.h"

namespace fourfoot::system {

struct SystemOptions {
  double gravity = 9.81;          ///< [m/s^2]
  bool record_imaginary = false;  ///< channels of the imaginary forces, by body and group
  bool record_reactions = false;  ///< channels of what locks and joints hold each body with
};

using Providers = std::vector<std::unique_ptr<Provider>>;

/// A vehicle on a track at a speed: the equations of motion. A list of what acts on the bodies, the
/// layout of the state, and the assembly of both. Immutable, shared by all threads; what it
/// computes goes into a Workspace.
///
/// State y = [q, u, z]: coordinates and speeds of the bodies relative to their track frames, own
/// states of the providers in their order.
class System {
 public:
  /// The suspension is the first provider; `others` come behind it: contacts, a drive.
  System(std::shared_ptr<const vehicle::VehicleModel> model, Line line, Providers others,
         SystemOptions options = {});
  System(const System&) = delete;  // providers know where it is
  System& operator=(const System&) = delete;

  const vehicle::VehicleModel& model() const { return *setting_.model; }
  const Line& line() const { return setting_.line; }
  const SystemOptions& options() const { return options_; }
  const Providers& providers() const { return providers_; }
  const Suspension& suspension() const { return static_cast<const Suspension&>(*providers_[0]); }
  /// The first provider of this class, or of one derived from it; none: nullptr.
  template <class T>
  const T* find() const {
    for (const auto& provider : providers_)
      if (const T* const found = dynamic_cast<const T*>(provider.get())) return found;
    return nullptr;
  }
  integrate::Partition partition() const { return {n_q(), n_u(), state_count_}; }
  int size() const { return partition().size(); }
  /// q, u and z of a state, and the same to write into.
  integrate::ConstState view(const integrate::ConstVecRef& y) const { return partition().view(y); }
  integrate::State edit(integrate::VecRef y) const { return partition().edit(y); }
  std::vector<std::string> get_state_names() const;
  /// A typical size of each state, for error control.
  VecX get_scales() const;
  /// What a change of each state means to limits and watches: one over its typical size, zero for speeds.
  VecX get_event_weights() const;

  /// All bodies in their nominal position, wheels rolling at the speed of the start, elements at rest;
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
  /// d(y')/dy at (t, y), exactly. Leaves the rates in `ws.ydot`. With `entries`, which hold all of
  /// get_pattern, `jacobian` is zero outside of them and stays so.
  void calc_jacobian(double t, const integrate::ConstVecRef& y, Workspace& ws, MatX& jacobian,
                     const integrate::Entries* entries = nullptr) const;

  /// The same in stages of about equal work: all of them, in their order and with the same
  /// arguments, make `jacobian`. What they hand on is in `ws`, which nobody else may use meanwhile.
  int stage_count() const { return static_cast<int>(stages_.size()); }
  void calc_jacobian_stage(int stage, double t, const integrate::ConstVecRef& y, Workspace& ws,
                           MatX& jacobian, const integrate::Entries* entries = nullptr) const;

  /// How far the forces computed last in `ws` are from what the Jacobian made last there predicts
  /// from where it was made: above 1 where a flange has come to the rail
  /// (integrate::Problem::calc_jacobian_misfit).
  double calc_linearisation_misfit(const Workspace& ws) const;
  /// That Jacobian shall be the one that was made in another workspace.
  /// Before the first stage of a Jacobian in `ws`, on the same side of all breaks as another workspace.
  void begin_stages(const Workspace& latest, Workspace& ws) const;
  void keep_linearisation(const Workspace& made, Workspace& ws) const;

  /// Where d(y')/dy may be other than zero: bodies that a provider joins. False where constraints
  /// join all with all.
  bool get_pattern(integrate::Pattern& pattern) const;

  /// Adds weight and all providers' forces to the bodies of `ws`, whose motion and frames are set;
  /// z: own states.
  void add_forces(double t, const integrate::ConstVecRef& z, Workspace& ws) const;
  /// Rates of the own states. Needs add_forces.
  void get_state_rates(const Workspace& ws, integrate::VecRef rates) const;

  /// For rows of results between steps: a step to t was accepted, computed in `step`; forces at times
  /// within the last step can then be computed in `ws` for less.
  void follow(double t, const Workspace& step, Workspace& ws) const;
  /// The next step does not begin where the last one ended, or after a jump.
  void forget_steps(Workspace& ws) const;

  /// Where the run has lost its meaning: a wheelset has left its rails, a body has rolled over, a
  /// rigid tread would have to pull. The first of them, position_limit_count(), depend on the position
  /// alone.
  const std::vector<LimitRow>& limits() const { return limits_; }
  int limit_count() const { return static_cast<int>(limits_.size()); }
  int position_limit_count() const { return position_limit_count_; }
  /// Functions that fall through zero.
  void calc_limits(double t, const integrate::ConstVecRef& y, Workspace& ws,
                   integrate::VecRef g) const;

  /// What begins and ends while a run goes on: it is on where its function is negative. Depend on
  /// t, q and z.
  const std::vector<WatchRow>& watches() const { return watches_; }
  /// The limits' functions, then those.
  void calc_events(double t, const integrate::ConstVecRef& y, Workspace& ws,
                   integrate::VecRef g) const;

  /// The same as the rate computed last has left them; false if that was at another time or further from
  /// y than a hundredth of the scales (10 micrometres, 10 microradians), or if one of them is
  /// closer to zero than ten times this distance. `weights`: get_event_weights().
  bool get_events_nearby(double t, const integrate::ConstVecRef& y, const Workspace& ws,
                         const VecX& weights, integrate::VecRef g) const;

  /// All wheels that stand on rails.
  const std::vector<WheelOnRail>& wheels() const { return wheels_; }
  /// Force of such a wheel on its rail, downward, as computed last [N].
  double get_Q(const Workspace& ws, std::size_t wheel) const {
    return wheels_[wheel].provider->get_Q(ws, wheels_[wheel]);
  }

  /// "time" and "s" first.
  const std::vector<Channel>& channels() const { return table_.channels(); }
  /// Reads them from a workspace that is computed already (record computes it).
  const ChannelTable& channel_table() const { return table_; }
  /// The channels' values at (t, y); `row` has as many entries.
  void record(double t, const integrate::ConstVecRef& y, Workspace& ws,
              std::vector<double>& row) const;
  /// Only what readers of the table (ChannelTable::find_readers) read; other entries stay.
  void record(double t, const integrate::ConstVecRef& y, Workspace& ws,
              const std::vector<std::size_t>& readers, std::vector<double>& row) const;

 private:
  /// One piece of the work of a Jacobian.
  struct Job {
    enum class Kind { kinematics, forces, force_stage, rates, derivatives, assembly };
    Kind kind;
    const Provider* provider = nullptr;
    std::size_t stage = 0;
  };

  int n_q() const { return setting_.model->bodies.q_count(); }
  int n_u() const { return setting_.model->bodies.u_count(); }
  /// A provider's own among all z.
  template <class Vec>
  static auto get_own(Vec& z, const Provider& provider) {
    return z.segment(provider.state_begin(), provider.state_count());
  }
  std::vector<OwnState> list_own_states() const;
  std::vector<double> get_offsets() const;
  void take(std::unique_ptr<Provider> provider);
  void plan_stages();
  void add_job(const Job& job, Work work, bool& is_open);
  void do_job(const Job& job, double t, const integrate::ConstVecRef& y, Workspace& ws,
              MatX& jacobian) const;
  void do_stage(int stage, double t, const integrate::ConstVecRef& y, Workspace& ws,
                MatX& jacobian) const;
  void calc_motion(double t, const integrate::ConstVecRef& y, Workspace& ws) const;
  void begin_forces(const integrate::ConstVecRef& z, Workspace& ws) const;
  /// Of all forces.
  void solve_rates(Workspace& ws, integrate::VecRef ydot) const;
  void clear_jacobian(const integrate::Entries* entries, MatX& jacobian) const;
  /// Into a matrix of zeros.
  void assemble_jacobian(const integrate::ConstVecRef& y, Workspace& ws, MatX& jacobian) const;
  bool are_forces_far_from_limits(const Workspace& ws) const;
  /// Positions, and forces if a limit needs them. False where none could be found.
  bool calc_watched(double t, const integrate::ConstVecRef& y, Workspace& ws,
                    bool with_forces) const;
  void fill_limits(bool are_known, const Workspace& ws, double* g) const;
  void list_body_channels();
  void list_marker_channels();

  SystemSetting setting_;
  SystemOptions options_;
  Providers providers_;
  int state_count_ = 0;
  std::vector<std::vector<Job>> stages_;
  std::vector<LimitRow> limits_;
  int position_limit_count_ = 0;
  std::vector<WatchRow> watches_;
  bool do_watches_need_frames_ = false;
  std::vector<WheelOnRail> wheels_;
  ChannelTable table_;
};

}  // namespace fourfoot::system

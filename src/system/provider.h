#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "contact/geometry/wheel_rail_pair.h"
#include "integrate/problem.h"
#include "system/channel_table.h"
#include "system/line.h"
#include "vehicle/model.h"

namespace fourfoot::system {

struct Workspace;
class PatternMarker;

/// What all who act on the bodies may know of the system they act in.
struct SystemSetting {
  std::shared_ptr<const vehicle::VehicleModel> model;
  Line line;
  double gravity = 9.81;  ///< [m/s^2]
  /// Of each body: the first one with the same chainage offset, whose track frame is its own.
  std::vector<std::size_t> same_frame;
};

/// What a provider computes and keeps, in one workspace: `struct MySlice : SliceOf<MySlice>`.
struct Slice {
  virtual ~Slice() = default;
  virtual std::unique_ptr<Slice> clone() const = 0;
};
template <class T>
struct SliceOf : Slice {
  std::unique_ptr<Slice> clone() const override {
    return std::make_unique<T>(static_cast<const T&>(*this));
  }
};

/// Where a run has lost its meaning.
struct Limit {
  enum class Kind { derailment, roll_over, lift_off };
  Kind kind = Kind::derailment;
  std::string subject;  ///< body or wheel it happens to: "wheelset_1", "wheelset_1/left"
};
/// "derailment: wheelset_1 has left its rails"
std::string describe(const Limit& limit);

/// What begins and ends while a run goes on.
struct Watch {
  enum class Kind { flange, stop };
  Kind kind = Kind::flange;
  std::string subject;  ///< "wheelset_1/left", "lateral_stop_1"
};

/// A number computed from what a workspace holds.
using WorkspaceReader = std::function<double(const Workspace&)>;
/// A limit with the function that falls through zero there.
struct LimitRow {
  Limit limit;
  WorkspaceReader margin;
};
/// A watch with the function that is negative while it is on.
struct WatchRow {
  Watch watch;
  WorkspaceReader gap;
};

/// One of the own states of a provider.
struct OwnState {
  std::string name;
  double scale = 1e-3;    ///< typical size, for error control
  bool is_speed = false;  ///< no limit by position and no watch depends on it
};

class Provider;

/// A wheel that stands on a rail.
struct WheelOnRail {
  std::size_t wheelset = 0;  ///< of the model's
  contact::Side side = contact::Side::left;
  const contact::WheelRailPair* profiles = nullptr;  ///< none: textbook contact
  Vec3 middle_C = Vec3::Zero();  ///< the axle's middle from the mass centre, carrier's axes [m]
  const Provider* provider = nullptr;  ///< whose wheel it is; the system sets it
};

/// How much work a stage is; small ones are done together.
enum class Work { small, large };

/// Something that acts on the bodies: suspension, contacts, a drive. It adds its forces, their
/// derivatives, and says what it records, watches and joins; the system is a list of such. Immutable
/// once a system has taken it; what it computes goes into its slice of the workspace.
///
/// z is always its own states alone, `state_count()` of them.
class Provider {
 public:
  virtual ~Provider() = default;

  /// A system has taken it as its number `index`, with its own states from `state_begin` on.
  void take_number(const SystemSetting& setting, std::size_t index, int state_begin) {
    setting_ = &setting;
    index_ = index;
    state_begin_ = state_begin;
    prepare();
  }
  int state_begin() const { return state_begin_; }
  virtual std::unique_ptr<Slice> make_slice() const = 0;

  // --- own states ---
  virtual int state_count() const { return 0; }
  /// Of them, how many are coordinates of something that moves by a law of second order.
  virtual int coordinate_count() const { return 0; }
  virtual void list_states(std::vector<OwnState>&) const {}
  /// Changes the nominal state of all where the provider knows better: wheels pressed into their
  /// rails.
  virtual void put_nominal(integrate::State& /*all*/, Workspace&) const {}

  // --- forces, in this order ---
  /// Before positions are computed.
  virtual void attach(Workspace&) const {}
  /// Before the first force.
  virtual void begin_forces(const integrate::ConstVecRef& /*z*/, Workspace&) const {}
  virtual void add_forces(double t, const integrate::ConstVecRef& z, Workspace& ws) const = 0;
  /// After the forces of all: those that depend on accelerations.
  virtual void close_forces(Workspace&) const {}
  virtual void get_state_rates(const Workspace&, integrate::VecRef /*rates*/) const {}
  /// Times at which its forces jump or have a corner.
  virtual std::vector<double> list_corner_times() const { return {}; }

  // --- derivatives ---
  /// Stages that add the forces together with what their derivatives need; none: add_forces does.
  virtual std::vector<Work> list_force_stages() const { return {}; }
  virtual void add_force_stage(std::size_t /*stage*/, double /*t*/,
                               const integrate::ConstVecRef& /*z*/, Workspace&) const {}
  /// Stages that add to the blocks of `ws.derivatives`; accelerations are known.
  virtual std::vector<Work> list_derivative_stages() const = 0;
  virtual void add_derivative_stage(std::size_t stage, double t, const integrate::ConstVecRef& z,
                                    Workspace& ws) const = 0;
  /// Before the blocks are put together.
  virtual void close_derivatives(Workspace&) const {}
  /// Rows and columns of its own states, once the others' are there.
  virtual void add_state_derivatives(const Workspace&, MatX& /*jacobian*/) const {}
  /// How far the forces computed last are from what the derivatives made last predict
  /// (integrate::Problem::calc_jacobian_misfit); negative: it does not look.
  virtual double calc_linearisation_misfit(const Workspace&) const { return -1.0; }
  /// Those derivatives shall be the ones that were made in another workspace.
  virtual void keep_linearisation(const Workspace& /*made*/, Workspace&) const {}
  /// Which states feel which.
  virtual void mark(PatternMarker&) const {}

  // --- rows of results between steps ---
  /// A step to t was accepted, which `step` was used for: `ws` keeps what helps to compute forces
  /// between this step and the one before.
  virtual void follow(double /*t*/, const Workspace& /*step*/, Workspace& /*ws*/) const {}
  /// The steps so far do not lead to the next one.
  virtual void forget_steps(Workspace&) const {}

  // --- what it tells ---
  virtual void list_channels(ChannelTable&) const {}
  /// Limits by position.
  virtual std::vector<LimitRow> list_limits() const { return {}; }
  /// Limits by forces; not asked where none could be found.
  virtual std::vector<LimitRow> list_force_limits() const { return {}; }
  /// Whether the forces computed last are so far from those limits that they hold a step later, too.
  virtual bool are_forces_far_from_limits(const Workspace&) const { return true; }
  /// Functions of (t, q, z).
  virtual std::vector<WatchRow> list_watches() const { return {}; }
  /// Before limits and watches are asked for; positions are there.
  virtual void begin_limits(const integrate::ConstVecRef& /*z*/, Workspace&) const {}
  /// Behind the limits, before watches are asked for; frames are there if they are needed.
  virtual void begin_watches(Workspace&) const {}
  virtual bool do_watches_need_frames() const { return false; }
  virtual std::vector<WheelOnRail> list_wheels() const { return {}; }
  /// Force of such a wheel on its rail, downward [N].
  virtual double get_Q(const Workspace&, const WheelOnRail&) const { return 0.0; }
  /// Why there may be no steady running: "; without friction ..."; empty: not because of this.
  virtual std::string explain_unsteadiness() const { return ""; }

  // --- derivatives in stages ---
  /// Before a Jacobian is made in stages in `ws`: what another workspace has found lately may serve.
  virtual void begin_stages(const Workspace& /*latest*/, Workspace& /*ws*/) const {}

 protected:
  virtual void prepare() {}
  const SystemSetting& setting() const { return *setting_; }
  const vehicle::VehicleModel& model() const { return *setting_->model; }
  const Line& line() const { return setting_->line; }
  double gravity() const { return setting_->gravity; }
  std::size_t index() const { return index_; }

 private:
  const SystemSetting* setting_ = nullptr;
  std::size_t index_ = 0;
  int state_begin_ = 0;
};

}  // namespace fourfoot::system

#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/schema.h"
#include "base/value.h"
#include "contact/wheels.h"
#include "integrate/options.h"
#include "system/system.h"
#include "track/schema.h"
#include "vehicle/description.h"

namespace fourfoot::scenario {

/// Where a body starts, relative to its nominal position; what is not given stays as it is there.
struct InitialEntry {
  std::string body;
  SourceLocation where;
  Vec3 displacement = Vec3::Zero();  ///< x y z [m]
  Vec3 angles = Vec3::Zero();        ///< phi chi psi [rad]
  Vec3 velocity = Vec3::Zero();      ///< v_x v_y v_z, relative to the track frame [m/s]
  Vec3 angular_velocity =
      Vec3::Zero();  ///< omega_x omega_y omega_z, added to the rolling spin [rad/s]
};

/// Imaginary forces to leave out: of one body or of all, one group or all, forces or torques or
/// both, one axis or all.
struct OmittedTerm {
  SourceLocation where;
  std::string body, group, kind, axis;  ///< empty: all
};

/// What supplies the force for the prescribed motion along the line.
enum class DriveMode {
  as_given,  ///< only what the vehicle file locks
  ideal,     ///< every body's x is held to its frame
  pulled,    ///< one body's x is held; the force is reported
  wheels,    ///< torque on wheelsets, controlled to the speed
  coasting   ///< nothing: it slows down as it must
};
struct DriveEntry {
  DriveMode mode = DriveMode::as_given;
  SourceLocation where;
  std::string body;                    ///< pulled: which; wheels: whose speed is controlled
  std::vector<std::string> wheelsets;  ///< wheels: which are driven; empty: all
  double frequency = 0.1;              ///< wheels: of the controller, critically damped [Hz]
};

/// What a scenario file says: one vehicle, one track, one speed, one run.
struct Scenario {
  SourceLocation where;  ///< the file
  std::string title;
  vehicle::VehicleDescription vehicle;
  track::TrackDescription track;
  track::SpeedProfile speed = track::SpeedProfile::constant(0.0);
  std::vector<OmittedTerm> omitted;
  Table contact;
  /// On profiles: the wheels of each wheelset by its body's name, and the rails.
  std::map<std::string, contact::Wheels> wheels;
  std::shared_ptr<const contact::RailsAlongLine> rails;
  DriveEntry drive;
  double gravity = 9.81;  ///< [m/s^2]
  double duration = 0.0;  ///< [s]
  bool stop_at_track_end = false;
  double output_step = 0.005;                ///< [s]
  std::vector<std::string> output_channels;  ///< patterns of what is recorded; empty: all
  SourceLocation output_channels_where;
  bool record_imaginary = false;
  bool record_reactions = false;
  integrate::Options integrator;
  std::string formulation = "kane";  ///< of the equations of motion
  std::vector<InitialEntry> initial;
  std::vector<Finding> warnings;  ///< what somebody may mean, but probably does not
  std::string cache_folder;       ///< where contact tables are kept; empty: nowhere
  bool from_equilibrium = false;  ///< starts from steady running instead of the nominal state

  // Not in the header: every file that has one would compile these again.
  Scenario();
  ~Scenario();
  Scenario(const Scenario&);
  Scenario(Scenario&&) noexcept;
  Scenario& operator=(const Scenario&);
  Scenario& operator=(Scenario&&) noexcept;
};

struct BuildOptions {
  bool with_tables = true;  ///< false: contact by online search whatever the scenario says
  bool with_loads = true;   ///< false: without static loads; the system cannot be run
};

SchemaPtr get_scenario_schema();
/// A track file: the line, and the rails on it.
SchemaPtr get_track_file_schema();
/// From a table checked against that schema; throws InputError for faults between entries.
Scenario read_scenario(const Table& table, const track::DataReaders& readers = {},
                       const profile::OpenPoints& open_points = {});

std::shared_ptr<const system::System> build_system(const Scenario& scenario,
                                                   const BuildOptions& options = {});
}  // namespace fourfoot::scenario

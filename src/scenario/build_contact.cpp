#include "scenario/build_contact.h"

#include <array>
#include <map>
#include <mutex>
#include <optional>

#include "base/error.h"
#include "contact/geometry/contact_table.h"
#include "contact/geometry/wheel_rail_schema.h"
#include "contact/tangential/registry.h"
#include "contact/textbook/textbook_schema.h"

namespace fourfoot::scenario {

namespace {

using system::ContactModel;
using system::ProfileContact;

/// The table of this pairing, shared by all systems of the program that are alive: studies build
/// hundreds of them, and even reading a table takes a good part of a second.
std::shared_ptr<const contact::ContactTable> share_table(const contact::WheelsetOnTrack& wheelset,
                                                         const std::string& cache_folder) {
  static std::mutex mutex;
  static std::map<std::string, std::weak_ptr<const contact::ContactTable>> tables;
  static std::shared_ptr<const contact::ContactTable> last;  // outlives the system of one point
  const std::string hash = contact::calc_table_hash(wheelset, {});
  const std::lock_guard lock(mutex);
  std::shared_ptr<const contact::ContactTable> table = tables[hash].lock();
  if (!table) {
    table = std::make_shared<const contact::ContactTable>(
        cache_folder.empty() ? contact::build_contact_table(wheelset, {})
                             : contact::get_contact_table(wheelset, {}, cache_folder));
    tables[hash] = table;
  }
  last = table;
  return table;
}

// Wheels of one radius share geometry and table.
class WheelContacts {
 public:
  WheelContacts(const Scenario& scenario, const BuildOptions& options)
      : scenario_(scenario), options_(options) {}

  std::shared_ptr<const contact::WheelContact> get(double radius) {
    auto& made = made_[radius];
    if (!made) made = make(radius);
    return made;
  }

 private:
  std::shared_ptr<const contact::WheelContact> make(double radius) const {
    const Table& table = scenario_.contact;
    const contact::Material material =
        contact::make_material_from_young(table.number("young"), table.number("poisson"));
    auto wheelset = std::make_shared<const contact::WheelsetOnTrack>(
        contact::build_wheelset_on_track(*scenario_.wheel_rail, radius));
    std::shared_ptr<const contact::ContactTable> geometry;
    if (table.text("geometry") == "table" && options_.with_tables) {
      geometry = share_table(*wheelset, scenario_.cache_folder);
    }
    std::shared_ptr<const contact::TangentialLaw> law =
        table.has("tangential") ? contact::make_tangential_law(table.table("tangential"), material)
                                : contact::make_tangential_law("fastsim", material);
    const contact::ElasticNormal normal = contact::make_elastic_normal(table, material);
    contact::WheelContact::Options wheel_options;
    wheel_options.speed.v0 = table.number("slow");
    if (!geometry)
      return std::make_shared<const contact::WheelContact>(std::move(wheelset), normal,
                                                           std::move(law), wheel_options);
    return std::make_shared<const contact::WheelContact>(std::move(wheelset), std::move(geometry),
                                                         normal, std::move(law), wheel_options);
  }

  const Scenario& scenario_;
  const BuildOptions& options_;
  std::map<double, std::shared_ptr<const contact::WheelContact>> made_;
};

int find_body(const vehicle::Model& model, const std::string& name) {
  for (std::size_t i = 0; i < model.bodies.body_count(); ++i)
    if (model.bodies.body(i).given.name == name) return static_cast<int>(i);
  return -1;
}

system::FrictionAlongLine read_friction(const Table& table) {
  system::FrictionAlongLine friction;
  friction.nominal.tread = table.number("friction");
  friction.nominal.flange = table.number_or("friction_flange", friction.nominal.tread);
  if (!table.has("friction_stations") && !table.has("friction_factors")) return friction;
  const auto fault = [&](const std::string& message) {
    throw InputError(
        Finding{"friction-along", table.where_is("friction_stations"), message,
                "give friction_stations = [...] rising, and as many friction_factors"});
  };
  if (!table.has("friction_stations") || !table.has("friction_factors"))
    fault("friction_stations and friction_factors go together");
  friction.stations = table.numbers("friction_stations");
  friction.factors = table.numbers("friction_factors");
  if (friction.stations.size() != friction.factors.size() || friction.stations.empty())
    fault("friction_stations and friction_factors must have the same length");
  for (std::size_t i = 1; i < friction.stations.size(); ++i)
    if (!(friction.stations[i] > friction.stations[i - 1])) fault("friction_stations must rise");
  for (const double factor : friction.factors)
    if (!(factor >= 0.0)) fault("friction_factors cannot be negative");
  return friction;
}

// Places of the co-running track's coordinates among the own states, which become more.
void put_track_states(const track::TrackDescription& track, ProfileContact& c, int& state_count) {
  const std::array<std::optional<track::Support>, 3> given = {
      track.lateral_support, track.vertical_support, track.vertical_support};
  for (std::array<int, 3>* states : {&c.track_place, &c.track_rate}) {
    for (std::size_t k = 0; k < given.size(); ++k)
      if (given[k]) (*states)[k] = state_count++;
  }
  for (std::size_t k = 0; k < given.size(); ++k)
    c.supports[k] = given[k].value_or(track::Support{});
}

ContactModel build_profiles(const Scenario& scenario, vehicle::Model& model,
                            const BuildOptions& options) {
  if (!scenario.wheel_rail) {
    throw InputError(Finding{"missing-key", scenario.contact.where,
                             "model = \"profiles\" needs the table \"wheel_rail\"",
                             "add [wheel_rail] with wheel = \"...\" and rail = \"...\""});
  }
  ContactModel contact;
  contact.friction = read_friction(scenario.contact);
  WheelContacts wheels(scenario, options);
  contact::TreadOptions tread;
  tread.softness = scenario.contact.number("softness");
  for (std::size_t i = 0; i < model.wheelsets.size(); ++i) {
    const vehicle::WheelsetInstance& wheelset = model.wheelsets[i];
    const std::string number = std::to_string(i + 1);
    ProfileContact c;
    c.wheels = wheels.get(wheelset.radius);
    if (scenario.contact.text("normal") == "constraint")
      c.tread = std::make_shared<const contact::ConstraintWheel>(c.wheels, tread);
    c.has_wheel = {wheelset.left, wheelset.right};
    c.middle_C = Vec3(0.0, -wheelset.y, 0.0);
    c.axle_height = wheelset.radius;
    if (c.tread) {
      c.lateral_body = find_body(model, "track_" + number);
      c.rail_body = {find_body(model, "rail_" + number + "_left"),
                     find_body(model, "rail_" + number + "_right")};
    } else {
      put_track_states(scenario.track, c, model.state_count);
    }
    contact.profiles.push_back(std::move(c));
  }
  return contact;
}

}  // namespace

std::vector<multibody::SurfaceRow> make_tread_surfaces(const vehicle::Model& model,
                                                       ContactModel& contact) {
  static constexpr const char* words[2] = {"left", "right"};
  std::vector<multibody::SurfaceRow> surfaces;
  for (std::size_t i = 0; i < contact.profiles.size(); ++i) {
    ProfileContact& c = contact.profiles[i];
    if (!c.tread) continue;
    const auto body = static_cast<std::size_t>(model.wheelsets[i].body);
    const multibody::BodyDescription& given = model.bodies.body(body).given;
    for (std::size_t k = 0; k < 2; ++k) {
      if (!c.has_wheel[k]) continue;
      const auto& pair = k == 0 ? c.wheels->wheelset().left : c.wheels->wheelset().right;
      const double lever = (k == 0 ? 1.0 : -1.0) * pair.wheel.half_span() + c.middle_C.y();
      multibody::SurfaceRow row;
      row.name = given.name + "/" + words[k];
      row.where = given.where;
      multibody::SurfaceRow::End end;
      end.body = body;
      end.nominal << 0.0, 0.0, 1.0, lever, 0.0, 0.0;
      row.ends.push_back(end);
      end.nominal.setZero();
      if (c.lateral_body >= 0) {
        end.body = static_cast<std::size_t>(c.lateral_body);
        row.ends.push_back(end);
      }
      end.nominal[2] = -1.0;
      if (c.rail_body[k] >= 0) {
        end.body = static_cast<std::size_t>(c.rail_body[k]);
        row.ends.push_back(end);
      }
      c.surface[k] = static_cast<int>(surfaces.size());
      surfaces.push_back(std::move(row));
    }
  }
  return surfaces;
}

ContactModel build_contact(const Scenario& scenario, vehicle::Model& model,
                           const BuildOptions& options) {
  const Table& table = scenario.contact;
  const std::string kind = table.has("model") ? table.text("model") : "none";
  if (kind == "profiles") return build_profiles(scenario, model, options);
  ContactModel contact;
  if (kind == "none") return contact;
  for (const vehicle::WheelsetInstance& wheelset : model.wheelsets) {
    contact.textbook.push_back(contact::build_textbook(table, wheelset.radius,
                                                       wheelset.pitch_inertia, wheelset.axle_load));
  }
  return contact;
}

}  // namespace fourfoot::scenario

#include "scenario/build_contact.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <mutex>
#include <optional>

#include "base/error.h"
#include "contact/geometry/contact_table.h"
#include "contact/tangential/registry.h"
#include "contact/textbook/textbook_schema.h"
#include "system/constraint_contacts.h"
#include "system/discrete_track_contacts.h"
#include "system/elastic_contacts.h"
#include "system/held_track.h"
#include "system/textbook_contacts.h"

namespace fourfoot::scenario {

namespace {

using system::ProfileContact;

void keep_and_delete(const contact::ContactTable* table, const std::string& cache_folder) {
  const std::unique_ptr<const contact::ContactTable> owner(table);
  try {
    contact::keep_contact_table(*table, cache_folder);
  } catch (const std::exception&) {
    // What is not kept is made again.
  }
}

/// The table of this pairing, shared by all systems of the program that are alive: studies build
/// hundreds of them. What it has learnt is kept in the cache when the last of them is gone.
std::shared_ptr<const contact::ContactTable> share_table(const contact::WheelsetOnTrack& wheelset,
                                                         const contact::TableOptions& options,
                                                         const std::string& cache_folder) {
  static std::mutex mutex;
  static std::map<std::string, std::weak_ptr<const contact::ContactTable>> tables;
  static std::shared_ptr<const contact::ContactTable> last;  // outlives the system of one point
  const std::string hash = contact::calc_table_hash(wheelset, options);
  const std::lock_guard lock(mutex);
  std::shared_ptr<const contact::ContactTable> table = tables[hash].lock();
  if (!table) {
    if (cache_folder.empty()) {
      table = std::make_shared<const contact::ContactTable>(
          contact::build_contact_table(wheelset, options));
    } else {
      table = std::shared_ptr<const contact::ContactTable>(
          new contact::ContactTable(contact::load_contact_table(wheelset, options, cache_folder)),
          [cache_folder](const contact::ContactTable* used) {
            keep_and_delete(used, cache_folder);
          });
    }
    tables[hash] = table;
  }
  last = table;
  return table;
}

/// Friction by contact angle and slip velocity.
contact::FrictionRule read_friction_rule(const Table& table) {
  contact::FrictionRule rule;
  rule.falling.limit_ratio = table.number("friction_ratio");
  rule.falling.decay = table.number("friction_decay");
  const bool law_falls =
      table.has("tangential") && table.table("tangential").number_or("friction_ratio", 1.0) < 1.0;
  if (rule.falling.limit_ratio < 1.0 && law_falls)
    throw InputError(Finding{"contradiction", table.where_is("friction_ratio"),
                             "friction would fall twice: the law has a friction_ratio of its own",
                             "give one of the two"});
  if (!table.has("friction_angles")) return rule;
  const std::vector<double> angles = table.numbers("friction_angles");
  if (angles.size() != 2 || !(angles[0] >= 0.0 && angles[1] > angles[0] && angles[1] < 1.6))
    throw InputError(Finding{"friction-angles", table.where_is("friction_angles"),
                             "friction_angles must be two angles that rise",
                             "e.g. friction_angles = [\"10 deg\", \"60 deg\"]"});
  rule.low = angles[0];
  rule.high = angles[1];
  rule.is_linear = true;
  return rule;
}

contact::WheelContact::Options read_wheel_options(const Table& table) {
  contact::WheelContact::Options options;
  options.speed.v0 = table.number("slow");
  options.friction = read_friction_rule(table);
  if (table.text("normal") == "strips") {
    options.shape = contact::PatchShape::strips;
    options.search = contact::make_strip_search();
  } else if (table.text("normal") == "kik-piotrowski") {
    options.shape = contact::PatchShape::kik_piotrowski;
  }
  return options;
}

// Wheels that are alike share geometry and table.
class WheelContacts {
 public:
  WheelContacts(const Scenario& scenario, const BuildOptions& options)
      : scenario_(scenario),
        options_(options),
        material_(contact::make_material_from_young(scenario.contact.number("young"),
                                                    scenario.contact.number("poisson"))) {}

  const contact::ContactAlongLine& get(const std::string& wheelset) {
    const contact::Wheels& wheels = scenario_.wheels.at(wheelset);
    const auto found = made_.find(wheels.key);
    if (found != made_.end()) return found->second;
    const auto make_one = [&](const contact::LaidRails& rails, bool is_between) {
      return make(contact::lay_wheels(wheels, rails), is_between);
    };
    contact::ContactAlongLine made = contact::build_contact_along_line(*scenario_.rails, make_one);
    if (!scenario_.rails->panels.empty()) made.set_panel(make_panel(wheels, made.first()));
    return made_.emplace(wheels.key, std::move(made)).first->second;
  }

 private:
  // Rails of switches and crossings are shared by all wheels.
  std::shared_ptr<const contact::PanelContact> make_panel(const contact::Wheels& wheels,
                                                          const contact::WheelContact& plain) {
    if (!panels_) panels_ = std::make_shared<const contact::PanelRails>(scenario_.rails->panels);
    const profile::WheelsetDescription& d = wheels.geometry;
    const double height = 0.5 * (d.radius_l + d.radius_r);
    const auto find_back = [&](const profile::Profile& wheel, double radius) {
      return contact::find_wheel_back(wheel, radius, height, d.back_to_back, d.tape_circle);
    };
    return std::make_shared<const contact::PanelContact>(
        panels_, plain.wheelset(), find_back(wheels.left, d.radius_l),
        find_back(wheels.right, d.radius_r), plain.normal(), make_law(), plain.options());
  }

  std::shared_ptr<const contact::TangentialLaw> make_law() const {
    const Table& table = scenario_.contact;
    return table.has("tangential")
               ? contact::make_tangential_law(table.table("tangential"), material_)
               : contact::make_tangential_law("fastsim", material_);
  }

  // Rails between two stretches are passed in a second or so: no table is made for them.
  std::shared_ptr<const contact::WheelContact> make(contact::WheelsetOnTrack laid,
                                                    bool is_between) const {
    const Table& table = scenario_.contact;
    auto wheelset = std::make_shared<const contact::WheelsetOnTrack>(std::move(laid));
    std::shared_ptr<const contact::TangentialLaw> law = make_law();
    const contact::ElasticNormal normal = contact::make_elastic_normal(table, material_);
    const contact::WheelContact::Options wheel_options = read_wheel_options(table);
    if (is_between || table.text("geometry") != "table" || !options_.with_tables)
      return std::make_shared<const contact::WheelContact>(std::move(wheelset), normal,
                                                           std::move(law), wheel_options);
    std::shared_ptr<const contact::ContactTable> geometry =
        share_table(*wheelset, {{}, wheel_options.search}, scenario_.cache_folder);
    return std::make_shared<const contact::WheelContact>(std::move(wheelset), std::move(geometry),
                                                         normal, std::move(law), wheel_options);
  }

  const Scenario& scenario_;
  const BuildOptions& options_;
  contact::Material material_;
  std::map<std::string, contact::ContactAlongLine> made_;
  std::shared_ptr<const contact::PanelRails> panels_;
};

system::FrictionAlongLine read_friction(const Scenario& scenario) {
  const Table& table = scenario.contact;
  system::FrictionAlongLine friction;
  friction.rails = scenario.rails;
  friction.nominal.tread = table.number("friction");
  friction.nominal.flange = table.number_or("friction_flange", friction.nominal.tread);
  return friction;
}

/// The row that holds a rigid tread on its rail.
multibody::SurfaceRow make_surface(const multibody::Body& wheelset, std::size_t body,
                                   const ProfileContact& contact, const system::RigidTread& tread,
                                   std::size_t side) {
  static constexpr const char* words[2] = {"left", "right"};
  const auto& pair =
      side == 0 ? contact.wheels.first().wheelset().left : contact.wheels.first().wheelset().right;
  const double lever = (side == 0 ? 1.0 : -1.0) * pair.wheel.half_span() + contact.middle_C.y();
  multibody::SurfaceRow row;
  row.name = wheelset.given.name + "/" + words[side];
  row.where = wheelset.given.where;
  multibody::SurfaceRow::End end;
  end.body = body;
  end.nominal << 0.0, 0.0, 1.0, lever, 0.0, 0.0;
  row.ends.push_back(end);
  end.nominal.setZero();
  if (tread.lateral_body >= 0) {
    end.body = static_cast<std::size_t>(tread.lateral_body);
    row.ends.push_back(end);
  }
  end.nominal[2] = -1.0;
  if (tread.rail_body[side] >= 0) {
    end.body = static_cast<std::size_t>(tread.rail_body[side]);
    row.ends.push_back(end);
  }
  return row;
}

// A rigid wheel cannot follow rails whose shape or position changes all at once.
void check_jumps(const Scenario& scenario, const std::vector<ProfileContact>& contacts) {
  const contact::RailsAlongLine& rails = *scenario.rails;
  for (const LineChange& change : rails.changes) {
    const contact::RailStretch &a = rails.stretches[change.before],
                               &b = rails.stretches[change.after];
    if (change.length > 0.0) continue;
    bool jumps = a.lay.gauge != b.lay.gauge;
    for (const ProfileContact& contact : contacts) {
      const auto& samples = contact.wheels.samples();
      for (std::size_t i = 1; i < samples.size(); ++i)
        jumps = jumps || (samples[i].s == change.s && samples[i - 1].s == change.s &&
                          samples[i].contact != samples[i - 1].contact);
    }
    if (!jumps) continue;
    throw InputError(Finding{"rail-sections",
                             rails.stretches[std::max(change.before, change.after)].where,
                             "rigid treads cannot follow rails that change all at once",
                             "give the section a blend, or use contact.normal = \"elastic\""});
  }
}

void check_no_panels(const contact::RailPanels& panels) {
  if (panels.empty()) return;
  throw InputError(Finding{
      "rail-panel", panels.lines.empty() ? panels.checks.front().where : panels.lines.front().where,
      "rigid treads do not support switches and crossings", "use contact.normal = \"elastic\""});
}

// A Jacobian of 4000 states has 128 MB.
constexpr double most_ring_coordinates = 2000.0;

void check_not_discrete(const track::SupportDescription& support) {
  if (!support.discrete) return;
  throw InputError(Finding{"contradiction", support.where,
                           "rigid treads do not support rails on sleepers",
                           "use contact.normal = \"elastic\", or support.model = \"co-running\""});
}

/// As long as the vehicle.
track::DiscreteTrack build_discrete_track(const Scenario& scenario,
                                          const vehicle::VehicleModel& model) {
  double rear = 0.0, front = 0.0;
  for (std::size_t i = 0; i < model.wheelsets.size(); ++i) {
    const auto body = static_cast<std::size_t>(model.wheelsets[i].body);
    const double offset = model.bodies.body(body).given.chainage_offset;
    rear = i == 0 ? offset : std::min(rear, offset);
    front = i == 0 ? offset : std::max(front, offset);
  }
  const track::SupportDescription& support = scenario.track.support;
  const double sleepers = track::count_ring_sleepers(*support.discrete, front - rear);
  const double most = most_ring_coordinates / (8.0 * support.discrete->elements + 3.0);
  if (sleepers > most)
    throw InputError(Finding{
        "support-too-long", support.where,
        fmt::format(
            "rails on {:.0f} sleepers ({:.0f} m) are more than a run can take; at most {:.0f}",
            sleepers, sleepers * support.discrete->spacing, std::floor(most)),
        "a shorter free_length, fewer elements, or support.model = \"co-running\""});
  return track::DiscreteTrack(*support.discrete, support.build(), rear, front);
}

/// Wheels on the same rails share their treads.
class RigidWheels {
 public:
  explicit RigidWheels(const contact::TreadOptions& options) : options_(options) {}

  contact::ConstraintAlongLine get(const contact::ContactAlongLine& elastic) {
    std::vector<contact::ConstraintAlongLine::Sample> samples;
    for (const contact::ContactAlongLine::Sample& sample : elastic.samples()) {
      auto& made = made_[sample.contact.get()];
      if (!made) made = std::make_shared<const contact::ConstraintWheel>(sample.contact, options_);
      samples.push_back({sample.s, made});
    }
    return contact::ConstraintAlongLine(samples);
  }

 private:
  contact::TreadOptions options_;
  std::map<const contact::WheelContact*, std::shared_ptr<const contact::ConstraintWheel>> made_;
};

std::vector<ProfileContact> list_profile_contacts(const Scenario& scenario,
                                                  const vehicle::VehicleModel& model,
                                                  const BuildOptions& options) {
  WheelContacts wheels(scenario, options);
  std::vector<ProfileContact> contacts;
  for (const vehicle::WheelsetInstance& wheelset : model.wheelsets) {
    ProfileContact c;
    c.wheels = wheels.get(model.bodies.body(static_cast<std::size_t>(wheelset.body)).given.name);
    c.has_wheel = {wheelset.left, wheelset.right};
    c.middle_C = Vec3(0.0, -wheelset.y, 0.0);
    c.axle_height = wheelset.radius;
    contacts.push_back(std::move(c));
  }
  return contacts;
}

}  // namespace

std::unique_ptr<system::Provider> build_elastic_contacts(const Scenario& scenario,
                                                         vehicle::VehicleModel& model,
                                                         const BuildOptions& options) {
  std::vector<ProfileContact> contacts = list_profile_contacts(scenario, model, options);
  if (scenario.track.support.discrete)
    return std::make_unique<system::DiscreteTrackContacts>(
        std::move(contacts), read_friction(scenario), build_discrete_track(scenario, model));
  int state_count = 0;
  std::vector<system::CoRunningTrack> tracks;
  const auto support =
      std::make_shared<const track::SupportAlongLine>(scenario.track.support.build());
  for (std::size_t i = 0; i < contacts.size(); ++i) tracks.emplace_back(support, state_count);
  return std::make_unique<system::ElasticContacts>(std::move(contacts), read_friction(scenario),
                                                   std::move(tracks), state_count);
}

std::unique_ptr<system::Provider> build_constraint_contacts(const Scenario& scenario,
                                                            vehicle::VehicleModel& model,
                                                            const BuildOptions& options) {
  check_no_panels(scenario.rails->panels);
  check_not_discrete(scenario.track.support);
  std::vector<ProfileContact> contacts = list_profile_contacts(scenario, model, options);
  check_jumps(scenario, contacts);
  contact::TreadOptions tread_options;
  tread_options.softness = scenario.contact.number("softness");
  RigidWheels wheels(tread_options);
  std::vector<system::RigidTread> treads(contacts.size());
  track::SupportAlongLine support = scenario.track.support.build();
  system::add_track_masses(support, model, treads);
  std::vector<multibody::SurfaceRow> surfaces;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const auto body = static_cast<std::size_t>(model.wheelsets[i].body);
    treads[i].wheels = wheels.get(contacts[i].wheels);
    for (std::size_t k = 0; k < 2; ++k) {
      if (!contacts[i].has_wheel[k]) continue;
      treads[i].surface[k] = static_cast<int>(surfaces.size());
      surfaces.push_back(make_surface(model.bodies.body(body), body, contacts[i], treads[i], k));
    }
  }
  if (!surfaces.empty()) model.bodies = model.bodies.with_surfaces(std::move(surfaces));
  return std::make_unique<system::ConstraintContacts>(std::move(contacts), read_friction(scenario),
                                                      std::move(treads), std::move(support));
}

std::unique_ptr<system::Provider> build_textbook_contacts(const Scenario& scenario,
                                                          vehicle::VehicleModel& model,
                                                          const BuildOptions&) {
  std::vector<contact::TextbookContact> contacts;
  for (const vehicle::WheelsetInstance& wheelset : model.wheelsets) {
    contacts.push_back(contact::build_textbook(scenario.contact, wheelset.radius,
                                               wheelset.pitch_inertia, wheelset.axle_load));
  }
  return std::make_unique<system::TextbookContacts>(std::move(contacts));
}

}  // namespace fourfoot::scenario

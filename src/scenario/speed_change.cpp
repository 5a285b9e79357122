#include "scenario/speed_change.h"

#include <typeinfo>

#include "scenario/scenario_warnings.h"
#include "system/elastic_contacts.h"
#include "system/speed_control.h"
#include "system/textbook_contacts.h"

namespace fourfoot::scenario {

namespace {

/// Another one of exactly this class; else nothing.
template <class T>
std::unique_ptr<system::Provider> copy_as(const system::Provider& provider) {
  if (typeid(provider) != typeid(T)) return nullptr;
  return std::make_unique<T>(static_cast<const T&>(provider));
}

std::unique_ptr<system::Provider> copy(const system::Provider& provider) {
  if (auto made = copy_as<system::ElasticContacts>(provider)) return made;
  if (auto made = copy_as<system::TextbookContacts>(provider)) return made;
  return copy_as<system::SpeedControl>(provider);
}

}  // namespace

std::optional<Member> change_speed(const Member& member, double v) {
  const track::SpeedProfile& speed = member.scenario.speed;
  const track::Travel start = speed.calc(0.0);
  if (start.a != 0.0 || !speed.get_breaks().empty()) return std::nullopt;
  const std::shared_ptr<const system::System>& like = member.system;
  system::Providers others;
  for (std::size_t i = 1; i < like->providers().size(); ++i) {  // the first is the suspension
    others.push_back(copy(*like->providers()[i]));
    if (!others.back()) return std::nullopt;
  }
  Member moved{member.scenario, nullptr};
  moved.scenario.speed = track::SpeedProfile::constant(v, start.s);
  moved.scenario.warnings = moved.scenario.track.warnings;
  for (Finding& warning : find_warnings(moved.scenario))
    moved.scenario.warnings.push_back(std::move(warning));
  // Both live as long as the system they were made for.
  std::shared_ptr<const vehicle::VehicleModel> model(like, &like->model());
  system::Line line(std::shared_ptr<const track::Track>(like, &like->line().track()),
                    moved.scenario.speed);
  moved.system = std::make_shared<system::System>(std::move(model), std::move(line),
                                                  std::move(others), like->options());
  return moved;
}

}  // namespace fourfoot::scenario

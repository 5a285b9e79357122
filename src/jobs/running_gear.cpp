#include "jobs/running_gear.h"

#include <algorithm>

#include "scenario/scene.h"

namespace fourfoot::jobs {

std::vector<Axle> list_axles(const scenario::Member& member, double apart) {
  const vehicle::VehicleModel& model = member.system->model();
  const scenario::RunScene scene = scenario::make_scene(*member.system, member.scenario);
  std::vector<Axle> axles;
  for (const vehicle::WheelsetInstance& wheelset : model.wheelsets) {
    const std::string& name = model.bodies.body(static_cast<std::size_t>(wheelset.body)).given.name;
    for (const scenario::SceneBody& body : scene.bodies)
      if (body.name == name) axles.push_back({name, body.position.x(), wheelset.axle_load, 0});
  }
  std::stable_sort(axles.begin(), axles.end(),
                   [](const Axle& a, const Axle& b) { return a.x > b.x; });
  for (std::size_t i = 1; i < axles.size(); ++i)
    axles[i].gear = axles[i - 1].gear + (axles[i - 1].x - axles[i].x < apart ? 0 : 1);
  return axles;
}

std::vector<Gear> list_gears(const std::vector<Axle>& axles) {
  std::vector<Gear> gears;
  for (std::size_t i = 0; i < axles.size(); ++i) {
    if (i == 0 || axles[i].gear != axles[i - 1].gear) gears.push_back({0.0, 0.0, i, i});
    gears.back().last = i;
  }
  for (Gear& gear : gears) {
    gear.middle = 0.5 * (axles[gear.first].x + axles[gear.last].x);
    gear.wheelbase = axles[gear.first].x - axles[gear.last].x;
  }
  return gears;
}

}  // namespace fourfoot::jobs

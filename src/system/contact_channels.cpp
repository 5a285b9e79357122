#include "system/contact_channels.h"

#include <algorithm>
#include <array>

#include "system/workspace.h"

namespace fourfoot::system {

namespace {

using contact::PatchForce;
using contact::WheelForce;
using contact::Zone;

constexpr std::size_t patch_slots = 4;  // two that merge are listed apart and together
constexpr const char* side_words[2] = {"left", "right"};

/// Tread first, flange second; what else there is takes the slots left over, largest first.
std::array<const PatchForce*, patch_slots> assign_slots(const WheelForce& wheel) {
  std::array<const PatchForce*, patch_slots> slots = {};
  std::array<const PatchForce*, contact::PatchList::capacity> others = {};
  std::size_t count = 0;
  for (std::size_t p = 0; p < wheel.count; ++p) {
    const PatchForce& patch = wheel.patches[p];
    const PatchForce*& slot = slots[patch.patch.zone == Zone::tread ? 0 : 1];
    if (slot == nullptr)
      slot = &patch;
    else
      others[count++] = &patch;
  }
  std::sort(others.begin(), others.begin() + count,
            [](const PatchForce* a, const PatchForce* b) { return a->normal > b->normal; });
  std::size_t next = 0;
  for (const PatchForce*& slot : slots) {
    if (slot == nullptr && next < count) slot = others[next++];
  }
  return slots;
}

/// A wheel as computed last.
struct WheelReading {
  const contact::RailUnderWheel& rail;
  double normal = 0.0, Q = 0.0, Y = 0.0, quotient = 0.0, other = 0.0, touching = 0.0, t_gamma = 0.0;
};

WheelReading read_wheel(const WheelsetSlice& w, std::size_t side) {
  const WheelForce& wheel = w.wheels[side];
  WheelReading r{w.rails[side]};
  for (std::size_t p = 0; p < wheel.count; ++p) {
    r.normal += wheel.patches[p].normal;
    r.t_gamma += wheel.patches[p].t_gamma;
    r.touching += wheel.patches[p].normal > 0.0 ? 1.0 : 0.0;
  }
  r.Q = wheel.force.z();
  r.Y = -wheel.force.y();
  const double outward = side == 0 ? 1.0 : -1.0;
  // A wheel that has left its rail has no quotient.
  r.quotient = r.Q > 1.0 ? outward * r.Y / r.Q : 0.0;
  if (wheel.count <= patch_slots) return r;
  r.other = r.normal;
  for (const PatchForce* patch : assign_slots(wheel))
    r.other -= patch != nullptr ? patch->normal : 0.0;
  return r;
}

constexpr ChannelRow<WheelReading> wheel_rows[] = {
    {"N", "N", "track", "normal force, sum of all patches",
     [](const WheelReading& w) { return w.normal; }},
    {"Q", "N", "track", "vertical force on the rail", [](const WheelReading& w) { return w.Q; }},
    {"Y", "N", "track", "lateral force on the rail, to the left",
     [](const WheelReading& w) { return w.Y; }},
    {"YQ", "1", "track", "Y/Q, > 0 where the wheel presses its rail outward",
     [](const WheelReading& w) { return w.quotient; }},
    {"N_other", "N", "track", "normal force of patches beyond those recorded",
     [](const WheelReading& w) { return w.other; }},
    {"patches", "1", "track", "number of contact patches",
     [](const WheelReading& w) { return w.touching; }},
    {"t_gamma", "N", "track", "energy dissipated per metre, sum of all patches",
     [](const WheelReading& w) { return w.t_gamma; }},
    {"rail_y", "m", "track", "lateral position of the rail against nominal",
     [](const WheelReading& w) { return w.rail.y; }},
    {"rail_z", "m", "track", "vertical position of the rail against nominal",
     [](const WheelReading& w) { return w.rail.z; }},
};

constexpr ChannelRow<PatchForce> patch_rows[] = {
    {"N", "N", "contact", "normal force, times weight",
     [](const PatchForce& p) { return p.normal; }},
    {"weight", "1", "contact", "share that counts while patches merge or part; 1 otherwise",
     [](const PatchForce& p) { return p.patch.weight; }},
    {"nu_x", "1", "contact", "longitudinal creepage", [](const PatchForce& p) { return p.nu_x; }},
    {"nu_y", "1", "contact", "lateral creepage", [](const PatchForce& p) { return p.nu_y; }},
    {"spin", "1/m", "contact", "spin creepage", [](const PatchForce& p) { return p.spin; }},
    {"fx", "N", "contact", "longitudinal creep force on the wheel, times weight",
     [](const PatchForce& p) { return p.tangential.fx; }},
    {"fy", "N", "contact", "lateral creep force on the wheel, times weight",
     [](const PatchForce& p) { return p.tangential.fy; }},
    {"mz", "N m", "contact", "spin moment on the wheel, times weight",
     [](const PatchForce& p) { return p.tangential.mz; }},
    {"angle", "rad", "contact", "contact angle, > 0 on the flange side",
     [](const PatchForce& p) { return p.patch.angle; }},
    {"radius", "m", "contact", "rolling radius",
     [](const PatchForce& p) { return p.patch.radius; }},
    {"lead", "m", "contact", "contact point ahead of the axle",
     [](const PatchForce& p) { return p.patch.p_TC.x(); }},
    {"y_wheel", "m", "contact", "position on the wheel's profile",
     [](const PatchForce& p) { return p.patch.y_wheel; }},
    {"y_rail", "m", "contact", "position on the rail, from the track's middle",
     [](const PatchForce& p) { return p.patch.y_rail; }},
    {"a", "m", "contact", "semi-axis in rolling direction",
     [](const PatchForce& p) { return p.a; }},
    {"b", "m", "contact", "semi-axis across", [](const PatchForce& p) { return p.b; }},
    {"pressure", "Pa", "contact", "largest pressure",
     [](const PatchForce& p) { return p.pressure_max; }},
    {"penetration", "m", "contact", "approach of the undeformed profiles",
     [](const PatchForce& p) { return p.patch.penetration; }},
};

/// The patches of a wheel; an empty slot reads zero everywhere.
void read_patches(const WheelForce& wheel, double*& out) {
  for (const PatchForce* const patch : assign_slots(wheel)) {
    if (patch != nullptr)
      read_rows<patch_rows>(*patch, out);
    else
      out = std::fill_n(out, std::size(patch_rows), 0.0);
  }
}

}  // namespace

void list_wheel_channels(const std::string& base, std::size_t side,
                         const std::function<const WheelsetSlice&(const Moment&)>& get,
                         ChannelTable& table) {
  table.add_rows<wheel_rows>(
      base, [get, side](const Moment& moment) { return read_wheel(get(moment), side); });
  std::vector<Channel> channels;
  for (std::size_t p = 0; p < patch_slots; ++p) {
    for (const ChannelRow<PatchForce>& row : patch_rows)
      channels.push_back({base + "patch_" + std::to_string(p + 1) + "/" + row.name, row.unit,
                          row.frame, row.what});
  }
  table.add_block(std::move(channels), [get, side](const Moment& moment, double*& out) {
    read_patches(get(moment).wheels[side], out);
  });
}

namespace {

/// Number of the rail that carries most of a wheel.
double find_rail(const WheelForce& wheel) {
  const PatchForce* most = nullptr;
  for (std::size_t p = 0; p < wheel.count; ++p) {
    const PatchForce& patch = wheel.patches[p];
    if (patch.patch.zone != Zone::flange_back && patch.normal > (most ? most->normal : 0.0))
      most = &patch;
  }
  return most != nullptr ? most->rail : -1.0;
}

std::string describe_rails(const contact::PanelRails& rails) {
  std::string text = "rail that carries most of the wheel: -1 none, 0 the line's own";
  for (std::size_t i = 0; i < rails.names.size(); ++i)
    text += ", " + std::to_string(i + 1) + " " + rails.names[i];
  return text;
}

}  // namespace

void ProfileContacts::list_channels(ChannelTable& table) const {
  for (std::size_t i = 0; i < contacts().size(); ++i) {
    const std::array<bool, 2> has_wheel = contacts()[i].has_wheel;
    for (std::size_t k = 0; k < 2; ++k) {
      if (!has_wheel[k]) continue;
      list_wheel_channels(
          get_name(i) + "/" + side_words[k] + "/", k,
          [this, i](const Moment& moment) -> const WheelsetSlice& {
            return get_profiles(moment.ws)[i];
          },
          table);
      if (const contact::PanelContact* const panel = contacts()[i].wheels.panel())
        table.add({get_name(i) + "/" + side_words[k] + "/rail", "1", "track",
                   describe_rails(panel->rails())},
                  [this, i, k](const Moment& m) { return find_rail(get_force(m.ws, i, k)); });
    }
    table.add({get_name(i) + "/sum_Y", "N", "track", "lateral force of the axle on the track"},
              [this, i, has_wheel](const Moment& moment) {
                double sum = 0.0;
                for (std::size_t k = 0; k < 2; ++k)
                  if (has_wheel[k]) sum += -get_force(moment.ws, i, k).force.y();
                return sum;
              });
  }
}

}  // namespace fourfoot::system

#include "system/contact_channels.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace fourfoot::system {

namespace {

using contact::PatchForce;
using contact::WheelForce;
using contact::Zone;

struct Words {
  const char* name;
  const char* unit;
  const char* what;
};

constexpr Words textbook_words[] = {
    {"nu_x", "1", "longitudinal creepage"},
    {"nu_y", "1", "lateral creepage"},
    {"phi", "1/m", "spin creepage"},
    {"fx", "N", "longitudinal creep force on the wheel"},
    {"fy", "N", "lateral creep force on the wheel"},
    {"mz", "N m", "spin moment on the wheel"},
};

constexpr Words wheel_words[] = {
    {"N", "N", "normal force, sum of all patches"},
    {"Q", "N", "vertical force on the rail"},
    {"Y", "N", "lateral force on the rail, to the left"},
    {"YQ", "1", "Y/Q, > 0 where the wheel presses its rail outward"},
    {"N_other", "N", "normal force of patches beyond those recorded"},
    {"patches", "1", "number of contact patches"},
    {"t_gamma", "N", "energy dissipated per metre, sum of all patches"},
    {"rail_y", "m", "lateral place of the rail against nominal"},
    {"rail_z", "m", "vertical place of the rail against nominal"},
};

constexpr Words patch_words[] = {
    {"N", "N", "normal force, times weight"},
    {"weight", "1", "share that counts while patches merge or part; 1 otherwise"},
    {"nu_x", "1", "longitudinal creepage"},
    {"nu_y", "1", "lateral creepage"},
    {"phi", "1/m", "spin creepage"},
    {"fx", "N", "longitudinal creep force on the wheel, times weight"},
    {"fy", "N", "lateral creep force on the wheel, times weight"},
    {"mz", "N m", "spin moment on the wheel, times weight"},
    {"angle", "rad", "contact angle, > 0 on the flange side"},
    {"radius", "m", "rolling radius"},
    {"lead", "m", "contact point ahead of the axle"},
    {"y_wheel", "m", "place on the wheel's profile"},
    {"y_rail", "m", "place on the rail, from the track's middle"},
    {"a", "m", "semi-axis in rolling direction"},
    {"b", "m", "semi-axis across"},
    {"pressure", "Pa", "largest pressure"},
    {"penetration", "m", "approach of the undeformed profiles"},
};

constexpr std::size_t patch_slots = 4;  // two that merge are listed apart and together
constexpr std::size_t patch_word_count = std::size(patch_words);
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

void record_patch(const PatchForce* p, std::vector<double>& row, std::size_t& i) {
  if (p == nullptr) {
    for (std::size_t k = 0; k < patch_word_count; ++k) row[i++] = 0.0;
    return;
  }
  for (const double value :
       {p->normal, p->patch.weight, p->nu_x, p->nu_y, p->phi, p->tangential.fx, p->tangential.fy,
        p->tangential.mz, p->patch.angle, p->patch.radius, p->patch.p_TC.x(), p->patch.y_wheel,
        p->patch.y_rail, p->a, p->b, p->pressure_max, p->patch.penetration})
    row[i++] = value;
}

}  // namespace

void list_textbook_channels(const std::string& base, std::vector<Channel>& channels) {
  for (const char* side : side_words) {
    for (const Words& words : textbook_words)
      channels.push_back({base + side + "/" + words.name, words.unit, "contact", words.what});
  }
  channels.push_back(
      {base + "flange_force", "N", "track", "lateral force of the flange on the wheelset"});
}

void record_textbook(const contact::TextbookForces<double>& forces, std::vector<double>& row,
                     std::size_t& i) {
  for (const contact::TextbookWheel<double>& wheel : forces.wheels) {
    for (const double value : {wheel.nu_x, wheel.nu_y, wheel.phi, wheel.fx, wheel.fy, wheel.mz})
      row[i++] = value;
  }
  row[i++] = forces.flange;
}

void list_profile_channels(const std::string& base, const ProfileContact& contact,
                           std::vector<Channel>& channels) {
  for (std::size_t k = 0; k < 2; ++k) {
    if (!contact.has_wheel[k]) continue;
    const std::string wheel = base + side_words[k] + "/";
    for (const Words& words : wheel_words)
      channels.push_back({wheel + words.name, words.unit, "track", words.what});
    for (std::size_t p = 0; p < patch_slots; ++p) {
      const std::string patch = wheel + "patch_" + std::to_string(p + 1) + "/";
      for (const Words& words : patch_words)
        channels.push_back({patch + words.name, words.unit, "contact", words.what});
    }
  }
  channels.push_back({base + "sum_Y", "N", "track", "lateral force of the axle on the track"});
}

void record_profile(const ProfileContact& contact, const ProfileContactWorkspace& w,
                    std::vector<double>& row, std::size_t& i) {
  double sum = 0.0;
  for (std::size_t k = 0; k < 2; ++k) {
    if (!contact.has_wheel[k]) continue;
    const WheelForce& wheel = w.wheels[k];
    double normal = 0.0, t_gamma = 0.0, touching = 0.0;
    for (std::size_t p = 0; p < wheel.count; ++p) {
      normal += wheel.patches[p].normal;
      t_gamma += wheel.patches[p].t_gamma;
      touching += wheel.patches[p].normal > 0.0 ? 1.0 : 0.0;
    }
    const double Q = wheel.force.z(), Y = -wheel.force.y(), outward = k == 0 ? 1.0 : -1.0;
    // A wheel that has left its rail has no quotient.
    const double quotient = Q > 1.0 ? outward * Y / Q : 0.0;
    const auto slots = assign_slots(wheel);
    double other = normal;
    for (const PatchForce* patch : slots) other -= patch != nullptr ? patch->normal : 0.0;
    if (wheel.count <= patch_slots) other = 0.0;
    for (const double value :
         {normal, Q, Y, quotient, other, touching, t_gamma, w.rails[k].y, w.rails[k].z})
      row[i++] = value;
    for (const PatchForce* patch : slots) record_patch(patch, row, i);
    sum += Y;
  }
  row[i++] = sum;
}

}  // namespace fourfoot::system

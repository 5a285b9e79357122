#include "scenario/output_channels.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "base/error.h"

namespace fourfoot::scenario {

namespace {

using Names = std::set<std::string_view>;

/// What is left out unless it is asked for: rates of the strokes and twists of elements, the parts
/// along x, y, z of a force that is recorded along its element, and what only a study of the contact
/// itself looks at.
bool is_detail(std::string_view name, const Names& all) {
  const std::size_t slash = name.rfind('/');
  if (slash == std::string_view::npos) return false;
  const std::string_view owner = name.substr(0, slash), word = name.substr(slash + 1);
  if (owner.substr(owner.rfind('/') + 1).starts_with("patch_"))
    return word == "weight" || word == "radius" || word == "lead" || word == "penetration";
  if (word == "force_x" || word == "force_y" || word == "force_z")
    return all.contains(name.substr(0, name.size() - 2));
  return word.starts_with("stroke_velocity") || word.starts_with("angular_velocity");
}

void mark_main(const std::vector<Channel>& channels, std::vector<bool>& chosen) {
  Names all;
  for (const Channel& channel : channels) all.insert(channel.name);
  for (std::size_t i = 0; i < channels.size(); ++i)
    if (!is_detail(channels[i].name, all)) chosen[i] = true;
}

void mark_matches(const Scenario& scenario, const std::string& pattern,
                  const std::vector<Channel>& channels, std::vector<bool>& chosen) {
  bool found = false;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    names.push_back(channels[i].name);
    if (!matches_pattern(pattern, channels[i].name)) continue;
    chosen[i] = found = true;
  }
  if (found) return;
  const std::string closest = find_closest_channel(pattern, names);
  throw InputError(Finding{"unknown-channel", scenario.output_channels_where,
                           "no channel is called \"" + pattern + "\"",
                           closest.empty() ? "* matches any text, as in \"wheelset_1/*\""
                                           : "did you mean \"" + closest + "\"?"});
}

}  // namespace

std::vector<std::size_t> choose_output_channels(const Scenario& scenario,
                                                const std::vector<Channel>& channels) {
  std::vector<bool> chosen(channels.size(), false);
  if (scenario.output_channels.empty()) mark_main(channels, chosen);
  for (std::size_t i = 0; i < channels.size(); ++i) {
    if (channels[i].name == "time" || channels[i].name == "s") chosen[i] = true;
  }
  for (const std::string& pattern : scenario.output_channels) {
    if (pattern == "all")
      std::fill(chosen.begin(), chosen.end(), true);
    else if (pattern == "main")
      mark_main(channels, chosen);
    else
      mark_matches(scenario, pattern, channels, chosen);
  }
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (chosen[i]) indices.push_back(i);
  }
  return indices;
}

}  // namespace fourfoot::scenario

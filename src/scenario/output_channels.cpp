#include "scenario/output_channels.h"

#include "base/error.h"

namespace fourfoot::scenario {

namespace {

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
  std::vector<bool> chosen(channels.size(), scenario.output_channels.empty());
  for (std::size_t i = 0; i < channels.size(); ++i) {
    if (channels[i].name == "time" || channels[i].name == "s") chosen[i] = true;
  }
  for (const std::string& pattern : scenario.output_channels)
    mark_matches(scenario, pattern, channels, chosen);
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (chosen[i]) indices.push_back(i);
  }
  return indices;
}

}  // namespace fourfoot::scenario

#include "jobs/choose_channels.h"

#include <algorithm>

#include "base/error.h"

namespace fourfoot::jobs {

namespace {

void add_matches(const std::vector<Channel>& all, const std::string& pattern,
                 std::vector<Channel>& chosen) {
  bool found = false;
  for (const Channel& channel : all) {
    if (!matches_pattern(pattern, channel.name)) continue;
    found = true;
    const bool have = std::any_of(chosen.begin(), chosen.end(),
                                  [&](const Channel& c) { return c.name == channel.name; });
    if (!have) chosen.push_back(channel);
  }
  if (found) return;
  std::vector<std::string> names;
  for (const Channel& channel : all) names.push_back(channel.name);
  const std::string closest = find_closest_channel(pattern, names);
  throw InputError(Finding{
      "unknown-channel",
      {},
      "the results have no channel \"" + pattern + "\"",
      closest.empty() ? "fourfoot export --list shows all" : "did you mean \"" + closest + "\"?"});
}

}  // namespace

std::vector<Channel> choose_channels(const std::vector<Channel>& all,
                                     const std::vector<std::string>& patterns,
                                     const std::vector<std::string>& first) {
  std::vector<Channel> chosen;
  for (const std::string& name : first) add_matches(all, name, chosen);
  for (const std::string& pattern : patterns) add_matches(all, pattern, chosen);
  return chosen;
}

}  // namespace fourfoot::jobs

#include "cli/live_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/choose_channels.h"

namespace fourfoot::cli {

namespace {

constexpr std::chrono::milliseconds last_call{2500};  // the page asks twice a second

std::size_t find_index(const std::vector<Channel>& channels, const std::string& name) {
  const auto it = std::find_if(channels.begin(), channels.end(),
                               [&](const Channel& channel) { return channel.name == name; });
  return static_cast<std::size_t>(it - channels.begin());
}

/// What people look at first. All bodies have a y; the pieces of a flexible track move little.
std::vector<std::string> choose_usual(const std::vector<Channel>& channels) {
  std::vector<std::string> found;
  for (const char* pattern : {"*/y", "*/Q", "*/sum_Y"})
    for (const Channel& channel : channels)
      if (matches_pattern(pattern, channel.name) && !matches_pattern("track_*/y", channel.name))
        found.push_back(channel.name);
  return found.empty() ? std::vector<std::string>{"*"} : found;
}

/// "have=12&step=2": the number after a name; 0 without one.
std::size_t read_number(std::string_view query, std::string_view name) {
  for (std::size_t at = 0; at < query.size();) {
    const std::size_t end = std::min(query.find('&', at), query.size());
    const std::string_view entry = query.substr(at, end - at);
    std::size_t value = 0;
    if (entry.size() > name.size() && entry.substr(0, name.size()) == name &&
        entry[name.size()] == '=' &&
        std::from_chars(entry.data() + name.size() + 1, entry.data() + entry.size(), value).ec ==
            std::errc())
      return value;
    at = end + 1;
  }
  return 0;
}

}  // namespace

RowGroups::RowGroups(std::size_t curves, std::size_t most)
    : most_(most), low_(curves), high_(curves) {}

void RowGroups::append(double t, const std::vector<double>& values) {
  if (held_ == step_ || times_.empty()) {
    if (times_.size() == most_) join_pairs();
    times_.push_back(t);
    for (std::size_t i = 0; i < values.size(); ++i) {
      low_[i].push_back(values[i]);
      high_[i].push_back(values[i]);
    }
    held_ = 1;
    return;
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    low_[i].back() = std::fmin(low_[i].back(), values[i]);
    high_[i].back() = std::fmax(high_[i].back(), values[i]);
  }
  ++held_;
}

void RowGroups::join_pairs() {
  const std::size_t half = times_.size() / 2;
  for (std::size_t k = 0; k < half; ++k) times_[k] = times_[2 * k];
  times_.resize(half);
  for (std::size_t i = 0; i < low_.size(); ++i) {
    for (std::size_t k = 0; k < half; ++k) {
      low_[i][k] = std::fmin(low_[i][2 * k], low_[i][2 * k + 1]);
      high_[i][k] = std::fmax(high_[i][2 * k], high_[i][2 * k + 1]);
    }
    low_[i].resize(half);
    high_[i].resize(half);
  }
  step_ *= 2;
}

void LivePage::begin(const std::vector<Channel>& channels) {
  time_ = find_index(channels, "time");
  channels_ = choose_channels(channels, patterns_.empty() ? choose_usual(channels) : patterns_);
  std::erase_if(channels_, [](const Channel& channel) { return channel.name == "time"; });
  for (const Channel& channel : channels_) indices_.push_back(find_index(channels, channel.name));
  now_.groups = RowGroups(channels_.size());
  now_.last.resize(channels_.size());
  server_ = std::make_unique<LiveServer>(
      LiveContent{std::string(get_live_template()),
                  [this](std::string_view query) { return make_data(query); }});
  fmt::print(stderr, "the run is shown at {}\n", server_->address());
}

void LivePage::append(const std::vector<double>& row) {
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < indices_.size(); ++i) now_.last[i] = row[indices_[i]];
  now_.t = row[time_];
  now_.groups.append(now_.t, now_.last);
}

void LivePage::set_progress(double fraction) {
  const std::lock_guard lock(mutex_);
  now_.fraction = fraction;
}

void LivePage::finish(RunStatus status) {
  if (!server_) return;
  {
    const std::lock_guard lock(mutex_);
    now_.status = status;
  }
  server_->finish(last_call);
  server_.reset();
}

/// All groups from the one that the page had last, which may have grown; all if it has others.
std::string LivePage::make_data(std::string_view query) {
  Snapshot now;
  {
    const std::lock_guard lock(mutex_);
    now = now_;
  }
  const RowGroups& groups = now.groups;
  const std::size_t have = read_number(query, "have");
  const bool fits =
      have > 0 && have <= groups.size() && read_number(query, "step") == groups.step();
  const std::size_t first = fits ? have - 1 : 0;
  nlohmann::json out = {{"status", get_status_name(now.status)},
                        {"time", now.t},
                        {"done", now.fraction},
                        {"step", groups.step()},
                        {"first", first},
                        {"t", nlohmann::json::array()}};
  // nlohmann::json writes what is not finite as null.
  for (std::size_t k = first; k < groups.size(); ++k) out["t"].push_back(groups.time(k));
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    nlohmann::json low = nlohmann::json::array();
    nlohmann::json high = nlohmann::json::array();
    for (std::size_t k = first; k < groups.size(); ++k) {
      low.push_back(groups.low(i, k));
      high.push_back(groups.high(i, k));
    }
    out["curves"].push_back({{"name", channels_[i].name},
                             {"unit", channels_[i].unit},
                             {"meaning", channels_[i].description},
                             {"now", now.last[i]},
                             {"low", std::move(low)},
                             {"high", std::move(high)}});
  }
  return out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace fourfoot::cli

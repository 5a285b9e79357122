#include "cli/live_plot.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "cli/choose_channels.h"
#include "cli/plot_terminal.h"

namespace fourfoot::cli {

void LivePlot::begin(const std::vector<Channel>& channels) {
  const auto find = [&](const std::string& name) {
    return static_cast<std::size_t>(
        std::find_if(channels.begin(), channels.end(),
                     [&](const Channel& channel) { return channel.name == name; }) -
        channels.begin());
  };
  time_ = find("time");
  plot_ = {"", {"time", "s", {}}, {}};
  for (const Channel& channel : choose_channels(channels, patterns_)) {
    indices_.push_back(find(channel.name));
    plot_.curves.push_back({channel.name, channel.unit, {}});
  }
}

void LivePlot::append(const std::vector<double>& row) {
  plot_.x.values.push_back(row[time_]);
  for (std::size_t i = 0; i < indices_.size(); ++i)
    plot_.curves[i].values.push_back(row[indices_[i]]);
  const Clock::time_point now = Clock::now();
  if (now < next_ || plot_.x.values.size() < 2 || isatty(STDERR_FILENO) == 0) return;
  next_ = now + std::chrono::milliseconds(500);
  draw();
}

void LivePlot::finish() {
  if (plot_.x.values.size() > 1) draw();
}

void LivePlot::draw() {
  TerminalStyle style = find_terminal_style(static_cast<int>(group_by_unit(plot_).size()));
  const std::string text = draw_in_terminal(plot_, style);
  // Up to where the last picture began, and all below it away.
  if (lines_ > 0) fmt::print(stderr, "\x1b[{}A\x1b[J", lines_);
  lines_ = isatty(STDERR_FILENO) != 0 ? std::count(text.begin(), text.end(), '\n') : 0;
  fmt::print(stderr, "{}", text);
}

}  // namespace fourfoot::cli

#pragma once

#include <string>
#include <vector>

namespace fourfoot {

/// One recorded quantity. The name reads like the model: "car_body/y", "wheelset_1/left/N".
struct Channel {
  std::string name;
  std::string unit;         ///< SI, as UDUNITS-2 spells it
  std::string frame;        ///< whose axes, e.g. "track"; empty for scalars
  std::string description;  ///< one line for a reader who knows railways but not this model
};

/// Whether a channel's name matches a pattern: * stands for any text, also with slashes, so that
/// "*/y" is the y of every body.
bool matches_pattern(const std::string& pattern, const std::string& name);

/// A text (name, pattern, line of a file) with the names that channels have now: the spin creepage
/// of wheels and patches was called phi, as the roll of bodies is.
std::string rename_channels(const std::string& text);

/// The name meant by `pattern`, which matches none of `names`: its present name if it is an old one,
/// or the old one where results have that, else the closest; empty: none is near.
std::string find_closest_channel(const std::string& pattern, const std::vector<std::string>& names);

/// How a run ended.
enum class RunStatus { running, done, stopped, failed };

inline const char* get_status_name(RunStatus status) {
  switch (status) {
    case RunStatus::running:
      return "running";
    case RunStatus::done:
      return "done";
    case RunStatus::stopped:
      return "stopped";
    case RunStatus::failed:
      return "failed";
  }
  return "";
}

/// Rows of channel values as a run produces them; a results file, a table in memory, a plot.
class TrajectorySink {
 public:
  virtual ~TrajectorySink() = default;
  /// One row: as many values as there are channels, in their order.
  virtual void append(const std::vector<double>& row) = 0;
};

/// A run in memory.
class Trajectory : public TrajectorySink {
 public:
  explicit Trajectory(std::vector<Channel> channels)
      : channels_(std::move(channels)), values_(channels_.size()) {}

  void append(const std::vector<double>& row) override {
    for (std::size_t i = 0; i < values_.size(); ++i) values_[i].push_back(row[i]);
  }
  const std::vector<Channel>& channels() const { return channels_; }
  std::size_t size() const { return values_.empty() ? 0 : values_.front().size(); }
  const std::vector<double>& values(std::size_t channel) const { return values_.at(channel); }
  /// By name; throws std::out_of_range if there is none.
  const std::vector<double>& values(const std::string& name) const;

 private:
  std::vector<Channel> channels_;
  std::vector<std::vector<double>> values_;
};

}  // namespace fourfoot

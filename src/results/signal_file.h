#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "evaluate/sections.h"
#include "evaluate/source.h"

namespace fourfoot::results {

/// A channel by another name: "wheelset_1/left/Q=Q11 [kN]" reads column Q11 as kN.
struct ChannelRename {
  std::string name;  ///< ours
  std::string from;  ///< the file's
  std::string unit;  ///< of the file's numbers; empty: as the file says
};
/// InputError bad-map unless it is written NAME=COLUMN or NAME=COLUMN [unit].
ChannelRename parse_rename(const std::string& text);

/// Channels of any HDF5 file (a results file, or one-dimensional datasets as long as "time") or of
/// a CSV file (a header of names with their units in brackets; none: SI). Numbers come in the SI
/// unit of what they are: N, m/s2, m, s, 1. HDF5 is read piece by piece; a CSV file is held in
/// memory.
class SignalFile : public evaluate::SignalSource {
 public:
  /// InputError file-not-found, not-signals, unknown-unit, wrong-unit, bad-number, wrong-count,
  /// missing-channel (of a rename).
  explicit SignalFile(const std::filesystem::path& path,
                      const std::vector<ChannelRename>& renames = {});
  ~SignalFile() override;
  const std::vector<Channel>& channels() const override { return channels_; }
  std::size_t size() const override { return size_; }
  void read(std::size_t channel, std::size_t first, std::size_t count, double* to) override;
  std::vector<double> read_all(std::size_t channel);

  /// What a results file says besides its rows; empty for other files.
  evaluate::TrackProfile read_track() const;
  /// Bodies with their position ahead of the vehicle's origin [m].
  std::vector<std::pair<std::string, double>> read_positions() const;
  /// Marked points, and where each is ahead of the middle of its body [m].
  struct MarkerPosition {
    std::string name, body;
    double arm = 0.0;
  };
  std::vector<MarkerPosition> read_markers() const;
  /// Largest angle of the wheels' flanges against the axle, the smallest of all wheels [rad], by
  /// their outlines; nan if the file has none.
  double read_flange_angle() const;
  /// Coefficient of friction of the run; nan if the file does not say.
  double read_friction() const;
  std::string read_meta(const std::string& name) const;

 private:
  struct Impl;
  void open_hdf5(const std::filesystem::path& path);
  void open_results(const std::filesystem::path& path);
  void open_csv(const std::filesystem::path& path);
  void rename(const std::vector<ChannelRename>& renames);
  void convert_units();
  std::unique_ptr<Impl> impl_;
  std::vector<Channel> channels_;
  std::size_t size_ = 0;
};

}  // namespace fourfoot::results

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "wear/wear_depth.h"
#include "wear/wear_plan.h"

namespace fourfoot::jobs {

/// A row of wear.csv: a wheelset after a mileage.
struct WearRow {
  double distance = 0.0;  ///< [m]
  std::string wheelset;
  double conicity = 0.0;
  double depth[2] = {0.0, 0.0};    ///< largest, left and right [m]
  double volume[2] = {0.0, 0.0};   ///< removed so far [m^3]
  double t_gamma[2] = {0.0, 0.0};  ///< mean over the mix in the last update [N]
};

/// Depths of a wheelset, left and right.
struct WornWheelset {
  std::string name;
  std::vector<wear::WearDepth> depth;
};

/// The folder of a wear study. After each update there is a folder 0001, 0002, … with a profile
/// file of each wheel, then wear.csv with one more block of rows; a kill between the two costs one
/// update. wear.csv begins with a hash of all that went in.
class WearFolder {
 public:
  /// InputError study-changed if the folder is of another study and not `force`.
  WearFolder(const std::filesystem::path& folder, const wear::WearPlan& plan, std::string key,
             bool force);
  const std::vector<WearRow>& rows() const { return rows_; }
  /// Of the updates that are done; the mileage of the last.
  double get_distance() const { return rows_.empty() ? 0.0 : rows_.back().distance; }
  int count_updates() const { return updates_; }
  /// Depths after the last update, of the wheelsets named; zero at the beginning.
  std::vector<WornWheelset> read_depths(const std::vector<std::string>& wheelsets) const;
  /// Profile file of a wheel after an update (0: the new profile). side: 0 left, 1 right.
  std::filesystem::path get_profile(const std::string& wheelset, int side, int update) const;
  void write_profiles(const std::vector<WornWheelset>& wheelsets, int update) const;
  /// Completes the update.
  void append(const std::vector<WearRow>& rows);

 private:
  void read_rows();
  std::filesystem::path folder_, wheel_;
  std::string key_;
  std::vector<WearRow> rows_;
  int updates_ = 0;
};

}  // namespace fourfoot::jobs

#include "jobs/wear_folder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "input/load.h"
#include "jobs/wear_rates.h"
#include "profile/description.h"
#include "results/output_file.h"

namespace fourfoot::jobs {

namespace fs = std::filesystem;

namespace {

constexpr const char* wear_header =
    "distance [m],wheelset,conicity,depth_left [m],depth_right [m],volume_left [m3],"
    "volume_right [m3],t_gamma_left [N],t_gamma_right [N]";

std::string write_row(const WearRow& r) {
  return fmt::format("{},{},{},{},{},{},{},{},{}\n", r.distance, r.wheelset, r.conicity, r.depth[0],
                     r.depth[1], r.volume[0], r.volume[1], r.t_gamma[0], r.t_gamma[1]);
}

/// False: the line is not a row.
bool read_row(const std::string& line, WearRow& row) {
  std::vector<std::string> cells;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
  if (cells.size() != 9) return false;
  try {
    row.distance = std::stod(cells[0]);
    row.wheelset = cells[1];
    row.conicity = std::stod(cells[2]);
    for (std::size_t side = 0; side < 2; ++side) {
      row.depth[side] = std::stod(cells[3 + side]);
      row.volume[side] = std::stod(cells[5 + side]);
      row.t_gamma[side] = std::stod(cells[7 + side]);
    }
  } catch (const std::exception&) {
    return false;
  }
  return true;
}

}  // namespace

WearFolder::WearFolder(const fs::path& folder, const wear::WearPlan& plan, std::string key,
                       bool force)
    : folder_(fs::absolute(folder)), wheel_(fs::absolute(plan.wheel)), key_(std::move(key)) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error || !fs::is_directory(folder_, error))
    throw InputError(Finding{"output-unwritable",
                             {},
                             "\"" + folder.string() + "\" is no folder and cannot be made one",
                             "choose another name with -o"});
  if (!force) read_rows();
}

void WearFolder::read_rows() {
  std::ifstream stream(folder_ / "wear.csv");
  std::string line;
  if (!stream || !std::getline(stream, line)) return;
  if (line != "# fourfoot wear " + key_)
    throw InputError(Finding{
        "study-changed",
        {},
        "\"" + (folder_ / "wear.csv").string() +
            "\" is of another wear study, or of this one before its inputs or the program changed",
        "choose another folder with -o, or begin anew with --force"});
  std::getline(stream, line);  // names
  for (WearRow row; std::getline(stream, line) && read_row(line, row);) {
    if (rows_.empty() || row.distance > rows_.back().distance) ++updates_;
    rows_.push_back(row);
  }
  updates_ = std::max(0, updates_ - 1);  // the first block is of new wheels
}

fs::path WearFolder::get_profile(const std::string& wheelset, int side, int update) const {
  if (update == 0) return wheel_;
  return folder_ / fmt::format("{:04}", update) /
         (wheelset + (side == 0 ? "_left.toml" : "_right.toml"));
}

std::vector<WornWheelset> WearFolder::read_depths(const std::vector<std::string>& wheelsets) const {
  std::vector<WornWheelset> out;
  for (const std::string& name : wheelsets) {
    WornWheelset worn{name, {make_depth(), make_depth()}};
    for (int side = 0; side < 2 && updates_ > 0; ++side) {
      const input::Document document =
          input::load_document(get_profile(name, side, updates_), profile::get_profile_schema());
      const std::vector<double> depth = document.root.table("wear").numbers("depth");
      std::vector<double>& to = worn.depth[static_cast<std::size_t>(side)].depth();
      if (depth.size() != to.size())
        throw InputError(Finding{"study-changed", document.root.where_is("wear"),
                                 "the worn profile has another number of depths",
                                 "begin anew with --force"});
      to = depth;
    }
    out.push_back(std::move(worn));
  }
  return out;
}

void WearFolder::write_profiles(const std::vector<WornWheelset>& wheelsets, int update) const {
  fs::create_directories(get_profile("x", 0, update).parent_path());
  const bool is_toml = wheel_.extension() == ".toml";
  for (const WornWheelset& worn : wheelsets) {
    for (int side = 0; side < 2; ++side) {
      const wear::WearDepth& depth = worn.depth[static_cast<std::size_t>(side)];
      std::string text = fmt::format("# Worn wheel, written by fourfoot wear; lengths in m.\n");
      text += is_toml ? fmt::format("include = \"{}\"\n", wheel_.string())
                      : fmt::format("kind = \"wheel\"\npoints = \"{}\"\n", wheel_.string());
      text += fmt::format("\n[wear]\ny = [{:.6g}]\ndepth = [{}]\n", fmt::join(depth.list_y(), ", "),
                          fmt::join(depth.depth(), ", "));
      results::write_output(get_profile(worn.name, side, update), text);
    }
  }
}

void WearFolder::append(const std::vector<WearRow>& rows) {
  rows_.insert(rows_.end(), rows.begin(), rows.end());
  std::string text = "# fourfoot wear " + key_ + "\n" + wear_header + "\n";
  for (const WearRow& row : rows_) text += write_row(row);
  results::write_output(folder_ / "wear.csv", text);
  if (rows.front().distance > 0.0) ++updates_;
}

}  // namespace fourfoot::jobs

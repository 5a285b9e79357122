#include "results/results_file.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fourfoot::results {

namespace {

constexpr int most_inputs = 10'000;

}  // namespace

ResultsFile::ResultsFile(const std::filesystem::path& path) : file_(path) {
  if (!file_.has("time") || !file_.is_group("channels") || !file_.is_group("meta"))
    throw h5::BadFile("has no /time, /channels and /meta");
  std::vector<std::string> names = file_.list_datasets("channels");
  if (file_.has("s")) names.insert(names.begin(), "s");
  names.insert(names.begin(), "time");
  for (const std::string& name : names) {
    const std::string dataset = h5::get_dataset_path(name);
    channels_.push_back({name, file_.read_attribute(dataset, "unit"),
                         file_.read_attribute(dataset, "frame"),
                         file_.read_attribute(dataset, "description")});
  }
  count_rows();
  if (file_.read_text("meta/status") == "running") drop_unwritten();
}

void ResultsFile::count_rows() {
  std::uint64_t rows = std::numeric_limits<std::uint64_t>::max(), values = 0;
  for (const Channel& channel : channels_) {
    const auto count = file_.count_numbers(h5::get_dataset_path(channel.name));
    if (!count)
      throw h5::BadFile("has a channel \"" + channel.name + "\" that is no row of numbers");
    rows = std::min(rows, *count);
    values += *count;
  }
  // One data set under many names would be read many times.
  if (values > file_.byte_limit() / sizeof(double))
    throw h5::BadFile("claims more values than it has room for");
  rows_ = rows;
}

// Of a run that was killed while it flushed, some channels may lack the last rows: no more than it
// flushes at a time.
void ResultsFile::drop_unwritten() {
  constexpr std::size_t flushed_rows = 2048;
  const std::size_t begin = rows_ > flushed_rows ? rows_ - flushed_rows : 0;
  for (const Channel& channel : channels_) {
    const std::vector<double> values =
        file_.read_numbers(h5::get_dataset_path(channel.name), begin);
    while (rows_ > begin && std::isnan(values[rows_ - begin - 1])) --rows_;
  }
}

std::vector<double> ResultsFile::read(const std::string& channel) const {
  std::vector<double> values = file_.read_numbers(h5::get_dataset_path(channel));
  if (values.size() < rows_) throw h5::BadFile("has no channel \"" + channel + "\"");
  values.resize(rows_);
  return values;
}

std::string ResultsFile::read_meta(const std::string& name) const {
  return file_.read_text("meta/" + name);
}

std::vector<SourceFile> ResultsFile::read_inputs() const {
  std::vector<SourceFile> inputs;
  std::uint64_t bytes = 0;
  for (int i = 1; i <= most_inputs; ++i) {
    const std::string name = "meta/inputs/file_" + std::to_string(i);
    if (!file_.has(name)) break;
    inputs.push_back({file_.read_attribute(name, "name"), file_.read_text(name)});
    bytes += inputs.back().text.size();
    if (bytes > file_.byte_limit()) throw h5::BadFile("claims more text than it has room for");
  }
  return inputs;
}

std::vector<std::string> ResultsFile::list_groups(const std::string& path) const {
  std::vector<std::string> groups;
  for (const std::string& name : file_.list(path)) {
    if (file_.is_group(path + "/" + name)) groups.push_back(name);
  }
  return groups;
}

std::map<std::string, double> ResultsFile::read_numbers() const {
  std::map<std::string, double> numbers;
  for (const std::string& name : file_.list_datasets("meta")) {
    if (const auto value = file_.read_number("meta/" + name)) numbers[name] = *value;
  }
  return numbers;
}

}  // namespace fourfoot::results

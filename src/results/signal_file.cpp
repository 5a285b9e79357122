#include "results/signal_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>

#include "base/error.h"
#include "evaluate/comfort.h"
#include "input/scenario_file.h"
#include "input/units.h"
#include "results/results_reader.h"
#include "results/signal_reader.h"

namespace fourfoot::results {

namespace {

std::string trim_signal(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\"");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\"") - begin + 1);
}

/// "Q11 [kN]" to name and unit.
void split_unit(const std::string& text, std::string& name, std::string& unit) {
  const std::size_t bracket = text.rfind('[');
  name = trim_signal(text.substr(0, bracket));
  unit.clear();
  if (bracket != std::string::npos)
    unit = trim_signal(text.substr(bracket + 1, text.find(']', bracket) - bracket - 1));
}

/// What a channel is measured in here, by its name; empty if any unit will do.
std::string get_wanted_unit(const std::string& name) {
  const std::size_t slash = name.rfind('/');
  const std::string last = slash == std::string::npos ? name : name.substr(slash + 1);
  if (name == "time") return "s";
  if (name == "s") return "m";
  if (name == "speed") return "m/s";
  if (name == "curvature") return "1/m";
  if (slash == std::string::npos) return "";
  if (last == "Y" || last == "Q" || last == "N" || last == "sum_Y" || last == "t_gamma") return "N";
  if (last == "a_x" || last == "a_y" || last == "a_z") return "m/s2";
  if (last == "d_y" || last == "d_z") return "m";
  return "";
}

double read_signal_cell(const std::string& cell, const std::string& column, std::size_t line,
                        const std::filesystem::path& path) {
  const std::string text = trim_signal(cell);
  if (text.empty() || text == "nan" || text == "NaN" || text == "NAN")
    return std::numeric_limits<double>::quiet_NaN();
  double value = 0.0;
  const char *begin = text.data(), *end = begin + text.size();
  if (*begin == '+') ++begin;
  const auto [rest, status] = std::from_chars(begin, end, value);
  if (status != std::errc() || rest != end)
    throw InputError(Finding{"bad-number",
                             {},
                             path.string() + ":" + std::to_string(line) + ": column \"" + column +
                                 "\": \"" + text + "\" is not a number",
                             "use a point for decimals"});
  return value;
}

}  // namespace

struct SignalFile::Impl {
  struct Column {
    std::string path = {};            ///< of the dataset
    std::vector<double> values = {};  ///< of a CSV file
    double factor = 1.0, zero = 0.0;  ///< to SI
  };
  std::vector<Column> columns;
  std::unique_ptr<SignalReader> reader;
  std::unique_ptr<ResultsReader> results;  ///< if it is a results file
};

ChannelRename parse_rename(const std::string& text) {
  const std::size_t equals = text.find('=');
  ChannelRename rename;
  if (equals != std::string::npos) {
    rename.name = trim_signal(text.substr(0, equals));
    split_unit(text.substr(equals + 1), rename.from, rename.unit);
  }
  if (rename.name.empty() || rename.from.empty())
    throw InputError(Finding{"bad-map",
                             {},
                             "--map \"" + text + "\" names no channel",
                             "for example --map \"wheelset_1/left/Q=Q11 [kN]\""});
  return rename;
}

SignalFile::SignalFile(const std::filesystem::path& path, const std::vector<ChannelRename>& renames)
    : impl_(std::make_unique<Impl>()) {
  std::error_code error;
  if (!std::filesystem::exists(path, error))
    throw InputError(Finding{"file-not-found", {}, "\"" + path.string() + "\" does not exist"});
  if (std::filesystem::is_directory(path, error)) refuse_signals(path, "is a folder");
  if (input::is_hdf5(path))
    open_hdf5(path);
  else
    open_csv(path);
  rename(renames);
  convert_units();
}

SignalFile::~SignalFile() = default;

void SignalFile::open_hdf5(const std::filesystem::path& path) {
  impl_->reader = std::make_unique<SignalReader>(path);
  const std::vector<SignalEntry>& entries = impl_->reader->entries();
  bool is_run = false, has_rows = false;
  for (const SignalEntry& entry : entries) {
    if (entry.path == "time" || entry.path == "t" || entry.path == "channels/time") {
      size_ = entry.count;
      has_rows = true;
    }
    is_run = is_run || entry.path.starts_with("channels/");
  }
  if (!has_rows) refuse_signals(path, "has no dataset \"time\" with rows");
  if (is_run) open_results(path);
  for (const SignalEntry& entry : entries) {
    if (entry.count < size_) continue;
    std::string name = entry.path.starts_with("channels/") ? entry.path.substr(9) : entry.path;
    // Of a results file only the rows, not the tables besides them.
    if (impl_->results && name == entry.path && name != "time" && name != "s") continue;
    if (name == "t") name = "time";
    channels_.push_back({name, entry.unit, entry.frame, entry.description});
    impl_->columns.push_back({entry.path});
  }
}

// A file with channels but without /meta is somebody else's.
void SignalFile::open_results(const std::filesystem::path& path) {
  try {
    impl_->results = std::make_unique<ResultsReader>(path);
    size_ = impl_->results->size();  // less what a killed run did not write
  } catch (const InputError&) {
    impl_->results.reset();
  }
}

void SignalFile::open_csv(const std::filesystem::path& path) {
  std::ifstream stream(path);
  if (!stream) refuse_signals(path, "cannot be read");
  char separator = ',';
  std::size_t number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (number == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
    if (line.find('\0') != std::string::npos) refuse_signals(path, "is neither HDF5 nor text");
    if (trim_signal(line).empty() || line[0] == '#') continue;
    const bool is_header = channels_.empty();
    if (is_header)
      for (const char c : {'\t', ';'})
        if (line.find(c) != std::string::npos) separator = c;
    std::size_t column = 0;
    for (std::size_t begin = 0; begin <= line.size(); ++column) {
      const std::size_t end = std::min(line.find(separator, begin), line.size());
      const std::string cell = line.substr(begin, end - begin);
      begin = end + 1;
      if (is_header) {
        Channel channel;
        split_unit(trim_signal(cell), channel.name, channel.unit);
        if (channel.name == "t") channel.name = "time";
        channels_.push_back(channel);
        impl_->columns.push_back({});
      } else if (column < channels_.size()) {
        impl_->columns[column].values.push_back(
            read_signal_cell(cell, channels_[column].name, number, path));
      }
    }
    if (!is_header && column != channels_.size())
      throw InputError(Finding{"wrong-count",
                               {},
                               path.string() + ":" + std::to_string(number) + ": this row has " +
                                   std::to_string(column) + " cells, the header " +
                                   std::to_string(channels_.size()),
                               ""});
  }
  if (channels_.empty()) refuse_signals(path, "is empty");
  size_ = impl_->columns.front().values.size();
}

void SignalFile::rename(const std::vector<ChannelRename>& renames) {
  for (const ChannelRename& r : renames) {
    const int at = find(r.from);
    if (at < 0) {
      std::vector<std::string> names;
      for (const Channel& channel : channels_) names.push_back(channel.name);
      const std::string closest = find_closest_channel(r.from, names);
      throw InputError(Finding{"missing-channel",
                               {},
                               "--map: the file has no channel \"" + r.from + "\"",
                               closest.empty() ? "the header of a CSV file, or fourfoot export "
                                                 "--list of a results file, shows them"
                                               : "did you mean \"" + closest + "\"?"});
    }
    Channel& channel = channels_[static_cast<std::size_t>(at)];
    channel.name = r.name;
    if (!r.unit.empty()) channel.unit = r.unit;
  }
}

void SignalFile::convert_units() {
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    Channel& channel = channels_[i];
    const std::string wanted = get_wanted_unit(channel.name);
    if (wanted.empty() || channel.unit.empty() || channel.unit == wanted) {
      if (channel.unit.empty()) channel.unit = wanted;
      continue;
    }
    const input::Conversion zero = input::convert({0.0, channel.unit}, wanted);
    const input::Conversion one = input::convert({1.0, channel.unit}, wanted);
    if (one.fault == input::UnitFault::unknown_unit)
      throw InputError(
          Finding{"unknown-unit",
                  {},
                  "channel \"" + channel.name + "\": unknown unit \"" + channel.unit + "\"",
                  "it should convert to " + wanted});
    if (one.fault == input::UnitFault::wrong_dimension)
      throw InputError(Finding{"wrong-unit",
                               {},
                               "channel \"" + channel.name + "\" is in \"" + channel.unit +
                                   "\", which does not convert to " + wanted,
                               "correct the header, or give the unit by --map \"" + channel.name +
                                   "=" + channel.name + " [" + wanted + "]\""});
    impl_->columns[i].zero = zero.value;
    impl_->columns[i].factor = one.value - zero.value;
    channel.unit = wanted;
  }
}

void SignalFile::read(std::size_t channel, std::size_t first, std::size_t count, double* to) {
  Impl::Column& column = impl_->columns.at(channel);
  if (column.path.empty()) {
    std::copy_n(column.values.begin() + static_cast<std::ptrdiff_t>(first), count, to);
  } else if (count > 0) {
    const std::vector<double> values = impl_->reader->read(column.path, first, count);
    std::copy(values.begin(), values.end(), to);
  }
  if (column.factor == 1.0 && column.zero == 0.0) return;
  for (std::size_t i = 0; i < count; ++i) to[i] = to[i] * column.factor + column.zero;
}

std::vector<double> SignalFile::read_all(std::size_t channel) {
  std::vector<double> values(size_);
  read(channel, 0, size_, values.data());
  return values;
}

evaluate::TrackProfile SignalFile::read_track() const {
  if (!impl_->results) return {};
  const ResultsTable table = impl_->results->read_table("track");
  const ResultsColumn *s = table.find("s"), *curvature = table.find("curvature");
  const ResultsColumn* roll = table.find("roll");
  if (s == nullptr || curvature == nullptr || s->values.size() != curvature->values.size())
    return {};
  evaluate::TrackProfile track{s->values, curvature->values, {}};
  if (roll != nullptr && roll->values.size() == s->values.size()) track.roll = roll->values;
  return track;
}

std::vector<std::pair<std::string, double>> SignalFile::read_positions() const {
  if (!impl_->results) return {};
  const ResultsTable table = impl_->results->read_table("model/bodies");
  const ResultsColumn *name = table.find("name"), *x = table.find("x");
  std::vector<std::pair<std::string, double>> positions;
  if (name == nullptr || x == nullptr) return positions;
  for (std::size_t i = 0; i < std::min(name->texts.size(), x->values.size()); ++i)
    positions.emplace_back(name->texts[i], x->values[i]);
  return positions;
}

std::vector<SignalFile::MarkerPosition> SignalFile::read_markers() const {
  if (!impl_->results) return {};
  const ResultsTable table = impl_->results->read_table("model/markers");
  const ResultsColumn *name = table.find("name"), *body = table.find("body"), *x = table.find("x");
  std::vector<MarkerPosition> markers;
  if (name == nullptr || body == nullptr || x == nullptr) return markers;
  const std::vector<std::pair<std::string, double>> bodies = read_positions();
  for (std::size_t i = 0; i < std::min({name->texts.size(), body->texts.size(), x->values.size()});
       ++i)
    for (const auto& [of, position] : bodies)
      if (of == body->texts[i]) markers.push_back({name->texts[i], of, x->values[i] - position});
  return markers;
}

double SignalFile::read_flange_angle() const {
  double least = std::numeric_limits<double>::quiet_NaN();
  if (!impl_->results) return least;
  for (const std::string& wheelset : impl_->results->list_groups("profiles")) {
    for (const char* side : {"/left/wheel", "/right/wheel"}) {
      const ResultsTable table = impl_->results->read_table("profiles/" + wheelset + side);
      const ResultsColumn *y = table.find("y"), *z = table.find("z");
      if (y == nullptr || z == nullptr) continue;
      const double angle = evaluate::find_flange_angle(y->values, z->values);
      if (angle > 0.0 && !(angle >= least)) least = angle;
    }
  }
  return least;
}

double SignalFile::read_friction() const {
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  if (!impl_->results) return unknown;
  const ResultsTable table = impl_->results->read_table("meta/run");
  const auto it = table.numbers.find("friction");
  return it == table.numbers.end() ? unknown : it->second;
}

std::string SignalFile::read_meta(const std::string& name) const {
  return impl_->results ? impl_->results->read_meta(name) : std::string();
}

}  // namespace fourfoot::results

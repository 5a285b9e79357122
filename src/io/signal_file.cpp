#include "io/signal_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>

#include "base/error.h"
#include "io/hdf5.h"
#include "io/results_reader.h"
#include "io/units.h"

namespace fourfoot::io {

namespace {

[[noreturn]] void refuse_signals(const std::filesystem::path& path, const std::string& why) {
  throw InputError(Finding{"not-signals",
                           {},
                           "\"" + path.string() + "\" " + why,
                           "expected HDF5 (results of fourfoot run, or datasets as long as "
                           "\"time\") or CSV with a header of names"});
}

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
  return "";
}

#if H5_VERSION_GE(1, 12, 0)
using SignalInfo = H5O_info2_t;
constexpr auto visit_signals = H5Ovisit3;
#else
using SignalInfo = H5O_info_t;
constexpr auto visit_signals = H5Ovisit2;
#endif

herr_t collect_signal(hid_t, const char* name, const SignalInfo* info, void* names) {
  if (info->type == H5O_TYPE_DATASET)
    static_cast<std::vector<std::string>*>(names)->push_back(name);
  return 0;
}

/// Length of a one-dimensional dataset of numbers, else 0.
std::size_t get_signal_length(hid_t data) {
  const h5::Handle space(H5Dget_space(data), H5Sclose), type(H5Dget_type(data), H5Tclose);
  if (!space.valid() || !type.valid() || H5Sget_simple_extent_ndims(space.get()) != 1) return 0;
  const H5T_class_t kind = H5Tget_class(type.get());
  if (kind != H5T_FLOAT && kind != H5T_INTEGER) return 0;
  hsize_t length = 0;
  H5Sget_simple_extent_dims(space.get(), &length, nullptr);
  return length;
}

bool is_hdf5(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  char begin[8] = {};
  file.read(begin, 8);
  return std::string(begin, 8) == "\x89HDF\r\n\x1a\n";
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
    h5::Handle data = {};             ///< opened at the first reading
    std::vector<double> values = {};  ///< of a CSV file
    double factor = 1.0, zero = 0.0;  ///< to SI
  };
  h5::Handle file;
  std::vector<Column> columns;
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
  if (is_hdf5(path))
    open_hdf5(path);
  else
    open_csv(path);
  rename(renames);
  convert_units();
}

SignalFile::~SignalFile() = default;

void SignalFile::open_hdf5(const std::filesystem::path& path) {
  h5::prepare();
  impl_->file = h5::Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (!impl_->file.valid()) refuse_signals(path, "is a damaged HDF5 file");
  const hid_t file = impl_->file.get();
  std::vector<std::string> names;
  visit_signals(file, H5_INDEX_NAME, H5_ITER_INC, collect_signal, &names, H5O_INFO_BASIC);
  std::vector<std::size_t> lengths;
  for (const std::string& name : names) {
    const h5::Handle data(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose);
    lengths.push_back(data.valid() ? get_signal_length(data.get()) : 0);
    if (name == "time" || name == "t" || name == "channels/time") size_ = lengths.back();
  }
  if (size_ == 0) refuse_signals(path, "has no dataset \"time\" with rows");
  if (h5::exists(file, "channels") && h5::exists(file, "meta") && h5::exists(file, "time")) {
    impl_->results = std::make_unique<ResultsReader>(path);
    size_ = impl_->results->size();  // less what a killed run did not write
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (lengths[i] < size_ || lengths[i] == 0) continue;
    if (names[i].starts_with("meta/") || names[i].starts_with("track/")) continue;
    const h5::Handle data(H5Dopen2(file, names[i].c_str(), H5P_DEFAULT), H5Dclose);
    std::string name = names[i].starts_with("channels/") ? names[i].substr(9) : names[i];
    if (name == "t") name = "time";
    std::string unit = h5::read_attribute(data.get(), "unit");
    if (unit.empty()) unit = h5::read_attribute(data.get(), "units");
    channels_.push_back({name, unit, h5::read_attribute(data.get(), "frame"),
                         h5::read_attribute(data.get(), "description")});
    impl_->columns.push_back({names[i]});
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
      throw InputError(Finding{"missing-channel",
                               {},
                               "--map: the file has no channel \"" + r.from + "\"",
                               suggest(r.from, names)});
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
    const Conversion zero = convert({0.0, channel.unit}, wanted);
    const Conversion one = convert({1.0, channel.unit}, wanted);
    if (one.fault == UnitFault::unknown_unit)
      throw InputError(
          Finding{"unknown-unit",
                  {},
                  "channel \"" + channel.name + "\": unknown unit \"" + channel.unit + "\"",
                  "it should convert to " + wanted});
    if (one.fault == UnitFault::wrong_dimension)
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
    if (!column.data.valid())
      column.data =
          h5::Handle(H5Dopen2(impl_->file.get(), column.path.c_str(), H5P_DEFAULT), H5Dclose);
    const hsize_t begin = first, length = count;
    const h5::Handle file_space(H5Dget_space(column.data.get()), H5Sclose);
    const h5::Handle memory_space(H5Screate_simple(1, &length, nullptr), H5Sclose);
    if (H5Sselect_hyperslab(file_space.get(), H5S_SELECT_SET, &begin, nullptr, &length, nullptr) <
            0 ||
        H5Dread(column.data.get(), H5T_NATIVE_DOUBLE, memory_space.get(), file_space.get(),
                H5P_DEFAULT, to) < 0)
      throw InputError(Finding{"not-signals",
                               {},
                               "channel \"" + channels_[channel].name + "\" cannot be read",
                               "the file was damaged"});
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

std::vector<std::pair<std::string, double>> SignalFile::read_places() const {
  if (!impl_->results) return {};
  const ResultsTable table = impl_->results->read_table("model/bodies");
  const ResultsColumn *name = table.find("name"), *x = table.find("x");
  std::vector<std::pair<std::string, double>> places;
  if (name == nullptr || x == nullptr) return places;
  for (std::size_t i = 0; i < std::min(name->texts.size(), x->values.size()); ++i)
    places.emplace_back(name->texts[i], x->values[i]);
  return places;
}

std::string SignalFile::read_meta(const std::string& name) const {
  return impl_->results ? impl_->results->read_meta(name) : std::string();
}

}  // namespace fourfoot::io

#include "io/results_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "io/hdf5.h"
#include "io/hdf5_table.h"

namespace fourfoot::io {

namespace {

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& why) {
  throw InputError(Finding{"not-results",
                           {},
                           "\"" + path.string() + "\" " + why,
                           "expected a results file written by fourfoot run"});
}

std::size_t get_length(hid_t data) {
  const h5::Handle space(H5Dget_space(data), H5Sclose);
  if (!space.valid() || H5Sget_simple_extent_ndims(space.get()) != 1) return 0;
  hsize_t length = 0;
  H5Sget_simple_extent_dims(space.get(), &length, nullptr);
  return length;
}

// HDF5 1.12 renamed the call that walks all objects and what it tells of each.
#if H5_VERSION_GE(1, 12, 0)
using ObjectInfo = H5O_info2_t;
constexpr auto visit_objects = H5Ovisit3;
#else
using ObjectInfo = H5O_info_t;
constexpr auto visit_objects = H5Ovisit2;
#endif

herr_t collect_name(hid_t, const char* name, const ObjectInfo* info, void* names) {
  if (info->type == H5O_TYPE_DATASET)
    static_cast<std::vector<std::string>*>(names)->push_back(name);
  return 0;
}

}  // namespace

struct ResultsReader::Impl {
  h5::Handle file;

  h5::Handle open_dataset(const std::string& path) const {
    return h5::Handle(H5Dopen2(file.get(), path.c_str(), H5P_DEFAULT), H5Dclose);
  }
  Channel read_channel(const std::string& name) const {
    const h5::Handle data = open_dataset(h5::get_dataset_path(name));
    return {name, h5::read_attribute(data.get(), "unit"), h5::read_attribute(data.get(), "frame"),
            h5::read_attribute(data.get(), "description")};
  }
};

ResultsReader::ResultsReader(const std::filesystem::path& path) : impl_(std::make_unique<Impl>()) {
  h5::prepare();
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    throw InputError(Finding{"file-not-found", {}, "\"" + path.string() + "\" does not exist"});
  }
  if (std::filesystem::is_directory(path, error)) refuse(path, "is a folder");
  impl_->file = h5::Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (!impl_->file.valid()) refuse(path, "is not an HDF5 file, or was damaged");
  const hid_t file = impl_->file.get();
  if (!h5::exists(file, "time") || !h5::exists(file, "channels") || !h5::exists(file, "meta")) {
    refuse(path, "has no /time, /channels and /meta");
  }
  std::vector<std::string> names;
  const h5::Handle group(H5Gopen2(file, "channels", H5P_DEFAULT), H5Gclose);
  visit_objects(group.get(), H5_INDEX_NAME, H5_ITER_INC, collect_name, &names, H5O_INFO_BASIC);
  std::sort(names.begin(), names.end());
  if (h5::exists(file, "s")) names.insert(names.begin(), "s");
  names.insert(names.begin(), "time");
  size_ = std::numeric_limits<std::size_t>::max();
  for (const std::string& name : names) {
    channels_.push_back(impl_->read_channel(name));
    size_ = std::min(size_, get_length(impl_->open_dataset(h5::get_dataset_path(name)).get()));
  }
  if (h5::read_text(file, "meta/status") == "running") drop_unwritten();
}

// Of a run that was killed while it flushed, some channels may lack the last rows.
void ResultsReader::drop_unwritten() {
  for (const Channel& channel : channels_) {
    const std::vector<double> values = read(channel.name);
    while (size_ > 0 && std::isnan(values[size_ - 1])) --size_;
  }
}

ResultsReader::~ResultsReader() = default;

std::vector<double> ResultsReader::read(const std::string& channel) const {
  const h5::Handle data = impl_->open_dataset(h5::get_dataset_path(channel));
  if (!data.valid()) throw std::out_of_range("no channel \"" + channel + "\"");
  std::vector<double> values(get_length(data.get()));
  if (H5Dread(data.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0) {
    throw InputError(Finding{
        "not-results", {}, "channel \"" + channel + "\" cannot be read", "the file was damaged"});
  }
  values.resize(size_);
  return values;
}

std::string ResultsReader::read_meta(const std::string& name) const {
  return h5::read_text(impl_->file.get(), "meta/" + name);
}

std::vector<SourceFile> ResultsReader::read_inputs() const {
  std::vector<SourceFile> inputs;
  for (int i = 1;; ++i) {
    const std::string name = "meta/inputs/file_" + std::to_string(i);
    if (!h5::exists(impl_->file.get(), name)) return inputs;
    const h5::Handle data = impl_->open_dataset(name);
    inputs.push_back(
        {h5::read_attribute(data.get(), "name"), h5::read_text(impl_->file.get(), name)});
  }
}

ResultsTable ResultsReader::read_table(const std::string& path) const {
  return h5::read_table(impl_->file.get(), path);
}

std::vector<std::string> ResultsReader::list_groups(const std::string& path) const {
  return h5::list_groups(impl_->file.get(), path);
}

std::map<std::string, double> ResultsReader::read_numbers() const {
  std::vector<std::string> names;
  const h5::Handle meta(H5Gopen2(impl_->file.get(), "meta", H5P_DEFAULT), H5Gclose);
  visit_objects(meta.get(), H5_INDEX_NAME, H5_ITER_INC, collect_name, &names, H5O_INFO_BASIC);
  std::map<std::string, double> numbers;
  for (const std::string& name : names) {
    const h5::Handle data = impl_->open_dataset("meta/" + name);
    const h5::Handle type(H5Dget_type(data.get()), H5Tclose);
    const h5::Handle space(H5Dget_space(data.get()), H5Sclose);
    double value = 0.0;
    if (H5Tget_class(type.get()) == H5T_FLOAT && H5Sget_simple_extent_npoints(space.get()) == 1 &&
        H5Dread(data.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, &value) >= 0) {
      numbers[name] = value;
    }
  }
  return numbers;
}

}  // namespace fourfoot::io

#include "results/hdf5_read.h"

#include <algorithm>
#include <cstring>

namespace fourfoot::results::h5 {

namespace {

constexpr std::size_t most_links = 100'000;         // of a group, and of all channels
constexpr std::size_t most_attributes = 1'000;      // of an object
constexpr std::size_t longest_attribute = 1 << 20;  // [bytes]
constexpr int deepest = 16;                         // groups within groups
constexpr std::uint64_t room = 64u << 20;  // what constant, packed or unwritten values may claim

/// What a data set or an attribute holds.
struct Shape {
  bool is_text = false, is_number = false;
  std::size_t element = 0;  // [bytes]
  std::uint64_t count = 0;
  bool is_row = false;  // has one dimension; else a single value
};

Shape read_shape(const Handle& type, const Handle& space) {
  Shape shape;
  if (!type.valid() || !space.valid()) return shape;
  const H5T_class_t kind = H5Tget_class(type.get());
  const int rank = H5Sget_simple_extent_ndims(space.get());
  if (rank < 0 || rank > 1 || H5Sget_simple_extent_type(space.get()) == H5S_NULL) return shape;
  shape.element = H5Tget_size(type.get());
  shape.is_row = rank == 1;
  hsize_t count = 1;
  if (shape.is_row && H5Sget_simple_extent_dims(space.get(), &count, nullptr) != 1) return shape;
  shape.count = count;
  shape.is_text = kind == H5T_STRING && H5Tis_variable_str(type.get()) == 0 && shape.element > 0;
  shape.is_number = (kind == H5T_FLOAT || kind == H5T_INTEGER) && shape.element <= 16;
  return shape;
}

bool is_known_filter(H5Z_filter_t filter) {
  return filter == H5Z_FILTER_DEFLATE || filter == H5Z_FILTER_SHUFFLE ||
         filter == H5Z_FILTER_FLETCHER32;
}

// Where the values are and how they are packed.
void check_storage(hid_t data, const std::string& path) {
  const Handle list(H5Dget_create_plist(data), H5Pclose);
  if (!list.valid()) throw BadFile("was damaged (\"" + path + "\")");
  const H5D_layout_t layout = H5Pget_layout(list.get());
  const bool is_inside = layout == H5D_COMPACT || layout == H5D_CONTIGUOUS || layout == H5D_CHUNKED;
  if (!is_inside || H5Pget_external_count(list.get()) != 0)
    throw BadFile("names another file to take \"" + path + "\" from, which is not done");
  const int filters = H5Pget_nfilters(list.get());
  for (int i = 0; i < filters; ++i) {
    unsigned flags = 0, config = 0;
    std::size_t values = 0;
    const H5Z_filter_t filter = H5Pget_filter2(list.get(), static_cast<unsigned>(i), &flags,
                                               &values, nullptr, 0, nullptr, &config);
    if (!is_known_filter(filter)) throw BadFile("has \"" + path + "\" packed by an unknown filter");
  }
}

std::string strip(std::string text) {
  text.erase(text.find_last_not_of('\0') + 1);
  return text;
}

struct Names {
  std::vector<std::string> all;
  std::size_t most = 0;
};

herr_t collect_link(hid_t, const char* name, const H5L_info_t*, void* to) {
  auto& names = *static_cast<Names*>(to);
  if (names.all.size() >= names.most) return -1;
  names.all.emplace_back(name);
  return 0;
}

herr_t collect_attribute(hid_t, const char* name, const H5A_info_t*, void* to) {
  return collect_link(0, name, nullptr, to);
}

/// An attribute that is one text or one number.
class Attribute {
 public:
  Attribute(hid_t object, const std::string& name)
      : attribute_(H5Aexists(object, name.c_str()) > 0 ? H5Aopen(object, name.c_str(), H5P_DEFAULT)
                                                       : H5I_INVALID_HID,
                   H5Aclose) {
    if (!attribute_.valid()) return;
    type_ = Handle(H5Aget_type(attribute_.get()), H5Tclose);
    const Handle space(H5Aget_space(attribute_.get()), H5Sclose);
    shape_ = read_shape(type_, space);
    if (shape_.count != 1 || shape_.element > longest_attribute) shape_ = {};
  }
  bool is_text() const { return shape_.is_text; }
  std::string read_text() const {
    if (!shape_.is_text) return {};
    std::string value(shape_.element, '\0');
    if (H5Aread(attribute_.get(), type_.get(), value.data()) < 0) return {};
    return strip(std::move(value));
  }
  std::string read_foreign_text() const {
    if (!attribute_.valid() || H5Tis_variable_str(type_.get()) <= 0 || shape_.count != 1)
      return read_text();
    char* text = nullptr;
    if (H5Aread(attribute_.get(), type_.get(), &text) < 0 || text == nullptr) return {};
    std::string value(text, strnlen(text, longest_attribute));
    H5free_memory(text);
    return value;
  }
  std::optional<double> read_number() const {
    double value = 0.0;
    if (!shape_.is_number || H5Aread(attribute_.get(), H5T_NATIVE_DOUBLE, &value) < 0) return {};
    return value;
  }

 private:
  Handle attribute_, type_;
  Shape shape_;
};

/// A data set whose shape is known and fits into the file.
class DataSet {
 public:
  DataSet(const Handle& object, const std::string& path, std::uint64_t byte_limit)
      : data_(object.get()), path_(path) {
    if (!object.valid() || H5Iget_type(data_) != H5I_DATASET) return;
    check_storage(data_, path);
    type_ = Handle(H5Dget_type(data_), H5Tclose);
    const Handle space(H5Dget_space(data_), H5Sclose);
    shape_ = read_shape(type_, space);
    const std::uint64_t size = shape_.is_text
                                   ? shape_.element + sizeof(std::string)
                                   : std::max<std::uint64_t>(shape_.element, sizeof(double));
    if (shape_.count > byte_limit / size)
      throw BadFile("claims more values of \"" + path + "\" than it has room for");
  }
  const Shape& shape() const { return shape_; }
  std::vector<std::string> read_texts() const {
    std::string packed(shape_.element * shape_.count, '\0');
    read(type_.get(), packed.data());
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < shape_.count; ++i)
      texts.push_back(strip(packed.substr(i * shape_.element, shape_.element)));
    return texts;
  }
  std::vector<double> read_numbers() const {
    std::vector<double> values(shape_.count);
    read(H5T_NATIVE_DOUBLE, values.data());
    return values;
  }
  /// Those from `begin` on, of a row.
  std::vector<double> read_numbers_from(hsize_t begin) const {
    if (!shape_.is_row || begin >= shape_.count) return {};
    return read_part(begin, shape_.count - begin);
  }
  std::vector<double> read_part(hsize_t begin, hsize_t count) const {
    if (!shape_.is_row || begin >= shape_.count || count > shape_.count - begin) return {};
    std::vector<double> values(count);
    const Handle space(H5Dget_space(data_), H5Sclose);
    const Handle memory(H5Screate_simple(1, &count, nullptr), H5Sclose);
    if (H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, &begin, nullptr, &count, nullptr) < 0 ||
        H5Dread(data_, H5T_NATIVE_DOUBLE, memory.get(), space.get(), H5P_DEFAULT, values.data()) <
            0) {
      throw BadFile("was damaged: \"" + path_ + "\" cannot be read");
    }
    return values;
  }

 private:
  void read(hid_t type, void* to) const {
    if (shape_.count > 0 && H5Dread(data_, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, to) < 0)
      throw BadFile("was damaged: \"" + path_ + "\" cannot be read");
  }

  hid_t data_;
  const std::string& path_;
  Handle type_;
  Shape shape_;
};

}  // namespace

GuardedFile::GuardedFile(const std::filesystem::path& path) {
  prepare();
  size_ = std::filesystem::file_size(path);
  const Handle access = make_file_access();
  file_ = Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.get()), H5Fclose);
  if (!file_.valid()) throw BadFile("is not an HDF5 file, or was damaged");
}

std::uint64_t GuardedFile::byte_limit() const {
  return size_ + room;
}

// One name after the other, so that no link on the way leads elsewhere unseen.
Handle GuardedFile::open(const std::string& path) const {
  Handle here(H5Gopen2(file_.get(), "/", H5P_DEFAULT), H5Gclose);
  if (!here.valid()) throw BadFile("was damaged");
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    const std::string name = path.substr(at, end - at);
    at = end + 1;
    if (name.empty() || name == "." || H5Iget_type(here.get()) != H5I_GROUP) return {};
    if (H5Lexists(here.get(), name.c_str(), H5P_DEFAULT) <= 0) return {};
    H5L_info_t info;
    if (H5Lget_info(here.get(), name.c_str(), &info, H5P_DEFAULT) < 0)
      throw BadFile("was damaged (\"" + path + "\")");
    if (info.type != H5L_TYPE_HARD)
      throw BadFile("has a link at \"" + path + "\", which is not followed");
    Handle next(H5Oopen(here.get(), name.c_str(), H5P_DEFAULT), H5Oclose);
    if (!next.valid()) throw BadFile("was damaged (\"" + path + "\")");
    here = std::move(next);
  }
  return here;
}

bool GuardedFile::is_group(const std::string& path) const {
  const Handle object = open(path);
  return object.valid() && H5Iget_type(object.get()) == H5I_GROUP;
}

std::vector<std::string> GuardedFile::list(const std::string& group) const {
  const Handle object = open(group);
  if (!object.valid() || H5Iget_type(object.get()) != H5I_GROUP) return {};
  Names names{{}, most_links};
  if (H5Literate(object.get(), H5_INDEX_NAME, H5_ITER_INC, nullptr, collect_link, &names) < 0)
    throw BadFile("was damaged (\"" + group + "\")");
  return names.all;
}

std::vector<std::string> GuardedFile::list_datasets(const std::string& group) const {
  std::vector<std::string> paths;
  collect_datasets(group, "", 0, paths);
  std::sort(paths.begin(), paths.end());
  return paths;
}

void GuardedFile::collect_datasets(const std::string& group, const std::string& prefix, int depth,
                                   std::vector<std::string>& paths) const {
  if (depth > deepest) throw BadFile("has groups more than 16 deep");
  for (const std::string& name : list(group)) {
    const Handle object = open(group + "/" + name);
    if (!object.valid()) continue;
    const H5I_type_t kind = H5Iget_type(object.get());
    if (kind == H5I_DATASET) paths.push_back(prefix + name);
    if (kind == H5I_GROUP)
      collect_datasets(group + "/" + name, prefix + name + "/", depth + 1, paths);
    if (paths.size() > most_links) throw BadFile("has more than 100000 channels");
  }
}

std::string GuardedFile::read_text(const std::string& path) const {
  const Handle object = open(path);
  const DataSet data(object, path, byte_limit());
  return data.shape().is_text && data.shape().count == 1 ? data.read_texts().front() : "";
}

std::optional<double> GuardedFile::read_number(const std::string& path) const {
  const Handle object = open(path);
  const DataSet data(object, path, byte_limit());
  if (!data.shape().is_number || data.shape().count != 1) return {};
  return data.read_numbers().front();
}

std::optional<std::uint64_t> GuardedFile::count_numbers(const std::string& path) const {
  const Handle object = open(path);
  const DataSet data(object, path, byte_limit());
  if (!data.shape().is_number || !data.shape().is_row) return {};
  return data.shape().count;
}

std::vector<double> GuardedFile::read_numbers(const std::string& path, std::uint64_t begin) const {
  const Handle object = open(path);
  const DataSet data(object, path, byte_limit());
  if (!data.shape().is_number) return {};
  return begin == 0 ? data.read_numbers() : data.read_numbers_from(begin);
}

std::vector<double> GuardedFile::read_part(const std::string& path, std::uint64_t begin,
                                           std::uint64_t count) const {
  const Handle object = open(path);
  const DataSet data(object, path, byte_limit());
  if (!data.shape().is_number) return {};
  return data.read_part(begin, count);
}

std::string GuardedFile::read_foreign_attribute(const std::string& path,
                                                const std::string& name) const {
  const Handle object = open(path);
  return object.valid() ? Attribute(object.get(), name).read_foreign_text() : "";
}

std::string GuardedFile::read_attribute(const std::string& path, const std::string& name) const {
  const Handle object = open(path);
  return object.valid() ? Attribute(object.get(), name).read_text() : "";
}

bool GuardedFile::read_column(const std::string& path, ResultsColumn& column) const {
  const Handle object = open(path);
  const DataSet data(object, path, byte_limit());
  const Shape& shape = data.shape();
  if (!shape.is_row || (!shape.is_text && !shape.is_number)) return false;
  column.unit = Attribute(object.get(), "unit").read_text();
  column.description = Attribute(object.get(), "description").read_text();
  if (shape.is_text)
    column.texts = data.read_texts();
  else
    column.values = data.read_numbers();
  return true;
}

ResultsTable GuardedFile::read_table(const std::string& path) const {
  ResultsTable table;
  table.path = path;
  const Handle group = open(path);
  if (!group.valid() || H5Iget_type(group.get()) != H5I_GROUP) return table;
  Names names{{}, most_attributes};
  H5Aiterate2(group.get(), H5_INDEX_NAME, H5_ITER_INC, nullptr, collect_attribute, &names);
  for (const std::string& name : names.all) {
    const Attribute attribute(group.get(), name);
    if (attribute.is_text()) table.texts[name] = attribute.read_text();
    if (const auto number = attribute.read_number()) table.numbers[name] = *number;
  }
  std::uint64_t bytes = 0;
  for (const std::string& name : list(path)) {
    ResultsColumn column;
    if (!read_column(path + "/" + name, column)) continue;
    column.name = name;
    bytes += sizeof(double) * column.values.size() + 64;
    for (const std::string& text : column.texts) bytes += text.size() + sizeof(std::string);
    if (bytes > byte_limit())
      throw BadFile("claims more values of \"" + path + "\" than it has room for");
    table.columns.push_back(std::move(column));
  }
  return table;
}

}  // namespace fourfoot::results::h5

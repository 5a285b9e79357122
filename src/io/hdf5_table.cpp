#include "io/hdf5_table.h"

#include <algorithm>
#include <stdexcept>

#include "io/hdf5.h"

namespace fourfoot::io {

const ResultsColumn* ResultsTable::find(const std::string& name) const {
  const auto it = std::find_if(columns.begin(), columns.end(),
                               [&](const ResultsColumn& column) { return column.name == name; });
  return it == columns.end() ? nullptr : &*it;
}

}  // namespace fourfoot::io

namespace fourfoot::io::h5 {

namespace {

std::size_t get_text_size(const std::vector<std::string>& texts) {
  std::size_t size = 1;
  for (const std::string& text : texts) size = std::max(size, text.size());
  return size;
}

Handle make_text_type(std::size_t size) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.get(), size);
  H5Tset_strpad(type.get(), H5T_STR_NULLPAD);
  H5Tset_cset(type.get(), H5T_CSET_ASCII);  // as in hdf5.cpp
  return type;
}

Handle make_group(hid_t file, const std::string& path) {
  const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  H5Pset_create_intermediate_group(links.get(), 1);
  H5Pset_char_encoding(links.get(), H5T_CSET_UTF8);
  Handle group(H5Gcreate2(file, path.c_str(), links.get(), H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
  if (!group.valid()) throw std::runtime_error("HDF5 could not create \"" + path + "\"");
  return group;
}

void write_column(hid_t group, const ResultsColumn& column) {
  const bool is_text = !column.texts.empty();
  const hsize_t count = is_text ? column.texts.size() : column.values.size();
  const std::size_t size = get_text_size(column.texts);
  const Handle type = is_text ? make_text_type(size) : Handle(H5Tcopy(H5T_IEEE_F64LE), H5Tclose);
  const Handle memory =
      is_text ? make_text_type(size) : Handle(H5Tcopy(H5T_NATIVE_DOUBLE), H5Tclose);
  std::string packed;  // texts of one length, filled up with zeros
  for (const std::string& text : column.texts) packed += text + std::string(size - text.size(), 0);
  const void* from = is_text ? static_cast<const void*>(packed.data()) : column.values.data();
  const Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose);
  const Handle data(H5Dcreate2(group, column.name.c_str(), type.get(), space.get(), H5P_DEFAULT,
                               H5P_DEFAULT, H5P_DEFAULT),
                    H5Dclose);
  if (!data.valid() ||
      H5Dwrite(data.get(), memory.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, from) < 0) {
    throw std::runtime_error("HDF5 could not write \"" + column.name + "\"");
  }
  if (!column.unit.empty()) write_attribute(data.get(), "unit", column.unit);
  if (!column.description.empty()) write_attribute(data.get(), "description", column.description);
}

// A link of the group as a column; false if it is none (a group, another type).
bool read_column(hid_t group, const std::string& name, ResultsColumn& column) {
  const Handle data(H5Dopen2(group, name.c_str(), H5P_DEFAULT), H5Dclose);
  if (!data.valid()) return false;
  const Handle type(H5Dget_type(data.get()), H5Tclose);
  const Handle space(H5Dget_space(data.get()), H5Sclose);
  hsize_t count = 0;
  if (H5Sget_simple_extent_ndims(space.get()) != 1) return false;
  H5Sget_simple_extent_dims(space.get(), &count, nullptr);
  column.name = name;
  column.unit = read_attribute(data.get(), "unit");
  column.description = read_attribute(data.get(), "description");
  if (H5Tget_class(type.get()) == H5T_STRING && H5Tis_variable_str(type.get()) <= 0) {
    const std::size_t size = H5Tget_size(type.get());
    std::string packed(size * count, '\0');
    if (H5Dread(data.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, packed.data()) < 0)
      return false;
    for (std::size_t i = 0; i < count; ++i) {
      std::string text = packed.substr(i * size, size);
      text.erase(text.find_last_not_of('\0') + 1);
      column.texts.push_back(text);
    }
    return true;
  }
  column.values.resize(count);
  return H5Dread(data.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                 column.values.data()) >= 0;
}

herr_t read_group_attribute(hid_t group, const char* name, const H5A_info_t*, void* table) {
  auto& to = *static_cast<ResultsTable*>(table);
  const Handle attribute(H5Aopen(group, name, H5P_DEFAULT), H5Aclose);
  const Handle type(H5Aget_type(attribute.get()), H5Tclose);
  double number = 0.0;
  if (H5Tget_class(type.get()) == H5T_STRING)
    to.texts[name] = read_attribute(group, name);
  else if (H5Aread(attribute.get(), H5T_NATIVE_DOUBLE, &number) >= 0)
    to.numbers[name] = number;
  return 0;
}

std::vector<std::string> list_links(hid_t group) {
  std::vector<std::string> names;
  const auto collect = [](hid_t, const char* name, const H5L_info_t*, void* to) -> herr_t {
    static_cast<std::vector<std::string>*>(to)->push_back(name);
    return 0;
  };
  H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, nullptr, collect, &names);
  return names;
}

// Every group above must be there too, else HDF5 takes the question for a fault.
Handle open_group(hid_t file, const std::string& path) {
  for (std::size_t end = path.find('/'); end != std::string::npos; end = path.find('/', end + 1)) {
    if (!exists(file, path.substr(0, end))) return {};
  }
  if (!exists(file, path)) return {};
  return Handle(H5Gopen2(file, path.c_str(), H5P_DEFAULT), H5Gclose);
}

}  // namespace

std::size_t estimate_bytes(const ResultsTable& table) {
  std::size_t bytes = 8192;
  for (const ResultsColumn& column : table.columns) {
    bytes += 2048 + sizeof(double) * column.values.size() +
             get_text_size(column.texts) * column.texts.size();
  }
  return bytes;
}

void write_table(hid_t file, const ResultsTable& table) {
  const Handle group = make_group(file, table.path);
  for (const auto& [name, text] : table.texts) write_attribute(group.get(), name, text);
  for (const auto& [name, number] : table.numbers) write_attribute(group.get(), name, number);
  for (const ResultsColumn& column : table.columns) write_column(group.get(), column);
}

ResultsTable read_table(hid_t file, const std::string& path) {
  ResultsTable table;
  table.path = path;
  const Handle group = open_group(file, path);
  if (!group.valid()) return table;
  H5Aiterate2(group.get(), H5_INDEX_NAME, H5_ITER_INC, nullptr, read_group_attribute, &table);
  for (const std::string& name : list_links(group.get())) {
    ResultsColumn column;
    if (read_column(group.get(), name, column)) table.columns.push_back(std::move(column));
  }
  return table;
}

std::vector<std::string> list_groups(hid_t file, const std::string& path) {
  std::vector<std::string> names;
  const Handle group = open_group(file, path);
  if (!group.valid()) return names;
  for (const std::string& name : list_links(group.get())) {
    const Handle below(H5Gopen2(group.get(), name.c_str(), H5P_DEFAULT), H5Gclose);
    if (below.valid()) names.push_back(name);
  }
  return names;
}

}  // namespace fourfoot::io::h5

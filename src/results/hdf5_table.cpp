#include "results/hdf5_table.h"

#include <algorithm>
#include <stdexcept>

#include "results/hdf5.h"

namespace fourfoot::results {

const ResultsColumn* ResultsTable::find(const std::string& name) const {
  const auto it = std::find_if(columns.begin(), columns.end(),
                               [&](const ResultsColumn& column) { return column.name == name; });
  return it == columns.end() ? nullptr : &*it;
}

}  // namespace fourfoot::results

namespace fourfoot::results::h5 {

namespace {

std::size_t get_text_size(const std::vector<std::string>& texts) {
  std::size_t size = 1;
  for (const std::string& text : texts) size = std::max(size, text.size());
  return size;
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

}  // namespace fourfoot::results::h5

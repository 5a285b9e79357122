#include "results/hdf5.h"

#include <algorithm>
#include <stdexcept>

namespace fourfoot::results::h5 {

std::unique_lock<std::recursive_mutex> lock_library() {
  static std::recursive_mutex mutex;
  return std::unique_lock(mutex);
}

Handle make_text_type(std::size_t size) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.get(), size == 0 ? 1 : size);
  H5Tset_strpad(type.get(), H5T_STR_NULLPAD);
  // The bytes are UTF-8, but Octave reads no type that says so.
  H5Tset_cset(type.get(), H5T_CSET_ASCII);
  return type;
}

namespace {

void require(bool good, const std::string& name) {
  if (!good) throw std::runtime_error("HDF5 could not write \"" + name + "\"");
}

void remove_if_there(hid_t parent, const std::string& name) {
  if (H5Lexists(parent, name.c_str(), H5P_DEFAULT) > 0)
    H5Ldelete(parent, name.c_str(), H5P_DEFAULT);
}

}  // namespace

void prepare() {
  static const herr_t once = H5dont_atexit();
  static_cast<void>(once);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  H5PLset_loading_state(0);
}

Handle make_file_access() {
  Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_fapl_sec2(access.get());
#if H5_VERSION_GE(1, 10, 7) && !(H5_VERS_MAJOR == 1 && H5_VERS_MINOR == 12 && H5_VERS_RELEASE == 0)
  H5Pset_file_locking(access.get(), false, true);
#endif
  return access;
}

std::string get_dataset_path(const std::string& channel) {
  return channel == "time" || channel == "s" ? channel : "channels/" + channel;
}

void write_attribute(hid_t object, const std::string& name, const std::string& value) {
  const Handle type = make_text_type(value.size());
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle attribute(
      H5Acreate2(object, name.c_str(), type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT),
      H5Aclose);
  require(attribute.valid() && H5Awrite(attribute.get(), type.get(), value.c_str()) >= 0, name);
}

void write_attribute(hid_t object, const std::string& name, double value) {
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle attribute(
      H5Acreate2(object, name.c_str(), H5T_NATIVE_DOUBLE, space.get(), H5P_DEFAULT, H5P_DEFAULT),
      H5Aclose);
  require(attribute.valid() && H5Awrite(attribute.get(), H5T_NATIVE_DOUBLE, &value) >= 0, name);
}

void write_text(hid_t parent, const std::string& name, const std::string& value) {
  remove_if_there(parent, name);
  const Handle type = make_text_type(value.size());
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle data(H5Dcreate2(parent, name.c_str(), type.get(), space.get(), H5P_DEFAULT,
                               H5P_DEFAULT, H5P_DEFAULT),
                    H5Dclose);
  require(data.valid() &&
              H5Dwrite(data.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, value.c_str()) >= 0,
          name);
}

void write_number(hid_t parent, const std::string& name, double value) {
  remove_if_there(parent, name);
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle data(H5Dcreate2(parent, name.c_str(), H5T_NATIVE_DOUBLE, space.get(), H5P_DEFAULT,
                               H5P_DEFAULT, H5P_DEFAULT),
                    H5Dclose);
  require(data.valid() &&
              H5Dwrite(data.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, &value) >= 0,
          name);
}

}  // namespace fourfoot::results::h5

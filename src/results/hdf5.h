#pragma once

#include <hdf5.h>

#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace fourfoot::results::h5 {

/// Owns an HDF5 identifier of any kind. Private to the room's .cpp files.
class Handle {
 public:
  Handle() = default;
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept
      : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  /// Leaves it open for good: a file that could not be written must not be closed, since HDF5 would
  /// try to write again and may crash in it.
  void abandon() { id_ = H5I_INVALID_HID; }
  hid_t get() const { return id_; }
  bool valid() const { return id_ >= 0; }

 private:
  hid_t id_ = H5I_INVALID_HID;
  herr_t (*close_)(hid_t) = nullptr;
};

/// Held by whoever writes with HDF5, which is not made for several threads, and while a process is
/// forked that will read with it.
[[nodiscard]] std::unique_lock<std::recursive_mutex> lock_library();

/// To be called before anything else: switches off HDF5's own printing of errors (the library never
/// prints), its clean-up at exit, which crashes on a file that was abandoned, and filters that are
/// loaded as plug-ins because a file asks for them.
void prepare();

/// How files are opened: plain files, without HDF5's own lock (results/file_lock.h has ours).
Handle make_file_access();

/// Of texts of one length [bytes].
Handle make_text_type(std::size_t size);
void write_attribute(hid_t object, const std::string& name, const std::string& value);
void write_attribute(hid_t object, const std::string& name, double value);

/// A one-element string dataset; replaces one that is there.
void write_text(hid_t parent, const std::string& name, const std::string& value);
void write_number(hid_t parent, const std::string& name, double value);

/// Where a channel is in a results file: "time" and "s" at the root, all others below /channels.
std::string get_dataset_path(const std::string& channel);

}  // namespace fourfoot::results::h5

// A well-formed HDF5 file of any content, read in this process, so that the sanitizers see our
// reader at work: the bytes are a little program that makes groups, data sets, attributes and links
// of all types and shapes under the names that the reader asks for.
#include <hdf5.h>

#include <vector>

#include "fuzz_file.h"
#include "results/results_file.h"

namespace {

using fourfoot::results::h5::Handle;

/// Hands out the bytes of the input; zeros behind its end.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  bool empty() const { return at_ >= size_; }
  unsigned take() { return at_ < size_ ? data_[at_++] : 0; }
  template <class T, std::size_t n>
  const T& choose(const T (&all)[n]) {
    return all[take() % n];
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_, at_ = 0;
};

const char* const paths[] = {"/time",
                             "/s",
                             "/channels/a",
                             "/channels/b/c",
                             "/meta/status",
                             "/meta/title",
                             "/meta/wall_time",
                             "/meta/inputs/file_1",
                             "/meta/inputs/file_2",
                             "/track/x",
                             "/track",
                             "/model/bodies/name",
                             "/model/bodies",
                             "/events/time",
                             "/profiles/w/left/wheel/y",
                             "/channels",
                             "/meta"};
const char* const attributes[] = {"unit", "frame", "description", "name", "gauge", "x"};

Handle make_type(Bytes& bytes) {
  const hid_t plain[] = {H5T_IEEE_F64LE, H5T_IEEE_F32BE,  H5T_STD_I8LE,
                         H5T_STD_U64BE,  H5T_STD_REF_OBJ, H5T_STD_B16LE};
  const unsigned kind = bytes.take() % 10;
  if (kind < 6) return Handle(H5Tcopy(plain[kind]), H5Tclose);
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  if (kind == 6) {
    H5Tset_size(type.get(), H5T_VARIABLE);
  } else if (kind == 7) {
    const hsize_t count = 1 + bytes.take();
    return Handle(H5Tarray_create2(H5T_IEEE_F64LE, 1, &count), H5Tclose);
  } else {
    H5Tset_size(type.get(), 1 + bytes.take() * (kind == 8 ? 1 : 257));
  }
  return type;
}

Handle make_space(Bytes& bytes) {
  const hsize_t sizes[] = {0, 1, 2, 11, 1024, 100000, hsize_t{1} << 40, hsize_t{1} << 61};
  const unsigned kind = bytes.take() % 5;
  if (kind == 0) return Handle(H5Screate(H5S_SCALAR), H5Sclose);
  if (kind == 1) return Handle(H5Screate(H5S_NULL), H5Sclose);
  const hsize_t dims[3] = {bytes.choose(sizes), bytes.choose(sizes), 2};
  return Handle(H5Screate_simple(kind == 2 ? 3 : kind == 3 ? 2 : 1, dims, nullptr), H5Sclose);
}

void make_dataset(hid_t file, const char* path, Bytes& bytes) {
  const Handle type = make_type(bytes), space = make_space(bytes);
  const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  H5Pset_create_intermediate_group(links.get(), 1);
  const Handle layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  const hsize_t chunk[3] = {16, 16, 2};
  const int rank = H5Sget_simple_extent_ndims(space.get());
  if (rank > 0) H5Pset_chunk(layout.get(), rank, chunk);
  const unsigned packing = bytes.take() % 6;
  if (rank > 0 && packing == 1) H5Pset_deflate(layout.get(), 6);
  if (rank > 0 && packing == 2) H5Pset_fletcher32(layout.get());
  if (rank > 0 && packing == 3) H5Pset_nbit(layout.get());
  if (packing == 4) H5Pset_external(layout.get(), "/etc/hostname", 0, H5F_UNLIMITED);
  const Handle data(
      H5Dcreate2(file, path, type.get(), space.get(), links.get(), layout.get(), H5P_DEFAULT),
      H5Dclose);
  static_cast<void>(data);
}

void make_attribute(hid_t file, const char* path, Bytes& bytes) {
  const Handle object(H5Oopen(file, path, H5P_DEFAULT), H5Oclose);
  if (!object.valid()) return;
  const Handle type = make_type(bytes), space = make_space(bytes);
  if (H5Sget_simple_extent_npoints(space.get()) > 100000) return;
  const Handle attribute(H5Acreate2(object.get(), bytes.choose(attributes), type.get(), space.get(),
                                    H5P_DEFAULT, H5P_DEFAULT),
                         H5Aclose);
  static_cast<void>(attribute);
}

void make_link(hid_t file, const char* path, Bytes& bytes) {
  const char* const to = bytes.choose(paths);
  const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  H5Pset_create_intermediate_group(links.get(), 1);
  switch (bytes.take() % 4) {
    case 0:
      H5Lcreate_soft(to, file, path, links.get(), H5P_DEFAULT);
      break;
    case 1:
      H5Lcreate_external("other.h5", to, file, path, links.get(), H5P_DEFAULT);
      break;
    default:
      H5Lcreate_hard(file, to, file, path, links.get(), H5P_DEFAULT);
  }
}

// What every results file has, so that little has to be wrong to be looked at.
void make_skeleton(hid_t file) {
  const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  H5Pset_create_intermediate_group(links.get(), 1);
  const double values[3] = {0.0, 1.0, 2.0};
  const hsize_t count = 3;
  const Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose);
  for (const char* const name : {"/time", "/s", "/channels/a", "/track/x", "/meta/statistics/steps",
                                 "/events/time", "/model/bodies/x", "/profiles/w/left/wheel/y"}) {
    const Handle data(
        H5Dcreate2(file, name, H5T_IEEE_F64LE, space.get(), links.get(), H5P_DEFAULT, H5P_DEFAULT),
        H5Dclose);
    H5Dwrite(data.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
  }
}

void make_file(const std::filesystem::path& path, Bytes& bytes) {
  const Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose);
  make_skeleton(file.get());
  for (int i = 0; i < 40 && !bytes.empty(); ++i) {
    const char* const name = bytes.choose(paths);
    const unsigned what = bytes.take() % 5;
    if (what != 1) H5Ldelete(file.get(), name, H5P_DEFAULT);
    switch (what) {
      case 0: {
        const Handle group(H5Gcreate2(file.get(), name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                           H5Gclose);
        break;
      }
      case 1:
        make_attribute(file.get(), name, bytes);
        break;
      case 2:
        make_link(file.get(), name, bytes);
        break;
      default:
        make_dataset(file.get(), name, bytes);
    }
  }
}

void read_all(const std::filesystem::path& path) {
  using namespace fourfoot;
  const results::ResultsFile file(path);
  for (const Channel& channel : file.channels()) file.read(channel.name);
  for (const char* table : {"track", "model/bodies", "meta/run", "events", "profiles/w/left/wheel"})
    file.read_table(table);
  file.read_inputs();
  file.read_numbers();
  file.read_meta("title");
  file.list_groups("profiles");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fourfoot::results::h5::prepare();
  Bytes bytes(data, size);
  const std::filesystem::path path = fourfoot::fuzz::get_folder() / "made.h5";
  make_file(path, bytes);
  try {
    read_all(path);
  } catch (const fourfoot::results::h5::BadFile&) {
  }
  return 0;
}

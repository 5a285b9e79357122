#include "results/channel_datasets.h"

#include <algorithm>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>

namespace fourfoot::results {

namespace {

// How channels are laid out and linked: the same for all.
struct ChannelSettings {
  h5::Handle space, layout;
  h5::Handle links, plain_links;            // to names in UTF-8 and in ASCII
  h5::Handle scalar;                        // of an attribute
  std::map<std::size_t, h5::Handle> texts;  // types of texts, by their length

  explicit ChannelSettings(hsize_t chunk_rows) {
    const hsize_t none = 0, unlimited = H5S_UNLIMITED;
    space = h5::Handle(H5Screate_simple(1, &none, &unlimited), H5Sclose);
    layout = h5::Handle(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_chunk(layout.get(), 1, &chunk_rows);
    // A run that is killed while it flushes may leave rows without values: they must not read as
    // 0.
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    H5Pset_fill_value(layout.get(), H5T_NATIVE_DOUBLE, &nothing);
    for (h5::Handle* made : {&links, &plain_links}) {
      *made = h5::Handle(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
      H5Pset_create_intermediate_group(made->get(), 1);
    }
    H5Pset_char_encoding(links.get(), H5T_CSET_UTF8);
    scalar = h5::Handle(H5Screate(H5S_SCALAR), H5Sclose);
  }

  // A name that says it is UTF-8 makes its group one of another kind, which takes several times the
  // work.
  hid_t get_links(const std::string& name) const {
    const bool is_plain =
        std::all_of(name.begin(), name.end(), [](unsigned char c) { return c < 0x80; });
    return (is_plain ? plain_links : links).get();
  }

  // h5::write_attribute, without making space and type for each.
  void write_text(hid_t data, const char* name, const std::string& value) {
    auto type = texts.find(value.size());
    if (type == texts.end())
      type = texts.emplace(value.size(), h5::make_text_type(value.size())).first;
    const h5::Handle attribute(
        H5Acreate2(data, name, type->second.get(), scalar.get(), H5P_DEFAULT, H5P_DEFAULT),
        H5Aclose);
    if (!attribute.valid() || H5Awrite(attribute.get(), type->second.get(), value.c_str()) < 0)
      throw std::runtime_error(std::string("HDF5 could not write \"") + name + "\"");
  }
};

// The group of the channel created last: HDF5 walks down from the root for every name.
struct LastGroup {
  std::string path;
  h5::Handle group;
};

h5::Handle create_dataset(hid_t file, const Channel& channel, ChannelSettings& settings,
                          LastGroup& last) {
  const std::string path_in_file = h5::get_dataset_path(channel.name);
  const std::size_t slash = path_in_file.rfind('/');
  const std::string parent = slash == std::string::npos ? "" : path_in_file.substr(0, slash);
  const bool is_known = last.group.valid() && last.path == parent;
  h5::Handle data(H5Dcreate2(is_known ? last.group.get() : file,
                             is_known ? path_in_file.c_str() + slash + 1 : path_in_file.c_str(),
                             H5T_IEEE_F64LE, settings.space.get(), settings.get_links(channel.name),
                             settings.layout.get(), H5P_DEFAULT),
                  H5Dclose);
  if (!data.valid()) throw std::runtime_error("HDF5 could not create channel " + channel.name);
  if (!is_known && !parent.empty()) {
    last.path = parent;
    last.group = h5::Handle(H5Gopen2(file, parent.c_str(), H5P_DEFAULT), H5Gclose);
  }
  settings.write_text(data.get(), "unit", channel.unit);
  settings.write_text(data.get(), "frame", channel.frame);
  settings.write_text(data.get(), "description", channel.description);
  return data;
}

}  // namespace

void create_channel_datasets(hid_t file, const std::vector<Channel>& channels, hsize_t chunk_rows,
                             std::vector<h5::Handle>& out) {
  ChannelSettings settings(chunk_rows);
  LastGroup last;
  for (const Channel& channel : channels)
    out.push_back(create_dataset(file, channel, settings, last));
}

}  // namespace fourfoot::results

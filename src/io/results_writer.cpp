#include "io/results_writer.h"

#include <fcntl.h>
#include <limits>

#include <cerrno>
#include <ctime>
#include <iomanip>
#include <sstream>

#include "base/error.h"
#include "base/sha256.h"
#include "base/version.h"
#include "io/hdf5.h"
#include "io/hdf5_table.h"

namespace fourfoot::io {

namespace {

constexpr hsize_t chunk_rows = 1024;
constexpr std::uint64_t end_bytes = 1u << 17;  // what finish() writes fits well into it

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& why,
                         const std::string& hint) {
  throw InputError(Finding{"output-unwritable",
                           {},
                           "results cannot be written to \"" + path.string() + "\": " + why,
                           hint});
}

std::string make_time_stamp() {
  const std::time_t now = std::time(nullptr);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
  return text;
}

void check_disk(const std::filesystem::path& path, std::size_t channel_count, std::uint64_t rows) {
  std::filesystem::path folder = path.parent_path();
  if (folder.empty()) folder = ".";
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error)) {
    refuse(path, "there is no folder \"" + folder.string() + "\"",
           "make it first, or choose another with -o");
  }
  if (std::filesystem::is_directory(path, error))
    refuse(path, "it is a folder", "name a file with -o");
  const auto space = std::filesystem::space(folder, error);
  const std::uint64_t needed = rows * channel_count * sizeof(double) + (2u << 20);
  // A file system without any capacity (/proc) is refused by the file that cannot be created there.
  if (!error && space.capacity > 0 && space.available < needed) {
    refuse(path,
           "the run needs about " + std::to_string(needed >> 20) + " MB, the disk has " +
               std::to_string(space.available >> 20) + " MB left",
           "record fewer channels or less often, or choose another disk with -o");
  }
}

}  // namespace

struct ResultsWriter::Impl {
  std::filesystem::path path;
  h5::Handle file;
  std::vector<h5::Handle> datasets;           // one per channel
  std::vector<std::vector<double>> gathered;  // one per channel
  hsize_t rows_written = 0;
  bool is_full = false;  // the disk took no more; what was flushed before is good

  h5::Handle create_dataset(const Channel& channel) {
    const hsize_t none = 0, unlimited = H5S_UNLIMITED;
    const h5::Handle space(H5Screate_simple(1, &none, &unlimited), H5Sclose);
    const h5::Handle layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_chunk(layout.get(), 1, &chunk_rows);
    // A run that is killed while it flushes may leave rows without values: they must not read as 0.
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    H5Pset_fill_value(layout.get(), H5T_NATIVE_DOUBLE, &nothing);
    const h5::Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
    H5Pset_create_intermediate_group(links.get(), 1);
    H5Pset_char_encoding(links.get(), H5T_CSET_UTF8);
    h5::Handle data(H5Dcreate2(file.get(), h5::get_dataset_path(channel.name).c_str(),
                               H5T_IEEE_F64LE, space.get(), links.get(), layout.get(), H5P_DEFAULT),
                    H5Dclose);
    if (!data.valid()) refuse(path, "HDF5 could not create channel " + channel.name, "");
    h5::write_attribute(data.get(), "unit", channel.unit);
    h5::write_attribute(data.get(), "frame", channel.frame);
    h5::write_attribute(data.get(), "description", channel.description);
    return data;
  }

  void reopen(const std::vector<Channel>& channels, hsize_t kept_rows) {
    const auto refuse_resume = [&](const std::string& why) {
      throw InputError(Finding{"results-mismatch",
                               {},
                               "the run cannot go on in \"" + path.string() + "\": " + why,
                               "name with -o the results file that the run began"});
    };
    file = h5::Handle(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose);
    if (!file.valid()) refuse_resume("it is not there, or cannot be written");
    for (const Channel& channel : channels) {
      const std::string place = h5::get_dataset_path(channel.name);
      datasets.emplace_back(H5Dopen2(file.get(), place.c_str(), H5P_DEFAULT), H5Dclose);
      if (!datasets.back().valid()) refuse_resume("it has no channel " + channel.name);
      const h5::Handle space(H5Dget_space(datasets.back().get()), H5Sclose);
      hsize_t rows = 0;
      H5Sget_simple_extent_dims(space.get(), &rows, nullptr);
      if (rows < kept_rows)
        refuse_resume("it has " + std::to_string(rows) + " of " + std::to_string(kept_rows) +
                      " rows");
    }
    // "time" is the first: whoever reads goes by its length.
    for (const h5::Handle& data : datasets) H5Dset_extent(data.get(), &kept_rows);
    rows_written = kept_rows;
  }

  void note_resume(double t) {
    const h5::Handle meta(H5Gopen2(file.get(), "meta", H5P_DEFAULT), H5Gclose);
    h5::write_text(meta.get(), "status", get_status_name(RunStatus::running));
    h5::write_text(meta.get(), "message", "");
    if (h5::exists(meta.get(), "statistics")) H5Ldelete(meta.get(), "statistics", H5P_DEFAULT);
    if (h5::exists(file.get(), "events")) H5Ldelete(file.get(), "events", H5P_DEFAULT);
    std::ostringstream line;
    line << h5::read_text(meta.get(), "resumed") << std::setprecision(17) << t << " s, "
         << make_time_stamp() << "\n";
    h5::write_text(meta.get(), "resumed", line.str());
  }

  void make_room_for_rows() {
    gathered.resize(datasets.size());
    for (auto& values : gathered) values.reserve(chunk_rows);
  }

  // Takes room on the disk before HDF5 writes into it. A write that fails half-way would leave a
  // file that cannot be opened at all; so it is not begun.
  bool reserve(std::uint64_t bytes) {
    void* descriptor = nullptr;
    hsize_t size = 0;
    if (H5Fget_vfd_handle(file.get(), H5P_DEFAULT, &descriptor) < 0 ||
        H5Fget_filesize(file.get(), &size) < 0) {
      return false;
    }
    const int fault = posix_fallocate(*static_cast<int*>(descriptor), static_cast<off_t>(size),
                                      static_cast<off_t>(bytes));
    return fault != ENOSPC && fault != EFBIG && fault != EDQUOT;
  }

  // Rows of one chunk, and what HDF5 may add to its index of them.
  std::uint64_t get_chunk_bytes() const {
    return datasets.size() * (chunk_rows * sizeof(double) + 8192) + end_bytes;
  }

  void abandon() {
    for (h5::Handle& data : datasets) data.abandon();
    file.abandon();
    gathered.clear();
  }

  void write_header(const ResultsHeader& header) {
    const h5::Handle meta(H5Gcreate2(file.get(), "meta", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                          H5Gclose);
    h5::write_text(meta.get(), "format", "fourfoot results 1");
    h5::write_text(meta.get(), "program", "fourfoot");
    h5::write_text(meta.get(), "version", get_version());
    h5::write_text(meta.get(), "commit", get_commit());
    h5::write_text(meta.get(), "created", make_time_stamp());
    h5::write_text(meta.get(), "title", header.title);
    std::string overrides;
    for (const std::string& line : header.overrides) overrides += line + "\n";
    h5::write_text(meta.get(), "overrides", overrides);
    h5::write_text(meta.get(), "status", get_status_name(RunStatus::running));
    h5::write_text(meta.get(), "message", "");
    const h5::Handle inputs(H5Gcreate2(meta.get(), "inputs", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                            H5Gclose);
    for (std::size_t i = 0; i < header.inputs.size(); ++i) {
      const std::string name = "file_" + std::to_string(i + 1);
      h5::write_text(inputs.get(), name, header.inputs[i]->text);
      const h5::Handle data(H5Dopen2(inputs.get(), name.c_str(), H5P_DEFAULT), H5Dclose);
      h5::write_attribute(data.get(), "name", header.inputs[i]->name);
      h5::write_attribute(data.get(), "sha256", calc_sha256(header.inputs[i]->text));
    }
  }

  void write_rows() {
    const hsize_t count = gathered.front().size();
    if (count == 0) return;
    const hsize_t total = rows_written + count;
    bool good = reserve(get_chunk_bytes());
    is_full = !good;
    // "time" is the first channel and is written last: whoever reads a file cut off in between goes
    // by its length.
    for (std::size_t i = datasets.size(); i-- > 0;) {
      const hid_t data = datasets[i].get();
      good = good && H5Dset_extent(data, &total) >= 0;
      const h5::Handle file_space(H5Dget_space(data), H5Sclose);
      H5Sselect_hyperslab(file_space.get(), H5S_SELECT_SET, &rows_written, nullptr, &count,
                          nullptr);
      const h5::Handle memory(H5Screate_simple(1, &count, nullptr), H5Sclose);
      good = good && H5Dwrite(data, H5T_NATIVE_DOUBLE, memory.get(), file_space.get(), H5P_DEFAULT,
                              gathered[i].data()) >= 0;
      gathered[i].clear();
    }
    good = good && H5Fflush(file.get(), H5F_SCOPE_GLOBAL) >= 0;
    if (!good) {
      if (!is_full) abandon();
      gathered.assign(gathered.size(), {});
      throw RunError("the results file \"" + path.string() +
                     "\" could not be written further (disk full?); " +
                     std::to_string(rows_written) + " rows are kept");
    }
    rows_written = total;
  }
};

ResultsWriter::ResultsWriter(const std::filesystem::path& path,
                             const std::vector<Channel>& channels, const ResultsHeader& header,
                             std::uint64_t expected_rows)
    : impl_(std::make_unique<Impl>()) {
  h5::prepare();
  check_disk(path, channels.size(), expected_rows);
  impl_->path = path;
  impl_->file =
      h5::Handle(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose);
  if (!impl_->file.valid()) {
    refuse(path, "the file cannot be created",
           "check permissions and that no program has it open, or choose another place with -o");
  }
  try {
    impl_->write_header(header);
    for (const Channel& channel : channels)
      impl_->datasets.push_back(impl_->create_dataset(channel));
    if (!impl_->reserve(impl_->get_chunk_bytes()) ||
        H5Fflush(impl_->file.get(), H5F_SCOPE_GLOBAL) < 0) {
      refuse(path, "the disk is full", "choose another disk with -o");
    }
  } catch (const std::runtime_error& error) {
    impl_->abandon();
    std::error_code ignored;
    if (std::filesystem::is_regular_file(path, ignored)) std::filesystem::remove(path, ignored);
    if (dynamic_cast<const InputError*>(&error) != nullptr) throw;
    refuse(path, error.what(), "choose another disk with -o");
  }
  impl_->make_room_for_rows();
}

ResultsWriter::ResultsWriter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

std::unique_ptr<ResultsWriter> ResultsWriter::resume(const std::filesystem::path& path,
                                                     const std::vector<Channel>& channels,
                                                     std::size_t kept_rows, double t) {
  h5::prepare();
  auto impl = std::make_unique<Impl>();
  impl->path = path;
  impl->reopen(channels, kept_rows);
  impl->note_resume(t);
  impl->make_room_for_rows();
  return std::unique_ptr<ResultsWriter>(new ResultsWriter(std::move(impl)));
}

ResultsWriter::~ResultsWriter() {
  try {
    flush();
  } catch (
      const std::exception&) {  // the loss was reported by the flush or finish that met it first
  }
}

void ResultsWriter::write_table(const ResultsTable& table) {
  if (!impl_->reserve(h5::estimate_bytes(table) + impl_->get_chunk_bytes()))
    refuse(impl_->path, "the disk is full", "choose another disk with -o");
  h5::write_table(impl_->file.get(), table);
}

void ResultsWriter::append(const std::vector<double>& row) {
  for (std::size_t i = 0; i < row.size(); ++i) impl_->gathered[i].push_back(row[i]);
  if (impl_->gathered.front().size() >= chunk_rows) flush();
}

void ResultsWriter::flush() {
  if (impl_->file.valid() && !impl_->gathered.empty()) impl_->write_rows();
}

std::size_t ResultsWriter::row_count() const {
  return impl_->rows_written + (impl_->gathered.empty() ? 0 : impl_->gathered.front().size());
}

void ResultsWriter::finish(const ResultsFooter& footer) {
  if (!impl_->is_full) flush();
  if (!impl_->file.valid() || !impl_->reserve(end_bytes)) {
    if (impl_->is_full || !impl_->file.valid()) return;  // append or flush has told it
    throw RunError("the end of the results file \"" + impl_->path.string() +
                   "\" could not be written (disk full?)");
  }
  h5::Handle meta(H5Gopen2(impl_->file.get(), "meta", H5P_DEFAULT), H5Gclose);
  h5::write_text(meta.get(), "message", footer.message);
  h5::write_number(meta.get(), "wall_time", footer.wall_time);
  h5::Handle statistics(H5Gcreate2(meta.get(), "statistics", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                        H5Gclose);
  for (const auto& [name, value] : footer.statistics)
    h5::write_number(statistics.get(), name, value);
  if (!footer.events.columns.empty() &&
      impl_->reserve(h5::estimate_bytes(footer.events) + end_bytes)) {
    h5::write_table(impl_->file.get(), footer.events);
  }
  std::string warnings;
  for (const std::string& warning : footer.warnings) warnings += warning + "\n";
  h5::write_text(meta.get(), "warnings", warnings);
  h5::write_text(meta.get(), "status", footer.get_status());
  if (H5Fflush(impl_->file.get(), H5F_SCOPE_GLOBAL) < 0) {
    statistics.abandon();
    meta.abandon();
    impl_->abandon();
    throw RunError("the end of the results file \"" + impl_->path.string() +
                   "\" could not be written");
  }
}

}  // namespace fourfoot::io

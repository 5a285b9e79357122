#include "results/results_writer.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <ctime>
#include <random>

#include "base/error.h"
#include "base/sha256.h"
#include "base/version.h"
#include "results/channel_datasets.h"
#include "results/file_lock.h"
#include "results/hdf5.h"
#include "results/hdf5_table.h"
#include "results/later_end.h"
#include "results/output_file.h"
#include "results/results_reader.h"
#include "results/row_block.h"

namespace fourfoot::results {

namespace {

constexpr hsize_t flush_rows = ChunkPlan::flush;
constexpr std::uint64_t end_bytes = 1u << 17;  // what finish() writes fits well into it

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& why,
                         const std::string& hint) {
  throw InputError(Finding{"output-unwritable",
                           {},
                           "results cannot be written to \"" + path.string() + "\": " + why,
                           hint});
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
           "record fewer channels (--channels) or less often (output.step), or choose another disk "
           "with -o");
  }
}

}  // namespace

std::string make_time_stamp() {
  const std::time_t now = std::time(nullptr);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
  return text;
}

std::string make_run_id() {
  static const char digits[] = "0123456789abcdef";
  std::random_device random;
  std::string id;
  for (int i = 0; i < 32; ++i) id += digits[random() % 16];
  return id;
}

struct ResultsWriter::Impl {
  // Waits no longer for readers than this: a reader that hangs must not stop a run.
  static constexpr double patience = 2.0;  // [s]

  /// Readers that look while the run goes on wait for the end of a change.
  class Change {
   public:
    explicit Change(Impl& impl) : impl_(impl) {
      if (impl_.lock) impl_.lock->lock(FileLock::Part::changing, patience);
    }
    ~Change() {
      if (impl_.lock) impl_.lock->unlock(FileLock::Part::changing);
    }
    Change(const Change&) = delete;
    Change& operator=(const Change&) = delete;

   private:
    Impl& impl_;
  };

  std::filesystem::path path;
  std::unique_ptr<OutputFile> output;
  std::unique_ptr<FileLock> lock, old_lock;  // of this file, and of the one it replaces
  std::size_t least_rows = 1;                // the file takes its name when it has so many
  h5::Handle file;
  std::vector<h5::Handle> datasets;  // one per channel
  std::vector<std::string> names;    // of the channels
  RowBlock gathered;
  hsize_t rows_written = 0;
  std::uint64_t reserved_end = 0;  // how far the disk has room for the file [bytes]
  ChunkPlan chunks{0};
  bool is_full = false;  // the disk took no more; what was flushed before is good

  void lock_files() {
    lock = std::make_unique<FileLock>(output->draft(), true);
    lock->try_lock(FileLock::Part::writing);
    if (!output->has_old()) return;
    old_lock = std::make_unique<FileLock>(output->target(), true);
    if (old_lock->try_lock(FileLock::Part::writing)) return;
    throw InputError(Finding{"output-busy",
                             {},
                             "a run is writing \"" + path.string() + "\"",
                             "wait for it, or choose another name with -o"});
  }

  void take_name() {
    if (output->is_committed()) return;
    if (!output->has_old() && FileLock(output->target(), false).is_held(FileLock::Part::writing)) {
      throw RunError("another run has begun to write \"" + path.string() + "\"");
    }
    output->commit();
    old_lock.reset();
  }

  void sync() {
    void* descriptor = nullptr;
    if (H5Fget_vfd_handle(file.get(), H5P_DEFAULT, &descriptor) >= 0)
      fsync(*static_cast<int*>(descriptor));
  }

  // Whoever removes the file or its folder during the run must hear of it.
  bool is_where_it_was() {
    void* descriptor = nullptr;
    struct stat mine {
    }, there{};
    if (H5Fget_vfd_handle(file.get(), H5P_DEFAULT, &descriptor) < 0 ||
        fstat(*static_cast<int*>(descriptor), &mine) != 0) {
      return true;
    }
    return stat(output->target().c_str(), &there) == 0 && mine.st_dev == there.st_dev &&
           mine.st_ino == there.st_ino;
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
    if (fault == 0) reserved_end = size + bytes;
    return fault != ENOSPC && fault != EFBIG && fault != EDQUOT;
  }

  // The file as it is may be read at any time, also if a kill ends what follows.
  h5::LaterEnd keep_readable() {
    void* descriptor = nullptr;
    if (H5Fget_vfd_handle(file.get(), H5P_DEFAULT, &descriptor) < 0) return {-1, 0};
    return {*static_cast<int*>(descriptor), reserved_end};
  }

  // What `rows` more may need.
  std::uint64_t get_row_bytes(hsize_t rows) const {
    return datasets.size() * chunks.get_bytes(rows_written, rows) + end_bytes;
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
    h5::write_text(meta.get(), "run_id", header.run_id.empty() ? make_run_id() : header.run_id);
    h5::write_text(meta.get(), "created",
                   header.created.empty() ? make_time_stamp() : header.created);
    if (!header.resumed.empty()) h5::write_text(meta.get(), "resumed", header.resumed);
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

  // Values behind those that a channel has.
  bool write_values(hid_t data, const double* values, hsize_t count) {
    const hsize_t total = rows_written + count;
    if (H5Dset_extent(data, &total) < 0) return false;
    const h5::Handle file_space(H5Dget_space(data), H5Sclose);
    H5Sselect_hyperslab(file_space.get(), H5S_SELECT_SET, &rows_written, nullptr, &count, nullptr);
    const h5::Handle memory(H5Screate_simple(1, &count, nullptr), H5Sclose);
    return H5Dwrite(data, H5T_NATIVE_DOUBLE, memory.get(), file_space.get(), H5P_DEFAULT, values) >=
           0;
  }

  // The chunk that begins with the gathered rows, as it goes to the disk: a tenth of the work of a
  // selection that HDF5 takes through its cache.
  bool write_chunk(hid_t data, const double* values) {
    const hsize_t begin = rows_written - gathered.count_written();
    const hsize_t total = begin + gathered.count();
    return H5Dset_extent(data, &total) >= 0 &&
           H5Dwrite_chunk(data, H5P_DEFAULT, 0, &begin, flush_rows * sizeof(double), values) >= 0;
  }

  // Whether the gathered rows are the first of a chunk and the whole of what it holds.
  bool is_chunk() const {
    return std::endian::native == std::endian::little && chunks.rows == flush_rows &&
           (rows_written - gathered.count_written()) % flush_rows == 0;
  }

  // The last channel first: "time" is the first one and is written last, since whoever reads a file
  // cut off in between goes by its length.
  bool write_gathered() {
    if (is_chunk())
      return gathered.write_channels(0, [this](std::size_t i, const double* values) {
        return write_chunk(datasets[i].get(), values);
      });
    return gathered.write_channels(
        gathered.count_written(), [this](std::size_t i, const double* values) {
          return write_values(datasets[i].get(), values, gathered.count_new());
        });
  }

  void write_footer(const ResultsFooter& footer) {
    const bool has_room_for_events =
        !footer.events.columns.empty() && reserve(h5::estimate_bytes(footer.events) + end_bytes);
    const Change change(*this);
    const h5::LaterEnd end = keep_readable();
    h5::Handle meta(H5Gopen2(file.get(), "meta", H5P_DEFAULT), H5Gclose);
    h5::write_text(meta.get(), "message", footer.message);
    h5::write_number(meta.get(), "wall_time", footer.wall_time);
    h5::Handle statistics(
        H5Gcreate2(meta.get(), "statistics", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
    for (const auto& [name, value] : footer.statistics)
      h5::write_number(statistics.get(), name, value);
    if (has_room_for_events) h5::write_table(file.get(), footer.events);
    std::string warnings;
    for (const std::string& warning : footer.warnings) warnings += warning + "\n";
    h5::write_text(meta.get(), "warnings", warnings);
    h5::write_text(meta.get(), "status", footer.get_status());
    if (H5Fflush(file.get(), H5F_SCOPE_GLOBAL) >= 0) return;
    statistics.abandon();
    meta.abandon();
    abandon();
    throw RunError("the end of the results file \"" + path.string() + "\" could not be written");
  }

  void write_rows() {
    const hsize_t count = gathered.count_new();
    if (count == 0) return;
    const Change change(*this);
    const hsize_t total = rows_written + count;
    bool good = reserve(get_row_bytes(count));
    const h5::LaterEnd end = keep_readable();
    is_full = !good;
    good = good && write_gathered();
    if (good && is_chunk() && gathered.count() < flush_rows)
      gathered.keep_written();
    else
      gathered.clear();
    good = good && H5Fflush(file.get(), H5F_SCOPE_GLOBAL) >= 0;
    if (!good) {
      if (!is_full) abandon();
      throw RunError("the results file \"" + path.string() +
                     "\" could not be written further (disk full?); " +
                     std::to_string(rows_written) + " rows are kept");
    }
    rows_written = total;
    if (rows_written >= least_rows) take_name();
  }
};

ResultsWriter::ResultsWriter(const std::filesystem::path& path,
                             const std::vector<Channel>& channels, const ResultsHeader& header,
                             std::uint64_t expected_rows)
    : impl_(std::make_unique<Impl>()) {
  const auto lock = h5::lock_library();
  h5::prepare();
  check_disk(path, channels.size(), expected_rows);
  impl_->path = path;
  try {
    impl_->output = std::make_unique<OutputFile>(path);
  } catch (const InputError&) {
    refuse(path, "the file cannot be created",
           "check permissions and that no program has it open, or choose another path with -o");
  }
  if (impl_->output->draft() == impl_->output->target())
    refuse(path, "it is not a file on a disk", "name a file with -o");
  impl_->lock_files();
  impl_->least_rows = impl_->output->has_old() ? 2 : 1;
  const h5::Handle access = h5::make_file_access();
  h5::keep_metadata(access, channels.size());
  // Rows are gathered here already; HDF5 would keep 1 MiB of each channel again. Said of the file,
  // since each channel would keep settings of its own.
  H5Pset_cache(access.get(), 0, 1, flush_rows * sizeof(double), 1.0);
  impl_->chunks = ChunkPlan(expected_rows);
  const h5::Handle layout(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
  H5Pset_istore_k(layout.get(), impl_->chunks.half);
  impl_->file = h5::Handle(
      H5Fcreate(impl_->output->draft().c_str(), H5F_ACC_TRUNC, layout.get(), access.get()),
      H5Fclose);
  if (!impl_->file.valid()) {
    refuse(path, "the file cannot be created",
           "check permissions and that no program has it open, or choose another path with -o");
  }
  try {
    impl_->write_header(header);
    create_channel_datasets(impl_->file.get(), channels, impl_->chunks.rows, impl_->datasets);
    for (const Channel& channel : channels) impl_->names.push_back(channel.name);
    if (!impl_->reserve(impl_->get_row_bytes(1)) ||
        H5Fflush(impl_->file.get(), H5F_SCOPE_GLOBAL) < 0) {
      refuse(path, "the disk is full", "choose another disk with -o");
    }
  } catch (const std::runtime_error& error) {
    impl_->abandon();
    if (dynamic_cast<const InputError*>(&error) != nullptr) throw;
    refuse(path, error.what(), "choose another disk with -o");
  }
  impl_->gathered.make_room(channels.size());
}

ResultsWriter::~ResultsWriter() {
  const auto lock = h5::lock_library();
  try {
    flush();
  } catch (
      const std::exception&) {  // the loss was reported by the flush or finish that met it first
  }
  const Impl::Change change(*impl_);  // closing writes the end
  impl_->datasets.clear();
  impl_->file = {};
}

void ResultsWriter::write_table(const ResultsTable& table) {
  const auto lock = h5::lock_library();
  if (!impl_->reserve(h5::estimate_bytes(table) + impl_->get_row_bytes(1)))
    refuse(impl_->path, "the disk is full", "choose another disk with -o");
  h5::write_table(impl_->file.get(), table);
}

void ResultsWriter::copy_rows(const ResultsReader& old, std::size_t count) {
  const auto lock = h5::lock_library();
  const hsize_t rows = count;
  for (std::size_t i = impl_->datasets.size(); i-- > 0;) {
    const std::vector<double> values = old.read(impl_->names[i]);
    if (!impl_->reserve(impl_->chunks.get_bytes(0, rows) + end_bytes) ||
        !impl_->write_values(impl_->datasets[i].get(), values.data(), rows)) {
      refuse(impl_->path, "the disk is full", "choose another disk with -o");
    }
  }
  impl_->rows_written = rows;
  impl_->least_rows = std::max(old.size(), count + 1);
}

void ResultsWriter::append(const std::vector<double>& row) {
  impl_->gathered.append(row);
  const bool is_first = !impl_->output->is_committed() && row_count() == impl_->least_rows;
  if (row_count() % flush_rows == 0 || (is_first && impl_->least_rows == 1)) flush();
}

void ResultsWriter::make_durable() {
  const auto lock = h5::lock_library();
  flush();
  if (!impl_->file.valid() || impl_->is_full) return;
  if (impl_->least_rows <= 2 && impl_->rows_written > 0) impl_->take_name();
  impl_->sync();
}

bool ResultsWriter::has_name() const {
  return impl_->output->is_committed();
}

void ResultsWriter::flush() {
  const auto lock = h5::lock_library();
  if (impl_->file.valid()) impl_->write_rows();
}

std::size_t ResultsWriter::row_count() const {
  return impl_->rows_written + impl_->gathered.count_new();
}

void ResultsWriter::finish(const ResultsFooter& footer) {
  const auto lock = h5::lock_library();
  if (!impl_->is_full) flush();
  if (!impl_->file.valid() || !impl_->reserve(end_bytes)) {
    if (impl_->is_full || !impl_->file.valid()) return;  // append or flush has told it
    throw RunError("the end of the results file \"" + impl_->path.string() +
                   "\" could not be written (disk full?)");
  }
  if (has_name() && !impl_->is_where_it_was()) {
    throw RunError("the results file \"" + impl_->path.string() +
                   "\" was removed while the run wrote it");
  }
  impl_->write_footer(footer);
  impl_->sync();
  if (footer.status == RunStatus::done || !impl_->output->has_old()) impl_->take_name();
}

}  // namespace fourfoot::results

#include "results/results_writer.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <optional>
#include <random>

#include "base/error.h"
#include "base/sha256.h"
#include "base/version.h"
#include "results/channel_store.h"
#include "results/file_lock.h"
#include "results/hdf5.h"
#include "results/hdf5_table.h"
#include "results/later_end.h"
#include "results/output_file.h"
#include "results/own_file.h"
#include "results/results_reader.h"
#include "results/row_block.h"

namespace fourfoot::results {

namespace {

constexpr std::uint64_t flush_rows = ChunkPlan::flush;
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
  OwnFile disk;                              // channels are written by it,
  h5::Handle file;                           // all else by HDF5: one of them at a time
  std::vector<std::string> names;            // of the channels
  std::optional<ChannelStore> store;
  RowBlock gathered;
  std::uint64_t reserved_end = 0;  // how far the disk has room for the file [bytes]
  bool is_full = false;            // the disk took no more; what was flushed before is good
  bool is_lost = false;            // a write failed: nothing more is tried

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

  void sync() { fsync(disk.get()); }

  // Whoever removes the file or its folder during the run must hear of it.
  bool is_where_it_was() {
    struct stat mine {
    }, there{};
    if (fstat(disk.get(), &mine) != 0) return true;
    return stat(output->target().c_str(), &there) == 0 && mine.st_dev == there.st_dev &&
           mine.st_ino == there.st_ino;
  }

  // HDF5 goes on with the file where it ends now.
  void open_with_hdf5() {
    if (file.valid()) return;
    const std::filesystem::path& name = output->is_committed() ? output->target() : output->draft();
    const h5::Handle access = h5::make_file_access();
    file = h5::Handle(H5Fopen(name.c_str(), H5F_ACC_RDWR, access.get()), H5Fclose);
    if (!file.valid()) throw std::runtime_error("the file cannot be opened again");
  }

  // HDF5 leaves the file, which then ends where HDF5 says.
  bool close_with_hdf5() {
    if (!file.valid()) return true;
    if (H5Fflush(file.get(), H5F_SCOPE_GLOBAL) < 0) return false;
    file = {};
    reserved_end = 0;  // HDF5 has cut the file
    return true;
  }

  std::uint64_t find_end() {
    hsize_t size = 0;
    if (file.valid() && H5Fget_filesize(file.get(), &size) >= 0) return size;
    return h5::read_end(disk.get());
  }

  // Takes room on the disk before it is written into. A write that fails half-way could leave a
  // file that cannot be opened at all; so it is not begun.
  bool reserve(std::uint64_t bytes) {
    const std::uint64_t end = find_end(), begin = std::max(end, reserved_end);
    if (end + bytes <= begin) return true;
    // Only what is missing: to go over what is there already costs time by its length.
    const int fault = posix_fallocate(disk.get(), static_cast<off_t>(begin),
                                      static_cast<off_t>(end + bytes - begin));
    if (fault == 0) reserved_end = end + bytes;
    return fault != ENOSPC && fault != EFBIG && fault != EDQUOT;
  }

  // The file as it is may be read at any time, also if a kill ends what HDF5 does next.
  h5::LaterEnd keep_readable() { return {disk.get(), reserved_end}; }

  // What `rows` more may need.
  std::uint64_t get_row_bytes(std::uint64_t rows) const {
    return store->count_bytes(store->rows() + rows) + end_bytes;
  }

  // Room that was reserved and not used.
  void cut() {
    if (is_lost || file.valid()) return;
    const std::uint64_t end = find_end();
    if (end > 0 && end < reserved_end && ftruncate(disk.get(), static_cast<off_t>(end)) == 0)
      reserved_end = end;
  }

  void abandon() {
    file.abandon();
    gathered.clear();
    is_lost = true;
  }

  // The file as it is before its header: all channels without rows.
  bool write_channels(const std::vector<Channel>& channels, std::uint64_t expected_rows) {
    store.emplace(channels, ChunkPlan(expected_rows));
    const std::string& image = store->image();
    const bool is_good =
        posix_fallocate(disk.get(), 0, static_cast<off_t>(image.size())) != ENOSPC &&
        pwrite(disk.get(), image.data(), image.size(), 0) == static_cast<ssize_t>(image.size());
    store->drop_image();
    gathered.make_room(channels.size());
    for (const Channel& channel : channels) names.push_back(channel.name);
    return is_good;
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

  // Whether the gathered rows are the first of a chunk.
  bool is_chunk() const { return (store->rows() - gathered.count_written()) % flush_rows == 0; }

  bool write_gathered() {
    const std::uint64_t first = is_chunk() ? 0 : gathered.count_written();
    const std::uint64_t row = store->rows() - gathered.count_written() + first;
    return gathered.write_blocks(first, [&](std::size_t begin, std::size_t end,
                                            const double* columns) {
      return store->write_columns(disk.get(), begin, end, row, columns, gathered.count() - first);
    });
  }

  // Room for rows up to `total` and, in the superblock, the end behind it.
  bool make_room(std::uint64_t total) {
    const std::uint64_t end = find_end(), more = store->count_bytes(total);
    if (!reserve(more + end_bytes)) return false;
    store->extend(total, end);
    return more == 0 || h5::write_end(disk.get(), end + more);
  }

  void write_footer(const ResultsFooter& footer) {
    const bool has_room_for_events =
        !footer.events.columns.empty() && reserve(h5::estimate_bytes(footer.events) + end_bytes);
    const Change change(*this);
    // HDF5 would cut a file that is longer than it says, and say where it ends only then.
    const std::uint64_t room = reserved_end > find_end() ? reserved_end - find_end() : end_bytes;
    cut();
    open_with_hdf5();
    reserve(room);
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
    const std::uint64_t count = gathered.count_new();
    if (count == 0) return;
    const Change change(*this);
    const std::uint64_t total = store->rows() + count;
    bool good = close_with_hdf5();
    is_full = good && !make_room(total);
    good = good && !is_full && write_gathered() && store->write_index(disk.get(), total);
    if (!good) {
      gathered.clear();
      if (!is_full) abandon();
      throw RunError("the results file \"" + path.string() +
                     "\" could not be written further (disk full?); " +
                     std::to_string(store->rows()) + " rows are kept");
    }
    if ((total - gathered.count()) % flush_rows == 0 && gathered.count() < flush_rows)
      gathered.keep_written();
    else
      gathered.clear();
    if (store->rows() >= least_rows) take_name();
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
  impl_->disk = OwnFile(impl_->output->draft());
  if (!impl_->disk.is_open()) {
    refuse(path, "the file cannot be created",
           "check permissions and that no program has it open, or choose another path with -o");
  }
  try {
    if (!impl_->write_channels(channels, expected_rows))
      refuse(path, "the disk is full", "choose another disk with -o");
    impl_->open_with_hdf5();
    impl_->write_header(header);
    if (!impl_->reserve(impl_->get_row_bytes(1)) ||
        H5Fflush(impl_->file.get(), H5F_SCOPE_GLOBAL) < 0) {
      refuse(path, "the disk is full", "choose another disk with -o");
    }
  } catch (const std::runtime_error& error) {
    impl_->abandon();
    if (dynamic_cast<const InputError*>(&error) != nullptr) throw;
    refuse(path, error.what(), "choose another disk with -o");
  }
}

ResultsWriter::~ResultsWriter() {
  const auto lock = h5::lock_library();
  try {
    flush();
  } catch (
      const std::exception&) {  // the loss was reported by the flush or finish that met it first
  }
  const Impl::Change change(*impl_);  // closing writes the end
  impl_->file = {};
  impl_->cut();
}

void ResultsWriter::write_table(const ResultsTable& table) {
  const auto lock = h5::lock_library();
  if (!impl_->reserve(h5::estimate_bytes(table) + impl_->get_row_bytes(1)))
    refuse(impl_->path, "the disk is full", "choose another disk with -o");
  impl_->open_with_hdf5();
  h5::write_table(impl_->file.get(), table);
}

void ResultsWriter::copy_rows(const ResultsReader& old, std::size_t count) {
  const auto lock = h5::lock_library();
  bool good = impl_->close_with_hdf5() && impl_->make_room(count);
  for (std::size_t i = impl_->names.size(); good && i-- > 0;) {
    const std::vector<double> values = old.read(impl_->names[i]);
    good = impl_->store->write_values(impl_->disk.get(), i, 0, values.data(), count);
  }
  if (!good || !impl_->store->write_index(impl_->disk.get(), count))
    refuse(impl_->path, "the disk is full", "choose another disk with -o");
  impl_->least_rows = std::max(old.size(), count + 1);
}

void ResultsWriter::choose_from(std::size_t width, std::vector<std::size_t> channels) {
  impl_->gathered.make_room(width, std::move(channels));
}

void ResultsWriter::append(const std::vector<double>& row) {
  impl_->gathered.append(row);
  const bool is_first = !impl_->output->is_committed() && row_count() == impl_->least_rows;
  if (row_count() % flush_rows == 0 || (is_first && impl_->least_rows == 1)) flush();
}

void ResultsWriter::make_durable() {
  const auto lock = h5::lock_library();
  flush();
  if (impl_->is_lost || impl_->is_full || !impl_->close_with_hdf5()) return;
  if (impl_->least_rows <= 2 && impl_->store->rows() > 0) impl_->take_name();
  impl_->sync();
}

bool ResultsWriter::has_name() const {
  return impl_->output->is_committed();
}

void ResultsWriter::flush() {
  const auto lock = h5::lock_library();
  if (!impl_->is_lost) impl_->write_rows();
}

std::size_t ResultsWriter::row_count() const {
  return impl_->store->rows() + impl_->gathered.count_new();
}

void ResultsWriter::finish(const ResultsFooter& footer) {
  const auto lock = h5::lock_library();
  if (!impl_->is_full) flush();
  if (impl_->is_lost || !impl_->reserve(end_bytes)) {
    if (impl_->is_full || impl_->is_lost) return;  // append or flush has told it
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

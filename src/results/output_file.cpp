#include "results/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <random>

#include "base/error.h"
#include "results/file_lock.h"

namespace fourfoot::results {

namespace {

namespace fs = std::filesystem;

constexpr const char* mark = ".fourfoot-";

fs::path get_folder(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

[[noreturn]] void refuse_output(const fs::path& path, const std::string& hint) {
  throw InputError(
      Finding{"output-unwritable", {}, "\"" + path.string() + "\" cannot be written", hint});
}

std::string make_random_letters() {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
  std::random_device random;
  std::string text;
  for (int i = 0; i < 8; ++i) text += letters[random() % 36];
  return text;
}

// Drafts of the same file that nobody writes any more.
void remove_left_drafts(const fs::path& target) {
  const std::string begin = "." + target.filename().string() + mark;
  std::error_code error;
  std::vector<fs::path> left;
  for (const fs::directory_entry& entry : fs::directory_iterator(get_folder(target), error)) {
    const std::string name = entry.path().filename().string();
    if (name.rfind(begin, 0) == 0 && name.size() == begin.size() + 8) left.push_back(entry.path());
  }
  for (const fs::path& draft : left) {
    const bool is_old = fs::file_time_type::clock::now() - fs::last_write_time(draft, error) >
                        std::chrono::hours(1);
    if (is_old && !error && !FileLock(draft, false).is_held(FileLock::Part::writing))
      fs::remove(draft, error);
  }
}

bool sync_file(const fs::path& path, int flags) {
  const int file = open(path.c_str(), flags | O_CLOEXEC);
  if (file < 0) return false;
  const bool good = fsync(file) == 0 || errno == EINVAL || errno == EROFS;
  return close(file) == 0 && good;
}

}  // namespace

fs::path follow_links(fs::path path) {
  std::error_code error;
  for (int i = 0; i < 40 && fs::is_symlink(path, error); ++i) {
    const fs::path to = fs::read_symlink(path, error);
    if (error) break;
    path = to.is_absolute() ? to : path.parent_path() / to;
  }
  return path;
}

OutputFile::OutputFile(const fs::path& path) : path_(path), target_(path) {
  const std::string hint = "check the folder and its permissions";
  std::error_code error;
  if (path.empty() || fs::is_directory(path, error)) refuse_output(path, "name a file");
  target_ = follow_links(path);
  has_old_ = fs::exists(target_, error);
  if (has_old_ && access(target_.c_str(), W_OK) != 0) refuse_output(path, hint);
  is_direct_ = has_old_ && !fs::is_regular_file(target_, error);
  draft_ = target_;
  if (is_direct_) return;
  remove_left_drafts(target_);
  draft_ = get_folder(target_) / ("." + target_.filename().string() + mark + make_random_letters());
  const int file = open(draft_.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0666);
  if (file < 0) {
    draft_.clear();
    refuse_output(path, hint);
  }
  struct stat old {};
  if (has_old_ && stat(target_.c_str(), &old) == 0) fchmod(file, old.st_mode & 0777);
  close(file);
}

OutputFile::~OutputFile() {
  std::error_code error;
  if (!is_direct_ && !is_committed_ && !draft_.empty()) fs::remove(draft_, error);
}

void OutputFile::commit() {
  if (is_committed_) return;
  if (!is_direct_) {
    std::error_code error;
    const bool good = sync_file(draft_, O_RDWR);
    if (good) fs::rename(draft_, target_, error);
    if (!good || error)
      throw RunError("\"" + path_.string() + "\" could not be written (disk full?)");
    sync_file(get_folder(target_), O_RDONLY | O_DIRECTORY);
  }
  is_committed_ = true;
}

void write_output(const fs::path& path, const std::string& text) {
  OutputFile file(path);
  std::ofstream out(file.draft(), std::ios::binary);
  out << text;
  out.close();
  if (!out) throw RunError("\"" + path.string() + "\" could not be written (disk full?)");
  file.commit();
}

}  // namespace fourfoot::results

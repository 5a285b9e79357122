#include "jobs/kept_runs.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <optional>

#include "base/error.h"
#include "jobs/run_rows.h"
#include "results/results_scene.h"
#include "scenario/output_channels.h"
#include "scenario/run_options.h"

namespace fourfoot::jobs {

namespace fs = std::filesystem;

namespace {

constexpr const char* note_name = "study.txt";

std::string read_first_line(const fs::path& path) {
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  return line;
}

std::uint64_t count_bytes(const fs::path& folder) {
  std::uint64_t sum = 0;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".h5" && entry.is_regular_file(error))
      sum += entry.file_size(error);
  return sum;
}

// Whether there is anything but drafts.
bool has_files(const fs::path& folder) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (!entry.path().filename().string().starts_with('.')) return true;
  return false;
}

// Several processes of a study may begin at the same time: each writes the whole line aside.
void write_note(const fs::path& folder, const std::string& line) {
  const fs::path draft = folder / fmt::format(".{}-{}", note_name, getpid());
  std::ofstream out(draft);
  out << line << "\n";
  out.close();
  std::error_code error;
  if (out) fs::rename(draft, folder / note_name, error);
  if (out && !error) return;
  fs::remove(draft, error);
  throw InputError(Finding{"output-unwritable",
                           {},
                           "\"" + folder.string() + "\" cannot be written",
                           "check its permissions, or choose another folder with --keep"});
}

class KeptRun : public analysis::RunKeeper {
 public:
  KeptRun(fs::path file, const scenario::Member& member, const results::ResultsHeader& header,
          std::size_t rows, std::string& write_fault)
      : file_(std::move(file)),
        write_fault_(write_fault),
        chosen_(member.system->channels(),
                scenario::choose_output_channels(member.scenario, member.system->channels())) {
    writer_.emplace(file_, chosen_.channels(), header, rows);
    chosen_.write_to(*writer_);
    results::write_scene(*writer_, scenario::make_scene(*member.system, member.scenario),
                         member.scenario);
  }
  void append(const std::vector<double>& row) override {
    write([&] { chosen_.append(row); });
  }
  void finish(const analysis::TimeRunSummary& summary) override {
    write([&] { writer_->finish(make_footer(summary)); });
    if (summary.status != RunStatus::stopped) return;
    writer_.reset();
    std::error_code error;
    fs::remove(file_, error);
  }

 private:
  template <class Work>
  void write(const Work& work) {
    try {
      work();
    } catch (const RunError& error) {
      write_fault_ = error.what();
      throw;
    }
  }
  fs::path file_;
  std::string& write_fault_;
  ChosenChannels chosen_;
  std::optional<results::ResultsWriter> writer_;
};

}  // namespace

KeptRuns::KeptRuns(const fs::path& folder, const std::string& key, std::size_t count,
                   std::uint64_t bytes, bool force)
    : folder_(folder), digits_(std::max(3, static_cast<int>(fmt::formatted_size("{}", count)))) {
  std::error_code error;
  fs::create_directories(folder_, error);
  const std::string name = "\"" + folder.string() + "\"";
  if (error || !fs::is_directory(folder_, error))
    throw InputError(Finding{"output-unwritable",
                             {},
                             name + " is no folder and cannot be made one",
                             "choose another name with --keep"});
  const std::string line = "# fourfoot study " + key;
  const std::string found = read_first_line(folder_ / note_name);
  if (found != line && !force && has_files(folder_))
    throw InputError(Finding{"study-changed",
                             {},
                             name + " holds other files than the runs of this study, or those "
                                    "from before its inputs or the program changed",
                             "choose another folder with --keep, remove it first, or let runs in "
                             "it be replaced with --force"});
  const fs::space_info space = fs::space(folder_, error);
  const std::uint64_t there = found == line ? count_bytes(folder_) : 0;
  if (!error && bytes > there && bytes - there > space.available)
    throw InputError(Finding{
        "output-unwritable",
        {},
        fmt::format("{} has no room for the runs: they take about {:.1f} GB, {:.1f} GB are free",
                    name, 1e-9 * static_cast<double>(bytes - there),
                    1e-9 * static_cast<double>(space.available)),
        "keep fewer channels (output.channels), a longer output.step, or choose another folder "
        "with --keep"});
  if (found != line) write_note(folder_, line);
}

fs::path KeptRuns::get_file(std::size_t point) const {
  return folder_ / fmt::format("run-{:0{}}.h5", point + 1, digits_);
}

std::unique_ptr<analysis::RunKeeper> KeptRuns::make_keeper(std::size_t point,
                                                           const scenario::Member& member,
                                                           const results::ResultsHeader& header,
                                                           std::size_t rows,
                                                           std::string& write_fault) const {
  return std::make_unique<KeptRun>(get_file(point), member, header, rows, write_fault);
}

std::uint64_t estimate_kept_bytes(const scenario::Member& member, std::size_t count) {
  const std::size_t channels =
      scenario::choose_output_channels(member.scenario, member.system->channels()).size();
  const std::size_t rows =
      analysis::count_rows(analysis::TimeRunOptions(scenario::make_run_options(member.scenario)));
  return static_cast<std::uint64_t>(count) * rows * channels * sizeof(double);
}

}  // namespace fourfoot::jobs

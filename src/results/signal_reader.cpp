#include "results/signal_reader.h"

#include <optional>

#include "base/error.h"
#include "results/byte_stream.h"
#include "results/hdf5_read.h"

namespace fourfoot::results {

namespace {

// At the root and below each of its groups.
std::vector<std::string> list_rows(const h5::GuardedFile& file) {
  std::vector<std::string> paths;
  for (const std::string& name : file.list("")) {
    if (!file.is_group(name)) {
      paths.push_back(name);
      continue;
    }
    for (const std::string& below : file.list_datasets(name)) paths.push_back(name + "/" + below);
  }
  return paths;
}

void put_entries(const h5::GuardedFile& file, ByteWriter& out) {
  std::vector<SignalEntry> entries;
  for (const std::string& path : list_rows(file)) {
    const auto count = file.count_numbers(path);
    if (!count || *count == 0) continue;
    SignalEntry entry{path, file.read_foreign_attribute(path, "unit"),
                      file.read_foreign_attribute(path, "frame"),
                      file.read_foreign_attribute(path, "description"), *count};
    if (entry.unit.empty()) entry.unit = file.read_foreign_attribute(path, "units");
    entries.push_back(std::move(entry));
  }
  out.put(static_cast<std::uint64_t>(entries.size()));
  for (const SignalEntry& e : entries) {
    for (const std::string* text : {&e.path, &e.unit, &e.frame, &e.description}) out.put(*text);
    out.put(e.count);
  }
}

// In the child. A question is empty (what is there?) or an entry, the first row and their number.
ReaderProcess::Answer make_signal_answer(const std::filesystem::path& path) {
  return
      [path, file = std::make_shared<std::optional<h5::GuardedFile>>()](const std::string& asked) {
        ByteWriter out;
        try {
          if (!*file) file->emplace(path);
          out.put(std::uint64_t{1});
          if (asked.empty()) {
            put_entries(**file, out);
          } else {
            ByteReader in(asked);
            const std::string entry = in.get_text();
            const std::uint64_t first = in.get_count();
            out.put((*file)->read_part(entry, first, in.get_count()));
          }
        } catch (const h5::BadFile& error) {
          out = {};
          out.put(std::uint64_t{0});
          out.put(std::string_view(error.what()));
        }
        return out.take();
      };
}

// A piece is small whatever the file's size; an hour of 40 channels is read twice.
ReaderProcess::Limits choose_signal_limits(const std::filesystem::path& path) {
  std::error_code error;
  const std::uint64_t bytes = std::filesystem::file_size(path, error);
  return {(512u << 20) + (error ? 0 : bytes / 4), 10 + (error ? 0 : bytes / (5u << 20))};
}

}  // namespace

void refuse_signals(const std::filesystem::path& path, const std::string& why) {
  throw InputError(Finding{"not-signals",
                           {},
                           "\"" + path.string() + "\" " + why,
                           "expected HDF5 (results of fourfoot run, or datasets as long as "
                           "\"time\") or CSV with a header of names"});
}

SignalReader::SignalReader(const std::filesystem::path& path)
    : path_(path), process_(make_signal_answer(path), choose_signal_limits(path)) {
  const std::string reply = ask("");
  try {
    ByteReader in(reply);
    in.get_count();
    for (std::uint64_t n = in.get_count(); n > 0; --n) {
      SignalEntry entry;
      for (std::string* text : {&entry.path, &entry.unit, &entry.frame, &entry.description})
        *text = in.get_text();
      entry.count = in.get_count();
      entries_.push_back(std::move(entry));
    }
  } catch (const std::out_of_range&) {
    refuse_signals(path_, "was damaged");
  }
}

std::string SignalReader::ask(const std::string& question) {
  try {
    std::string reply = process_.ask(question);
    ByteReader in(reply);
    if (in.get_count() == 0) refuse_signals(path_, in.get_text());
    return reply;
  } catch (const ReaderDied&) {
    refuse_signals(path_, "was damaged");
  } catch (const std::out_of_range&) {
    refuse_signals(path_, "was damaged");
  }
}

std::vector<double> SignalReader::read(const std::string& entry, std::uint64_t first,
                                       std::uint64_t count) {
  ByteWriter question;
  question.put(entry);
  question.put(first);
  question.put(count);
  const std::string reply = ask(question.take());
  try {
    ByteReader in(reply);
    in.get_count();
    std::vector<double> values = in.get_numbers();
    if (values.size() != count)
      refuse_signals(path_, "was damaged: \"" + entry + "\" is too short");
    return values;
  } catch (const std::out_of_range&) {
    refuse_signals(path_, "was damaged");
  }
}

}  // namespace fourfoot::results

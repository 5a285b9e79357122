#include "results/results_reader.h"

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "results/byte_stream.h"
#include "results/file_lock.h"
#include "results/reader_process.h"
#include "results/results_file.h"

namespace fourfoot::results {

namespace {

enum Question : std::uint64_t {
  ask_channels,
  ask_values,
  ask_meta,
  ask_inputs,
  ask_table,
  ask_groups,
  ask_numbers
};
enum Reply : std::uint64_t { reply_good, reply_bad };

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& why) {
  const bool is_input = path.extension() == ".toml";
  throw InputError(Finding{
      "not-results",
      {},
      "\"" + path.string() + "\" " + why,
      is_input
          ? "it is an input: fourfoot run makes results of a scenario, fourfoot sweep of a study"
          : "expected a results file written by fourfoot run"});
}

void put(ByteWriter& out, const ResultsTable& table) {
  out.put(static_cast<std::uint64_t>(table.texts.size()));
  for (const auto& [name, text] : table.texts) out.put(name), out.put(text);
  out.put(static_cast<std::uint64_t>(table.numbers.size()));
  for (const auto& [name, number] : table.numbers) out.put(name), out.put(number);
  out.put(static_cast<std::uint64_t>(table.columns.size()));
  for (const ResultsColumn& column : table.columns) {
    out.put(column.name);
    out.put(column.unit);
    out.put(column.description);
    out.put(column.values);
    out.put(static_cast<std::uint64_t>(column.texts.size()));
    for (const std::string& text : column.texts) out.put(text);
  }
}

ResultsTable get_table(ByteReader& in, const std::string& path) {
  ResultsTable table;
  table.path = path;
  for (std::uint64_t n = in.get_count(); n > 0; --n) {
    std::string name = in.get_text();
    table.texts[std::move(name)] = in.get_text();
  }
  for (std::uint64_t n = in.get_count(); n > 0; --n) {
    std::string name = in.get_text();
    table.numbers[std::move(name)] = in.get_number();
  }
  for (std::uint64_t n = in.get_count(); n > 0; --n) {
    ResultsColumn column;
    column.name = in.get_text();
    column.unit = in.get_text();
    column.description = in.get_text();
    column.values = in.get_numbers();
    for (std::uint64_t k = in.get_count(); k > 0; --k) column.texts.push_back(in.get_text());
    table.columns.push_back(std::move(column));
  }
  return table;
}

void answer_question(const ResultsFile& file, std::uint64_t question, const std::string& what,
                     ByteWriter& out) {
  switch (question) {
    case ask_channels:
      out.put(static_cast<std::uint64_t>(file.size()));
      out.put(static_cast<std::uint64_t>(file.channels().size()));
      for (const Channel& c : file.channels())
        out.put(c.name), out.put(c.unit), out.put(c.frame), out.put(c.description);
      return;
    case ask_values:
      return out.put(file.read(what));
    case ask_meta:
      return out.put(file.read_meta(what));
    case ask_inputs: {
      const std::vector<SourceFile> inputs = file.read_inputs();
      out.put(static_cast<std::uint64_t>(inputs.size()));
      for (const SourceFile& input : inputs) out.put(input.name), out.put(input.text);
      return;
    }
    case ask_table:
      return put(out, file.read_table(what));
    case ask_groups: {
      const std::vector<std::string> groups = file.list_groups(what);
      out.put(static_cast<std::uint64_t>(groups.size()));
      for (const std::string& name : groups) out.put(name);
      return;
    }
    default: {
      const std::map<std::string, double> numbers = file.read_numbers();
      out.put(static_cast<std::uint64_t>(numbers.size()));
      for (const auto& [name, number] : numbers) out.put(name), out.put(number);
    }
  }
}

// In the child: opens the file at the first question.
ReaderProcess::Answer make_answer(const std::filesystem::path& path) {
  return [path, file = std::make_shared<std::optional<ResultsFile>>()](const std::string& asked) {
    ByteReader in(asked);
    const std::uint64_t question = in.get_count();
    const std::string what = in.get_text();
    ByteWriter out;
    try {
      if (!*file) file->emplace(path);
      out.put(std::uint64_t{reply_good});
      answer_question(**file, question, what, out);
      return out.take();
    } catch (const h5::BadFile& error) {
      out = {};
      out.put(std::uint64_t{reply_bad});
      out.put(std::string_view(error.what()));
      return out.take();
    }
  };
}

// Enough for any honest file, on a slow machine too.
ReaderProcess::Limits choose_limits(std::uint64_t bytes) {
  return {(192u << 20) + 4 * bytes, 1 + bytes / (20u << 20)};
}

}  // namespace

struct ResultsReader::Impl {
  std::filesystem::path path;
  FileLock lock;
  bool is_live = false;
  std::optional<ReaderProcess> process;

  explicit Impl(const std::filesystem::path& file) : path(file), lock(file, false) {
    is_live = lock.is_held(FileLock::Part::writing);
    // The run waits a moment with its next flush, so that what is read does not change meanwhile.
    if (is_live) lock.lock(FileLock::Part::changing, 10.0);
    process.emplace(make_answer(file), choose_limits(std::filesystem::file_size(file)));
  }

  // Calls `use` with the answer.
  template <class Use>
  auto ask(Question question, const std::string& what, Use use) {
    ByteWriter out;
    out.put(std::uint64_t{question});
    out.put(what);
    try {
      const std::string reply = process->ask(out.take());
      ByteReader in(reply);
      if (in.get_count() == reply_good) return use(in);
      refuse(path, in.get_text());
    } catch (const ReaderDied&) {
      refuse(path, "was damaged");
    } catch (const std::out_of_range&) {
      refuse(path, "was damaged");
    }
  }
};

ResultsReader::ResultsReader(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error))
    throw InputError(Finding{"file-not-found", {}, "\"" + path.string() + "\" does not exist"});
  if (std::filesystem::is_directory(path, error)) refuse(path, "is a folder");
  if (!std::filesystem::is_regular_file(path, error)) refuse(path, "is not a file on a disk");
  if (std::filesystem::file_size(path, error) == 0)
    throw InputError(Finding{"not-results",
                             {},
                             "\"" + path.string() + "\" is empty",
                             "what was to write it failed or was stopped: run it again"});
  impl_ = std::make_unique<Impl>(path);
  impl_->ask(ask_channels, "", [&](ByteReader& in) {
    size_ = in.get_count();
    for (std::uint64_t n = in.get_count(); n > 0; --n) {
      Channel channel;
      channel.name = in.get_text();
      channel.unit = in.get_text();
      channel.frame = in.get_text();
      channel.description = in.get_text();
      channels_.push_back(std::move(channel));
    }
  });
}

ResultsReader::~ResultsReader() = default;

bool ResultsReader::is_being_written() const {
  return impl_->is_live;
}

std::vector<double> ResultsReader::read(const std::string& channel) const {
  const bool is_there = std::any_of(channels_.begin(), channels_.end(),
                                    [&](const Channel& c) { return c.name == channel; });
  if (!is_there) throw std::out_of_range("no channel \"" + channel + "\"");
  std::vector<double> values =
      impl_->ask(ask_values, channel, [](ByteReader& in) { return in.get_numbers(); });
  if (values.size() != size_) refuse(impl_->path, "was damaged");
  return values;
}

std::string ResultsReader::read_meta(const std::string& name) const {
  return impl_->ask(ask_meta, name, [](ByteReader& in) { return in.get_text(); });
}

std::vector<SourceFile> ResultsReader::read_inputs() const {
  return impl_->ask(ask_inputs, "", [](ByteReader& in) {
    std::vector<SourceFile> inputs;
    for (std::uint64_t n = in.get_count(); n > 0; --n) {
      SourceFile file;
      file.name = in.get_text();
      file.text = in.get_text();
      inputs.push_back(std::move(file));
    }
    return inputs;
  });
}

ResultsTable ResultsReader::read_table(const std::string& path) const {
  return impl_->ask(ask_table, path, [&](ByteReader& in) { return get_table(in, path); });
}

std::vector<std::string> ResultsReader::list_groups(const std::string& path) const {
  return impl_->ask(ask_groups, path, [](ByteReader& in) {
    std::vector<std::string> names;
    for (std::uint64_t n = in.get_count(); n > 0; --n) names.push_back(in.get_text());
    return names;
  });
}

std::map<std::string, double> ResultsReader::read_numbers() const {
  return impl_->ask(ask_numbers, "", [](ByteReader& in) {
    std::map<std::string, double> numbers;
    for (std::uint64_t n = in.get_count(); n > 0; --n) {
      std::string name = in.get_text();
      numbers[std::move(name)] = in.get_number();
    }
    return numbers;
  });
}

}  // namespace fourfoot::results

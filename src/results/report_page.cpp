#include "results/report_page.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.h"
#include "base/sha256.h"
#include "base/version.h"
#include "results/output_file.h"
#include "results/report_pack.h"
#include "results/report_study.h"
#include "results/results_reader.h"

namespace fourfoot::results {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::string_view marker = "<!--fourfoot-data-->";

// The blocks go to the page one by one as they are made: a long run need not fit into memory twice.
class Page {
 public:
  explicit Page(std::ofstream& out) : out_(out) {}

  json add(const std::vector<double>& values, Precision precision) {
    const PackedArray packed = pack(values, precision);
    if (packed.form == PackedArray::Form::linear) {
      return {{"form", "linear"},
              {"count", packed.count},
              {"first", packed.first},
              {"step", packed.step}};
    }
    const int block = next_++;
    out_ << "<script type=\"text/plain\" id=\"block-" << block << "\">" << packed.base64
         << "</script>\n";
    return {{"form", packed.form == PackedArray::Form::f32 ? "f32" : "f64"},
            {"count", packed.count},
            {"order", packed.order},
            {"block", block}};
  }

 private:
  std::ofstream& out_;
  int next_ = 0;
};

// Names are the users': nothing in them may end the script element that the text stands in.
std::string make_safe(const json& document) {
  std::string text = document.dump(-1, ' ', false, json::error_handler_t::replace);
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  }
  return safe;
}

json describe(const ArraySummary& summary) {
  if (summary.empty) return {{"not_finite", summary.not_finite}};
  return {
      {"min", summary.min},       {"max", summary.max},       {"mean", summary.mean},
      {"rms", summary.rms},       {"first", summary.first},   {"last", summary.last},
      {"min_at", summary.min_at}, {"max_at", summary.max_at}, {"not_finite", summary.not_finite}};
}

json describe(const ResultsTable& table, Page& page) {
  json columns = json::object();
  for (const ResultsColumn& column : table.columns) {
    json& entry = columns[column.name];
    entry = {{"unit", column.unit}, {"description", column.description}};
    if (!column.texts.empty())
      entry["texts"] = column.texts;
    else if (column.values.size() <= 256)
      entry["values"] = column.values;
    else
      entry["array"] = page.add(column.values, Precision::exact);
  }
  return {{"texts", table.texts}, {"numbers", table.numbers}, {"columns", columns}};
}

json describe_profiles(const ResultsReader& reader, Page& page) {
  json profiles = json::array();
  for (const std::string& wheelset : reader.list_groups("profiles")) {
    for (const std::string& side : reader.list_groups("profiles/" + wheelset)) {
      const std::string base = "profiles/" + wheelset + "/" + side + "/";
      profiles.push_back({{"wheelset", wheelset},
                          {"side", side},
                          {"wheel", describe(reader.read_table(base + "wheel"), page)},
                          {"rail", describe(reader.read_table(base + "rail"), page)}});
    }
  }
  return profiles;
}

json describe_rails(const ResultsReader& reader, Page& page) {
  json rails = json::array();
  for (const std::string& rail : reader.list_groups("rails"))
    rails.push_back(describe(reader.read_table("rails/" + rail), page));
  return rails;
}

json describe_inputs(const ResultsReader& reader) {
  json inputs = json::array();
  for (const SourceFile& input : reader.read_inputs())
    inputs.push_back(
        {{"name", input.name}, {"sha256", calc_sha256(input.text)}, {"text", input.text}});
  return inputs;
}

json describe_run(const fs::path& path, const JudgeRun& judge, Page& page,
                  const std::function<void(double)>& on_progress) {
  const ResultsReader reader(path);
  json meta = json::object();
  for (const char* name : {"format", "program", "version", "commit", "created", "title",
                           "overrides", "status", "message", "warnings"}) {
    meta[name] = reader.read_meta(name);
  }
  json channels = json::array();
  for (const Channel& channel : reader.channels()) {
    const std::vector<double> values = reader.read(channel.name);
    const bool is_axis = channel.name == "time" || channel.name == "s";
    channels.push_back(
        {{"name", channel.name},
         {"unit", channel.unit},
         {"frame", channel.frame},
         {"description", channel.description},
         {"summary", describe(summarise(values))},
         {"array", page.add(values, is_axis ? Precision::exact : Precision::single_is_enough)}});
    on_progress(static_cast<double>(channels.size()) /
                static_cast<double>(reader.channels().size()));
  }
  return {{"file", path.filename().string()},
          {"evaluation", judge ? judge(path) : json()},
          {"rows", reader.size()},
          {"meta", meta},
          {"run", describe(reader.read_table("meta/run"), page)},
          {"numbers", reader.read_numbers()},
          {"inputs", describe_inputs(reader)},
          {"channels", channels},
          {"bodies", describe(reader.read_table("model/bodies"), page)},
          {"elements", describe(reader.read_table("model/elements"), page)},
          {"track", describe(reader.read_table("track"), page)},
          {"profiles", describe_profiles(reader, page)},
          {"rails", describe_rails(reader, page)}};
}

/// Files of one name are told apart by their folders: "before/run.h5", "after/run.h5".
void name_with_folders(const std::vector<fs::path>& files, json& runs) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    const auto same = std::count_if(files.begin(), files.end(), [&](const fs::path& other) {
      return other.filename() == files[i].filename();
    });
    const std::string folder = fs::absolute(files[i]).parent_path().filename().string();
    if (same > 1 && !folder.empty()) runs[i]["file"] = folder + "/" + files[i].filename().string();
  }
}

void write_page(const std::vector<fs::path>& inputs, const fs::path& output, const JudgeRun& judge,
                const std::function<void(double)>& on_progress, std::ofstream& out) {
  const std::string_view page_template = get_report_template();
  const std::size_t at = page_template.find(marker);
  if (at == std::string_view::npos)
    throw std::logic_error("the report template has no data marker");
  out << page_template.substr(0, at);
  Page page(out);
  json runs = json::array(), studies = json::array();
  std::vector<fs::path> files;
  for (const fs::path& input : inputs) {
    if (is_study_file(input)) {
      studies.push_back(describe_study(input, output));
      continue;
    }
    files.push_back(input);
    runs.push_back(describe_run(input, judge, page, [&](double part) {
      const double done = static_cast<double>(runs.size() + studies.size()) + part;
      if (on_progress) on_progress(done / static_cast<double>(inputs.size()));
    }));
  }
  name_with_folders(files, runs);
  const json document = {{"format", "fourfoot report 1"},
                         {"version", get_version()},
                         {"commit", get_commit()},
                         {"runs", std::move(runs)},
                         {"studies", std::move(studies)}};
  out << "<script type=\"application/json\" id=\"fourfoot-report\">" << make_safe(document)
      << "</script>\n"
      << page_template.substr(at + marker.size());
}

}  // namespace

void write_report(const std::vector<fs::path>& inputs, const fs::path& output,
                  const JudgeRun& judge, const std::function<void(double)>& on_progress) {
  // Faults in the inputs come to light before a good old report is touched.
  for (const fs::path& input : inputs) {
    if (is_study_file(input))
      describe_study(input);  // throws if it is none
    else
      ResultsReader reader(input);
  }
  OutputFile file(output);
  std::ofstream out(file.draft(), std::ios::binary | std::ios::trunc);
  write_page(inputs, output, judge, on_progress, out);
  out.close();
  if (!out) throw RunError("\"" + output.string() + "\" could not be written (disk full?)");
  file.commit();
}

}  // namespace fourfoot::results

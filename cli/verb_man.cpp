// `fourfoot man FOLDER` writes the man pages, one for the program and one for each verb, from the
// description that --help shows.
#include <fmt/format.h>

#include <filesystem>

#include "base/error.h"
#include "base/version.h"
#include "cli/description.h"
#include "cli/verbs.h"
#include "results/output_file.h"

namespace fourfoot::cli {

namespace {

// Dashes that are typed, and letters that mean something to roff.
std::string escape_roff(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) {
      out += std::string("\\&") + c;
    } else {
      out += c;
    }
  }
  return out;
}

std::string join_words(const std::vector<std::string>& words, const char* between) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : between) + word;
  return out;
}

std::string format_head(const std::string& name, const std::string& doc) {
  return fmt::format(".TH {} 1 \"\" \"fourfoot {}\" \"Fourfoot\"\n.SH NAME\n{} \\- {}\n",
                     escape_roff(name), get_version(), escape_roff(name), escape_roff(doc));
}

std::string format_option(const OptionText& option) {
  std::string names;
  for (const std::string& name : option.names)
    names += fmt::format("{}\\fB{}\\fR", names.empty() ? "" : ", ", escape_roff(name));
  std::string text = fmt::format(
      ".TP\n{}{}\n{}", names, option.takes_value && !option.is_positional ? " \\fIVALUE\\fR" : "",
      escape_roff(option.doc));
  if (!option.choices.empty()) text += ": " + escape_roff(join_words(option.choices, ", "));
  if (!option.default_value.empty())
    text += fmt::format(" (default: {})", escape_roff(option.default_value));
  return text + "\n";
}

const char* const exit_status = R"(.SH EXIT STATUS
0 done, 1 a fault of the program, 2 the input is wrong, 3 the run failed (results up to there are kept), 130 stopped by
Ctrl\-C (likewise).
)";

const char* const environment = R"(.SH ENVIRONMENT
.TP
\fBFOURFOOT_PATH\fR
folders with colons between, in which models are looked for by name after the folder of the file that names them
.TP
\fBFOURFOOT_CACHE\fR
folder of contact tables; default: fourfoot in XDG_CACHE_HOME or in ~/.cache
)";

std::string format_verb(const VerbText& verb) {
  std::string text = format_head("fourfoot-" + verb.name, verb.doc);
  std::string positional, options;
  for (const OptionText& option : verb.options) {
    (option.is_positional ? positional : options) += format_option(option);
  }
  text += fmt::format(".SH SYNOPSIS\n.B fourfoot {}\n[\\fIOPTION\\fR]...", escape_roff(verb.name));
  for (const OptionText& option : verb.options)
    if (option.is_positional)
      text += fmt::format(" \\fI{}\\fR{}", escape_roff(option.names.front()),
                          option.takes_many ? "..." : "");
  text += "\n";
  if (!positional.empty()) text += ".SH ARGUMENTS\n" + positional;
  text += ".SH OPTIONS\n" + options;
  return text + exit_status + environment + ".SH SEE ALSO\n.BR fourfoot (1)\n";
}

std::string format_program(const std::vector<VerbText>& verbs) {
  std::string text = format_head("fourfoot", "simulator of railway vehicle dynamics");
  text +=
      ".SH SYNOPSIS\n.B fourfoot\n\\fIVERB\\fR [\\fIARGUMENT\\fR]...\n.SH DESCRIPTION\n"
      "Simulates railway vehicles on track. Input files are TOML, results HDF5.\n.SH VERBS\n";
  for (const VerbText& verb : verbs)
    text += fmt::format(".TP\n.BR fourfoot\\-{} (1)\n{}\n", escape_roff(verb.name),
                        escape_roff(verb.doc));
  return text + exit_status + environment;
}

int write_man_pages(const std::vector<VerbText>& verbs, const std::string& folder) {
  const std::filesystem::path path = folder;
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error)
    throw InputError(Finding{
        "output-unwritable", {}, "\"" + folder + "\" cannot be made: " + error.message(), ""});
  results::write_output(path / "fourfoot.1", format_program(verbs));
  for (const VerbText& verb : verbs)
    results::write_output(path / ("fourfoot-" + verb.name + ".1"), format_verb(verb));
  return exit_done;
}

}  // namespace

void add_man(Verbs& verbs) {
  auto folder = std::make_shared<std::string>();
  Verb verb = verbs.add("man", "write the man pages",
                        [&verbs, folder] { return write_man_pages(verbs.describe(), *folder); });
  verb.hide();
  verb.option("folder", *folder, "where").required();
}

}  // namespace fourfoot::cli

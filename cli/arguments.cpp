#include "cli/arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/error.h"
#include "cli/description.h"
#include "cli/verbs.h"

namespace fourfoot::cli {

namespace {

// "conicity", "simulate", "modes": words that the description of a verb uses.
std::string find_by_purpose(const CLI::App& app, const std::string& word) {
  if (word.size() < 4) return {};
  for (const CLI::App* verb : app.get_subcommands({}))
    if (verb->get_description().find(word) != std::string::npos)
      return "see \"fourfoot " + verb->get_name() + " --help\": " + verb->get_description();
  return {};
}

// What CLI11 says of a misspelt verb ("a subcommand is required") does not help.
void check_verb(const CLI::App& app, const std::vector<std::string>& words) {
  if (words.empty()) {
    throw InputError(
        Finding{"bad-arguments", {}, "no verb given", "fourfoot --help lists what there is"});
  }
  const std::string& word = words.front();
  std::vector<std::string> verbs;
  for (const CLI::App* verb : app.get_subcommands({})) verbs.push_back(verb->get_name());
  if (word.starts_with('-') || std::find(verbs.begin(), verbs.end(), word) != verbs.end()) return;
  std::string hint = find_by_purpose(app, word);
  if (hint.empty() || !find_closest(word, verbs).empty()) hint = suggest(word, verbs);
  throw InputError(Finding{"bad-arguments", {}, "there is no verb \"" + word + "\"", hint});
}

// Names the option that is not there, not what follows it, which CLI11 would, last word first.
[[noreturn]] void refuse_extras(const CLI::App& verb) {
  const std::vector<std::string> extras = verb.remaining();
  const auto unknown = std::find_if(extras.begin(), extras.end(),
                                    [](const std::string& word) { return word.starts_with("-"); });
  if (unknown == extras.end())
    throw InputError(Finding{"bad-arguments",
                             {},
                             "\"" + (extras.empty() ? "" : extras.front()) + "\" is one too many",
                             "add --help to see what it takes"});
  std::vector<std::string> names;
  for (const CLI::Option* option : verb.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  const std::string word = unknown->substr(0, unknown->find('='));
  throw InputError(Finding{"bad-arguments",
                           {},
                           verb.get_name() + " has no option \"" + word + "\"",
                           suggest(word, names)});
}

// CLI11 shows the values an option may have as its type: "TEXT:{text,json}".
std::vector<std::string> read_choices(const std::string& type) {
  const std::size_t open = type.find('{'), close = type.find('}');
  if (open == std::string::npos || close == std::string::npos) return {};
  return CLI::detail::split(type.substr(open + 1, close - open - 1), ',');
}

OptionText describe(const CLI::Option& option) {
  OptionText text;
  text.is_positional = option.get_positional() && !option.nonpositional();
  text.is_required = option.get_required();
  text.takes_value = option.get_items_expected_max() > 0;
  text.takes_many = option.get_items_expected_max() > 1;
  text.doc = option.get_description();
  text.default_value = option.get_default_str();
  text.choices = read_choices(option.get_type_name());
  if (text.is_positional) text.names.push_back(option.get_name(true));
  for (const std::string& name : option.get_snames()) text.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) text.names.push_back("--" + name);
  return text;
}

// `fourfoot help VERB` is `fourfoot VERB --help`.
std::vector<std::string> spell_help(std::vector<std::string> words) {
  if (words.empty() || words.front() != "help") return words;
  words.erase(words.begin());
  words.emplace_back("--help");
  return words;
}

}  // namespace

std::vector<VerbText> describe_verbs(const CLI::App& app) {
  std::vector<VerbText> verbs;
  for (const CLI::App* verb : app.get_subcommands({})) {
    if (verb->get_group().empty()) continue;  // hidden
    VerbText text{verb->get_name(), verb->get_description(), {}};
    for (const CLI::Option* option : verb->get_options()) text.options.push_back(describe(*option));
    verbs.push_back(std::move(text));
  }
  return verbs;
}

int parse_arguments(CLI::App& app, int argc, char** argv) {
  std::vector<std::string> words = spell_help({argv + 1, argv + argc});
  check_verb(app, words);
  std::reverse(words.begin(), words.end());  // as CLI11 wants them
  try {
    app.parse(words);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ExtrasError&) {
    const std::vector<CLI::App*> verbs = app.get_subcommands();
    refuse_extras(verbs.empty() ? app : *verbs.front());
  } catch (const CLI::ParseError& error) {
    throw InputError(Finding{"bad-arguments", {}, error.what(), "add --help to see what it takes"});
  }
  return exit_done;
}

void add_help(Verbs& verbs) {
  verbs.add("help", "help on a verb: help VERB", nullptr);  // spell_help
}

}  // namespace fourfoot::cli

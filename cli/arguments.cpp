#include "cli/arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/error.h"
#include "cli/verbs.h"

namespace fourfoot::cli {

namespace {

// What CLI11 says of a misspelt verb ("a subcommand is required") does not help.
void check_verb(const CLI::App& app, int argc, char** argv) {
  if (argc < 2) {
    throw InputError(
        Finding{"bad-arguments", {}, "no verb given", "fourfoot --help lists what there is"});
  }
  const std::string word = argv[1];
  std::vector<std::string> verbs;
  for (const CLI::App* verb : app.get_subcommands({})) verbs.push_back(verb->get_name());
  if (word.starts_with('-') || std::find(verbs.begin(), verbs.end(), word) != verbs.end()) return;
  throw InputError(
      Finding{"bad-arguments", {}, "there is no verb \"" + word + "\"", suggest(word, verbs)});
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

}  // namespace

int parse_arguments(CLI::App& app, int argc, char** argv) {
  check_verb(app, argc, argv);
  try {
    app.parse(argc, argv);
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

}  // namespace fourfoot::cli

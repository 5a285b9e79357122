// `fourfoot complete WORD…` answers the shells: one candidate a line for the last word, or the
// line ":files" where a file name belongs. The scripts that ask are printed by
// `fourfoot completions`.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "cli/description.h"
#include "cli/verbs.h"
#include "results/results_reader.h"

namespace fourfoot::cli {

namespace {

constexpr const char* bash_script = R"sh(# fourfoot's completions for bash
_fourfoot() {
  local words=("${COMP_WORDS[@]:1:COMP_CWORD}") answer name
  answer=$("${COMP_WORDS[0]}" complete -- "${words[@]//[\\\"\']/}" 2>/dev/null) || return
  COMPREPLY=()
  if [[ $answer == :files ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
  elif [[ -n $answer ]]; then
    # Not by compgen -W: it runs what stands in a name, and files of others name their channels.
    while IFS= read -r name; do COMPREPLY+=("$(printf %q "$name")"); done <<<"$answer"
  fi
}
complete -F _fourfoot fourfoot
)sh";

constexpr const char* zsh_script = R"(#compdef fourfoot
# fourfoot's completions for zsh
_fourfoot() {
  local answer
  answer=$(${words[1]} complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null) || return
  if [[ $answer == :files ]]; then _files; else compadd -- ${(f)answer}; fi
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _fourfoot "$@"; else compdef _fourfoot fourfoot; fi
)";

constexpr const char* fish_script = R"(# fourfoot's completions for fish
function __fourfoot_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l answer ($words[1] complete -- $words[2..-1] 2>/dev/null)
    if test "$answer" = :files
        __fish_complete_path (commandline -ct)
    else
        printf '%s\n' $answer
    end
end
complete -c fourfoot -f -a '(__fourfoot_complete)'
)";

using Words = std::vector<std::string>;

bool has_name(const OptionText& option, const std::string& word) {
  return std::find(option.names.begin(), option.names.end(), word) != option.names.end();
}

const OptionText* find_option(const VerbText& verb, const std::string& word) {
  const auto it = std::find_if(verb.options.begin(), verb.options.end(), [&](const OptionText& o) {
    return !o.is_positional && has_name(o, word);
  });
  return it == verb.options.end() ? nullptr : &*it;
}

// The channels of the results file that stands among the words.
Words list_channels(const Words& words) {
  Words names;
  for (const std::string& word : words) {
    if (std::filesystem::path(word).extension() != ".h5") continue;
    try {
      const results::ResultsReader results(word);
      for (const Channel& channel : results.channels()) names.push_back(channel.name);
    } catch (const std::exception&) {
      // no results: nothing to offer
    }
    if (!names.empty()) break;
  }
  return names;
}

bool is_channel(const OptionText& option) {
  return option.doc.find("hannel") != std::string::npos || has_name(option, "--over");
}

Words list_values(const OptionText& option, const Words& words) {
  if (!option.choices.empty()) return option.choices;
  if (is_channel(option)) return list_channels(words);
  return {":files"};
}

// The positional argument that the last word is: the others before it have taken theirs.
const OptionText* find_positional(const VerbText& verb, const Words& words) {
  std::vector<const OptionText*> all;
  for (const OptionText& option : verb.options)
    if (option.is_positional) all.push_back(&option);
  std::size_t count = 0;
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    const OptionText* option = find_option(verb, words[i]);
    if (option != nullptr && option->takes_value) {
      ++i;
    } else if (option == nullptr && !words[i].starts_with('-')) {
      ++count;
    }
  }
  if (all.empty()) return nullptr;
  if (count < all.size()) return all[count];
  return all.back()->takes_many ? all.back() : nullptr;
}

Words complete_verb(const VerbText& verb, const Words& words) {
  const OptionText* before =
      words.size() > 2 ? find_option(verb, words[words.size() - 2]) : nullptr;
  if (before != nullptr && before->takes_value) return list_values(*before, words);
  if (words.back().starts_with('-')) {
    Words names;
    for (const OptionText& option : verb.options)
      if (!option.is_positional)
        names.insert(names.end(), option.names.begin(), option.names.end());
    return names;
  }
  const OptionText* positional = find_positional(verb, words);
  return positional == nullptr ? Words{} : list_values(*positional, words);
}

Words list_candidates(const std::vector<VerbText>& verbs, const Words& words) {
  if (words.size() < 2) {
    Words names{"--help", "--version"};
    for (const VerbText& verb : verbs) names.push_back(verb.name);
    return names;
  }
  for (const VerbText& verb : verbs) {
    if (words[0] == "help" && words.size() == 2) return list_candidates(verbs, {""});
    if (verb.name == words[0]) return complete_verb(verb, words);
  }
  return {};
}

int complete(const std::vector<VerbText>& verbs, const Words& words) {
  const std::string begin = words.empty() ? "" : words.back();
  for (const std::string& candidate : list_candidates(verbs, words))
    if (candidate == ":files" || candidate.starts_with(begin)) fmt::print("{}\n", candidate);
  return exit_done;
}

struct CompletionsOptions {
  std::string shell;
};

int print_completions(const CompletionsOptions& options) {
  const std::string& shell = options.shell;
  fmt::print("{}", shell == "bash" ? bash_script : shell == "zsh" ? zsh_script : fish_script);
  return exit_done;
}

}  // namespace

void add_completions(Verbs& verbs) {
  auto [verb, options] = verbs.add<CompletionsOptions>(
      "completions", "completions for a shell, e.g. source <(fourfoot completions bash)",
      print_completions);
  verb.option("shell", options.shell, "bash, zsh or fish")
      .required()
      .one_of({"bash", "zsh", "fish"});
}

void add_complete(Verbs& verbs) {
  auto words = std::make_shared<Words>();
  Verb verb = verbs.add("complete", "candidates for a shell",
                        [&verbs, words] { return complete(verbs.describe(), *words); });
  verb.hide();
  verb.option("words", *words, "after the program's name, the last one unfinished");
}

}  // namespace fourfoot::cli

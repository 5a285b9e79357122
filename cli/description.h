#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace fourfoot::cli {

/// What a verb takes, in plain texts: completions and man pages are made from the same description
/// as --help.
struct OptionText {
  std::vector<std::string> names;  ///< "-o", "--output"; of a positional argument its bare name
  bool is_positional = false, is_required = false, takes_value = false, takes_many = false;
  std::string doc, default_value;
  std::vector<std::string> choices;  ///< if only these are allowed
};
struct VerbText {
  std::string name, doc;
  std::vector<OptionText> options;
};

/// All verbs but hidden ones.
std::vector<VerbText> describe_verbs(const CLI::App& app);

}  // namespace fourfoot::cli

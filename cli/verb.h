#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/description.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

/// How a verb says what it takes. The parser behind is CLI11, which costs seconds to compile: only
/// verb.cpp and arguments.cpp see it.
namespace fourfoot::cli {

/// One option, flag or positional argument; what is not said stays as it is.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option& required();
  Option& one_of(const std::vector<std::string>& words);
  Option& within(int low, int high);
  Option& within(double low, double high);
  Option& shows_default();  ///< the variable's value, in --help
  Option& shows_default(const std::string& text);
  Option& with_commas();               ///< a,b,c are three values
  Option& repeatable();                ///< given again: one value more
  Option& takes(int least, int most);  ///< so many words
  Option& needs(const Option& other);
  Option& excludes(const Option& other);

 private:
  CLI::Option* option_;
};

/// Names are "-o,--output", or bare for a positional argument. Values are written when the command
/// line is read, so they live as long as the verb (Verbs::add).
class Verb {
 public:
  explicit Verb(CLI::App* app) : app_(app) {}

  Option option(const std::string& names, std::string& value, const std::string& doc);
  Option option(const std::string& names, std::vector<std::string>& values, const std::string& doc);
  Option option(const std::string& names, std::vector<double>& values, const std::string& doc);
  Option option(const std::string& names, double& value, const std::string& doc);
  Option option(const std::string& names, int& value, const std::string& doc);
  Option flag(const std::string& names, bool& value, const std::string& doc);
  /// Calls `take` with the text instead of keeping it.
  Option option(const std::string& names, const std::function<void(const std::string&)>& take,
                const std::string& doc);
  /// Words with commas between, or the option again.
  Option list(const std::string& names, std::vector<std::string>& values, const std::string& doc);
  /// A number in SI, or text with a unit, as everywhere.
  Option quantity(const std::string& name, double& value, const std::string& unit,
                  const std::string& doc);
  /// The scenario file or --example, one of which must be there, and --set.
  void scenario(std::string& file, std::vector<std::string>& set);
  /// --allow-code, for verbs that read scenarios or vehicles in another way.
  void allow_code();
  void hide();  ///< from --help, man pages and completions

 private:
  CLI::App* app_;
};

/// All verbs of the program. Each is added by the function beside its code (cli/verbs.h).
class Verbs {
 public:
  Verbs(const std::string& name, const std::string& doc, const std::string& version);
  ~Verbs();

  /// A verb and the options that it is called with; they live as long as this.
  template <class Options>
  std::pair<Verb, Options&> add(const std::string& name, const std::string& doc,
                                int (*run)(const Options&)) {
    auto options = std::make_shared<Options>();
    return {add(name, doc, [run, options] { return run(*options); }), *options};
  }
  Verb add(const std::string& name, const std::string& doc, std::function<int()> run);

  /// Runs the verb of this command line and returns its exit code. What cannot be understood is an
  /// InputError that names the word and what comes near it; --help is printed.
  int parse_and_run(int argc, char** argv);
  /// All verbs but hidden ones.
  std::vector<VerbText> describe() const;

 private:
  std::unique_ptr<CLI::App> app_;
  std::function<int()> action_;
};

}  // namespace fourfoot::cli

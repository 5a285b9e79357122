#include "cli/verb.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>

#include "base/plugin_registry.h"
#include "cli/arguments.h"
#include "cli/quantity_option.h"
#include "input/model_path.h"

namespace fourfoot::cli {

Option& Option::required() {
  option_->required();
  return *this;
}

Option& Option::one_of(const std::vector<std::string>& words) {
  option_->check(CLI::IsMember(words));
  return *this;
}

Option& Option::within(int low, int high) {
  option_->check(CLI::Range(low, high));
  return *this;
}

Option& Option::within(double low, double high) {
  option_->check(CLI::Range(low, high));
  return *this;
}

Option& Option::shows_default() {
  option_->capture_default_str();
  return *this;
}

Option& Option::shows_default(const std::string& text) {
  option_->default_str(text);
  return *this;
}

Option& Option::with_commas() {
  option_->delimiter(',');
  return *this;
}

Option& Option::repeatable() {
  option_->take_all()->expected(1);
  return *this;
}

Option& Option::takes(int least, int most) {
  option_->expected(least, most);
  return *this;
}

Option& Option::needs(const Option& other) {
  option_->needs(other.option_);
  return *this;
}

Option& Option::excludes(const Option& other) {
  option_->excludes(other.option_);
  return *this;
}

Option Verb::option(const std::string& names, std::string& value, const std::string& doc) {
  return Option(app_->add_option(names, value, doc));
}

Option Verb::option(const std::string& names, std::vector<std::string>& values,
                    const std::string& doc) {
  return Option(app_->add_option(names, values, doc));
}

Option Verb::option(const std::string& names, std::vector<double>& values, const std::string& doc) {
  return Option(app_->add_option(names, values, doc));
}

Option Verb::option(const std::string& names, double& value, const std::string& doc) {
  return Option(app_->add_option(names, value, doc));
}

Option Verb::option(const std::string& names, int& value, const std::string& doc) {
  return Option(app_->add_option(names, value, doc));
}

Option Verb::flag(const std::string& names, bool& value, const std::string& doc) {
  return Option(app_->add_flag(names, value, doc));
}

Option Verb::option(const std::string& names, const std::function<void(const std::string&)>& take,
                    const std::string& doc) {
  return Option(app_->add_option_function<std::string>(names, take, doc));
}

Option Verb::list(const std::string& names, std::vector<std::string>& values,
                  const std::string& doc) {
  return Option(
      app_->add_option(names, values, doc)->delimiter(',')->take_all()->allow_extra_args(false));
}

Option Verb::quantity(const std::string& name, double& value, const std::string& unit,
                      const std::string& doc) {
  const auto take = [&value, name, unit](const std::string& text) {
    value = read_quantity(name, text, unit);
  };
  return option(name, take, fmt::format("{} [{}]", doc, unit))
      .shows_default(std::isfinite(value) ? fmt::format("{:g}", value) : "");
}

void Verb::scenario(std::string& file, std::vector<std::string>& set) {
  CLI::Option* scenario = app_->add_option("scenario", file, "scenario file (TOML)");
  CLI::Option* example = app_->add_option_function<std::string>(
      "--example", [&file](const std::string& name) { file = input::find_example(name).string(); },
      "one of Fourfoot's examples instead, e.g. coach-curve");
  app_->parse_complete_callback([&file, scenario, example] {
    if (file.empty()) throw CLI::RequiredError("scenario");
    if (!scenario->empty() && !example->empty()) throw CLI::ExcludesError("--example", "scenario");
  });
  option("--set", set, "override an entry: key=value, e.g. speed.v=\"60 km/h\"").repeatable();
  allow_code();
}

void Verb::allow_code() {
  app_->add_flag_callback(
      "--allow-code", [] { allow_plugin_code(true); },
      "load the shared libraries (plug-ins) that files name; they are code and run with your "
      "rights");
}

void Verb::hide() {
  app_->group("");
}

Verbs::Verbs(const std::string& name, const std::string& doc, const std::string& version)
    : app_(std::make_unique<CLI::App>(doc, name)) {
  app_->set_version_flag("--version", version);
  app_->require_subcommand(1);
}

Verbs::~Verbs() = default;

Verb Verbs::add(const std::string& name, const std::string& doc, std::function<int()> run) {
  CLI::App* verb = app_->add_subcommand(name, doc);
  verb->callback([this, run = std::move(run)] { action_ = run; });
  return Verb(verb);
}

int Verbs::parse_and_run(int argc, char** argv) {
  const int code = parse_arguments(*app_, argc, argv);
  return action_ ? action_() : code;
}

std::vector<VerbText> Verbs::describe() const {
  return describe_verbs(*app_);
}

}  // namespace fourfoot::cli

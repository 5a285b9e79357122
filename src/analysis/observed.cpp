#include "analysis/observed.h"

#include "base/error.h"

namespace fourfoot::analysis {

namespace {

std::string choose_default(const vehicle::Model& model) {
  const std::size_t body =
      model.wheelsets.empty() ? 0 : static_cast<std::size_t>(model.wheelsets.front().body);
  return model.bodies.body(body).given.name + "/y";
}

bool is_coordinate(const std::string& name) {
  const std::string last = name.substr(name.rfind('/') + 1);
  for (const char* word : {"x", "y", "z", "phi", "chi", "psi"}) {
    if (last == word) return true;
  }
  return false;
}

}  // namespace

Observed::Observed(const system::System& system, const std::string& channel, double t)
    : system_(system),
      t_(t),
      name_(channel.empty() ? choose_default(system.model()) : channel),
      ws_(system.model()),
      row_(system.channels().size()) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < system.channels().size(); ++i) {
    const std::string& name = system.channels()[i].name;
    if (!is_coordinate(name) || system.channels()[i].frame != "track") continue;
    names.push_back(name);
    if (name == name_) value_at_ = i;
  }
  if (value_at_ == 0) {
    throw InputError(Finding{
        "unknown-channel", {}, "no coordinate is called \"" + name_ + "\"", suggest(name_, names)});
  }
  system.set_time(t, ws_);
}

Observed::Value Observed::calc(const VecX& y) {
  system_.record(t_, y, ws_, row_);
  return {row_[value_at_], row_[value_at_ + 1]};
}

}  // namespace fourfoot::analysis

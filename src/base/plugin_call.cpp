#include <algorithm>
#include <cmath>

#include "base/plugin_registry.h"
#include "base/state_out_of_range.h"

namespace fourfoot {

namespace {

constexpr std::size_t most_derivatives = PluginCall::most_outputs * PluginCall::most_inputs;

std::size_t count_outputs(const Plugin& plugin) {
  switch (plugin.kind) {
    case FOURFOOT_LINE:
      return 3 + plugin.state_count;
    case FOURFOOT_BEARING:
      return 8 + plugin.state_count;
    default:
      return 4;
  }
}

std::size_t count_inputs(const Plugin& plugin) {
  switch (plugin.kind) {
    case FOURFOOT_LINE:
      return 3 + plugin.state_count;
    case FOURFOOT_BEARING:
      return 13 + plugin.state_count;
    case FOURFOOT_CREEP:
      return 10;
    default:
      return 1;
  }
}

}  // namespace

PluginCall::PluginCall(std::shared_ptr<const Plugin> plugin, std::vector<double> parameters)
    : plugin_(std::move(plugin)),
      parameters_(std::move(parameters)),
      output_count_(count_outputs(*plugin_)) {}

void PluginCall::fail(int code) const {
  throw PluginError("the plug-in \"" + plugin_->name + "\" failed with code " +
                    std::to_string(code));
}

void PluginCall::check(const double* numbers, std::size_t count) const {
  double none = 0.0;  // nan as soon as a number is not finite
  for (std::size_t k = 0; k < count; ++k) none += 0.0 * numbers[k];
  if (none != 0.0)
    throw StateOutOfRange("the plug-in \"" + plugin_->name + "\" answers no finite number");
}

int PluginCall::call(const double* in, double* out, double* derivatives) const {
  // Loops, not std::fill: for a few numbers a call of the library costs more than they do.
  for (std::size_t k = 0; k < 3; ++k) out[k] = 0.0;
  for (std::size_t k = 3; k < output_count_; ++k) out[k] = 0.0;
  const int code = plugin_->law(in, parameters_.data(), out, derivatives, plugin_->context);
  if (code < 0) fail(code);
  check(out, output_count_);
  return code;
}

void PluginCall::calc(const double* in, double* out) const {
  call(in, out, nullptr);
}

bool PluginCall::calc_own(const double* in, double* out, double* derivatives,
                          std::size_t count) const {
  std::fill_n(derivatives, count, 0.0);
  if (call(in, out, derivatives) != FOURFOOT_OK) return false;
  check(derivatives, count);
  return true;
}

void PluginCall::calc(const double* in, double* out, double* derivatives) const {
  const std::size_t rows = plan_.outputs.size(), columns = plan_.inputs.size();
  if (rows * columns > most_derivatives) throw std::logic_error("a plug-in with too many numbers");
  if (calc_own(in, out, derivatives, rows * columns)) return;
  constexpr double share = 6e-6;  // the cube root of the rounding error: least error of both kinds
  std::array<double, most_inputs> moved;
  std::array<double, most_outputs> up, down;
  std::copy_n(in, count_inputs(*plugin_), moved.begin());
  for (std::size_t c = 0; c < columns; ++c) {
    const std::size_t k = plan_.inputs[c];
    const double h = share * std::max(std::abs(in[k]), plan_.scales[c]);
    if (!(h > 0.0)) continue;
    moved[k] = in[k] + h;
    call(moved.data(), up.data(), nullptr);
    const double above = moved[k];
    moved[k] = in[k] - h;
    call(moved.data(), down.data(), nullptr);
    const double width = above - moved[k];
    moved[k] = in[k];
    for (std::size_t r = 0; r < rows; ++r)
      derivatives[r * columns + c] = (up[plan_.outputs[r]] - down[plan_.outputs[r]]) / width;
  }
}

}  // namespace fourfoot

#pragma once

#include "base/plugin_registry.h"
#include "track/irregularity.h"
#include "track/irregularity_registry.h"

namespace fourfoot::track {

/// Deviations of the rails by somebody else's function (FOURFOOT_IRREGULARITY of base/plugin.h).
/// Slope and bend are the function's own, or central differences over a thousandth of the shortest
/// wave. The function must be smooth: corners are not known.
class PluginIrregularity final : public Irregularity {
 public:
  /// `library`: the file that holds the function; empty: the process was given it.
  PluginIrregularity(PluginCall call, double shortest_wave, std::string library)
      : call_(std::move(call)), shortest_wave_(shortest_wave), library_(std::move(library)) {}
  const std::string& library() const { return library_; }
  void add(double s, RailDeviations& deviations) const override;
  double get_shortest_wave() const override { return shortest_wave_; }

 private:
  PluginCall call_;
  double shortest_wave_;
  std::string library_;
};

SchemaPtr get_plugin_irregularity_schema();
std::shared_ptr<const Irregularity> build_plugin_irregularity(const Table& table,
                                                              const IrregularityContext& context);

}  // namespace fourfoot::track

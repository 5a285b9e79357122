#include "track/plugin_irregularity.h"

namespace fourfoot::track {

void PluginIrregularity::add(double s, RailDeviations& deviations) const {
  double here[4], by[8];
  const bool has_own = call_.calc_own(&s, here, by, 8);
  if (!has_own) {
    const double h = 1e-3 * shortest_wave_, before = s - h, after = s + h;
    double down[4], up[4];
    call_.calc(&before, down);
    call_.calc(&after, up);
    for (int k = 0; k < 4; ++k) {
      by[2 * k] = (up[k] - down[k]) / (2.0 * h);
      by[2 * k + 1] = (up[k] - 2.0 * here[k] + down[k]) / (h * h);
    }
  }
  Deviation* const parts[4] = {&deviations.alignment, &deviations.vertical, &deviations.gauge,
                               &deviations.cross_level};
  for (int k = 0; k < 4; ++k) *parts[k] += Deviation{here[k], by[2 * k], by[2 * k + 1]};
}

SchemaPtr get_plugin_irregularity_schema() {
  auto schema = std::make_shared<Schema>();
  schema->name = "irregularity by a plug-in";
  schema->doc = "Deviations by a function of your own, of a shared library or of Python.";
  schema->fields = list_plugin_fields();
  schema->fields.push_back(
      number("shortest_wave", "m", "shortest wavelength; it limits the steps of the run")
          .within(1e-3, 1e4)
          .required());
  return schema;
}

std::shared_ptr<const Irregularity> build_plugin_irregularity(const Table& table,
                                                              const IrregularityContext&) {
  return std::make_shared<PluginIrregularity>(PluginCall::read(table, {FOURFOOT_IRREGULARITY}),
                                              table.number("shortest_wave"),
                                              table.text_or("library", ""));
}

}  // namespace fourfoot::track

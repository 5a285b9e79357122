#pragma once

#include <string>
#include <utility>
#include <vector>

#include "track/irregularity_registry.h"

/// What the kinds of irregularities share, and those that have files of their own.
namespace fourfoot::track {

using IrregularityPtr = std::shared_ptr<const Irregularity>;

/// Names of the components in files.
const std::vector<std::pair<std::string, Component>>& get_components();
std::vector<std::string> get_component_names();
Component find_component(const std::string& name);
SchemaPtr make_irregularity_schema(std::string name, std::string doc, std::vector<Field> fields);

SchemaPtr make_spectrum_schema();
IrregularityPtr build_spectrum(const Table& table, const IrregularityContext& context);
SchemaPtr make_data_schema();
IrregularityPtr build_data(const Table& table, const IrregularityContext& context);
SchemaPtr make_recording_schema();
IrregularityPtr build_recording(const Table& table, const IrregularityContext& context);

}  // namespace fourfoot::track

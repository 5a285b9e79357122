#pragma once

#include <string>
#include <vector>

#include "base/channel.h"
#include "base/schema.h"
#include "base/value.h"
#include "scenario/study.h"

/// Units of the columns of a study's table.
namespace fourfoot::jobs {

/// SI unit of the entry that a key names ("speed.v", "vehicle.elements.primary.stiffness.1"), by
/// the schema of its file; `table` is the checked file, whose entries say which law is meant where
/// several have such a key. Empty: none, or not known.
std::string find_key_unit(const Schema& schema, const Table& table, const std::string& key);

/// Of each parameter; empty where values are texts, which have units of their own.
std::vector<std::string> list_parameter_units(const scenario::Study& study, const Schema& schema,
                                              const Table& scenario);

/// Of each of scenario::list_figures; `channels`: of the scenario.
std::vector<std::string> list_figure_units(const scenario::Study& study,
                                           const std::vector<Channel>& channels);

/// Of a figure of norms ("sum_Y": "N"); empty: none.
std::string get_figure_unit(const std::string& figure);

/// "speed.v [m/s]", as the other tables of the program have it. A name that its user has given a
/// unit stays.
std::string join_unit(const std::string& name, const std::string& unit);
/// And back; the unit is empty where there is none, as in files of older versions.
struct NameWithUnit {
  std::string name, unit;
};
NameWithUnit split_unit(const std::string& head);

}  // namespace fourfoot::jobs

#include "jobs/measured_record.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "input/units.h"
#include "results/signal_file.h"

namespace fourfoot::jobs {

namespace {

std::size_t find_column(const results::SignalFile& file, const std::string& name,
                        const scenario::Measure& measure) {
  const int found = file.find(name);
  if (found >= 0) return static_cast<std::size_t>(found);
  std::vector<std::string> names;
  for (const Channel& channel : file.channels()) names.push_back(channel.name);
  throw InputError(Finding{"missing-channel", measure.where,
                           "\"" + measure.record + "\" has no column \"" + name + "\"",
                           suggest(name, names)});
}

/// The units that channels have. What converts to one of them is meant.
constexpr const char* channel_units[] = {"m", "rad", "m/s", "rad/s", "m/s2", "rad/s2", "N", "N m",
                                         "s", "Pa",  "W",   "J",     "1/m",  "rad/m",  "kg"};

bool is_same_unit(const std::string& a, const std::string& b) {
  const auto is_number = [](const std::string& unit) { return unit == "1" || unit == "rad"; };
  return a.empty() || b.empty() || a == b || (is_number(a) && is_number(b));
}

/// Values in another unit than SI are converted where they stand.
std::string convert_to_si(const std::string& unit, const scenario::Measure& measure,
                          std::vector<double>& values) {
  if (unit.empty() || unit == "1") return unit;
  for (const char* wanted : channel_units) {
    const input::Conversion one = input::convert({1.0, unit}, wanted);
    if (one.fault == input::UnitFault::unknown_unit) break;
    if (one.fault != input::UnitFault::none) continue;
    const double zero = input::convert({0.0, unit}, wanted).value;
    for (double& value : values) value = zero + (one.value - zero) * value;
    return wanted;
  }
  throw InputError(
      Finding{"unknown-unit", measure.where, "\"" + measure.column + "\" is in \"" + unit + "\"",
              "no channel has this unit; if the unit is wrong, write column = \"NAME [unit]\""});
}

}  // namespace

MeasuredRecord read_record(const scenario::Measure& measure) {
  std::vector<results::ChannelRename> renames;
  if (measure.column != measure.channel) {
    renames.push_back(results::parse_rename(measure.channel + "=" + measure.column));
    find_column(results::SignalFile(measure.record), renames.front().from, measure);
  }
  results::SignalFile file(measure.record, renames);
  const std::vector<double> at = file.read_all(find_column(file, measure.over, measure));
  const std::size_t column = find_column(file, measure.channel, measure);
  std::vector<double> value = file.read_all(column);
  MeasuredRecord record;
  record.unit = convert_to_si(file.channels()[column].unit, measure, value);
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (!std::isfinite(at[i]) || !std::isfinite(value[i])) continue;  // a gap
    if (!record.at.empty() && !(at[i] > record.at.back()))
      throw InputError(Finding{"not-ascending", measure.where,
                               "\"" + measure.over + "\" of \"" + measure.record +
                                   "\" does not ascend at row " + std::to_string(i + 1),
                               "sort its rows, and leave out what stands twice"});
    record.at.push_back(at[i]);
    record.value.push_back(value[i]);
  }
  if (record.at.empty())
    throw InputError(Finding{"no-rows", measure.where,
                             "\"" + measure.record + "\" has no row with numbers", "check it"});
  return record;
}

ComparedRun::ComparedRun(const system::System& system, const scenario::Measure& measure,
                         const MeasuredRecord& record)
    : measure_(measure) {
  const std::vector<Channel>& all = system.channels();
  while (channel_ < all.size() && all[channel_].name != measure.channel) ++channel_;
  if (channel_ == all.size() || is_same_unit(all[channel_].unit, record.unit)) return;
  throw InputError(Finding{"wrong-unit", measure.where,
                           "\"" + measure.column + "\" of the record is in \"" + record.unit +
                               "\", \"" + measure.channel + "\" in \"" + all[channel_].unit + "\"",
                           "write column = \"NAME [unit]\""});
}

void ComparedRun::append(const std::vector<double>& row) {
  time_.push_back(row[0]);
  chainage_.push_back(row[1]);
  value_.push_back(row[channel_]);
}

double ComparedRun::calc_difference(const MeasuredRecord& record) const {
  const std::vector<double>& over = measure_.over == "s" ? chainage_ : time_;
  double largest = 0.0, squares = 0.0;
  std::size_t count = 0, row = 0;
  for (std::size_t i = 0; i < record.at.size(); ++i) {
    const double at = record.at[i];
    while (row + 1 < over.size() && over[row + 1] <= at) ++row;
    if (over.empty() || at < over[row] || (row + 1 == over.size() && at > over[row])) continue;
    const bool is_last = row + 1 == over.size();
    const double part = is_last ? 0.0 : (at - over[row]) / (over[row + 1] - over[row]);
    const auto interpolate = [&](const std::vector<double>& y) {
      return part == 0.0 ? y[row] : (1.0 - part) * y[row] + part * y[row + 1];
    };
    if (!measure_.window.contains(interpolate(time_), interpolate(chainage_))) continue;
    const double away = interpolate(value_) - record.value[i];
    largest = std::max(largest, std::abs(away));
    squares += away * away;
    ++count;
  }
  if (count == 0) return std::numeric_limits<double>::quiet_NaN();
  return measure_.what == "rms-difference" ? std::sqrt(squares / static_cast<double>(count))
                                           : largest;
}

}  // namespace fourfoot::jobs

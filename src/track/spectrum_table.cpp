#include "track/spectrum_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/error.h"

namespace fourfoot::track {

namespace {

constexpr std::size_t most_spectrum_rows = 100000;
/// Nothing that is drawn or felt; keeps the logarithm finite where a table says zero [m2/(rad/m)].
constexpr double least_density = 1e-30;

Spectrum make_table_spectrum(std::shared_ptr<const std::vector<double>> wave,
                             const std::vector<double>& density) {
  std::vector<double> logs;
  for (const double value : density) logs.push_back(std::log(std::max(value, least_density)));
  return [wave = std::move(wave), logs = std::move(logs)](double Omega) {
    const std::vector<double>& x = *wave;
    if (Omega < x.front() || Omega > x.back()) return 0.0;
    const auto after = std::upper_bound(x.begin() + 1, x.end() - 1, Omega);
    const auto i = static_cast<std::size_t>(after - x.begin());
    const double u = std::log(Omega / x[i - 1]) / std::log(x[i] / x[i - 1]);
    return std::exp((1.0 - u) * logs[i - 1] + u * logs[i]);
  };
}

void check_rows(const ColumnTable& table, const SourceLocation& where) {
  const std::vector<double>& wave = table.values.at("Omega");
  if (wave.size() < 2 || wave.size() > most_spectrum_rows)
    throw InputError(Finding{"spectrum-table", where,
                             fmt::format("the spectrum has {} rows", wave.size()),
                             fmt::format("2 to {}", most_spectrum_rows)});
  if (table.values.size() < 2)
    throw InputError(Finding{"spectrum-table", where, "the spectrum has no column of a deviation",
                             "alignment, vertical, gauge or cross_level"});
  for (std::size_t i = 0; i < wave.size(); ++i) {
    if (!(wave[i] > (i == 0 ? 0.0 : wave[i - 1])))
      throw InputError(
          Finding{"spectrum-table", table.where(i), "Omega must ascend from above 0", ""});
    for (const auto& [name, values] : table.values)
      if (values[i] < 0.0)
        throw InputError(Finding{"spectrum-table", table.where(i),
                                 "the density of \"" + name + "\" is negative", ""});
  }
}

}  // namespace

SpectrumSet read_spectrum_table(const std::string& path, const SourceLocation& where,
                                const ColumnReader& read) {
  if (!read) throw std::logic_error("no reader of data files was given");
  // Radians have no dimension: rad/m is 1/m and m2/(rad/m) is m3.
  const std::vector<std::string> names = {"alignment", "vertical", "gauge", "cross_level"};
  std::vector<ColumnWanted> wanted{{"Omega", "1/m", true}};
  for (const std::string& name : names) wanted.push_back({name, "m3", false});
  const ColumnTable table = read({path, where, std::move(wanted)});
  check_rows(table, where);
  const auto wave = std::make_shared<const std::vector<double>>(table.values.at("Omega"));
  SpectrumSet set;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (table.has(names[i])) set[i] = make_table_spectrum(wave, table.values.at(names[i]));
  return set;
}

}  // namespace fourfoot::track

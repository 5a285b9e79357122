#include "cli/track_receptance.h"

#include "base/error.h"
#include "cli/table_output.h"
#include "track/receptance.h"

namespace fourfoot::cli {

void print_receptances(const track::SupportDescription& support, const std::string& format) {
  if (!support.discrete)
    throw InputError(Finding{"contradiction", support.where,
                             "--receptance is of rails on sleepers, which this track has not",
                             "give it [support] model = \"discrete\""});
  std::vector<double> frequencies;
  for (int f = 5; f <= 300; f += 5) frequencies.push_back(f);
  using Value = std::complex<double> track::Receptance::*;
  static constexpr struct {
    const char* name;
    Value value;
  } columns[] = {{"z_sleeper", &track::Receptance::z_sleeper},
                 {"z_between", &track::Receptance::z_between},
                 {"y_sleeper", &track::Receptance::y_sleeper},
                 {"y_between", &track::Receptance::y_between}};
  const std::vector<track::Receptance> found =
      track::calc_receptances(*support.discrete, support.build(), frequencies);
  DataTable table;
  table.add("f", "Hz", frequencies);
  for (const auto& column : columns) {
    std::vector<double> size, phase;
    for (const track::Receptance& receptance : found) {
      size.push_back(std::abs(receptance.*column.value));
      phase.push_back(std::arg(receptance.*column.value));
    }
    table.add(column.name, "m/N", std::move(size));
    table.add(std::string(column.name) + "_phase", "rad", std::move(phase));
  }
  print_table(table, format, stdout);
}

}  // namespace fourfoot::cli

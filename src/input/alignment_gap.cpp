#include "input/alignment_gap.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace fourfoot::input {

void tell_gap(const track::PointCheck& check, const char* parts, const char* hint,
              track::Alignment& alignment) {
  constexpr double gap_to_tell = 0.01, gap_to_refuse = 1.0;  // m
  if (check.largest_gap < gap_to_tell) return;
  const std::size_t i = std::min(check.at, alignment.horizontal.size() - 1);
  Finding finding{"alignment-gap", alignment.horizontal[i].where,
                  fmt::format("lengths, radii and types of the {} lead {:.3g} m past the points "
                              "stored in the file",
                              parts, check.largest_gap),
                  hint};
  if (check.largest_gap > gap_to_refuse) throw InputError(std::move(finding));
  alignment.warnings.push_back(std::move(finding));
}

}  // namespace fourfoot::input

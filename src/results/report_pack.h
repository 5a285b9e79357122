#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fourfoot::results {

/// An array as it stands in a report page. Three forms, chosen by what loses nothing that a plot
/// shows:
///   linear  value(i) = first + i * step, if that meets every value to 1e-12 of the range (time,
///           and distance at constant speed); no block
///   f32     single precision (relative error below 6e-8)
///   f64     as it is: what must be exact (time, chainages), or does not fit into single precision
/// The bit patterns of f32 and f64, taken as integers, are differenced `order` times (0 to 2,
/// whichever leaves the smallest numbers), their bytes sorted by significance, deflated (zlib) and
/// written in base64. Undone in viewer/src/data/unpack.ts.
struct PackedArray {
  enum class Form { linear, f32, f64 };
  Form form = Form::f32;
  std::size_t count = 0;
  double first = 0.0, step = 0.0;  ///< of a linear one
  int order = 0;
  std::string base64;  ///< empty for a linear one
};

enum class Precision { single_is_enough, exact };

PackedArray pack(const std::vector<double>& values, Precision precision);

/// What a summary needs of a channel; numbers that are not finite are left out and counted.
struct ArraySummary {
  double min = 0.0, max = 0.0, mean = 0.0, rms = 0.0, first = 0.0, last = 0.0;
  std::size_t min_at = 0, max_at = 0;  ///< rows
  std::size_t not_finite = 0;
  bool empty = true;  ///< no finite value at all
};

ArraySummary summarise(const std::vector<double>& values);

std::string encode_base64(const std::vector<std::uint8_t>& bytes);

}  // namespace fourfoot::results

#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "bindings/arrays.h"

namespace fourfoot::python {

/// A number of an answer, and its name in Python.
template <class Answer>
struct NumberOf {
  const char* name;
  double (*read)(const Answer&);
};

/// {name: array with a number for each case}. work(first, last, put) calls put(i, answer) for the
/// cases of a piece that have an answer, with the GIL released; the others are nan. `grain`: cases
/// worth a piece.
template <class Answer, class Work>
pybind11::dict calc_numbers(std::span<const NumberOf<Answer>> numbers, std::size_t count,
                            std::size_t grain, const Work& work) {
  struct Target {
    double* to;
    double (*read)(const Answer&);
  };
  pybind11::dict out;
  std::vector<Target> targets;
  for (const NumberOf<Answer>& number : numbers) {
    Array array = make_result(count);
    std::fill_n(array.mutable_data(), count, std::numeric_limits<double>::quiet_NaN());
    targets.push_back({array.mutable_data(), number.read});
    out[number.name] = std::move(array);
  }
  const auto put = [&](std::size_t i, const Answer& answer) {
    for (const Target& target : targets) target.to[i] = target.read(answer);
  };
  run_pieces(count, grain, 1, [&](std::size_t first, std::size_t last) { work(first, last, put); });
  return out;
}

}  // namespace fourfoot::python

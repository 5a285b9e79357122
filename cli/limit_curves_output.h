#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "analysis/limit_curves.h"

namespace fourfoot::cli {

/// v_c and v_n over a second parameter; `first` and `second` are the entries that are varied,
/// `observed` is the coordinate by which motions are judged (observed_words.h).
struct LimitCurves {
  std::string first, second, observed;
  std::vector<analysis::LimitPoint> points;
};

void print_text(const LimitCurves& curves);
void print_csv(const LimitCurves& curves);
void print_json(const LimitCurves& curves, const nlohmann::ordered_json& origin);
void draw(const LimitCurves& curves, const std::string& file);

}  // namespace fourfoot::cli

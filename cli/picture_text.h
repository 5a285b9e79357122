#pragma once

#include <string>
#include <vector>

namespace fourfoot::cli {

/// A part of a label: as it stands, or lowered and smaller.
struct TextPiece {
  std::string text;
  bool is_lowered = false;
};

/// "v_{n}: limit cycles" is v with the index n. Names of channels ("wheelset_1/y") have no braces and
/// stay as they are.
std::vector<TextPiece> split_indices(const std::string& label);

/// A number with the minus sign of print instead of the hyphen: "-1.5", "2e-05".
std::string set_minus(const std::string& number);

}  // namespace fourfoot::cli

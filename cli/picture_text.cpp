#include "cli/picture_text.h"

namespace fourfoot::cli {

std::vector<TextPiece> split_indices(const std::string& label) {
  std::vector<TextPiece> pieces;
  std::size_t at = 0;
  while (at < label.size()) {
    const std::size_t open = label.find("_{", at);
    const std::size_t close = open == label.npos ? label.npos : label.find('}', open);
    if (close == label.npos) break;
    if (open > at) pieces.push_back({label.substr(at, open - at), false});
    pieces.push_back({label.substr(open + 2, close - open - 2), true});
    at = close + 1;
  }
  if (at < label.size()) pieces.push_back({label.substr(at), false});
  return pieces;
}

std::string set_minus(const std::string& number) {
  std::string out;
  for (const char c : number) {
    if (c == '-')
      out += "\u2212";
    else
      out += c;
  }
  return out;
}

}  // namespace fourfoot::cli

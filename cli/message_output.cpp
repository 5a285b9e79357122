#include "cli/message_output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace fourfoot::cli {

namespace {

constexpr const char *red = "\x1b[1;31m", *amber = "\x1b[1;33m", *cyan = "\x1b[36m",
                     *plain = "\x1b[0m";

bool has_colours() {
  const char* term = std::getenv("TERM");
  return isatty(STDERR_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr && term != nullptr &&
         std::strcmp(term, "dumb") != 0;
}

void paint(std::string& line, std::size_t from, std::size_t to, const char* colour) {
  line.insert(to, plain);
  line.insert(from, colour);
}

/// "error", "warning", each with or without its id, where a message begins: "file:3:1: error[id]: ".
bool paint_kind(std::string& line) {
  for (const auto& [word, colour] : {std::pair{"error", red}, std::pair{"warning", amber}}) {
    const std::size_t at = line.find(word);
    if (at == std::string::npos) continue;
    if (at > 0 && (at < 2 || line.compare(at - 2, 2, ": ") != 0)) continue;
    std::size_t end = at + std::strlen(word);
    if (line[end] == '[') end = line.find(']', end) + 1;
    if (end == 0 || line[end] != ':') continue;
    paint(line, at, end, colour);
    return true;
  }
  return false;
}

/// "    | ^~~~": the carets below a line of a file.
bool paint_carets(std::string& line) {
  const std::size_t bar = line.find_first_not_of(' ');
  if (bar == std::string::npos || line[bar] != '|') return false;
  const std::size_t at = line.find('^', bar);
  if (at == std::string::npos || line.find_first_not_of(" |^~") != std::string::npos) return false;
  paint(line, at, line.size(), cyan);
  return true;
}

}  // namespace

std::string colour_message(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    if (!paint_kind(line)) paint_carets(line);
    out += line;
    if (end < text.size()) out += '\n';
    at = end + 1;
  }
  return out;
}

void print_message(const std::string& text) {
  fmt::print(stderr, "{}", has_colours() ? colour_message(text) : text);
}

}  // namespace fourfoot::cli

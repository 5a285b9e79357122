#include "cli/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace fourfoot::cli {

namespace {

constexpr int most_bar = 32, least_bar = 4;  // columns

std::string format_duration(double seconds) {
  const long whole = std::lround(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

/// Columns of the terminal. A line that reaches its end would be continued on the next one, and
/// stay.
int count_columns() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : 80;
}

/// In place of the line that is there.
void replace_line(const std::string& text) {
  fmt::print(stderr, "\r{}\x1b[K", text.substr(0, static_cast<std::size_t>(count_columns() - 1)));
  std::fflush(stderr);
}

bool is_capable_terminal() {
  const char* term = std::getenv("TERM");
  return isatty(STDERR_FILENO) == 1 && term != nullptr && std::strcmp(term, "dumb") != 0;
}

bool wants_lines() {
  const char* form = std::getenv("FOURFOOT_PROGRESS");
  return form != nullptr && std::strcmp(form, "lines") == 0;
}

}  // namespace

Progress::Progress(bool wanted)
    : in_lines_(wanted && wants_lines()),
      active_(!in_lines_ && wanted && is_capable_terminal()),
      begin_(Clock::now()),
      next_(begin_ + std::chrono::milliseconds(200)) {}

Progress::~Progress() {
  clear();
}

void Progress::show(double fraction, const std::string& what) {
  if (!active_ && !in_lines_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  if (in_lines_) {
    next_ = now + std::chrono::seconds(10);
    fmt::print(stderr, "running: {:.0f} %{}\n", 100.0 * fraction, what.empty() ? "" : ", " + what);
    return;
  }
  next_ = now + std::chrono::milliseconds(100);
  fraction = std::clamp(fraction, 0.0, 1.0);
  const double elapsed = std::chrono::duration<double>(now - begin_).count();
  // The first steps of a run are short and predict nothing.
  const bool is_known = fraction > 0.005 && elapsed > 0.5;
  const std::string left =
      is_known ? format_duration(elapsed / fraction * (1.0 - fraction)) + " left" : "";
  const std::string said =
      fmt::format("{}{}{}", left, left.empty() || what.empty() ? "" : ", ", what);
  // The bar gives way to the words, and does not grow again: it would jump with every word.
  widest_ = std::max(widest_, static_cast<int>(said.size()));
  const int beside = 11;  // "[] 100 %  " and the last column
  const int bar = std::clamp(count_columns() - beside - widest_, 0, most_bar);
  const int filled = static_cast<int>(fraction * bar);
  const std::string drawn =
      bar < least_bar ? "" : fmt::format("[{:=<{}}{: <{}}] ", "", filled, "", bar - filled);
  replace_line(fmt::format("{}{:3.0f} %  {}", drawn, fraction * 100.0, said));
  drawn_ = true;
}

void Progress::say(const std::string& what) {
  if (in_lines_) fmt::print(stderr, "{}\n", what);
  if (!active_) return;
  replace_line(what);
  drawn_ = true;
}

void Progress::clear() {
  if (!drawn_) return;
  replace_line("");
  fmt::print(stderr, "\r");
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace fourfoot::cli

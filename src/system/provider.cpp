#include "system/provider.h"

namespace fourfoot::system {

namespace {

struct LimitWords {
  const char* kind;
  const char* what;
};

// In the order of Limit::Kind.
constexpr LimitWords limit_words[] = {
    {"derailment", "has left its rails"},
    {"roll-over", "has rolled by more than 45 degrees"},
    {"lift-off",
     "does not press on its rail any more, where contact by constraints ends (normal = "
     "\"elastic\" goes on)"},
};

}  // namespace

std::string describe(const Limit& limit) {
  const LimitWords& words = limit_words[static_cast<std::size_t>(limit.kind)];
  return std::string(words.kind) + ": " + limit.subject + " " + words.what;
}

}  // namespace fourfoot::system

#include "analysis/run_event.h"

#include <iterator>

namespace fourfoot::analysis {

namespace {

struct KindWords {
  const char* word;
  bool is_in_name;  ///< behind the subject
};

// In the order of RunEvent::Kind.
constexpr KindWords kinds[] = {
    {"derailment", false}, {"roll-over", false}, {"lift-off", false}, {"flange", true},
    {"stop", true},        {"lift", true},       {"unloading", true}, {"overload", true},
    {"vibration", true},   {"track-end", false},
};

const KindWords& get_words(RunEvent::Kind kind) {
  return kinds[static_cast<std::size_t>(kind)];
}

}  // namespace

const char* get_word(RunEvent::Kind kind) {
  return get_words(kind).word;
}

std::optional<RunEvent::Kind> find_event_kind(const std::string& word) {
  for (std::size_t i = 0; i < std::size(kinds); ++i)
    if (word == kinds[i].word) return static_cast<RunEvent::Kind>(i);
  return std::nullopt;
}

std::string get_name(const RunEvent& event) {
  const KindWords& words = get_words(event.kind);
  return words.is_in_name ? event.subject + "/" + words.word : event.subject;
}

}  // namespace fourfoot::analysis

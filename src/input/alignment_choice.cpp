#include "input/alignment_choice.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace fourfoot::input {

std::size_t choose_alignment(const track::AlignmentRequest& request, const std::string& file,
                             const std::vector<std::string>& names) {
  if (!request.name.empty()) {
    const auto named = std::find(names.begin(), names.end(), request.name);
    if (named != names.end()) return static_cast<std::size_t>(named - names.begin());
    throw InputError(Finding{"unknown-name", request.where,
                             "there is no alignment \"" + request.name + "\" in the file",
                             suggest(request.name, names)});
  }
  if (names.size() == 1) return 0;
  std::string list;
  for (std::size_t i = 0; i < std::min<std::size_t>(10, names.size()); ++i)
    list += (i == 0 ? "\"" : ", \"") + names[i] + "\"";
  throw InputError(Finding{"alignment-choice", request.where,
                           fmt::format("\"{}\" has {} alignments: {}", file, names.size(), list),
                           "choose one: alignment = { file = \"...\", name = \"...\" }"});
}

}  // namespace fourfoot::input

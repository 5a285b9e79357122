#pragma once

#include <string>
#include <vector>

#include "track/alignment.h"

namespace fourfoot::input {

/// Which of the alignments of a file is meant, `names` in its order: the one that the request names,
/// or the only one. InputError where none has that name, or where there are several and none is named.
std::size_t choose_alignment(const track::AlignmentRequest& request, const std::string& file,
                             const std::vector<std::string>& names);

}  // namespace fourfoot::input

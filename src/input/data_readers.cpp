// What the rooms below ask of files, by the format that a file has.
#include <algorithm>

#include "input/alignment_file.h"
#include "input/columns.h"
#include "input/raw.h"

namespace fourfoot::input {

track::DataReaders make_data_readers(std::vector<std::shared_ptr<const SourceFile>>& sources) {
  const auto open = [&sources](const std::string& path, const SourceLocation& where) {
    auto source = read_source(path, where);
    if (std::none_of(sources.begin(), sources.end(),
                     [&](const auto& s) { return s->name == source->name; }))
      sources.push_back(source);
    return source;
  };
  return {[open](const track::ColumnRequest& request) {
            return read_columns(open(request.path, request.where), request);
          },
          [open](const track::AlignmentRequest& request) {
            return read_alignment_file(open(request.path, request.where), request);
          }};
}

}  // namespace fourfoot::input

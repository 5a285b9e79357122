#include "input/alignment_file.h"

#include <algorithm>
#include <cctype>
#include <string>

#include "input/columns.h"
#include "input/ifc_alignment.h"
#include "input/landxml.h"

namespace fourfoot::input {

bool is_alignment_file(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const char* known : {".csv", ".tsv", ".txt", ".xml", ".landxml", ".ifc"})
    if (ending == known) return true;
  return false;
}

track::Alignment read_alignment_file(const std::shared_ptr<const SourceFile>& source,
                                     const track::AlignmentRequest& request) {
  const std::size_t first = source->text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (first != std::string::npos && source->text[first] == '<')
    return read_landxml(source, request);
  if (source->text.starts_with("ISO-10303-21")) return read_ifc_alignment(source, request);
  track::ColumnRequest columns{request.path, request.where, track::get_alignment_columns(),
                               request.columns, true};
  return track::build_alignment(read_columns(source, columns), request);
}

}  // namespace fourfoot::input

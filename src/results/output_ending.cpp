#include "results/output_ending.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace fourfoot::results {

namespace {

using Endings = std::vector<std::string>;

Endings list_endings(OutputKind kind) {
  switch (kind) {
    case OutputKind::results:
      return {".h5", ".hdf5", ".hdf"};
    case OutputKind::page:
      return {".html", ".htm"};
    case OutputKind::checkpoint:
    case OutputKind::json:
    case OutputKind::optimum:
      return {".json"};
    case OutputKind::study:
    case OutputKind::csv:
      return {".csv"};
    case OutputKind::mat:
      return {".mat"};
    case OutputKind::svg:
      return {".svg"};
    case OutputKind::png:
      return {".png"};
    case OutputKind::pdf:
      return {".pdf"};
    case OutputKind::gif:
      return {".gif"};
    case OutputKind::webm:
      return {".webm"};
    case OutputKind::line:
      return {};
  }
  return {};
}

const Endings pictures = {".svg", ".png", ".jpg", ".jpeg", ".pdf", ".gif", ".webm"};
const Endings tables = {".csv", ".json", ".mat"};
const Endings others = {".h5", ".hdf5", ".hdf", ".html", ".htm", ".toml", ".xml", ".geojson"};

bool has(const Endings& endings, const std::string& ending) {
  return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

// The verb that writes what somebody wants who chose this ending.
std::string find_verb(OutputKind kind, const std::string& ending) {
  if (kind == OutputKind::page && has(pictures, ending)) return "; fourfoot plot draws pictures";
  if (kind == OutputKind::results && has(tables, ending)) return "; fourfoot export writes tables";
  const bool is_export =
      kind == OutputKind::csv || kind == OutputKind::json || kind == OutputKind::mat;
  return is_export && has(tables, ending) ? ", or another --format" : "";
}

}  // namespace

std::string find_other_ending(const std::filesystem::path& path, OutputKind kind) {
  std::string ending = path.extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const Endings endings = list_endings(kind);
  const bool is_known = has(pictures, ending) || has(tables, ending) || has(others, ending);
  if (endings.empty() || !is_known || has(endings, ending)) return "";
  return "choose a name that ends with " + endings.front() + find_verb(kind, ending);
}

}  // namespace fourfoot::results

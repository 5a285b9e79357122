#include "jobs/limits_file.h"

#include "base/sha256.h"
#include "input/load.h"

namespace fourfoot::jobs {

LimitsFile load_limits(const std::string& file) {
  const SchemaPtr schema = evaluate::get_limits_schema();
  if (!file.empty()) {
    const input::Document document = input::load_document(std::filesystem::path(file), *schema);
    return {evaluate::read_limits(document.root), file,
            calc_sha256(document.sources.front()->text)};
  }
  const auto source = std::make_shared<const SourceFile>(
      SourceFile{"built in", std::string(evaluate::get_default_limits())});
  return {evaluate::read_limits(input::load_document(source, ".", *schema).root), "built in",
          calc_sha256(source->text)};
}

}  // namespace fourfoot::jobs

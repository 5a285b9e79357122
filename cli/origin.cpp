#include "cli/origin.h"

#include "base/version.h"

namespace fourfoot::cli {

nlohmann::ordered_json describe_origin(const std::string& scenario,
                                       const std::vector<std::string>& set) {
  return {{"program", "fourfoot " + get_version()},
          {"commit", get_commit()},
          {"scenario", scenario},
          {"set", set}};
}

}  // namespace fourfoot::cli

#include "base/version.h"

#include "base/version_numbers.h"

namespace fourfoot {

std::string get_version() {
  return FOURFOOT_VERSION;
}

std::string get_commit() {
  return FOURFOOT_COMMIT;
}

}  // namespace fourfoot

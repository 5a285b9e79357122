#include "jobs/study_key.h"

#include "base/sha256.h"
#include "jobs/source_checksum.h"

namespace fourfoot::jobs {

std::string calc_study_key(const std::string& inputs) {
  return calc_sha256(inputs + FOURFOOT_SOURCE_CHECKSUM);
}

}  // namespace fourfoot::jobs

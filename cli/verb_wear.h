#pragma once

#include <string>

namespace fourfoot::cli {

struct WearOptions {
  std::string plan, output;
  int threads = 0;  ///< 0: as many as there are cores
  bool quiet = false, force = false;
  std::string format = "text";
};
int wear_profiles(const WearOptions& options);

}  // namespace fourfoot::cli

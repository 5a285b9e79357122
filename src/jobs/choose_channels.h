#pragma once

#include <string>
#include <vector>

#include "base/channel.h"

namespace fourfoot::jobs {

/// The channels that match a pattern, each once, those named `first` before all others. * stands
/// for any text, also with slashes: "*/y" is the y of every body. Throws InputError
/// ("unknown-channel") for a pattern that matches none.
std::vector<Channel> choose_channels(const std::vector<Channel>& all,
                                     const std::vector<std::string>& patterns,
                                     const std::vector<std::string>& first = {});

}  // namespace fourfoot::jobs

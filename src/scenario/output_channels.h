#pragma once

#include <vector>

#include "base/channel.h"
#include "scenario/scenario.h"

namespace fourfoot::scenario {

/// Which of a system's channels a run records, by their indices: those that match one of the
/// scenario's patterns (`output.channels`), and always time and s. "all" stands for every channel,
/// "main" for those without the details that follow from others (rates of elements' strokes, parts
/// of forces along an element) or that only a study of the contact asks for. Without patterns: main.
/// Throws InputError ("unknown-channel") for a pattern that matches none.
std::vector<std::size_t> choose_output_channels(const Scenario& scenario,
                                                const std::vector<Channel>& channels);

}  // namespace fourfoot::scenario

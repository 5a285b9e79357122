#pragma once

#include <vector>

#include "base/channel.h"
#include "integrate/problem.h"
#include "vehicle/model.h"

namespace fourfoot::system {

/// The channels of one element, in the order in which record_element fills them.
void list_element_channels(const vehicle::ElementInstance& element, std::vector<Channel>& channels);

/// z: own states of all elements.
void record_element(const vehicle::ElementInstance& element,
                    const element::RelativeT<double>& motion, const integrate::ConstVecRef& z,
                    const element::Output& out, std::vector<double>& row, std::size_t& i);

}  // namespace fourfoot::system

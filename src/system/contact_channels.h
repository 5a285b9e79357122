#pragma once

#include <functional>
#include <string>

#include "system/channel_table.h"
#include "system/profile_contacts.h"

namespace fourfoot::system {

/// Channels of one wheel on profiles; `base` is "wheelset_1/left/", `get` finds what was computed
/// for its wheelset. Q is the vertical and Y the lateral force of the wheel on its rail in the axes
/// of the track frame, Q > 0 downward, Y > 0 to the left; Y/Q counts the force that presses the
/// flange against its rail, outward, as positive on both sides. patch_1 is the tread's, patch_2 the
/// flange's, patch_3 and patch_4 what else there is, largest first. N, fx, fy, mz of a patch have
/// its weight in them (below 1 while patches merge or part), so that N of the wheel is the sum over
/// its patches and N_other, those beyond four.
void list_wheel_channels(const std::string& base, std::size_t side,
                         const std::function<const WheelsetSlice&(const Moment&)>& get,
                         ChannelTable& table);

}  // namespace fourfoot::system

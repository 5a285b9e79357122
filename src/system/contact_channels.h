#pragma once

#include <string>
#include <vector>

#include "base/channel.h"
#include "system/contacts.h"

namespace fourfoot::system {

/// Channels of one wheelset: `base` is "wheelset_1/". Each record function writes as many values as
/// its list has channels, from `i` on.
void list_textbook_channels(const std::string& base, std::vector<Channel>& channels);
void record_textbook(const contact::TextbookForces<double>& forces, std::vector<double>& row,
                     std::size_t& i);

/// Per wheel: N, Q, Y, Y/Q and the patches; per axle: sum of Y. Q is the vertical and Y the lateral
/// force of the wheel on its rail in the axes of the track frame, Q > 0 downward, Y > 0 to the
/// left; Y/Q counts the force that presses the flange against its rail, outward, as positive on
/// both sides. patch_1 is the tread's, patch_2 the flange's, patch_3 and patch_4 what else there
/// is, largest first. N, fx, fy, mz of a patch have its weight in them (below 1 while patches merge
/// or part), so that N of the wheel is the sum over its patches and N_other, those beyond four.
void list_profile_channels(const std::string& base, const ProfileContact& contact,
                           std::vector<Channel>& channels);
void record_profile(const ProfileContact& contact, const ProfileContactWorkspace& w,
                    std::vector<double>& row, std::size_t& i);

}  // namespace fourfoot::system

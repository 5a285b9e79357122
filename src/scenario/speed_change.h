#pragma once

#include <optional>

#include "scenario/family.h"

namespace fourfoot::scenario {

/// The same scenario at another constant speed. Vehicle, track, contacts and their tables are those
/// of the member given and stay alive with the new one; only the motion along the line is made anew
/// (20 times quicker than reading and building). The same to the bit as a member that is read with
/// this speed. Nothing where the speed changes along the line, or where something acts on the bodies
/// that cannot be shared (sleepers, rigid treads, plug-ins).
std::optional<Member> change_speed(const Member& member, double v);

}  // namespace fourfoot::scenario

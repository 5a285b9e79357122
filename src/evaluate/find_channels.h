#pragma once

#include "evaluate/axle_task.h"
#include "evaluate/body_task.h"
#include "evaluate/evaluation.h"
#include "evaluate/extreme_task.h"

namespace fourfoot::evaluate {

/// What would provide them, for messages.
extern const char* const how_forces;
extern const char* const how_accelerations;

bool ends_with(const std::string& text, const std::string& end);
/// InputError missing-channel.
[[noreturn]] void miss(const std::string& what, const char* hint);

/// Every wheelset that has any of the four forces must have all of them.
std::vector<AxleChannels> find_axles(const Record& record, const EvaluationOptions& options);
std::vector<PointChannels> find_points(const Record& record, const EvaluationOptions& options);
std::vector<SwayChannels> find_swaying(const Record& record, const EvaluationOptions& options);
/// Points that the options name must be there.
void check_points(const std::vector<PointChannels>& points, const EvaluationOptions& options);

bool is_named(const std::vector<std::string>& names, const std::string& name);
/// By the options, else by the point's name.
bool is_on_bogie(const EvaluationOptions& options, const std::string& name);
bool is_on_axle(const EvaluationOptions& options, const std::string& name);

/// The line by the channel "curvature", every metre; empty without it.
TrackProfile read_curvature(const Record& record);

}  // namespace fourfoot::evaluate

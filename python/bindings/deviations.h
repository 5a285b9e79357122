#pragma once

#include "bindings/numbers.h"
#include "track/irregularity.h"

namespace fourfoot::python {

/// Chainages beyond this are no numbers of a line.
constexpr double largest_chainage = 1e9;
constexpr std::size_t track_grain = 4096;

/// Deviations of the rails, each with its first and second derivative along the track.
inline constexpr NumberOf<track::RailDeviations> deviation_numbers[] = {
    {"alignment", [](const track::RailDeviations& d) { return d.alignment.value; }},
    {"alignment_d1", [](const track::RailDeviations& d) { return d.alignment.d1; }},
    {"alignment_d2", [](const track::RailDeviations& d) { return d.alignment.d2; }},
    {"vertical", [](const track::RailDeviations& d) { return d.vertical.value; }},
    {"vertical_d1", [](const track::RailDeviations& d) { return d.vertical.d1; }},
    {"vertical_d2", [](const track::RailDeviations& d) { return d.vertical.d2; }},
    {"gauge", [](const track::RailDeviations& d) { return d.gauge.value; }},
    {"gauge_d1", [](const track::RailDeviations& d) { return d.gauge.d1; }},
    {"gauge_d2", [](const track::RailDeviations& d) { return d.gauge.d2; }},
    {"cross_level", [](const track::RailDeviations& d) { return d.cross_level.value; }},
    {"cross_level_d1", [](const track::RailDeviations& d) { return d.cross_level.d1; }},
    {"cross_level_d2", [](const track::RailDeviations& d) { return d.cross_level.d2; }}};

}  // namespace fourfoot::python

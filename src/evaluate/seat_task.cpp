#include "evaluate/seat_task.h"

#include <fmt/format.h>

#include <algorithm>

#include "evaluate/comfort.h"
#include "evaluate/find_channels.h"

namespace fourfoot::evaluate {

SeatTask::SeatTask(const Situation& situation, const PointChannels& floor, const PointChannels& pan,
                   const PointChannels& back)
    : at_(situation), name_(floor.name + ", " + pan.name + ", " + back.name) {
  channels_ = {floor.name + "/a_z", pan.name + "/a_y", pan.name + "/a_z", back.name + "/a_x"};
  axes_ = {{situation, "Wb", floor.a[2]},
           {situation, "Wd", pan.a[1]},
           {situation, "Wb", pan.a[2]},
           {situation, "Wc", back.a[0]}};
}

void SeatTask::take(Block& block) {
  for (WeightedAxis& axis : axes_) axis.take(block);
}

void SeatTask::report(std::vector<Figure>& figures) {
  const Limits& limits = at_.limits;
  Figure figure{.norm = "en12299", .name = "N_VA", .subject = name_, .unit = "1"};
  figure.filter = "Wb floor, Wd and Wb pan, Wc back";
  figure.window = fmt::format("{:g} s r.m.s.", limits.block);
  figure.percentile =
      fmt::format("{:g} % of {} blocks", limits.percentile, axes_[0].blocks().size());
  figure.trust = limits.trust.at("complete");
  for (std::size_t i = 0; i < axes_.size(); ++i)
    if (!axes_[i].is_there()) figure.note = "needs the channel " + channels_[i];
  if (figure.note.empty() && at_.record.rate() < least_comfort_rate * (1.0 - 1e-6))
    figure.note = fmt::format("needs {:g} samples a second, the record has {:.4g}",
                              least_comfort_rate, at_.record.rate());
  if (figure.note.empty() && axes_[0].blocks().size() < static_cast<std::size_t>(limits.blocks))
    figure.note = fmt::format("needs {:g} s, the record has {:.4g} s", limits.block * limits.blocks,
                              at_.record.duration());
  if (figure.note.empty()) {
    const auto part = [&](std::size_t i) {
      return axes_[i].find_percentile_of_blocks(limits.percentile);
    };
    figure.value = calc_seated_comfort(part(0), part(1), part(2), part(3));
  }
  figures.push_back(figure);
}

void add_seats(const Situation& situation, const std::vector<PointChannels>& points,
               const EvaluationOptions& options, Tasks& tasks) {
  const auto find = [&](const std::string& name) {
    const auto it = std::find_if(points.begin(), points.end(),
                                 [&](const PointChannels& point) { return point.name == name; });
    return it == points.end() ? nullptr : &*it;
  };
  const auto add = [&](const std::string& floor, const std::string& pan, const std::string& back) {
    const PointChannels* found[3] = {find(floor), find(pan), find(back)};
    if (found[0] != nullptr && found[1] != nullptr && found[2] != nullptr)
      tasks.push_back(std::make_unique<SeatTask>(situation, *found[0], *found[1], *found[2]));
  };
  for (const EvaluationOptions::Seat& seat : options.seats) {
    for (const std::string& name : {seat.floor, seat.pan, seat.back})
      if (find(name) == nullptr)
        miss("there are no accelerations of a point \"" + name + "\" of a seat", how_accelerations);
    add(seat.floor, seat.pan, seat.back);
  }
  if (!options.seats.empty()) return;
  for (const PointChannels& point : points)
    add(point.name, point.name + "_pan", point.name + "_back");
}

}  // namespace fourfoot::evaluate

#include "evaluate/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "base/error.h"
#include "evaluate/axle_task.h"
#include "evaluate/body_task.h"

namespace fourfoot::evaluate {

namespace {

constexpr const char* how_forces =
    "a run with contact.model = \"profiles\" records Y and Q of each wheel; in a measured file "
    "name "
    "the columns wheelset_1/left/Y [kN], … or rename them by --map";
constexpr const char* how_accelerations =
    "a run records them for each [markers.NAME] of the vehicle; in a measured file name the "
    "columns "
    "NAME/a_y [m/s2], … or rename them by --map";
constexpr const char* how_t_gamma =
    "a run with contact.model = \"profiles\" records it; in a measured file name the column "
    "wheelset_1/left/t_gamma [N]";

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() > end.size() && text.ends_with(end);
}

[[noreturn]] void miss(const std::string& what, const char* hint) {
  throw InputError(Finding{"missing-channel", {}, what, hint});
}

/// Which figures were asked for by name, and which are wanted if they can be had.
class Wish {
 public:
  explicit Wish(const std::vector<std::string>& norms) : norms_(norms.begin(), norms.end()) {}
  bool wants(const std::string& norm) const { return norms_.empty() || norms_.contains(norm); }
  bool insists(const std::string& norm) const { return norms_.contains(norm); }

 private:
  std::set<std::string> norms_;
};

double get_place(const EvaluationOptions& options, const std::string& body) {
  const auto it = options.places.find(body);
  return it == options.places.end() ? 0.0 : it->second;
}

/// Every wheelset that has any of the four forces must have all of them.
std::vector<AxleChannels> find_axles(const Record& record, const EvaluationOptions& options) {
  std::set<std::string> names;
  const std::vector<Channel>& channels = record.source().channels();
  for (const Channel& channel : channels)
    for (const char* end : {"/left/Y", "/left/Q", "/right/Y", "/right/Q"})
      if (ends_with(channel.name, end))
        names.insert(channel.name.substr(0, channel.name.size() - std::string(end).size()));
  std::vector<AxleChannels> axles;
  for (const std::string& name : names) {
    AxleChannels axle{name, {}, {}, get_place(options, name)};
    for (int side = 0; side < 2; ++side) {
      const std::string wheel = name + (side == 0 ? "/left/" : "/right/");
      axle.Y[side] = record.need(wheel + "Y", how_forces);
      axle.Q[side] = record.need(wheel + "Q", how_forces);
    }
    axles.push_back(axle);
  }
  return axles;
}

std::vector<PointChannels> find_points(const Record& record, const EvaluationOptions& options) {
  std::set<std::string> names;
  for (const Channel& channel : record.source().channels())
    for (const char* end : {"/a_x", "/a_y", "/a_z"})
      if (ends_with(channel.name, end))
        names.insert(channel.name.substr(0, channel.name.size() - 4));
  std::vector<PointChannels> points;
  for (const std::string& name : names) {
    PointChannels point{name, {}, get_place(options, name)};
    for (int axis = 0; axis < 3; ++axis)
      point.a[axis] = record.source().find(name + "/a_" + "xyz"[axis]);
    points.push_back(point);
  }
  return points;
}

bool is_named(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_on_bogie(const EvaluationOptions& options, const std::string& name) {
  if (is_named(options.bodies, name)) return false;
  if (!options.bogies.empty()) return is_named(options.bogies, name);
  return name.find("bogie") != std::string::npos || name.find("frame") != std::string::npos;
}

bool is_on_axle(const EvaluationOptions& options, const std::string& name) {
  if (is_named(options.bodies, name) || is_named(options.bogies, name)) return false;
  return name.find("axle") != std::string::npos || name.find("wheelset") != std::string::npos;
}

void check_points(const std::vector<PointChannels>& points, const EvaluationOptions& options) {
  std::vector<std::string> known;
  for (const PointChannels& point : points) known.push_back(point.name);
  for (const auto* names : {&options.bodies, &options.bogies})
    for (const std::string& name : *names)
      if (!is_named(known, name))
        miss("there are no accelerations of a point \"" + name + "\"",
             known.empty() ? how_accelerations : "the names are those before /a_y");
}

TrackProfile read_curvature(const Record& record) {
  TrackProfile track;
  const int channel = record.source().find("curvature");
  if (channel < 0) return track;
  constexpr std::size_t piece = 65536;
  for (std::size_t first = 0; first < record.size(); first += piece) {
    const std::size_t count = std::min(piece, record.size() - first);
    const std::vector<double> s = record.read_distance(first, count);
    const std::vector<double> kappa = record.read(channel, first, count);
    for (std::size_t i = 0; i < count; ++i) {
      if (!track.s.empty() && s[i] < track.s.back() + 1.0) continue;
      track.s.push_back(s[i]);
      track.curvature.push_back(kappa[i]);
    }
  }
  return track;
}

Layout build_layout(const Record& record, const Limits& limits, const TrackProfile& track,
                    const std::vector<AxleChannels>& axles,
                    const std::vector<PointChannels>& points) {
  // All that is judged must cover all sections.
  double front = 0.0, rear = 0.0;
  const auto widen = [&](double x) {
    front = std::max(front, x);
    rear = std::min(rear, x);
  };
  for (const AxleChannels& axle : axles) widen(axle.x);
  for (const PointChannels& point : points) widen(point.x);
  const double from = record.s_first() + front, to = record.s_last() + rear;
  if (to > from) return cut_sections(track, limits, from, to);
  Layout nothing;
  nothing.zone_length.assign(limits.zones.size(), 0.0);
  return nothing;
}

void note_absence(const Wish& wish, const std::vector<std::string>& norms, const char* what,
                  const char* hint, Evaluation& out) {
  std::string wanted;
  for (const std::string& norm : norms) {
    if (wish.insists(norm)) miss(fmt::format("\"{}\" needs {}", norm, what), hint);
    if (wish.wants(norm)) wanted += (wanted.empty() ? "" : ", ") + norm;
  }
  if (!wanted.empty())
    out.notes.push_back(
        fmt::format("{}: not judged, the record has no {}; {}", wanted, what, hint));
}

void judge_axles(const Situation& at, const Wish& wish, const EvaluationOptions& options,
                 const std::vector<AxleChannels>& axles, Tasks& tasks,
                 std::vector<AxleTask*>& made) {
  AxleOptions a;
  a.wheel_load = options.wheel_load;
  a.flange_angle = std::isnan(options.flange_angle) ? at.limits.flange_angle : options.flange_angle;
  a.friction = std::isnan(options.friction) ? at.limits.friction : options.friction;
  a.with_en14363 = wish.wants("en14363");
  a.with_nadal = wish.wants("nadal");
  for (const AxleChannels& axle : axles) {
    auto task = std::make_unique<AxleTask>(at, axle, a);
    made.push_back(task.get());
    tasks.push_back(std::move(task));
  }
}

void judge_points(const Situation& at, const Wish& wish, const EvaluationOptions& options,
                  const std::vector<PointChannels>& points, Tasks& tasks) {
  const ComfortOptions comfort{wish.wants("en12299"), wish.wants("iso2631"),
                               wish.wants("sperling")};
  for (const PointChannels& point : points) {
    if (is_on_axle(options, point.name)) continue;
    const bool is_bogie = is_on_bogie(options, point.name);
    if (!options.bodies.empty() && !is_bogie && !is_named(options.bodies, point.name)) continue;
    if (wish.wants("en14363"))
      tasks.push_back(std::make_unique<AccelerationTask>(at, point, is_bogie, options.bogie_mass));
    if (!is_bogie && (comfort.with_en12299 || comfort.with_iso2631 || comfort.with_sperling))
      tasks.push_back(std::make_unique<ComfortTask>(at, point, comfort));
  }
}

void judge_wear(const Situation& at, Tasks& tasks) {
  std::vector<WearTask::Wheel> wheels;
  const std::vector<Channel>& channels = at.record.source().channels();
  for (std::size_t i = 0; i < channels.size(); ++i)
    if (ends_with(channels[i].name, "/t_gamma"))
      wheels.push_back(
          {channels[i].name.substr(0, channels[i].name.size() - 8), static_cast<int>(i)});
  if (!wheels.empty()) tasks.push_back(std::make_unique<WearTask>(at, std::move(wheels)));
}

void describe(const Record& record, const TrackProfile& track, const Layout& layout,
              const Limits& limits, Evaluation& out) {
  out.notes.push_back(fmt::format("record of {:.6g} s, {:.6g} m at {:.4g} Hz, {:.4g} to {:.4g} m/s",
                                  record.duration(), record.s_last() - record.s_first(),
                                  record.rate(), record.slow_speed(), record.top_speed()));
  if (track.s.empty())
    out.notes.push_back(
        "the record has no track and no channel \"curvature\": all of it is taken as straight");
  std::string cut;
  for (std::size_t z = 0; z < limits.zones.size(); ++z) {
    if (layout.zone_length[z] <= 0.0) continue;
    const auto count = std::count_if(layout.sections.begin(), layout.sections.end(),
                                     [&](const Section& section) { return section.zone == z; });
    cut += fmt::format("{}{}: {} sections of {:g} m", cut.empty() ? "" : "; ", limits.zones[z].name,
                       count, limits.zones[z].section);
  }
  if (!cut.empty()) out.notes.push_back(cut);
}

// Nothing unfiltered is shown where the norm filters: a record too slow for the filter has no
// figure.
void withhold_unfiltered(const Record& record, const Limits& limits, std::vector<Figure>& figures) {
  for (Figure& figure : figures) {
    const auto it = limits.quantities.find(figure.name);
    const double corner = figure.norm == "nadal"          ? limits.nadal_low_pass
                          : it == limits.quantities.end() ? 0.0
                                                          : it->second.low_pass;
    if (corner < 0.45 * record.rate()) continue;
    figure.value = figure.largest = no_number;
    figure.note = fmt::format(
        "the low pass of {:g} Hz needs more than {:.4g} samples a second, "
        "the record has {:.4g}",
        corner, corner / 0.45, record.rate());
  }
}

}  // namespace

const std::vector<std::string>& list_figure_names() {
  static const std::vector<std::string> names{"sum_Y",
                                              "Y_Q",
                                              "Q",
                                              "unloading",
                                              "Y_qst",
                                              "Q_qst",
                                              "instability",
                                              "body_y",
                                              "body_z",
                                              "body_y_rms",
                                              "body_z_rms",
                                              "body_y_safety",
                                              "body_y_qst",
                                              "bogie_y",
                                              "Y_Q_max",
                                              "Y_Q_duration",
                                              "N_MV",
                                              "C_Cy",
                                              "C_Cz",
                                              "P_CT_standing",
                                              "P_CT_seated",
                                              "P_DE_standing",
                                              "P_DE_seated",
                                              "a_wx",
                                              "a_wy",
                                              "a_wz",
                                              "a_v",
                                              "Wz_y",
                                              "Wz_z",
                                              "T_gamma",
                                              "friction_work",
                                              "energy_per_metre"};
  return names;
}

bool is_judged(const std::string& channel) {
  const std::size_t slash = channel.rfind('/');
  if (slash == std::string::npos)
    return channel == "time" || channel == "s" || channel == "speed" || channel == "curvature";
  static const std::set<std::string> words{"Y", "Q", "a_x", "a_y", "a_z", "t_gamma"};
  return words.contains(channel.substr(slash + 1));
}

Evaluation evaluate(SignalSource& source, Limits limits, const EvaluationOptions& options,
                    TrackProfile track) {
  const Record record(source, options.speed);
  const Wish wish(options.norms);
  if (!std::isnan(options.section))
    for (Zone& zone : limits.zones) zone.section = options.section;
  if (track.s.empty()) track = read_curvature(record);
  const std::vector<AxleChannels> axles = find_axles(record, options);
  const std::vector<PointChannels> points = find_points(record, options);
  check_points(points, options);
  const Layout layout = build_layout(record, limits, track, axles, points);
  const Situation at{record, limits, layout};
  Evaluation out;
  describe(record, track, layout, limits, out);

  Tasks tasks;
  std::vector<AxleTask*> axle_tasks;
  if (axles.empty()) note_absence(wish, {"nadal"}, "wheel forces Y and Q", how_forces, out);
  if (axles.empty() && points.empty())
    note_absence(wish, {"en14363"}, "wheel forces and accelerations", how_forces, out);
  if (points.empty())
    note_absence(wish, {"en12299", "iso2631", "sperling"}, "accelerations of marked points",
                 how_accelerations, out);
  if (wish.wants("en14363") || wish.wants("nadal"))
    judge_axles(at, wish, options, axles, tasks, axle_tasks);
  judge_points(at, wish, options, points, tasks);
  if (wish.wants("wear")) {
    const std::size_t before = tasks.size();
    judge_wear(at, tasks);
    if (tasks.size() == before) note_absence(wish, {"wear"}, "t_gamma", how_t_gamma, out);
  }
  if (tasks.empty())
    miss("the record has neither wheel forces nor accelerations nor t_gamma", how_forces);
  pass_by(record, tasks, options.threads);
  for (const auto& task : tasks) task->report(out.figures);

  if (wish.wants("en14363") && !axles.empty()) {
    Tasks second;
    for (std::size_t i = 0; i < axles.size(); ++i) {
      const double limit = limits.quantity("sum_Y").calc_limit(
          2.0 * axle_tasks[i]->get_wheel_load(), record.top_speed());
      second.push_back(std::make_unique<InstabilityTask>(
          at, axles[i], axle_tasks[i]->find_dominant_frequency(), limit));
    }
    pass_by(record, second, options.threads);
    for (const auto& task : second) task->report(out.figures);
  }
  withhold_unfiltered(record, limits, out.figures);
  const auto rank = [](const Figure& f) {
    return std::find(list_norms().begin(), list_norms().end(), f.norm) - list_norms().begin();
  };
  std::stable_sort(out.figures.begin(), out.figures.end(),
                   [&](const Figure& a, const Figure& b) { return rank(a) < rank(b); });
  return out;
}

}  // namespace fourfoot::evaluate

#include "evaluate/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "base/error.h"
#include "evaluate/damage_task.h"
#include "evaluate/extreme_task.h"
#include "evaluate/find_channels.h"
#include "evaluate/seat_task.h"

namespace fourfoot::evaluate {

namespace {

constexpr const char* how_t_gamma =
    "a run with contact.model = \"profiles\" records it; in a measured file name the column "
    "wheelset_1/left/t_gamma [N]";

constexpr const char* how_displacements =
    "a run records them for each [markers.NAME] of the vehicle; in a measured file name the "
    "columns NAME/d_y [mm], NAME/d_z [mm]";
constexpr const char* how_patches =
    "a run with contact.model = \"profiles\" records them; measured files have none";

/// Of the time of a judgement; the second pass reads less and looks at wheelsets only.
constexpr double part_of_first_pass = 0.9;

/// Which figures were asked for by name, and which are wanted if they can be had.
class Wish {
 public:
  explicit Wish(const std::vector<std::string>& norms) : norms_(norms.begin(), norms.end()) {}
  bool wants(const std::string& norm) const { return norms_.empty() || norms_.contains(norm); }
  bool insists(const std::string& norm) const { return norms_.contains(norm); }

 private:
  std::set<std::string> norms_;
};

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

void judge_safety(const Situation& at, const Wish& wish, const EvaluationOptions& options,
                  const std::vector<AxleChannels>& axles, const TrackProfile& track, Tasks& tasks,
                  Evaluation& out) {
  if (axles.empty()) note_absence(wish, {"overturning"}, "wheel forces Y and Q", how_forces, out);
  if (axles.empty() && wish.insists("twist")) miss("\"twist\" needs wheel forces", how_forces);
  if (wish.wants("overturning")) add_overturning(at, axles, tasks);
  if (wish.insists("twist") || options.with_twist) add_twist(at, axles, options.wheel_load, tasks);
  if (!wish.wants("clearance")) return;
  const std::vector<SwayChannels> points = find_swaying(at.record, options);
  if (points.empty())
    note_absence(wish, {"clearance"}, "displacements of marked points (NAME/d_y)",
                 how_displacements, out);
  add_sway(at, points, track, tasks);
}

void judge_patches(const Situation& at, const Wish& wish, Tasks& tasks,
                   std::vector<DamageTask*>& made, Evaluation& out) {
  if (!wish.wants("damage") || at.limits.damage.shear_yield <= 0.0) return;
  std::vector<WheelPatches> wheels = find_patches(at.record);
  if (wheels.empty())
    note_absence(wish, {"damage"}, "contact patches (wheelset_1/left/patch_1/N, …)", how_patches,
                 out);
  for (WheelPatches& wheel : wheels) {
    auto task = std::make_unique<DamageTask>(at, std::move(wheel));
    made.push_back(task.get());
    tasks.push_back(std::move(task));
  }
}

void describe(const Record& record, const TrackProfile& track, const Layout& layout,
              const Limits& limits, Evaluation& out) {
  const std::string slow = fmt::format("{:.4g}", record.slow_speed());
  const std::string top = fmt::format("{:.4g}", record.top_speed());
  out.notes.push_back(fmt::format("record of {:.6g} s, {:.1f} m at {:.4g} Hz, {} m/s",
                                  record.duration(), record.s_last() - record.s_first(),
                                  record.rate(), slow == top ? top : slow + " to " + top));
  if (track.s.empty())
    out.notes.push_back(
        "the record has no track and no channel \"curvature\": all of it is taken as straight");
  std::string cut;
  for (std::size_t z = 0; z < limits.zones.size(); ++z) {
    if (layout.zone_length[z] <= 0.0) continue;
    const auto count = std::count_if(layout.sections.begin(), layout.sections.end(),
                                     [&](const Section& section) { return section.zone == z; });
    cut += fmt::format("{}{}: {} section{} of {:g} m", cut.empty() ? "" : "; ",
                       limits.zones[z].name, count, count == 1 ? "" : "s", limits.zones[z].section);
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

Evaluation evaluate(SignalSource& source, Limits limits, const EvaluationOptions& options,
                    TrackProfile track) {
  const Record record(source, options.speed);
  const Wish wish(options.norms);
  if (!std::isnan(options.section))
    for (TestZone& zone : limits.zones) zone.section = options.section;
  if (track.s.empty()) track = read_curvature(record);
  const std::vector<AxleChannels> axles = find_axles(record, options);
  const std::vector<PointChannels> points = find_points(record, options);
  check_points(points, options);
  const Layout layout = build_layout(record, limits, track, axles, points);
  const Influences influences = calc_influences(record, layout, options.target);
  const Situation at{record, limits, layout, influences};
  Evaluation out;
  describe(record, track, layout, limits, out);

  Tasks tasks;
  std::vector<AxleTask*> axle_tasks;
  std::vector<DamageTask*> damage_tasks;
  if (axles.empty()) note_absence(wish, {"nadal"}, "wheel forces Y and Q", how_forces, out);
  if (axles.empty() && points.empty())
    note_absence(wish, {"en14363"}, "wheel forces and accelerations", how_forces, out);
  if (points.empty())
    note_absence(wish, {"en12299", "iso2631", "sperling"}, "accelerations of marked points",
                 how_accelerations, out);
  if (wish.wants("en14363") || wish.wants("nadal"))
    judge_axles(at, wish, options, axles, tasks, axle_tasks);
  judge_points(at, wish, options, points, tasks);
  if (wish.wants("en12299")) add_seats(at, points, options, tasks);
  judge_safety(at, wish, options, axles, track, tasks, out);
  judge_patches(at, wish, tasks, damage_tasks, out);
  if (wish.wants("wear")) {
    const std::size_t before = tasks.size();
    judge_wear(at, tasks);
    if (tasks.size() == before) note_absence(wish, {"wear"}, "t_gamma", how_t_gamma, out);
  }
  if (tasks.empty())
    miss("the record has neither wheel forces nor accelerations nor t_gamma", how_forces);
  const bool has_second = wish.wants("en14363") && !axles.empty();
  const double first_part = has_second ? part_of_first_pass : 1.0;
  const auto tell = [&](double part) {
    if (options.on_progress) options.on_progress(part);
  };
  pass_by(record, tasks, options.threads, [&](double part) { tell(first_part * part); });
  for (const auto& task : tasks) {
    task->report(out.figures);
    task->report_peaks(out.peaks);
  }
  for (const DamageTask* task : damage_tasks) out.shakedown.push_back(task->points());

  if (has_second) {
    Tasks second;
    for (std::size_t i = 0; i < axles.size(); ++i) {
      const double limit = limits.quantity("sum_Y").calc_limit(
          2.0 * axle_tasks[i]->get_wheel_load(), record.top_speed());
      second.push_back(std::make_unique<InstabilityTask>(
          at, axles[i], axle_tasks[i]->find_dominant_frequency(), limit));
    }
    pass_by(record, second, options.threads,
            [&](double part) { tell(first_part + (1.0 - first_part) * part); });
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

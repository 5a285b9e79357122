#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "cli/animation_drawing.h"
#include "cli/common_options.h"
#include "cli/gif_writer.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/quantity_option.h"
#include "cli/verbs.h"
#include "cli/webm_writer.h"
#include "results/results_reader.h"

namespace fourfoot::cli {

namespace {

struct AnimateOptions {
  std::string results, output = "run.gif";
  std::string from, to;  ///< as typed; empty: all
  double slower = 1.0;   ///< than the run
  double exaggerate = 10.0;
  std::string camera = "vehicle";
  int rate = 15, width = 720;
  bool quiet = false, force = false;
};

constexpr int most_pictures = 3000;

results::OutputKind find_movie_kind(const std::string& output) {
  const std::string ending = std::filesystem::path(output).extension();
  if (ending == ".gif") return results::OutputKind::gif;
  if (ending == ".webm") {
    need_libvpx();
    return results::OutputKind::webm;
  }
  throw InputError(Finding{"unknown-format",
                           {},
                           "\"" + output + "\" does not say what to make",
                           "choose a name that ends with .gif or .webm"});
}

/// A GIF has one palette for all pictures: that of six of them.
GifPalette choose_palette(const AnimationScene& scene, const AnimationView& view, double from,
                          double to) {
  std::vector<Image> samples;
  for (int i = 0; i < 6; ++i)
    samples.push_back(draw_moment(scene, view, from + (to - from) * i / 5.0));
  return GifPalette(samples);
}

std::unique_ptr<MovieWriter> make_gif_writer(const AnimateOptions& options,
                                             const AnimationView& view, GifPalette palette) {
  const int delay = static_cast<int>(std::lround(100.0 / options.rate));
  return std::make_unique<GifWriter>(options.output, view.width, view.height, delay,
                                     std::move(palette));
}

int animate(const AnimateOptions& options) {
  const results::OutputKind kind = find_movie_kind(options.output);
  results::check_outputs({{"-o", options.output, kind}}, {options.results}, options.force);
  const AnimationScene scene{results::ResultsReader(options.results)};
  const double from =
      options.from.empty() ? scene.begin() : read_quantity("--from", options.from, "s");
  const double to = options.to.empty() ? scene.end() : read_quantity("--to", options.to, "s");
  const double step = 1.0 / (options.rate * options.slower);
  const int count = static_cast<int>(std::floor((to - from) / step + 1e-9)) + 1;
  if (!(from < to) || from < scene.begin() - 1e-9 || to > scene.end() + 1e-9)
    throw InputError(Finding{"no-rows", {}, "there is nothing to draw: no row in this range"});
  if (count > most_pictures)
    throw InputError(
        Finding{"out-of-range",
                {},
                fmt::format("that makes {} pictures, at most {} are drawn", count, most_pictures),
                "take a part by --from and --to, a lower --rate or --slower"});
  AnimationView view;
  view.width = options.width;
  view.height = 2 * static_cast<int>(std::lround(options.width * 0.28125));
  view.exaggeration = options.exaggerate;
  view.is_close = options.camera == "front";
  catch_interrupts();
  Progress progress(!options.quiet);
  const auto movie = kind == results::OutputKind::webm
                         ? make_webm_writer(options.output, view.width, view.height, options.rate)
                         : make_gif_writer(options, view, choose_palette(scene, view, from, to));
  for (int i = 0; i < count; ++i) {
    if (was_interrupted()) return exit_interrupted;
    movie->add(draw_moment(scene, view, from + i * step));
    progress.show(static_cast<double>(i + 1) / count);
  }
  movie->finish();
  progress.clear();
  return exit_done;
}

}  // namespace

void add_animate(Verbs& verbs) {
  auto [verb, options] = verbs.add<AnimateOptions>(
      "animate", "an animation of a run as GIF or WebM; needs no screen", animate);
  verb.option("results", options.results, "results file (HDF5)").required();
  verb.option("-o,--output", options.output, "file to write (.gif, .webm)").shows_default();
  verb.option("--from", options.from,
              "time of the run at which the picture begins, such as \"6 s\"");
  verb.option("--to", options.to, "time of the run at which it ends");
  verb.option("--slower", options.slower, "factor of slow motion")
      .within(0.01, 1000.0)
      .shows_default();
  verb.option("--exaggerate", options.exaggerate,
              "factor on displacements and angles relative to the track")
      .within(0.0, 1000.0)
      .shows_default();
  verb.option("--camera", options.camera, "the whole vehicle, or its first running gear")
      .one_of({"vehicle", "front"})
      .shows_default();
  verb.option("--rate", options.rate, "pictures per second").within(1, 50).shows_default();
  verb.option("--width", options.width, "width of the picture in pixels")
      .within(160, 1920)
      .shows_default();
  verb.flag("-q,--quiet", options.quiet, "no progress bar");
  add_force(verb, options.force);
}

}  // namespace fourfoot::cli

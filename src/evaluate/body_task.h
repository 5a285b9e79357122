#pragma once

#include "evaluate/collector.h"
#include "evaluate/peak.h"
#include "evaluate/task.h"
#include "evaluate/weighted_axis.h"
#include "evaluate/welch.h"

namespace fourfoot::evaluate {

/// Channels of a marked point; -1: not there. x: ahead of the vehicle's origin [m].
struct PointChannels {
  std::string name;
  int a[3] = {-1, -1, -1};
  double x = 0.0;
};

/// Accelerations of the body or of a bogie frame as running behaviour and safety ask (EN 14363):
/// each quantity filtered, gathered by sections.
class AccelerationTask : public Task {
 public:
  /// is_bogie: the point is on a bogie frame; mass of the bogie [kg], nan if not known.
  AccelerationTask(const Situation& situation, PointChannels channels, bool is_bogie, double mass);
  std::size_t margin() const override;
  void take(Block& block) override;
  void report(std::vector<Figure>& figures) override;
  void report_peaks(std::vector<Peak>& peaks) const override;

 private:
  struct Item {
    const Quantity* quantity;
    int channel;
    Gather gather;
    bool only_curves;
    Collector collector;
    PeakSeeker top;
  };
  void add(const char* name, int axis, Gather gather, bool only_curves = false);
  Situation at_;
  PointChannels channels_;
  double mass_;
  std::vector<Item> items_;
};

struct ComfortOptions {
  bool with_en12299 = true, with_iso2631 = true, with_sperling = true;
};

/// Comfort at a marked point: EN 12299 (N_MV, N_VD, C_C, P_CT, P_DE), ISO 2631 r.m.s., Sperling's Wz.
/// Weighting filters are causal, from rest.
class ComfortTask : public Task {
 public:
  ComfortTask(const Situation& situation, PointChannels channels, ComfortOptions options);
  std::size_t margin() const override;
  void take(Block& block) override;
  void report(std::vector<Figure>& figures) override;

 private:
  /// What P_CT needs of a transition.
  struct Passage {
    TransitionPiece piece;
    double y2 = 0.0, y3 = 0.0, begin = no_number, end = no_number;  ///< [m/s2], [m/s3], [s]
  };
  void take_events(Block& block);
  void take_transitions(const Block& block, const std::vector<double>& mean);
  void report_en12299(std::vector<Figure>& figures);
  void report_indices(std::vector<Figure>& figures) const;
  void report_events(std::vector<Figure>& figures) const;
  void report_transitions(std::vector<Figure>& figures) const;
  void report_iso2631(std::vector<Figure>& figures) const;
  void report_sperling(std::vector<Figure>& figures) const;
  Figure make_figure(const char* norm, const std::string& name, const char* unit) const;
  Situation at_;
  PointChannels channels_;
  ComfortOptions options_;
  std::vector<WeightedAxis> en_, iso_;  ///< x, y, z
  Cascade lateral_;                     ///< Wp
  std::vector<Passage> passages_;
  double standing_ = no_number, seated_ = no_number;  ///< largest P_DE
  Welch spectrum_y_, spectrum_z_;
};

/// T-gamma and frictional work of the wheels.
class WearTask : public Task {
 public:
  struct Wheel {
    std::string name;
    int t_gamma = -1;
    double work = 0.0;  ///< [J]
    std::vector<double> zone_work = {};
  };
  WearTask(const Situation& situation, std::vector<Wheel> wheels);
  std::size_t margin() const override { return 1; }
  void take(Block& block) override;
  void report(std::vector<Figure>& figures) override;

 private:
  Situation at_;
  std::vector<Wheel> wheels_;
  std::vector<double> zone_length_;
};

}  // namespace fourfoot::evaluate

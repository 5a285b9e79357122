#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "scenario/study.h"

namespace fourfoot::analysis {

/// The measured channels of a run: a series for each measure, and whether the run came to its end.
struct MeasuredRun {
  std::vector<double> time;                 ///< [s]
  std::vector<double> chainage;             ///< of the vehicle's origin [m]
  std::vector<std::vector<double>> values;  ///< by measure
  std::string fault;                        ///< why it ended early; empty if it did not
};

/// Runs that points of a study are compared with. Many points share one, so each is done once and
/// kept; a point that needs one in the making waits for it. Callable from several threads; what
/// comes out does not depend on their number.
class ReferenceRuns {
 public:
  using Make = std::function<MeasuredRun()>;
  std::shared_ptr<const MeasuredRun> get(const std::string& name, const Make& make);

 private:
  struct Entry {
    std::mutex mutex;
    std::shared_ptr<const MeasuredRun> run;
  };
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Entry>> entries_;
};

/// Largest |x - reference| (`is_rms` false) or its root mean square, over the rows both have in
/// the window; nan if there is none.
double calc_difference(const MeasuredRun& run, const MeasuredRun& reference, std::size_t measure,
                       const scenario::MeasureWindow& window, bool is_rms);

}  // namespace fourfoot::analysis

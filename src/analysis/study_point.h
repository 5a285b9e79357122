#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "analysis/reference_runs.h"
#include "analysis/time_run.h"
#include "scenario/study.h"

namespace fourfoot::analysis {

/// Throws InputError for a measure whose channel the system does not have.
void check_measures(const scenario::Study& study, const system::System& system);

struct PointResult {
  std::vector<double> figures;  ///< nan where it failed
  std::string motion;           ///< in a word (settle), else empty
  std::string fault;            ///< why it failed; empty if it did not
};

/// Watches a run and makes figures of it that need more than one channel: those of norms, and
/// differences from measured data. The rooms that know norms and files provide it.
class RunJudge : public TrajectorySink {
 public:
  /// Of the rows so far, one for each measure that is judged, in their order. Throws InputError.
  virtual std::vector<double> judge() = 0;
};
using JudgeSource = std::function<std::unique_ptr<RunJudge>(const scenario::Member&)>;

/// Takes all rows of a point's run to a file. The room that knows files provides it.
class RunKeeper : public TrajectorySink {
 public:
  virtual void finish(const TimeRunSummary& summary) = 0;
};
/// `rows`: how many the run puts out.
using KeeperSource =
    std::function<std::unique_ptr<RunKeeper>(const scenario::Member&, std::size_t rows)>;

/// The figures of one point of a study; all points share `references`. Never throws RunError or
/// InputError: a point that fails says so. `make_judge` is needed by measures that are judged;
/// `make_keeper` (may be empty) gets the point's run, not its reference.
PointResult evaluate_point(const scenario::Study& study, const scenario::MemberSource& source,
                           std::size_t point, ReferenceRuns& references,
                           const std::function<bool()>& is_cancelled = {},
                           const JudgeSource& make_judge = {},
                           const KeeperSource& make_keeper = {});

}  // namespace fourfoot::analysis

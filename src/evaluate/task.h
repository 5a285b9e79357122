#pragma once

#include <functional>
#include <map>
#include <memory>
#include <tuple>

#include "evaluate/figure.h"
#include "evaluate/influences.h"
#include "evaluate/record.h"
#include "evaluate/sections.h"

namespace fourfoot::evaluate {

/// A piece of a record with margins on both sides, so that filters and windows have forgotten the
/// cuts where it counts: rows lead ... lead + count - 1 are the piece itself.
class Block {
 public:
  Block(const Record& record, std::size_t first, std::size_t count, std::size_t margin);
  std::size_t lead() const { return lead_; }
  std::size_t end() const { return lead_ + count_; }
  std::size_t size() const { return total_; }
  double rate() const { return record_.rate(); }
  /// Time of a row of the block [s].
  double time(std::size_t row) const {
    return record_.start() + static_cast<double>(begin_ + row) / record_.rate();
  }
  const std::vector<double>& s() const { return s_; }
  /// With margins.
  const std::vector<double>& read(int channel);
  /// Without phase shift, as the quantity says.
  const std::vector<double>& filter(int channel, const Quantity& quantity);
  void forget() {
    raw_.clear();
    filtered_.clear();
  }

 private:
  const Record& record_;
  std::size_t begin_, lead_, count_, total_;
  std::vector<double> s_;
  std::map<int, std::vector<double>> raw_;
  std::map<std::tuple<int, double, double, int>, std::vector<double>> filtered_;
};

/// What all tasks know.
struct Situation {
  const Record& record;
  const Limits& limits;
  const Layout& layout;
  const Influences& influences;
};

/// Judges one wheelset or one point of the vehicle while the record passes once.
class Task {
 public:
  virtual ~Task() = default;
  /// Rows it needs on each side of a block.
  virtual std::size_t margin() const = 0;
  virtual void take(Block& block) = 0;
  virtual void report(std::vector<Figure>& figures) = 0;
  virtual void report_peaks(std::vector<Peak>&) const {}
};
using Tasks = std::vector<std::unique_ptr<Task>>;

/// Rows in which the vehicle covers half a window [m].
std::size_t calc_window_margin(const Record& record, double window);

/// Lets the record pass by all tasks, in blocks. Threads take turns with the tasks of a block; what
/// comes out does not depend on their number. Throws what the first task in order threw. The calling
/// thread hears which part is done, 0 to 1.
void pass_by(const Record& record, const Tasks& tasks, int threads = 1,
             const std::function<void(double)>& on_progress = {});

}  // namespace fourfoot::evaluate

#include "evaluate/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace fourfoot::evaluate {

namespace {

constexpr std::size_t rows_at_once = 65536;

[[noreturn]] void reject(const char* id, const std::string& message, const std::string& hint) {
  throw InputError({Finding{id, {}, message, hint}});
}

}  // namespace

Record::Record(SignalSource& source, double speed, bool needs_distance)
    : source_(source), speed_(speed) {
  size_ = source.size();
  look_at_time();
  distance_ = source.find("s");
  speed_channel_ = source.find("speed");
  if (needs_distance) {
    look_at_distance();
    return;
  }
  if (distance_ < 0 && speed_channel_ < 0 && !(speed_ > 0.0)) return;
  try {
    look_at_distance();
  } catch (const InputError& error) {
    if (error.findings().front().id != "bad-distance") throw;
    s_last_ = s_first_;
  }
}

int Record::need(const std::string& name, const std::string& hint) const {
  const int channel = source_.find(name);
  if (channel < 0) reject("missing-channel", "there is no channel \"" + name + "\"", hint);
  return channel;
}

void Record::look_at_time() {
  const int time = need("time", "the first column of a CSV file is usually the time: time [s]");
  if (size_ < 16)
    reject("too-short", fmt::format("the record has {} rows", size_),
           "nothing can be judged by less than 16");
  // The last row of a run may come earlier than a whole step.
  const std::vector<double> begin = read(time, 0, 2);
  const double before_last = read(time, size_ - 2, 1)[0];
  start_ = begin[0];
  const double step = (before_last - start_) / static_cast<double>(size_ - 2);
  if (!(step > 0.0)) reject("uneven-time", "the time does not increase", "sort the rows by time");
  rate_ = 1.0 / step;
  for (std::size_t first = 0; first < size_; first += rows_at_once) {
    const std::vector<double> t = read(time, first, std::min(rows_at_once, size_ - first));
    for (std::size_t i = 0; i < t.size(); ++i) {
      const double expected = start_ + static_cast<double>(first + i) * step;
      if (std::abs(t[i] - expected) <= 0.1 * step) continue;
      if (first + i == size_ - 1) {
        --size_;
        return;
      }
      reject_time(time, begin[1] - begin[0]);
    }
  }
}

// Tells the first row that is not one first step after the row before it.
void Record::reject_time(int time, double step) const {
  double last = start_ - step;
  for (std::size_t first = 0; first < size_; first += rows_at_once) {
    const std::vector<double> t = read(time, first, std::min(rows_at_once, size_ - first));
    for (std::size_t i = 0; i < t.size(); ++i) {
      if (std::abs(t[i] - last - step) > 0.1 * step)
        reject("uneven-time",
               fmt::format("the steps of \"time\" are not equal: row {} is at {:.9g} s, expected "
                           "{:.9g} s",
                           first + i + 1, t[i], last + step),
               "filters need equal steps: resample the record first");
      last = t[i];
    }
  }
  reject("uneven-time", "the steps of \"time\" grow or shrink along the record",
         "filters need equal steps: resample the record first");
}

void Record::integrate_speed() {
  double s = 0.0;
  for (std::size_t first = 0; first < size_; first += rows_at_once) {
    passed_.push_back(s);
    for (const double v : read(speed_channel_, first, std::min(rows_at_once, size_ - first)))
      s += v / rate_;
  }
}

void Record::look_at_distance() {
  if (distance_ < 0 && speed_channel_ < 0 && !(speed_ > 0.0))
    reject("missing-channel", "there is neither a channel \"s\" nor \"speed\"",
           "name the column of the distance s [m] or of the speed [m/s], or give a constant "
           "--speed");
  if (distance_ < 0 && !(speed_ > 0.0)) integrate_speed();
  const auto half_second = static_cast<std::size_t>(std::max(1.0, 0.5 * rate_));
  slow_speed_ = 1e300;
  double last = 0.0, mark = 0.0;
  for (std::size_t first = 0; first < size_; first += rows_at_once) {
    const std::vector<double> s = read_distance(first, std::min(rows_at_once, size_ - first));
    for (std::size_t i = 0; i < s.size(); ++i) {
      const std::size_t row = first + i;
      if (row == 0) s_first_ = last = mark = s[0];
      if (s[i] < last)
        reject("bad-distance",
               fmt::format("the distance goes back at {:.6g} s: {:.6g} m after {:.6g} m",
                           start_ + static_cast<double>(row) / rate_, s[i], last),
               "\"s\" must grow along the record: turn its sign, or cut the record");
      last = s[i];
      if (row == 0 || row % half_second != 0) continue;
      const double v = (s[i] - mark) * rate_ / static_cast<double>(half_second);
      top_speed_ = std::max(top_speed_, v);
      slow_speed_ = std::min(slow_speed_, v);
      mark = s[i];
    }
  }
  s_last_ = last;
  if (!(s_last_ > s_first_))
    reject("bad-distance",
           "the vehicle does not move: the distance stays at " + fmt::format("{:.6g} m", s_first_),
           "a record of a standstill cannot be judged");
  if (slow_speed_ > 1e299) slow_speed_ = top_speed_ = mean_speed();
}

std::vector<double> Record::read(int channel, std::size_t first, std::size_t count) const {
  std::vector<double> values(count);
  {
    const std::lock_guard lock(reading_);
    source_.read(static_cast<std::size_t>(channel), first, count, values.data());
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (std::isfinite(values[i])) continue;
    const Channel& c = source_.channels()[static_cast<std::size_t>(channel)];
    reject("not-finite",
           fmt::format("channel \"{}\" has no number in row {}", c.name, first + i + 1),
           "cut the record there, or fill the gap before it is judged");
  }
  return values;
}

std::vector<double> Record::read_distance(std::size_t first, std::size_t count) const {
  if (distance_ >= 0) return read(distance_, first, count);
  std::vector<double> s(count);
  if (speed_ > 0.0) {
    for (std::size_t i = 0; i < count; ++i) s[i] = speed_ * static_cast<double>(first + i) / rate_;
    return s;
  }
  const std::size_t begin = first / rows_at_once * rows_at_once;
  const std::vector<double> v = read(speed_channel_, begin, first + count - begin);
  double sum = passed_[first / rows_at_once];
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (begin + i >= first) s[begin + i - first] = sum;
    sum += v[i] / rate_;
  }
  return s;
}

}  // namespace fourfoot::evaluate

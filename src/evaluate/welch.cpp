#include "evaluate/welch.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace fourfoot::evaluate {

Welch::Welch(double rate, std::size_t segment)
    : rate_(rate), fourier_(segment), window_(segment), sum_(segment / 2 + 1), pair_(segment) {
  for (std::size_t i = 0; i < segment; ++i) {
    const double part = static_cast<double>(i) / static_cast<double>(segment);
    window_[i] = 0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * part);
  }
  gathered_.reserve(segment);
}

void Welch::append(const double* x, std::size_t count) {
  const std::size_t size = window_.size();
  while (count > 0) {
    const std::size_t taken = std::min(count, size - gathered_.size());
    gathered_.insert(gathered_.end(), x, x + taken);
    x += taken;
    count -= taken;
    if (gathered_.size() < size) return;
    take_segment();
    // scipy's overlap is segment // 2, so the next segment begins segment - segment // 2 later.
    gathered_.erase(gathered_.begin(),
                    gathered_.begin() + static_cast<std::ptrdiff_t>(size - size / 2));
  }
}

void Welch::take_segment() {
  const double mean = std::accumulate(gathered_.begin(), gathered_.end(), 0.0) /
                      static_cast<double>(gathered_.size());
  const bool is_second = segments_ % 2 == 1;
  for (std::size_t i = 0; i < pair_.size(); ++i) {
    const double value = (gathered_[i] - mean) * window_[i];
    pair_[i] = is_second ? std::complex<double>(pair_[i].real(), value) : value;
  }
  if (is_second) add_powers(fourier_, pair_, sum_);
  ++segments_;
}

// Two real records in one transform Z: |X_k|^2 + |Y_k|^2 = (|Z_k|^2 + |Z_(N-k)|^2) / 2.
void Welch::add_powers(FourierTransform& fourier, std::vector<std::complex<double>>& pair,
                       std::vector<double>& sum) {
  fourier.transform(pair);
  for (std::size_t k = 0; k < sum.size(); ++k)
    sum[k] += 0.5 * (std::norm(pair[k]) + std::norm(pair[k == 0 ? 0 : pair.size() - k]));
}

std::vector<double> Welch::list_frequencies() const {
  std::vector<double> f(segments_ > 0 ? sum_.size() : 0);
  for (std::size_t k = 0; k < f.size(); ++k)
    f[k] = static_cast<double>(k) * rate_ / static_cast<double>(window_.size());
  return f;
}

std::vector<double> Welch::calc_density() const {
  if (segments_ == 0) return {};
  double power = 0.0;
  for (const double w : window_) power += w * w;
  std::vector<double> density = sum_;
  if (segments_ % 2 == 1) {  // the last segment has no partner yet
    FourierTransform fourier = fourier_;
    std::vector<std::complex<double>> pair = pair_;
    add_powers(fourier, pair, density);
  }
  for (std::size_t k = 0; k < density.size(); ++k) {
    const bool is_alone = k == 0 || 2 * k == window_.size();
    density[k] *= (is_alone ? 1.0 : 2.0) / (rate_ * power * static_cast<double>(segments_));
  }
  return density;
}

std::vector<ThirdOctave> calc_third_octaves(const std::vector<double>& f,
                                            const std::vector<double>& density, double from,
                                            double to) {
  std::vector<ThirdOctave> bands;
  if (f.size() < 3) return bands;
  const double step = f[1] - f[0];
  const int first = static_cast<int>(std::ceil(10.0 * std::log10(std::max(from, step)) - 1e-9));
  for (int k = first;; ++k) {
    const double centre = std::pow(10.0, 0.1 * k);
    const double low = centre * std::pow(10.0, -0.05), high = centre * std::pow(10.0, 0.05);
    if (centre > to * (1.0 + 1e-9) || high > f.back()) return bands;
    if (high - low < 2.0 * step) continue;
    double power = 0.0;
    for (std::size_t i = 0; i < f.size(); ++i) {
      const double begin = std::max(low, f[i] - 0.5 * step);
      const double end = std::min(high, f[i] + 0.5 * step);
      if (end > begin) power += density[i] * (end - begin);
    }
    bands.push_back({centre, std::sqrt(power)});
  }
}

}  // namespace fourfoot::evaluate

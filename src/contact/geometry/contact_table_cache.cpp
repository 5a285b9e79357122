#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "base/sha256.h"
#include "contact/geometry/contact_table.h"

namespace fourfoot::contact {

namespace {

constexpr char magic[] = "fourfoot contact table 2\n";

template <class T>
void put(std::string& to, const T& value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

class Reader {
 public:
  explicit Reader(const std::string& bytes) : bytes_(bytes) {}
  template <class T>
  bool get(T& value) {
    if (bytes_.size() - at_ < sizeof value) return false;
    std::memcpy(&value, bytes_.data() + at_, sizeof value);
    at_ += sizeof value;
    return true;
  }
  bool get_floats(std::vector<float>& to, std::uint64_t count) {
    if (count > (bytes_.size() - at_) / sizeof(float)) return false;
    to.resize(count);
    std::memcpy(to.data(), bytes_.data() + at_, count * sizeof(float));
    at_ += count * sizeof(float);
    return true;
  }
  bool at_end() const { return at_ == bytes_.size(); }

 private:
  const std::string& bytes_;
  std::size_t at_ = 0;
};

void put_spline(std::string& to, const GridSpline& spline) {
  for (int n : spline.counts()) put(to, n);
  put(to, static_cast<std::uint64_t>(spline.coefficients().size()));
  to.append(reinterpret_cast<const char*>(spline.coefficients().data()),
            spline.coefficients().size() * sizeof(float));
}

bool get_spline(Reader& from, GridSpline& spline) {
  GridSpline::Counts counts;
  std::uint64_t expected = GridSpline::channels, size = 0;
  for (int& n : counts) {
    if (!from.get(n) || n < 1 || n > 1000000) return false;
    expected *= static_cast<std::uint64_t>(n + 2);
    if (expected > (1ull << 32)) return false;
  }
  std::vector<float> coefficients;
  if (!from.get(size) || size != expected || !from.get_floats(coefficients, size)) return false;
  spline = GridSpline::from_coefficients(counts, std::move(coefficients));
  return true;
}

}  // namespace

std::string calc_table_hash(const WheelsetOnTrack& wheelset, const TableOptions& options) {
  std::string text = magic;
  const auto add_curve = [&](const profile::Curve& curve) {
    put(text, curve.length());
    for (double s : curve.get_nodes()) {
      const profile::CurvePoint p = curve.calc(s);
      for (double v : {s, p.y, p.z, p.ty, p.tz, p.curvature}) put(text, v);
    }
  };
  for (Side side : {Side::left, Side::right}) {
    const WheelRailPair& pair = wheelset.side(side);
    add_curve(pair.wheel.curve());
    add_curve(pair.rail.curve());
    for (double v :
         {pair.wheel.half_span(), pair.wheel.radius(), pair.wheel.spacing(), pair.axle_height})
      put(text, v);
  }
  const SearchOptions& s = options.search;
  for (double v : {options.y_max, options.y_step, options.roll_max, options.yaw_max,
                   options.depth_max, s.merge_level, s.flange_angle})
    put(text, v);
  for (int v : {options.roll_count, options.yaw_count, options.depth_count,
                s.place == PatchPlace::centre ? 0 : 1})
    put(text, v);
  return calc_sha256(text);
}

std::string write_table(const ContactTable& table) {
  std::string body;
  const TableOptions& o = table.options_;
  for (double v : {o.y_max, o.y_step, o.roll_max, o.yaw_max, o.depth_max, o.search.merge_level,
                   o.search.flange_angle})
    put(body, v);
  for (int v :
       {o.roll_count, o.yaw_count, o.depth_count, o.search.place == PatchPlace::centre ? 0 : 1})
    put(body, v);
  const int count = table.sides_[0] == table.sides_[1] ? 1 : 2;
  put(body, count);
  for (int i = 0; i < count; ++i) {
    const auto& side = *table.sides_[i];
    for (double v : {side.half_span, side.radius, side.axle_height}) put(body, v);
    put(body, static_cast<std::uint64_t>(side.cuts.size()));
    for (double v : side.cuts) put(body, v);
    put_spline(body, side.touch);
    put(body, static_cast<std::uint64_t>(side.slots.size()));
    for (const auto& slot : side.slots) {
      for (int v : {slot.zone, slot.is_merged, slot.first}) put(body, v);
      put_spline(body, slot.values);
    }
  }
  return magic + table.hash + calc_sha256(body) + body;
}

bool read_table(const std::string& bytes, const std::string& hash, ContactTable& table) {
  const std::size_t head = sizeof magic - 1;
  if (bytes.size() < head + 128 || bytes.compare(0, head, magic) != 0) return false;
  if (bytes.compare(head, 64, hash) != 0) return false;
  const std::string body = bytes.substr(head + 128);
  if (bytes.compare(head + 64, 64, calc_sha256(body)) != 0) return false;
  Reader from(body);
  ContactTable t;
  t.hash = hash;
  TableOptions& o = t.options_;
  int place = 0;
  for (double* v : {&o.y_max, &o.y_step, &o.roll_max, &o.yaw_max, &o.depth_max,
                    &o.search.merge_level, &o.search.flange_angle})
    if (!from.get(*v)) return false;
  for (int* v : {&o.roll_count, &o.yaw_count, &o.depth_count, &place})
    if (!from.get(*v)) return false;
  o.search.place = place == 0 ? PatchPlace::centre : PatchPlace::deepest;
  int count = 0;
  if (!from.get(count) || count < 1 || count > 2) return false;
  for (int i = 0; i < count; ++i) {
    auto made = std::make_shared<ContactTable::SideTable>();
    auto& side = *made;
    std::uint64_t cuts = 0;
    if (!from.get(side.half_span) || !from.get(side.radius) || !from.get(side.axle_height) ||
        !from.get(cuts) || cuts >= ContactTable::max_zones)
      return false;
    side.cuts.resize(cuts);
    for (double& v : side.cuts)
      if (!from.get(v)) return false;
    std::uint64_t slots = 0;
    if (!get_spline(from, side.touch) || !from.get(slots) || slots > 2 * cuts + 1) return false;
    side.slots.resize(slots);
    for (auto& slot : side.slots) {
      if (!from.get(slot.zone) || !from.get(slot.is_merged) || !from.get(slot.first)) return false;
      const int zones = static_cast<int>(cuts) + 1 - (slot.is_merged ? 1 : 0);
      if (slot.zone < 0 || slot.zone >= zones || !get_spline(from, slot.values)) return false;
    }
    t.sides_[i] = std::move(made);
  }
  if (count == 1) t.sides_[1] = t.sides_[0];
  if (!from.at_end()) return false;
  table = std::move(t);
  return true;
}

ContactTable get_contact_table(const WheelsetOnTrack& wheelset, const TableOptions& options,
                               const std::string& cache_folder) {
  namespace fs = std::filesystem;
  const std::string hash = calc_table_hash(wheelset, options);
  const fs::path path = fs::path(cache_folder) / ("contact-" + hash.substr(0, 24) + ".table");
  ContactTable table;
  if (std::ifstream in(path, std::ios::binary); in) {
    std::stringstream bytes;
    bytes << in.rdbuf();
    if (read_table(bytes.str(), hash, table)) return table;
  }
  table = build_contact_table(wheelset, options);
  std::error_code failed;
  fs::create_directories(cache_folder, failed);
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  fs::path beside = path;
  beside += "." + std::to_string(::getpid()) + "." + std::to_string(now);
  {
    std::ofstream out(beside, std::ios::binary);
    const std::string bytes = write_table(table);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    out.flush();
    if (!out) {
      fs::remove(beside, failed);
      return table;
    }
  }
  fs::rename(beside, path, failed);
  if (failed) fs::remove(beside, failed);
  return table;
}

}  // namespace fourfoot::contact

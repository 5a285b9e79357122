#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/sha256.h"
#include "contact/geometry/contact_table.h"

namespace fourfoot::contact {

namespace {

constexpr char magic[] = "fourfoot contact table 4\n";

template <class T>
void put(std::string& to, const T& value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// FNV-1a over words of eight bytes: finds damage, and costs a millisecond.
std::string calc_checksum(const char* begin, const char* end) {
  std::uint64_t sum = 1469598103934665603ull;
  for (const char* at = begin; at < end; at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, static_cast<std::size_t>(std::min<std::ptrdiff_t>(8, end - at)));
    sum = (sum ^ word) * 1099511628211ull;
    sum ^= sum >> 32;
  }
  std::string text(16, '0');
  for (std::size_t i = 0; i < 16; ++i) text[i] = "0123456789abcdef"[sum >> (4 * i) & 15];
  return text;
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
  for (int v : {options.roll_count, options.yaw_count, s.position == PatchPosition::centre ? 0 : 1})
    put(text, v);
  return calc_sha256(text);
}

std::string write_table(const ContactTable& table) {
  std::string body;
  const int count = table.sides_[0] == table.sides_[1] ? 1 : 2;
  put(body, count);
  for (int i = 0; i < count; ++i) table.sides_[i]->index.write(body);
  std::string bytes = magic;
  bytes += table.hash;
  bytes += calc_checksum(body.data(), body.data() + body.size());
  bytes += body;
  return bytes;
}

bool add_nodes(const std::string& bytes, const ContactTable& table) {
  const std::size_t head = sizeof magic - 1;
  if (bytes.size() < head + 80 + sizeof(int) || bytes.compare(0, head, magic) != 0) return false;
  if (bytes.compare(head, 64, table.hash) != 0) return false;
  const char *at = bytes.data() + head + 80, *end = bytes.data() + bytes.size();
  if (bytes.compare(head + 64, 16, calc_checksum(at, end)) != 0) return false;
  int count = 0;
  std::memcpy(&count, at, sizeof count);
  at += sizeof count;
  if (count != (table.sides_[0] == table.sides_[1] ? 1 : 2)) return false;
  for (int i = 0; i < count; ++i)
    if (!table.sides_[i]->index.read(at, end)) return false;
  return at == end;
}

bool read_table(const std::string& bytes, const WheelsetOnTrack& wheelset,
                const TableOptions& options, ContactTable& table) {
  ContactTable made = build_contact_table(wheelset, options);
  if (!add_nodes(bytes, made)) return false;
  table = std::move(made);
  return true;
}

namespace {

namespace fs = std::filesystem;

fs::path get_table_path(const ContactTable& table, const std::string& cache_folder) {
  return fs::path(cache_folder) / ("contact-" + table.hash.substr(0, 24) + ".table");
}

/// Empty if there is none.
std::string read_bytes(const fs::path& path) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = in ? static_cast<std::streamoff>(in.tellg()) : 0;
  if (size <= 0) return {};
  std::string bytes(static_cast<std::size_t>(size), '\0');
  in.seekg(0);
  in.read(bytes.data(), static_cast<std::streamsize>(size));
  return in ? bytes : std::string();
}

}  // namespace

ContactTable load_contact_table(const WheelsetOnTrack& wheelset, const TableOptions& options,
                                const std::string& cache_folder) {
  ContactTable table = build_contact_table(wheelset, options);
  add_nodes(read_bytes(get_table_path(table, cache_folder)), table);
  return table;
}

void keep_contact_table(const ContactTable& table, const std::string& cache_folder) {
  if (table.count_new_nodes() == 0) return;
  const fs::path path = get_table_path(table, cache_folder);
  add_nodes(read_bytes(path), table);  // what others have kept meanwhile
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
      return;
    }
  }
  fs::rename(beside, path, failed);
  if (failed) fs::remove(beside, failed);
}

}  // namespace fourfoot::contact

#include "cli/webm_file.h"

#include <bit>
#include <cmath>
#include <cstdint>

namespace fourfoot::cli {

namespace {

/// Ids as RFC 9559 lists them; their leading bits tell how long they are.
namespace id {
constexpr std::uint32_t ebml = 0x1A45DFA3, ebml_version = 0x4286, ebml_read_version = 0x42F7,
                        ebml_id_length = 0x42F2, ebml_size_length = 0x42F3, doc_type = 0x4282,
                        doc_version = 0x4287, doc_read_version = 0x4285, segment = 0x18538067,
                        seek_head = 0x114D9B74, seek = 0x4DBB, seek_id = 0x53AB,
                        seek_position = 0x53AC, info = 0x1549A966, time_scale = 0x2AD7B1,
                        duration = 0x4489, muxing_app = 0x4D80, writing_app = 0x5741,
                        tracks = 0x1654AE6B, track = 0xAE, track_number = 0xD7, track_uid = 0x73C5,
                        track_type = 0x83, lacing = 0x9C, codec = 0x86, frame_duration = 0x23E383,
                        video = 0xE0, pixel_width = 0xB0, pixel_height = 0xBA, cluster = 0x1F43B675,
                        time = 0xE7, simple_block = 0xA3, cues = 0x1C53BB6B, cue_point = 0xBB,
                        cue_time = 0xB3, cue_positions = 0xB7, cue_track = 0xF7, cue_cluster = 0xF1;
}  // namespace id

/// The lowest `count` bytes, the highest one first.
std::string make_bytes(std::uint64_t value, int count) {
  std::string bytes;
  for (int k = count - 1; k >= 0; --k) bytes += static_cast<char>((value >> (8 * k)) & 0xff);
  return bytes;
}

std::string make_id(std::uint32_t id) {
  return make_bytes(id, id > 0xffffff ? 4 : id > 0xffff ? 3 : id > 0xff ? 2 : 1);
}

/// An element: its length always takes eight bytes, so that positions do not depend on it.
std::string make_element(std::uint32_t id, const std::string& content) {
  return make_id(id) + make_bytes((1ULL << 56) | content.size(), 8) + content;
}

/// A whole number, always of eight bytes.
std::string make_number(std::uint32_t id, std::uint64_t value) {
  return make_element(id, make_bytes(value, 8));
}

std::string make_header() {
  return make_element(
      id::ebml, make_number(id::ebml_version, 1) + make_number(id::ebml_read_version, 1) +
                    make_number(id::ebml_id_length, 4) + make_number(id::ebml_size_length, 8) +
                    make_element(id::doc_type, "webm") + make_number(id::doc_version, 4) +
                    make_number(id::doc_read_version, 2));
}

std::string make_seek(std::uint32_t element, std::uint64_t position) {
  return make_element(id::seek, make_element(id::seek_id, make_id(element)) +
                                    make_number(id::seek_position, position));
}

std::string make_seek_head(std::uint64_t info, std::uint64_t tracks, std::uint64_t cues) {
  return make_element(id::seek_head, make_seek(id::info, info) + make_seek(id::tracks, tracks) +
                                         make_seek(id::cues, cues));
}

std::string make_info(double milliseconds) {
  return make_element(
      id::info,
      make_number(id::time_scale, 1000000) +  // nanoseconds in a unit of time
          make_element(id::duration, make_bytes(std::bit_cast<std::uint64_t>(milliseconds), 8)) +
          make_element(id::muxing_app, "fourfoot") + make_element(id::writing_app, "fourfoot"));
}

std::string make_tracks(int width, int height, int rate) {
  const std::string video = make_number(id::pixel_width, static_cast<std::uint64_t>(width)) +
                            make_number(id::pixel_height, static_cast<std::uint64_t>(height));
  return make_element(
      id::tracks,
      make_element(id::track, make_number(id::track_number, 1) + make_number(id::track_uid, 1) +
                                  make_number(id::track_type, 1) +  // video
                                  make_number(id::lacing, 0) + make_element(id::codec, "V_VP8") +
                                  make_number(id::frame_duration,
                                              static_cast<std::uint64_t>(std::lround(1e9 / rate))) +
                                  make_element(id::video, video)));
}

std::uint64_t calc_time(std::size_t frame, int rate) {
  return static_cast<std::uint64_t>(std::llround(1000.0 * static_cast<double>(frame) / rate));
}

std::string make_block(const WebmFrame& frame, std::uint64_t time) {
  std::string head = make_bytes(0x81, 1);  // track 1
  head += make_bytes(time, 2);             // since the cluster
  head += make_bytes(frame.is_key ? 0x80 : 0, 1);
  return make_element(id::simple_block, head + frame.data);
}

std::string make_cue(std::uint64_t time, std::uint64_t position) {
  return make_element(id::cue_point, make_number(id::cue_time, time) +
                                         make_element(id::cue_positions,
                                                      make_number(id::cue_track, 1) +
                                                          make_number(id::cue_cluster, position)));
}

}  // namespace

std::string pack_webm(const std::vector<WebmFrame>& frames, int width, int height, int rate) {
  const std::string info = make_info(1000.0 * static_cast<double>(frames.size()) / rate);
  const std::string tracks = make_tracks(width, height, rate);
  const std::size_t head = make_seek_head(0, 0, 0).size();  // positions count from its first byte
  std::string clusters, cluster, cues;
  std::uint64_t begin = 0;
  const auto close = [&] {
    if (cluster.empty()) return;
    cues += make_cue(begin, head + info.size() + tracks.size() + clusters.size());
    clusters += make_element(id::cluster, cluster);
  };
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const std::uint64_t time = calc_time(i, rate);
    if (frames[i].is_key) {
      close();
      begin = time;
      cluster = make_number(id::time, time);
    }
    cluster += make_block(frames[i], time - begin);
  }
  close();
  const std::size_t end = head + info.size() + tracks.size() + clusters.size();
  return make_header() +
         make_element(id::segment, make_seek_head(head, head + info.size(), end) + info + tracks +
                                       clusters + make_element(id::cues, cues));
}

}  // namespace fourfoot::cli

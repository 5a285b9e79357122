#pragma once

#include <string>
#include <vector>

namespace fourfoot::cli {

/// One compressed picture.
struct WebmFrame {
  std::string data;
  bool is_key = false;  ///< can be shown without the pictures before it
};

/// A WebM file with one track of VP8 video at a constant rate.
///
/// WebM is a subset of Matroska (RFC 9559) on EBML (RFC 8794): a tree of elements, each with id,
/// length and content. The file holds a SeekHead, Info, Tracks, one Cluster for each key frame, and
/// Cues, by which players find the cluster of a time. Times are in milliseconds. The first frame
/// must be a key frame, and key frames must lie less than 32 s apart (times within a cluster have 16
/// bits). Left out: sound, and files that are played while they are written.
std::string pack_webm(const std::vector<WebmFrame>& frames, int width, int height, int rate);

}  // namespace fourfoot::cli

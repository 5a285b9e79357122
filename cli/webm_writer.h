#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "cli/image.h"

namespace fourfoot::cli {

/// Writes video as WebM (VP8 by libvpx). `rate`: pictures a second. InputError output-unwritable,
/// no-libvpx.
std::unique_ptr<MovieWriter> make_webm_writer(const std::filesystem::path& file, int width,
                                              int height, int rate);

/// Of libvpx; empty if the program was built without it.
std::string get_libvpx_version();

/// InputError no-libvpx unless it was.
void need_libvpx();

}  // namespace fourfoot::cli

#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace fourfoot::results {

constexpr int max_json_depth = 64;
constexpr std::uint64_t max_json_bytes = 256u << 20;

/// Whether brackets are open more than max_json_depth deep: what walks the document does so by
/// recursion.
bool is_json_too_deep(std::string_view text);

/// Reads a file that anybody may have made: a plain file of at most `max_json_bytes`, nested at
/// most max_json_depth deep. A null document, and why, if it is none.
nlohmann::json read_json(const std::filesystem::path& path, std::string& why);

/// A plain file's bytes; false if it is no plain file, cannot be read or is larger than `most`.
bool read_plain_file(const std::filesystem::path& path, std::uint64_t most, std::string& text,
                     std::string& why);

}  // namespace fourfoot::results

// Runs a fuzz program without libFuzzer: any compiler, no second build of the readers, no guidance by coverage. It takes the
// options of libFuzzer that tools/fuzz gives: -runs= -seed= -max_len= -artifact_prefix= FOLDER; others are ignored.
// Each file of FOLDER is tried as it is, then changed copies of them. What breaks the program is kept as PREFIXcrash, what takes
// more than 2 s as PREFIXslow-unit-N. Memory is limited to 2 GB.
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" {
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
// What a fuzz program may bring and may call, as libFuzzer defines it.
__attribute__((weak)) std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                                          std::size_t most, unsigned seed);
std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);
}

namespace {

using Bytes = std::vector<std::uint8_t>;

std::mt19937 generator;
Bytes input;
std::string crash_file;

std::size_t draw(std::size_t count) {
  return count == 0 ? 0 : generator() % count;
}

/// Only calls that a signal handler may make.
void keep_input(int signal) {
  const int file = open(crash_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file >= 0 && write(file, input.data(), input.size()) >= 0) close(file);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void change_once(Bytes& bytes) {
  static const std::uint8_t marks[] = {0,   0xff, 0x7f, 0x80, '"', '[',  ']', '{',
                                       '}', '=',  '.',  ',',  '-', '\n', '9', 'e'};
  const std::size_t at = draw(bytes.size());
  const std::size_t count =
      std::min(bytes.size() - at, std::size_t{1} + draw(draw(4) == 0 ? 256 : 8));
  const auto from = bytes.begin() + static_cast<std::ptrdiff_t>(at);
  switch (draw(7)) {
    case 0:
      if (!bytes.empty()) bytes[at] ^= static_cast<std::uint8_t>(1U << draw(8));
      break;
    case 1:
      if (!bytes.empty()) bytes[at] = static_cast<std::uint8_t>(draw(256));
      break;
    case 2:
      if (!bytes.empty()) bytes[at] = marks[draw(std::size(marks))];
      break;
    case 3:
      bytes.insert(from, marks[draw(std::size(marks))]);
      break;
    case 4:
      bytes.erase(from, from + static_cast<std::ptrdiff_t>(count));
      break;
    case 5: {
      const Bytes part(from, from + static_cast<std::ptrdiff_t>(count));
      const std::size_t to = draw(bytes.size() + 1);
      bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(to), part.begin(), part.end());
      break;
    }
    default:
      if (draw(8) == 0) bytes.resize(at);
      break;
  }
}

/// The input anew: a seed, changed one to eight times.
void make_input(const std::vector<Bytes>& seeds, std::size_t most) {
  input = seeds[draw(seeds.size())];
  for (std::size_t left = std::size_t{1} << draw(4); left > 0; --left) {
    input.resize(std::min(input.size(), most));
    const std::size_t size = input.size();
    input.resize(most);
    const bool has_own = LLVMFuzzerCustomMutator != nullptr;
    input.resize(has_own ? LLVMFuzzerCustomMutator(input.data(), size, most, generator())
                         : LLVMFuzzerMutate(input.data(), size, most));
  }
}

std::vector<Bytes> read_seeds(const std::string& folder) {
  std::vector<std::filesystem::path> paths;
  if (!folder.empty())
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<Bytes> seeds;
  for (const auto& path : paths) {
    std::ifstream in(path, std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  if (seeds.empty()) seeds.emplace_back();
  return seeds;
}

void try_input(const std::string& prefix, long number) {
  const auto begin = std::chrono::steady_clock::now();
  LLVMFuzzerTestOneInput(input.data(), input.size());
  if (std::chrono::steady_clock::now() - begin < std::chrono::seconds(2)) return;
  std::ofstream out(prefix + "slow-unit-" + std::to_string(number), std::ios::binary);
  out.write(reinterpret_cast<const char*>(input.data()),
            static_cast<std::streamsize>(input.size()));
}

}  // namespace

std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most) {
  Bytes bytes(data, data + size);
  change_once(bytes);
  const std::size_t kept = std::min(bytes.size(), most);
  std::copy_n(bytes.begin(), kept, data);
  return kept;
}

int main(int argc, char** argv) {
  long runs = 1000;
  std::size_t most = 8192;
  std::string prefix, folder;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const std::string value = word.substr(std::min(word.find('=') + 1, word.size()));
    if (word.starts_with("-runs="))
      runs = std::stol(value);
    else if (word.starts_with("-seed="))
      generator.seed(static_cast<unsigned>(std::stoul(value)));
    else if (word.starts_with("-max_len="))
      most = std::stoul(value);
    else if (word.starts_with("-artifact_prefix="))
      prefix = value;
    else if (!word.starts_with("-"))
      folder = word;
  }
  crash_file = prefix + "crash";
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM, SIGTRAP})
    std::signal(signal, keep_input);
#ifndef __SANITIZE_ADDRESS__
  const rlimit memory{2ULL << 30, 2ULL << 30};
  setrlimit(RLIMIT_AS, &memory);
#endif
  const std::vector<Bytes> seeds = read_seeds(folder);
  for (long number = 0; number < runs; ++number) {
    if (static_cast<std::size_t>(number) < seeds.size())
      input = seeds[static_cast<std::size_t>(number)];
    else
      make_input(seeds, most);
    alarm(120);  // a hang
    try_input(prefix, number);
  }
  std::cout << runs << " inputs\n";
  return 0;
}

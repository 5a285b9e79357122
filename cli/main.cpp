// The program: collects the verbs, runs the one that was asked for and says by the exit code how it
// went.
#include <fmt/format.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <new>
#include <system_error>

#include "base/error.h"
#include "base/plugin_registry.h"
#include "base/version.h"
#include "cli/interrupt.h"
#include "cli/message_output.h"
#include "cli/verbs.h"

namespace {

using namespace fourfoot;

int parse_and_run(int argc, char** argv) {
  cli::Verbs verbs("fourfoot", "Fourfoot: railway vehicle dynamics, open to the last equation",
                   fmt::format("fourfoot {} ({})", get_version(), get_commit()));
  for (cli::AddVerb* add : cli::all_verbs) add(verbs);
  const int code = verbs.parse_and_run(argc, argv);
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    throw RunError("standard output could not be written (disk full?)");
  }
  return code;
}

void print(const InputError& error) {
  constexpr std::size_t most = 20;  // whoever has more faults begins with these
  const std::vector<Finding>& findings = error.findings();
  for (std::size_t i = 0; i < std::min(findings.size(), most); ++i) {
    cli::print_message((i > 0 ? "\n" : "") + format(findings[i]));
  }
  if (findings.size() > most) {
    fmt::print(stderr, "{} errors, the first {} are shown\n", findings.size(), most);
  } else if (findings.size() > 1) {
    fmt::print(stderr, "{} errors\n", findings.size());
  }
}

/// The search for the initial state of a train makes large matrices over and over. Their memory is
/// kept from one to the next: fetched anew from the operating system each time, it costs a seventh of
/// a short run of eight coaches.
void keep_freed_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  keep_freed_memory();
  // A file that reaches the size limit of the shell is a failed write, not a sudden death.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return parse_and_run(argc, argv);
  } catch (const InputError& error) {
    print(error);
    return cli::exit_input;
  } catch (const RunError& error) {
    if (cli::was_interrupted()) {
      fmt::print(stderr, "stopped\n");
      return cli::exit_interrupted;
    }
    cli::print_message(fmt::format("error: {}\n", error.what()));
    return cli::exit_run_failed;
  } catch (const PluginError& error) {
    cli::print_message(fmt::format("error: {}\n", error.what()));
    return cli::exit_run_failed;
  } catch (const std::system_error& error) {  // of a disk, a device, a folder that has gone
    cli::print_message(fmt::format("error: {}\n", std::ferror(stdout) != 0
                                                      ? "standard output could not be written "
                                                        "(disk full?)"
                                                      : error.what()));
    return cli::exit_run_failed;
  } catch (const std::bad_alloc&) {
    cli::print_message("error: there is not enough memory\n");
    return cli::exit_run_failed;
  } catch (const std::exception& error) {
    fmt::print(stderr, "internal error: {}\nplease report this with the input files\n",
               error.what());
    return cli::exit_internal;
  }
}

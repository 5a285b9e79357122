#include <cairo/cairo.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "cli/ranks.h"
#include "cli/verbs.h"
#include "cli/webm_writer.h"
#include "jobs/installation.h"

namespace fourfoot::cli {

namespace {

std::string describe_terminal() {
  const char* term = std::getenv("TERM");
  if (isatty(STDOUT_FILENO) != 1) return "no, standard output goes to a file or pipe";
  return fmt::format("yes, {}", term == nullptr ? "of unknown kind" : term);
}

/// Those that only the program uses.
std::string list_own_libraries() {
  const std::string vpx = get_libvpx_version();
  return fmt::format(", cairo {}, libvpx {}", cairo_version_string(),
                     vpx.empty() ? "none (no WebM by animate)" : vpx);
}

int doctor() {
  for (const auto& [what, text] : jobs::describe_installation())
    fmt::print("{:<10} {}{}\n", what, text, what == "libraries" ? list_own_libraries() : "");
  fmt::print("{:<10} {}\n", "MPI",
             has_mpi() ? "yes, studies run by mpirun or srun"
                       : "no, studies run on the cores of this machine");
  fmt::print("{:<10} {}\n", "terminal", describe_terminal());
  return exit_done;
}

}  // namespace

void add_doctor(Verbs& verbs) {
  verbs.add("doctor", "what is installed: version, libraries, cores, cache, MPI, terminal", doctor);
}

}  // namespace fourfoot::cli

#include <cairo/cairo.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "cli/ranks.h"
#include "cli/verbs.h"
#include "jobs/installation.h"

namespace fourfoot::cli {

namespace {

std::string describe_terminal() {
  const char* term = std::getenv("TERM");
  if (isatty(STDOUT_FILENO) != 1) return "no, standard output goes to a file or pipe";
  return fmt::format("yes, {}", term == nullptr ? "of unknown kind" : term);
}

int doctor() {
  for (const auto& [what, text] : jobs::describe_installation())
    fmt::print("{:<10} {}{}\n", what, text,
               what == "libraries" ? fmt::format(", cairo {}", cairo_version_string()) : "");
  fmt::print("{:<10} {}\n", "MPI",
             has_mpi() ? "yes, studies run by mpirun or srun"
                       : "no, studies run on the cores of this machine");
  fmt::print("{:<10} {}\n", "terminal", describe_terminal());
  return exit_done;
}

}  // namespace

void add_doctor(Verbs& verbs) {
  verbs.add("doctor", "version, libraries, cores, cache, MPI, terminal", doctor);
}

}  // namespace fourfoot::cli

#include "cli/interrupt.h"

#include <csignal>

namespace fourfoot::cli {

namespace {

volatile std::sig_atomic_t interrupted = 0;

void note(int signal) {
  interrupted = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

void catch_interrupts() {
  std::signal(SIGINT, note);
  std::signal(SIGTERM, note);
  std::signal(SIGHUP, note);  // the terminal was closed
}

bool was_interrupted() {
  return interrupted != 0;
}

}  // namespace fourfoot::cli

#include "bindings/watch.h"

#include <csignal>

namespace fourfoot::python {

namespace py = pybind11;

namespace {

// Of the main thread alone, so plain numbers are enough where no signal comes.
int depth = 0;
struct sigaction python_handler {};
volatile std::sig_atomic_t is_interrupted = 0;

void note_interrupt(int signal) {
  is_interrupted = 1;
  python_handler.sa_handler(signal);
}

bool is_main_thread() {
  const py::module_ threading = py::module_::import("threading");
  return threading.attr("current_thread")().is(threading.attr("main_thread")());
}

// False where nobody handles it: then Ctrl-C ends the program as it would without us.
bool catch_interrupt() {
  if (depth++ > 0) return true;
  is_interrupted = 0;
  if (sigaction(SIGINT, nullptr, &python_handler) != 0) return false;
  const auto handler = python_handler.sa_handler;
  if ((python_handler.sa_flags & SA_SIGINFO) != 0 || handler == SIG_DFL || handler == SIG_IGN)
    return false;
  struct sigaction ours = python_handler;
  ours.sa_handler = note_interrupt;
  return sigaction(SIGINT, &ours, nullptr) == 0;
}

void release_interrupt() {
  if (--depth > 0) return;
  struct sigaction now {};
  if (sigaction(SIGINT, nullptr, &now) == 0 && now.sa_handler == note_interrupt)
    sigaction(SIGINT, &python_handler, nullptr);
}

}  // namespace

ProgressWatch::ProgressWatch(py::object progress)
    : progress_(std::move(progress)), is_main_(is_main_thread()) {
  if (!progress_.is_none() && !PyCallable_Check(progress_.ptr()))
    throw py::type_error("progress must be a function of the part that is done, or None");
  if (is_main_) catch_interrupt();
}

ProgressWatch::~ProgressWatch() {
  if (is_main_) release_interrupt();
}

bool ProgressWatch::is_cancelled() const {
  return has_failed_ || (is_main_ && is_interrupted != 0);
}

void ProgressWatch::show(double fraction) {
  if (progress_.is_none() || has_failed_) return;
  const Clock::rep now = Clock::now().time_since_epoch().count();
  if (now < next_) return;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return;  // another thread is showing
  constexpr auto pause =
      std::chrono::duration_cast<Clock::duration>(std::chrono::milliseconds(100));
  next_ = now + pause.count();
  const py::gil_scoped_acquire acquire;
  try {
    progress_(fraction);
  } catch (py::error_already_set& error) {
    failure_ = std::make_unique<py::error_already_set>(std::move(error));
    has_failed_ = true;
  }
}

py::object ProgressWatch::find_exception() {
  if (failure_) return failure_->value();
  if (PyErr_CheckSignals() == 0) return py::none();
  const py::error_already_set error;
  return error.value();
}

void ProgressWatch::raise() {
  if (failure_) throw *failure_;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

}  // namespace fourfoot::python

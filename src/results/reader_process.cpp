#include "results/reader_process.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fstream>

#include "base/error.h"
#include "results/hdf5.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define FOURFOOT_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define FOURFOOT_SANITIZED 1
#endif
#endif

namespace fourfoot::results {

namespace {

#ifdef FOURFOOT_SANITIZED
constexpr bool is_sanitized = true;  // takes terabytes of addresses, and its reports must be seen
#else
constexpr bool is_sanitized = false;
#endif

bool send_all(int socket, const char* from, std::size_t size) {
  while (size > 0) {
    const ssize_t sent = send(socket, from, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    from += sent;
    size -= static_cast<std::size_t>(sent);
  }
  return true;
}

bool receive_all(int socket, char* to, std::size_t size) {
  while (size > 0) {
    const ssize_t received = recv(socket, to, size, 0);
    if (received < 0 && errno == EINTR) continue;
    if (received <= 0) return false;
    to += received;
    size -= static_cast<std::size_t>(received);
  }
  return true;
}

bool send_message(int socket, const std::string& text) {
  const std::uint64_t size = text.size();
  return send_all(socket, reinterpret_cast<const char*>(&size), sizeof size) &&
         send_all(socket, text.data(), text.size());
}

// What the child claims is taken in pieces, so that a wrong size costs no memory.
bool receive_message(int socket, std::string& text) {
  constexpr std::uint64_t piece = 16u << 20;
  std::uint64_t size = 0;
  text.clear();
  if (!receive_all(socket, reinterpret_cast<char*>(&size), sizeof size)) return false;
  while (text.size() < size) {
    const std::size_t at = text.size();
    text.resize(at + std::min<std::uint64_t>(piece, size - at));
    if (!receive_all(socket, text.data() + at, text.size() - at)) return false;
  }
  return true;
}

std::uint64_t get_address_space() {
  std::ifstream in("/proc/self/statm");
  std::uint64_t pages = 0;
  in >> pages;
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

void set_limit(int what, std::uint64_t value) {
  rlimit limit{};
  if (getrlimit(static_cast<__rlimit_resource_t>(what), &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, value);
  limit.rlim_max = limit.rlim_cur;
  setrlimit(static_cast<__rlimit_resource_t>(what), &limit);
}

void enter_child(const ReaderProcess::Limits& limits) {
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  // The parent ends by Ctrl-C or goes on; the child follows when its socket closes.
  for (const int ignored : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) std::signal(ignored, SIG_IGN);
  set_limit(RLIMIT_CORE, 0);
  set_limit(RLIMIT_FSIZE, 0);
  if (is_sanitized) {
    set_limit(RLIMIT_CPU, 20 * limits.seconds);
    return;
  }
  set_limit(RLIMIT_CPU, limits.seconds);
  if (const std::uint64_t now = get_address_space(); now > 0)
    set_limit(RLIMIT_AS, now + limits.memory);
  const int nowhere = open("/dev/null", O_RDWR);  // the C library's last words on a broken heap
  if (nowhere >= 0) {
    dup2(nowhere, STDIN_FILENO);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
  }
}

[[noreturn]] void serve(int socket, const ReaderProcess::Answer& answer) {
  std::string question;
  try {
    while (receive_message(socket, question)) {
      if (!send_message(socket, answer(question))) break;
    }
  } catch (...) {  // no memory, most likely
    _exit(3);
  }
  _exit(0);
}

}  // namespace

ReaderProcess::ReaderProcess(const Answer& answer, const Limits& limits) {
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
    throw RunError("no process could be started to read the file");
  {
    const auto lock = h5::lock_library();  // the child finds the library in order
    child_ = fork();
  }
  if (child_ == 0) {
    close(sockets[0]);
    enter_child(limits);
    serve(sockets[1], answer);
  }
  close(sockets[1]);
  socket_ = sockets[0];
  if (child_ < 0) {
    close(socket_);
    throw RunError("no process could be started to read the file");
  }
}

ReaderProcess::~ReaderProcess() {
  close(socket_);
  kill(child_, SIGKILL);
  while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::string ReaderProcess::ask(const std::string& question) {
  std::string reply;
  if (!send_message(socket_, question) || !receive_message(socket_, reply))
    throw ReaderDied("the reading process ended");
  return reply;
}

}  // namespace fourfoot::results

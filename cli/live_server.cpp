#include "cli/live_server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>

#include "base/error.h"

namespace fourfoot::cli {

namespace {

constexpr std::size_t longest_request = 8192;
constexpr std::chrono::milliseconds request_time{1000}, poll_step{50};

std::string make_token() {
  unsigned char bytes[16];
  if (getrandom(bytes, sizeof bytes, 0) != static_cast<ssize_t>(sizeof bytes))
    throw RunError("the system gives no random numbers for the address of the page");
  std::string text;
  for (const unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

/// Takes the same time wherever they differ.
bool is_equal(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned differences = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    differences |=
        static_cast<unsigned>(static_cast<unsigned char>(a[i])) ^ static_cast<unsigned char>(b[i]);
  return differences == 0;
}

bool wait_for(int file, short what, std::chrono::steady_clock::time_point until) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
      until - std::chrono::steady_clock::now());
  pollfd wanted = {file, what, 0};
  return left.count() > 0 && poll(&wanted, 1, static_cast<int>(left.count())) > 0;
}

/// Up to the empty line, or as much as is too much.
std::string receive(int connection) {
  const auto until = std::chrono::steady_clock::now() + request_time;
  std::string text;
  while (text.find("\r\n\r\n") == std::string::npos && text.size() <= longest_request) {
    char piece[2048];
    if (!wait_for(connection, POLLIN, until)) return {};
    const ssize_t got = recv(connection, piece, sizeof piece, MSG_DONTWAIT);
    if (got <= 0) return {};
    text.append(piece, static_cast<std::size_t>(got));
  }
  return text;
}

void send_all(int connection, std::string_view text) {
  const auto until = std::chrono::steady_clock::now() + request_time;
  while (!text.empty() && wait_for(connection, POLLOUT, until)) {
    const ssize_t sent = send(connection, text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(sent));
  }
}

std::string make_reply(const char* status, const std::string& kind, const std::string& body,
                       const std::string& policy = "default-src 'none'") {
  return fmt::format(
      "HTTP/1.1 {}\r\nContent-Type: {}; charset=utf-8\r\nContent-Length: {}\r\n"
      "Connection: close\r\nCache-Control: no-store\r\nContent-Security-Policy: {}; "
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\nReferrer-Policy: no-referrer\r\n"
      "X-Content-Type-Options: nosniff\r\n\r\n{}",
      status, kind, body.size(), policy, body);
}

std::string refuse(const char* status) {
  return make_reply(status, "text/plain", std::string(status) + "\n");
}

}  // namespace

/// The parts of a request that matter here.
struct LiveServer::Request {
  std::string method, path, query, host, origin, site;
  bool is_complete = false;

  explicit Request(const std::string& text) {
    const std::size_t end = text.find("\r\n");
    const std::size_t first = text.find(' '), second = text.find(' ', first + 1);
    if (end == std::string::npos || second == std::string::npos || second > end) return;
    is_complete = text.compare(second, 8, " HTTP/1.") == 0;
    method = text.substr(0, first);
    path = text.substr(first + 1, second - first - 1);
    if (const std::size_t mark = path.find('?'); mark != std::string::npos) {
      query = path.substr(mark + 1);
      path.resize(mark);
    }
    for (std::size_t at = end + 2; at < text.size();) {
      const std::size_t stop = std::min(text.find("\r\n", at), text.size());
      read_header(text.substr(at, stop - at));
      at = stop + 2;
    }
  }
  void read_header(const std::string& line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) return;
    std::string name = line.substr(0, colon), value = line.substr(colon + 1);
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    value.erase(0, value.find_first_not_of(" \t"));
    value.erase(value.find_last_not_of(" \t") + 1);
    if (name == "host") host = value;
    if (name == "origin") origin = value;
    if (name == "sec-fetch-site") site = value;
  }
};

LiveServer::LiveServer(LiveContent content) : content_(std::move(content)), token_(make_token()) {
  socket_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* any = reinterpret_cast<sockaddr*>(&address);
  if (socket_ < 0 || bind(socket_, any, size) != 0 || listen(socket_, 8) != 0 ||
      getsockname(socket_, any, &size) != 0) {
    if (socket_ >= 0) close(socket_);
    throw RunError("no port of 127.0.0.1 can be opened for the page of --view");
  }
  host_ = fmt::format("127.0.0.1:{}", ntohs(address.sin_port));
  address_ = fmt::format("http://{}/{}/", host_, token_);
  thread_ = std::thread([this] { serve(); });
}

LiveServer::~LiveServer() {
  is_stopping_ = true;
  thread_.join();
  close(socket_);
}

void LiveServer::finish(std::chrono::milliseconds patience) {
  is_finishing_ = true;
  const Clock::time_point until = Clock::now() + patience;
  while (was_asked_ && !has_told_end_ && Clock::now() < until)
    std::this_thread::sleep_for(poll_step);
}

void LiveServer::serve() {
  while (!is_stopping_) {
    if (!wait_for(socket_, POLLIN, Clock::now() + poll_step)) continue;
    const int connection = accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (connection < 0) continue;
    answer(connection);
    close(connection);
  }
}

void LiveServer::answer(int connection) {
  const std::string text = receive(connection);
  if (text.empty()) return;
  send_all(connection, make_answer(text));
  // What was not read would make the system throw the answer away at close().
  shutdown(connection, SHUT_WR);
  const auto until = Clock::now() + poll_step;
  char rest[2048];
  while (wait_for(connection, POLLIN, until) &&
         recv(connection, rest, sizeof rest, MSG_DONTWAIT) > 0) {
  }
}

bool LiveServer::is_own(const Request& request) const {
  return request.host == host_ && (request.origin.empty() || request.origin == "http://" + host_) &&
         (request.site.empty() || request.site == "none" || request.site == "same-origin");
}

std::string LiveServer::make_answer(const std::string& text) {
  if (text.size() > longest_request) return refuse("431 Request Header Fields Too Large");
  const Request request(text);
  if (!request.is_complete) return refuse("400 Bad Request");
  if (!is_own(request)) return refuse("403 Forbidden");
  const std::string_view path = request.path;
  const std::size_t end = token_.size() + 1;
  if (path.size() <= end || path[0] != '/' || path[end] != '/' ||
      !is_equal(path.substr(1, token_.size()), token_))
    return refuse("404 Not Found");
  if (request.method != "GET") return refuse("405 Method Not Allowed");
  if (path.substr(end) == "/") return make_page();
  if (path.substr(end) != "/data") return refuse("404 Not Found");
  was_asked_ = true;
  const bool is_last = is_finishing_;  // before the data are read
  std::string reply = make_reply("200 OK", "application/json", content_.data(request.query));
  has_told_end_ = is_last;
  return reply;
}

std::string LiveServer::make_page() const {
  const std::string nonce = make_token(), mark = "{{nonce}}";
  std::string page = content_.page;
  for (std::size_t at; (at = page.find(mark)) != std::string::npos;)
    page.replace(at, mark.size(), nonce);
  return make_reply("200 OK", "text/html", page,
                    fmt::format("default-src 'none'; script-src 'nonce-{0}'; style-src "
                                "'nonce-{0}'; connect-src 'self'",
                                nonce));
}

}  // namespace fourfoot::cli

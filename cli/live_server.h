#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <thread>

namespace fourfoot::cli {

/// What the server answers with.
struct LiveContent {
  std::string page;  ///< HTML; {{nonce}} in it is replaced for each answer
  /// JSON of what is new; gets the query of the request ("have=12&step=2"). Called from the server's
  /// own thread.
  std::function<std::string(std::string_view query)> data;
};

/// A page for a browser of the same machine, and its data, while something runs.
///
/// It listens on 127.0.0.1 only, at a port that the system chooses. Who does not know the token in
/// the address, 128 random bits, gets 404. It answers only GET, only under its own name (Host), and
/// not to pages of another origin (Origin, Sec-Fetch-Site), so that no web page can read from it.
/// The page may load nothing and connect to nothing else (Content-Security-Policy). One request a
/// connection, at most 8 KiB, within a second. Left out: TLS, which loopback does not need.
class LiveServer {
 public:
  /// RunError if no port can be opened.
  explicit LiveServer(LiveContent content);
  /// Stops at once.
  ~LiveServer();
  LiveServer(const LiveServer&) = delete;
  LiveServer& operator=(const LiveServer&) = delete;

  /// With the token: "http://127.0.0.1:40123/5f…/".
  const std::string& address() const { return address_; }
  /// Stops when a page that is open has got its last data, at the latest after `patience`.
  void finish(std::chrono::milliseconds patience);

 private:
  using Clock = std::chrono::steady_clock;
  struct Request;
  void serve();
  void answer(int connection);
  std::string make_answer(const std::string& text);
  std::string make_page() const;
  bool is_own(const Request& request) const;
  LiveContent content_;
  int socket_ = -1;
  std::string host_, token_, address_;
  std::atomic<bool> is_finishing_ = false, is_stopping_ = false;
  std::atomic<bool> was_asked_ = false, has_told_end_ = false;
  std::thread thread_;
};

}  // namespace fourfoot::cli

#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <list>
#include <mutex>
#include <opencv2/imgcodecs.hpp>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace octo::vision::testing {

/// A server of pictures by HTTP (MJPEG, as phones and network cameras send them) on this machine, which can be killed,
/// started again at the same port, and made to misbehave. 15 pictures a second to everybody who asks.
class StreamServer {
 public:
  enum class Mode {
    Works,
    Stalls,   // in the middle of a picture; the line stays open
    Garbage,  // bytes that are no pictures between the pictures' heads, and anything as a head
    Mute,     // takes the line and never answers
  };

  explicit StreamServer(const cv::Mat& picture) {
    show(picture);
    start();
  }
  ~StreamServer() { kill(); }
  StreamServer(const StreamServer&) = delete;
  StreamServer& operator=(const StreamServer&) = delete;

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/video"; }
  void is(Mode mode) { mode_ = mode; }
  void show(const cv::Mat& picture) {
    const std::scoped_lock lock(mutex_);
    picture_ = picture.clone();
  }
  /// How many lines have been taken.
  int taken() const { return taken_; }

  void start() {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int yes = 1;
    ::setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port_);
    socklen_t length = sizeof address;
    if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 || ::listen(listener_, 8) != 0 ||
        ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &length) != 0)
      throw std::runtime_error("no server for a test");
    port_ = ntohs(address.sin_port);
    done_ = false;
    accepting_ = std::thread([this] { acceptAll(); });
  }

  /// As a process is killed: every line breaks at once, and nobody listens any more.
  void kill() {
    if (!accepting_.joinable()) return;
    done_ = true;
    accepting_.join();
    for (std::thread& line : lines_) line.join();
    lines_.clear();
    ::close(listener_);
  }

 private:
  void acceptAll() {
    while (!done_) {
      pollfd listening{listener_, POLLIN, 0};
      if (::poll(&listening, 1, 20) <= 0) continue;
      const int line = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      if (line < 0) continue;
      ++taken_;
      lines_.emplace_back([this, line] {
        serve(line);
        const linger broken{1, 0};
        ::setsockopt(line, SOL_SOCKET, SO_LINGER, &broken, sizeof broken);
        ::close(line);
      });
    }
  }

  bool send(int line, const std::string& bytes) const {
    for (std::size_t sent = 0; sent < bytes.size();) {
      pollfd writing{line, POLLOUT, 0};
      if (done_ || ::poll(&writing, 1, 50) < 0) return false;
      if (!(writing.revents & (POLLOUT | POLLERR | POLLHUP))) continue;
      const ssize_t now = ::send(line, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (now < 0 && errno != EAGAIN) return false;
      if (now > 0) sent += static_cast<std::size_t>(now);
    }
    return true;
  }

  void wait(std::chrono::milliseconds time) const {
    const auto end = std::chrono::steady_clock::now() + time;
    while (!done_ && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  void waitWhile(Mode mode) const {
    while (!done_ && mode_ == mode) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }

  std::string part() {
    cv::Mat picture;
    {
      const std::scoped_lock lock(mutex_);
      picture = picture_.clone();
    }
    cv::RNG(++shown_).fill(picture.rowRange(0, 4), cv::RNG::UNIFORM, 0, 255);
    std::vector<unsigned char> jpeg;
    cv::imencode(".jpg", picture, jpeg);
    return "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: " + std::to_string(jpeg.size()) + "\r\n\r\n" +
           std::string(jpeg.begin(), jpeg.end()) + "\r\n";
  }

  std::string garbage() {
    std::mt19937 random(static_cast<unsigned>(++shown_));
    std::string bytes = random() % 2 ? "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: 2000\r\n\r\n" : "";
    for (int i = 0; i < 2000; ++i) bytes += static_cast<char>(random());
    return bytes;
  }

  void serve(int line) {
    std::array<char, 4096> request{};
    (void)!::read(line, request.data(), request.size());
    waitWhile(Mode::Mute);
    if (!send(line, "HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n")) return;
    while (!done_) {
      const std::string whole = mode_ == Mode::Garbage ? garbage() : part();
      const std::size_t half = mode_ == Mode::Stalls ? whole.size() / 2 : whole.size();
      if (!send(line, whole.substr(0, half))) return;
      if (half < whole.size()) {
        waitWhile(Mode::Stalls);
        if (!send(line, whole.substr(half))) return;
      }
      wait(std::chrono::milliseconds(66));
    }
  }

  int listener_ = -1;
  std::uint16_t port_ = 0;
  std::atomic<Mode> mode_ = Mode::Works;
  std::atomic<bool> done_ = false;
  std::atomic<int> taken_ = 0;
  std::atomic<std::uint64_t> shown_ = 0;
  std::mutex mutex_;
  cv::Mat picture_;
  std::thread accepting_;
  std::list<std::thread> lines_;
};

}  // namespace octo::vision::testing

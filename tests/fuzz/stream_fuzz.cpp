// libFuzzer: any bytes as what a stream's server answers (HTTP head, parts, pictures; then the line is closed): refused
// with a reason, or pictures within the bounds. Over a real connection to this machine, so some hundred a second at
// most. Seeds: tests/fuzz/corpus/stream.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "vision/capture/picture.h"
#include "vision/capture/source.h"

namespace {

constexpr int kMostPictures = 4;

/// Answers every connection with the same bytes and closes it.
class Server {
 public:
  Server() : listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 || ::listen(listener_, 16) != 0 ||
        ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &length) != 0)
      std::abort();
    url_ = "http://127.0.0.1:" + std::to_string(ntohs(address.sin_port)) + "/stream";
    std::thread([this] { serve(); }).detach();
  }
  const std::string& url() const { return url_; }
  void answer(std::string bytes) {
    const std::lock_guard lock(mutex_);
    bytes_ = std::move(bytes);
  }

 private:
  [[noreturn]] void serve() {
    for (;;) {
      const int line = ::accept(listener_, nullptr, nullptr);
      if (line < 0) continue;
      std::array<char, 4096> request{};
      (void)!::read(line, request.data(), request.size());
      std::string bytes;
      {
        const std::lock_guard lock(mutex_);
        bytes = bytes_;
      }
      (void)!::send(line, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      ::shutdown(line, SHUT_WR);
      ::close(line);
    }
  }

  int listener_;
  std::string url_;
  std::mutex mutex_;
  std::string bytes_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Server& server = *new Server;  // its thread lives as long as the process
  server.answer(std::string(reinterpret_cast<const char*>(data), size));
  try {
    const auto source = octo::vision::openSource(server.url());
    if (!(source->rate() >= 0.1 && source->rate() <= 1000)) std::abort();
    octo::vision::Frame frame;
    for (int i = 0; i < kMostPictures && source->next(frame); ++i) {
      if (frame.bgr.type() != CV_8UC3) std::abort();
      octo::vision::checkPictureSize("fuzz", frame.bgr.cols, frame.bgr.rows);
    }
  } catch (const octo::vision::SourceError&) {
  }
  return 0;
}

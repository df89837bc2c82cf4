#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/videoio.hpp>
#include <string>
#include <thread>
#include <vector>

#include "tests/temporary_folder.h"
#include "vision/capture/cameras.h"
#include "vision/capture/folder_source.h"
#include "vision/capture/picture.h"
#include "vision/capture/source.h"

using namespace octo::vision;
using Catch::Matchers::Contains;
using octo::test::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

/// A picture that shows its number: brightness rises with it.
cv::Mat picture(int number, cv::Size size = {320, 240}) {
  cv::Mat bgr(size, CV_8UC3, cv::Scalar::all(20 + 8 * number));
  cv::rectangle(bgr, {20, 20, 40, 40}, {0, 200, 0}, cv::FILLED);
  return bgr;
}

void writeText(const std::string& file, const std::string& text) { std::ofstream(file, std::ios::binary) << text; }

std::string readText(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void writeVideo(const std::string& file, int frames) {
  cv::VideoWriter writer(file, cv::CAP_FFMPEG, cv::VideoWriter::fourcc('M', 'J', 'P', 'G'), 25, {320, 240});
  REQUIRE(writer.isOpened());
  for (int i = 0; i < frames; ++i) writer.write(picture(i));
}

std::string messageOf(const std::string& spec) {
  try {
    const auto source = openSource(spec);
    Frame frame;
    while (source->next(frame)) {
    }
  } catch (const SourceError& error) {
    return error.what();
  }
  return "";
}

/// Serves one connection of http with the given bytes, then keeps the line open and silent, or closes it.
class Server {
 public:
  Server(std::string bytes, bool closeAfter) : bytes_(std::move(bytes)), closeAfter_(closeAfter) {
    listener_ = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(::bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
    socklen_t length = sizeof address;
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &length);
    port_ = ntohs(address.sin_port);
    ::listen(listener_, 4);
    thread_ = std::thread([this] { serve(); });
  }
  ~Server() {
    done_ = true;
    ::shutdown(listener_, SHUT_RDWR);
    thread_.join();
    ::close(listener_);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/stream"; }

 private:
  void serve() {
    const int line = ::accept(listener_, nullptr, nullptr);
    if (line < 0) return;
    std::array<char, 4096> request{};
    (void)!::read(line, request.data(), request.size());
    (void)!::send(line, bytes_.data(), bytes_.size(), MSG_NOSIGNAL);
    while (!closeAfter_ && !done_) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    ::close(line);
  }

  std::string bytes_;
  bool closeAfter_;
  int listener_;
  int port_ = 0;
  std::atomic<bool> done_ = false;
  std::thread thread_;
};

std::string mjpeg(int frames) {
  std::string bytes = "HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n";
  for (int i = 0; i < frames; ++i) {
    std::vector<unsigned char> jpeg;
    cv::imencode(".jpg", picture(i), jpeg);
    bytes += "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: " + std::to_string(jpeg.size()) + "\r\n\r\n";
    bytes.append(jpeg.begin(), jpeg.end());
    bytes += "\r\n";
  }
  return bytes;
}

}  // namespace

TEST_CASE("numbers in names are compared as numbers") {
  CHECK(naturalLess("2.png", "10.png"));
  CHECK(naturalLess("a2b", "a010b"));
  CHECK_FALSE(naturalLess("10.png", "2.png"));
  CHECK(naturalLess("a", "b"));
  CHECK_FALSE(naturalLess("a1", "a1"));
  CHECK((naturalLess("a01", "a1") != naturalLess("a1", "a01")));
}

TEST_CASE("a folder delivers its pictures in order of their numbers, of whatever size") {
  const TemporaryFolder folder;
  cv::imwrite((folder / "frame10.png").string(), picture(10));
  cv::imwrite((folder / "frame9.png").string(), picture(9, {200, 100}));
  writeText((folder / "notes.txt").string(), "not a picture");
  const auto source = openSource(folder.path().string());
  CHECK_FALSE(source->live());
  Frame frame;
  REQUIRE(source->next(frame));
  CHECK(frame.bgr.size() == cv::Size(200, 100));
  CHECK(frame.bgr.at<cv::Vec3b>(0, 0)[0] == 92);
  REQUIRE(source->next(frame));
  CHECK(frame.bgr.at<cv::Vec3b>(0, 0)[0] == 100);
  CHECK(frame.index == 1);
  CHECK_FALSE(source->next(frame));
}

TEST_CASE("a folder in which nothing stands still holds photographs, one that does is a film") {
  const auto scene = [](int shields, std::uint64_t noise) {
    cv::Mat drawn(240, 320, CV_8UC3, cv::Scalar(150, 160, 165)), grain(240, 320, CV_8UC3);
    for (int i = 0; i < shields; ++i)
      cv::circle(drawn, {30 + 30 * i, 40 + 20 * i}, 14, {40, 30.0 * i, 200}, cv::FILLED);
    cv::RNG(noise).fill(grain, cv::RNG::UNIFORM, 0, 5);
    return cv::Mat(drawn + grain);
  };
  const TemporaryFolder photographs, film, broken;
  for (int i = 0; i < 8; ++i) {
    cv::imwrite((photographs / (std::to_string(i) + ".png")).string(), scene(i / 2, 10 + i));  // two of each move
    cv::imwrite((film / (std::to_string(i) + ".png")).string(), scene(i < 1 ? 3 : 1, 20 + i));
    cv::imwrite((broken / (std::to_string(i) + ".png")).string(), scene(i, 30 + i));
  }
  Frame frame;
  const auto single = openSource(photographs.path().string());
  CHECK(single->rate() == 1.0);
  for (int i = 0; i < 8; ++i) {
    REQUIRE(single->next(frame));
    CHECK(frame.photograph);
    CHECK(frame.time == i);
  }
  const auto many = openSource(film.path().string());
  CHECK(many->rate() == 30.0);
  REQUIRE(many->next(frame));
  CHECK_FALSE(frame.photograph);
  // What cannot be read is told of when its turn comes.
  writeText((broken / "3.png").string(), "no picture");
  const auto source = openSource(broken.path().string());
  for (int i = 0; i < 3; ++i) CHECK(source->next(frame));
  CHECK_THROWS_AS(source->next(frame), SourceError);
}

TEST_CASE("a video file delivers every frame and then ends") {
  const TemporaryFolder folder;
  writeVideo((folder / "v.mkv").string(), 12);
  const auto source = openSource((folder / "v.mkv").string());
  CHECK(source->rate() == Approx(25.0));
  Frame frame;
  int count = 0;
  while (source->next(frame)) {
    CHECK(frame.index == count);
    CHECK(frame.bgr.at<cv::Vec3b>(200, 300)[1] == Approx(20 + 8 * count).margin(4));
    ++count;
  }
  CHECK(count == 12);
}

TEST_CASE("a truncated video delivers what can be read and then says that it is cut off") {
  const TemporaryFolder folder;
  writeVideo((folder / "whole.avi").string(), 40);
  const std::string bytes = readText((folder / "whole.avi").string());
  writeText((folder / "half.avi").string(), bytes.substr(0, bytes.size() / 2));
  const auto source = openSource((folder / "half.avi").string());
  Frame frame;
  int count = 0;
  CHECK_THROWS_WITH(
      [&] {
        while (source->next(frame)) ++count;
      }(),
      Contains("half.avi") && Contains("cut off"));
  CHECK(count >= 10);
  CHECK(count < 30);
}

TEST_CASE("an mp4 cut off before its index is one clear error") {
  const TemporaryFolder folder;
  cv::VideoWriter writer((folder / "a.mp4").string(), cv::CAP_FFMPEG, cv::VideoWriter::fourcc('m', 'p', '4', 'v'), 25,
                         {320, 240});
  for (int i = 0; i < 10; ++i) writer.write(picture(i));
  writer.release();
  const std::string bytes = readText((folder / "a.mp4").string());
  writeText((folder / "cut.mp4").string(), bytes.substr(0, bytes.size() / 2));
  CHECK_THAT(messageOf((folder / "cut.mp4").string()), Contains("cut.mp4") && Contains("cut off"));
}

TEST_CASE("sources that are none are named in one line that says what was expected") {
  const TemporaryFolder folder;
  fs::create_directory((folder / "empty").string());
  writeText((folder / "text.mp4").string(), "this is no video at all\n");
  const std::string empty = (folder / "empty").string(), text = (folder / "text.mp4").string(),
                    missing = (folder / "none.mp4").string();
  const std::vector<std::pair<std::string, std::string>> rows{
      {empty, "no pictures in this folder"},
      {text, "not a video"},
      {missing, "no such file"},
      {"99", "camera 99: cannot be opened"},
      {"/dev/null", "neither a file nor a folder"},
      {"gopher://example.org/x", "unknown kind of stream"},
      {"http://127.0.0.1:9/none", "cannot be opened"},
      {"", "no such file"},
  };
  for (const auto& [spec, what] : rows) {
    const std::string message = messageOf(spec);
    CAPTURE(spec);
    CHECK_THAT(message, Contains(what));
    CHECK_THAT(message, Contains("expected"));
    CHECK(std::count(message.begin(), message.end(), '\n') == 0);
  }
}

TEST_CASE("an http stream delivers pictures, and its end is an error") {
  const Server server(mjpeg(8), true);
  const auto source = openSource(server.url());
  CHECK(source->live());
  Frame frame;
  REQUIRE(source->next(frame));
  CHECK(frame.bgr.size() == cv::Size(320, 240));
  CHECK_THROWS_WITH(
      [&] {
        while (source->next(frame)) {
        }
      }(),
      Contains("127.0.0.1") && Contains("no more pictures"));
}

TEST_CASE("a stream that falls silent does not hang") {
  const Server server(mjpeg(3), false);
  const auto start = std::chrono::steady_clock::now();
  CHECK_THAT(messageOf(server.url()), Contains("127.0.0.1"));
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(25));
}

TEST_CASE("still pictures are decoded whole") {
  const TemporaryFolder folder;
  const std::string ending = GENERATE(".png", ".jpg", ".bmp", ".webp");
  cv::imwrite((folder / ("a" + ending)).string(), picture(3));
  CHECK(loadPicture((folder / ("a" + ending)).string()).size() == cv::Size(320, 240));
}

TEST_CASE("a photograph is turned upright as its EXIF says") {
  const TemporaryFolder folder;
  cv::imwrite((folder / "a.jpg").string(), picture(3));
  std::string bytes = readText((folder / "a.jpg").string());
  // APP1 with one EXIF entry: orientation 6, a quarter turn.
  const std::string exif{
      "\xFF\xE1\x00\x22"
      "Exif\0\0MM\0\x2A\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0",
      36};
  bytes.insert(2, exif);
  writeText((folder / "turned.jpg").string(), bytes);
  CHECK(loadPicture((folder / "turned.jpg").string()).size() == cv::Size(240, 320));
}

TEST_CASE("pictures that are too small, too large, cut off or none at all are named") {
  const TemporaryFolder folder;
  cv::imwrite((folder / "tiny.png").string(), cv::Mat(1, 1, CV_8UC3, cv::Scalar::all(9)));
  cv::imwrite((folder / "a.png").string(), picture(1));
  cv::imwrite((folder / "a.jpg").string(), picture(1));
  const std::string png = readText((folder / "a.png").string());
  std::string huge = png;
  huge.replace(16, 8, std::string("\x00\x00\x4E\x20\x00\x00\x4E\x20", 8));  // 20000 × 20000
  writeText((folder / "huge.png").string(), huge);
  writeText((folder / "cut.png").string(), png.substr(0, png.size() / 2));
  const std::string jpg = readText((folder / "a.jpg").string());
  writeText((folder / "cut.jpg").string(), jpg.substr(0, jpg.size() / 2));
  std::string dicom = readText((folder / "a.jpg").string());
  dicom.replace(128, 4, "DICM");  // OpenCV may give such a file to a decoder whose sizes nobody checked
  writeText((folder / "dicom.jpg").string(), dicom);
  writeText((folder / "text.png").string(), "hello");
  writeText((folder / "nothing.png").string(), "");
  std::string broken = png;
  std::fill(broken.begin() + 40, broken.begin() + 80, '\x55');
  writeText((folder / "broken.png").string(), broken);
  const auto [name, what] = GENERATE(table<std::string, std::string>({
      {"tiny.png", "1×1 pixels is too small"},
      {"huge.png", "20000×20000 pixels is too large"},
      {"cut.png", "cut off"},
      {"cut.jpg", "cut off"},
      {"text.png", "not a picture"},
      {"dicom.jpg", "not a picture"},
      {"nothing.png", "not a picture"},
      {"broken.png", "broken"},
      {"missing.png", "no such file"},
  }));
  CAPTURE(name);
  CHECK_THROWS_WITH(loadPicture((folder / name).string()), Contains(name) && Contains(what));
}

TEST_CASE("cameras have their makers' names and stable links; devices that send no pictures are left out") {
  const TemporaryFolder folder;
  const fs::path root = folder.path().string();
  CHECK(cameras(root).empty());
  const auto device = [&](int number, const std::string& name, const std::string& index) {
    const fs::path described = root / "sys/class/video4linux" / ("video" + std::to_string(number));
    fs::create_directories(described);
    std::ofstream(described / "name") << name << '\n';
    std::ofstream(described / "index") << index << '\n';
    fs::create_directories(root / "dev");
    std::ofstream(root / "dev" / ("video" + std::to_string(number))) << "";
  };
  device(10, "Logi C920", "0");
  device(2, "Logi C920", "0");
  device(0, "Kamera für den Tisch", "0");
  device(1, "Kamera für den Tisch", "1");  // its metadata
  fs::create_directories(root / "dev/v4l/by-id");
  fs::create_symlink("../../video0", root / "dev/v4l/by-id/usb-Tisch-video-index0");
  fs::create_symlink("../../video7", root / "dev/v4l/by-id/usb-gone-video-index0");
  const auto found = cameras(root);
  REQUIRE(found.size() == 3);
  CHECK(found[0].name == "Kamera für den Tisch");
  CHECK(found[0].source == (root / "dev/v4l/by-id/usb-Tisch-video-index0").string());
  CHECK(found[0].device == (root / "dev/video0").string());
  CHECK(found[1].name == "Logi C920 (video2)");
  CHECK(found[1].source == (root / "dev/video2").string());
  CHECK(found[2].name == "Logi C920 (video10)");
}

TEST_CASE("the program that has a camera open is found by its files, and one's own does not count") {
  const TemporaryFolder folder;
  const fs::path root = folder.path().string();
  const auto process = [&](const std::string& number, const std::string& name, const std::string& opened) {
    fs::create_directories(root / "proc" / number / "fd");
    std::ofstream(root / "proc" / number / "comm") << name << '\n';
    fs::create_symlink("/dev/null", root / "proc" / number / "fd/0");
    fs::create_symlink(opened, root / "proc" / number / "fd/7");
  };
  CHECK_FALSE(programUsing("/dev/video2", root));
  process("12", "bash", "/home/ann/video2");
  process(std::to_string(getpid()), "octoscope", "/dev/video2");
  fs::create_directories(root / "proc/sys/fd");
  CHECK_FALSE(programUsing("/dev/video2", root));
  process("340", "cheese", "/dev/video2");
  CHECK(programUsing("/dev/video2", root) == "cheese");
  CHECK_FALSE(programUsing("/dev/video3", root));
}

TEST_CASE("a camera that really is open elsewhere is found in this system's own list of files") {
  const TemporaryFolder folder;
  const std::string file = (folder / "camera").string();
  std::ofstream(file) << "";
  CHECK_FALSE(programUsing(file));
  const pid_t other = fork();
  if (other == 0) {
    if (open(file.c_str(), O_RDONLY) < 0) _exit(1);
    for (;;) pause();
  }
  REQUIRE(other > 0);
  std::optional<std::string> found;
  for (int i = 0; i < 500 && !(found = programUsing(file)); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  kill(other, SIGKILL);
  waitpid(other, nullptr, 0);
  REQUIRE(found);
  CHECK(found->starts_with("capture"));
}

TEST_CASE("a camera that is not connected is said to be none") {
  CHECK(cameraNumber("/dev/video7") == 7);
  CHECK_FALSE(cameraNumber("/tmp/video7"));
  CHECK_FALSE(cameraNumber("/dev/null"));
  CHECK_THROWS_WITH(openSource("/dev/v4l/by-id/usb-gone-video-index0"), Contains("no such camera"));
}

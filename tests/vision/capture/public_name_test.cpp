#include "vision/capture/public_name.h"

#include <catch2/catch.hpp>
#include <filesystem>

#include "vision/capture/source.h"

using octo::vision::publicName;

TEST_CASE("a source is shown without names and passwords") {
  CHECK(publicName("rtsp://ann:geheim@192.168.1.20:554/live") == "rtsp://192.168.1.20:554/live");
  CHECK(publicName("http://ann:p@ss/word@cam.local/video") == "http://cam.local/video");
  CHECK(publicName("http://cam.local/video?channel=2&Token=abc&pwd=x#frag") ==
        "http://cam.local/video?channel=2&Token=***&pwd=***");
  CHECK(publicName("http://cam.local/video?size=1080p#ann:geheim") == "http://cam.local/video?size=1080p");
  CHECK(publicName("rtsp://cam.local/@home") == "rtsp://home");  // rather too little than a secret
  for (const char* open : {"0", "/dev/video0", "game.mp4", "photos/ann@home", "http://cam.local:8080/video"})
    CHECK(publicName(open) == open);
  CHECK(publicName("rtsp://") == "rtsp://");
  CHECK(publicName("rtsp://@") == "rtsp://");
  CHECK(publicName("http://a?") == "http://a?");
}

TEST_CASE("errors of a stream do not tell its password") {
  for (const char* address : {"http://ann:geheim@127.0.0.1:1/video", "gopher://ann:geheim@127.0.0.1/x"}) {
    std::string said;
    try {
      (void)octo::vision::openSource(address);
    } catch (const octo::vision::SourceError& error) {
      said = error.what();
    }
    CHECK(said.find("127.0.0.1") != std::string::npos);
    CHECK(said.find("geheim") == std::string::npos);
  }
}

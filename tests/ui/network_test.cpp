// The program opens nothing to the network unless a stream was asked for. Not looked at with sanitizers.
#include <catch2/catch.hpp>
#include <filesystem>

#include "tests/temporary_folder.h"
#include "tests/ui/run_program.h"

#ifdef OCTO_WATCH_SOCKETS

using namespace octo::test;

namespace {

/// Runs the program; whether it wanted to open something to the network.
bool reachesOut(const std::string& arguments) {
  const TemporaryFolder folder;
  const std::filesystem::path seen = folder / "sockets";
  const std::string data = folder.path().string();
  const Ran ran = run(arguments + " --db " + (folder / "games.db").string(), true,
                      "LD_PRELOAD=" OCTO_WATCH_SOCKETS " OCTO_WATCH_SOCKETS=" + seen.string() +
                          " XDG_DATA_HOME=" + data + " XDG_CONFIG_HOME=" + data);
  INFO(ran.out);
  CHECK(ran.out.find("cannot be preloaded") == std::string::npos);
  return std::filesystem::exists(seen);
}

}  // namespace

TEST_CASE("nothing is opened to the network but for a stream that was asked for") {
  const std::string recording = OCTO_SOURCE_DIR "/datasets/recordings/oct8_demo/";
  CHECK_FALSE(reachesOut("track --game oct8 --source " + recording + "video.mp4"));
  CHECK_FALSE(reachesOut("history import " + recording + "game.octo.jsonl"));
  CHECK_FALSE(reachesOut("history list"));
  CHECK(reachesOut("track --game oct8 --source http://127.0.0.1:9/video"));
}

#endif

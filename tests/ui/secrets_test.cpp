// The name and password in a stream's address, and keys behind its question mark, go to its server and nowhere else.
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <fstream>
#include <sstream>

#include "tests/db/store_samples.h"
#include "tests/patience.h"
#include "tests/ui/played_games.h"
#include "tests/ui/read_trouble.h"
#include "tests/vision/stream_server.h"
#include "tests/vision/table_picture.h"
#include "ui/history/export_game.h"
#include "ui/live_game.h"
#include "ui/settings.h"

using namespace octo;
using namespace octo::test;
using namespace std::chrono_literals;
using Catch::Contains;
using octo::vision::testing::StreamServer;

namespace {

constexpr const char *kName = "annamarie", *kPassword = "geheim77", *kKey = "schluessel88";

/// All that is logged at any level, and all that this process writes to standard error meanwhile.
class Overheard {
 public:
  Overheard() : stderr_(::dup(2)), before_(spdlog::default_logger()) {
    std::FILE* out = std::fopen((folder_ / "stderr").c_str(), "w");
    REQUIRE(out);
    ::dup2(::fileno(out), 2);
    std::fclose(out);
    auto logger = std::make_shared<spdlog::logger>("all", std::make_shared<spdlog::sinks::ostream_sink_mt>(log_));
    logger->set_level(spdlog::level::trace);
    spdlog::set_default_logger(logger);
  }
  ~Overheard() { stop(); }
  Overheard(const Overheard&) = delete;
  Overheard& operator=(const Overheard&) = delete;

  std::string stop() {
    if (stderr_ >= 0) {
      spdlog::set_default_logger(before_);
      ::dup2(stderr_, 2);
      ::close(std::exchange(stderr_, -1));
    }
    std::ifstream in(folder_ / "stderr");
    return log_.str() + std::string(std::istreambuf_iterator<char>(in), {});
  }

 private:
  TemporaryFolder folder_;
  int stderr_;
  std::shared_ptr<spdlog::logger> before_;
  std::ostringstream log_;
};

void holdsNoSecret(const std::string& where, const std::string& text) {
  INFO(where);
  CHECK_THAT(text, !Contains(kName) && !Contains(kPassword) && !Contains(kKey));
}

std::string wholeFile(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string secretAddress(const StreamServer& server) {
  std::string address = server.url() + "?token=" + kKey;
  return address.insert(std::string("http://").size(), std::string(kName) + ":" + kPassword + "@");
}

}  // namespace

TEST_CASE("a stream's password and keys are in no sentence, no log, no file and no export of a game that it shows") {
  const TemporaryFolder folder;
  Overheard overheard;
  StreamServer server(vision::testing::photograph(vision::testing::drawTable({{"shield:lady", {0, 27.5}, 180}}),
                                                  {.fill = 0.8, .size = {960, 540}})
                          .bgr);
  const std::string address = secretAddress(server);
  ui::LiveSetup setup{octagoneHeader(), address, folder / "games.db", folder / "calibrations.json"};
  setup.doubts = folder / "doubts";
  std::string sentences;
  bool seen = false, lost = false;
  {
    ui::LiveGame game(std::move(setup), [] {});
    const auto end = std::chrono::steady_clock::now() + 60s * patience();
    while (!(seen && lost) && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(5ms);
      const auto live = game.snapshots.take();
      if (!live) continue;
      sentences += live->source + '\n' + read(live->status.trouble) + '\n' + read(live->camera.trouble) + '\n';
      if (!seen && live->status.kind == ui::TableStatus::Kind::Turn) {
        seen = true;
        game.showCorners({{100, 100}, {800, 100}, {800, 500}, {100, 500}});
        server.kill();
      }
      lost = lost || (seen && live->status.kind == ui::TableStatus::Kind::Lost);
    }
  }
  REQUIRE(lost);
  CHECK_THAT(sentences, Contains("http://127.0.0.1"));
  holdsNoSecret("the window's sentences", sentences);

  ui::Settings settings;
  settings.form.kind = ui::StartForm::Source::Stream;
  settings.form.source() = address;
  ui::writeSettings(folder / "settings.json", settings);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path()))
    if (entry.is_regular_file()) holdsNoSecret(entry.path().string(), wholeFile(entry.path()));
  CHECK(std::filesystem::exists(folder / "calibrations.json"));
  CHECK_THAT(wholeFile(folder / "settings.json"), Contains("http://127.0.0.1"));

  const auto stored = db::Store::openReadOnly(folder / "games.db").load(1);
  REQUIRE(stored);
  holdsNoSecret("the record", ui::asRecord(*stored));
  holdsNoSecret("the table", ui::asCsv(*stored));
  holdsNoSecret("the page", ui::asHtml(*stored, ui::photographsFor(folder / "games.db", *stored)));
  holdsNoSecret("the log", overheard.stop());
}

#include <catch2/catch.hpp>
#include <fstream>

#include "tests/db/store_samples.h"
#include "tests/ui/played_games.h"
#include "tests/ui/run_program.h"

using namespace octo;
using namespace octo::test;

namespace {

void write(const std::filesystem::path& file, const tracker::Record& record) {
  std::ofstream out(file);
  tracker::writeRecord(out, record);
}

/// A folder with a database of two imported games, the first with breaches.
struct Imported {
  TemporaryFolder folder;
  std::string database = (folder / "games.db").string();
  Imported() {
    write(folder / "a.octo.jsonl", recordWithBreaches(octagoneHeader({"Ann", "太郎"})));
    write(folder / "b.octo.jsonl", playedRecord(octagoneHeader(), 500));
    for (const char* name : {"a", "b"})
      REQUIRE(run("history import " + (folder / (std::string(name) + ".octo.jsonl")).string() + " --db " + database)
                  .status == 0);
  }
  Ran history(const std::string& arguments, bool both = false) const {
    return run("history " + arguments + " --db " + database, both);
  }
};

}  // namespace

TEST_CASE("imported games are listed, newest first, with result and breaches") {
  const Imported games;
  const auto lines = games.history("list").lines();
  REQUIRE(lines.size() == 2);
  const Json newest = Json::parse(lines[0]), oldest = Json::parse(lines[1]);
  CHECK(newest["id"] == 2);
  CHECK(newest["result"]["over"] == true);
  CHECK(newest["breaches"] == 0);
  CHECK(oldest["players"] == Json::array({"Ann", "太郎"}));
  CHECK(oldest["breaches"] == 2);
  CHECK(oldest["result"]["over"] == false);
}

TEST_CASE("the window's options before a command's name are refused, not passed over") {
  const TemporaryFolder folder;
  const std::string database = (folder / "games.db").string();
  const Ran ran = run("--db " + database + " history list", true);
  CHECK(ran.status == 2);
  CHECK(ran.out.find("--db") != std::string::npos);
  CHECK(run("--save-doubt " + database + " history list --db " + database, true).status == 2);
}

TEST_CASE("a game is shown with every event and verdict") {
  const Imported games;
  const Ran ran = games.history("show 1");
  CHECK(ran.status == 0);
  const auto lines = ran.lines();
  REQUIRE(lines.size() == 10);
  const Json breach = Json::parse(lines[7]);
  CHECK(breach["n"] == 7);
  CHECK(breach["legal"] == false);
  CHECK(breach["rule"] == "octagone.start");
  CHECK(breach["taken_back"] == true);
  CHECK(Json::parse(lines[9])["game_id"] == 1);
}

TEST_CASE("the exported record is judged the same by the referee") {
  const Imported games;
  const auto file = (games.folder / "out.octo.jsonl").string();
  REQUIRE(games.history("export 1 --record --out " + file).status == 0);
  CHECK(run("referee " + file).out == run("referee " + (games.folder / "a.octo.jsonl").string()).out);
  CHECK(games.history("export 1").out == games.history("export 1 --record").out);
}

TEST_CASE("a table and a page come out too") {
  const Imported games;
  CHECK(games.history("export 1 --csv").out.rfind("n,seconds", 0) == 0);
  CHECK(games.history("export 1 --html").out.rfind("<!doctype html>", 0) == 0);
  CHECK(games.history("export 1 --csv --html").status == 2);
}

TEST_CASE("a whole store verifies, one that was tampered with does not") {
  const Imported games;
  CHECK(games.history("verify").status == 0);
  db::Store::open(games.database).reopen(1);
  TrackedEvent tampered = db::Store::openReadOnly(games.database).load(1)->events[6];
  tampered.verdict = Verdict{};
  db::Store::open(games.database).put(1, tampered);
  const Ran ran = games.history("verify");
  CHECK(ran.status == 1);
  CHECK(ran.out.find("event 7") != std::string::npos);
  CHECK(Json::parse(ran.lines().back())["whole"] == false);
}

TEST_CASE("a store that is cut short does not verify") {
  const Imported games;
  std::filesystem::resize_file(games.database, std::filesystem::file_size(games.database) / 2);
  CHECK(games.history("verify").status == 1);
}

TEST_CASE("statistics tell of games and players") {
  const Imported games;
  const auto lines = games.history("stats").lines();
  REQUIRE(lines.size() == 4);  // one game; Ann, Ben and 太郎
  CHECK(Json::parse(lines[0])["played"] == 2);
  CHECK(Json::parse(lines[1])["player"] == "Ann");
}

TEST_CASE("bad input is one line on standard error, status 2, and changes nothing") {
  const Imported games;
  const auto text = games.folder / "text.db";
  std::ofstream(text) << "not a database\n";
  const auto broken = games.folder / "broken.octo.jsonl";
  std::ofstream(broken) << octagoneHeader().toJson().dump() << "\n{\"player\":0,\"do\":\"castle\"}\n";
  const std::string before = games.history("list").out;
  for (const std::string& arguments :
       {"history list --db " + text.string(), "history verify --db " + text.string(),
        "history list --db " + games.folder.path().string(), std::string("history list --db /nonexistent/games.db"),
        "history show 99 --db " + games.database, "history show one --db " + games.database,
        "history import " + broken.string() + " --db " + games.database,
        "history import /nonexistent --db " + games.database, "history export 1 --out / --db " + games.database,
        std::string("history"), std::string("history show")}) {
    CAPTURE(arguments);
    const Ran ran = run(arguments, true);
    CHECK(ran.status == 2);
    CHECK(ran.lines().size() == 1);
  }
  CHECK(run("history import " + broken.string() + " --db " + games.database, true).out.find("broken.octo.jsonl:2") !=
        std::string::npos);
  CHECK(games.history("list").out == before);
}

TEST_CASE("before the first game the history is empty, not an error") {
  const TemporaryFolder folder;
  const std::string command = "XDG_DATA_HOME=" + folder.path().string() + " ";
  std::FILE* pipe = popen((command + OCTO_PROGRAM + " history list").c_str(), "r");
  REQUIRE(pipe);
  CHECK(fgetc(pipe) == EOF);
  CHECK(pclose(pipe) == 0);
}

TEST_CASE("a damaged file is recovered in its place: what was lost of a finished game is said, and kept as put away") {
  const Imported games;
  const auto last = [](const Ran& ran) { return Json::parse(ran.lines().back()); };
  CHECK(last(games.history("recover"))["whole"] == true);  // there is nothing to recover
  REQUIRE(games.history("backup").status == 0);
  const auto copy = last(games.history("backup"))["backup"].get<std::string>();
  CHECK(std::filesystem::exists(copy));
  CHECK(games.history("verify").status == 0);

  const auto size = std::filesystem::file_size(games.database);
  std::filesystem::resize_file(games.database, size - size / 4);
  const Ran refused = games.history("list", true);
  CHECK(refused.status == 2);
  CHECK(refused.out.find("history recover") != std::string::npos);

  SECTION("with a backup nothing is lost") {
    const Ran ran = games.history("recover");
    CHECK(ran.status == 0);
    CHECK(last(ran)["whole_games"] == 2);
    CHECK(std::filesystem::exists(last(ran)["damaged"].get<std::string>()));
    CHECK(games.history("verify").status == 0);
    CHECK(games.history("list").lines().size() == 2);
  }
  SECTION("without one the finished game is one that was put away") {
    std::filesystem::remove(copy);
    const Ran ran = games.history("recover");
    CHECK(ran.status == 1);
    CHECK(last(ran)["whole_games"].get<int>() < last(ran)["games"].get<int>());
    CHECK(games.history("verify").status == 0);
  }
}

TEST_CASE("where nothing can be recovered, that is the answer, and nothing is moved") {
  const TemporaryFolder folder;
  const auto file = (folder / "games.db").string();
  std::ofstream(file) << std::string(9000, 'x');
  CHECK(run("history recover --db " + file).status == 2);
  CHECK(run("history recover --db /nonexistent/games.db").status == 2);
  CHECK(std::filesystem::file_size(file) == 9000);
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), std::filesystem::directory_iterator()) == 1);
}

TEST_CASE("the list is searched, filtered and sorted") {
  const Imported games;
  const auto ids = [&](const std::string& arguments) {
    std::vector<int> found;
    const Ran ran = games.history("list " + arguments);
    CHECK(ran.status == 0);
    for (const std::string& line : ran.lines()) found.push_back(Json::parse(line)["id"]);
    return found;
  };
  CHECK(ids("--find 太郎") == std::vector<int>{1});
  CHECK(ids("--breaches") == std::vector<int>{1});
  CHECK(ids("--game octa").empty());
  CHECK(ids("--game octagone --sort moves") == std::vector<int>{2, 1});
  CHECK(ids("--sort moves --ascending") == std::vector<int>{1, 2});
  CHECK(ids("--until 1999").empty());
  CHECK(ids("--since 1999 --until 2999").size() == 2);
  CHECK(games.history("list --sort colour").status == 2);
  CHECK(games.history("list --game chess").status == 2);
}

TEST_CASE("a game is deleted, restored and purged; notes and names are changed") {
  const Imported games;
  CHECK(Json::parse(games.history("delete 1").lines().at(0)).contains("deleted"));
  CHECK(games.history("list").lines().size() == 1);
  CHECK(games.history("list --deleted").lines().size() == 1);
  CHECK(games.history("purge").lines().at(0) == R"({"purged":[]})");
  CHECK_FALSE(Json::parse(games.history("restore 1").lines().at(0)).contains("deleted"));
  CHECK(games.history("list").lines().size() == 2);
  CHECK(Json::parse(games.history("note 1 'by the sea'").lines().at(0))["notes"] == "by the sea");
  CHECK(games.history("list --find SEA").lines().size() == 1);
  CHECK(Json::parse(games.history("rename --from 太郎 --to Jun").lines().at(0))["games"] == 1);
  CHECK(games.history("list --find jun").lines().size() == 1);
  for (const char* wrong : {"rename --from 太郎 --to Jun", "rename --from Ann --to Jun", "delete 99", "restore 99",
                            "note 99 x", "purge --days -1"})
    CHECK(games.history(wrong).status == 2);
  CHECK(games.history("delete 1").status == 0);
  CHECK(games.history("purge --days 0").lines().at(0) == R"({"purged":[1]})");
  CHECK(games.history("show 1").status == 2);
  CHECK(games.history("verify").status == 0);
}

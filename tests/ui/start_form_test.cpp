#include "ui/start_form.h"

#include <catch2/catch.hpp>

#include "tracker/referee/game_options.h"

using namespace octo;

TEST_CASE("a form comes back as it was written, whatever was chosen in it") {
  ui::StartForm form;
  form.choose(GameId::Octal);
  form.players = 5;
  form.names = {"Ann", "太郎", "Zoë \"Z\"", "", "Ben"};
  form.first = 4;
  form.chosen("podium") = Json(3);
  form.editions = {{GameId::Octagone, "ours"}, {GameId::Octal, "Größe 2"}};
  form.kind = ui::StartForm::Source::Recording;
  form.places = {"/dev/video0", "/tmp/film.mp4", "rtsp://table"};
  const ui::StartForm again = ui::StartForm::fromJson(Json::parse(form.toJson().dump()));
  CHECK(again == form);
  CHECK(again.source() == "/tmp/film.mp4");
  form.places[2] = "rtsp://ann:secret@table/stream";
  CHECK(form.toJson().dump().find("secret") == std::string::npos);
}

TEST_CASE("what a form cannot have is left out of what is read, and nothing makes reading fail") {
  const ui::StartForm usual;
  for (const char* text :
       {"null", "7", "[]", "{}", R"({"game":"chess"})", R"({"players":true,"names":7,"first":"Ann","options":[1]})",
        R"({"names":[1,null,{}],"source":"mirror","places":{"0":"x"},"editions":{"octal":7,"chess":"x"}})", R"({"game":["octa"],"options":{"part":{}}})"})
    CHECK(ui::StartForm::fromJson(Json::parse(text)) == usual);
  const auto form = ui::StartForm::fromJson(Json::parse(
      R"({"game":"octa","players":9,"first":2,"names":["A","B","C","D","E","F","G"],"options":{"octa":{"extend":"own","part":1,"jack_card":7},"oct8":{"short":true,"bonus":[]},"chess":{"extend":"own"}}})"));
  CHECK(form.game == GameId::Octa);
  CHECK(form.players == 2);
  CHECK_FALSE(form.first);
  CHECK(form.names.back() == "F");
  CHECK(form.options == std::map<GameId, std::map<std::string, ui::ChosenOption>>{
                            {GameId::Octa, {{"extend", Json("own")}}}, {GameId::Oct8, {{"short", Json(true)}}}});
}

TEST_CASE("fewer players take out what they cannot have, and each is said") {
  const ui::Words words(GameId::Octal, "en");
  ui::StartForm form;
  form.choose(GameId::Octal);
  form.players = 5;
  form.first = 4;
  form.chosen("podium") = Json(3);
  const auto said = form.choosePlayers(4, words);
  REQUIRE(said.size() == 2);
  CHECK(said[0].find("Who begins") != std::string::npos);
  CHECK(said[1].find("the third out") != std::string::npos);
  CHECK(form.choosePlayers(5, words).empty());
}

TEST_CASE("a game that is chosen again has the options that it had, but for what its players cannot have") {
  const ui::Words words(GameId::Octal, "en");
  ui::StartForm form;
  form.choose(GameId::Octal);
  form.players = 5;
  form.chosen("podium") = Json(3);
  form.chosen("mode") = Json("single");
  form.choose(GameId::Octa);
  CHECK(form.header(words).options.empty());
  form.choose(GameId::Octal);
  CHECK(form.players == 3);
  CHECK(form.header(words).options == Json{{"mode", "single"}});
  CHECK_FALSE(form.chosen("podium"));
}

TEST_CASE("players without a name are called by their number in the language of the window") {
  ui::StartForm form;
  form.names = {"", "Ben"};
  CHECK(form.header(ui::Words(GameId::Octagone, "en")).players == std::vector<std::string>{"Player 1", "Ben"});
  CHECK(form.header(ui::Words(GameId::Octagone, "de")).players == std::vector<std::string>{"Spieler 1", "Ben"});
}

TEST_CASE("what the table shows is taken over: the game, and its players where they do not fit") {
  const ui::Words words(GameId::Octagone, "en");
  ui::StartForm form;
  form.names[0] = "Ann";
  CHECK(form.fits({GameId::Octagone, {2, 3, 4}}));
  CHECK_FALSE(form.fits({GameId::Oct8, {4}}));
  (void)form.take({GameId::Oct8, {4}}, words);
  CHECK(form.game == GameId::Oct8);
  CHECK(form.players == 4);
  CHECK(form.names[0] == "Ann");
  (void)form.take({GameId::Octal, {3, 4, 5, 6}}, words);
  CHECK(form.game == GameId::Octal);
  CHECK(form.fits({GameId::Octal, {3, 4, 5, 6}}));
  form.players = 5;
  CHECK(form.take({GameId::Octal, {3, 4, 5, 6}}, words).empty());
  CHECK(form.players == 5);
  (void)form.take({GameId::Octagone, {2, 3, 4, 5, 6}}, words);
  CHECK(form.game == GameId::Octagone);
  CHECK((form.players == 2 || form.players == 4));
}

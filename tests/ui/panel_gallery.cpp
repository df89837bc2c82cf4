#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <string>

#include "tests/ui/played_games.h"
#include "tracker/messages/catalogue.h"
#include "tracker/record/record_io.h"
#include "ui/history/stored_position.h"
#include "ui/standing/sayings.h"
#include "ui/standing/words.h"
#include "ui/views/screens.h"
#include "ui/window/canvas.h"
#include "vision/edition/edition.h"
#include "vision/teach/teacher.h"

// Draws every screen with hand-made snapshots in both looks and saves the pictures: a look at the window
// without a camera or a game.

using namespace octo;
using namespace octo::test;

namespace {

Layout boardLayout() {
  Layout layout;
  layout.zones.push_back({"board", {-192.5, -165, 192.5, 165}, Grid{{-165, 137.5}, 55, 55, 7, 6}});
  return layout;
}

/// A table as a camera above it might show it.
std::shared_ptr<const cv::Mat> tablePicture() {
  const cv::Mat board = vision::drawFace(vision::printEdition(GameId::Octagone), Face("board"), 2.2);
  auto picture = std::make_shared<cv::Mat>(1080, 1920, CV_8UC3, cv::Scalar(70, 92, 110));
  cv::Mat colour;
  cv::cvtColor(board, colour, cv::COLOR_BGRA2BGR);
  colour.copyTo((*picture)(cv::Rect((1920 - colour.cols) / 2, (1080 - colour.rows) / 2, colour.cols, colour.rows)));
  return picture;
}

std::shared_ptr<ui::GameSnapshot> position(const std::vector<std::string>& players, int events, bool breach) {
  auto game = std::make_shared<ui::GameSnapshot>();
  const auto record = playedRecord(octagoneHeader(players), events);
  const auto stored = storedGame(record);
  game->header = stored.summary.header;
  game->events = stored.events;
  game->result = *stored.summary.result;
  game->layout = boardLayout();
  tracker::Match match(record.header);
  for (const Event& event : record.events) match.play(event);
  game->toMove = match.toMove();
  const Json state = match.describe();
  for (const auto& [cell, piece] : state["board"].items())
    game->agreed.push_back({Face("shield:" + piece["piece"].get<std::string>()), *Cell::parse(cell),
                            *Facing::parse(piece["facing"].get<std::string>())});
  if (state.contains("required")) game->required = Cell::parse(state["required"].get<std::string>());
  if (breach && game->events.size() > 3) {
    TrackedEvent wrong = game->events.back();
    wrong.n = static_cast<int>(game->events.size()) + 1;
    wrong.event.player = game->toMove;
    wrong.verdict = Verdict{false, "octagone.colour", "Row 2 is orange; the shield is green", {}, false};
    game->events[2].inferred = true;
    game->events[1].was = {wrong.event};
    game->events.push_back(wrong);
  }
  game->played = static_cast<int>(game->events.size());
  return game;
}

std::shared_ptr<ui::LiveSnapshot> live(const std::vector<std::string>& players, bool breach) {
  auto snapshot = std::make_shared<ui::LiveSnapshot>();
  snapshot->source = "camera 0";
  snapshot->camera.picture = tablePicture();
  snapshot->camera.rate = 29.6;
  snapshot->camera.view.state = vision::TableState::AtRest;
  snapshot->status.kind = ui::TableStatus::Kind::Turn;
  const double s = 1 / 2.2;
  snapshot->camera.view.table = vision::TableView::fromHomography(cv::Matx33d(s, 0, -960 * s, 0, -s, 540 * s, 0, 0, 1));
  snapshot->game = position(players, 17, breach);
  snapshot->status.player = snapshot->game->toMove;
  return snapshot;
}

std::shared_ptr<ui::HistorySnapshot> history() {
  auto all = std::make_shared<ui::HistorySnapshot>();
  const char* names[][2] = {{"Ann", "Ben"}, {"太郎", "花子"}, {"Maximiliane von Hohenstein-Wartenberg", "Bo"}};
  for (int i = 0; i < 9; ++i) {
    auto stored = storedGame(playedRecord(octagoneHeader({names[i % 3][0], names[i % 3][1]}), i == 0 ? 9 : 300));
    stored.summary.id = 9 - i;
    stored.summary.started = "2026-11-2" + std::to_string(i % 3) + "T1" + std::to_string(i) + ":30:00Z";
    if (i == 0) stored.summary.result.reset();
    stored.summary.breaches = i % 4;
    all->games.push_back(stored.summary);
  }
  return all;
}

const std::vector<std::string> kLongNames{"Maximiliane von Hohenstein-Wartenberg",
                                          "Ben",
                                          "Cleo-Antoinette Dubois-Lacroix",
                                          "花子",
                                          "Bartholomäus Öchsle",
                                          "Zoë"};

/// A playthrough after so many of its moves (all for 0), played by people with long names if need be.
std::shared_ptr<ui::GameSnapshot> playthrough(const std::string& name, int moves, bool longNames = false,
                                              bool hideColours = false) {
  tracker::Record record =
      tracker::readRecordFile(std::string(OCTO_SOURCE_DIR) + "/tests/playthroughs/" + name + ".octo.jsonl");
  if (longNames)
    for (std::size_t i = 0; i < record.header.players.size(); ++i) record.header.players[i] = kLongNames[i];
  if (hideColours) {
    record.header.setup["colours"] = Json::array();
    for (std::size_t i = 0; i < record.header.players.size(); ++i) record.header.setup["colours"].push_back(nullptr);
    std::erase_if(record.events, [](const Event& event) { return event.action == "reveal" && event.player != 0; });
  }
  const auto stored = storedGame(record);
  return std::make_shared<ui::GameSnapshot>(
      ui::positionAfter(stored, moves ? moves : static_cast<int>(stored.events.size())));
}

class Gallery {
 public:
  /// Only pictures whose names begin with `only` are made; `scale`: the size of the text that was chosen.
  Gallery(std::filesystem::path folder, int width, int height, float scale, std::string only)
      : folder_(std::move(folder)),
        only_(std::move(only)),
        canvas_("gallery", width, height),
        theme_(ui::Look::Dark, canvas_.scale()),
        screens_(canvas_.scale() * scale),
        size_(std::to_string(width) + "x" + std::to_string(height)) {
    theme_.setTextSize(scale, canvas_.size());
    theme_.typefaces().load();
    canvas_.reloadFonts();
  }

  void show(const std::string& name, ui::Look look, const ui::Scene& scene, std::optional<ImVec2> click = {}) {
    if (!name.starts_with(only_)) return;
    if (scene.live && scene.live->game) screens_.noticeBreach(*scene.live->game);
    theme_.setLook(look);
    theme_.apply();
    if (theme_.typefaces().note(screens_.texts(scene))) {
      theme_.typefaces().load();
      canvas_.reloadFonts();
    }
    cv::Mat picture, whole;
    const auto draw = [&](cv::Mat& into) {
      canvas_.frame(
          theme_.colours().ground, [&] { screens_.draw(theme_, canvas_.size(), scene); }, &into);
    };
    for (int frame = 0; frame < 8; ++frame) {
      if (click) point(*click, frame == 2);
      draw(picture);
    }
    // What fades in comes to rest.
    constexpr int kMostFrames = 100;
    for (int frame = 0; frame < kMostFrames && (frame == 0 || cv::norm(picture, whole, cv::NORM_INF) > 0); ++frame) {
      cv::swap(picture, whole);
      draw(picture);
    }
    canvas_.drawWhole();
    draw(whole);
    if (cv::norm(picture, whole, cv::NORM_INF) > 0) {
      std::cerr << name << ": drawn piece by piece it looks different from drawn whole\n";
      sound_ = false;
    }
    if (click) {
      point({0, 0}, false);
      closePopups(scene);
    }
    cv::imwrite((folder_ / (size_ + "-" + name + ".png")).string(), picture);
  }

  /// Every screen so far looks the same however it came about.
  bool sound() const { return sound_; }

  /// As after these buttons, each in a window or a panel of that name, were pressed.
  void press(const std::string& name, ui::Look look, const ui::Scene& scene,
             const std::vector<std::pair<std::string, std::string>>& buttons) {
    for (const auto& each : buttons)
      for (int frame = 0; frame < 3; ++frame)
        canvas_.frame(
            theme_.colours().ground,
            [&] {
              if (frame == 1)
                for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
                  if (const std::string title = window->Name;
                      title == each.first || title.substr(title.rfind('/') + 1).starts_with(each.first + "_"))
                    ImGui::ActivateItem(window->GetID(each.second.c_str()));
              screens_.draw(theme_, canvas_.size(), scene);
            },
            nullptr);
    show(name, look, scene);
    closePopups(scene);
  }

 private:
  /// The pointer goes there, and is pressed there if need be.
  static void point(ImVec2 at, bool pressed) {
    GLFWwindow* window = glfwGetCurrentContext();
    glfwFocusWindow(window);
    glfwPollEvents();
    glfwSetCursorPos(window, at.x, at.y);
    glfwPollEvents();
    if (pressed) ImGui_ImplGlfw_MouseButtonCallback(window, GLFW_MOUSE_BUTTON_LEFT, GLFW_PRESS, 0);
  }

  void closePopups(const ui::Scene& scene) {
    canvas_.frame(
        theme_.colours().ground,
        [&] {
          ImGui::ClosePopupsOverWindow(nullptr, false);
          screens_.draw(theme_, canvas_.size(), scene);
        },
        nullptr);
  }

  std::filesystem::path folder_;
  std::string only_;
  ui::Canvas canvas_;
  ui::Theme theme_;
  ui::Screens screens_;
  std::string size_;
  bool sound_ = true;
};

/// A playthrough up to a move, as it is seen while it is played: with what may be said of it.
std::shared_ptr<ui::GameSnapshot> liveTo(const std::string& name, int moves, bool hideColours = false) {
  auto game = std::make_shared<ui::GameSnapshot>(*playthrough(name, moves, false, hideColours));
  game->events.resize(static_cast<std::size_t>(game->played));
  tracker::Match match(game->header);
  for (const TrackedEvent& each : game->events) match.play(each.event);
  game->unseen = ui::unseenMoves(match);
  for (TrackedEvent& each : game->events)
    each.inferred = each.event.action == "pass" || each.event.action == "skip" || each.event.action == "draw";
  return game;
}

/// What people may tell: buttons, the answers to a move, whose turn, the form, the last step of Oct8, start forms.
void showSayings(Gallery& gallery, ui::Scene scene) {
  scene.screen = ui::Screen::Live;
  const auto with = [&](std::shared_ptr<ui::GameSnapshot> game) {
    auto live = std::make_shared<ui::LiveSnapshot>(*scene.live);
    live->game = std::move(game);
    scene.live = live;
  };
  with(liveTo("octal/twin_of_three", 9));
  gallery.show("say-octal", ui::Look::Dark, scene);
  gallery.press("say-octal-move", ui::Look::Light, scene, {{"moves", "move 7"}});
  gallery.press("say-octal-card", ui::Look::Light, scene, {{"moves", "move 9"}});
  with(liveTo("octagone/four_until_the_board_is_closed", 20));
  gallery.show("say-octagone", ui::Look::Light, scene);
  gallery.press("say-octagone-turn", ui::Look::Dark, scene, {{"octoscope", "Whose turn?"}});
  gallery.press("say-octagone-game", ui::Look::Dark, scene, {{"octoscope", "This game…"}});
  with(liveTo("oct8/four_until_a_deck_runs_out", 41));
  gallery.show("say-oct8", ui::Look::Dark, scene);
  gallery.press("say-oct8-move", ui::Look::Dark, scene, {{"moves", "move 41"}});
  with(liveTo("octa/until_an_octa", 30));
  gallery.show("say-octa", ui::Look::Light, scene);
  with(liveTo("oct8/four_until_a_deck_runs_out", 0, true));
  gallery.show("say-oct8-closing", ui::Look::Dark, scene);
  scene.language = "ja";
  gallery.show("say-oct8-closing-ja", ui::Look::Light, scene);
  scene.language = "de";
  with(liveTo("oct8/two_with_all_arms_bonus", 41));
  gallery.show("say-oct8-de", ui::Look::Dark, scene);
  scene = {};
  gallery.press("start-octagone-four", ui::Look::Dark, scene, {{"form", "Part 1##part"}, {"form", "4##players"}});
  gallery.press("start-octal-five", ui::Look::Light, scene,
                {{"form", "The OCTAL"}, {"form", "5##players"}, {"form", "the third out##podium"}});
  gallery.press("start-octal-six", ui::Look::Dark, scene, {{"form", "two##mode"}, {"form", "6##players"}});
  gallery.press("start-octal-three", ui::Look::Light, scene, {{"form", "3##players"}});
  gallery.press("start-oct8", ui::Look::Dark, scene, {{"form", "Oct8"}, {"form", "4##players"}});
  gallery.press("start-octa", ui::Look::Light, scene, {{"form", "Octa"}});
}

/// The start form in several languages, with cameras and what they see, and the small windows that it opens.
void showStart(Gallery& gallery, const ui::Scene& before) {
  ui::Scene scene = before;
  scene.screen = ui::Screen::Start;
  scene.live.reset();
  scene.startTrouble.clear();
  scene.cameras = std::make_shared<const std::vector<vision::Camera>>(
      std::vector<vision::Camera>{{"Logitech HD Pro Webcam C920", "/dev/v4l/by-id/a", "/dev/video0"},
                                  {"Integrated Camera: Integrated C", "/dev/v4l/by-id/b", "/dev/video2"}});
  scene.folder = std::make_shared<const ui::FolderListing>(
      ui::FolderListing{"/home/ann/Videos",
                        {"Ferien", "Spieleabend", "旅行"},
                        {"2026-11-20 octagone.mp4", "Zoë gegen Bartholomäus, die lange Partie.mkv"},
                        12,
                        {}});
  scene.editions = std::make_shared<const std::vector<ui::KnownEdition>>(std::vector<ui::KnownEdition>{
      {"first", "Erstausgabe 1998", GameId::Octal}, {"second", "Die große Jubiläumsausgabe", GameId::Octal}});
  int turn = 0;
  for (const char* language : {"en", "de", "ja", "it", "nl"}) {
    const ui::Look look = turn++ % 2 ? ui::Look::Light : ui::Look::Dark;
    const std::string end = std::string("-") + language;
    scene.language = language;
    const ui::Words words(GameId::Octal, language);
    const auto shows = [&](const ui::PreviewSnapshot& seen) {
      scene.previewed[seen.source] = std::make_shared<const ui::PreviewSnapshot>(seen);
    };
    shows({"/dev/v4l/by-id/a", tablePicture(), {}});
    shows({"/dev/v4l/by-id/b", tablePicture(), {}, vision::WhichTable{GameId::Octagone, {2}}});
    gallery.press("form-camera" + end, look, scene,
                  {{"form", "The OCTAL"}, {"form", "6##players"}, {"seen by", words.say("start.camera")}});
    shows({"/dev/v4l/by-id/a", tablePicture(), {}, vision::WhichTable{GameId::Oct8, {4}}});
    gallery.press("form-found" + end, look, scene, {{"seen by", words.say("start.camera")}});
    gallery.press("form-taken" + end, look, scene, {{"form", "###take-found"}});
    shows({"/dev/v4l/by-id/a", nullptr, ui::troubleOf(vision::SourceFault::CannotOpen, {{"name", "camera 0"}})});
    gallery.press("form-busy" + end, look, scene, {{"form", "Octagone"}, {"form", "2##players"}});
    gallery.press("form-print" + end, look, scene, {{"form", "The OCTAL"}, {"new game", words.say("start.print")}});
    gallery.press("form-recording" + end, look, scene, {{"form", "Oct8"}, {"seen by", words.say("start.recording")}});
    gallery.press("form-browse" + end, look, scene, {{"form", "Octa"}, {"seen by", words.say("start.browse")}});
    gallery.press("form-stream" + end, look, scene, {{"form", "Octagone"}, {"seen by", words.say("start.stream")}});
    gallery.press("form-again" + end, look, scene, {{"seen by", words.say("start.camera")}});
    scene.done = words.say("print.done", {{"file", "/home/ann/Documents/octoscope-octal-a4-4.pdf"}});
    scene.doneFolder = "/home/ann/Documents";
    gallery.show("form-printed" + end, look, scene);
    scene.done.clear();
  }
}

/// An edition that is taught: in the middle, and at the end with two faces too alike; and how that begins.
void showTeaching(Gallery& gallery, const ui::Scene& before) {
  ui::Scene scene = before;
  scene.live.reset();
  int turn = 0;
  for (const char* language : {"en", "de", "ja", "it", "nl"}) {
    const ui::Look look = turn++ % 2 ? ui::Look::Light : ui::Look::Dark;
    const std::string end = std::string("-") + language;
    scene.language = language;
    scene.screen = ui::Screen::Teach;
    for (const GameId game : {GameId::Octal, GameId::Oct8, GameId::Octagone}) {
      auto taught = std::make_shared<ui::EnrolmentSnapshot>();
      taught->game = game;
      taught->title = "Die große Jubiläumsausgabe";
      taught->picture = tablePicture();
      taught->outline = {{0.42, 0.3}, {0.58, 0.3}, {0.58, 0.7}, {0.42, 0.7}};
      for (const Face& face : vision::facesToTeach(game))
        taught->pieces.push_back({face, 3, vision::mustBeTaught(game, face)});
      for (std::size_t i = 0; i < 7; ++i) {
        cv::Mat piece;
        cv::cvtColor(vision::drawFace(vision::printEdition(game), taught->pieces[i].face, 1.5), piece,
                     cv::COLOR_BGRA2BGR);
        taught->pieces[i].views.assign(2, std::make_shared<const cv::Mat>(piece));
      }
      taught->pieces[5].tooAlike = taught->pieces[6].face;
      taught->asked = 7;
      taught->view = 2;
      taught->wanted = 2;
      taught->sight = ui::Enrolment::Sight::OtherPiece;
      scene.taught = taught;
      const std::string name = "teach-" + std::string(octo::name(game));
      gallery.show(name + end, look, scene);
      auto done = std::make_shared<ui::EnrolmentSnapshot>(*taught);
      done->asked.reset();
      done->ended = true;
      scene.taught = done;
      gallery.show(name + "-end" + end, look, scene);
    }
    scene.screen = ui::Screen::Start;
    scene.halfTaught = std::make_shared<const std::vector<ui::KnownEdition>>(std::vector<ui::KnownEdition>{
        {"first", "Erstausgabe 1998", GameId::Octal}, {"second", "Die große Jubiläumsausgabe", GameId::Octal}});
    gallery.press("teach-begin" + end, look, scene,
                  {{"form", "The OCTAL"}, {"form", ui::Words(GameId::Octal, language).say("teach.open")}});
  }
}

/// The stored games with what can be done to them, their statistics, and a replay with its photographs.
void showHistory(Gallery& gallery, ui::Scene scene) {
  scene.live.reset();
  auto all = std::make_shared<ui::HistorySnapshot>(*history());
  all->games[2].notes = "Spieleabend am Meer";
  all->deleted = {all->games.back()};
  all->deleted.front().deleted = "2026-11-22T10:00:00Z";
  all->games.pop_back();
  scene.history = all;
  db::Store store = db::Store::inMemory();
  for (int i = 0; i < 8; ++i) {
    auto stored =
        storedGame(i % 3 ? playedRecord(octagoneHeader({"Maximiliane von Hohenstein-Wartenberg", "太郎"}), 300)
                         : recordWithBreaches(octagoneHeader({"Ben", "太郎"})));
    stored.summary.started = "2026-11-2" + std::to_string(i) + "T10:00:00Z";
    if (stored.summary.result) {
      stored.summary.result->over = true;
      stored.summary.result->scores = {i % 4, (i * 5) % 7};
      stored.summary.result->winners = {stored.summary.result->scores[0] < stored.summary.result->scores[1] ? 0 : 1};
    }
    store.add(stored);
  }
  scene.statistics = std::make_shared<const ui::Statistics>(ui::statistics(store));
  auto opened = std::make_shared<ui::GameSnapshot>(*playthrough("octagone/four_until_the_board_is_closed", 20, true));
  opened->photograph = tablePicture();
  scene.opened = opened;
  int turn = 0;
  for (const char* language : {"en", "de", "ja", "it", "nl"}) {
    const ui::Look look = turn++ % 2 ? ui::Look::Light : ui::Look::Dark;
    const std::string end = std::string("-") + language;
    scene.language = language;
    const ui::Words words(GameId::Octagone, language);
    scene.screen = ui::Screen::History;
    gallery.press("stored-games" + end, look, scene, {{"stored games", words.say("history.games")}});
    gallery.press("stored-bin" + end, look, scene, {{"stored games", "###bin"}});
    gallery.press("stored-statistics" + end, look, scene, {{"stored games", words.say("history.statistics")}});
    scene.screen = ui::Screen::Replay;
    gallery.show("stored-replay" + end, look, scene);
    gallery.press("stored-save" + end, look, scene, {{"steps", words.say("history.save")}});
  }
}

/// Each game while it is played and at its end.
void showGames(Gallery& gallery, ui::Scene scene) {
  struct Shown {
    const char* name;
    const char* record;
    int moves;
    bool longNames = false;
    bool hideColours = false;
  };
  constexpr Shown kShown[] = {{"octagone-two", "octagone/two_until_one_is_out", 15},
                              {"octagone-four", "octagone/four_until_the_board_is_closed", 20, true},
                              {"octagone-end", "octagone/four_until_the_board_is_closed", 0, true},
                              {"octal-twin", "octal/twin_of_three", 18},
                              {"octal-six", "octal/single_of_six_with_a_podium", 40, true},
                              {"octal-five", "octal/twin_of_five_with_a_stack", 30, true},
                              {"octal-end", "octal/single_of_six_with_a_podium", 0, true},
                              {"oct8-two", "oct8/two_with_all_arms_bonus", 120},
                              {"oct8-four", "oct8/four_until_a_deck_runs_out", 150, true, true},
                              {"oct8-end", "oct8/four_until_a_deck_runs_out", 0, true, true},
                              {"octa", "octa/until_an_octa", 60},
                              {"octa-end", "octa/until_an_octa", 0}};
  int turn = 0;
  for (const Shown& each : kShown) {
    const auto game = playthrough(each.record, each.moves, each.longNames, each.hideColours);
    const ui::Look look = turn++ % 2 ? ui::Look::Light : ui::Look::Dark;
    scene.screen = ui::Screen::Live;
    auto seen = std::make_shared<ui::LiveSnapshot>(*scene.live);
    seen->game = game;
    scene.live = seen;
    gallery.show(std::string("live-") + each.name, look, scene);
    scene.screen = ui::Screen::Replay;
    scene.opened = game;
    gallery.show(std::string("replay-") + each.name, look, scene);
  }
  for (const std::string language : {"en", "ja", "de"})
    for (const char* name :
         {"octagone/two_until_one_is_out", "octal/twin_of_three", "oct8/what_stands", "octa/until_an_octa"}) {
      scene.language = language;
      scene.rules = true;
      scene.opened = playthrough(name, 10);
      gallery.show("rules-" + std::string(name).substr(0, std::string(name).find('/')) + "-" + language,
                   ui::Look::Light, scene);
    }
  scene.rules = false;
  for (const std::string& language : tracker::languages()) {
    scene.language = language;
    for (const char* name : {"octal/single_of_six_with_a_podium", "oct8/four_until_a_deck_runs_out"}) {
      scene.opened = playthrough(name, 30, true);
      gallery.show("replay-" + std::string(name).substr(0, std::string(name).find('/')) + "-" + language,
                   ui::Look::Dark, scene);
    }
  }
}

/// The score sheet of each game, while it is played and at its end.
void showSheets(Gallery& gallery, ui::Scene scene) {
  scene.screen = ui::Screen::Live;
  scene.score = true;
  int turn = 0;
  for (const char* language : {"en", "de"})
    for (const char* name : {"octagone/four_until_the_board_is_closed", "octagone/two_until_one_is_out",
                             "octal/single_of_six_with_a_podium", "oct8/four_until_a_deck_runs_out",
                             "oct8/two_with_all_arms_bonus", "octa/until_an_octa"})
      for (const int moves : {40, 0}) {
        auto live = std::make_shared<ui::LiveSnapshot>(*scene.live);
        live->game = playthrough(name, moves, true);
        scene.live = live;
        scene.language = language;
        std::string file = name;
        std::replace(file.begin(), file.end(), '/', '-');
        gallery.show("sheet-" + file + (moves ? "" : "-end") + "-" + language,
                     turn++ % 2 ? ui::Look::Light : ui::Look::Dark, scene);
      }
}

/// The score sheet over a game that is followed: what the window must show of the game that it wrote down.
void showSheetOf(Gallery& gallery, ui::Scene scene, const std::string& record, const std::string& name) {
  const auto stored = storedGame(tracker::readRecordFile(record));
  scene.screen = ui::Screen::Live;
  scene.live = live(stored.summary.header.players, false);
  auto seen = std::make_shared<ui::LiveSnapshot>(*scene.live);
  seen->game = std::make_shared<ui::GameSnapshot>(ui::positionAfter(stored, static_cast<int>(stored.events.size())));
  seen->camera.view.sightings = std::make_shared<const std::vector<vision::Sighting>>();
  scene.live = seen;
  scene.score = true;
  gallery.show(name, ui::Look::Dark, scene);
}

/// A card game's mat as a camera above it might show it, with its view.
void putMat(ui::LiveSnapshot& live, GameId game, int players) {
  const vision::Edition& edition = vision::printEdition(game);
  const vision::FaceArt& mat = edition.art(edition.ground(players));
  const double scale = std::min(1800 / mat.widthMm, 1000 / mat.heightMm);
  cv::Mat colour;
  cv::cvtColor(vision::drawFace(edition, mat.face, scale), colour, cv::COLOR_BGRA2BGR);
  auto picture = std::make_shared<cv::Mat>(1080, 1920, CV_8UC3, cv::Scalar(70, 92, 110));
  colour.copyTo((*picture)(cv::Rect((1920 - colour.cols) / 2, (1080 - colour.rows) / 2, colour.cols, colour.rows)));
  live.camera.picture = picture;
  const double s = 1 / scale;
  live.camera.view.table = vision::TableView::fromHomography(cv::Matx33d(s, 0, -960 * s, 0, -s, 540 * s, 0, 0, 1));
}

/// A piece clicked in the camera's picture: cards lie all over the mat, so that any place will do.
void showPointed(Gallery& gallery, ui::Scene scene, int width, int height) {
  scene.screen = ui::Screen::Live;
  const auto cardsOf = [&](GameId game, const char* record, const char* language) {
    auto live = std::make_shared<ui::LiveSnapshot>(*scene.live);
    auto played = playthrough(record, 30);
    played->lying.clear();
    live->game = played;
    putMat(*live, game, static_cast<int>(played->header.players.size()));
    const std::vector<Face> faces = ui::PieceArt::pieces(game);
    auto cards = std::make_shared<std::vector<vision::Sighting>>();
    for (double x = -210; x <= 210; x += 62)
      for (double y = -190; y <= 190; y += 88) {
        vision::Sighting card;
        card.faces = {{faces[3], 0.7}, {faces[4], 0.2}, {faces[7], 0.1}};
        card.pose = TablePose{{x, y}, 0};
        for (const TablePoint& corner : vision::cornersOf({x - 31, y - 44, x + 31, y + 44}))
          card.outline.push_back(live->camera.view.table->imageFromTable(corner));
        cards->push_back(std::move(card));
      }
    live->camera.view.sightings = cards;
    auto shown = scene;
    shown.live = live;
    shown.language = language;
    for (const auto& [name, across, down] : {std::tuple("left", 0.23f, 0.27f), std::tuple("right", 0.3f, 0.29f)})
      gallery.show(std::string("pointed-") + std::string(octo::name(game)) + "-" + name, ui::Look::Dark, shown,
                   ImVec2(static_cast<float>(width) * across, static_cast<float>(height) * down));
    shown.score = shown.scoreSeen = true;
    gallery.show("pointed-" + std::string(octo::name(game)) + "-counted", ui::Look::Light, shown);
  };
  for (const float across : {0.22f, 0.3f, 0.35f})
    gallery.show("pointed-octagone-" + std::to_string(static_cast<int>(across * 100)), ui::Look::Light, scene,
                 ImVec2(static_cast<float>(width) * across, static_cast<float>(height) * 0.32f));
  cardsOf(GameId::Octa, "octa/until_an_octa", "de");
  cardsOf(GameId::Oct8, "oct8/four_until_a_deck_runs_out", "en");
  cardsOf(GameId::Octal, "octal/twin_of_three", "ja");
}

/// What the program waits for: a picture of each state.
void showStates(Gallery& gallery, ui::Scene scene) {
  using Kind = ui::TableStatus::Kind;
  scene.screen = ui::Screen::Live;
  const auto with = [&](const std::string& name, ui::TableStatus status, ui::Look look, bool board = true) {
    auto live = std::make_shared<ui::LiveSnapshot>(*scene.live);
    auto game = std::make_shared<ui::GameSnapshot>(*live->game);
    game->missing = status.missing;
    game->differences = status.differences;
    live->game = game;
    if (!board) live->camera.view.table.reset();
    live->status = std::move(status);
    auto shown = scene;
    shown.live = live;
    gallery.show("state-" + name, look, shown);
  };
  const auto mark = [](int id, double x, double y, bool ours) {
    return vision::SeenMark{id, {{{x, y}, {x + 44, y}, {x + 44, y + 44}, {x, y + 44}}}, ours};
  };
  scene.live = live({"Ann", "Ben"}, false);
  with("turn", {.kind = Kind::Turn, .player = 1}, ui::Look::Dark);
  with("hand", {.kind = Kind::Hand, .stuck = true}, ui::Look::Light);
  with("reading", {.kind = Kind::Reading}, ui::Look::Dark);
  ui::TableStatus looking{.kind = Kind::Looking, .stuck = true};
  looking.marks = {mark(0, 500, 130, true), mark(1, 760, 130, true)};
  looking.missingMarks = {{203, 176}, {203, -176}, {-203, -176}};
  looking.advice = vision::PictureTrouble::CutOff;
  with("looking", looking, ui::Look::Dark, false);
  for (const std::string& language : tracker::languages()) {
    scene.language = language;
    with("looking-" + language, looking, ui::Look::Light, false);
  }
  scene.language = "en";
  with("looking-another",
       {.kind = Kind::Looking,
        .stuck = true,
        .marks = {mark(40, 500, 130, false), mark(41, 1400, 130, false)},
        .anotherTable = true},
       ui::Look::Dark, false);
  ui::TableStatus mismatch{.kind = Kind::Mismatch, .stuck = true};
  mismatch.differences = {{{-110, 82.5}, {}, Face("shield:red")}, {{55, -27.5}, Face("shield:green"), {}}};
  mismatch.canTakeTable = mismatch.gameBegun = true;
  with("mismatch", mismatch, ui::Look::Dark);
  scene.language = "ja";
  with("mismatch-ja", mismatch, ui::Look::Light);
  scene.language = "en";
  with("lost",
       {.kind = Kind::Lost,
        .stuck = true,
        .trouble = ui::troubleOf(vision::SourceFault::Stopped, {{"name", "camera 0"}})},
       ui::Look::Dark);
  with("paused", {.kind = Kind::Paused}, ui::Look::Light);
  with("over", {.kind = Kind::GameOver}, ui::Look::Dark);
  with("dark", {.kind = Kind::Turn, .player = 0, .advice = vision::PictureTrouble::Dark}, ui::Look::Dark);
  auto empty = std::make_shared<ui::LiveSnapshot>(*scene.live);
  auto fresh = std::make_shared<ui::GameSnapshot>(*position({"Ann", "Ben"}, 0, false));
  empty->game = fresh;
  scene.live = empty;
  with("setup-octagone", {.kind = Kind::Setup, .missing = {{"lady", {}, Face("shield:lady")}}}, ui::Look::Dark);
  ui::TableStatus occupied{.kind = Kind::Mismatch, .stuck = true, .canTakeTable = true};
  for (int i = 0; i < 7; ++i) occupied.differences.push_back({{-165.0 + 55 * i, 27.5}, {}, Face("shield:yellow")});
  with("occupied", occupied, ui::Look::Light);
  auto opening = std::make_shared<ui::LiveSnapshot>(*empty);
  opening->camera.picture = nullptr;
  scene.live = opening;
  with("opening", {.kind = Kind::Opening, .stuck = true}, ui::Look::Dark);
  const auto cards = [&](GameId game, std::vector<std::string> players) {
    auto live = std::make_shared<ui::LiveSnapshot>(*empty);
    auto snapshot = std::make_shared<ui::GameSnapshot>();
    snapshot->header = {.game = game, .players = std::move(players)};
    snapshot->layout = tracker::seededLayout(game, static_cast<int>(snapshot->header.players.size()));
    const auto follower = tracker::follow(snapshot->header, snapshot->layout);
    putMat(*live, game, static_cast<int>(snapshot->header.players.size()));
    live->game = snapshot;
    scene.live = live;
    return follower->missing();
  };
  with("setup-octal", {.kind = Kind::Setup, .stuck = true, .missing = cards(GameId::Octal, {"Ann", "Ben", "Cleo"})},
       ui::Look::Dark);
  with("setup-oct8", {.kind = Kind::Setup, .stuck = true, .missing = cards(GameId::Oct8, {"Ann", "Ben", "Cleo"})},
       ui::Look::Light);
  scene.language = "de";
  with("setup-octa-de", {.kind = Kind::Setup, .stuck = true, .missing = cards(GameId::Octa, {"Gül", "Ida"})},
       ui::Look::Dark);
}

}  // namespace

int main(int argc, char** argv) {
  int width = 1280, height = 720;
  float scale = 1;
  const bool sized = argc >= 3 && std::sscanf(argv[2], "%dx%d", &width, &height) == 2;
  if (!sized || argc > 6 || (argc > 3 && std::sscanf(argv[3], "%f", &scale) != 1)) {
    std::cerr << "panel_gallery FOLDER WIDTHxHEIGHT [SCALE [NAME [RECORD]]]\n";
    return 2;
  }
  std::error_code failed;
  std::filesystem::create_directories(argv[1], failed);
  if (!std::filesystem::is_directory(argv[1])) {
    std::cerr << argv[1] << ": a folder for the pictures was expected\n";
    return 2;
  }
  Gallery gallery(argv[1], width, height, scale, argc >= 5 ? argv[4] : "");
  ui::Scene scene;
  if (argc == 6) {
    showSheetOf(gallery, scene, argv[5], argv[4]);
    return 0;
  }
  gallery.show("start-empty", ui::Look::Dark, scene);
  scene.history = history();
  scene.startTrouble =
      ui::Words(GameId::Octagone, "en").trouble(ui::troubleOf(vision::SourceFault::NotAVideo, {{"name", "film.mp4"}}));
  gallery.show("start", ui::Look::Light, scene);
  scene.screen = ui::Screen::Live;
  scene.live = live({"Ann", "太郎"}, false);
  gallery.show("live", ui::Look::Dark, scene);
  scene.live = live({"Maximiliane von Hohenstein", "Ben", "Cleo", "花子"}, true);
  auto asked = std::make_shared<ui::LiveSnapshot>(*scene.live);
  auto doubtful = std::make_shared<ui::GameSnapshot>(*asked->game);
  doubtful->questions = {
      {3, {"ask.shield", {{"box", "c4"}}}, {}, {{Face("shield:red"), 0.6}, {Face("shield:orange"), 0.4}}}};
  asked->game = doubtful;
  asked->camera.view.foundBy = vision::FoundBy::GivenCorners;
  scene.live = asked;
  gallery.show("live-question", ui::Look::Dark, scene);
  scene.live = live({"Maximiliane von Hohenstein", "Ben", "Cleo", "花子"}, true);
  gallery.show("live-correct", ui::Look::Light, scene, ImVec2(775, 155));
  for (const std::string& language : tracker::languages()) {
    scene.language = language;
    gallery.show("live-breach-" + language, ui::Look::Light, scene);
    gallery.press("live-settings-" + language, ui::Look::Dark, scene, {{"octoscope", "###settings"}});
  }
  scene.language = "en";
  scene.message = "games.db: could not be written: no room left on the disk. The game goes on, but is not kept.";
  gallery.show("live-message", ui::Look::Dark, scene);
  scene.message.clear();
  scene.screen = ui::Screen::History;
  gallery.show("history", ui::Look::Dark, scene);
  scene.history = std::make_shared<ui::HistorySnapshot>();
  gallery.show("history-empty", ui::Look::Light, scene);
  scene.screen = ui::Screen::Replay;
  auto opened = position({"Ann", "Ben"}, 300, false);
  scene.opened = opened;
  gallery.show("replay", ui::Look::Light, scene);
  showGames(gallery, scene);
  showSheets(gallery, scene);
  showSayings(gallery, scene);
  scene.live = live({"Ann", "Ben"}, false);
  showPointed(gallery, scene, width, height);
  showStates(gallery, scene);
  showStart(gallery, scene);
  showTeaching(gallery, scene);
  showHistory(gallery, scene);
  return gallery.sound() ? 0 : 1;
}

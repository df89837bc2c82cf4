#include "ui/views/screens.h"

#include <algorithm>
#include <optional>
#include <variant>

#include "tracker/messages/catalogue.h"
#include "ui/standing/sayings.h"
#include "ui/standing/words.h"
#include "ui/views/prompt_view.h"
#include "ui/views/rules_view.h"
#include "ui/views/sheet_view.h"
#include "ui/views/status_view.h"
#include "ui/window/widgets.h"
#include "vision/seen_pieces.h"

namespace octo::ui {
namespace {

constexpr float kBarHeight = 58;
constexpr float kStepHeight = 104;
constexpr float kQuestionHeight = 118;
/// The moves have at least that much room, and the picture that share of its column.
constexpr float kLeastMoves = 92, kLeastReplayMoves = 130;
constexpr float kLeastPicture = 0.28f, kLeastPhotograph = 0.2f;

void append(Requests& all, Requests more) {
  for (Request& request : more) all.push_back(std::move(request));
}

/// What is due may take so much of a column; what is more is scrolled to.
constexpr float kMostPrompt = 0.3f;
/// So much of it is left to the board or the moves: the score scrolls in what is between.
constexpr float kLeastBoard = 0.22f;

/// The two columns of a game: left the picture or the moves, right the board. Boards are nearly square,
/// pictures wide.
struct Columns {
  Area left;
  Area right;
};

Columns split(const Area& area, float gap, float share) {
  const float left = std::floor((area.size.x - gap) * share);
  return {{area.at, {left, area.size.y}},
          {{area.at.x + left + gap, area.at.y}, {area.size.x - left - gap, area.size.y}}};
}

/// What the start form shows beside itself.
StartSight startSight(const Scene& scene) {
  StartSight sight{scene.history.get(),  scene.startTrouble,     scene.cameras.get(), scene.folder.get(),
                   scene.editions.get(), scene.halfTaught.get(), scene.previewed};
  if (scene.live) sight.followed = {scene.live->source, scene.live->camera.picture, {}};
  if (scene.live && scene.live->game && !scene.live->camera.ended) sight.followedGame = scene.live->game->id;
  return sight;
}

/// The live game, in which nobody has won while colours are to be shown.
std::shared_ptr<const LiveSnapshot> withoutEarlyWinner(const Scene& scene) {
  if (!scene.live || !scene.live->game) return scene.live;
  std::vector<int> asked = toReveal(*scene.live->game, scene.notShown);
  if (asked.empty()) return scene.live;
  auto live = std::make_shared<LiveSnapshot>(*scene.live);
  live->game = std::make_shared<const GameSnapshot>(withoutWinner(*live->game, std::move(asked)));
  return live;
}

/// The game whose score sheet lies over the screen; null where none does.
const GameSnapshot* scored(const Scene& scene) {
  if (!scene.score) return nullptr;
  if (scene.screen == Screen::Replay) return scene.opened.get();
  return scene.screen == Screen::Live && scene.live ? scene.live->game.get() : nullptr;
}

/// The camera's table can be counted while a game is followed and something of it was read.
SheetKind sheetKind(const Scene& scene) {
  const bool seen =
      scene.screen == Screen::Live && scene.live && scene.live->camera.view.table && scene.live->camera.view.sightings;
  return {.seen = seen && scene.scoreSeen, .hasOther = seen};
}

ScoreSheet sheetOf(const GameSnapshot& game, const Scene& scene) {
  if (!sheetKind(scene).seen) return scoreSheetOf(game, scene.language);
  return tableSheetOf(game, vision::seenPieces(*scene.live->camera.view.sightings), scene.language);
}

/// Cuts so much off the upper edge, with a gap below it.
Area cutTop(Area& area, float height, float gap) {
  const Area cut{area.at, {area.size.x, height}};
  area.at.y += height + gap;
  area.size.y -= height + gap;
  return cut;
}

/// Cuts so much off the lower edge, with a gap above it.
Area cutBottom(Area& area, float height, float gap) {
  area.size.y -= height + gap;
  return {{area.at.x, area.bottom() + gap}, {area.size.x, height}};
}

/// A button below the picture. The one without a request has corners clicked in the picture, or no longer.
struct ActionButton {
  std::string label;
  std::optional<Request> request;
  bool enabled = true, lit = false;
  std::string help = {};
};

/// Corners are offered where nothing printed tells where the table is.
std::vector<ActionButton> actionButtons(const LiveSnapshot& live, bool asksCorners, const Words& words) {
  std::vector<ActionButton> buttons{{words.say("undo"), Undo{}, live.game->canUndo, false,
                                     words.say(live.game->undoUnsays ? "undo.said" : "undo.move")}};
  if (live.game->canRedo) buttons.push_back({words.say("redo"), Redo{}});
  buttons.push_back({words.say("turn-done"), TurnDone{}, true, false, words.say("turn-done.help")});
  buttons.push_back({words.say("stop"), StopGame{}});
  buttons.push_back({words.say("score"), ShowScore{}});
  const vision::FoundBy by = live.camera.view.foundBy;
  const bool given = by == vision::FoundBy::GivenCorners;
  if (live.camera.ended || !live.camera.picture || (by != vision::FoundBy::Nothing && !given)) return buttons;
  buttons.push_back({words.say("corner.show"), std::nullopt, true, asksCorners});
  if (given) buttons.push_back({words.say("corner.forget"), ShowCorners{}});
  return buttons;
}

/// Only one game is followed at a time.
bool endsWhatIsFollowed(const Request& request) {
  return std::holds_alternative<StopGame>(request) || std::holds_alternative<StartGame>(request) ||
         std::holds_alternative<PlayDemo>(request) || std::holds_alternative<ContinueGame>(request) ||
         std::holds_alternative<TeachEdition>(request);
}

std::vector<float> widthsOf(const std::vector<ActionButton>& buttons) {
  std::vector<float> widths;
  for (const ActionButton& button : buttons) widths.push_back(buttonWidth(button.label));
  return widths;
}

}  // namespace

const std::vector<SpokenEvent>& SpokenGame::of(const std::shared_ptr<const GameSnapshot>& game,
                                               const std::string& language) {
  if (game != game_ || language != language_) {
    events_ = game ? spokenEvents(game->header, game->events, language) : std::vector<SpokenEvent>();
    game_ = game;
    language_ = language;
  }
  return events_;
}

void SpokenGame::show(const std::shared_ptr<const GameSnapshot>& game, const std::string& language, QuarterTurn turn) {
  if (game == shownGame_ && language == shownLanguage_ && turn == turn_) return;
  shown_ = of(game, language);
  for (SpokenEvent& event : shown_) {
    event.move = withArrowsTurned(event.move, turn);
    event.because = withArrowsTurned(event.because, turn);
  }
  shownGame_ = game;
  shownLanguage_ = language;
  turn_ = turn;
}

Requests Screens::draw(const Theme& theme, ImVec2 window, const Scene& scene) {
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(window);
  constexpr ImGuiWindowFlags kBare = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus;
  ImGui::Begin("octoscope", nullptr, kBare);
  const float bar = theme.px(kBarHeight), gap = theme.px(kGap);
  Scene shown = scene;
  asksAboutBreach_ = false;
  liveWords_.show(scene.live ? scene.live->game : nullptr, scene.language, turnOf(scene.live.get()));
  replayWords_.show(scene.opened, scene.language, {});
  shown.live = withoutEarlyWinner(scene);
  const Words words(gameOf(scene), scene.language);
  Requests requests = drawTopBar(theme, {{0, 0}, {window.x, bar}}, scene.screen, shown.live.get(), words,
                                 {scene.rules, scene.sound, scene.speech, scene.textSize, theme.textIsCapped()});
  append(requests, drawScreen(theme, {{gap, bar + gap}, {window.x - 2 * gap, window.y - bar - 2 * gap}}, shown, words));
  ImGui::End();
  if (scene.rules && drawSheet(theme, window, "rules", shortRules(gameOf(scene), scene.language), words))
    requests.push_back(ShowRules{});
  if (const GameSnapshot* game = scored(shown)) {
    const SheetKind kind = sheetKind(shown);
    append(requests, drawScoreSheet(theme, window, sheetOf(*game, shown), kind, game->header.game, art_, words));
  }
  if (scene.keys && drawSheet(theme, window, "keys", keyList(words), words)) requests.push_back(ShowKeys{});
  if (!scene.message.empty())
    append(requests, drawMessage(theme, window, scene.message, true, words));
  else if (!scene.done.empty())
    append(requests, drawMessage(theme, window, scene.done, false, words, scene.doneFolder));
  return onceAgreed(theme, std::move(requests), scene.live.get(), words);
}

Requests Screens::drawScreen(const Theme& theme, const Area& area, const Scene& scene, const Words& words) {
  switch (scene.screen) {
    case Screen::Start:
      return start_.draw(theme, area, startSight(scene), Words(start_.game(), scene.language));
    case Screen::Live:
      if (scene.live) return drawLive(theme, area, *scene.live, words);
      break;
    case Screen::History:
      return games_.draw(theme, area, scene.history.get(), scene.statistics.get(),
                         scene.live && scene.live->game ? scene.live->game->id : 0, words);
    case Screen::Replay:
      if (scene.opened) return drawReplay(theme, area, *scene.opened, scene, words);
      break;
    case Screen::Teach:
      if (scene.taught) return enrolment_.draw(theme, area, *scene.taught, words);
      break;
  }
  emptyState(theme, area, words.say("wait.title"), words.say("wait.reading"));
  return {};
}

Requests Screens::drawLive(const Theme& theme, const Area& area, const LiveSnapshot& live, const Words& words) {
  const float gap = theme.px(kGap);
  auto [left, right] = split(area, gap, 0.54f);
  const float said = live.game ? say_.height(theme, *live.game, words, left.size.x) : 0;
  const auto& open = breaches_.open();
  // A breach is answered first, and what else is asked after it.
  const bool breach = live.game && open && open->n <= static_cast<int>(live.game->events.size());
  const bool asks = live.game && !breach && (!live.game->closing.empty() || !live.game->questions.empty());
  const float card =
      breach ? breach_.height(theme, left.size.x, *live.game, *open, liveWords_.shown(), words) + gap : 0;
  const std::vector<ActionButton> buttons =
      live.game ? actionButtons(live, picture_.asksCorners(), words) : std::vector<ActionButton>();
  const float acting = ButtonFlow::height(widthsOf(buttons), left.size.x);
  const float below = gap + acting + theme.px(4) + said + theme.px(8 + kLeastMoves) + card +
                      (asks ? theme.px(kQuestionHeight) + gap : 0);
  float picture = std::floor(std::min(
      {left.size.x * 9 / 16, left.size.y * 0.62f, std::max(left.size.y - below, left.size.y * kLeastPicture)}));
  // What the status takes of the picture's room is given back to it where the moves have more than they need. While
  // corners are clicked nothing moves.
  if (!picture_.asksCorners())
    picture += std::clamp(left.size.y - below - picture, 0.0f, statusHeight(theme, left.size.x, live, words));
  const TrackedEvent* marked = live.game ? markedBreach(*live.game, open) : nullptr;
  Requests requests = picture_.draw(theme, {left.at, {left.size.x, picture}}, live, marked, words);
  if (!live.game) {
    emptyState(theme, right, words.say("wait.title"), words.say("wait.game"));
    return requests;
  }
  const Standing standing = standingOf(*live.game, words.language());
  drawStanding(theme, right, standing, live.game->header.game);
  const Area actions{{left.at.x, left.at.y + picture + gap + card}, {left.size.x, acting}};
  const Area tell{{left.at.x, actions.bottom() + theme.px(4)}, {left.size.x, said}};
  const float top = tell.bottom() + theme.px(8);
  Area moves{{left.at.x, top}, {left.size.x, left.bottom() - top}};
  if (asks) {
    const Area question = cutBottom(moves, theme.px(kQuestionHeight), gap);
    append(requests, live.game->closing.empty()
                         ? question_.draw(theme, question, *live.game, words)
                         : closing_.draw(theme, question, *live.game, live.game->closing.front(), words));
  }
  asksAboutBreach_ = breach;
  if (breach)
    append(requests,
           askAboutBreach(theme, {{left.at.x, left.at.y + picture + gap}, {left.size.x, card - gap}}, live, words));
  if (const auto clicked = picture_.takeClicked()) board_.ask(*live.game, clicked->what, clicked->seen);
  picture_.keepMarked(board_.asks());
  const QuarterTurn turn = turnOf(&live);
  append(requests, board_.draw(theme, right, *live.game, &live.camera.view, true, marked, words, turn));
  append(requests, drawActions(theme, actions, live, words));
  append(requests, say_.draw(theme, tell, *live.game, words));
  append(requests, moves_.draw(theme, moves, *live.game, liveWords_.shown(), words, MoveList::Click::Corrects, turn));
  return requests;
}

QuarterTurn Screens::turnOf(const LiveSnapshot* live) {
  if (live && live->game && live->camera.view.table && !live->game->layout.zones.empty())
    seen_ = seenTurn(*live->camera.view.table, extentOf(live->game->layout), seen_);
  return seen_ + picture_.turned();
}

bool Screens::noticeEnd(const GameSnapshot& game, const std::set<int>& notShown) {
  return ends_.look(game, breaches_.open() || !game.questions.empty() || !toReveal(game, notShown).empty());
}

/// What it was really is asked where its piece lies, and otherwise in the list of moves.
Requests Screens::askAboutBreach(const Theme& theme, const Area& area, const LiveSnapshot& live, const Words& words) {
  const GameSnapshot& game = *live.game;
  BreachCard::Answer answer = breach_.draw(theme, area, game, *breaches_.open(), liveWords_.shown(), words);
  if (answer.misread) {
    const TrackedEvent& event = game.events[static_cast<std::size_t>(*answer.misread) - 1];
    if (const auto at = placeOf(event, game, nullptr))
      board_.ask(game, *at);
    else
      moves_.ask(event.n);
  }
  if (answer.answered) breaches_.answer();
  return std::move(answer.requests);
}

Requests Screens::drawActions(const Theme& theme, const Area& area, const LiveSnapshot& live, const Words& words) {
  Requests requests;
  const vision::FoundBy by = live.camera.view.foundBy;
  const bool useful = by == vision::FoundBy::Nothing || by == vision::FoundBy::GivenCorners;
  if (picture_.asksCorners() && (!useful || live.camera.ended)) picture_.askCorners(false);
  ButtonFlow flow(area);
  for (const ActionButton& button : actionButtons(live, picture_.asksCorners(), words)) {
    flow.place(buttonWidth(button.label));
    ImGui::BeginDisabled(!button.enabled);
    const char* label = button.label.c_str();
    const bool pressed = button.lit ? choice(theme, label, true) : ImGui::Button(label);
    ImGui::EndDisabled();
    if (!button.help.empty() && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", button.help.c_str());
    if (!pressed) continue;
    if (!button.request)
      picture_.askCorners(!picture_.asksCorners());
    else
      requests.push_back(*button.request);
  }
  const bool onBoard = live.game->layout.zone("board") != nullptr;
  const std::string hint = words.say(onBoard ? "hint.board" : "hint.table");
  if (const float width = sizeOf(theme.fonts().small(), hint).x; width <= flow.left()) {
    flow.place(width);
    ImGui::AlignTextToFramePadding();
    const WithFont font(theme.fonts().small());
    ImGui::TextColored(theme.colours().soft, "%s", hint.c_str());
  }
  return requests;
}

/// A game that is not over can be gone on with, but nobody wants to stop it by a slip of the hand.
Requests Screens::onceAgreed(const Theme& theme, Requests requests, const LiveSnapshot* live, const Words& words) {
  const bool underWay = live && live->game && !live->game->result.over;
  const auto ending = std::find_if(requests.begin(), requests.end(), endsWhatIsFollowed);
  bool asks = underWay && ending != requests.end();
  if (asks) {
    held_ = std::move(*ending);
    requests.erase(ending);
  }
  if (!beginSmallWindow(theme, "##stop", asks)) return requests;
  smallHeading(theme, words.say("stop.ask"));
  ImGui::PushTextWrapPos();
  ImGui::TextUnformatted(words.say("stop.why").c_str());
  ImGui::PopTextWrapPos();
  ImGui::Dummy({0, theme.px(4)});
  const bool entered = ImGui::IsKeyPressed(GLFW_KEY_ENTER, false) || ImGui::IsKeyPressed(GLFW_KEY_KP_ENTER, false);
  const bool stop = primaryButton(theme, words.say("stop").c_str()) || entered;
  ImGui::SameLine();
  const bool stay = ImGui::Button(words.say("stop.stay").c_str()) || escaped();
  if (stop || stay) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  if (stop && held_) requests.push_back(std::move(*held_));
  if (stop || stay) held_.reset();
  return requests;
}

/// Above what fills the column, what is asked and due; below it, the score. Leaves the rest of the column, at least so
/// many pixels.
void Screens::drawStanding(const Theme& theme, Area& column, const Standing& standing, GameId game, float least) {
  const float gap = theme.px(kGap), whole = column.size.y;
  if (const float due = promptHeight(theme, standing, column.size.x); due > 0)
    drawPrompt(theme, cutTop(column, std::min(due, whole * kMostPrompt), gap), standing);
  if (const float asked = askedHeight(theme, standing, column.size.x); asked > 0)
    drawAsked(theme, cutTop(column, asked, gap), standing);
  const float room = column.size.y - gap - std::max(whole * kLeastBoard, least);
  const float score = std::min(score_.height(theme, standing, column.size.x), room);
  score_.draw(theme, cutBottom(column, score, gap), standing, game);
}

/// The drawing and, where one was kept, the photograph of the moment: the larger of the two at the left, the other one
/// above the moves. A click on the photograph swaps them.
Requests Screens::drawReplay(const Theme& theme, const Area& area, const GameSnapshot& game, const Scene& scene,
                             const Words& words) {
  const float gap = theme.px(kGap);
  auto [left, right] = split(area, gap, 0.58f);
  const Area steps = cutBottom(left, theme.px(kStepHeight), gap);
  Area photograph = left, drawing = left;
  const Standing standing = standingOf(game, scene.language);
  const float moves = theme.px(kLeastReplayMoves);
  if (game.photograph) {
    const float said = promptHeight(theme, standing, right.size.x) + askedHeight(theme, standing, right.size.x) +
                       score_.height(theme, standing, right.size.x);
    const float most = std::min(right.size.x * 9 / 16, right.size.y * 0.36f),
                least = std::min(most, right.size.y * kLeastPhotograph);
    const float small = std::floor(std::clamp(right.size.y - said - moves - 4 * gap, least, most));
    (photographLarge_ ? drawing : photograph) = cutTop(right, small, gap);
  }
  drawStanding(theme, right, standing, game.header.game, moves);
  Requests requests = replayBoard_.draw(theme, drawing, game, nullptr, false, markedBreach(game, {}), words);
  if (game.photograph && photograph_.draw(theme, photograph, game.photograph, words))
    photographLarge_ = !photographLarge_;
  append(requests, steps_.draw(theme, steps, game, scene.folder.get(), words));
  append(requests, replayMoves_.draw(theme, right, game, replayWords_.shown(), words, MoveList::Click::Steps));
  return requests;
}

/// The game whose rules are wanted: what is on the screen, or is about to be started.
GameId Screens::gameOf(const Scene& scene) const {
  if (scene.screen == Screen::Live && scene.live && scene.live->game) return scene.live->game->header.game;
  if (scene.screen == Screen::Replay && scene.opened) return scene.opened->header.game;
  if (scene.screen == Screen::Teach && scene.taught) return scene.taught->game;
  return start_.game();
}

/// A source that is being followed is not opened twice: the form shows what the game sees.
std::vector<std::string> Screens::toPreview(const Scene& scene) const {
  if (scene.screen != Screen::Start || start_.typing()) return {};
  std::vector<std::string> sources = start_.shown(scene.cameras.get());
  if (scene.live) std::erase(sources, scene.live->source);
  return sources;
}

std::string Screens::texts(const Scene& scene) const {
  std::string all = start_.typed() + games_.typed() + say_.typed() + scene.message + scene.done + scene.startTrouble;
  for (const std::string& language : tracker::languages()) all += Words(GameId::Octagone, language).say("language");
  all += tracker::allSentences(scene.language);
  if (scene.rules) all += shortRules(gameOf(scene), scene.language);
  const auto add = [&](const GameHeader& header) {
    for (const std::string& name : header.players) all += name;
  };
  if (scene.cameras)
    for (const vision::Camera& camera : *scene.cameras) all += camera.name;
  for (const auto& editions : {scene.editions, scene.halfTaught})
    if (editions)
      for (const KnownEdition& edition : *editions) all += edition.title;
  if (scene.taught) all += scene.taught->title;
  if (scene.folder) {
    all += scene.folder->folder.string();
    for (const auto* names : {&scene.folder->folders, &scene.folder->videos})
      for (const std::string& name : *names) all += name;
  }
  if (scene.history)
    for (const auto* games : {&scene.history->games, &scene.history->deleted})
      for (const db::GameSummary& game : *games) {
        add(game.header);
        all += game.notes;
      }
  for (const GameSnapshot* game : {scene.live ? scene.live->game.get() : nullptr, scene.opened.get()}) {
    if (!game) continue;
    add(game->header);
    all += textOf(standingOf(*game, scene.language));
    if (scene.live && game == scene.live->game.get())
      all += statusLetters(*scene.live, Words(game->header.game, scene.language));
    for (const TrackedEvent& event : game->events) all += event.verdict.because;
  }
  return all;
}

}  // namespace octo::ui

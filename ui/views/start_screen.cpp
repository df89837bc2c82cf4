#include "ui/views/start_screen.h"

#include <imgui_stdlib.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "ui/demo_recording.h"
#include "ui/history/move_text.h"
#include "ui/history/utc_time.h"
#include "ui/window/widgets.h"
#include "vision/read/reader.h"

namespace octo::ui {
namespace {

/// The form is wide enough for two fields side by side and no wider. Points.
constexpr float kFormWidth = 700;
constexpr float kStartHeight = 640;
constexpr float kSideWidth = 500;
constexpr float kFewestLabel = 110;
/// Of an edition's title.
constexpr std::size_t kTitleLetters = 32;
/// The source's panel takes so much of the right column; the rest is for games to go on with.
constexpr float kSourceShare = 0.64f;

void rowGap(const Theme& theme) { ImGui::Dummy({0, theme.px(1)}); }

/// A label in the form's left column, `width` pixels wide; what follows stands beside it.
void label(const Theme& theme, const std::string& text, float width) {
  ImGui::AlignTextToFramePadding();
  ImGui::PushStyleColor(ImGuiCol_Text, theme.colours().soft);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopStyleColor();
  ImGui::SameLine(width);
}

/// The next choice of a row goes beside the last one, or below it, `indent` pixels in, where it does not fit.
void besideOrBelow(const std::string& text, float indent) {
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  const float wide = ImGui::CalcTextSize(text.c_str(), nullptr, true).x + 2 * ImGui::GetStyle().FramePadding.x;
  if (ImGui::GetItemRectMax().x + ImGui::GetStyle().ItemSpacing.x + wide <= right)
    ImGui::SameLine();
  else
    ImGui::SetCursorPosX(indent);
}

void wrapped(const ImVec4& colour, const std::string& text) {
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ImGui::TextWrapped("%s", text.c_str());
  ImGui::PopStyleColor();
}

std::string playersText(const GameHeader& header) {
  std::string names;
  for (int player = 0; player < static_cast<int>(header.players.size()); ++player)
    names += (player ? ", " : "") + playerName(header, player);
  return names;
}

/// As wide as the longest label of the form.
float labelWidth(const Theme& theme, const Words& words) {
  float width = theme.px(kFewestLabel);
  const auto widen = [&](const std::string& text) {
    width = std::max(width, ImGui::CalcTextSize(text.c_str()).x + theme.px(20));
  };
  for (const char* key : {"start.players", "start.begins", "start.pieces"}) widen(words.say(key));
  for (const tracker::GameOption& option : tracker::choicesOf(words.game()).options) widen(labelOf(words, option.name));
  return width;
}

}  // namespace

Requests StartScreen::draw(const Theme& theme, const Area& area, const StartSight& sight, const Words& words) {
  const float gap = theme.px(kGap);
  const float form = std::min(theme.px(kFormWidth), std::floor((area.size.x - gap) * 0.57f));
  const float side = std::min(theme.px(kSideWidth), area.size.x - form - gap);
  const float height = std::min(area.size.y, theme.px(kStartHeight));
  const ImVec2 at{area.at.x + (area.size.x - form - gap - side) / 2, area.at.y + (area.size.y - height) / 2};
  const float source = std::floor(height * kSourceShare);
  Requests requests = drawForm(theme, {at, {form, height}}, sight, words);
  const float x = at.x + form + gap;
  for (Request& request : drawSource(theme, {{x, at.y}, {side, source}}, sight, words))
    requests.push_back(std::move(request));
  const Area rest{{x, at.y + source + gap}, {side, height - source - gap}};
  for (Request& request : drawUnfinished(theme, rest, sight, words)) requests.push_back(std::move(request));
  return requests;
}

/// What the source shows is taken over once; who has chosen by hand is only told.
void StartScreen::takeFound(const StartSight& sight, const Words& words) {
  if (foundAt_ != form_.source()) {
    foundAt_ = form_.source();
    found_.reset();
  }
  const PreviewSnapshot* seen = sight.of(foundAt_);
  if (!seen || !seen->table || found_ == seen->table) return;
  found_ = seen->table;
  if (!chosen_) adjusted_ = form_.take(*found_, words);
}

/// What was found, and whether that is right; where the form has something else, a button that takes it.
void StartScreen::drawFound(const Theme& theme, const Words& words) {
  if (!found_) return;
  const std::string game(title(found_->game));
  const auto& can = tracker::choicesOf(found_->game).players;
  std::vector<int> players;
  std::set_intersection(can.begin(), can.end(), found_->players.begin(), found_->players.end(),
                        std::back_inserter(players));
  const bool one = players.size() == 1;
  const std::vector<std::pair<std::string, std::string>> values{{"game", game},
                                                                {"n", one ? std::to_string(players.front()) : ""}};
  const bool fits = form_.fits(*found_);
  const std::string said =
      words.say(std::string("start.found") + (one ? ".players" : "") + (fits ? "" : ".other"), values);
  wrapped(fits ? theme.colours().good : theme.colours().notice, said);
  if (fits) return;
  if (ImGui::Button((words.say("start.found.take") + "###take-found").c_str())) adjusted_ = form_.take(*found_, words);
}

Requests StartScreen::drawForm(const Theme& theme, const Area& area, const StartSight& sight, const Words& words) {
  Requests requests;
  const Panel panel(theme, "new game", area);
  labels_ = labelWidth(theme, words);
  drawHeading(theme, words, requests);
  const float start = theme.px(44), spacing = ImGui::GetStyle().ItemSpacing.y;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  std::vector<std::pair<ImVec4, std::string>> notices;
  for (const std::string& sentence : adjusted_) notices.emplace_back(theme.colours().notice, sentence);
  if (!sight.trouble.empty()) notices.emplace_back(theme.colours().bad, sight.trouble);
  float said = 0;
  for (const auto& [colour, sentence] : notices)
    said += ImGui::CalcTextSize(sentence.c_str(), nullptr, false, room.x).y + spacing;
  ImGui::BeginChild("form", {0, room.y - start - spacing - said});
  takeFound(sight, words);
  drawGame(theme);
  drawFound(theme, words);
  rowGap(theme);
  drawPlayers(theme, words, ImGui::GetContentRegionAvail().x);
  drawFirst(theme, words);
  rowGap(theme);
  drawOptions(theme, words);
  drawEditions(theme, sight, words);
  ImGui::EndChild();
  for (const auto& [colour, sentence] : notices) wrapped(colour, sentence);
  ImGui::BeginDisabled(form_.source().empty());
  if (primaryButton(theme, words.say("start.start").c_str(), {theme.px(150), start})) {
    requests.push_back(RememberForm{form_});
    requests.push_back(
        StartGame{form_.header(words), form_.source(), form_.first.has_value(), sight.editionOf(form_, form_.game)});
  }
  ImGui::EndDisabled();
  if (form_.source().empty()) {
    ImGui::SameLine();
    const std::string why = words.say("start.nothing-chosen");
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float high = wrappedSize(theme.fonts().small(), why, width).y;
    putWrapped(*ImGui::GetWindowDrawList(), theme.fonts().small(), {at.x, at.y + (start - high) / 2},
               tint(theme.colours().soft), why, width);
  }
  return requests;
}

/// The heading, and at its right what needs no camera.
void StartScreen::drawHeading(const Theme& theme, const Words& words, Requests& requests) {
  const std::string demo = words.say("start.demo"), print = words.say("start.print");
  const float top = ImGui::GetCursorPosY();
  {
    const WithFont heading(theme.fonts().heading());
    ImGui::TextUnformatted(words.say("start.title").c_str());
  }
  const float wide = buttonWidth(demo) + ImGui::GetStyle().ItemSpacing.x + buttonWidth(print);
  ImGui::SetCursorPos({ImGui::GetWindowContentRegionMax().x - wide, top});
  if (ImGui::Button(demo.c_str())) requests.push_back(PlayDemo{form_.game});
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", words.say("start.demo-why").c_str());
  ImGui::SameLine();
  if (ImGui::Button(print.c_str())) print_.open(form_.game, form_.players, words.language());
  rowGap(theme);
}

void StartScreen::drawGame(const Theme& theme) {
  for (const GameId game : kGames) {
    if (choice(theme, std::string(title(game)).c_str(), game == form_.game)) {
      form_.choose(game);
      adjusted_.clear();
      chosen_ = true;
    }
    ImGui::SameLine();
  }
  ImGui::NewLine();
}

void StartScreen::drawPlayers(const Theme& theme, const Words& words, float width) {
  label(theme, words.say("start.players"), labels_);
  for (const int count : tracker::choicesOf(form_.game).players) {
    if (choice(theme, (std::to_string(count) + "##players").c_str(), count == form_.players) &&
        count != form_.players) {
      adjusted_ = form_.choosePlayers(count, words);
      chosen_ = true;
    }
    ImGui::SameLine();
  }
  const std::string clockwise = words.say("start.clockwise");
  if (ImGui::GetCursorScreenPos().x + sizeOf(theme.fonts().small(), clockwise).x <=
      ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x) {
    ImGui::AlignTextToFramePadding();
    caption(theme, clockwise.c_str());
  } else {
    ImGui::NewLine();
    caption(theme, clockwise.c_str());
  }
  const int inARow = form_.players > 4 ? 3 : 2;
  const auto columns = static_cast<float>(inARow);
  const float field = std::floor((width - theme.px(kGap) * (columns - 1)) / columns);
  for (int player = 0; player < form_.players; ++player) {
    ImGui::PushID(player);
    ImGui::SetNextItemWidth(field);
    ImGui::InputTextWithHint("##name", words.say("start.player", {{"n", std::to_string(player + 1)}}).c_str(),
                             &form_.names[static_cast<std::size_t>(player)]);
    ImGui::PopID();
    if (player % inARow != inARow - 1 && player + 1 < form_.players) ImGui::SameLine(0, theme.px(kGap));
  }
}

/// "Found out" first: whoever reaches in first, or before whom the turn marker lies.
void StartScreen::drawFirst(const Theme& theme, const Words& words) {
  label(theme, words.say("start.begins"), labels_);
  if (choice(theme, (words.say("start.find-out") + "##first").c_str(), !form_.first)) form_.first.reset();
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", words.say("start.find-out-why").c_str());
  for (int player = 0; player < form_.players; ++player) {
    const std::string& typed = form_.names[static_cast<std::size_t>(player)];
    const std::string name =
        (typed.empty() ? std::to_string(player + 1) : shortened(typed)) + "##first" + std::to_string(player);
    besideOrBelow(name, labels_);
    if (choice(theme, name.c_str(), form_.first == player)) form_.first = player;
  }
}

void StartScreen::drawOptions(const Theme& theme, const Words& words) {
  for (const tracker::GameOption& option : tracker::choicesOf(form_.game).options) {
    const auto choices = tracker::offered(option, form_.players);
    const bool knownOnly = choices.size() == 1 && choices.front().value == option.choices.front().value;
    if (knownOnly) continue;  // as it is where there is nothing to choose
    label(theme, labelOf(words, option.name), labels_);
    ChosenOption& chosen = form_.chosen(option.name);
    if (choices.size() == 1) {
      ImGui::TextUnformatted(words
                                 .say("start.only-with", {{"value", labelOf(words, option.name, choices.front().value)},
                                                          {"n", std::to_string(form_.players)}})
                                 .c_str());
      continue;
    }
    const bool findsOut = canBeFoundOut(option, form_.players);
    if (findsOut) {
      if (choice(theme, (words.say("start.find-out") + "##" + option.name).c_str(), !chosen)) chosen.reset();
      if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", words.say("start.find-out-why").c_str());
    }
    for (std::size_t n = 0; n < choices.size(); ++n) {
      const bool lit = chosen ? *chosen == choices[n].value : !findsOut && n == 0;
      const std::string text = labelOf(words, option.name, choices[n].value) + "##" + option.name;
      if (findsOut || n > 0) besideOrBelow(text, labels_);
      if (choice(theme, text.c_str(), lit)) chosen = choices[n].value;
    }
  }
}

/// Ours, those that were taught, and teaching another. Octa needs none of that.
void StartScreen::drawEditions(const Theme& theme, const StartSight& sight, const Words& words) {
  if (!vision::followsTaught(form_.game)) return;
  static const std::vector<KnownEdition> none;
  label(theme, words.say("start.pieces"), labels_);
  const std::string chosen = sight.editionOf(form_, form_.game);
  if (choice(theme, (words.say("start.pieces.own") + "##edition").c_str(), chosen.empty()))
    form_.editions.erase(form_.game);
  for (const KnownEdition& edition : sight.editions ? *sight.editions : none) {
    if (edition.game != form_.game) continue;
    const std::string text = shortened(edition.title, kTitleLetters) + "##edition-" + edition.folder;
    besideOrBelow(text, labels_);
    if (choice(theme, text.c_str(), chosen == edition.folder)) form_.editions[form_.game] = edition.folder;
  }
  const std::string teach = words.say("teach.open");
  besideOrBelow(teach, labels_);
  if (ImGui::Button(teach.c_str())) enrolment_.open();
}

Requests StartScreen::drawSource(const Theme& theme, const Area& area, const StartSight& sight, const Words& words) {
  Requests requests;
  const Panel panel(theme, "seen by", area);
  {
    const WithFont heading(theme.fonts().heading());
    ImGui::TextUnformatted(words.say("start.seen-by").c_str());
  }
  rowGap(theme);
  static constexpr std::array<const char*, StartForm::kSources> kKinds{"start.camera", "start.recording",
                                                                       "start.stream"};
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    const auto kind = static_cast<StartForm::Source>(i);
    if (choice(theme, words.say(kKinds[i]).c_str(), form_.kind == kind)) form_.kind = kind;
    ImGui::SameLine();
  }
  ImGui::NewLine();
  typing_ = false;
  if (form_.kind == StartForm::Source::Camera)
    drawCameras(theme, sight, words);
  else
    drawPlace(theme, sight, words, requests);
  drawPicture(theme, {ImGui::GetCursorScreenPos(), ImGui::GetContentRegionAvail()}, sight, words);
  print_.draw(theme, words, sight.folder, requests);
  enrolment_.draw(theme, words, form_.source(), sight.halfTaught, sight.editions, requests);
  return requests;
}

const PreviewSnapshot* StartSight::of(const std::string& source) const {
  if (source.empty()) return nullptr;
  if (followed.source == source) return &followed;
  const auto found = previewed.find(source);
  return found == previewed.end() ? nullptr : found->second.get();
}

std::string StartSight::editionOf(const StartForm& form, GameId game) const {
  const auto chosen = form.editions.find(game);
  if (chosen == form.editions.end() || !editions) return {};
  const bool isThere = std::any_of(editions->begin(), editions->end(), [&](const KnownEdition& edition) {
    return edition.game == game && edition.folder == chosen->second;
  });
  return isThere ? chosen->second : std::string();
}

void StartScreen::Shown::take(const std::shared_ptr<const cv::Mat>& newer) {
  if (picture != newer) texture.upload(*newer);
  picture = newer;
}

std::vector<std::string> StartScreen::shown(const std::vector<vision::Camera>* cameras) const {
  /// More at once than a USB controller carries; who has more cameras sees the chosen one.
  constexpr std::size_t kMost = 4;
  std::vector<std::string> sources{form_.source()};
  if (form_.kind != StartForm::Source::Camera || !cameras) return sources;
  for (const vision::Camera& camera : *cameras)
    if (sources.size() < kMost && camera.source != form_.source()) sources.push_back(camera.source);
  return sources;
}

/// A camera to choose where there are several: what it sees, its name, and whose table that is.
bool StartScreen::drawCamera(const Theme& theme, const vision::Camera& camera, bool lit, const StartSight& sight,
                             const Words& words) {
  const float height = theme.px(46), wide = height * 16 / 9, gap = theme.px(10);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const bool pressed = choice(theme, ("##" + camera.source).c_str(), lit, {width, height + theme.px(8)});
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Area small{{at.x + theme.px(4), at.y + theme.px(4)}, {wide, height}};
  draw.AddRectFilled(small.at, small.corner(), tint(theme.colours().ground), theme.px(4));
  const PreviewSnapshot* seen = sight.of(camera.source);
  if (seen && seen->picture && !seen->picture->empty()) {
    Shown& shown = pictures_[camera.source];
    shown.take(seen->picture);
    const Area picture = small.fitted(shown.texture.size());
    draw.AddImage(shown.texture.id(), picture.at, picture.corner());
  }
  const std::string sees = seen && any(seen->trouble) ? words.trouble(seen->trouble)
                           : seen && seen->table      ? std::string(title(seen->table->game))
                                                      : std::string();
  const float x = small.right() + gap, room = at.x + width - x - gap;
  ImFont *text = theme.fonts().text(), *fine = theme.fonts().small();
  const float both = text->FontSize + (sees.empty() ? 0 : fine->FontSize);
  const float y = small.at.y + (height - both) / 2;
  put(draw, text, {x, y}, tint(lit ? theme.colours().ink : theme.colours().soft), camera.name, room);
  if (!sees.empty()) put(draw, fine, {x, y + text->FontSize}, tint(theme.colours().soft), sees, room);
  if (!sees.empty() && sizeOf(fine, sees).x > room && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", sees.c_str());
  return pressed;
}

void StartScreen::drawCameras(const Theme& theme, const StartSight& sight, const Words& words) {
  if (!sight.cameras) return;
  std::string& chosen = form_.source();
  if (chosen.empty() && !sight.cameras->empty()) chosen = sight.cameras->front().source;
  const float width = ImGui::GetContentRegionAvail().x;
  bool there = false;
  for (const vision::Camera& camera : *sight.cameras) {
    const bool lit = camera.source == chosen;
    there = there || lit;
    const bool pressed = sight.cameras->size() > 1
                             ? drawCamera(theme, camera, lit, sight, words)
                             : choice(theme, (camera.name + "##" + camera.source).c_str(), lit, {width, 0});
    if (pressed) chosen = camera.source;
  }
  if (there) return;
  if (!chosen.empty()) {
    const std::string name = std::filesystem::path(chosen).filename().string();
    ImGui::TextWrapped("%s: %s", name.c_str(), words.say("start.unplugged").c_str());
    if (sight.cameras->empty()) return;
  }
  if (sight.cameras->empty()) wrapped(theme.colours().soft, words.say("start.no-camera"));
}

/// A recording's path or a stream's address.
void StartScreen::drawPlace(const Theme& theme, const StartSight& sight, const Words& words, Requests& requests) {
  const bool recording = form_.kind == StartForm::Source::Recording;
  const std::string browse = words.say("start.browse");
  ImGui::SetNextItemWidth(recording ? -buttonWidth(browse) - ImGui::GetStyle().ItemSpacing.x : -1);
  ImGui::InputTextWithHint("##place", words.say(recording ? "start.recording-hint" : "start.stream-hint").c_str(),
                           &form_.source());
  typing_ = ImGui::IsItemActive();
  if (recording) {
    ImGui::SameLine();
    if (ImGui::Button(browse.c_str())) browser_.open(FileBrowser::Seeks::Recording, form_.source());
    if (const auto chosen = browser_.draw(theme, words, sight.folder, requests)) form_.source() = *chosen;
  }
  const WithFont font(theme.fonts().small());
  wrapped(theme.colours().soft, words.say(recording ? "start.drop" : "start.stream-why"));
}

/// What the chosen source shows, or why it shows nothing.
void StartScreen::drawPicture(const Theme& theme, const Area& area, const StartSight& sight, const Words& words) {
  const std::string& source = form_.source();
  if (source.empty() || typing_ || area.size.y < theme.px(60)) return;
  const PreviewSnapshot* seen = sight.of(source);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (seen && seen->picture && !seen->picture->empty()) {
    Shown& shown = pictures_[source];
    shown.take(seen->picture);
    const Area picture = area.fitted(shown.texture.size());
    draw.AddImageRounded(shown.texture.id(), picture.at, picture.corner(), {0, 0}, {1, 1}, IM_COL32_WHITE, theme.px(8));
    return;
  }
  draw.AddRectFilled(area.at, area.corner(), tint(theme.colours().raised), theme.px(8));
  const std::string text = seen && any(seen->trouble)
                               ? words.say("start.cannot-be-seen", {{"why", words.trouble(seen->trouble)}})
                               : words.say("start.opening");
  const float width = area.size.x - theme.px(40);
  const ImVec2 size = wrappedSize(theme.fonts().text(), text, width);
  putWrapped(draw, theme.fonts().text(),
             {area.at.x + (area.size.x - size.x) / 2, area.at.y + (area.size.y - size.y) / 2},
             tint(theme.colours().soft), text, width);
}

Requests StartScreen::drawUnfinished(const Theme& theme, const Area& area, const StartSight& sight,
                                     const Words& words) const {
  const HistorySnapshot* history = sight.history;
  Requests requests;
  const Panel panel(theme, "unfinished", area, true);
  {
    const WithFont heading(theme.fonts().heading());
    ImGui::TextUnformatted(words.say("start.go-on").c_str());
  }
  rowGap(theme);
  int shown = 0;
  if (history)
    for (const db::GameSummary& game : history->games) {
      if (game.result || game.id == sight.followedGame || isDemo(game.header)) continue;
      ++shown;
      ImGui::PushID(static_cast<int>(game.id));
      ImGui::TextWrapped("%s: %s", std::string(title(game.header.game)).c_str(), playersText(game.header).c_str());
      caption(theme, (localText(game.started, words) + " · " + words.count("start.moves", game.events)).c_str());
      const bool elsewhere = history->followed.contains(game.id);
      if (elsewhere) caption(theme, words.say("start.followed-elsewhere").c_str());
      ImGui::BeginDisabled(form_.source().empty());
      if (ImGui::Button(words.say(elsewhere ? "start.take-over" : "start.continue").c_str())) {
        requests.push_back(RememberForm{form_});
        requests.push_back(ContinueGame{game.id, form_.source(), elsewhere, sight.editionOf(form_, game.header.game)});
      }
      ImGui::EndDisabled();
      ImGui::SameLine();
      if (ImGui::Button(words.say("start.look-at-it").c_str())) requests.push_back(OpenStored{game.id});
      ImGui::PopID();
      rowGap(theme);
    }
  if (shown) return requests;
  wrapped(theme.colours().soft,
          history && any(history->trouble) ? words.trouble(history->trouble) : words.say("start.nothing-unfinished"));
  return requests;
}

void StartScreen::drop(const std::string& path) {
  form_.kind = StartForm::Source::Recording;
  form_.source() = path;
}

std::string StartScreen::typed() const {
  std::string all = print_.typed() + enrolment_.typed();
  for (const std::string& name : form_.names) all += name;
  for (const std::string& place : form_.places) all += place;
  return all;
}

}  // namespace octo::ui

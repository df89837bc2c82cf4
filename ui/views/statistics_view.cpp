#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "ui/views/game_list.h"
#include "ui/window/widgets.h"

namespace octo::ui {
namespace {

/// Told apart by brightness as well as by hue, so that they differ for every eye (after Okabe and Ito).
constexpr std::array<ImU32, 6> kCurves{IM_COL32(86, 180, 233, 255), IM_COL32(230, 159, 0, 255),
                                       IM_COL32(0, 158, 115, 255),  IM_COL32(204, 121, 167, 255),
                                       IM_COL32(213, 94, 0, 255),   IM_COL32(240, 228, 66, 255)};
constexpr float kBar = 18;

struct Bar {
  std::string label;
  /// 0 to 1 of the widest.
  float share;
  std::string value;
};

std::vector<const PlayerStatistics*> playersIn(const Statistics& all, GameId game, const std::string& player) {
  std::vector<const PlayerStatistics*> found;
  for (const PlayerStatistics& each : all.players)
    if (each.game == game && (player.empty() || each.player == player)) found.push_back(&each);
  return found;
}

/// Below a small heading; returns the height that was used.
float drawBars(const Theme& theme, ImVec2 at, float width, const std::string& heading, const std::vector<Bar>& bars,
               const std::string& none) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Palette& p = theme.colours();
  ImFont* font = theme.fonts().text();
  const float label = std::floor(width * 0.38f), value = theme.px(84);
  float y = at.y;
  put(draw, theme.fonts().small(), {at.x, y}, tint(p.soft), heading, width);
  y += theme.px(24);
  if (bars.empty()) y += putWrapped(draw, font, {at.x, y}, tint(p.soft), none, width) + theme.px(8);
  for (const Bar& bar : bars) {
    const float high = putWrapped(draw, font, {at.x, y}, tint(p.ink), bar.label, label - theme.px(10));
    const float room = width - label - value;
    const float wide = std::max(theme.px(2), room * bar.share);
    draw.AddRectFilled({at.x + label, y}, {at.x + label + wide, y + theme.px(kBar)}, tint(p.accent), theme.px(4));
    put(draw, font, {at.x + label + wide + theme.px(8), y}, tint(p.soft), bar.value, value);
    y += std::max(high, theme.px(kBar)) + theme.px(8);
  }
  return y - at.y + theme.px(10);
}

std::vector<Bar> winBars(const std::vector<const PlayerStatistics*>& players, const Words& words) {
  std::vector<Bar> bars;
  for (const PlayerStatistics* each : players)
    if (each->finished > 0)
      bars.push_back({each->player, static_cast<float>(each->won) / static_cast<float>(each->finished),
                      words.say("statistics.won-of",
                                {{"won", std::to_string(each->won)}, {"played", std::to_string(each->finished)}})});
  return bars;
}

std::vector<Bar> breachBars(const std::vector<const PlayerStatistics*>& players, const Words& words) {
  std::map<std::string, int> rules;
  for (const PlayerStatistics* each : players)
    for (const auto& [rule, count] : each->rules) rules[rule] += count;
  std::vector<std::pair<int, std::string>> ordered;
  for (const auto& [rule, count] : rules) ordered.emplace_back(-count, rule);
  std::sort(ordered.begin(), ordered.end());
  std::vector<Bar> bars;
  for (const auto& [count, rule] : ordered)
    bars.push_back({words.rule(rule), static_cast<float>(count) / static_cast<float>(ordered.front().first),
                    std::to_string(-count)});
  return bars;
}

/// What a score of the game counts.
const char* scoresTitle(GameId game) {
  if (game == GameId::Octagone) return "statistics.shields";
  return game == GameId::Octal ? "statistics.cards" : "statistics.scores";
}

/// A curve a player, the games from the oldest to the newest; a ring stands where the game was won.
float drawCurves(const Theme& theme, ImVec2 at, float width, const std::vector<const PlayerStatistics*>& players,
                 GameId game, const Words& words) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Palette& p = theme.colours();
  ImFont* small = theme.fonts().small();
  put(draw, small, {at.x, at.y}, tint(p.soft), words.say(scoresTitle(game)), width);
  const float height = theme.px(150), left = at.x + theme.px(34), right = at.x + width - theme.px(8);
  const float top = at.y + theme.px(28), bottom = top + height;
  int most = 1;
  std::vector<std::int64_t> games;
  const std::size_t shown = std::min(players.size(), kCurves.size());
  for (std::size_t i = 0; i < shown; ++i)
    for (const ScoredGame& each : players[i]->games) {
      most = std::max(most, each.score);
      games.push_back(each.game);
    }
  std::sort(games.begin(), games.end());
  games.erase(std::unique(games.begin(), games.end()), games.end());
  for (const int value : {0, most}) {
    const float y = bottom - height * static_cast<float>(value) / static_cast<float>(most);
    draw.AddLine({left, y}, {right, y}, tint(p.line), theme.px(1));
    const std::string text = std::to_string(value);
    put(draw, small, {left - sizeOf(small, text).x - theme.px(8), y - small->FontSize / 2}, tint(p.soft), text);
  }
  const auto place = [&](const ScoredGame& each) {
    const auto index = std::lower_bound(games.begin(), games.end(), each.game) - games.begin();
    const float along = games.size() < 2 ? 0.5f : static_cast<float>(index) / static_cast<float>(games.size() - 1);
    return ImVec2(left + (right - left) * along,
                  bottom - height * static_cast<float>(std::max(0, each.score)) / static_cast<float>(most));
  };
  float x = left, y = bottom + theme.px(12);
  for (std::size_t i = 0; i < shown; ++i) {
    const ImU32 colour = kCurves[i];
    const auto& played = players[i]->games;
    for (std::size_t n = 0; n < played.size(); ++n) {
      if (n > 0) draw.AddLine(place(played[n - 1]), place(played[n]), colour, theme.px(2));
      draw.AddCircleFilled(place(played[n]), theme.px(3.5f), colour);
      if (played[n].won) draw.AddCircle(place(played[n]), theme.px(7), colour, 0, theme.px(1.5f));
    }
    const float wide = theme.px(36) + sizeOf(small, players[i]->player).x;
    if (x > left && x + wide > right) x = left, y += theme.px(20);
    draw.AddCircleFilled({x + theme.px(6), y + small->FontSize / 2}, theme.px(5), colour);
    put(draw, small, {x + theme.px(16), y}, tint(p.ink), players[i]->player, right - x - theme.px(16));
    x += wide;
  }
  return y + theme.px(30) - at.y;
}

void drawTotals(const Theme& theme, const GameStatistics& game, const Words& words) {
  const auto total = [&](const char* key, const std::string& value) {
    ImGui::BeginGroup();
    caption(theme, words.say(key).c_str());
    const WithFont font(theme.fonts().heading());
    ImGui::TextUnformatted(value.c_str());
    ImGui::EndGroup();
    ImGui::SameLine(0, theme.px(36));
  };
  total("statistics.played", std::to_string(game.played));
  if (game.finished > 0) {
    const auto minutes = static_cast<int>(std::lround(game.seconds / game.finished / 60));
    std::string length = words.say("statistics.moves", {{"n", std::to_string(game.events / game.played)}});
    if (minutes > 0) length = words.say("statistics.minutes", {{"n", std::to_string(minutes)}}) + " · " + length;
    total("statistics.length", length);
  }
  total("history.breaches", std::to_string(game.breaches));
  ImGui::NewLine();
}

/// Who is looked at, of those who played the game.
void choosePlayer(const Theme& theme, const Statistics& all, GameId game, std::string& player, const Words& words) {
  const auto players = playersIn(all, game, {});
  if (std::none_of(players.begin(), players.end(), [&](const auto* each) { return each->player == player; }))
    player.clear();
  const std::string everybody = words.say("statistics.everybody");
  ImGui::SameLine(0, theme.px(20));
  ImGui::SetNextItemWidth(theme.px(200));
  if (!ImGui::BeginCombo("##of whom", player.empty() ? everybody.c_str() : player.c_str())) return;
  if (ImGui::Selectable((everybody + "##everybody").c_str(), player.empty())) player.clear();
  for (const PlayerStatistics* each : players)
    if (ImGui::Selectable((each->player + "##player").c_str(), each->player == player)) player = each->player;
  ImGui::EndCombo();
}

}  // namespace

void drawStatistics(const Theme& theme, const Statistics& statistics, GameId& game, std::string& player,
                    const Words& words) {
  const auto of = [&](GameId id) {
    return std::find_if(statistics.games.begin(), statistics.games.end(),
                        [&](const GameStatistics& each) { return each.game == id; });
  };
  if (of(game) == statistics.games.end() && !statistics.games.empty()) game = statistics.games.front().game;
  for (const GameStatistics& each : statistics.games) {
    if (choice(theme, std::string(title(each.game)).c_str(), each.game == game)) game = each.game;
    ImGui::SameLine();
  }
  choosePlayer(theme, statistics, game, player, words);
  ImGui::BeginChild("plots");
  const auto chosen = of(game);
  if (chosen == statistics.games.end() || chosen->finished == 0)
    ImGui::TextColored(theme.colours().soft, "%s", words.say("statistics.none").c_str());
  if (chosen != statistics.games.end()) {
    drawTotals(theme, *chosen, words);
    const auto players = playersIn(statistics, game, player);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, gap = theme.px(40);
    const float half = std::floor((width - gap) / 2);
    const float wins =
        drawBars(theme, at, half, words.say("statistics.won"), winBars(players, words), words.say("statistics.none"));
    const float rules = drawBars(theme, {at.x + half + gap, at.y}, half, words.say("statistics.breaches"),
                                 breachBars(players, words), words.say("statistics.no-breach"));
    const float bars = std::max(wins, rules);
    ImGui::Dummy({width, bars + drawCurves(theme, {at.x, at.y + bars}, width, players, game, words)});
  }
  ImGui::EndChild();
}

}  // namespace octo::ui

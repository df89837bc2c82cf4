#include "ui/standing/game_sheets.h"

#include <algorithm>

#include "tracker/messages/piece_words.h"
#include "ui/history/move_text.h"
#include "ui/standing/game_standing.h"

namespace octo::ui {
namespace {

SheetPart partFor(const GameSnapshot& game, int player, const Words& words) {
  const Side side = sideOf(game, player, words);
  return {side.name, side.figure, side.won, {}};
}

int playersOf(const GameSnapshot& game) { return static_cast<int>(game.header.players.size()); }

std::string textOrEmpty(const Json& value) { return value.is_string() ? value.get<std::string>() : std::string(); }

// Octagone

/// "2 jokers", or "1 or 2 jokers" where nobody knows who of a pair has one more.
std::string jokersLeft(const Json& hand, const Words& words) {
  const Json& jokers = fieldOf(hand, "jokers");
  if (jokers.is_number_integer()) return words.count("score.jokers", jokers.get<int>());
  const Json &fewest = partOf(jokers, 0), &most = partOf(jokers, 1);
  if (!fewest.is_number_integer() || !most.is_number_integer()) return "";
  return words.say("score.jokers.either",
                   {{"low", std::to_string(fewest.get<int>())}, {"high", std::to_string(most.get<int>())}});
}

/// What a player has left, by kind; nothing where that is not known.
std::optional<SheetLine> shieldsLeft(const GameSnapshot& game, int player, bool named, const Words& words) {
  const Json& hand = partOf(fieldOf(game.table, "hands"), static_cast<std::size_t>(player));
  const auto coloured = numberOf(hand, "coloured");
  const std::string jokers = jokersLeft(hand, words);
  const auto left = scoreOf(game, player);
  if (!coloured || jokers.empty()) return std::nullopt;
  const std::string kinds =
      words.say("score.shields", {{"coloured", words.count("score.coloured", *coloured)}, {"jokers", jokers}});
  const bool known = fieldOf(hand, "jokers").is_number_integer();
  const std::string who = playerName(game.header, player, words.language());
  return SheetLine{named ? words.say("score.of", {{"player", who}, {"what", kinds}}) : kinds,
                   known && left ? std::to_string(*left) : "–"};
}

// The OCTAL

int cardsLaid(const Event& event) {
  return sizeOfPile(fieldOf(event.fields, "cards")).value_or(fieldOf(event.fields, "card").is_string() ? 1 : 0);
}

// Oct8

bool countsFor(const Json& head, const Json& arm) {
  return head.is_string() && arm.is_string() && arm.get<std::string>().starts_with(head.get<std::string>() + ":");
}

/// Why an octopus counts once or twice.
std::string whyCounted(const GameSnapshot& game, const Json& octopus, const Json& seat, const Words& words) {
  if (fieldOf(octopus, "shipped") != true) return words.say("score.field");
  const std::string bonus = game.header.options.value("bonus", std::string("colour"));
  const bool twice = fieldOf(octopus, "bonus") == true;
  if (bonus == "faq") return words.say("score.twice.faq");
  if (twice) return words.say(bonus == "all-arms" ? "score.twice.all-arms" : "score.twice.colour");
  const Json& own = fieldOf(seat, "colour");
  if (!own.is_string()) return words.say("score.once.hidden");
  if (own == fieldOf(octopus, "head")) return words.say("score.once.mixed");
  return words.say("score.once.other", {{"colour", words.word(own.get<std::string>())}});
}

SheetLine octopusLine(const GameSnapshot& game, const Json& octopus, const Json& seat, std::size_t k,
                      const Words& words) {
  const Json &head = fieldOf(octopus, "head"), &arms = fieldOf(octopus, "arms");
  const int scoring = numberOf(octopus, "scoring").value_or(0);
  const int points = numberOf(octopus, "points").value_or(0);
  if (fieldOf(octopus, "covered") == true) {
    SheetLine line{
        words.say("score.covered", {{"k", std::to_string(k + 1)}, {"colour", words.word(textOrEmpty(head))}})};
    if (head.is_string()) line.pieces.push_back({Face("head:" + head.get<std::string>())});
    return line;
  }
  const std::string counted = words.say("score.arms", {{"k", std::to_string(k + 1)},
                                                       {"scoring", std::to_string(scoring)},
                                                       {"cards", std::to_string(sizeOfPile(arms).value_or(0))},
                                                       {"colour", words.word(textOrEmpty(head))}});
  SheetLine line{counted + " " + whyCounted(game, octopus, seat, words), std::to_string(points), {}};
  if (fieldOf(octopus, "bonus") == true) line.figure = "2 × " + std::to_string(scoring) + " = " + line.figure;
  if (head.is_string()) line.pieces.push_back({Face("head:" + head.get<std::string>())});
  if (arms.is_array())
    for (const Json& arm : arms)
      if (arm.is_string()) line.pieces.push_back({Face(arm.get<std::string>()), countsFor(head, arm)});
  return line;
}

/// What players of Oct8 are ranked by, in this order.
struct Oct8Rank {
  int points, made, arms;
  auto operator<=>(const Oct8Rank&) const = default;
};

/// What decided between those with the most points; nothing where one alone has them.
std::optional<std::string> whatDecided(const GameSnapshot& game, const std::vector<Oct8Rank>& ranks,
                                       const Words& words) {
  std::vector<int> best(ranks.size());
  for (std::size_t i = 0; i < best.size(); ++i) best[i] = static_cast<int>(i);
  const auto keepMost = [&](int Oct8Rank::*what) {
    int most = 0;
    for (const int player : best) most = std::max(most, ranks[static_cast<std::size_t>(player)].*what);
    std::erase_if(best, [&](int player) { return ranks[static_cast<std::size_t>(player)].*what != most; });
    return most;
  };
  keepMost(&Oct8Rank::points);
  if (best.size() < 2) return std::nullopt;
  const std::string equal = words.players(game.header, best);
  const int made = keepMost(&Oct8Rank::made);
  const auto decided = [&](const char* key, int n) {
    return words.say(key, {{"players", equal}, {"winner", words.players(game.header, best)}, {"n", std::to_string(n)}});
  };
  if (best.size() == 1) return decided("score.tie.made", made);
  const int arms = keepMost(&Oct8Rank::arms);
  if (best.size() == 1) return decided("score.tie.arms", arms);
  return decided("score.tie.none", arms);
}

// Octa

/// The runs of a player: name, places, and how many of them are open.
std::vector<std::pair<std::string, Json>> runsOf(const GameSnapshot& game, int player) {
  std::vector<std::pair<std::string, Json>> own;
  const Json& runs = fieldOf(game.table, "runs");
  if (!runs.is_object()) return own;
  for (const auto& [name, run] : runs.items())
    if (numberOf(run, "owner") == player && fieldOf(run, "places").is_array())
      own.emplace_back(name, fieldOf(run, "places"));
  return own;
}

SheetLine runLine(const std::string& name, const Json& places, const Words& words, const tracker::PieceWords& pieces) {
  SheetLine line;
  int closed = 0;
  for (const Json& card : places) {
    const bool open = card != "back";
    closed += open ? 0 : 1;
    if (card.is_string()) line.pieces.push_back({open ? Face(card.get<std::string>()) : Face("back"), open});
  }
  const int open = static_cast<int>(places.size()) - closed;
  line.figure = std::to_string(open);
  const std::string run = pieces.run(name);
  line.text = words.say("score.run", {{"run", run}, {"n", std::to_string(open)}});
  if (closed) line.text += " " + words.count("score.closed", closed);
  return line;
}

// What a picture tells

std::vector<SheetPiece> piecesIn(const Json& faces) {
  std::vector<SheetPiece> pieces;
  if (faces.is_array())
    for (const Json& face : faces)
      if (face.is_string()) pieces.push_back({Face(face.get<std::string>())});
  return pieces;
}

/// What of a player lies there, in the games whose sheet is made of something else.
SheetLine countedLine(GameId game, const Json& counted, const Words& words) {
  const auto number = [&](const char* field) { return std::to_string(numberOf(counted, field).value_or(0)); };
  switch (game) {
    case GameId::Octagone:
      return {words.say("score.laid", {{"laid", number("laid")}, {"left", number("left")}}), number("left"), {}};
    case GameId::Octal:
      return {words.say("score.hand"), number("cards"), piecesIn(fieldOf(counted, "hand"))};
    default: {
      SheetLine line{words.say("score.open"), number("open"), piecesIn(fieldOf(counted, "cards"))};
      if (const int closed = numberOf(counted, "closed").value_or(0); closed > 0)
        line.text += " " + words.count("score.closed", closed);
      return line;
    }
  }
}

/// As Oct8's state describes its players.
Json oct8Players(const Result& result, const std::vector<Json>& counted) {
  Json players = Json::array();
  for (std::size_t player = 0; player < counted.size(); ++player) {
    Json seat = counted[player];
    const Json& octopuses = fieldOf(seat, "octopuses");
    int arms = 0;
    for (const Json& each : octopuses) arms += numberOf(each, "scoring").value_or(0);
    seat["made"] = octopuses.size();
    seat["scoring_arms"] = arms;
    seat["points"] = player < result.scores.size() ? result.scores[player] : 0;
    players.push_back(std::move(seat));
  }
  return players;
}

}  // namespace

void addOctagoneSheet(ScoreSheet& sheet, const GameSnapshot& game, const Words& words) {
  const int players = playersOf(game);
  const bool pairs = players == 4;
  sheet.lead.push_back(words.say(pairs ? "score.goal.pairs" : "score.goal"));
  bool hidden = false, known = true;
  for (int player = 0; player < (pairs ? 2 : players); ++player) {
    SheetPart part = partFor(game, player, words);
    std::vector<int> members{player};
    if (pairs) {
      members.push_back(player + 2);
      part.title = words.players(game.header, members);
      if (scoreOf(game, player) && scoreOf(game, player + 2))
        part.figure = std::to_string(*scoreOf(game, player) + *scoreOf(game, player + 2));
    }
    for (const int member : members) {
      const auto line = shieldsLeft(game, member, pairs, words);
      known = known && line;
      hidden = hidden || (line && line->figure == "–");
      if (line) part.lines.push_back(*line);
    }
    sheet.parts.push_back(std::move(part));
  }
  if (hidden) sheet.notes.push_back(words.say("score.second-joker"));
  if (!known) sheet.notes.push_back(words.say("score.unknown"));
}

void addOctalSheet(ScoreSheet& sheet, const GameSnapshot& game, const Words& words) {
  constexpr int kDealt = 4;
  const Json& podium = fieldOf(game.header.options, "podium");
  sheet.lead.push_back(words.say(podium == 3 ? "score.goal.3" : "score.goal.1"));
  const Json& finished = fieldOf(game.table, "finished");
  const auto played = game.events.begin() + std::min<std::ptrdiff_t>(game.played, std::ssize(game.events));
  for (int player = 0; player < playersOf(game); ++player) {
    SheetPart part = partFor(game, player, words);
    if (finished.is_array())
      if (const auto place = std::find(finished.begin(), finished.end(), Json(player)); place != finished.end())
        part.lines.push_back({words.say("score.out", {{"n", std::to_string(place - finished.begin() + 1)}})});
    int laid = 0;
    for (auto event = game.events.begin(); event != played; ++event)
      if (event->event.player == player && event->verdict.applied) laid += cardsLaid(event->event);
    const auto hand = handOf(game, player);
    const int drawn = hand.value_or(0) - kDealt + laid;
    if (hand && drawn >= 0)
      part.lines.push_back({words.say("score.account", {{"dealt", std::to_string(kDealt)},
                                                        {"drawn", std::to_string(drawn)},
                                                        {"laid", std::to_string(laid)}}),
                            std::to_string(*hand)});
    sheet.parts.push_back(std::move(part));
  }
  sheet.notes.push_back(words.say("score.rest"));
}

void addOct8Sheet(ScoreSheet& sheet, const GameSnapshot& game, const Words& words) {
  const std::string bonus = game.header.options.value("bonus", std::string("colour"));
  sheet.lead.push_back(words.say("score.goal") + " " + words.sayOr("score.bonus." + bonus, ""));
  std::vector<Oct8Rank> ranks;
  for (int player = 0; player < playersOf(game); ++player) {
    const Json& seat = partOf(fieldOf(game.table, "players"), static_cast<std::size_t>(player));
    SheetPart part = partFor(game, player, words);
    const Json& colour = fieldOf(seat, "colour");
    SheetLine own{colour.is_string() ? words.say("colour", {{"colour", words.word(colour.get<std::string>())}})
                                     : words.say("colour.hidden")};
    if (colour.is_string()) own.pieces.push_back({Face("head:" + colour.get<std::string>())});
    part.lines.push_back(std::move(own));
    const Json& octopuses = fieldOf(seat, "octopuses");
    for (std::size_t k = 0; octopuses.is_array() && k < octopuses.size(); ++k)
      part.lines.push_back(octopusLine(game, octopuses[k], seat, k, words));
    const Oct8Rank rank{numberOf(seat, "points").value_or(scoreOf(game, player).value_or(0)),
                        numberOf(seat, "made").value_or(0), numberOf(seat, "scoring_arms").value_or(0)};
    part.lines.push_back(
        {words.say("score.made", {{"made", std::to_string(rank.made)}, {"arms", std::to_string(rank.arms)}})});
    ranks.push_back(rank);
    sheet.parts.push_back(std::move(part));
  }
  sheet.notes.push_back(words.say("score.tie"));
  if (game.result.over && fieldOf(game.table, "players").is_array())
    if (const auto decided = whatDecided(game, ranks, words)) sheet.notes.push_back(*decided);
}

void addOctaSheet(ScoreSheet& sheet, const GameSnapshot& game, const Words& words) {
  sheet.lead.push_back(words.say("score.goal"));
  tracker::PieceWords pieces(GameId::Octa, game.header.players, words.language());
  pieces.know(game.table);
  for (int player = 0; player < playersOf(game); ++player) {
    SheetPart part = partFor(game, player, words);
    int longest = 0;
    for (const auto& [name, places] : runsOf(game, player)) {
      part.lines.push_back(runLine(name, places, words, pieces));
      longest = std::max(longest, std::stoi(part.lines.back().figure));
    }
    if (part.lines.empty()) part.lines.push_back({words.say("score.no-run")});
    part.lines.push_back({words.say("longest", {{"n", std::to_string(longest)}})});
    sheet.parts.push_back(std::move(part));
  }
  sheet.notes.push_back(words.say("score.tie"));
}

void addPlayersSheet(ScoreSheet& sheet, const GameSnapshot& game, const Words& words) {
  for (int player = 0; player < playersOf(game); ++player) sheet.parts.push_back(partFor(game, player, words));
}

void addCounted(ScoreSheet& sheet, const GameSnapshot& game, const tracker::Tally& tally, const Words& words) {
  GameSnapshot seen;
  seen.header = game.header;
  seen.result = tally.result;
  seen.result.over = false;  // a picture does not tell whether the game is, so nobody is said to have won
  if (game.header.game == GameId::Oct8) {
    seen.table = {{"players", oct8Players(tally.result, tally.counted)}};
    addOct8Sheet(sheet, seen, words);
  } else {
    for (std::size_t player = 0; player < tally.counted.size(); ++player) {
      SheetPart part = partFor(seen, static_cast<int>(player), words);
      part.lines.push_back(countedLine(game.header.game, tally.counted[player], words));
      sheet.parts.push_back(std::move(part));
    }
  }
  if (const int headless = sizeOfPile(fieldOf(tally.table, "without_head")).value_or(0); headless > 0)
    sheet.notes.push_back(words.count("score.headless", headless));
  if (const int doubtful = sizeOfPile(fieldOf(tally.table, "doubtful")).value_or(0); doubtful > 0)
    sheet.notes.push_back(words.count("score.doubtful", doubtful));
}

}  // namespace octo::ui

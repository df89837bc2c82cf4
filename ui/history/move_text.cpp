#include "ui/history/move_text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "tracker/messages/catalogue.h"

namespace octo::ui {
namespace {

/// How a move reads: {field} stands for its value; [clause|field] is said where the field is there and not false, and
/// [clause|field=value] where it has that value.
struct Sentence {
  std::string_view action, words;
};

/// Of several of one action the first is taken whose fields are all there.
constexpr std::array kSentences{
    Sentence{"lady", "White Lady to {at}, pointing {facing}"},
    Sentence{"place", "{piece} to {at}, pointing {facing}"},
    Sentence{"skip", "skips"},
    Sentence{"position", "the game goes on from what lies on the board"},
    Sentence{"play", "plays {card} on question {on}[, counted below|points=below][, calls Octo|octo]"},
    Sentence{"override", "overrides question {on} with {cards}[, calls Octo|octo]"},
    Sentence{"stack", "stacks {card}[, calls Octo|octo]"},
    Sentence{"pass", "passes"},
    Sentence{"reshuffle", "the cards below go back to the deck"},
    Sentence{"turn-draw", "draws {card} to {to}"},
    Sentence{"draw", "draws from {from}"},
    Sentence{"draw", "draws"},
    Sentence{"attach", "attaches {cards} to {to}"},
    Sentence{"swap-hand", "swaps {give} from the hand for {take} of {octopus}"},
    Sentence{"swap", "swaps {take} of {a} for {for} of {b}"},
    Sentence{"swap", "swaps {give} for place {pot} of the pot[, claims {claim}|claim]"},
    Sentence{"chip", "takes an action for a baby octopus"},
    Sentence{"ship", "ships {octopus}"},
    Sentence{"discard", "discards {cards}"},
    Sentence{"refill", "lays a new head, {head}, to {slot}"},
    Sentence{"end-turn", "ends the turn"},
    Sentence{"reveal", "shows the octopus colour {colour}"},
    Sentence{"action", "plays {card} on action pile {onto}"},
    Sentence{"jack", "closes {card} in {run} with the jack"},
    Sentence{"queen", "takes places {take} of the pot with the queen, {fill} come in"},
    Sentence{"king", "draws from the {from} with the king[: {cards}|cards]"},
    Sentence{"meld", "melds {cards}[, with the token|token]"},
    Sentence{"take-line", "takes the {line} line, {fill} come in"},
    Sentence{"take-run", "takes the run under the token, {fill} come in"},
    Sentence{"extend", "adds {cards} to {run}"},
    Sentence{"replace", "puts {card} back into {run}"},
    Sentence{"restock", "discards and short runs become the stock"},
    Sentence{"reshuffle-actions", "the action cards are shuffled anew"},
};

std::string word(const Json& value) {
  if (value == "?") return "a card";
  if (value.is_string()) {
    std::string plain = value.get<std::string>();
    std::replace(plain.begin(), plain.end(), ':', ' ');
    return plain;
  }
  if (!value.is_array()) return value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (value.empty()) return "none";
  std::string words;
  for (const Json& part : value) words += (words.empty() ? "" : ", ") + word(part);
  return words;
}

/// Records count questions and action piles from 0, people from 1.
std::string valueOf(const Event& event, const std::string& field) {
  const Json& value = event.fields.at(field);
  const bool counted = (field == "on" || field == "onto") && value.is_number_integer();
  return counted ? std::to_string(value.get<std::int64_t>() + 1) : word(value);
}

bool holds(const Event& event, const std::string& condition) {
  const std::size_t equals = condition.find('=');
  const auto found = event.fields.find(condition.substr(0, equals));
  if (found == event.fields.end() || *found == false || *found == Json::array()) return false;
  return equals == std::string::npos || *found == condition.substr(equals + 1);
}

/// The words with those clauses that are said.
std::string withClauses(std::string_view words, const Event& event) {
  std::string text;
  while (!words.empty()) {
    const std::size_t open = words.find('[');
    text += words.substr(0, open);
    if (open == std::string_view::npos) break;
    const std::size_t bar = words.find('|', open), close = words.find(']', bar);
    if (holds(event, std::string(words.substr(bar + 1, close - bar - 1))))
      text += words.substr(open + 1, bar - open - 1);
    words.remove_prefix(close + 1);
  }
  return text;
}

/// The words with the values in them; nothing where a field is not there.
std::optional<std::string> said(std::string_view words, const Event& event) {
  bool whole = true;
  std::string text = tracker::filled(withClauses(words, event), [&](std::string_view name) {
    const std::string field(name);
    if (event.fields.contains(field)) return valueOf(event, field);
    whole = false;
    return std::string();
  });
  return whole ? std::optional(std::move(text)) : std::nullopt;
}

std::string spelled(std::string action) {
  std::replace(action.begin(), action.end(), '-', ' ');
  return action;
}

/// A move that no sentence fits, as the record has it.
std::string recordWords(const Event& event) {
  std::string words = spelled(event.action);
  for (const auto& [field, value] : event.fields.items()) {
    if (field == "was") continue;
    const bool plain = field == "card" || field == "cards";
    words += plain ? " " + word(value) : " " + field + " " + word(value);
  }
  return words;
}

}  // namespace

std::string moveText(const Event& event) {
  for (const Sentence& sentence : kSentences)
    if (sentence.action == event.action)
      if (auto text = said(sentence.words, event)) return *text;
  return recordWords(event);
}

std::string playerName(const GameHeader& header, int player) {
  const auto index = static_cast<std::size_t>(player);
  if (player >= 0 && index < header.players.size() && !header.players[index].empty()) return header.players[index];
  return "Player " + std::to_string(player + 1);
}

std::string endingText(const GameHeader& header, const std::string& reason) {
  try {
    return tracker::sentence(name(header.game), {reason, {}});
  } catch (const std::out_of_range&) {
    return reason;
  }
}

std::string winnersText(const GameHeader& header, const Result& result) {
  if (!result.over) return "not finished";
  std::string names;
  for (std::size_t i = 0; i < result.winners.size(); ++i) {
    if (i) names += i + 1 == result.winners.size() ? " and " : ", ";
    names += playerName(header, result.winners[i]);
  }
  return names.empty() ? "nobody won" : names + " won";
}

}  // namespace octo::ui

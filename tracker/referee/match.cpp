#include "tracker/referee/match.h"

#include <algorithm>
#include <cctype>

#include "tracker/messages/piece_words.h"
#include "tracker/referee/common.h"
#include "tracker/referee/game.h"
#include "tracker/registry/game_module.h"

namespace octo::tracker {
namespace {

/// The rules page writes ids that all games have as `GAME.over`: GAME stands for the game's name.
std::string ruleOf(GameId game, const std::string& rule) {
  constexpr std::string_view kAnyGame = "GAME.";
  return rule.starts_with(kAnyGame) ? std::string(name(game)) + "." + rule.substr(kAnyGame.size()) : rule;
}

/// Names in place of the players that the message speaks of.
Message named(Message message, const std::vector<std::string>& players) {
  for (auto& [key, value] : message.values)
    for (std::size_t player = 0; player < players.size(); ++player)
      if (value == playerValue(static_cast<int>(player))) {
        value = players[player];
        break;
      }
  return message;
}

/// Pieces and places as players call them, before the players' own names are put in: those stay as they are. A sentence
/// that begins with such a name begins with a capital.
Message inWords(Message message, const PieceWords& words) {
  for (auto& [key, value] : message.values)
    if (!value.starts_with('@')) value = key == "slot" ? words.slot(value) : words.spoken(value);
  return message;
}

bool beginsWithOneOf(const std::string& text, const Message& message) {
  return std::any_of(message.values.begin(), message.values.end(),
                     [&](const auto& each) { return !each.second.empty() && text.starts_with(each.second); });
}

}  // namespace

Match::Match(const GameHeader& header, std::string language, Names names)
    : game_(gameModule(header.game).start(header)), players_(header.players), language_(std::move(language)), names_(names) {}
Match::Match(const Match& other)
    : game_(other.game_->clone()),
      players_(other.players_),
      language_(other.language_),
      names_(other.names_),
      exposed_(other.exposed_),
      events_(other.events_) {}
Match::Match(Match&&) noexcept = default;
Match& Match::operator=(const Match& other) { return *this = Match(other); }
Match& Match::operator=(Match&&) noexcept = default;
Match::~Match() = default;

void Match::check(const Event& event) const { game_->check(event); }

std::string Match::because(const Message& message) const {
  if (names_ == Names::Recorded) return sentence(name(game_->id()), named(message, players_), language_);
  PieceWords words(game_->id(), players_, language_);
  words.know(game_->describe());
  const Message spoken = inWords(message, words);
  std::string text = sentence(name(game_->id()), named(spoken, players_), language_);
  if (beginsWithOneOf(text, spoken)) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

Verdict Match::judge(const Event& event) const {
  Ruling ruling = game_->judge(event, events_ + 1);
  Verdict verdict;
  std::erase_if(ruling.exposes, [&](const Exposure& exposure) { return exposed_.contains(exposure.n); });
  verdict.exposes = std::move(ruling.exposes);
  if (ruling.breach) {
    verdict.legal = false;
    verdict.rule = ruleOf(game_->id(), ruling.breach->rule);
    verdict.because = because(ruling.breach->because);
  }
  verdict.applied = !event.takenBack && (verdict.legal || event.stands || ruling.breach->penalty);
  return verdict;
}

Verdict Match::play(const Event& event) {
  Verdict verdict = judge(event);
  for (const Exposure& exposure : verdict.exposes) exposed_.insert(exposure.n);
  ++events_;
  if (verdict.applied) game_->apply(event, events_);
  return verdict;
}

int Match::events() const { return events_; }
bool Match::over() const { return result().over; }
Result Match::result() const { return game_->result(); }
std::optional<int> Match::toMove() const { return game_->toMove(); }
std::vector<MoveShape> Match::options() const { return game_->options(); }
Json Match::describe() const { return game_->describe(); }

bool operator==(const Match& a, const Match& b) { return a.game_->equals(*b.game_); }

}  // namespace octo::tracker

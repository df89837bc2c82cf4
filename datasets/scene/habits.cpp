#include "datasets/scene/habits.h"

#include <toml++/toml.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "tracker/vocabulary/event.h"

namespace octo::datasets {
namespace {

/// A number of a profile, and within what it has to be.
struct NumberField {
  const char* name;
  double SeatHabits::*value;
  double low, high;
};
constexpr std::array kNumberFields{
    NumberField{"reach_spread_mm", &SeatHabits::reachSpread, 0, 100},
    NumberField{"height_mm", &SeatHabits::height, 10, 300},
    NumberField{"tempo", &SeatHabits::tempo, 0.25, 4},
    NumberField{"rests", &SeatHabits::rests, 0, 1},
    NumberField{"hesitation", &SeatHabits::hesitation, 0, 0.9},
    NumberField{"correction", &SeatHabits::correction, 0, 1},
    NumberField{"linger", &SeatHabits::linger, 0, 1},
    NumberField{"neatness_mm", &SeatHabits::neatnessMm, 0, 30},
    NumberField{"neatness_deg", &SeatHabits::neatnessDegrees, 0, 30},
    NumberField{"tidies", &SeatHabits::tidies, 0, 1},
    NumberField{"talks", &SeatHabits::talks, 0, 30},
};
constexpr NumberField kReachAlong{"reach_mm", &SeatHabits::reachAlong, -150, 250};
constexpr NumberField kReachRight{"reach_mm", &SeatHabits::reachRight, -150, 150};

/// The words of a field, in the order of its values.
constexpr std::array kHands{"right", "left", "either"};
constexpr std::array kOrders{"natural", "reversed", "shuffled"};
constexpr std::array kMarks{"never", "always", "late"};

/// Nobody writes a longer profile.
constexpr std::streamsize kLongestFile = 1 << 20;
constexpr std::size_t kMostSeats = 64;

std::string shortly(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

std::string within(double low, double high) { return "from " + shortly(low) + " to " + shortly(high); }

class ProfileReader {
 public:
  explicit ProfileReader(std::string name) : name_(std::move(name)) {}

  Malformed wrong(toml::source_index line, const std::string& what) const {
    return Malformed(name_ + ":" + std::to_string(line) + ": " + what);
  }

  Habits habits(const toml::table& profile) const {
    for (const auto& [key, node] : profile)
      if (key.str() != "seat") throw wrong(key.source().begin.line, unknown(key) + "; expected [[seat]] tables only");
    const toml::array* list = profile["seat"].as_array();
    if (!list || list->empty() || list->size() > kMostSeats)
      throw wrong(1, "expected one to " + std::to_string(kMostSeats) + " [[seat]] tables");
    std::vector<SeatHabits> seats;
    for (const toml::node& each : *list) {
      const toml::table* seat = each.as_table();
      if (!seat) throw wrong(each.source().begin.line, "\"seat\": expected a table");
      seats.push_back(habitsOf(*seat));
    }
    return Habits(std::move(seats));
  }

 private:
  static std::string unknown(const toml::key& key) { return "unknown field \"" + std::string(key.str()) + "\""; }

  SeatHabits habitsOf(const toml::table& seat) const {
    SeatHabits habits;
    for (const auto& [key, node] : seat) {
      const auto number = std::find_if(kNumberFields.begin(), kNumberFields.end(),
                                       [&key = key](const NumberField& each) { return key.str() == each.name; });
      if (number != kNumberFields.end())
        habits.*(number->value) = numberIn(node, *number);
      else if (key.str() == "reach_mm")
        readReach(node, habits);
      else if (key.str() == "hand")
        habits.hand = static_cast<Handedness>(wordIn(node, "hand", kHands));
      else if (key.str() == "order")
        habits.order = static_cast<LayingOrder>(wordIn(node, "order", kOrders));
      else if (key.str() == "marks_turn")
        habits.marksTurn = static_cast<MarksTurn>(wordIn(node, "marks_turn", kMarks));
      else
        throw wrong(key.source().begin.line, unknown(key) + " of a seat");
    }
    return habits;
  }

  double numberIn(const toml::node& node, const NumberField& field) const {
    const auto value = node.is_number() ? node.value<double>() : std::nullopt;
    if (!value || !(*value >= field.low && *value <= field.high))
      throw wrong(node.source().begin.line,
                  "\"" + std::string(field.name) + "\": expected a number " + within(field.low, field.high));
    return *value;
  }

  void readReach(const toml::node& node, SeatHabits& habits) const {
    const toml::array* both = node.as_array();
    if (!both || both->size() != 2)
      throw wrong(node.source().begin.line, "\"reach_mm\": expected two numbers, [along the arm, to its right]");
    habits.reachAlong = numberIn((*both)[0], kReachAlong);
    habits.reachRight = numberIn((*both)[1], kReachRight);
  }

  template <std::size_t N>
  std::size_t wordIn(const toml::node& node, const char* field, const std::array<const char*, N>& words) const {
    const auto text = node.value<std::string>();
    const auto found = text ? std::find(words.begin(), words.end(), *text) : words.end();
    if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
    std::string expected;
    for (std::size_t i = 0; i < N; ++i) expected += (i == 0 ? "" : i + 1 == N ? " or " : ", ") + std::string(words[i]);
    throw wrong(node.source().begin.line, "\"" + std::string(field) + "\": expected " + expected);
  }

  std::string name_;
};

}  // namespace

Habits::Habits(std::vector<SeatHabits> seats) : seats_(std::move(seats)) {
  if (seats_.empty()) throw std::invalid_argument("habits of nobody");
}

const SeatHabits& Habits::of(int player) const {
  const auto seat = static_cast<std::size_t>(std::max(0, player));
  return seats_[std::min(seat, seats_.size() - 1)];
}

std::string Habits::name() const {
  std::ostringstream all;
  all.precision(9);
  for (const SeatHabits& seat : seats_) {
    all << static_cast<int>(seat.hand) << ' ' << static_cast<int>(seat.order) << ' ' << static_cast<int>(seat.marksTurn)
        << ' ' << seat.reachAlong << ' ' << seat.reachRight;
    for (const NumberField& field : kNumberFields) all << ' ' << seat.*(field.value);
    all << '\n';
  }
  std::uint64_t hash = 0xcbf29ce484222325ULL;  // FNV-1a
  for (const char c : all.str()) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  char text[20];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

Habits drawnHabits(std::uint64_t seed, int players) {
  Random random = Random(seed).fork("habits");
  // Most people do a thing seldom, a few often.
  const auto seldom = [&random](double most) { return most * std::pow(random.unit(), 3); };
  std::vector<SeatHabits> seats;
  for (int player = 0; player < players; ++player) {
    SeatHabits seat;
    const double hand = random.unit(), order = random.unit(), marks = random.unit();
    seat.hand = hand < 0.15 ? Handedness::Left : hand < 0.4 ? Handedness::Either : Handedness::Right;
    seat.reachAlong = random.between(25, 90), seat.reachRight = random.between(-15, 30);
    seat.reachSpread = random.between(5, 28), seat.height = random.between(40, 130);
    seat.tempo = std::exp2(random.between(-0.9, 0.9)), seat.rests = random.between(0.15, 0.9);
    seat.order = order < 0.2 ? LayingOrder::Shuffled : order < 0.4 ? LayingOrder::Reversed : LayingOrder::Natural;
    seat.hesitation = seldom(0.3), seat.correction = seldom(0.3), seat.linger = seldom(0.3);
    seat.neatnessMm = random.between(1.5, 7), seat.neatnessDegrees = random.between(1, 8);
    seat.tidies = seldom(0.5), seat.talks = seldom(5);
    seat.marksTurn = marks < 0.12 ? MarksTurn::Late : marks < 0.3 ? MarksTurn::Always : MarksTurn::Never;
    seats.push_back(seat);
  }
  return Habits(std::move(seats));
}

Habits habitsOr(const std::optional<Habits>& profile, std::uint64_t seed, int players) {
  return profile ? *profile : drawnHabits(seed, players);
}

double untilNextTalk(const SeatHabits& habits, Random& random) {
  const double minutes = -std::log(1 - random.unit()) / habits.talks;
  return habits.talks > 0 ? 60 * minutes : std::numeric_limits<double>::infinity();
}

Habits parseHabits(std::string_view toml, const std::string& name) {
  const ProfileReader reader(name);
  try {
    return reader.habits(toml::parse(toml, name));
  } catch (const toml::parse_error& error) {
    throw reader.wrong(error.source().begin.line, std::string(error.description()));
  }
}

Habits readHabits(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::string text(static_cast<std::size_t>(kLongestFile) + 1, '\0');
  if (!in || in.read(text.data(), kLongestFile + 1).bad() || in.gcount() == 0)
    throw Malformed(file + ": cannot be read; a profile of players was expected");
  if (in.gcount() > kLongestFile) throw Malformed(file + ": expected a profile of at most 1 MiB");
  text.resize(static_cast<std::size_t>(in.gcount()));
  return parseHabits(text, file);
}

}  // namespace octo::datasets

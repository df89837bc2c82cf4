#include "ui/doubt_log.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <opencv2/imgcodecs.hpp>

#include "tracker/record/json_lines.h"
#include "ui/cli/run.h"
#include "ui/history/event_lines.h"

namespace octo::ui {
namespace {

namespace fs = std::filesystem;
using tracker::Change;
using tracker::Follower;
using tracker::Hypothesis;

/// An event less sure than that is a doubt.
constexpr double kNoDoubt = 0.9;
/// So many pictures are kept of one game: 2 to 3 MB each at 1080p.
constexpr int kMostPictures = 300;

bool saidByAPerson(const tracker::Input& input) {
  return std::holds_alternative<tracker::Correction>(input) || std::holds_alternative<tracker::Answer>(input) ||
         std::holds_alternative<tracker::Told>(input) || std::holds_alternative<tracker::Undo>(input) ||
         std::holds_alternative<tracker::Said>(input) || std::holds_alternative<tracker::SaidTurn>(input) ||
         std::holds_alternative<tracker::HeaderChange>(input) || std::holds_alternative<tracker::TakeTable>(input);
}

std::vector<std::string> askedBy(const Follower& follower) {
  std::vector<std::string> texts;
  for (const tracker::Question& each : follower.questions())
    texts.push_back(tracker::sentence(name(follower.header().game), each.text));
  return texts;
}

/// Their names; an empty array where there is none.
Json doubtsIn(const tracker::Input& input, const std::vector<Change>& changes, bool asks) {
  Json why = Json::array();
  const auto any = [&](auto holds) { return std::any_of(changes.begin(), changes.end(), holds); };
  const auto isNew = [](const Change& change) { return change.kind == Change::Kind::Added; };
  if (asks) why.push_back("question");
  if (any([&](const Change& change) { return isNew(change) && change.event.confidence < kNoDoubt; }))
    why.push_back("unsure");
  if (any([&](const Change& change) { return isNew(change) && !change.event.verdict.legal; })) why.push_back("breach");
  if (saidByAPerson(input))
    why.push_back("corrected");
  else if (any([&](const Change& change) { return !isNew(change); }))
    why.push_back("revised");
  return why;
}

/// How many events all of them begin with.
std::size_t commonEvents(const std::vector<Hypothesis>& games) {
  if (games.empty()) return 0;
  std::size_t common = games.front().events.size();
  for (const Hypothesis& each : games) {
    const auto& first = games.front().events;
    const auto differs = std::mismatch(first.begin(), first.end(), each.events.begin(), each.events.end()).first;
    common = std::min(common, static_cast<std::size_t>(differs - first.begin()));
  }
  return common;
}

std::ifstream openedToRead(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in || fs::is_directory(file))
    throw BadInput(file.string() + ": cannot be read; a folder made by --save-doubt was expected");
  return in;
}

bool sameDoubt(const Json& kept, const Json& now) {
  return std::all_of(now.items().begin(), now.items().end(), [&](const auto& field) {
    return kept.contains(field.key()) && kept[field.key()] == field.value();
  });
}

std::ofstream opened(const fs::path& file) {
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  if (!out) throw BadInput(file.string() + ": cannot be written");
  return out;
}

}  // namespace

Json doubtJson(const Follower& follower, std::size_t inputs) {
  Json line{{"inputs", inputs}, {"events", follower.events().size()}};
  line["questions"] = Json::array();
  for (const tracker::Question& each : follower.questions()) {
    Json answers = Json::array();
    for (const Candidate& answer : each.answers)
      answers.push_back(Json::array({answer.face.text(), answer.confidence}));
    line["questions"].push_back({{"text", tracker::sentence(name(follower.header().game), each.text)},
                                 {"at", {each.at.x, each.at.y}},
                                 {"answers", answers}});
  }
  const std::vector<Hypothesis> games = follower.hypotheses();
  const std::size_t common = commonEvents(games);
  line["from"] = common + 1;
  line["hypotheses"] = Json::array();
  for (const Hypothesis& game : games) {
    Json events = Json::array();
    for (std::size_t n = common; n < game.events.size(); ++n) events.push_back(game.events[n].toJson());
    line["hypotheses"].push_back({{"share", game.share}, {"events", events}});
  }
  return line;
}

DoubtLog::DoubtLog(fs::path folder, const tracker::Beginning& beginning) : folder_(std::move(folder)) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) throw BadInput(folder_.string() + ": cannot be made: " + error.message());
  if (fs::exists(folder_ / "session.jsonl"))
    throw BadInput(folder_.string() + ": holds a session already; an empty or new folder was expected");
  session_ = opened(folder_ / "session.jsonl");
  doubts_ = opened(folder_ / "doubts.jsonl");
  write(session_, tracker::toJson(beginning));
}

void DoubtLog::show(const cv::Mat& picture, std::int64_t frame) {
  picture_ = picture;
  frame_ = frame;
}

void DoubtLog::add(const tracker::Input& input, const Follower& follower, const std::vector<Change>& changes) {
  write(session_, tracker::toJson(input));
  ++inputs_;
  const std::vector<std::string> asked = askedBy(follower);
  const bool asks = !asked.empty() && asked != asked_;
  asked_ = asked;
  if (const Json why = doubtsIn(input, changes, asks); !why.empty()) keep(why, follower);
}

void DoubtLog::keep(const Json& why, const Follower& follower) {
  Json line{{"frame", frame_}, {"why", why}};
  line["picture"] = keepPicture();
  line.update(doubtJson(follower, inputs_));
  write(doubts_, line);
}

/// The file's name; empty where there is none.
std::string DoubtLog::keepPicture() {
  if (picture_.empty() || (pictures_ >= kMostPictures && frame_ != pictureKept_)) return {};
  std::string file = std::to_string(frame_) + ".png";
  if (frame_ == pictureKept_) return file;
  constexpr int kFast = 1;
  bool written = false;
  try {
    written = cv::imwrite((folder_ / file).string(), picture_, {cv::IMWRITE_PNG_COMPRESSION, kFast});
  } catch (const cv::Exception&) {
  }
  if (!written) return {};
  pictureKept_ = frame_;
  ++pictures_;
  return file;
}

void DoubtLog::write(std::ofstream& out, const Json& line) {
  if (out << printed(line) << std::endl || failed_) return;
  failed_ = true;
  spdlog::warn("{}: cannot be written any more; the game goes on without", folder_.string());
}

std::vector<ReplayedDoubt> replayDoubts(const fs::path& folder,
                                        const std::function<void(const std::vector<Change>&)>& changes) {
  const fs::path sessionFile = folder / "session.jsonl", doubtsFile = folder / "doubts.jsonl";
  std::ifstream sessionIn = openedToRead(sessionFile), doubtsIn = openedToRead(doubtsFile);
  const tracker::Session session = tracker::readSession(sessionIn, sessionFile.string());
  std::vector<ReplayedDoubt> doubts;
  tracker::JsonLines lines(doubtsIn, doubtsFile.string());
  for (Json line; lines.next(line); doubts.push_back({line, {}, false}))
    if (!line.is_object() || !line.contains("inputs") || !line["inputs"].is_number_unsigned())
      lines.fail("a doubt must say after how many inputs it arose");
  const auto follower = tracker::follow(session.beginning);
  std::size_t inputs = 0;
  for (const tracker::Input& input : session.inputs) {
    changes(tracker::give(*follower, input));
    ++inputs;
    for (ReplayedDoubt& doubt : doubts)
      if (doubt.kept["inputs"] == inputs) {
        doubt.now = doubtJson(*follower, inputs);
        doubt.same = sameDoubt(doubt.kept, doubt.now);
      }
  }
  return doubts;
}

}  // namespace octo::ui

#include <CLI/App.hpp>
#include <algorithm>
#include <cmath>
#include <memory>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "datasets/board_pictures.h"
#include "datasets/card_tables.h"
#include "datasets/cardless/cardless.h"
#include "datasets/commands.h"
#include "datasets/evaluate.h"
#include "datasets/measure.h"
#include "vision/locate/table_keeper.h"
#include "vision/read/coded/coded_cards.h"
#include "vision/read/reader.h"

namespace octo::datasets {
namespace {

struct LikenessArguments {
  std::string game = "oct8";
  int pictures = 30;
  std::uint64_t seed = 1;
};

/// The likenesses of some rows, and what of them there is to tell.
Json summaryOf(const std::string& rows, std::vector<double> likenesses) {
  std::sort(likenesses.begin(), likenesses.end());
  const auto at = [&](double share) {
    const auto index = static_cast<std::size_t>(share * static_cast<double>(likenesses.size() - 1));
    return std::round(likenesses[index] * 1000) / 1000;
  };
  Json line{{"evaluation", "likeness"}, {"rows", rows}, {"count", likenesses.size()}};
  if (likenesses.empty()) return line;
  for (const auto& [name, share] : {std::pair("least", 0.0), {"first_of_100", 0.01}, {"median", 0.5}, {"most", 1.0}})
    line[name] = at(share);
  return line;
}

cv::Mat grayOf(const cv::Mat& bgr) {
  cv::Mat gray;
  cv::cvtColor(bgr, gray, cv::COLOR_BGR2GRAY);
  return gray;
}

/// Whether a card with the row's face lies where the row was seen.
bool isThere(const vision::FoundRow& row, const vision::TableView& table, const std::vector<ScenePiece>& pieces) {
  constexpr double kOnCard = 60;  // mm from a card's middle to its corner, and somewhat more
  const vision::ImagePoint middle{(row.seen[0].x + row.seen[1].x) / 2, (row.seen[0].y + row.seen[1].y) / 2};
  const TablePoint at = table.tableFromImage(middle);
  return std::any_of(pieces.begin(), pieces.end(), [&](const ScenePiece& piece) {
    return piece.face == row.face && distance(piece.pose.at, at) < kOnCard;
  });
}

void evaluateLikeness(const LikenessArguments& arguments, GameId game) {
  const vision::Edition& edition = vision::printEdition(game);
  const vision::CodedCardReader reader(edition);
  std::vector<double> there, amongCards, withoutCards;
  StageOptions options;
  options.players = vision::playersWithGround(edition).front();
  const auto finder = vision::makeReader(game, options.players);
  for (int i = 0; i < arguments.pictures; ++i) {
    const std::uint64_t seed = arguments.seed + static_cast<std::uint64_t>(i);
    const auto pieces = randomCards(game, options.players, seed);
    const cv::Mat gray = grayOf(tablePicture(edition, pieces, options, seed).bgr);
    vision::TableKeeper keeper(finder->marks(), {}, vision::cornersOf(finder->playArea()));
    keeper.search(gray);
    if (keeper.view())
      for (const auto& [row, likeness] : reader.looseRows(gray))
        (isThere(row, *keeper.view(), pieces) ? there : amongCards).push_back(likeness);
    const auto kinds = cardlessKinds();
    const CardlessKind& kind = kinds[seed % kinds.size()];
    for (const auto& found : reader.looseRows(grayOf(cardlessPicture(kind, Random(seed).fork(kind.name)))))
      withoutCards.push_back(found.likeness);
  }
  print(summaryOf("there", there));
  print(summaryOf("none, among cards", amongCards));
  print(summaryOf("none, without cards", withoutCards));
}

}  // namespace

void addEvaluateLikeness(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<LikenessArguments>();
  CLI::App* command = evaluateCommand(app).add_subcommand(
      "likeness",
      "rows of dots that are read where no table is known, on rendered tables and in as many pictures without a card: "
      "how "
      "well the strips of those that are there go with their drawings, and of those that are none");
  command->add_option("--game", arguments->game, "octal, oct8 or octa, default oct8");
  command->add_option("--pictures", arguments->pictures, "how many of each, default 30")->check(CLI::Range(1, 1000000));
  command->add_option("--seed", arguments->seed, "of the first pictures; the others follow");
  command->callback([arguments, &status] {
    const auto game = parseGame(arguments->game);
    if (!game || *game == GameId::Octagone)
      throw std::runtime_error("--game " + arguments->game + ": expected octal, oct8 or octa");
    evaluateLikeness(*arguments, *game);
    status = 0;
  });
}

}  // namespace octo::datasets

#include <CLI/App.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <stdexcept>

#include "datasets/cards/recognition_score.h"
#include "datasets/commands.h"
#include "datasets/evaluate.h"
#include "tracker/vocabulary/json.h"
#include "vision/capture/picture.h"
#include "vision/pipeline.h"

namespace octo::datasets {
namespace {

struct CardsArguments {
  std::string pictures;
  std::string game = "octa";
  double leastOverlap = 0.5;
};

struct TruthLine {
  std::string image;
  /// The deck that was rendered; empty where the truth does not say.
  std::string deck;
  std::vector<LabelledPiece> pieces;
};

std::vector<vision::ImagePoint> boxOutline(const Json& box) {
  const double x0 = box.at(0), y0 = box.at(1), x1 = box.at(2), y1 = box.at(3);
  return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
}

LabelledPiece labelledPiece(const Json& piece) {
  LabelledPiece labelled{piece.at("piece"), {}, piece.contains("box"), piece.value("ignore", false)};
  if (labelled.box)
    labelled.outline = boxOutline(piece.at("box"));
  else
    for (const Json& corner : piece.at("outline")) labelled.outline.push_back({corner.at(0), corner.at(1)});
  return labelled;
}

std::vector<TruthLine> readTruth(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error(file.string() + ": cannot be read; expected a truth.jsonl beside the pictures");
  std::vector<TruthLine> lines;
  std::string text;
  for (int number = 1; std::getline(in, text); ++number) {
    try {
      const Json line = Json::parse(text);
      lines.push_back({line.at("image"), line.value("deck", ""), {}});
      for (const Json& piece : line.at("pieces")) lines.back().pieces.push_back(labelledPiece(piece));
    } catch (const Json::exception&) {
      throw std::runtime_error(file.string() + ":" + std::to_string(number) +
                               ": expected image and labelled pieces as JSON");
    }
  }
  return lines;
}

std::vector<LabelledPiece> found(const vision::Recognition& seen) {
  std::vector<LabelledPiece> pieces;
  for (const vision::Sighting& sighting : seen.pieces)
    pieces.push_back({sighting.faces.front().face.text(), sighting.outline});
  return pieces;
}

double rank(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

Json figures(const RecognitionScore& score) {
  return {{"evaluation", "cards"},
          {"pictures", score.pictures},
          {"pieces", score.pieces},
          {"right", score.right},
          {"misread", score.misread},
          {"unsure", score.unsure},
          {"missed", score.missed},
          {"extra", score.extra},
          {"perfect_pictures", score.perfectPictures},
          {"precision", score.precision()},
          {"recall", score.recall()},
          {"f1", score.f1()},
          {"misread_rate", score.misreadRate()}};
}

/// What each deck alone gives, so that one that cannot be read does not hide among the others.
void printDecks(const std::map<std::string, RecognitionScore>& decks) {
  for (const auto& [deck, score] : decks) {
    Json line = figures(score);
    line["deck"] = deck;
    std::cout << line.dump() << '\n';
  }
}

void evaluateCards(const CardsArguments& arguments) {
  const std::filesystem::path folder = arguments.pictures;
  const auto game = parseGame(arguments.game);
  if (!game) throw std::runtime_error("--game " + arguments.game + ": expected " + gameNames());
  RecognitionScore score;
  std::map<std::string, RecognitionScore> decks;
  std::vector<double> times;
  for (const TruthLine& line : readTruth(folder / "truth.jsonl")) {
    const cv::Mat picture = vision::loadPicture(folder / line.image);
    const auto start = std::chrono::steady_clock::now();
    const vision::Recognition seen = vision::recognize(*game, picture);
    times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    score.add(line.pieces, found(seen), arguments.leastOverlap);
    if (!line.deck.empty()) decks[line.deck].add(line.pieces, found(seen), arguments.leastOverlap);
  }
  printDecks(decks);
  Json all = figures(score);
  all["game"] = arguments.game;
  all["ms_median"] = rank(times, 0.5);
  all["ms_p95"] = rank(times, 0.95);
  std::cout << all.dump() << '\n';
}

}  // namespace

void addEvaluateCards(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<CardsArguments>();
  CLI::App* command = evaluateCommand(app).add_subcommand(
      "cards", "recognize on labelled pictures: photographs, other decks, path-traced tables");
  command->add_option("--pictures", arguments->pictures, "folder with pictures and truth.jsonl")->required();
  command->add_option("--game", arguments->game, "whose pieces; default octa, which any French-suited deck is for");
  command->add_option("--iou", arguments->leastOverlap, "least overlap with the truth's outline, default 0.5");
  command->callback([arguments, &status] {
    evaluateCards(*arguments);
    status = 0;
  });
}

}  // namespace octo::datasets

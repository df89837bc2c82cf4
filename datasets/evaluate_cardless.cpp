#include <CLI/App.hpp>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <opencv2/imgcodecs.hpp>
#include <stdexcept>
#include <string>

#include "datasets/cardless/cardless.h"
#include "datasets/commands.h"
#include "datasets/evaluate.h"
#include "tracker/vocabulary/json.h"
#include "vision/pipeline.h"

namespace octo::datasets {
namespace {

struct CardlessArguments {
  int pictures = 400;
  std::uint64_t seed = 1;
  std::string keep;
  bool all = false;
};

/// What was seen in pictures in which there is nothing.
struct Invented {
  int pictures = 0, withFaces = 0, faces = 0, doubts = 0;

  Invented& operator+=(const Invented& other) {
    pictures += other.pictures, withFaces += other.withFaces, faces += other.faces, doubts += other.doubts;
    return *this;
  }
  Json toJson() const {
    return {{"evaluation", "cardless"},
            {"pictures", pictures},
            {"with_faces", withFaces},
            {"faces", faces},
            {"unsure", doubts}};
  }
};

Invented lookAt(const cv::Mat& picture, Json& named) {
  Invented seen{.pictures = 1};
  for (const vision::Sighting& piece : vision::recognize(GameId::Octa, picture).pieces) {
    const Candidate& best = piece.faces.front();
    if (best.face.isUnknown()) {
      ++seen.doubts;
      continue;
    }
    ++seen.faces;
    named.push_back({{"face", best.face.text()},
                     {"confidence", best.confidence},
                     {"presence", piece.presence},
                     {"at", {piece.outline[0].x, piece.outline[0].y}}});
  }
  seen.withFaces = seen.faces > 0;
  return seen;
}

void evaluateCardless(const CardlessArguments& arguments) {
  if (!arguments.keep.empty()) std::filesystem::create_directories(arguments.keep);
  const auto kinds = cardlessKinds();
  std::map<std::string_view, Invented> byKind;
  Invented all;
  for (int i = 0; i < arguments.pictures; ++i) {
    const std::uint64_t seed = arguments.seed + static_cast<std::uint64_t>(i);
    const CardlessKind& kind = kinds[seed % kinds.size()];
    const cv::Mat picture = cardlessPicture(kind, Random(seed).fork(kind.name));
    Json named = Json::array();
    const Invented seen = lookAt(picture, named);
    byKind[kind.name] += seen;
    all += seen;
    if (!named.empty()) std::cout << Json{{"seed", seed}, {"kind", kind.name}, {"named", named}}.dump() << std::endl;
    if (!arguments.keep.empty() && (arguments.all || !named.empty()))
      cv::imwrite((std::filesystem::path(arguments.keep) / (std::to_string(seed) + ".png")).string(), picture);
  }
  for (const auto& [name, seen] : byKind) {
    Json line = seen.toJson();
    line["kind"] = name;
    std::cout << line.dump() << '\n';
  }
  std::cout << all.toJson().dump() << std::endl;
}

}  // namespace

void addEvaluateCardless(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<CardlessArguments>();
  CLI::App* command = evaluateCommand(app).add_subcommand(
      "cardless", "textures and things without a card, drawn and read: how many faces are invented");
  command->add_option("--pictures", arguments->pictures, "how many, default 400; of each kind as many")
      ->check(CLI::Range(1, 1000000));
  command->add_option("--seed", arguments->seed, "of the first picture; the others follow");
  command->add_option("--keep", arguments->keep, "folder for the pictures in which a face was seen");
  command->add_flag("--all", arguments->all, "keep all pictures");
  command->callback([arguments, &status] {
    evaluateCardless(*arguments);
    status = 0;
  });
}

}  // namespace octo::datasets

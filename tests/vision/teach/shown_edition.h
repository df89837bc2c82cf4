#pragma once

#include <filesystem>
#include <fstream>
#include <memory>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "vision/edition/taught_edition.h"

namespace octo::vision::testing {

/// Faces of our own edition as if somebody had shown them to the camera: whatever reads them knows the pictures alone.
inline std::shared_ptr<const TaughtEdition> shownEdition(const std::filesystem::path& folder, GameId game,
                                                         const std::vector<std::string>& faces) {
  std::filesystem::create_directories(folder);
  std::ofstream list(folder / "edition.toml");
  list << "name = \"Shown\"\ngame = \"" << name(game) << "\"\n";
  for (std::size_t n = 0; n < faces.size(); ++n) {
    cv::Mat card;
    cv::cvtColor(drawFace(printEdition(game), Face(faces[n]), 5), card, cv::COLOR_BGRA2BGR);
    const std::string file = std::to_string(n) + ".png";
    cv::imwrite((folder / file).string(), card);
    const FaceArt& art = printEdition(game).art(Face(faces[n]));
    list << "[[piece]]\npiece = \"" << faces[n] << "\"\nwidth_mm = " << art.widthMm << "\nheight_mm = " << art.heightMm
         << "\nshape = \"" << (art.shape == Shape::Octagon ? "octagon" : "card") << "\"\npictures = [\"" << file
         << "\"]\n";
  }
  list.close();
  return std::make_shared<const TaughtEdition>(folder);
}

}  // namespace octo::vision::testing

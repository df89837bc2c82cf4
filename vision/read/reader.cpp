#include "vision/read/reader.h"

#include <stdexcept>
#include <string>

#include "vision/read/cards/octa_reader.h"
#include "vision/read/shields/octagone_reader.h"

namespace octo::vision {

std::unique_ptr<GameReader> makeReader(GameId game) {
  switch (game) {
    case GameId::Octagone:
      return makeOctagoneReader();
    case GameId::Octal:
    case GameId::Oct8:
      break;
    case GameId::Octa:
      return makeOctaReader();
  }
  throw std::out_of_range(std::string(title(game)) + " cannot be followed by camera yet");
}

}  // namespace octo::vision

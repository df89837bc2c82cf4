#include "datasets/scene/people.h"

namespace octo::datasets {

std::vector<std::string> people(int players, Random& random) {
  std::vector<std::string> names{"Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gül", "Hugo", "Ida", "Jun"};
  random.shuffle(names);
  names.resize(static_cast<std::size_t>(players));
  return names;
}

}  // namespace octo::datasets

#include "vision/capture/public_name.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace octo::vision {
namespace {

constexpr std::array<std::string_view, 9> kSecrets{"user",  "login", "account", "pass",  "pwd",
                                                   "token", "key",   "auth",    "secret"};

bool isSecret(std::string_view parameter) {
  std::string lower(parameter);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::any_of(kSecrets.begin(), kSecrets.end(),
                     [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

/// `a=1&token=x#part` without what nobody else may read; the part behind `#` goes, too.
std::string withoutSecrets(std::string_view query) {
  query = query.substr(0, query.find('#'));
  std::string open;
  while (!query.empty()) {
    const std::string_view parameter = query.substr(0, query.find_first_of("&;"));
    const std::size_t equals = parameter.find('=');
    if (equals != std::string_view::npos && isSecret(parameter.substr(0, equals)))
      open += std::string(parameter.substr(0, equals)) + "=***";
    else
      open += parameter;
    if (parameter.size() == query.size()) break;
    open += query[parameter.size()];
    query.remove_prefix(parameter.size() + 1);
  }
  return open;
}

}  // namespace

std::string publicName(std::string_view source) {
  const std::size_t scheme = source.find("://");
  if (scheme == std::string_view::npos) return std::string(source);
  std::string open(source.substr(0, scheme + 3));
  std::string_view rest = source.substr(scheme + 3);
  // A password may hold an @ or a slash that was not escaped: the last @ before the query ends it.
  const std::size_t query = rest.find('?');
  std::string_view place = rest.substr(0, query);
  if (const std::size_t at = place.rfind('@'); at != std::string_view::npos) place.remove_prefix(at + 1);
  open += place.substr(0, place.find('#'));
  if (query != std::string_view::npos) open += '?' + withoutSecrets(rest.substr(query + 1));
  return open;
}

}  // namespace octo::vision

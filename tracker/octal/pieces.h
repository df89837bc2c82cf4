#pragma once

#include "tracker/octal/card.h"

namespace octo::tracker::octal {

/// How many of that face the print edition has (`seeds/octal/pieces.toml`); 0 of one it does not have.
int copies(Card card);

/// Cards in the whole edition.
int cardsInEdition();

}  // namespace octo::tracker::octal

#pragma once

#include "datasets/play/dealer.h"

namespace octo::datasets {

Dealer octagoneDealer();
Dealer octalDealer();
Dealer oct8Dealer();
Dealer octaDealer();

}  // namespace octo::datasets

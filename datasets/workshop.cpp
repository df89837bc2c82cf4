#include "datasets/commands.h"

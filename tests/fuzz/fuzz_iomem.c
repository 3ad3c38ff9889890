// SPDX-License-Identifier: GPL-2.0-or-later
#include "parsers.h"

FUZZ_PARSER(parse_iomem)

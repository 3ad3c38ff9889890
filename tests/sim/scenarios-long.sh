#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The scenarios that take some ten seconds each.
LONG=1 exec sh "$(dirname "$0")/scenarios.sh"

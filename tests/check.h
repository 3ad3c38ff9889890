/* SPDX-License-Identifier: GPL-2.0-or-later */
/* check - what every cmocka test needs, in the order cmocka wants it. */
#ifndef TESTS_CHECK_H
#define TESTS_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

/* Runs a table of tests; the group name is the program's. */
#define CHECK_MAIN(tests) cmocka_run_group_tests(tests, NULL, NULL)

#endif

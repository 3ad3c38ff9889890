// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/err.h"

#include <errno.h>
#include <string.h>

#include "tests/check.h"

static void long_names_leave_what_is_wrong_readable(void **state)
{
	char path[4096];
	struct err err = { "" };

	(void)state;
	memset(path, 'p', sizeof(path) - 1);
	path[sizeof(path) - 1] = '\0';
	assert_int_equal(err_set(&err, ENOENT, "%s: is not there; make it", path), -ENOENT);
	assert_non_null(strstr(err.text, "ppp: is not there; make it"));
	assert_memory_equal(err.text, "ppp", 3);
	assert_int_equal(strlen(err.text), sizeof(err.text) - 1);
	err_set(&err, EINVAL, "line 7: is no row");
	assert_int_equal(err_prefix(&err, -EINVAL, "%s", path), -EINVAL);
	assert_non_null(strstr(err.text, "ppp: line 7: is no row"));
	assert_non_null(strstr(err.text, "..."));
}

static void prefixes_go_before_what_is_there(void **state)
{
	struct err err = { "" };

	(void)state;
	err_set(&err, EINVAL, "line %d: no count", 3);
	err_prefix(&err, -EINVAL, "%s", "buddyinfo");
	assert_string_equal(err.text, "buddyinfo: line 3: no count");
	assert_int_equal(err_set(NULL, EIO, "nobody reads this"), -EIO);
	assert_int_equal(err_prefix(NULL, -EIO, "nor this"), -EIO);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(long_names_leave_what_is_wrong_readable),
		cmocka_unit_test(prefixes_go_before_what_is_there),
	};

	return CHECK_MAIN(tests);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "keys.h"

#include <errno.h>

#include "fragscope/keymap.h"
#include "fragscope/utf8.h"

int keys_next(struct span *text, uint32_t *key, struct err *err)
{
	struct span name;
	ptrdiff_t end;

	if (!text->len)
		return 0;
	if (text->at[0] != '<') {
		size_t nr = utf8_decode(text->at, text->len, key);

		*text = span_skip(*text, nr);
		if (*key < 0x20 || *key == 0x7f || *key == UTF8_NO_CHARACTER)
			return err_set(err, EINVAL, "a byte that is no character; write names like "
				       "<Enter>, <Esc>, <Ctrl-L>");
		return 1;
	}
	end = span_find(*text, ">");
	if (end < 0)
		return err_set(err, EINVAL, "\"%.*s\" has no >; write <lt> for the key <",
			       (int)(text->len < 20 ? text->len : 20), text->at);
	name = (struct span){ text->at + 1, (size_t)end - 1 };
	*text = span_skip(*text, (size_t)end + 1);
	*key = span_equals(name, "lt") ? '<' : key_parse(name);
	if (!*key)
		return err_set(err, EINVAL, "<%.*s> is no key; expected a name like <Enter>, "
			       "<PgDn>, <Ctrl-L>, <F1>", (int)(name.len < 20 ? name.len : 20),
			       name.at);
	return 1;
}

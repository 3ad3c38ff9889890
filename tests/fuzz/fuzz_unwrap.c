// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdlib.h>
#include <string.h>

#include "fragscope/capture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The result has no characters that clean text can't have, and is not much longer than the paste. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t len;
	char *text = unwrap_text((struct span){ (const char *)data, size }, &len);

	if (!text || len > 16 * size + 16 || text[len])
		abort();
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)text[i] < ' ' && text[i] != '\n' && text[i] != '\t')
			abort();
	free(text);
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* kmem - what all ways to kernel memory have in common. */
#include "fragscope/kmem.h"

#include <string.h>

int kmem_read(struct kmem *kmem, uint64_t addr, void *to, size_t size)
{
	char *at = to;

	while (size) {
		size_t piece = size < KMEM_VIEW_MAX ? size : KMEM_VIEW_MAX;
		const void *data;
		int ret = kmem_view(kmem, addr, piece, &data);

		if (ret)
			return ret;
		memcpy(at, data, piece);
		at += piece;
		addr += piece;
		size -= piece;
	}
	return 0;
}

void kmem_close(struct kmem *kmem)
{
	if (kmem)
		kmem->ops->close(kmem);
}

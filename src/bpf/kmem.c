// SPDX-License-Identifier: GPL-2.0-or-later
/* kmem - what all ways to kernel memory have in common. */
#include "fragscope/kmem.h"

#include <errno.h>
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

/* Without a way to read many pieces at once. */
static int gather_slowly(struct kmem *kmem, const uint64_t *addr, size_t nr, size_t size,
			 char *to, bool *ok)
{
	for (size_t i = 0; i < nr; i++) {
		const void *data;
		int ret = kmem_view(kmem, addr[i], size, &data);

		if (ret && ret != -EFAULT)
			return ret;
		ok[i] = !ret;
		if (ret)
			memset(to + i * size, 0, size);
		else
			memcpy(to + i * size, data, size);
	}
	return 0;
}

int kmem_gather(struct kmem *kmem, const uint64_t *addr, size_t nr, size_t size, void *to,
		bool *ok)
{
	size_t most = kmem->ops->gather_max;
	int ret = 0;

	if (!size || size > KMEM_PIECE_MAX)
		return -E2BIG;
	if (!kmem->ops->gather)
		return gather_slowly(kmem, addr, nr, size, to, ok);
	if (most > KMEM_VIEW_MAX / size)
		most = KMEM_VIEW_MAX / size;
	for (size_t at = 0; at < nr && !ret; at += most)
		ret = kmem->ops->gather(kmem, addr + at, nr - at < most ? nr - at : most, size,
					(char *)to + at * size, ok + at);
	return ret;
}

void kmem_close(struct kmem *kmem)
{
	if (kmem)
		kmem->ops->close(kmem);
}

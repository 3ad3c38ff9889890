// SPDX-License-Identifier: GPL-2.0-or-later
#include "save.h"

#include "fragscope/export.h"

#include "savefile.h"

int save_snapshot(const struct frame *frame, bool pages, const char *path, struct err *err)
{
	struct savefile file;
	int ret = savefile_open(&file, path, err);

	if (ret)
		return ret;
	ret = snapshot_write(frame, pages, file.to, err);
	if (!ret)
		return savefile_commit(&file, err);
	err_prefix(err, ret, "%s", file.path);
	savefile_abort(&file);
	return ret;
}

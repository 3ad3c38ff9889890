// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What libraries and sanitizers print must not tear holes into the screen, and must not be lost:
 * while the screen is up, standard error is a file in memory, copied out afterwards.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "term_private.h"

static int kept_fd = -1;  /* the file in memory */
static int real_fd = -1;  /* standard error as it was */

void stderr_hold(void)
{
	if (real_fd >= 0 || !isatty(STDERR_FILENO))
		return;
	kept_fd = memfd_create("stderr", MFD_CLOEXEC);
	if (kept_fd < 0)
		return;
	real_fd = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	if (real_fd >= 0 && dup2(kept_fd, STDERR_FILENO) >= 0)
		return;
	close(kept_fd);
	if (real_fd >= 0)
		close(real_fd);
	kept_fd = real_fd = -1;
}

static void copy_out(void)
{
	char bytes[1024];
	off_t at = 0;
	ssize_t got;

	while ((got = pread(kept_fd, bytes, sizeof(bytes), at)) > 0) {
		if (write(STDERR_FILENO, bytes, (size_t)got) != got)
			return;
		at += got;
	}
}

void stderr_release(void)
{
	int saved_errno = errno;

	if (real_fd < 0)
		return;
	dup2(real_fd, STDERR_FILENO);
	close(real_fd);
	real_fd = -1;
	copy_out();
	close(kept_fd);
	kept_fd = -1;
	errno = saved_errno;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* own_file - files that a user may have in the home folder, but need not. */
#ifndef OWN_FILE_H
#define OWN_FILE_H

#include <stdbool.h>

/* After opening failed with that errno: whether the user has no such file.  HOME may be another
 * user's (setpriv, sudo -u): what lies in a folder that is closed to us is not ours.  A closed file
 * in an open folder is one. */
bool own_file_is_absent(const char *path, int error);

#endif

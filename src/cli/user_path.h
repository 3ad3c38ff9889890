/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * user_path - where a user's own files are (XDG base directories).
 *
 * HOME survives su and setpriv, so the folder may be another user's: a file that cannot be reached
 * is as good as none.
 */
#ifndef CLI_USER_PATH_H
#define CLI_USER_PATH_H

#include <limits.h>
#include <stdbool.h>

/* $variable/tail when that is an absolute path, else $HOME/fallback/tail.  False when there is
 * neither, or when the file's folder may not be searched. */
bool user_path(char path[PATH_MAX], const char *variable, const char *fallback, const char *tail);

/* False when a folder on the way to the file may not be searched; a file that is not there, or may
 * not be read, is within reach. */
bool path_is_in_reach(const char *path);

#endif

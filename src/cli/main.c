// SPDX-License-Identifier: GPL-2.0-or-later
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "fragscope/utf8.h"

#include "cli.h"
#include "options.h"

#define WIDTH_NO_TERMINAL 80

const struct command commands[NR_COMMANDS] = {
#define COMMAND(id, name, arguments, run, help) { name, arguments, help, run },
#include "commands.def"
#undef COMMAND
};

unsigned int cli_output_width(void)
{
	struct winsize size;

	if (isatty(STDOUT_FILENO) && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col)
		return size.ws_col;
	return WIDTH_NO_TERMINAL;
}

/* Errors quote names of files and options, and these may hold anything. */
int cli_fail(enum exit_code code, const struct err *err)
{
	struct span rest = span_of(err->text);

	fputs("fragscope: ", stderr);
	while (rest.len) {
		uint32_t glyph;
		size_t len = utf8_decode(rest.at, rest.len, &glyph);

		if (utf8_is_shown(glyph))
			fwrite(rest.at, 1, len, stderr);
		else
			fputc('?', stderr);
		rest = span_skip(rest, len);
	}
	fputc('\n', stderr);
	return code;
}

struct source *cli_open_source(const struct options *options, const char *const *files,
			       unsigned int nr_files, struct err *err)
{
	if (nr_files)
		return source_open_files(files, nr_files, err);
	return source_open_live(options->root, options->budget, err);
}

/* A descriptor that was closed would be taken by the next file opened, and output would go there.
 * What takes its place fails as a closed one does. */
static void hold_standard_fds(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
			if (open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
				_exit(CODE_FAILED);
}

/* Output that did not arrive must not look like success. */
static int finish_output(int code)
{
	struct err err;
	bool failed = ferror(stdout);

	if (failed && code == CODE_FAILED)
		return code; /* the command has said so */
	errno = 0;
	if (!fflush(stdout) && !failed)
		return code;
	err_set(&err, EIO, "standard output: cannot be written: %s; choose another place",
		errno ? strerror(errno) : "input/output error");
	return cli_fail(CODE_FAILED, &err);
}

static int run(const struct options *options)
{
	if (options->help)
		options_help(options, stdout);
	else if (options->version)
		puts(PACKAGE_STRING);
	else
		return commands[options->command].run(options);
	return CODE_DONE;
}

int main(int argc, char **argv)
{
	struct options options;
	struct err err = { "" };
	int code;

	hold_standard_fds();
	signal(SIGXFSZ, SIG_IGN); /* a limit on file sizes is an error of write() like others */
	term_set_locale();
	if (options_read(&options, argc, argv, &err))
		code = cli_fail(CODE_USAGE, &err);
	else
		code = finish_output(run(&options));
	options_done(&options);
	return code;
}

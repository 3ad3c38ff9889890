// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * activity: a line per interval about what the kernel does, for a terminal, a log or a script.
 *
 * Nothing is read of the page map.  The tracing of the kernel is loaded at the source's first
 * poll(), after a first frame; the next frame is where the first interval begins.  A signal ends it
 * between two lines: what is printed is whole.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "fragscope/clock.h"
#include "fragscope/export.h"
#include "fragscope/history.h"

#include "activity_line.h"
#include "options.h"

#define SLICE_NS     (10ULL * NSEC_PER_MSEC)
#define COLS_MIN     30
#define HEADER_LINES 20  /* between two headers */

struct watch {
	const struct options *options;
	struct source *source;
	struct history *history; /* two frames */
	uint64_t nr_lines;
	int cols;                /* of the terminal, at the last header; 0: any number */
	bool told_missing;
};

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
	(void)signal;
	stopped = 1;
}

static void catch_signals(void)
{
	struct sigaction action = { .sa_handler = stop };

	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

/* Says once what is missing and what would give it. */
static void tell_missing(struct watch *watch, const struct frame *frame)
{
	const struct source_status *status = frame_find_source(frame, "activity");
	struct err err;

	if (watch->told_missing || (frame->activity && (!status || !status->text)))
		return;
	watch->told_missing = true;
	err_set(&err, ENODATA, "activity: %s",
		status && status->text ? status->text :
		"no events of the kernel can be had here; what /proc/vmstat counts is shown");
	cli_fail(CODE_DONE, &err);
}

static int sample(struct watch *watch, struct err *err)
{
	const struct source_want want = { .activity = true };
	struct frame *frame;
	int ret = watch->source->ops->sample(watch->source, &want, &frame, err);

	if (ret)
		return ret;
	ret = history_push(watch->history, frame);
	frame_free(frame);
	return ret ? err_set(err, -ret, "activity: out of memory") : 0;
}

static void poll_source(struct watch *watch)
{
	while (watch->source->ops->poll(watch->source, SLICE_NS) && !stopped)
		;
}

/* Sleeps until then; events of the source are taken meanwhile. */
static void wait_until(struct watch *watch, uint64_t end_ns)
{
	const struct source_ops *ops = watch->source->ops;
	struct pollfd wake = { .fd = -1, .events = POLLIN };
	uint64_t now;

	if (ops->wake_fd)
		wake.fd = ops->wake_fd(watch->source);
	while (!stopped && (now = clock_mono_ns()) < end_ns) {
		uint64_t left_ms = (end_ns - now + NSEC_PER_MSEC - 1) / NSEC_PER_MSEC;

		if (poll(&wake, 1, (int)left_ms) > 0)
			poll_source(watch);
	}
}

/* A terminal too narrow for anything shows all, in lines that it folds. */
static int terminal_cols(void)
{
	struct winsize size;

	if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size))
		return 0;
	return size.ws_col < COLS_MIN ? 0 : size.ws_col;
}

static int print(struct watch *watch, struct err *err)
{
	const struct history *history = watch->history;

	if (watch->options->json)
		return activity_write_json(history_frame(history, 1), history_frame(history, 0),
					   stdout, err);
	if (watch->nr_lines % HEADER_LINES == 0) {
		watch->cols = terminal_cols();
		activity_print_header(stdout, watch->cols);
	}
	activity_print_line(stdout, watch->cols, history);
	if (fflush(stdout))
		return err_set(err, errno ? errno : EIO, "cannot write: %s; choose another place",
			       strerror(errno));
	return 0;
}

static int begin(struct watch *watch, struct err *err)
{
	int ret = sample(watch, err);

	if (ret)
		return ret;
	poll_source(watch);
	ret = sample(watch, err);
	if (!ret)
		tell_missing(watch, history_frame(watch->history, 0));
	return ret;
}

static int watch_on(struct watch *watch, struct err *err)
{
	const uint64_t interval_ns = watch->options->delay_ms * NSEC_PER_MSEC;
	const uint64_t max = watch->options->count;
	uint64_t next_ns = clock_mono_ns() + interval_ns;
	int ret = 0;

	while (!ret && (!max || watch->nr_lines < max)) {
		wait_until(watch, next_ns);
		if (stopped)
			return 0;
		poll_source(watch);
		ret = sample(watch, err);
		if (!ret) {
			ret = print(watch, err);
			if (ret)
				err_prefix(err, ret, "standard output");
		}
		watch->nr_lines++;
		next_ns += interval_ns;
		/* intervals that were slept through, stopped or suspended, are not made up for */
		if (next_ns < clock_mono_ns())
			next_ns = clock_mono_ns() + interval_ns;
	}
	return ret;
}

int cmd_activity(const struct options *options)
{
	struct watch watch = { .options = options };
	enum exit_code code = CODE_NO_SOURCE;
	struct err err = { "" };
	int ret;

	if (options->nr_args) {
		err_set(&err, EINVAL, "%.80s: activity takes no file; it is about this host",
			options->args[0]);
		return cli_fail(CODE_USAGE, &err);
	}
	watch.source = cli_open_source(options, NULL, 0, &err);
	if (!watch.source)
		return cli_fail(code, &err);
	watch.history = history_new(2, 0);
	ret = watch.history ? 0 : err_set(&err, ENOMEM, "activity: out of memory");
	catch_signals();
	if (!ret)
		ret = begin(&watch, &err);
	if (!ret) {
		code = CODE_FAILED;
		ret = watch_on(&watch, &err);
	}
	code = ret ? cli_fail(code, &err) : CODE_DONE;
	history_free(watch.history);
	watch.source->ops->close(watch.source);
	return code;
}

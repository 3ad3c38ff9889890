// SPDX-License-Identifier: GPL-2.0-or-later
/* ktrace_missing - what a kernel does not tell, and what would help, in one line. */
#include "ktrace_private.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/capability.h>

static const char *reason_of(const struct ktrace *trace, size_t row)
{
	enum ktrace_place place = ktrace_rows[row].place;

	switch (trace->fate[row]) {
	case FATE_NO_PLACE:
		return place == PLACE_FUNCTION ? "this kernel has no such function" :
		       "this kernel has no tracepoint for it";
	case FATE_OTHER_ARGUMENTS:
		return "its arguments are others in this kernel";
	case FATE_SWITCHED_OFF:
		return "kernel.ftrace_enabled is 0; 1 gives them, tracepoints stand in";
	case FATE_NOT_ATTACHED:
		if (place == PLACE_RECORD)
			return "tracefs is not readable; mount it at /sys/kernel/tracing, "
			       "and run as root";
		/* fall through */
	default:
		return place == PLACE_FUNCTION ?
		       "this kernel lets no program trace functions; tracepoints stand in" :
		       "this kernel refuses the program";
	}
}

static bool is_missing(const struct ktrace *trace, size_t row)
{
	return trace->fate[row] >= FATE_NO_PLACE && !ktrace_row_is_told(trace, row);
}

/* Several rows may tell one thing. */
static bool is_first(const struct ktrace *trace, size_t row)
{
	for (size_t i = 0; i < row; i++)
		if (is_missing(trace, i) && !strcmp(ktrace_rows[i].what, ktrace_rows[row].what))
			return false;
	return true;
}

static void add(struct ktrace *trace, const char *before, const char *text)
{
	size_t len = strlen(trace->missing);

	snprintf(trace->missing + len, sizeof(trace->missing) - len, "%s%s", before, text);
}

/* The row and all later ones with the same reason. */
static void add_reason(struct ktrace *trace, size_t row, bool said[])
{
	const char *reason = reason_of(trace, row), *before = trace->missing[0] ? "; " : "";

	for (size_t i = row; i < ktrace_nr_rows; i++) {
		if (said[i] || !is_missing(trace, i) || strcmp(reason_of(trace, i), reason))
			continue;
		said[i] = true;
		if (!is_first(trace, i))
			continue;
		add(trace, before, ktrace_rows[i].what);
		before = ", ";
	}
	add(trace, ": ", reason);
}

void ktrace_say_missing(struct ktrace *trace)
{
	bool said[KTRACE_ROWS_MAX] = { false };

	trace->missing[0] = '\0';
	for (size_t i = 0; i < ktrace_nr_rows; i++)
		if (is_missing(trace, i) && is_first(trace, i) && !said[i])
			add_reason(trace, i, said);
}

static bool has_capability(unsigned int capability)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = { { 0 } };

	if (syscall(SYS_capget, &header, data))
		return true;
	return data[capability / 32].effective & 1U << capability % 32;
}

/* CAP_SYS_ADMIN stands for both. */
static const char *lacking(void)
{
	bool bpf = has_capability(CAP_BPF), perfmon = has_capability(CAP_PERFMON);

	if (has_capability(CAP_SYS_ADMIN) || (bpf && perfmon))
		return NULL;
	return bpf ? "CAP_PERFMON" : perfmon ? "CAP_BPF" : "CAP_BPF and CAP_PERFMON";
}

int ktrace_say_why(int code, struct err *err)
{
	const char *capability = lacking();

	switch (code) {
	case EPERM:
	case EACCES:
		if (capability)
			return err_set(err, code, "activity: not allowed to trace the kernel; run "
				       "as root, or with %s", capability);
		return err_set(err, code, "activity: this kernel lets nobody trace it; lockdown or "
			       "a security policy forbids it");
	case ENOSYS:
		return err_set(err, code, "activity: this kernel was built without BPF "
			       "(CONFIG_BPF_SYSCALL)");
	default:
		return err_set(err, code, "activity: cannot load the BPF programs: %s",
			       strerror(code));
	}
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * klog_request - who asked for what: the lines of warn_alloc() and dump_header().
 *
 *	md5sum: page allocation failure: order:4, mode:0x40c40(GFP_NOFS|__GFP_COMP), nodemask=…
 *	mkfs.ext4 invoked oom-killer: gfp_mask=0x101cc0(GFP_USER|__GFP_WRITE), order=0, …
 *	oom-kill:constraint=CONSTRAINT_CPUSET,nodemask=(null),cpuset=…,mems_allowed=4,…
 *	CPU: 3 PID: 1108 Comm: md5sum Not tainted 5.19.0-1-amd64 #1  Debian 5.19.6-1
 */
#include <ctype.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "fragscope/array.h"
#include "fragscope/gfp.h"
#include "klog.h"

/* How a request is called, and by which words it is recognised. */
struct request_label {
	const char *phrase;
	const char *label;
	enum request_kind kind;
};

static const struct request_label labels[] = {
	{ "invoked oom-killer:", "invoked oom-killer", REQUEST_OOM },
	{ "oom-killer:", "oom-killer", REQUEST_OOM },
	{ "page allocation failure", "page allocation failure", REQUEST_ALLOC_FAILURE },
	{ "vmalloc error:", "vmalloc error", REQUEST_ALLOC_FAILURE },
	{ "vmalloc: allocation failure", "vmalloc: allocation failure", REQUEST_ALLOC_FAILURE },
	{ "vmemmap alloc failure", "vmemmap alloc failure", REQUEST_ALLOC_FAILURE },
	{ "-order allocation failed", "allocation failed", REQUEST_ALLOC_FAILURE },
};

enum field_form {
	FIELD_NUMBER,
	FIELD_MASK,   /* hexadecimal, perhaps with names in parentheses behind */
	FIELD_TEXT,   /* up to a blank or the comma before the next key */
};

/* One attribute of a request: the words before its value, and where it goes. */
struct field {
	const char *key;
	enum field_form form;
	size_t offset;
};

static const struct field fields[] = {
	{ "order:", FIELD_NUMBER, offsetof(struct request, order) },
	{ "order=", FIELD_NUMBER, offsetof(struct request, order) },
	{ "page order ", FIELD_NUMBER, offsetof(struct request, order) },
	{ "size ", FIELD_NUMBER, offsetof(struct request, size_bytes) },
	{ "mode:", FIELD_MASK, offsetof(struct request, gfp_mask) },
	{ "gfp_mask=", FIELD_MASK, offsetof(struct request, gfp_mask) },
	{ "gfp=", FIELD_MASK, offsetof(struct request, gfp_mask) },
	{ "nodemask=", FIELD_TEXT, offsetof(struct request, nodemask) },
	{ "cpuset=", FIELD_TEXT, offsetof(struct request, cpuset) },
	{ "mems_allowed=", FIELD_TEXT, offsetof(struct request, mems_allowed) },
	{ "constraint=", FIELD_TEXT, offsetof(struct request, constraint) },
};

static bool find_after(struct span text, const char *what, struct span *rest)
{
	ptrdiff_t at = span_find(text, what);

	if (at < 0)
		return false;
	*rest = span_skip(text, (size_t)at + strlen(what));
	return true;
}

/* The text before what; all of it if that is not there. */
static struct span text_before(struct span text, const char *what)
{
	ptrdiff_t at = span_find(text, what);

	if (at >= 0)
		text.len = (size_t)at;
	return span_trim(text);
}

static const char *keep(struct klog *klog, struct span text)
{
	return text.len ? arena_strdup(&klog->frame->arena, text.at, text.len) : NULL;
}

static size_t hex_digits(struct span text)
{
	size_t n = 0;

	while (n < text.len && isxdigit((unsigned char)text.at[n]))
		n++;
	return n;
}

static void take_number(struct num *value, struct span rest)
{
	uint64_t n;

	rest.len = span_digits(rest);
	if (span_to_u64(rest, &n))
		*value = num_known(n);
}

/* "0x40c40(GFP_NOFS|__GFP_COMP)" */
static void take_mask(struct klog *klog, struct span rest)
{
	struct request *request = &klog->frame->request;
	size_t digits;
	const char *end;
	uint64_t mask = 0;

	if (span_starts(rest, "0x"))
		rest = span_skip(rest, 2);
	digits = hex_digits(rest);
	if (!digits || digits > 16)
		return;
	for (size_t i = 0; i < digits; i++) {
		char c = rest.at[i];

		mask = mask << 4 | (uint64_t)(char_is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
	}
	request->gfp_mask = num_known(mask);
	rest = span_skip(rest, digits);
	if (!rest.len || rest.at[0] != '(')
		return;
	rest = span_skip(rest, 1);
	end = memchr(rest.at, ')', rest.len);
	if (end)
		request->gfp_names = keep(klog, (struct span){ rest.at, (size_t)(end - rest.at) });
}

static struct span text_value(struct span rest)
{
	size_t len = 0;

	while (len < rest.len && !char_is_blank(rest.at[len]) &&
	       !(rest.at[len] == ',' && (len + 1 == rest.len || char_is_letter(rest.at[len + 1]) ||
					 char_is_blank(rest.at[len + 1]))))
		len++;
	rest.len = len;
	return rest;
}

/* Values that the report has already are not overwritten. */
static void take_fields(struct klog *klog, struct span text)
{
	char *request = (char *)&klog->frame->request;

	for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
		struct num *number = (struct num *)(request + fields[i].offset);
		const char **string = (const char **)(request + fields[i].offset);
		struct span rest;

		if (!find_after(text, fields[i].key, &rest))
			continue;
		if (fields[i].form == FIELD_TEXT && !*string)
			*string = keep(klog, text_value(rest));
		else if (fields[i].form == FIELD_MASK && !num_has(*number))
			take_mask(klog, rest);
		else if (fields[i].form == FIELD_NUMBER && !num_has(*number))
			take_number(number, rest);
	}
}

static const struct request_label *find_label(struct span text, struct span *before,
					      struct span *after)
{
	for (size_t i = 0; i < ARRAY_SIZE(labels); i++) {
		if (!find_after(text, labels[i].phrase, after))
			continue;
		*before = text_before(text, labels[i].phrase);
		return &labels[i];
	}
	return NULL;
}

int klog_take_request(struct klog *klog, const struct klog_line *line)
{
	struct span before, after;
	const struct request_label *label = find_label(line->text, &before, &after);
	struct request *request;
	int ret;

	if (!label)
		return 0;
	ret = klog_begin(klog, label->kind, line);
	if (ret)
		return ret;
	request = &klog->frame->request;
	request->label = keep(klog, span_of(label->label));
	/* "__alloc_pages: 3-order allocation failed": a function and the order, no process */
	if (label->phrase[0] == '-') {
		size_t digits = before.len;

		while (digits && char_is_digit(before.at[digits - 1]))
			digits--;
		take_number(&request->order, span_skip(before, digits));
		before.len = 0;
	}
	if (before.len && before.at[before.len - 1] == ':')
		before.len--;
	request->comm = keep(klog, before);
	take_fields(klog, after);
	return request->label ? 0 : -ENOMEM;
}

int klog_take_attributes(struct klog *klog, const struct klog_line *line)
{
	if (klog->frame)
		take_fields(klog, line->text);
	return 0;
}

/* "Not tainted 5.19.0-1-amd64 #1", "Tainted: G        WC O      5.10.168-gki #1" */
static void take_release(struct klog *klog, struct span text)
{
	struct span rest, word;

	if (!find_after(text, "ainted", &rest))
		return;
	while (span_next_word(&rest, &word)) {
		if (char_is_digit(word.at[0]) && memchr(word.at, '.', word.len)) {
			span_copy(word, klog->release, sizeof(klog->release));
			return;
		}
	}
}

/* The process of a stack trace is the request's own if it stands before the Mem-Info lines. */
int klog_take_task(struct klog *klog, const struct klog_line *line)
{
	struct request *request = klog->frame ? &klog->frame->request : NULL;
	struct span rest;

	take_release(klog, line->text);
	if (!request || klog->has_memory || request->kind == REQUEST_SHOW_MEM ||
	    num_has(request->pid))
		return 0;
	if (find_after(line->text, "CPU: ", &rest))
		take_number(&request->cpu, rest);
	if (find_after(line->text, "PID: ", &rest) || find_after(line->text, "Pid: ", &rest))
		take_number(&request->pid, rest);
	if (!request->comm &&
	    (find_after(line->text, "Comm: ", &rest) || find_after(line->text, "comm: ", &rest))) {
		rest = text_before(rest, " Not tainted");
		rest = text_before(rest, " Tainted:");
		request->comm = keep(klog, text_before(rest, " Kdump:"));
	}
	return 0;
}

void klog_close_request(struct frame *frame)
{
	struct request *request = &frame->request;
	char names[512];

	if (request->gfp_names || !num_has(request->gfp_mask) || !request->gfp_mask.n)
		return;
	/* Kernels since 4.6 print the names themselves.  Bits without one come out as a number. */
	gfp_decode(request->gfp_mask.n, frame->release ? frame->release : "3.10", names,
		   sizeof(names));
	request->gfp_names = arena_strdup(&frame->arena, names, strlen(names));
	request->gfp_decoded = request->gfp_names;
}

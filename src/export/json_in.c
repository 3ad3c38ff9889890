// SPDX-License-Identifier: GPL-2.0-or-later
#include "json_in.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "json_out.h"

void json_enter(struct json_in *in, const char *key)
{
	assert(in->depth < JSON_IN_DEPTH_MAX);
	in->path[in->depth++] = (struct json_step){ .key = key };
}

void json_enter_index(struct json_in *in, size_t index)
{
	assert(in->depth < JSON_IN_DEPTH_MAX);
	in->path[in->depth++] = (struct json_step){ .index = index };
}

void json_leave(struct json_in *in)
{
	in->depth--;
}

static void print_path(const struct json_in *in, char *to, size_t size)
{
	size_t len = 0;

	to[0] = '\0';
	for (unsigned int i = 0; i < in->depth && len < size; i++) {
		const struct json_step *step = &in->path[i];

		if (step->key)
			len += (size_t)snprintf(to + len, size - len, "%s%.60s", i ? "." : "",
						step->key);
		else
			len += (size_t)snprintf(to + len, size - len, "[%zu]", step->index);
	}
}

int json_fail(struct json_in *in, const char *fmt, ...)
{
	char what[160], path[120];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	print_path(in, path, sizeof(path));
	return err_set(in->err, EINVAL, "%s%s%s", path, in->depth ? ": " : "", what);
}

const cJSON *json_member(const cJSON *object, const char *key)
{
	const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);

	return item && !cJSON_IsNull(item) ? item : NULL;
}

int json_want_object(struct json_in *in, const cJSON *item)
{
	return cJSON_IsObject(item) ? 0 : json_fail(in, "an object is wanted here");
}

int json_want_array(struct json_in *in, const cJSON *item, size_t max, size_t *nr)
{
	if (!cJSON_IsArray(item))
		return json_fail(in, "an array is wanted here");
	*nr = (size_t)cJSON_GetArraySize(item);
	if (*nr > max)
		return json_fail(in, "%zu entries, at most %zu make sense", *nr, max);
	return 0;
}

/* Sign and magnitude of an integer in either form. */
static bool item_integer(const cJSON *item, bool *negative, uint64_t *magnitude)
{
	if (cJSON_IsString(item)) {
		struct span digits = span_of(item->valuestring);

		*negative = span_starts(digits, "-");
		return span_to_u64(span_skip(digits, *negative), magnitude);
	}
	if (!cJSON_IsNumber(item))
		return false;
	*negative = item->valuedouble < 0;
	if (!(item->valuedouble >= -(double)JSON_EXACT_MAX &&
	      item->valuedouble <= (double)JSON_EXACT_MAX))
		return false;
	*magnitude = (uint64_t)(*negative ? -item->valuedouble : item->valuedouble);
	return (double)*magnitude == (*negative ? -item->valuedouble : item->valuedouble);
}

int json_get_u64(struct json_in *in, const cJSON *item, uint64_t max, uint64_t *n)
{
	bool negative;

	if (!item_integer(item, &negative, n) || (negative && *n))
		return json_fail(in, "an integer from 0 is wanted here (above 2^53 as a string)");
	if (*n > max)
		return json_fail(in, "%" PRIu64 " is too much, at most %" PRIu64 " makes sense", *n,
				 max);
	return 0;
}

int json_get_s64(struct json_in *in, const cJSON *item, int64_t min, int64_t max, int64_t *n)
{
	uint64_t magnitude;
	bool negative;

	if (!item_integer(item, &negative, &magnitude) ||
	    magnitude > (uint64_t)INT64_MAX + negative)
		return json_fail(in, "an integer is wanted here (above 2^53 as a string)");
	*n = (int64_t)(negative ? -magnitude : magnitude);
	if (*n < min || *n > max)
		return json_fail(in, "%" PRId64 " is outside %" PRId64 " to %" PRId64, *n, min,
				 max);
	return 0;
}

int json_get_bool(struct json_in *in, const cJSON *item, bool *value)
{
	if (!cJSON_IsBool(item))
		return json_fail(in, "true or false is wanted here");
	*value = cJSON_IsTrue(item);
	return 0;
}

int json_get_text(struct json_in *in, const cJSON *item, const char **text)
{
	if (!cJSON_IsString(item))
		return json_fail(in, "text is wanted here");
	*text = item->valuestring;
	return 0;
}

int json_get_num(struct json_in *in, const cJSON *item, struct num *num)
{
	const cJSON *at_least = json_member(item, "at_least");

	*num = (struct num){ 0 };
	if (cJSON_IsNull(item))
		return 0;
	if (cJSON_IsObject(item) && cJSON_IsTrue(json_member(item, "denied"))) {
		num->state = NUM_DENIED;
		return 0;
	}
	if (cJSON_IsObject(item) && !at_least)
		return json_fail(in, "neither a number, nor at_least, nor denied");
	num->state = at_least ? NUM_CAPPED : NUM_KNOWN;
	return json_get_u64(in, at_least ? at_least : item, UINT64_MAX, &num->n);
}

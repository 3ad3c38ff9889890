// SPDX-License-Identifier: GPL-2.0-or-later
#include "column.h"

#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "base64.h"

#define ENCODING "zstd+base64"
#define LEVEL    3

/* A zstd block has a header of three bytes and yields at most 128 KiB. */
#define ZSTD_GAIN_MAX (128 * 1024 / 3)

static const struct {
	const char *name;
	size_t width; /* bytes */
	uint64_t max;
} types[NR_COLUMN_TYPES] = {
	[COLUMN_U8] = { "u8", 1, UINT8_MAX },
	[COLUMN_U16] = { "u16", 2, UINT16_MAX },
	[COLUMN_U32] = { "u32", 4, UINT32_MAX },
	[COLUMN_U64] = { "u64", 8, UINT64_MAX },
};

size_t column_type_width(enum column_type type)
{
	return types[type].width;
}

static uint64_t entry_get(const void *data, enum column_type type, size_t i)
{
	switch (type) {
	case COLUMN_U8:
		return ((const uint8_t *)data)[i];
	case COLUMN_U16:
		return ((const uint16_t *)data)[i];
	case COLUMN_U32:
		return ((const uint32_t *)data)[i];
	default:
		return ((const uint64_t *)data)[i];
	}
}

static void entry_set(void *data, enum column_type type, size_t i, uint64_t n)
{
	switch (type) {
	case COLUMN_U8:
		((uint8_t *)data)[i] = (uint8_t)n;
		break;
	case COLUMN_U16:
		((uint16_t *)data)[i] = (uint16_t)n;
		break;
	case COLUMN_U32:
		((uint32_t *)data)[i] = (uint32_t)n;
		break;
	default:
		((uint64_t *)data)[i] = n;
	}
}

#if __BYTE_ORDER == __LITTLE_ENDIAN
#define needs_swap(type) false
#else
#define needs_swap(type) ((type) != COLUMN_U8)
#endif

/* Turns the host's order into little-endian and back (the same swap). */
static void swap_entries(void *data, enum column_type type, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		uint64_t n = entry_get(data, type, i);

		entry_set(data, type, i,
			  type == COLUMN_U16 ? __builtin_bswap16((uint16_t)n) :
			  type == COLUMN_U32 ? __builtin_bswap32((uint32_t)n) :
					       __builtin_bswap64(n));
	}
}

static void write_plain(struct json_out *out, const char *key, enum column_type type,
			const void *data, size_t nr)
{
	json_open(out, key, JSON_ARRAY);
	json_keep(out);
	for (size_t i = 0; i < nr; i++)
		json_exact_u64(out, NULL, entry_get(data, type, i));
	json_close(out);
}

/* malloc'ed zstd frame of the entries, or NULL. */
static uint8_t *compress(enum column_type type, const void *data, size_t nr, size_t *len)
{
	size_t size = nr * types[type].width, room = ZSTD_compressBound(size);
	ZSTD_CCtx *context = ZSTD_createCCtx();
	uint8_t *frame = malloc(room);
	void *swapped = NULL;

	if (needs_swap(type) && frame && (swapped = malloc(size))) {
		memcpy(swapped, data, size);
		swap_entries(swapped, type, nr);
		data = swapped;
	}
	*len = 0;
	if (context && frame && (swapped || !needs_swap(type))) {
		ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, LEVEL);
		ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
		*len = ZSTD_compress2(context, frame, room, data, size);
	}
	free(swapped);
	ZSTD_freeCCtx(context);
	if (*len && !ZSTD_isError(*len))
		return frame;
	free(frame);
	return NULL;
}

int column_write_packed(struct json_out *out, const char *key, enum column_type type,
			const void *data, size_t nr)
{
	size_t len = 0;
	uint8_t *frame = compress(type, data, nr, &len);
	char *text = frame ? malloc(base64_length(len)) : NULL;

	if (text) {
		base64_encode(frame, len, text);
		json_open(out, key, JSON_OBJECT);
		json_text(out, "type", types[type].name);
		json_u64(out, "count", nr);
		json_text(out, "encoding", ENCODING);
		json_plain_text(out, "data", text, base64_length(len));
		json_close(out);
	}
	free(text);
	free(frame);
	return text ? 0 : -ENOMEM;
}

int column_write(struct json_out *out, const char *key, enum column_type type, const void *data,
		 size_t nr)
{
	if (nr > COLUMN_PLAIN_MAX)
		return column_write_packed(out, key, type, data, nr);
	write_plain(out, key, type, data, nr);
	return 0;
}

/* Compares the header of a packed column with what is expected; *data is its text. */
static int check_header(struct json_in *in, const cJSON *item, enum column_type type, size_t nr,
			const char **data)
{
	const cJSON *name = json_member(item, "type"), *encoding = json_member(item, "encoding");
	const cJSON *count = json_member(item, "count"), *text = json_member(item, "data");
	uint64_t claimed;

	if (!cJSON_IsString(name) || strcmp(name->valuestring, types[type].name))
		return json_fail(in, "a column of type %s is wanted here", types[type].name);
	if (!cJSON_IsString(encoding) || strcmp(encoding->valuestring, ENCODING))
		return json_fail(in, "the encoding is not " ENCODING);
	if (!count || json_get_u64(in, count, UINT64_MAX, &claimed))
		return json_fail(in, "the column does not say its count");
	if (claimed != nr)
		return json_fail(in, "the column says it has %llu entries, %zu are due",
				 (unsigned long long)claimed, nr);
	if (!cJSON_IsString(text))
		return json_fail(in, "the column has no data");
	*data = text->valuestring;
	return 0;
}

int column_check(struct json_in *in, const cJSON *item, enum column_type type, size_t nr)
{
	const char *text;
	size_t has;

	if (cJSON_IsArray(item)) {
		has = (size_t)cJSON_GetArraySize(item);
		return has == nr ? 0 : json_fail(in, "%zu entries, %zu are due", has, nr);
	}
	if (!cJSON_IsObject(item))
		return json_fail(in, "a column is wanted here");
	if (check_header(in, item, type, nr, &text))
		return -EINVAL;
	if (nr / ZSTD_GAIN_MAX > base64_bytes_max(strlen(text)))
		return json_fail(in, "the data cannot hold %zu entries", nr);
	return 0;
}

static int read_plain(struct json_in *in, const cJSON *item, enum column_type type, void *data)
{
	const cJSON *entry;
	size_t i = 0;

	cJSON_ArrayForEach(entry, item) {
		uint64_t n;

		json_enter_index(in, i);
		if (json_get_u64(in, entry, types[type].max, &n))
			return -EINVAL;
		entry_set(data, type, i++, n);
		json_leave(in);
	}
	return 0;
}

static int unpack(struct json_in *in, const uint8_t *frame, size_t len, void *data, size_t size)
{
	unsigned long long claimed = ZSTD_getFrameContentSize(frame, len);
	size_t got;

	if (claimed == ZSTD_CONTENTSIZE_ERROR)
		return json_fail(in, "the data is not compressed with zstd");
	if (claimed != size)
		return json_fail(in, "the data says it unpacks to another size than %zu bytes",
				 size);
	got = ZSTD_decompress(data, size, frame, len);
	if (ZSTD_isError(got))
		return json_fail(in, "the data is damaged (%s)", ZSTD_getErrorName(got));
	if (got != size)
		return json_fail(in, "the data unpacks to %zu bytes instead of %zu", got, size);
	return 0;
}

static int read_packed(struct json_in *in, const cJSON *item, enum column_type type, void *data,
		       size_t nr)
{
	const char *text = NULL;
	uint8_t *frame;
	size_t len;
	int ret;

	if (check_header(in, item, type, nr, &text))
		return -EINVAL;
	frame = malloc(base64_bytes_max(strlen(text)) + 1);
	if (!frame)
		return err_set(in->err, ENOMEM, "no memory for a column of %zu entries", nr);
	if (base64_decode(text, strlen(text), frame, &len))
		ret = unpack(in, frame, len, data, nr * types[type].width);
	else
		ret = json_fail(in, "no base64 at character %zu of the data", len);
	free(frame);
	if (!ret && needs_swap(type))
		swap_entries(data, type, nr);
	return ret;
}

int column_read(struct json_in *in, const cJSON *item, enum column_type type, void *data,
		size_t nr)
{
	if (column_check(in, item, type, nr))
		return -EINVAL;
	if (cJSON_IsArray(item))
		return read_plain(in, item, type, data);
	return read_packed(in, item, type, data, nr);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * grammar, continued - the words that lines are made of, and which of them may follow each other.
 *
 * A wrapped or cut line is put together again by these rules alone: two words that both stand for
 * themselves had a blank between them, two that only make sense glued together were one word.
 */
#include "grammar.h"

#include <limits.h>
#include <string.h>

bool span_to_kib(struct span word, uint64_t *kib)
{
	size_t digits = span_digits(word);
	struct span unit = span_skip(word, digits);

	/* "= 13800kB)" in 2.4 */
	if (unit.len == 3 && unit.at[2] == ')')
		unit.len--;
	word.len = digits;
	return (span_equals(unit, "kB") || span_equals(unit, "KB")) && span_to_u64(word, kib);
}

bool row_cell(struct span word, uint64_t *count, uint64_t *size_kib)
{
	size_t digits = span_digits(word);
	struct span rest = span_skip(word, digits);

	word.len = digits;
	return rest.len && rest.at[0] == '*' && rest.at[rest.len - 1] == 'B' &&
	       span_to_u64(word, count) && span_to_kib(span_skip(rest, 1), size_kib) &&
	       *size_kib && !(*size_kib & (*size_kib - 1));
}

bool row_letters(struct span word, struct span *letters)
{
	if (word.len < 3 || word.at[0] != '(' || word.at[word.len - 1] != ')')
		return false;
	*letters = (struct span){ word.at + 1, word.len - 2 };
	for (size_t i = 0; i < letters->len; i++)
		if (!char_is_upper(letters->at[i]))
			return false;
	return true;
}

bool row_elision(struct span word)
{
	return span_equals(word, "<...>") || span_equals(word, "...") ||
	       span_equals(word, "[...]") || span_equals(word, "\xe2\x80\xa6");
}

bool proc_number(struct span word)
{
	if (word.len > 1 && (word.at[0] == '>' || word.at[0] == '-'))
		word = span_skip(word, 1);
	if (!span_digits(word))
		return false;
	word = span_skip(word, span_digits(word));
	if (!word.len)
		return true;
	return word.len == 4 && word.at[0] == '.' && span_digits(span_skip(word, 1)) == 3;
}

static bool ends_with(struct span word, char c)
{
	return word.len && word.at[word.len - 1] == c;
}

static bool is_number(struct span word)
{
	return word.len && span_digits(word) == word.len;
}

/* Sizes on a row double from one cell to the next; a cell that does not is another row's. */
static bool cell_follows(struct span before, uint64_t size)
{
	uint64_t count, last;
	struct span letters;

	if (row_cell(before, &count, &last))
		return last <= UINT64_MAX / 2 && size == 2 * last;
	return !before.len || ends_with(before, ':') || row_letters(before, &letters) ||
	       row_elision(before);
}

static bool row_word_fits(struct span before, struct span word)
{
	uint64_t count, size;
	struct span letters;

	if (span_equals(before, "="))
		return span_to_kib(word, &size);
	if (span_to_kib(before, &size) || span_equals(before, "empty"))
		return false;
	if (row_cell(word, &count, &size))
		return cell_follows(before, size);
	if (row_letters(word, &letters))
		return row_cell(before, &count, &size);
	return span_equals(word, "=") || row_elision(word) ||
	       (ends_with(before, ':') && span_equals(word, "empty"));
}

/* "active_anon", "isolated(anon)": the length of a key */
static size_t key_length(struct span word)
{
	size_t len = span_name(word), inner;

	if (!len || len == word.len || word.at[len] != '(')
		return len;
	inner = span_name(span_skip(word, len + 1));
	if (!inner || len + inner + 1 >= word.len || word.at[len + inner + 1] != ')')
		return 0;
	return len + inner + 2;
}

/* "key:12kB", "key:" or "key=12kB" with that separator; with kib the unit is allowed. */
static bool is_key_value(struct span word, char separator, bool kib)
{
	size_t key = key_length(word);
	struct span value = span_skip(word, key + 1);
	uint64_t n;

	if (!key || key >= word.len || word.at[key] != separator)
		return false;
	return !value.len || is_number(value) || (kib && span_to_kib(value, &n));
}

static bool zone_word_fits(struct span before, struct span word)
{
	uint64_t n;

	if (span_equals(before, "all_unreclaimable?"))
		return span_equals(word, "yes") || span_equals(word, "no");
	if (is_number(word))
		return is_number(before) || span_equals(before, "lowmem_reserve[]:");
	if (span_to_kib(word, &n))
		return ends_with(before, ':');
	return is_key_value(word, ':', true) || span_equals(word, "all_unreclaimable?") ||
	       span_equals(word, "lowmem_reserve[]:");
}

/* "active_anon:149", and in 2.4 "Active: 4957, inactive: 5353, free: 9577 )" */
static bool counter_word_fits(struct span before, struct span word)
{
	if (ends_with(word, ',') && word.len > 1)
		word.len--;
	if (is_number(word))
		return ends_with(before, ':');
	return is_key_value(word, ':', false) || span_equals(word, ")");
}

static bool type_word_fits(struct span word)
{
	if (span_equals(word, "type") || span_equals(word, "blocks"))
		return true;
	return word.len && char_is_upper(word.at[0]) && span_name(word) == word.len;
}

bool line_word_fits(enum line_kind kind, struct span before, struct span word)
{
	if (!word.len)
		return false;
	switch (kind) {
	case LINE_ROW:
		return row_word_fits(before, word);
	case LINE_ZONE:
	case LINE_NODE:
		return zone_word_fits(before, word);
	case LINE_COUNTERS:
		return counter_word_fits(before, word);
	case LINE_RESERVE:
		return is_number(word) || span_equals(word, "lowmem_reserve[]:") ||
		       span_equals(word, "protections[]:");
	case LINE_PROC_ORDERS:
		return is_number(word) || span_equals(word, "type") || span_equals(word, "at") ||
		       span_equals(word, "order");
	case LINE_PROC_ROW:
		return proc_number(word);
	case LINE_PROC_TYPES:
		return type_word_fits(word);
	case LINE_HUGE:
		return is_key_value(word, '=', true);
	default:
		return false;
	}
}

/* "Node    0, " or "Node 0 "; the rest of the text, or all of it when no node is named. */
static struct span label_node(struct span text, int *node)
{
	struct span rest = text, number;
	uint64_t n;

	*node = -1;
	if (!span_starts(text, "Node "))
		return text;
	rest = number = span_skip_blanks(span_skip(text, 5));
	number.len = span_digits(number);
	if (span_to_u64(number, &n) && n <= INT_MAX)
		*node = (int)n;
	rest = span_skip(rest, number.len);
	if (rest.len && rest.at[0] == ',')
		rest = span_skip(rest, 1);
	return span_skip_blanks(rest);
}

/* Cuts "zone      DMA," or "type    Movable" off rest; the name without its comma. */
static bool label_part(struct span *rest, const char *what, struct span *name)
{
	struct span at = *rest, word;

	if (!span_next_word(&at, &word) || !span_equals(word, what))
		return false;
	if (!span_next_word(&at, name)) {
		*rest = at;
		return false;
	}
	if (ends_with(*name, ','))
		name->len--;
	*rest = at;
	return true;
}

void line_label(struct span text, enum line_kind kind, struct line_label *label)
{
	struct span rest;

	*label = (struct line_label){ .name = { "", 0 }, .type = { "", 0 } };
	rest = label_node(span_trim(text), &label->node);
	if (line_kind_is_proc(kind)) {
		if (label_part(&rest, "zone", &label->name))
			label_part(&rest, "type", &label->type);
	} else if (kind == LINE_ROW || kind == LINE_ZONE || kind == LINE_ZONE_24) {
		if (kind == LINE_ZONE_24)
			rest = span_skip(rest, strlen("Zone:"));
		if (rest.len && char_is_upper(rest.at[0])) {
			label->name = rest;
			label->name.len = span_name(rest);
			rest = span_skip(rest, label->name.len);
		}
		if (rest.len && rest.at[0] == ':')
			rest = span_skip(rest, 1);
	}
	label->rest = span_skip_blanks(rest);
}

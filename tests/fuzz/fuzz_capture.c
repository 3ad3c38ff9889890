// SPDX-License-Identifier: GPL-2.0-or-later
#include "captures.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Twice: the second reading finds frames of the first. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct span bytes = { (const char *)data, size };
	struct capture capture = { 0 };

	for (int i = 0; i < 2; i++) {
		size_t nr_frames = capture.nr_frames;
		struct err err = { "" };
		int ret = capture_add(&capture, "input", bytes, &err);

		fuzz_check_capture(&capture, ret, &err);
		if (ret && capture.nr_frames != nr_frames)
			abort();
	}
	capture_done(&capture);
	return 0;
}

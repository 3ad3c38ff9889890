// SPDX-License-Identifier: GPL-2.0-or-later
#include "captures.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct span text = { (const char *)data, size };
	struct capture capture = { 0 };
	struct err err = { "" };
	int ret = klog_parse(&capture, "input", text, &err);

	fuzz_check_capture(&capture, ret, &err);
	capture_done(&capture);
	return 0;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* clock - the clocks by which frames are dated and costs are measured, in ns. */
#ifndef FRAGSCOPE_CLOCK_H
#define FRAGSCOPE_CLOCK_H

#include <stdint.h>

#define NSEC_PER_MSEC 1000000LL
#define NSEC_PER_SEC  1000000000LL

uint64_t clock_mono_ns(void);
int64_t clock_wall_ns(void);    /* since 1970 */
uint64_t clock_cpu_ns(void);    /* CPU time of the calling thread */
uint64_t clock_process_ns(void); /* CPU time of all threads of the process */

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* report - one allocation failure as a kernel prints it, for tests to mangle. */
#ifndef TESTS_PROC_REPORT_H
#define TESTS_PROC_REPORT_H

static const char *const report_lines[] = {
	"[ 8817.204411] backup-agent: page allocation failure: order:5, mode:0x40cc0(GFP_KERNEL|"
	"__GFP_COMP), nodemask=(null),cpuset=/jobs,mems_allowed=0-1",
	"[ 8817.204425] CPU: 11 PID: 30417 Comm: backup-agent Tainted: G        W  O      "
	"6.4.2-test1 #7",
	"[ 8817.204427] Hardware name: Acme Board/Rev B, BIOS 1.07 03/03/2021",
	"[ 8817.204430] Call Trace:",
	"[ 8817.204433]  <TASK>",
	"[ 8817.204440]  dump_stack_lvl+0x46/0x60",
	"[ 8817.204466]  </TASK>",
	"[ 8817.204470] Mem-Info:",
	"[ 8817.204472] active_anon:120457 inactive_anon:88321 isolated_anon:17",
	"[ 8817.204472]  active_file:40031 inactive_file:51277 isolated_file:0",
	"[ 8817.204472]  unevictable:771 dirty:64 writeback:3",
	"[ 8817.204472]  slab_reclaimable:20458 slab_unreclaimable:33790",
	"[ 8817.204472]  mapped:21001 shmem:3099 pagetables:2780",
	"[ 8817.204472]  sec_pagetables:0 bounce:0",
	"[ 8817.204472]  kernel_misc_reclaimable:0",
	"[ 8817.204472]  free:37264 free_pcp:611 free_cma:0",
	"[ 8817.204480] Node 0 active_anon:481828kB inactive_anon:353284kB active_file:160124kB "
	"inactive_file:205108kB unevictable:3084kB isolated(anon):68kB isolated(file):0kB "
	"mapped:84004kB dirty:256kB writeback:12kB shmem:12396kB shmem_thp: 2048kB "
	"shmem_pmdmapped: 0kB anon_thp: 79872kB writeback_tmp:0kB kernel_stack:9120kB "
	"pagetables:11120kB sec_pagetables:0kB all_unreclaimable? no",
	"[ 8817.204488] Node 0 DMA free:7168kB boost:0kB min:44kB low:56kB high:68kB "
	"reserved_highatomic:0KB active_anon:0kB inactive_anon:0kB active_file:0kB "
	"inactive_file:0kB unevictable:0kB writepending:0kB present:15996kB managed:15360kB "
	"mlocked:0kB bounce:0kB free_pcp:0kB local_pcp:0kB free_cma:0kB",
	"[ 8817.204496] lowmem_reserve[]: 0 1931 3907 23906 23906",
	"[ 8817.204502] Node 0 DMA32 free:66316kB boost:4096kB min:9764kB low:11180kB high:12596kB "
	"reserved_highatomic:2048KB active_anon:220112kB inactive_anon:101020kB "
	"active_file:80212kB inactive_file:90008kB unevictable:3084kB writepending:120kB "
	"present:2080444kB managed:1977344kB mlocked:3084kB bounce:0kB free_pcp:1872kB "
	"local_pcp:216kB free_cma:48kB",
	"[ 8817.204510] lowmem_reserve[]: 0 0 1976 21975 21975",
	"[ 8817.204516] Node 1 Normal free:75572kB boost:0kB min:11012kB low:13764kB high:16516kB "
	"reserved_highatomic:0KB active_anon:261716kB inactive_anon:252264kB active_file:79912kB "
	"inactive_file:115100kB unevictable:0kB writepending:148kB present:2097152kB "
	"managed:2023532kB mlocked:0kB bounce:0kB free_pcp:572kB local_pcp:0kB free_cma:0kB",
	"[ 8817.204524] lowmem_reserve[]: 0 0 0 0 0",
	"[ 8817.204528] Node 0 DMA: 0*4kB 0*8kB 0*16kB 0*32kB 0*64kB 0*128kB 0*256kB 0*512kB "
	"1*1024kB (U) 1*2048kB (M) 1*4096kB (M) = 7168kB",
	"[ 8817.204540] Node 0 DMA32: 4551*4kB (UME) 2207*8kB (UMEH) 1398*16kB (UMEH) 201*32kB "
	"(UEH) 26*64kB (MH) 0*128kB 0*256kB 0*512kB 0*1024kB 0*2048kB 0*4096kB = 66324kB",
	"[ 8817.204556] Node 1 Normal: 9871*4kB (UME) 3010*8kB (UME) 744*16kB (ME) 6*32kB (U) "
	"0*64kB 0*128kB 0*256kB 0*512kB 0*1024kB 0*2048kB 0*4096kB = 75660kB",
	"[ 8817.204570] Node 0 hugepages_total=0 hugepages_free=0 hugepages_surp=0 "
	"hugepages_size=1048576kB",
	"[ 8817.204572] Node 0 hugepages_total=12 hugepages_free=4 hugepages_surp=1 "
	"hugepages_size=2048kB",
	"[ 8817.204574] 94441 total pagecache pages",
	"[ 8817.204576] 33 pages in swap cache",
	"[ 8817.204577] Free swap  = 1048572kB",
	"[ 8817.204578] Total swap = 2097148kB",
	"[ 8817.204579] 1048398 pages RAM",
	"[ 8817.204580] 0 pages HighMem/MovableOnly",
	"[ 8817.204581] 44339 pages reserved",
};

#define NR_REPORT_LINES (sizeof(report_lines) / sizeof(report_lines[0]))

#endif

# SPDX-License-Identifier: GPL-2.0-or-later
# Compiled in (src/cli/embed_scenarios.awk); the files are installed for people to read and copy.
SCENARIO_FILES = \
	scenarios/aliased-free-pages.scn \
	scenarios/aliased-residue-0.scn \
	scenarios/aliased-uniform.scn \
	scenarios/bulk-fallback.scn \
	scenarios/bulk-refill.scn \
	scenarios/costly-noretry.scn \
	scenarios/fallback-claims.scn \
	scenarios/folio-faults-random.scn \
	scenarios/folio-faults-residue-0.scn \
	scenarios/folio-faults-residue-4.scn \
	scenarios/huge-faults-random.scn \
	scenarios/huge-faults-residue-0.scn \
	scenarios/huge-faults-residue-4.scn \
	scenarios/huge-first-attempt.scn \
	scenarios/iomap-order.scn \
	scenarios/large-writes.scn \
	scenarios/mthp-kernel-build-always.scn \
	scenarios/mthp-kernel-build.scn \
	scenarios/process-churn-always.scn \
	scenarios/process-churn.scn \
	scenarios/resample-hits.scn \
	scenarios/small-fragmented.scn \
	scenarios/two-scanners.scn
scenariodir = $(pkgdatadir)/scenarios
dist_scenario_DATA = $(SCENARIO_FILES)

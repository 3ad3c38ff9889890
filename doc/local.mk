# SPDX-License-Identifier: GPL-2.0-or-later
dist_doc_DATA += doc/activity.schema.json doc/report.schema.json doc/sim.schema.json \
	doc/simulator.md doc/snapshot.schema.json

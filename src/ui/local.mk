# SPDX-License-Identifier: GPL-2.0-or-later
noinst_LIBRARIES += src/ui/libui.a
src_ui_libui_a_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/src/ui
src_ui_libui_a_CFLAGS = $(AM_CFLAGS)
src_ui_libui_a_SOURCES = \
	src/ui/ansi.c \
	src/ui/ascii.c \
	src/ui/ascii.h \
	src/ui/builtin.h \
	src/ui/canvas.c \
	src/ui/color.c \
	src/ui/color.h \
	src/ui/key.c \
	src/ui/kernel_work.c \
	src/ui/kernel_work.h \
	src/ui/keymap.c \
	src/ui/orders.h \
	src/ui/orders_table.c \
	src/ui/overview.h \
	src/ui/overview_activity.c \
	src/ui/overview_lists.c \
	src/ui/overview_memory.c \
	src/ui/overview_nodes.c \
	src/ui/overview_question.c \
	src/ui/overview_scanners.c \
	src/ui/overview_sources.c \
	src/ui/overview_types.c \
	src/ui/overview_zones.c \
	src/ui/page_look.c \
	src/ui/page_look.h \
	src/ui/section.h \
	src/ui/scanner.c \
	src/ui/scanner.h \
	src/ui/theme.c \
	src/ui/type_look.c \
	src/ui/type_look.h \
	src/ui/ui.c \
	src/ui/ui_act.c \
	src/ui/ui_find.c \
	src/ui/ui_foot.c \
	src/ui/ui_head.c \
	src/ui/ui_measure.c \
	src/ui/ui_mouse.c \
	src/ui/ui_private.h \
	src/ui/ui_prompt.c \
	src/ui/ui_stage.c \
	src/ui/view_activity.c \
	src/ui/view_activity.h \
	src/ui/view_activity_answers.c \
	src/ui/view_activity_compact.c \
	src/ui/view_activity_counters.c \
	src/ui/view_activity_pages.c \
	src/ui/view_activity_threads.c \
	src/ui/view_activity_time.c \
	src/ui/view_activity_waits.c \
	src/ui/view_block.c \
	src/ui/view_block.h \
	src/ui/view_block_info.c \
	src/ui/view_help.c \
	src/ui/view_holders.c \
	src/ui/view_holders.h \
	src/ui/view_lines.c \
	src/ui/view_lines.h \
	src/ui/view_map.c \
	src/ui/view_map.h \
	src/ui/view_map_act.c \
	src/ui/view_map_cell.c \
	src/ui/view_map_codes.c \
	src/ui/view_map_color.c \
	src/ui/view_map_grid.c \
	src/ui/view_map_kernel.c \
	src/ui/view_map_legend.c \
	src/ui/view_map_panel.c \
	src/ui/view_map_scan.c \
	src/ui/view_map_zone.c \
	src/ui/view_orders.c \
	src/ui/view_overview.c \
	src/ui/view_residue.c \
	src/ui/view_residue.h \
	src/ui/view_residue_plot.c \
	src/ui/view_residue_table.c \
	src/ui/view_sim.c \
	src/ui/view_sim.h \
	src/ui/view_sim_facts.c \
	src/ui/view_sim_head.c \
	src/ui/view_sim_layout.c \
	src/ui/view_sim_map.c \
	src/ui/view_sim_table.c \
	src/ui/view_who.c \
	src/ui/view_who.h \
	src/ui/view_who_list.c \
	src/ui/view_who_stays.c \
	src/ui/view_zone.c \
	src/ui/view_zone.h \
	src/ui/views.c \
	src/ui/views.def \
	src/ui/views.h \
	src/ui/widget.h \
	src/ui/widget_plot.c \
	src/ui/widget_table.c \
	src/ui/widget_text.c \
	src/ui/zone_text.c \
	src/ui/zone_text.h
nodist_src_ui_libui_a_SOURCES = src/ui/builtin.c
EXTRA_DIST += src/ui/embed.awk src/ui/default.keys
CLEANFILES += src/ui/builtin.c

# Themes and default keys are the files themselves, compiled in.
src/ui/builtin.c: src/ui/embed.awk src/ui/default.keys $(THEME_FILES)
	$(AM_V_GEN)$(MKDIR_P) src/ui && cd $(srcdir) && \
	$(AWK) -f src/ui/embed.awk src/ui/default.keys $(THEME_FILES) \
		>$(abs_builddir)/src/ui/builtin.c-t && \
	mv $(abs_builddir)/src/ui/builtin.c-t $(abs_builddir)/src/ui/builtin.c

# SPDX-License-Identifier: GPL-2.0-or-later
noinst_LIBRARIES += src/cli/libcli.a
src_cli_libcli_a_CFLAGS = $(AM_CFLAGS) $(INIH_CFLAGS)
src_cli_libcli_a_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/src/cli
src_cli_libcli_a_SOURCES = \
	src/cli/activity_line.c \
	src/cli/activity_line.h \
	src/cli/cli.h \
	src/cli/cmd_activity.c \
	src/cli/cmd_list.c \
	src/cli/cmd_render.c \
	src/cli/cmd_report.c \
	src/cli/cmd_sim.c \
	src/cli/cmd_snapshot.c \
	src/cli/cmd_watch.c \
	src/cli/commands.def \
	src/cli/config.c \
	src/cli/config.def \
	src/cli/effect.c \
	src/cli/help.c \
	src/cli/keys.c \
	src/cli/keys.h \
	src/cli/loop.c \
	src/cli/loop.h \
	src/cli/option_set.c \
	src/cli/options.c \
	src/cli/options.def \
	src/cli/options.h \
	src/cli/own_cost.c \
	src/cli/own_cost.h \
	src/cli/progress.c \
	src/cli/progress.h \
	src/cli/save.c \
	src/cli/save.h \
	src/cli/savefile.c \
	src/cli/savefile.h \
	src/cli/scenario_builtin.h \
	src/cli/scenario_file.c \
	src/cli/scenario_file.h \
	src/cli/scenario_open.c \
	src/cli/scenario_open.h \
	src/cli/session.c \
	src/cli/session.h \
	src/cli/sim_output.c \
	src/cli/sim_output.h \
	src/cli/sim_runs.c \
	src/cli/sim_runs.h \
	src/cli/sim_sensitivity.c \
	src/cli/theme_find.c \
	src/cli/theme_find.h \
	src/cli/user_path.c \
	src/cli/user_path.h \
	src/cli/value.c \
	src/cli/value.h
nodist_src_cli_libcli_a_SOURCES = src/cli/scenario_builtin.c
EXTRA_DIST += src/cli/embed_scenarios.awk
CLEANFILES += src/cli/scenario_builtin.c

# Scenarios are the files themselves, compiled in.
src/cli/scenario_builtin.c: src/cli/embed_scenarios.awk $(SCENARIO_FILES)
	$(AM_V_GEN)$(MKDIR_P) src/cli && cd $(srcdir) && \
	$(AWK) -f src/cli/embed_scenarios.awk $(SCENARIO_FILES) \
		>$(abs_builddir)/src/cli/scenario_builtin.c-t && \
	mv $(abs_builddir)/src/cli/scenario_builtin.c-t $(abs_builddir)/src/cli/scenario_builtin.c

bin_PROGRAMS += fragscope
fragscope_CFLAGS = $(AM_CFLAGS)
fragscope_SOURCES = src/cli/main.c
# an archive names only what stands to its right
fragscope_LDADD = src/cli/libcli.a src/term/libterm.a src/source/libsource.a \
	src/bpf/libkern.a \
	src/export/libexport.a src/proc/libproc.a src/ui/libui.a src/sim/libsim.a \
	src/model/libmodel.a src/base/libbase.a $(NCURSESW_LIBS) $(INIH_LIBS) $(CJSON_LIBS) $(ZSTD_LIBS) \
	$(LIBPROC2_LIBS) $(LIBBPF_LIBS)

# Writes man pages and completions while building.
GEN_DOCS_SOURCES = \
	src/cli/activity_line.c \
	src/cli/activity_line.h \
	src/cli/gen_completion.c \
	src/cli/gen_docs.c \
	src/cli/gen_docs.h \
	src/cli/gen_man.c
if CROSS_COMPILING
GEN_DOCS_PROGRAM = src/cli/gen_docs-for-build
CLEANFILES += $(GEN_DOCS_PROGRAM)

GEN_DOCS_ALL = $(GEN_DOCS_SOURCES) $(src_ui_libui_a_SOURCES) $(src_sim_libsim_a_SOURCES) \
	$(src_model_libmodel_a_SOURCES) \
	$(src_base_libbase_a_SOURCES)
$(GEN_DOCS_PROGRAM): $(GEN_DOCS_ALL) src/ui/builtin.c
	$(AM_V_CCLD)$(MKDIR_P) $(@D) && c= && \
	for f in $(GEN_DOCS_ALL); do case $$f in *.c) c="$$c $(srcdir)/$$f" ;; esac; done && \
	$(CC_FOR_BUILD) -std=gnu11 $(DEFAULT_INCLUDES) -I$(srcdir)/src/ui -I$(srcdir)/src \
	$(AM_CPPFLAGS) -o $@ $$c src/ui/builtin.c -lm
else
GEN_DOCS_PROGRAM = src/cli/gen_docs$(EXEEXT)
noinst_PROGRAMS += src/cli/gen_docs
src_cli_gen_docs_CFLAGS = $(AM_CFLAGS)
src_cli_gen_docs_SOURCES = $(GEN_DOCS_SOURCES)
src_cli_gen_docs_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/src
src_cli_gen_docs_LDADD = src/ui/libui.a src/sim/libsim.a src/model/libmodel.a src/base/libbase.a
endif

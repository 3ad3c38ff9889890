# SPDX-License-Identifier: GPL-2.0-or-later
# Made from templates and the tables that the program reads (src/cli/gen_docs.c).
nodist_man_MANS = man/fragscope.1 man/fragscoperc.5
EXTRA_DIST += man/fragscope.1.in man/fragscoperc.5.in
CLEANFILES += $(nodist_man_MANS)

GEN_DOCS = $(AM_V_GEN)$(MKDIR_P) $(@D) && $(GEN_DOCS_PROGRAM)

man/fragscope.1: man/fragscope.1.in $(GEN_DOCS_PROGRAM)
	$(GEN_DOCS) <$(srcdir)/man/fragscope.1.in >$@-t && mv $@-t $@
man/fragscoperc.5: man/fragscoperc.5.in $(GEN_DOCS_PROGRAM)
	$(GEN_DOCS) <$(srcdir)/man/fragscoperc.5.in >$@-t && mv $@-t $@

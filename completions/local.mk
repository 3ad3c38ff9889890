# SPDX-License-Identifier: GPL-2.0-or-later
# Made from templates and the tables that the program reads (src/cli/gen_docs.c).
bashcompletiondir = $(datadir)/bash-completion/completions
nodist_bashcompletion_DATA = completions/fragscope
zshcompletiondir = $(datadir)/zsh/site-functions
nodist_zshcompletion_DATA = completions/_fragscope
fishcompletiondir = $(datadir)/fish/vendor_completions.d
nodist_fishcompletion_DATA = completions/fragscope.fish

EXTRA_DIST += completions/fragscope.bash.in completions/fragscope.zsh.in \
	completions/fragscope.fish.in
CLEANFILES += completions/fragscope completions/_fragscope completions/fragscope.fish

completions/fragscope: completions/fragscope.bash.in $(GEN_DOCS_PROGRAM)
	$(GEN_DOCS) <$(srcdir)/completions/fragscope.bash.in >$@-t && mv $@-t $@
completions/_fragscope: completions/fragscope.zsh.in $(GEN_DOCS_PROGRAM)
	$(GEN_DOCS) <$(srcdir)/completions/fragscope.zsh.in >$@-t && mv $@-t $@
completions/fragscope.fish: completions/fragscope.fish.in $(GEN_DOCS_PROGRAM)
	$(GEN_DOCS) <$(srcdir)/completions/fragscope.fish.in >$@-t && mv $@-t $@

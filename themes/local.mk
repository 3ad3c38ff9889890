# SPDX-License-Identifier: GPL-2.0-or-later
# The first one is the default.
THEME_FILES = themes/dark.theme themes/light.theme themes/colour-blind.theme themes/mono.theme \
	themes/high-contrast.theme
themesdir = $(pkgdatadir)/themes
dist_themes_DATA = $(THEME_FILES)

# SPDX-License-Identifier: GPL-2.0-or-later
UI_LIBS = src/ui/libui.a src/model/libmodel.a src/base/libbase.a
if HAVE_CMOCKA
check_PROGRAMS += tests/ui/test_canvas tests/ui/test_keymap tests/ui/test_theme
TESTS += tests/ui/test_canvas tests/ui/test_keymap tests/ui/test_theme
endif
tests_ui_test_canvas_CFLAGS = $(TEST_CFLAGS)
tests_ui_test_canvas_SOURCES = tests/ui/test_canvas.c tests/check.h
tests_ui_test_canvas_LDADD = $(UI_LIBS) $(CMOCKA_LIBS)
tests_ui_test_keymap_CFLAGS = $(TEST_CFLAGS)
tests_ui_test_keymap_SOURCES = tests/ui/test_keymap.c tests/check.h
tests_ui_test_keymap_LDADD = $(UI_LIBS) $(CMOCKA_LIBS)
tests_ui_test_theme_CFLAGS = $(TEST_CFLAGS)
tests_ui_test_theme_SOURCES = tests/ui/test_theme.c tests/check.h
tests_ui_test_theme_LDADD = $(UI_LIBS) $(CMOCKA_LIBS)

# SPDX-License-Identifier: GPL-2.0-or-later
UI_LIBS = src/ui/libui.a src/model/libmodel.a src/base/libbase.a
if HAVE_CMOCKA
UI_TESTS = \
	tests/ui/test_canvas \
	tests/ui/test_keymap \
	tests/ui/test_screens \
	tests/ui/test_theme \
	tests/ui/test_ui \
	tests/ui/test_widget
check_PROGRAMS += $(UI_TESTS)
TESTS += $(UI_TESTS)
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
GOLDEN_SOURCES = tests/ui/golden.c tests/ui/golden.h tests/ui/world.c tests/ui/world.h \
	tests/model/random.h tests/check.h
tests_ui_test_screens_CFLAGS = $(TEST_CFLAGS)
tests_ui_test_screens_SOURCES = tests/ui/test_screens.c $(GOLDEN_SOURCES)
tests_ui_test_screens_LDADD = $(UI_LIBS) $(CMOCKA_LIBS)
tests_ui_test_ui_CFLAGS = $(TEST_CFLAGS)
tests_ui_test_ui_SOURCES = tests/ui/test_ui.c $(GOLDEN_SOURCES)
tests_ui_test_ui_LDADD = $(UI_LIBS) $(CMOCKA_LIBS)
tests_ui_test_widget_CFLAGS = $(TEST_CFLAGS)
tests_ui_test_widget_SOURCES = tests/ui/test_widget.c tests/check.h
tests_ui_test_widget_LDADD = $(UI_LIBS) $(CMOCKA_LIBS)
EXTRA_DIST += \
	tests/golden/help-200x60.txt \
	tests/golden/help-80x24.txt

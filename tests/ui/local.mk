# SPDX-License-Identifier: GPL-2.0-or-later
UI_LIBS = src/ui/libui.a src/model/libmodel.a src/base/libbase.a
if HAVE_CMOCKA
UI_TESTS = \
	tests/ui/test_canvas \
	tests/ui/test_keymap \
	tests/ui/test_screens \
	tests/ui/test_theme \
	tests/ui/test_ui \
	tests/ui/test_view_activity \
	tests/ui/test_view_sim \
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
GOLDEN_SOURCES = tests/ui/golden.c tests/ui/golden.h tests/ui/made_activity.c \
	tests/ui/made_activity.h tests/ui/made_stage.c tests/ui/made_stage.h tests/ui/world.c tests/ui/world.h \
	tests/model/random.h tests/check.h
tests_ui_test_screens_CFLAGS = $(TEST_CFLAGS)
tests_ui_test_screens_SOURCES = tests/ui/test_screens.c $(GOLDEN_SOURCES)
tests_ui_test_screens_LDADD = $(UI_LIBS) $(CMOCKA_LIBS)
tests_ui_test_ui_CFLAGS = $(TEST_CFLAGS)
tests_ui_test_ui_SOURCES = tests/ui/test_ui.c $(GOLDEN_SOURCES)
tests_ui_test_ui_LDADD = $(UI_LIBS) $(CMOCKA_LIBS)
tests_ui_test_view_activity_CFLAGS = $(TEST_CFLAGS)
tests_ui_test_view_activity_SOURCES = tests/ui/test_view_activity.c $(GOLDEN_SOURCES)
tests_ui_test_view_activity_LDADD = $(UI_LIBS) $(CMOCKA_LIBS)
tests_ui_test_view_sim_CFLAGS = $(TEST_CFLAGS)
tests_ui_test_view_sim_CPPFLAGS = $(VIEW_TEST_CPPFLAGS)
tests_ui_test_view_sim_SOURCES = tests/ui/test_view_sim.c $(GOLDEN_SOURCES)
tests_ui_test_view_sim_LDADD = $(UI_LIBS) $(CMOCKA_LIBS)
tests_ui_test_widget_CFLAGS = $(TEST_CFLAGS)
tests_ui_test_widget_SOURCES = tests/ui/test_widget.c tests/check.h
tests_ui_test_widget_LDADD = $(UI_LIBS) $(CMOCKA_LIBS)
# Every screen that is there is shipped.
EXTRA_DIST += $(wildcard $(srcdir)/tests/golden/*.txt)

VIEW_TEST_SOURCES = tests/ui/golden.c tests/ui/golden.h tests/ui/made_frame.c \
	tests/ui/made_frame.h tests/ui/made_golden.h tests/ui/made_activity.c \
	tests/ui/made_activity.h tests/ui/made_stage.c tests/ui/made_stage.h tests/ui/world.c tests/ui/world.h \
	tests/model/random.h tests/check.h
VIEW_TEST_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/src/ui -I$(srcdir)/tests/ui
VIEW_TESTS = tests/ui/test_view_map tests/ui/test_view_map_cell tests/ui/test_view_map_look \
	tests/ui/test_view_map_live tests/ui/test_view_residue tests/ui/test_view_block tests/ui/test_view_who
if HAVE_CMOCKA
check_PROGRAMS += $(VIEW_TESTS)
TESTS += $(VIEW_TESTS)
endif
tests_ui_test_view_map_CFLAGS = $(TEST_CFLAGS)
tests_ui_test_view_map_CPPFLAGS = $(VIEW_TEST_CPPFLAGS)
tests_ui_test_view_map_SOURCES = tests/ui/test_view_map.c tests/ui/map_fixture.h $(VIEW_TEST_SOURCES)
tests_ui_test_view_map_LDADD = $(UI_LIBS) $(CMOCKA_LIBS)
tests_ui_test_view_map_cell_CFLAGS = $(TEST_CFLAGS)
tests_ui_test_view_map_cell_CPPFLAGS = $(VIEW_TEST_CPPFLAGS)
tests_ui_test_view_map_cell_SOURCES = tests/ui/test_view_map_cell.c $(VIEW_TEST_SOURCES)
tests_ui_test_view_map_cell_LDADD = $(UI_LIBS) $(CMOCKA_LIBS)
tests_ui_test_view_map_look_CFLAGS = $(TEST_CFLAGS)
tests_ui_test_view_map_look_CPPFLAGS = $(VIEW_TEST_CPPFLAGS)
tests_ui_test_view_map_look_SOURCES = tests/ui/test_view_map_look.c tests/ui/map_fixture.h $(VIEW_TEST_SOURCES)
tests_ui_test_view_map_look_LDADD = $(UI_LIBS) $(CMOCKA_LIBS)
tests_ui_test_view_map_live_CFLAGS = $(TEST_CFLAGS)
tests_ui_test_view_map_live_CPPFLAGS = $(VIEW_TEST_CPPFLAGS)
tests_ui_test_view_map_live_SOURCES = tests/ui/test_view_map_live.c tests/ui/map_fixture.h $(VIEW_TEST_SOURCES)
tests_ui_test_view_map_live_LDADD = $(UI_LIBS) $(CMOCKA_LIBS)
tests_ui_test_view_residue_CFLAGS = $(TEST_CFLAGS)
tests_ui_test_view_residue_CPPFLAGS = $(VIEW_TEST_CPPFLAGS)
tests_ui_test_view_residue_SOURCES = tests/ui/test_view_residue.c $(VIEW_TEST_SOURCES)
tests_ui_test_view_residue_LDADD = $(UI_LIBS) $(CMOCKA_LIBS)
tests_ui_test_view_block_CFLAGS = $(TEST_CFLAGS)
tests_ui_test_view_block_CPPFLAGS = $(VIEW_TEST_CPPFLAGS)
tests_ui_test_view_block_SOURCES = tests/ui/test_view_block.c $(VIEW_TEST_SOURCES)
tests_ui_test_view_block_LDADD = $(UI_LIBS) $(CMOCKA_LIBS)
tests_ui_test_view_who_CFLAGS = $(TEST_CFLAGS)
tests_ui_test_view_who_CPPFLAGS = $(VIEW_TEST_CPPFLAGS)
tests_ui_test_view_who_SOURCES = tests/ui/test_view_who.c $(VIEW_TEST_SOURCES)
tests_ui_test_view_who_LDADD = $(UI_LIBS) $(CMOCKA_LIBS)

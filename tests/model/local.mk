# SPDX-License-Identifier: GPL-2.0-or-later
MODEL_TEST_LIBS = src/model/libmodel.a src/base/libbase.a $(CMOCKA_LIBS) -lm
TRACKED_SOURCES = tests/model/tracked.h tests/model/events.h tests/check.h

if HAVE_CMOCKA
MODEL_TESTS = \
	tests/model/test_activity \
	tests/model/test_activity_between \
	tests/model/test_activity_bounds \
	tests/model/test_classify \
	tests/model/test_contig \
	tests/model/test_corpus_pages \
	tests/model/test_explain \
	tests/model/test_frame_check \
	tests/model/test_gfp \
	tests/model/test_history \
	tests/model/test_holders \
	tests/model/test_index \
	tests/model/test_metric \
	tests/model/test_metric_activity \
	tests/model/test_obstacle \
	tests/model/test_residue \
	tests/model/test_supply \
	tests/model/test_tally \
	tests/model/test_verdict \
	tests/model/test_verdict_map \
	tests/model/test_visits \
	tests/model/test_zone_kind \
	tests/model/test_zonemap
check_PROGRAMS += $(MODEL_TESTS)
TESTS += $(MODEL_TESTS)
endif
tests_model_test_activity_CFLAGS = $(TEST_CFLAGS)
tests_model_test_activity_SOURCES = tests/model/test_activity.c $(TRACKED_SOURCES)
tests_model_test_activity_LDADD = $(MODEL_TEST_LIBS)
tests_model_test_metric_activity_CFLAGS = $(TEST_CFLAGS)
tests_model_test_metric_activity_SOURCES = tests/model/test_metric_activity.c $(TRACKED_SOURCES)
tests_model_test_metric_activity_LDADD = $(MODEL_TEST_LIBS)
tests_model_test_activity_bounds_CFLAGS = $(TEST_CFLAGS)
tests_model_test_activity_bounds_SOURCES = tests/model/test_activity_bounds.c $(TRACKED_SOURCES)
tests_model_test_activity_bounds_LDADD = $(MODEL_TEST_LIBS)
tests_model_test_activity_between_CFLAGS = $(TEST_CFLAGS)
tests_model_test_activity_between_SOURCES = tests/model/test_activity_between.c \
	tests/model/events.h tests/model/random.h tests/check.h
tests_model_test_activity_between_LDADD = $(MODEL_TEST_LIBS)
tests_model_test_classify_CFLAGS = $(TEST_CFLAGS)
tests_model_test_classify_SOURCES = tests/model/test_classify.c tests/check.h
tests_model_test_classify_LDADD = $(MODEL_TEST_LIBS)
tests_model_test_contig_CFLAGS = $(TEST_CFLAGS)
tests_model_test_contig_SOURCES = tests/model/test_contig.c tests/model/random.h tests/check.h
tests_model_test_contig_LDADD = $(MODEL_TEST_LIBS)
tests_model_test_corpus_pages_CFLAGS = $(TEST_CFLAGS)
tests_model_test_corpus_pages_SOURCES = tests/model/test_corpus_pages.c tests/check.h
tests_model_test_corpus_pages_LDADD = $(MODEL_TEST_LIBS)
tests_model_test_frame_check_CFLAGS = $(TEST_CFLAGS)
tests_model_test_frame_check_SOURCES = tests/model/test_frame_check.c tests/check.h
tests_model_test_frame_check_LDADD = $(MODEL_TEST_LIBS)
tests_model_test_gfp_CFLAGS = $(TEST_CFLAGS)
tests_model_test_gfp_SOURCES = tests/model/test_gfp.c tests/check.h
tests_model_test_gfp_LDADD = $(MODEL_TEST_LIBS)
tests_model_test_history_CFLAGS = $(TEST_CFLAGS)
tests_model_test_history_SOURCES = tests/model/test_history.c tests/check.h
tests_model_test_history_LDADD = $(MODEL_TEST_LIBS)
tests_model_test_holders_CFLAGS = $(TEST_CFLAGS)
tests_model_test_holders_SOURCES = tests/model/test_holders.c tests/model/random.h tests/check.h
tests_model_test_holders_LDADD = $(MODEL_TEST_LIBS)
tests_model_test_index_CFLAGS = $(TEST_CFLAGS)
tests_model_test_index_SOURCES = tests/model/test_index.c tests/check.h
tests_model_test_index_LDADD = $(MODEL_TEST_LIBS)
tests_model_test_metric_CFLAGS = $(TEST_CFLAGS)
tests_model_test_metric_SOURCES = tests/model/test_metric.c tests/check.h
tests_model_test_metric_LDADD = $(MODEL_TEST_LIBS)
tests_model_test_obstacle_CFLAGS = $(TEST_CFLAGS)
tests_model_test_obstacle_SOURCES = tests/model/test_obstacle.c tests/model/random.h tests/check.h
tests_model_test_obstacle_LDADD = $(MODEL_TEST_LIBS)
tests_model_test_residue_CFLAGS = $(TEST_CFLAGS)
tests_model_test_residue_SOURCES = tests/model/test_residue.c tests/model/random.h tests/check.h
tests_model_test_residue_LDADD = $(MODEL_TEST_LIBS)
tests_model_test_tally_CFLAGS = $(TEST_CFLAGS)
tests_model_test_tally_SOURCES = tests/model/test_tally.c tests/model/random.h tests/check.h
tests_model_test_tally_LDADD = $(MODEL_TEST_LIBS)
if HAVE_CMOCKA
check_PROGRAMS += tests/model/test_frame_check
TESTS += tests/model/test_frame_check
endif
tests_model_test_zone_kind_CFLAGS = $(TEST_CFLAGS)
tests_model_test_zone_kind_SOURCES = tests/model/test_zone_kind.c tests/check.h
tests_model_test_zone_kind_LDADD = $(MODEL_TEST_LIBS)
tests_model_test_verdict_CFLAGS = $(TEST_CFLAGS)
tests_model_test_verdict_SOURCES = tests/model/test_verdict.c tests/model/made_frame.h tests/check.h
tests_model_test_verdict_LDADD = $(MODEL_TEST_LIBS)
tests_model_test_verdict_map_CFLAGS = $(TEST_CFLAGS)
tests_model_test_verdict_map_SOURCES = tests/model/test_verdict_map.c tests/model/made_frame.h tests/check.h
tests_model_test_verdict_map_LDADD = $(MODEL_TEST_LIBS)
tests_model_test_explain_CFLAGS = $(TEST_CFLAGS)
tests_model_test_explain_SOURCES = tests/model/test_explain.c tests/model/made_frame.h tests/check.h
tests_model_test_explain_LDADD = $(MODEL_TEST_LIBS)
tests_model_test_visits_CFLAGS = $(TEST_CFLAGS)
tests_model_test_visits_SOURCES = tests/model/test_visits.c tests/check.h
tests_model_test_visits_LDADD = $(MODEL_TEST_LIBS)
tests_model_test_zonemap_CFLAGS = $(TEST_CFLAGS)
tests_model_test_zonemap_SOURCES = tests/model/test_zonemap.c tests/model/random.h tests/check.h
tests_model_test_zonemap_LDADD = $(MODEL_TEST_LIBS)
tests_model_test_supply_CFLAGS = $(TEST_CFLAGS)
tests_model_test_supply_SOURCES = tests/model/test_supply.c tests/model/made_frame.h \
	tests/model/random.h tests/check.h
tests_model_test_supply_LDADD = $(MODEL_TEST_LIBS)

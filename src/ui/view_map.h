/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_map - the parts of the map view.
 *
 *	grid   which pages a cell stands for, and where the cells are on the screen
 *	cell   what is in a cell: exact sums over its pageblocks, or over its pages (codes)
 *	color  what a colouring says of a cell, and its legend
 *	kernel colourings of what the kernel keeps about a pageblock
 *	scan   compaction's scanners on the cells
 *	panel  the selected cell in words
 *	zone   the zone's scanners and its last run in words
 *	act    keys and mouse
 *
 * A cell stands for 2^shift pages.  Cells of whole pageblocks are summed from the map's columns, so
 * that a zone of a terabyte is drawn in milliseconds; smaller ones from the pages' codes.
 */
#ifndef FRAGSCOPE_UI_VIEW_MAP_H
#define FRAGSCOPE_UI_VIEW_MAP_H

#include "fragscope/pagemap.h"
#include "fragscope/view.h"

/* Asynchronous direct compaction begins here (COMPACT_CLUSTER_MAX, mm/compaction.c). */
#define MAP_BLIND_STRIDE 32

/* A set of classes. */
#define MAP_CLASS(class) (1u << (class))
#define MAP_ALL_CLASSES  UINT32_MAX

/* Pages [pfn, pfn + nr_pages) of a zone's span; nr_pages 0: outside of it. */
struct map_cell {
	uint64_t pfn, nr_pages;
};

#define MAP_NR_LANES 5 /* private to view_map_cell.c */

/* What pageblocks are meant for (obstacle.h): sets of migratetypes and of classes, a bit each. */
struct map_purpose {
	uint32_t movable_types, unmovable_types;
	uint32_t kernel_classes, movable_classes;
};

/* A zone seen at one zoom. */
struct map_scan {
	const struct zonemap *map;
	unsigned int shift;              /* log2 of the pages of a cell */
	uint8_t class_of[256];           /* enum page_class by page_code */
	/* what a code means for the state of its pageblock, and the classes sorted by that */
	uint8_t lane_bit_of[256], sorted[NR_PAGE_CLASSES];
	unsigned int sorted_from[MAP_NR_LANES + 1];
	struct map_purpose purpose;      /* empty until map_scan_learn() */
};

/* What stands in the way of a pageblock (or of a smaller cell), best first. */
enum map_state {
	MAP_STATE_HOLE,      /* no memory */
	MAP_STATE_UNREAD,
	MAP_STATE_FREE,      /* nothing but free pages */
	MAP_STATE_MOVABLE,   /* compaction can clear it */
	MAP_STATE_UNKNOWN,   /* only pages without flags are in doubt */
	MAP_STATE_MIXED,     /* movable and unmovable pages */
	MAP_STATE_UNMOVABLE, /* unmovable pages, none that could be moved */
	NR_MAP_STATES
};

void map_scan_init(struct map_scan *scan, const struct zonemap *map, unsigned int shift);
/* Which migratetypes are meant for what; without it there is no pollution. */
void map_scan_learn(struct map_scan *scan, const struct frame *frame);
/* log2 of the fewest pages in a cell: without codes pageblocks are not taken apart. */
unsigned int map_shift_min(const struct zonemap *map);
/* Whether cells are smaller than a pageblock. */
bool map_scan_is_fine(const struct map_scan *scan);

/* Pageblocks that the cell touches: [*first, *first + n). */
size_t map_cell_blocks(const struct map_scan *scan, struct map_cell cell, size_t *first);
/* Adds the cell's pages per class; other classes than those may be left out. */
void map_cell_count(const struct map_scan *scan, struct map_cell cell, uint32_t classes,
		    uint64_t count[NR_PAGE_CLASSES]);
/* The same from the codes of pages that lie in one pageblock. */
void map_codes_count(const struct map_scan *scan, struct map_cell cell, uint32_t classes,
		     uint64_t count[NR_PAGE_CLASSES]);
int map_codes_largest(const struct map_scan *scan, struct map_cell cell);
const page_code *map_codes(const struct map_scan *scan, struct map_cell cell);

/* Largest order of the free blocks that touch the cell, -1: none. */
int map_cell_largest(const struct map_scan *scan, struct map_cell cell);
/* Order of the free block or large folio that holds a page, and its first page; -1: the page stands
 * alone, or its order is not known. */
int map_page_order(const struct zonemap *map, uint64_t pfn, uint64_t *head);
/* Free pages of the cell in pageblocks that yield nothing at MAP_BLIND_STRIDE; *blocks (may be
 * NULL): how many pageblocks these are. */
uint64_t map_cell_blind(const struct map_scan *scan, struct map_cell cell, size_t *blocks);
/* The cell's pageblocks by state; a cell smaller than a block counts as one. */
void map_cell_states(const struct map_scan *scan, struct map_cell cell,
		     uint32_t states[NR_MAP_STATES]);
/* The migratetype of most of its blocks, -1 where none is known. */
int map_cell_type(const struct map_scan *scan, struct map_cell cell);
/* Pageblocks of the cell, and what the kernel says of them; a cell smaller than a block counts the
 * block that it is in. */
struct map_skips {
	size_t set, clear, unknown;
};

void map_cell_skips(const struct map_scan *scan, struct map_cell cell, struct map_skips *skips);

/* Visits of the free scanner while it was watched. */
struct map_visits {
	uint64_t visits, misses;
	size_t missed_blocks;    /* left empty-handed at least once */
};

void map_cell_visits(const struct map_scan *scan, struct map_cell cell,
		     struct map_visits *visits);

/* Pageblocks of the cell that hold pages that do not belong there. */
struct map_pollution {
	size_t known;                  /* blocks of a known type */
	size_t unmovable_in_movable, movable_in_unmovable;
};

void map_cell_pollution(const struct map_scan *scan, struct map_cell cell,
			struct map_pollution *pollution);
/* Its oldest reading, in ms before now_ms; false: some of it was never read. */
bool map_cell_age(const struct map_scan *scan, struct map_cell cell, uint32_t now_ms,
		  uint32_t *age_ms);

/* The cells on the screen.  Rows of cells begin at multiples of a row, so that columns line up with
 * addresses at every zoom. */
struct map_grid {
	struct map_scan scan;
	int cols, rows;                  /* on the screen, in cells */
	int stacked;                     /* rows of cells in a line of text: 1 or 2 … */
	int stacked_zoomed;              /* … and when zoomed in */
	unsigned int fit_shift;          /* at which the whole zone is on the screen */
	uint64_t base;                   /* pfn of the first cell of the first row of the zone */
	uint64_t nr_rows;                /* of the whole zone */
	uint64_t first_row;              /* on the screen */
	uint64_t cursor;                 /* selected page, inside the span */
};

/* Chooses zoom and scroll from the state; rows and cols are what there is room for. */
void map_grid_init(struct map_grid *grid, const struct zonemap *map, const struct ui_state *state,
		   int cols, int rows, int stacked);
/* The cell in a column and row of the screen. */
struct map_cell map_grid_cell(const struct map_grid *grid, int row, int col);
/* Where the page's cell is; false: not on the screen. */
bool map_grid_find(const struct map_grid *grid, uint64_t pfn, int *row, int *col);
struct map_cell map_grid_cursor(const struct map_grid *grid);
uint64_t map_grid_row_pages(const struct map_grid *grid);
/* The largest number of cells in a row that looks good and fits into cols. */
int map_grid_cols(int cols);

/* Parts of the view's rectangle; rows == 0: left out. */
struct map_layout {
	struct rect zones, head, label, cells, panel, legend, scan, bottom;
	const char *prefix;              /* of the labels, "0x" where there is room */
	bool blocks;                     /* coloured blocks, else glyphs that carry the value */
};

void map_layout_init(struct map_layout *layout, const struct view_context *ctx, struct rect rect);

/* Whether the whole zone can be seen at one pageblock per cell with a line of text for each row. */
bool map_fits_unstacked(const struct map_layout *layout, const struct zonemap *map,
			const struct ui_state *state);

/* What drawing, keys and mouse start from. */
struct map_screen {
	struct map_layout layout;
	struct map_grid grid;
};

/* false: there is no page map to show. */
bool map_screen_init(struct map_screen *screen, const struct view_context *ctx, struct rect rect);

bool map_act(const struct view_context *ctx, enum action action, struct rect rect,
	     struct ui_effects *effects);
bool map_mouse(const struct view_context *ctx, const struct ui_event *event, struct rect rect,
	       struct ui_effects *effects);

bool map_cell_is_selected(const struct view_context *ctx, const struct map_grid *grid,
			  struct map_cell cell);

/* Two rows of cells in a line of text, ROLE_NONE where there is no memory. */
struct map_halves {
	enum role role[2];
};

struct map_halves map_halves_get(const struct canvas *canvas, int y, int x);
void map_halves_put(struct canvas *canvas, int y, int x, struct map_halves halves);

/* seen[]: by the marks' ASCII characters, which kinds are on the screen. */
void map_cells_draw(const struct view_context *ctx, const struct map_screen *screen,
		    struct canvas *canvas, bool seen[128]);

/* Trails and positions of the chosen zone's scanners, over the cells that are drawn. */
void map_scanners_draw(const struct view_context *ctx, const struct map_screen *screen,
		       struct canvas *canvas);
/* Whether anything is known of them. */
bool map_scanners_known(const struct view_context *ctx);
/* The scanners with their marks, which is their legend too, in one line and in several. */
void map_scan_line_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect);
int map_zone_rows(const struct view_context *ctx, int cols);
void map_zone_draw(const struct view_context *ctx, struct canvas *canvas, struct rect rect);

/* Where neither of the two halves was read. */
#define MAP_GLYPH_UNREAD 0xb7

/* How a cell is shown. */
struct map_mark {
	enum role role;
	uint32_t glyph;                  /* carries the value where colours can't */
	char ascii;
};

/* What a colouring decides on. */
struct map_sum {
	struct map_cell cell;
	uint64_t count[NR_PAGE_CLASSES]; /* of the classes that the colouring needs */
	uint64_t nr_known;               /* pages of which more is known than that they are no
					  * memory, not the allocator's or not read; never 0 */
};

struct map_legend_entry {
	struct map_mark mark;
	const char *text;
};

struct map_coloring {
	uint32_t classes;                /* MAP_CLASS() of the counts needed */
	struct map_mark (*mark)(const struct view_context *ctx, const struct map_scan *scan,
				const struct map_sum *sum);
	/* a gradient's ends, NULL for colourings by kind */
	const char *low, *high;
	/* what the glyphs say where they are not those of the gradient */
	const char *glyphs;
	/* the n-th kind, besides the gradient; false: there are no more.  May be NULL. */
	bool (*kind)(const struct view_context *ctx, unsigned int n,
		     struct map_legend_entry *entry);
	/* what it takes to tell, NULL when this zone's map can.  May be NULL: always. */
	const char *(*missing)(const struct view_context *ctx, const struct map_scan *scan);
};

/* Rows of colourings that are in view_map_kernel.c. */
struct map_mark map_mark_type(const struct view_context *ctx, const struct map_scan *scan,
			      const struct map_sum *sum);
struct map_mark map_mark_skip(const struct view_context *ctx, const struct map_scan *scan,
			      const struct map_sum *sum);
struct map_mark map_mark_missed(const struct view_context *ctx, const struct map_scan *scan,
				const struct map_sum *sum);
struct map_mark map_mark_pollution(const struct view_context *ctx, const struct map_scan *scan,
				   const struct map_sum *sum);
bool map_kind_type(const struct view_context *ctx, unsigned int n,
		   struct map_legend_entry *entry);
bool map_kind_skip(const struct view_context *ctx, unsigned int n,
		   struct map_legend_entry *entry);
bool map_kind_missed(const struct view_context *ctx, unsigned int n,
		     struct map_legend_entry *entry);
bool map_kind_pollution(const struct view_context *ctx, unsigned int n,
			struct map_legend_entry *entry);
const char *map_missing_type(const struct view_context *ctx, const struct map_scan *scan);
const char *map_missing_skip(const struct view_context *ctx, const struct map_scan *scan);
const char *map_missing_visits(const struct view_context *ctx, const struct map_scan *scan);

/* Marks for what lies outside of every scale, and for a step of the gradient. */
struct map_mark map_mark_hole(void);
struct map_mark map_mark_unmanaged(void);
struct map_mark map_mark_unread(void);
struct map_mark map_mark_step(unsigned int step);
/* A letter, the same with and without UTF-8. */
struct map_mark map_mark_letter(enum role role, char letter);

const struct map_coloring *map_coloring(enum map_color color);
const char *map_color_name(enum map_color color);
/* The next colouring (step 1 or -1) that has something to show for this map. */
enum map_color map_color_step(const struct view_context *ctx, const struct map_scan *scan,
			      int step);
struct map_mark map_color_mark(const struct view_context *ctx, const struct map_scan *scan,
			       enum map_color color, struct map_cell cell);
/* seen[]: by the marks' ASCII characters, which kinds are on the screen. */
void map_legend_draw(const struct view_context *ctx, bool blocks, const bool seen[128],
		     struct canvas *canvas, struct rect rect);

/* The selected cell: in a column beside the map, or in a line or two below it. */
void map_panel_draw(const struct view_context *ctx, const struct map_grid *grid,
		    struct canvas *canvas, struct rect rect);
void map_bottom_draw(const struct view_context *ctx, const struct map_grid *grid,
		     struct canvas *canvas, struct rect rect);

#endif

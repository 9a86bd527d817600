/* The inside of annotations.
 *
 * annotate.c: order, colours, shapes, markers, points, arrows; annotate_scale.c: rulers, scale bar, grid, crosshair;
 * annotate_names.c: ports, labels, cells; annotate_legend.c, annotate_title.c; annotate_sketch.c: lines and areas cut
 * at the picture; annotate_places.c: where words may stand; annotate_words.c: which are set, and how; annotate_text.c:
 * numbers.
 */
#ifndef LOB_DRAW_ANNOTATE_IMPL_H
#define LOB_DRAW_ANNOTATE_IMPL_H

#include "draw/annotate.h"
#include "draw/font.h"

/* In which order words look for a place. */
enum { WORDS_NUMBERS, WORDS_CALLER, WORDS_PORTS, WORDS_LABELS, WORDS_GRID, WORDS_CELLS, WORDS_TURN_COUNT };

/* What a word stands at; a and b in pixels. */
typedef enum {
    WORD_AROUND,  /* point a; b.x: how far from it; b.y != 0: on the point itself if it can */
    WORD_BOX,     /* outside the box from a, upper left, to b; else in its corners */
    WORD_INSIDE,  /* inside that box, whole or shortened; else beside it and outside of all other frames */
    WORD_LINE,    /* beside the line from a to b */
    WORD_HEADING, /* beyond point a in direction b, of length 1; else around */
    WORD_CROSS,   /* in a quarter of the crosshair at a, b.x off its lines */
    WORD_AT       /* upper left of the word at a, nowhere else */
} word_kind;

typedef struct lob_word {
    lob_str text; /* borrowed from the request, or of the arena */
    lob_pixel a, b;
    uint32_t color;
    uint32_t number; /* in a badge before the text; 0: none */
    uint8_t turn;
    uint8_t kind;
    bool is_fixed_text; /* made here: never shortened */
} lob_word;

typedef struct lob_rect { /* pixels */
    double left, top, right, bottom;
} lob_rect;

typedef struct annotator {
    lob_ctx *ctx;
    const lob_grid *grid;
    lob_picture_mode mode;
    double dbu;
    lob_marks *marks;
    lob_annotate_info *info;
    double width, height;  /* of the picture */
    double size;           /* of words, pixels to the em */
    double ascent, line;   /* of a word: above its baseline, in all */
    uint32_t ground, ink;  /* behind and of plain words */
    double axis_x, axis_y; /* room that coordinates of a grid take, at the left and at the bottom */
    uint32_t marker_count; /* numbers given out */
    /* Places: a bit for each LOB_PLACE_CELL pixels, rows of `stride` words. */
    uint64_t *taken, *shaded, *framed;
    uint64_t framed_work; /* done for frames of cells; beyond a bound names are not put beside them */
    uint32_t rows, columns, stride;
    lob_word *words;
    uint32_t word_count, word_capacity;
} annotator;

enum { LOB_PLACE_CELL = 2 };
enum { LOB_HALO = 2 }; /* pixels, around words */

/* ---- annotate_sketch.c ---- */
lob_pixel lob_sketch_at(const annotator *a, double x, double y);
bool lob_sketch_sees(const annotator *a, lob_pixel p);
/* The part of a segment within the picture and `margin` pixels more; false: none. */
bool lob_sketch_clip(const annotator *a, double margin, lob_pixel *from, lob_pixel *to);
typedef struct pen {
    double width;
    uint32_t color;
    uint8_t alpha;
    bool is_cased;       /* on a line of the ground's colour, a pixel wider on each side */
    double dash_on, gap; /* 0: solid */
} pen;
/* A polyline; points anywhere. */
lob_status lob_sketch_line(annotator *a, const lob_pixel *points, uint32_t count, bool is_closed, const pen *with);
lob_status lob_sketch_area(annotator *a, const lob_pixel *points, uint32_t count, uint32_t color, uint8_t alpha);
lob_status lob_sketch_rect(annotator *a, lob_rect rect, uint32_t color, uint8_t alpha);
lob_status lob_sketch_frame(annotator *a, lob_rect rect, const pen *with);
enum { LOB_CIRCLE_POINTS = 24 };
void lob_sketch_circle(lob_pixel middle, double radius, lob_pixel out[LOB_CIRCLE_POINTS]);
/* A triangle with its tip there; `ux, uy`: where it points, of length 1. */
lob_status lob_sketch_head(annotator *a, lob_pixel tip, double ux, double uy, double length, uint32_t color);

/* ---- annotate_places.c ---- */
lob_status lob_places_init(annotator *a);
bool lob_place_is_free(const annotator *a, lob_rect rect, bool avoids_shade);
void lob_place_take(annotator *a, lob_rect rect);
void lob_place_shade(annotator *a, lob_rect rect); /* words keep off if they can */
void lob_place_shade_line(annotator *a, lob_pixel p, lob_pixel q);
/* The area of a cell's frame: names of others keep out. */
void lob_place_enclose(annotator *a, lob_rect rect);
/* Whether it lies in no frame of a cell, as far as that is known. */
bool lob_place_is_open(const annotator *a, lob_rect rect);
bool lob_place_is_crossed(const annotator *a, lob_pixel p, lob_pixel q); /* something taken lies on the line */
enum { LOB_TRIES_MAX = 64, LOB_RINGS_MAX = 5, LOB_WORD_GAP = 4 /* from a thing to its word */ };
typedef struct try_at {
    double x, y;      /* upper left */
    lob_pixel anchor; /* where a leader begins */
    bool has_leader;
} try_at;

typedef struct tries {
    const annotator *a;
    double w, h; /* of the word */
    int rings;   /* that may be tried around */
    uint32_t count;
    try_at items[LOB_TRIES_MAX];
} tries;

/* The places of a word in the order of preference; a, w, h, rings are set, the count is 0. */
void lob_tries_make(tries *t, const lob_word *word);
/* The point of a box nearest to another. */
static inline lob_pixel lob_rect_nearest(lob_rect r, lob_pixel p) {
    return (lob_pixel){fmin(fmax(p.x, r.left), r.right), fmin(fmax(p.y, r.top), r.bottom)};
}

/* ---- annotate_words.c ---- */
/* Remembers a word; words are placed when all marks are known. An empty text without a number is nothing. */
lob_status lob_word_add(annotator *a, const lob_word *word);
lob_status lob_words_place(annotator *a);
/* A text within `room` pixels: whole, or with an ellipsis at the end or, for names, whose ends tell them apart, in the
 * middle (`keeps_end`). */
typedef struct lob_text_cut {
    lob_str text; /* of the arena when shortened */
    double width;
    bool is_cut;
} lob_text_cut;
lob_status lob_text_fit(annotator *a, lob_str text, double room, bool keeps_end, lob_text_cut *cut);
/* A word whose place is known: `left`, `top` of its box. */
lob_status lob_word_put(annotator *a, lob_str text, double left, double top, uint32_t color, uint32_t ground);

/* ---- annotate_text.c ---- */
/* Of the request arena; TOOL_LIMIT_EXCEEDED. */
lob_status lob_text_length(annotator *a, double length_dbu, lob_str *text);         /* "12.345 um", with a mu */
lob_status lob_text_place(annotator *a, double x_dbu, double y_dbu, lob_str *text); /* "1.5, -2 um" */
/* value * 10^exponent exactly, without zeros at its end; `unit` may be "". */
lob_status lob_text_decimal(annotator *a, int64_t value, int exponent, const char *unit, lob_str *text);
/* The largest of 1, 2, 5 times a power of ten not above (or the least not below) `limit` > 0: factor * 10^exponent. */
typedef struct round_number {
    int factor, exponent;
    double value;
} round_number;
round_number lob_round_below(double limit);
round_number lob_round_above(double limit);

/* ---- one a kind ---- */
lob_status lob_annotate_ruler(annotator *a, const lob_annotation *n, uint32_t color);
lob_status lob_annotate_scale_bar(annotator *a, lob_panel_corner corner, uint32_t color);
/* Of panels: how far they stand from the border. */
double lob_panel_margin(const annotator *a);
lob_status lob_scale_bar_room(annotator *a, lob_panel_room *room);
lob_status lob_legend_room(annotator *a, const lob_annotation *n, lob_panel_room *room);
lob_status lob_annotate_grid(annotator *a, uint32_t color);
lob_status lob_annotate_crosshair(annotator *a, const lob_annotation *n, uint32_t color);
lob_status lob_annotate_ports(annotator *a, const lob_annotation *n, uint32_t color);
lob_status lob_annotate_names(annotator *a, const lob_annotation *n, uint32_t color);
lob_status lob_annotate_cells(annotator *a, const lob_annotation *n, uint32_t color);
lob_status lob_title_room(annotator *a, const lob_annotation *n, lob_panel_room *room);
lob_status lob_annotate_title(annotator *a, const lob_annotation *n, uint32_t color);
/* Below what stands in the corner already: *top. */
lob_status lob_annotate_legend(annotator *a, const lob_annotation *n, uint32_t color, double *top);

#endif

/* The writer of SVG, inside: svg.c (document, layers), svg_layer.c (figures of a layer), svg_ring.c (rings as path
 * data), svg_image.c (coverage as an image), svg_marks.c (marks), svg_text.c (numbers and text). */
#ifndef LOB_DRAW_SVG_IMPL_H
#define LOB_DRAW_SVG_IMPL_H

#include "draw/svg.h"
#include "geom/region.h"
#include "render/figure.h"

/* ---- svg_text.c ---- */

/* Rounded to `decimals` (0 to 9), half away from zero, in the shortest form: no exponent, no needless zero. NaN and
 * what is beyond 10^9 become 0 or +-10^9. */
void lob_svg_number(lob_buf *buf, double value, unsigned decimals);
void lob_svg_milli(lob_buf *buf, int64_t thousandths);
/* ` name="#rrggbb"`, ` name="value"` with three decimals, ` name="alpha / 255"`. */
void lob_svg_color(lob_buf *buf, const char *name, uint32_t color);
void lob_svg_attribute(lob_buf *buf, const char *name, double value);
void lob_svg_alpha(lob_buf *buf, const char *name, uint8_t alpha);
/* For content and quoted attributes. What XML 1.0 cannot hold, and bytes that are no UTF-8, become U+FFFD; what is
 * invisible or turns text about becomes a character reference. */
void lob_svg_escape(lob_buf *buf, lob_str text);
/* The letters, digits, '.', '-' and '_' of a text, other runs as one '_'; cut after 40: the readable part of an id. */
void lob_svg_id(lob_buf *buf, lob_str text);

/* ---- svg_ring.c ---- */

enum { LOB_SVG_UNITS = 1000 }; /* of a pixel */

typedef struct lob_svg_window { /* what rings are cut to, pixels */
    double left, top, right, bottom;
} lob_svg_window;

typedef struct lob_svg_ring { /* zeroed at first; heap, released by lob_svg_ring_release() */
    lob_pixel *cut[2];
    uint32_t cut_capacity[2];
    lob_point64 *points; /* thousandths of a pixel */
    uint32_t count, capacity;
    double area;   /* pixels2, signed: > 0 clockwise on the screen */
    double length; /* pixels */
} lob_svg_ring;

/* The part of a ring within the window, rounded, without doubled points and points on straight lines, and without
 * points that lie within `tolerance` of what is left. Inside the window it winds as before; along the window's edges it
 * has edges of its own. count 0: nothing lies within. */
lob_status lob_svg_ring_make(lob_ctx *ctx, const lob_pixel *points, uint32_t count, const lob_svg_window *window,
                             double tolerance, lob_svg_ring *ring);
void lob_svg_ring_release(lob_svg_ring *ring);
double lob_svg_area(const lob_point64 *points, uint32_t count); /* pixels2, signed alike */
/* As path data: absolute, `z` at the end unless it has fewer than three points. */
void lob_svg_ring_write(lob_buf *buf, const lob_point64 *points, uint32_t count, bool is_reversed);

/* ---- svg_layer.c ---- */

/* Figures of which a pixel would show less than LOB_VISIBLE_MIN are widened by hairlines, k times this many hundredths
 * of a pixel. */
enum { LOB_SVG_HAIRLINE = 8, LOB_SVG_WIDTHS = 8 };

/* Path data of a layer's figures. One with a frame whose ring serves both is in `both`; else its frame is in `frame`
 * and what it covers in fill[0]. */
typedef struct lob_svg_paths {
    lob_buf both;
    lob_buf fill[LOB_SVG_WIDTHS]; /* by k */
    lob_buf frame;
} lob_svg_paths;

typedef struct lob_svg_known { /* whether copies of an outline wind once; key 0: free */
    uint64_t key;
    bool is_plain;
} lob_svg_known;

enum { LOB_SVG_KNOWN_BITS = 10 };

typedef struct lob_svg {
    lob_ctx *ctx;
    lob_cover *cover;
    const lob_layout *layout;
    const lob_scene *scene;
    lob_buf *out;
    lob_scene_info *info;
    uint64_t work;
    lob_layer_index *visible; /* layers that are drawn, each once, sorted */
    uint32_t visible_count;
    const lob_walk_count *counts; /* by layer: figures in view, of the visible ones */
    lob_raster *raster;           /* for images: the cover's, taken when the first is made */
    lob_svg_paths paths;
    lob_ring figure;
    lob_svg_ring ring;
    lob_ctx part; /* memory of one ring's work */
    lob_svg_known knowns[1 << LOB_SVG_KNOWN_BITS];
} lob_svg;

typedef struct lob_svg_what {
    const lob_layer_index *layers; /* sorted */
    uint32_t layer_count;
    bool keeps_thin, has_fill;
    double frame_width; /* 0: no frames */
} lob_svg_what;

lob_status lob_svg_count(lob_svg *svg); /* makes svg->counts */
/* Into svg->paths, emptied first. */
lob_status lob_svg_figures(lob_svg *svg, const lob_svg_what *what);
/* RENDER_FAILED when the buffer is full, TOOL_LIMIT_EXCEEDED when memory is out. */
lob_status lob_svg_check(lob_ctx *ctx, const lob_buf *buf);

/* ---- svg_image.c ---- */

/* What a raster holds as <image>, cut to what was met; nothing when it is empty. `keeps_thin`: of picture.h. */
lob_status lob_svg_image(lob_ctx *ctx, const lob_raster *raster, const lob_grid *grid, uint32_t color, uint8_t alpha,
                         bool keeps_thin, lob_buf *out);

/* ---- svg_marks.c ---- */
lob_status lob_svg_marks(lob_svg *svg, const lob_marks *marks);

#endif

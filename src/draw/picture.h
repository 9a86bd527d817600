/* Pictures: coverage of layers laid over each other in colours.
 *
 * A picture is opaque RGBA, rows from the top. A layer's fill and frame come as planes of the rasteriser; each pixel
 * takes opacity = coverage * alpha of the style's colour, where the pattern is set. In integers of 1/65535, rounded
 * half up, so the bytes are the same on every machine. Layers are laid in the order of the calls.
 */
#ifndef LOB_DRAW_PICTURE_H
#define LOB_DRAW_PICTURE_H

#include "render/raster.h"

typedef enum { LOB_PICTURE_LIGHT, LOB_PICTURE_DARK, LOB_PICTURE_MASK } lob_picture_mode;

typedef struct lob_picture {
    uint32_t width, height;
    uint8_t *rgba; /* owned, 4 bytes a pixel */
} lob_picture;

enum { LOB_FILL_SIZE_MAX = 32 };

typedef struct lob_style {
    uint32_t fill, frame; /* 0xRRGGBB */
    uint8_t fill_alpha;   /* 0: no fill, 255: covers what lies beneath */
    uint8_t frame_alpha;
    /* Bit x of rows[y]: column x from the left, row y from the top; repeats from the picture's corner. Width 0: solid.
     */
    uint8_t pattern_width, pattern_height;
    uint32_t pattern[LOB_FILL_SIZE_MAX];
    double frame_width; /* pixels; 0: no frame */
    bool is_visible;
    bool is_dashed; /* the frame, as markers have it */
} lob_style;

/* The least opacity, of 255 before alpha, of a pixel that a drawn figure meets: thin lines stay in sight. */
enum { LOB_VISIBLE_MIN = 80 };

/* 1 <= width, height <= LOB_SIDE_MAX, else QUERY_TOO_LARGE. The ground: white, black, black. */
lob_status lob_picture_new(lob_ctx *ctx, uint32_t width, uint32_t height, lob_picture_mode mode, lob_picture *picture);
void lob_picture_release(lob_picture *picture);

/* `keeps_thin`: pixels that are met show at least LOB_VISIBLE_MIN; not for far views, whose coverage is density. */
void lob_picture_fill(lob_picture *picture, const lob_raster *raster, const lob_style *style, bool keeps_thin);
/* Dashes come and go along lines of any direction; gaps keep a fifth of the opacity, so that no line is lost. */
void lob_picture_frame(lob_picture *picture, const lob_raster *raster, const lob_style *style);
/* One colour by the coverage of a raster of `height` rows whose corner lies at (left, top) of the picture. */
void lob_picture_blend(lob_picture *picture, const lob_raster *raster, uint32_t left, uint32_t top, uint32_t height,
                       uint32_t color, uint8_t alpha);
/* Mask: white by coverage, round(255 * area) in each channel; nothing else is drawn. */
void lob_picture_mask(lob_picture *picture, const lob_raster *raster);

/* SHA-256 of the raw rows, as 64 hex digits and a NUL. TOOL_LIMIT_EXCEEDED. */
lob_status lob_picture_digest(lob_ctx *ctx, const lob_picture *picture, char out[65]);

#endif

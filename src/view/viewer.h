/* What the files of the viewer share: one layout, opened once, and what is asked about it by a page.
 *
 * Everything that reads the session is done by one thread at a time (`busy`). Tiles are drawn at desks, each with a
 * cover of its own and one tile at a time; PNGs are made outside of both. The same tile is the same bytes at any desk.
 */
#ifndef LOB_VIEW_VIEWER_H
#define LOB_VIEW_VIEWER_H

#include <pthread.h>
#include <stdatomic.h>

#include "cli/cli.h"
#include "tool/call.h"

enum { LOB_VIEW_DESKS_MAX = 4 };
enum { LOB_VIEW_TOKEN_SIZE = 32, LOB_VIEW_TILE = 256, LOB_VIEW_WHAT_SIZE = 256 };

typedef struct lob_view_desk {
    pthread_mutex_t busy;
    lob_cover *cover; /* NULL until something is drawn */
} lob_view_desk;

typedef struct lob_viewer {
    lob_cli *cli;
    lob_sessions *sessions;
    char session_id[32];
    char token[LOB_VIEW_TOKEN_SIZE + 1]; /* the first part of every path */
    pthread_mutex_t busy;
    struct lob_layer_paint *paints[2];       /* of the cell last drawn, on light and on dark; `busy` */
    lob_cell_index painted[2];               /* which cell that is */
    lob_view_desk desks[LOB_VIEW_DESKS_MAX]; /* the first one draws far views, so that their images are kept once */
    unsigned desk_count;
    _Atomic unsigned next_desk;
    const char *markers; /* a report beside the layout; NULL: none was given */
    int port;
    void *daemon;
} lob_viewer;

typedef struct lob_view_tile {
    lob_str cell;       /* by name; data NULL: the top */
    int zoom;           /* 2^zoom pixels are a micrometre */
    int64_t x, y;       /* columns and rows of LOB_VIEW_TILE pixels from the origin, y downwards */
    const char *layers; /* indexes of layers to draw, with commas between; NULL: all that are shown */
    bool is_dark;
} lob_view_tile;

/* tile.c: a PNG. info.c: what the page has to know about a cell, JSON. Errors as of the tools. Any thread. */
lob_status lob_view_draw_tile(lob_viewer *viewer, lob_ctx *ctx, const lob_view_tile *tile, lob_buf *png);
lob_status lob_view_info(lob_viewer *viewer, lob_ctx *ctx, lob_str cell, lob_buf *json);

/* desk.c: a free desk for the tiles of a cell, its cover ready; given back with lob_view_desk_leave(). When all that
 * fit are taken it waits for one. cores: of the machine; below 1: not known. */
void lob_view_desks_open(lob_viewer *viewer, long cores);
void lob_view_desks_close(lob_viewer *viewer);
lob_status lob_view_desk_take(lob_viewer *viewer, lob_ctx *ctx, lob_layout *layout, bool is_far, lob_view_desk **desk);
void lob_view_desk_leave(lob_view_desk *desk);

/* serve.c: listens on 127.0.0.1. False: `what` says why. */
bool lob_view_start(lob_viewer *viewer, int port, char what[LOB_VIEW_WHAT_SIZE]);
void lob_view_stop(lob_viewer *viewer);

/* page.c: made of page/ by `make view-page`; lines, the last one is NULL. */
extern const char *const lob_view_page_html[], *const lob_view_page_css[], *const lob_view_page_js[];

#endif

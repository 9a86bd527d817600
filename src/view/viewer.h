/* What the files of the viewer share: one layout, opened once, and what is asked about it by a page.
 *
 * Everything that reads the session is done by one thread at a time (`busy`); PNGs are made outside of that.
 */
#ifndef LOB_VIEW_VIEWER_H
#define LOB_VIEW_VIEWER_H

#include <pthread.h>

#include "cli/cli.h"
#include "tool/call.h"

enum { LOB_VIEW_TOKEN_SIZE = 32, LOB_VIEW_TILE = 256, LOB_VIEW_WHAT_SIZE = 256 };

typedef struct lob_viewer {
    lob_cli *cli;
    lob_sessions *sessions;
    char session_id[32];
    char token[LOB_VIEW_TOKEN_SIZE + 1]; /* the first part of every path */
    pthread_mutex_t busy;
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

/* serve.c: listens on 127.0.0.1. False: `what` says why. */
bool lob_view_start(lob_viewer *viewer, int port, char what[LOB_VIEW_WHAT_SIZE]);
void lob_view_stop(lob_viewer *viewer);

/* page.c: made of page/ by `make view-page`; lines, the last one is NULL. */
extern const char *const lob_view_page_html[], *const lob_view_page_css[], *const lob_view_page_js[];

#endif

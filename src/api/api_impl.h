/* What the files of src/api share. Not for other folders. */
#ifndef LOB_API_IMPL_H
#define LOB_API_IMPL_H

#include <lob/lob.h>

#include "base/ctx.h"
#include "io/read.h"

struct lob_desk {
    lob_arena *arena; /* results */
    lob_ctx ctx;
    lob_cancel cancel;
};

struct lob_doc {
    lob_layout *layout; /* one reference */
    lob_read_result told;
};

/* Begins a call: the last error is forgotten. */
lob_ctx *lob_api_begin(lob_desk *desk);
/* 0 or -1. */
int lob_api_end(lob_status status);
/* Bytes and a NUL, of the desk. NULL: out of memory. */
const char *lob_api_text(lob_desk *desk, lob_str text);
/* The name from the root on, of the desk. */
lob_status lob_api_path(lob_desk *desk, const char *path, const char **absolute);

/* A view that was checked; `layers` sorted, each once. */
typedef struct lob_seen {
    lob_cell_index cell;
    lob_box64 box; /* the view's, or the cell's own (it may be empty or without area) */
    bool has_box;  /* the view has one */
    const lob_layer_index *layers;
    uint32_t layer_count; /* layers NULL: all */
} lob_seen;

/* INVALID_TARGET for a cell, INVALID_BOX, INVALID_LAYER. */
lob_status lob_api_look(lob_ctx *ctx, const lob_doc *doc, const lob_doc_view *view, lob_seen *seen);

static inline lob_doc_box lob_doc_box_from(lob_box64 box) {
    return (lob_doc_box){box.left, box.bottom, box.right, box.top};
}

/* The same two numbers, under the name that programs know. */
_Static_assert(sizeof(lob_doc_point) == sizeof(lob_point64), "points are handed out as they are");
_Static_assert(offsetof(lob_doc_point, y) == offsetof(lob_point64, y), "points are handed out as they are");
static inline const lob_doc_point *lob_doc_points_from(const lob_point64 *points) {
    return (const lob_doc_point *)points;
}

#endif

/* Point lists known again by their bytes; private to the OASIS reader. */
#ifndef LOB_IO_OAS_RECALL_H
#define LOB_IO_OAS_RECALL_H

#include "geom/point.h"
#include "io/oas/stream.h"

enum { OAS_RECALL_SIZE = 4 << 20 }; /* of bytes kept */

typedef struct oas_points { /* relative to the first, which is (0, 0) and counted */
    lob_point64 *items;     /* owned; those of the list only without an outline */
    uint32_t count, capacity;
    uint32_t outline; /* of the sink, or LOB_SINK_NO_OUTLINE */
    lob_box box;      /* of the points, with an outline */
} oas_points;

typedef struct oas_recall {
    struct oas_recall_slot *slots; /* owned; NULL before the first list that is worth it */
    lob_buf bytes;                 /* owned */
} oas_recall;

void oas_recall_init(oas_recall *m);
void oas_recall_release(oas_recall *m);

/* What the list that begins at s->cur is looked up by; 0: too short, or not enough of it is readable yet. */
uint64_t oas_recall_key(const oas_stream *s, bool is_polygon);
/* A list that came before: it is consumed, and count, outline and box are those of then. */
bool oas_recall_find(const oas_recall *m, oas_stream *s, uint64_t key, oas_points *points);
/* Remembers a list that has an outline. TOOL_LIMIT_EXCEEDED: out of memory. */
lob_status oas_recall_keep(oas_recall *m, lob_ctx *ctx, uint64_t key, const uint8_t *data, size_t size,
                           const oas_points *points);

#endif

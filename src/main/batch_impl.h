/* What the parts of `batch` share: the command line and the work (batch.c), which files there are (batch_files.c), the
 * table (batch_table.c). */
#ifndef LOB_MAIN_BATCH_IMPL_H
#define LOB_MAIN_BATCH_IMPL_H

#include "main/batch.h"
#include "main/eval_impl.h"

typedef enum {
    LOB_BATCH_L2,
    LOB_BATCH_BAND,
    LOB_BATCH_EPE,
    LOB_BATCH_SHOTS,
    LOB_BATCH_DRC,
    LOB_BATCH_MRC,
    LOB_BATCH_VIOLATIONS,
    LOB_BATCH_COUNT
} lob_batch_number;

typedef enum { LOB_BATCH_WAITING, LOB_BATCH_CLEAN, LOB_BATCH_VIOLATED, LOB_BATCH_FAILED } lob_batch_state;

typedef struct lob_batch_row {
    char *file; /* owned */
    lob_batch_state state;
    int64_t before[LOB_BATCH_COUNT], after[LOB_BATCH_COUNT]; /* -1: not measured; an evaluation has `after` alone */
    int64_t elapsed_ms;
    char mask[4400]; /* written; "": none */
    const char *code;
    char message[512], hint[512];
} lob_batch_row;

typedef struct lob_batch_rows { /* owned: lob_batch_rows_drop() */
    lob_batch_row *items;
    uint32_t count, room;
} lob_batch_rows;

/* Adds a file, or the layouts and clips that lie in a folder, by name. LOB_E_FILE_NOT_FOUND: a folder without any. */
lob_status lob_batch_add(lob_ctx *ctx, const char *path, lob_batch_rows *rows);
void lob_batch_rows_drop(lob_batch_rows *rows);

/* A line for each clip; or an object with the clips, how many there are of each state, and means. */
void lob_batch_csv(const lob_batch_rows *rows, bool is_optimized, lob_buf *out);
void lob_batch_json(const lob_batch_rows *rows, bool is_optimized, lob_buf *out);

#endif

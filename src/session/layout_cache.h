/* Layouts that were read before, kept as images (db/image.h) below ROOT/layouts, so that a file is opened again without
 * being read again, by this process or another one of the same program.
 *
 * A key says which file it was: device, inode, size, times of change, how it was read, and by which program. A file
 * that was changed less than RACY_S seconds ago has none, for a change within one tick of the clock would not show. The
 * folder is 0700, images are 0600; what others could have written is not used. The oldest images go when all together
 * would be larger than the operator allows. Nothing here fails a request: what does not work is left out.
 */
#ifndef LOB_SESSION_LAYOUT_CACHE_H
#define LOB_SESSION_LAYOUT_CACHE_H

#include <sys/stat.h>

#include "db/layout.h"
#include "session/config.h"

typedef struct lob_layout_cache lob_layout_cache;

typedef struct lob_layout_key {
    char text[240];
    size_t size; /* 0: none */
} lob_layout_key;

/* `how`: whatever else the reading depended on. */
lob_layout_key lob_layout_key_make(const struct stat *info, const char *how);

/* NULL: the operator wants none, the system cannot (base/platform.h), or memory. The config must outlive it. */
lob_layout_cache *lob_layout_cache_new(const lob_config *config);
/* Ends what is being written. NULL is fine. */
void lob_layout_cache_drop(lob_layout_cache *cache);

/* *layout: one reference, or NULL when it is not here; note: what was kept with it, in ctx->arena. */
lob_status lob_layout_cache_find(lob_ctx *ctx, lob_layout_cache *cache, const lob_layout_key *key, lob_layout **layout,
                                 lob_str *note);
/* Keeps a layout that takes long enough to read, in a thread of its own; one at a time, others are not kept. `note`: at
 * most LOB_IMAGE_NOTE_SIZE bytes, copied. */
void lob_layout_cache_keep(lob_layout_cache *cache, const lob_layout_key *key, lob_layout *layout, lob_str note);
/* Lets go of layouts that nobody uses any more. NULL is fine. */
void lob_layout_cache_prune(lob_layout_cache *cache);
/* Waits until nothing is being written. */
void lob_layout_cache_settle(lob_layout_cache *cache);

#endif

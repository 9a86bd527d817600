/* What tests of the snapshot runner stand on: an arena, a context, and a folder of their own that goes with all that is
 * in it. A test that needs more puts the rig first into a struct of its own. */
#ifndef TESTS_UNIT_TOOLS_SNAPSHOT_RIG_H
#define TESTS_UNIT_TOOLS_SNAPSHOT_RIG_H

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "json/reader.h"

typedef struct snapshot_rig {
    lob_arena *arena;
    lob_ctx ctx;
    char folder[64];
} snapshot_rig;

/* The last eight stay valid. */
static inline const char *rig_path(const snapshot_rig *r, const char *name) {
    static char paths[8][200];
    static unsigned next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", r->folder, name);
    return path;
}

/* `size` bytes of zeros, which begin with the rig. */
static inline int rig_setup(void **state, size_t size) {
    snapshot_rig *r = calloc(1, size);
    r->arena = lob_arena_new(0);
    lob_ctx_init(&r->ctx, r->arena);
    lob_json_init();
    strcpy(r->folder, "/tmp/lob_test_snapshot_XXXXXX");
    *state = r;
    return mkdtemp(r->folder) ? 0 : 1;
}

static inline int rig_teardown(void **state) {
    snapshot_rig *r = *state;
    bool removed;
    int parent = open("/tmp", O_PATH | O_DIRECTORY | O_CLOEXEC);
    lob_ctx_init(&r->ctx, r->arena);
    bool fine = lob_dir_remove_at(&r->ctx, parent, r->folder + strlen("/tmp/"), &removed) == LOB_OK;
    close(parent);
    lob_arena_drop(r->arena);
    free(r);
    return fine ? 0 : 1;
}

#endif

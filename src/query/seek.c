/* See seek.h. Invariant: `left` goes down by one for each object looked at, in all walks together. */
#include "query/seek.h"

#include <string.h>

typedef struct search {
    lob_ctx *ctx;
    const lob_layout *layout;
    const lob_object_key *key;
    lob_buf scratch;
    uint64_t left;
    lob_object *object;
    bool *found;
} search;

bool lob_object_has_key(const lob_layout *layout, const lob_object_key *key, const lob_object *object,
                        lob_buf *scratch) {
    uint64_t hash;
    return lob_object_hash(layout, key->seed, object, scratch, &hash) && hash >> (64 - key->bits) == key->hash;
}

static lob_status keep(search *s, const lob_object *object) {
    lob_step *path = LOB_NEW_ARRAY(s->ctx->arena, lob_step, object->stored.depth);
    if (!path) {
        return lob_fail_memory(s->ctx);
    }
    if (object->stored.depth > 0) {
        memcpy(path, object->stored.path, object->stored.depth * sizeof *path);
    }
    *s->object = *object;
    s->object->stored.path = path;
    *s->found = true;
    return LOB_OK;
}

static lob_object object_of(const search *s, lob_cell_index cell, const lob_hit *hit) {
    const bool is_inst = s->key->type == LOB_ID_INST;
    return (lob_object){.type = s->key->type,
                        .cell = cell,
                        .stored = {.path = hit->path,
                                   .depth = hit->depth,
                                   .leaf = hit->leaf,
                                   .layer = is_inst ? 0 : hit->shapes->layer,
                                   .kind = is_inst ? 0 : hit->kind,
                                   .index = hit->index,
                                   .member = is_inst ? 0 : hit->member}};
}

static lob_status seek_below(search *s, lob_cell_index cell) {
    static const unsigned what[LOB_ID_TYPE_COUNT] = {
        [LOB_ID_SHAPE] = LOB_WALK_SHAPES, [LOB_ID_TEXT] = LOB_WALK_TEXTS, [LOB_ID_INST] = LOB_WALK_INSTS};
    lob_walk_options options = {.window = LOB_WALK_EVERYTHING,
                                .meet = LOB_MEET_TOUCH,
                                .what = what[s->key->type],
                                .depth_max = UINT32_MAX,
                                .work_max = UINT64_MAX};
    lob_walk *walk;
    const lob_hit *hit;
    LOB_TRY(lob_walk_open(s->ctx, s->layout, cell, &options, &walk));
    while (!*s->found && s->left > 0) {
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit) {
            return LOB_OK;
        }
        s->left--;
        const lob_object object = object_of(s, cell, hit);
        if (lob_object_has_key(s->layout, s->key, &object, &s->scratch)) {
            LOB_TRY(keep(s, &object));
        } else if (s->scratch.failed) {
            return lob_fail_memory(s->ctx);
        }
    }
    return LOB_OK;
}

static lob_status seek_in_cells(search *s, lob_cell_index first) {
    LOB_TRY(seek_below(s, first));
    for (lob_cell_index cell = 0; cell < lob_layout_cell_count(s->layout) && !*s->found && s->left > 0; cell++) {
        if (cell != first) {
            LOB_TRY(seek_below(s, cell));
        }
    }
    return LOB_OK;
}

lob_status lob_object_seek(lob_ctx *ctx, const lob_layout *layout, lob_cell_index first, const lob_object_key *key,
                           uint64_t count_max, lob_object *object, bool *found) {
    search s = {.ctx = ctx, .layout = layout, .key = key, .left = count_max, .object = object, .found = found};
    *found = false;
    lob_buf_init(&s.scratch, 0);
    lob_status status = seek_in_cells(&s, first);
    lob_buf_release(&s.scratch);
    return status;
}

/* The XOR of diff shared by ranks (litho/ranks.h): layer i of those compared belongs to rank i mod n, which compares it
 * whole. So each sum and each polygon is of one rank, and putting layers behind each other gives the whole.
 *
 * Bytes of a rank: for each of its layers, in their order, one layer_record, and behind it as many item_records as it
 * says; of programs of one build.
 */
#include <string.h>

#include "litho/ranks.h"
#include "tool/diff_layouts.h"

typedef struct layer_record {
    lob_xor_sum sum;
    uint64_t item_count;
} layer_record;

typedef struct shared_xor {
    lob_differ *d;
    const lob_xor_question *question; /* of all layers */
    lob_buf bytes;                    /* of this rank */
} shared_xor;

static lob_status put_layers(shared_xor *s, const lob_xor *made, uint32_t count) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < count; i++) {
        layer_record record;
        const uint32_t first = at;
        memset(&record, 0, sizeof record); /* what lies between members, too */
        record.sum = made->layers[i];
        while (at < made->item_count && made->items[at].layer == i) {
            at++;
        }
        record.item_count = at - first;
        lob_buf_add(&s->bytes, &record, sizeof record);
        lob_buf_add(&s->bytes, made->items + first, (at - first) * sizeof *made->items);
    }
    return s->bytes.failed ? lob_fail_memory(s->d->call->ctx) : LOB_OK;
}

static lob_status compare_own(shared_xor *s) {
    lob_ctx *ctx = s->d->call->ctx;
    const uint32_t own = lob_ranks_own(), step = lob_ranks_count();
    lob_xor_question question = *s->question;
    lob_diff_layer *layers = LOB_NEW_ARRAY(ctx->arena, lob_diff_layer, (size_t)question.layer_count + 1);
    uint32_t count = 0;
    lob_xor made;
    LOB_TRY(layers ? LOB_OK : lob_fail_memory(ctx));
    for (uint32_t i = own; i < question.layer_count; i += step) {
        layers[count++] = question.layers[i];
    }
    question.layers = layers;
    question.layer_count = count;
    LOB_TRY(lob_xor_make(ctx, &question, NULL, NULL, &made));
    return put_layers(s, &made, count);
}

/* ---- the whole ---- */

typedef struct cursor {
    const uint8_t *at, *end;
} cursor;

static bool take(cursor *c, void *to, size_t size) {
    if ((size_t)(c->end - c->at) < size) {
        return false;
    }
    memcpy(to, c->at, size);
    c->at += size;
    return true;
}

static bool take_layer(cursor *c, uint32_t layer, const lob_xor_question *q, lob_xor *all) {
    layer_record record;
    if (!take(c, &record, sizeof record) || record.item_count > (size_t)(c->end - c->at) / sizeof(lob_xor_item)) {
        return false;
    }
    all->layers[layer] = record.sum;
    all->count += record.sum.count;
    for (uint64_t i = 0; i < record.item_count; i++) {
        lob_xor_item item;
        (void)take(c, &item, sizeof item);
        item.layer = layer;
        if (all->item_count < q->item_max) {
            all->items[all->item_count++] = item;
        }
    }
    return true;
}

static uint32_t room_for(const lob_shares *parts, uint32_t item_max) {
    size_t most = 0;
    for (uint32_t i = 0; i < parts->count; i++) {
        most += parts->sizes[i] / sizeof(lob_xor_item);
    }
    return most < item_max ? (uint32_t)most : item_max;
}

static lob_status join(lob_ctx *ctx, const lob_xor_question *q, const lob_shares *parts, lob_xor *all) {
    cursor *cursors = LOB_NEW_ARRAY(ctx->arena, cursor, parts->count);
    *all = (lob_xor){.layers = LOB_NEW_ARRAY(ctx->arena, lob_xor_sum, (size_t)q->layer_count + 1),
                     .items = LOB_NEW_ARRAY(ctx->arena, lob_xor_item, (size_t)room_for(parts, q->item_max) + 1)};
    if (!cursors || !all->layers || !all->items) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < parts->count; i++) {
        cursors[i] = (cursor){parts->blocks[i], parts->blocks[i] + parts->sizes[i]};
    }
    for (uint32_t layer = 0; layer < q->layer_count; layer++) {
        const uint32_t rank = layer % parts->count;
        LOB_TRY(take_layer(&cursors[rank], layer, q, all) ? LOB_OK : lob_share_refuse(ctx, rank));
    }
    for (uint32_t i = 0; i < parts->count; i++) {
        LOB_TRY(cursors[i].at == cursors[i].end ? LOB_OK : lob_share_refuse(ctx, i));
    }
    return LOB_OK;
}

lob_status lob_differ_xor_shared(lob_differ *d, const lob_xor_question *question) {
    lob_ctx *ctx = d->call->ctx;
    shared_xor s = {.d = d, .question = question};
    const lob_share_about about = {.command = "diff",
                                   .key_count = 3,
                                   .keys = {{"layout_a", lob_str_from(d->contents[0])},
                                            {"layout_b", lob_str_from(d->contents[1])},
                                            {"arguments", d->binding}}};
    lob_shares parts;
    lob_buf_init(&s.bytes, 0);
    lob_status status = lob_ranks_works() ? compare_own(&s) : LOB_OK;
    status = status == LOB_OK ? lob_ranks_gather(ctx, &about, s.bytes.data, s.bytes.size, &parts) : status;
    if (status == LOB_OK && lob_ranks_has_all()) {
        status = join(ctx, question, &parts, &d->xor);
    }
    lob_buf_release(&s.bytes);
    return status;
}

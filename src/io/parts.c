/* The ring of parts. Invariant: joined <= taken <= added <= joined + slot_count; slot i % slot_count belongs to the
 * caller before it is added and once it is done, to a thread in between. `done` is set under the lock, after the last
 * write of the thread that parsed. A slot keeps its buffer, so that memory is not asked for again with each part. */
#include "io/parts.h"

#include <pthread.h>

#include "base/alloc.h"

typedef struct slot {
    lob_buf bytes;
    uint64_t offset;
    lob_builder *builder; /* owned; once it is parsed */
    bool is_done;
    lob_status status;
} slot;

typedef struct member {
    struct lob_part_ring *parts;
    lob_ctx ctx;
    pthread_t thread;
    bool has_ctx, has_thread;
} member;

struct lob_part_ring {
    lob_ctx *ctx;
    lob_parts_options options;
    lob_builder *into;
    lob_account *account; /* of who reads */
    member *members;
    slot *slots;
    uint32_t slot_count;
    uint64_t joined, taken, added;
    bool stop;
    pthread_mutex_t lock;
    pthread_cond_t moved;
};

enum { PART_SIZE_LEAST = 2 << 20, PART_SIZE_MOST = 32 << 20 };

uint64_t lob_parts_size_max(uint64_t file_size, uint32_t thread_count) {
    const uint64_t share = file_size / (2 * (uint64_t)thread_count);
    return share < PART_SIZE_LEAST ? PART_SIZE_LEAST : share > PART_SIZE_MOST ? PART_SIZE_MOST : share;
}

static void parse(lob_part_ring *p, lob_ctx *ctx, slot *s) {
    s->builder = lob_builder_new(ctx, &p->options.builder);
    s->status = s->builder ? p->options.parse(ctx, p->options.arg, (const uint8_t *)s->bytes.data, s->bytes.size,
                                              s->offset, s->builder)
                           : ctx->error.code;
}

static void *run(void *arg) {
    member *m = arg;
    lob_part_ring *p = m->parts;
    lob_account_enter(p->account);
    pthread_mutex_lock(&p->lock);
    while (!p->stop) {
        if (p->taken == p->added) {
            pthread_cond_wait(&p->moved, &p->lock);
            continue;
        }
        slot *s = &p->slots[p->taken++ % p->slot_count];
        pthread_mutex_unlock(&p->lock);
        parse(p, &m->ctx, s);
        pthread_mutex_lock(&p->lock);
        s->is_done = true;
        pthread_cond_broadcast(&p->moved);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

static bool start(lob_part_ring *p) {
    for (uint32_t i = 0; i < p->options.thread_count; i++) {
        member *m = &p->members[i];
        m->parts = p;
        m->has_ctx = lob_ctx_child(p->ctx, &m->ctx, 0) == LOB_OK;
        m->has_thread = m->has_ctx && pthread_create(&m->thread, NULL, run, m) == 0;
        if (!m->has_thread) {
            return false;
        }
    }
    return true;
}

lob_part_ring *lob_parts_open(lob_ctx *ctx, const lob_parts_options *options, lob_builder *into) {
    lob_part_ring *p = lob_calloc(1, sizeof *p);
    if (!p) {
        return NULL;
    }
    *p = (lob_part_ring){.ctx = ctx,
                         .options = *options,
                         .into = into,
                         .account = lob_account_current(),
                         .slot_count = 2 * options->thread_count + 1,
                         .lock = PTHREAD_MUTEX_INITIALIZER,
                         .moved = PTHREAD_COND_INITIALIZER};
    p->members = lob_calloc(options->thread_count, sizeof *p->members);
    p->slots = lob_calloc(p->slot_count, sizeof *p->slots);
    for (uint32_t i = 0; p->slots && i < p->slot_count; i++) {
        lob_buf_init(&p->slots[i].bytes, 0);
    }
    if (!p->members || !p->slots || !start(p)) {
        lob_parts_close(p);
        return NULL;
    }
    return p;
}

void lob_parts_close(lob_part_ring *p) {
    if (!p) {
        return;
    }
    pthread_mutex_lock(&p->lock);
    p->stop = true;
    pthread_cond_broadcast(&p->moved);
    pthread_mutex_unlock(&p->lock);
    for (uint32_t i = 0; p->members && i < p->options.thread_count; i++) {
        if (p->members[i].has_thread) {
            pthread_join(p->members[i].thread, NULL);
        }
        if (p->members[i].has_ctx) {
            lob_ctx_drop(&p->members[i].ctx);
        }
    }
    for (uint32_t i = 0; p->slots && i < p->slot_count; i++) {
        lob_buf_release(&p->slots[i].bytes);
        lob_builder_drop(p->slots[i].builder);
    }
    pthread_cond_destroy(&p->moved);
    pthread_mutex_destroy(&p->lock);
    lob_free(p->members);
    lob_free(p->slots);
    lob_free(p);
}

/* The oldest part, which is done, goes into the builder. */
static lob_status join(lob_part_ring *p, slot *s) {
    lob_status status = s->status;
    if (status == LOB_OK) {
        status = lob_builder_absorb(p->into, s->builder);
    }
    lob_builder_drop(s->builder);
    s->builder = NULL;
    lob_buf_clear(&s->bytes);
    return status;
}

/* Joins what is done, and waits until at most `on_the_way` parts are left. */
static lob_status join_until(lob_part_ring *p, uint64_t on_the_way) {
    lob_status status = LOB_OK;
    while (status == LOB_OK && p->joined < p->added) {
        slot *s = &p->slots[p->joined % p->slot_count];
        pthread_mutex_lock(&p->lock);
        while (!s->is_done && p->added - p->joined > on_the_way) {
            pthread_cond_wait(&p->moved, &p->lock);
        }
        const bool is_done = s->is_done;
        pthread_mutex_unlock(&p->lock);
        if (!is_done) {
            break;
        }
        status = join(p, s);
        s->is_done = false;
        p->joined++;
    }
    return status;
}

lob_status lob_parts_add(lob_part_ring *p, lob_buf *bytes, uint64_t offset) {
    LOB_TRY(join_until(p, p->slot_count - 1));
    slot *s = &p->slots[p->added % p->slot_count];
    const lob_buf empty = s->bytes;
    s->bytes = *bytes;
    s->offset = offset;
    *bytes = empty;
    pthread_mutex_lock(&p->lock);
    p->added++;
    pthread_cond_broadcast(&p->moved);
    pthread_mutex_unlock(&p->lock);
    return LOB_OK;
}

lob_status lob_parts_end(lob_part_ring *p) {
    return join_until(p, 0);
}

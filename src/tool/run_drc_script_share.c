/* A deck of KLayout shared by ranks (litho/ranks.h): output j of the deck, in its order, belongs to rank j mod n, which
 * works it out over the whole cell, with all that it needs of the deck and nothing else. So any deck can be shared,
 * also one that looks far; what several outputs need is worked out by each rank that has one of them.
 *
 * Bytes of a rank: a script_head, how many items each of its outputs has, and a marker database (.lyrdb) with every
 * category of the deck and the items of these outputs, one output behind the other; of programs of one build.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "litho/ranks.h"
#include "tool/run_drc_script_impl.h"

typedef struct script_head {
    uint64_t standing, landlock_abi; /* walls that the interpreter ran behind */
    uint64_t is_cut;                 /* it said more than is kept */
    uint64_t output_count;           /* of the deck */
    uint64_t own_count;              /* of them, of this rank */
} script_head;

/* ---- of what work it is ---- */

static void put_texts(lob_buf *out, const char *name, const lob_str *items, size_t count) {
    for (size_t i = 0; i < count; i++) {
        lob_buf_printf(out, "%s %zu:", name, items[i].size);
        lob_buf_add(out, items[i].data, items[i].size);
    }
}

static lob_status digest_arguments(const lob_deck_work *k, lob_str *digest) {
    const lob_run_drc_script_request *q = k->w->request;
    lob_ctx *ctx = k->w->call->ctx;
    lob_buf text;
    lob_buf_init(&text, 0);
    put_texts(&text, "name", q->params.names, q->params.count);
    put_texts(&text, "value", q->params.items, q->params.count);
    put_texts(&text, "only", q->only.items, q->only.count);
    if (q->box) {
        const double sides[4] = {q->box->left, q->box->bottom, q->box->right, q->box->top};
        lob_buf_add(&text, sides, sizeof sides);
    }
    lob_status status = text.failed ? lob_fail_memory(ctx)
                                    : lob_share_digest(ctx, (lob_str){text.data ? text.data : "", text.size}, digest);
    lob_buf_release(&text);
    return status;
}

/* The deck as it runs, with what it includes. */
static lob_status digest_deck(const lob_deck_work *k, lob_str *digest) {
    lob_ctx *ctx = k->w->call->ctx;
    lob_str text;
    const int fd = openat(k->w->dir_fd, k->deck.name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0) {
        return lob_fail_errno(ctx, errno);
    }
    lob_status status = lob_file_read_all(ctx, fd, k->deck.size, &text);
    close(fd);
    return status == LOB_OK ? lob_share_digest(ctx, text, digest) : status;
}

static lob_status say_about(const lob_deck_work *k, lob_share_about *about) {
    const lob_session *session = k->w->session;
    *about = (lob_share_about){.command = "drc", .key_count = 4};
    about->keys[0] = (lob_share_key){"layout", lob_str_from(session->sha256)};
    about->keys[1] = (lob_share_key){"cell", lob_layout_cell(session->layout, k->w->cell)->name};
    about->keys[2].name = "deck";
    about->keys[3].name = "arguments";
    LOB_TRY(digest_deck(k, &about->keys[2].value));
    return digest_arguments(k, &about->keys[3].value);
}

/* ---- the part of a rank ---- */

static lob_status put_report(lob_ctx *ctx, const lob_rdb *rdb, lob_buf *bytes) {
    lob_outfile out;
    lob_status status = lob_outfile_begin(ctx, &out, -1, false);
    status = status == LOB_OK ? lob_rdb_write(ctx, rdb, &out) : status;
    status = status == LOB_OK ? lob_outfile_end(&out) : status;
    if (status == LOB_OK) {
        const lob_str text = lob_outfile_bytes(&out);
        lob_buf_add(bytes, text.data, text.size);
    }
    lob_outfile_release(&out);
    return status == LOB_OK && bytes->failed ? lob_fail_memory(ctx) : status;
}

static lob_status put_part(lob_ctx *ctx, const lob_script_result *result, lob_buf *bytes) {
    const lob_run_output *out = &result->run.out, *err = &result->run.err;
    const script_head head = {.standing = result->run.walls.standing,
                              .landlock_abi = (uint64_t)result->run.walls.landlock_abi,
                              .is_cut = out->kept_size < out->size || err->kept_size < err->size,
                              .output_count = result->output_count,
                              .own_count = result->own_count};
    lob_buf_add(bytes, &head, sizeof head);
    lob_buf_add(bytes, result->own_items, result->own_count * sizeof *result->own_items);
    return put_report(ctx, &result->rdb, bytes);
}

/* ---- the whole ---- */

typedef struct script_part {
    script_head head;
    const uint8_t *counts; /* own_count of uint32_t, anyhow aligned */
    lob_rdb rdb;
    uint32_t taken; /* items */
} script_part;

static lob_status read_part(lob_ctx *ctx, const lob_shares *all, uint32_t rank, script_part *p) {
    const lob_rdb_options options = {.refusal = LOB_E_DRC_RUN_FAILED};
    const uint8_t *block = all->blocks[rank];
    const size_t size = all->sizes[rank];
    lob_source *source;
    if (size < sizeof p->head) {
        return lob_share_refuse(ctx, rank);
    }
    memcpy(&p->head, block, sizeof p->head);
    if (p->head.own_count > (size - sizeof p->head) / sizeof(uint32_t)) {
        return lob_share_refuse(ctx, rank);
    }
    p->counts = block + sizeof p->head;
    const size_t used = sizeof p->head + p->head.own_count * sizeof(uint32_t);
    LOB_TRY(lob_source_open_memory(ctx, block + used, size - used, &(lob_source_options){.hash = false}, &source));
    lob_status status = lob_rdb_read(ctx, source, &options, &p->rdb);
    lob_source_close(source);
    return status;
}

/* Every rank saw the whole deck. */
static bool is_alike(const script_part *a, const script_part *b) {
    bool is = a->head.output_count == b->head.output_count && a->rdb.category_count == b->rdb.category_count &&
              a->rdb.cell_count == b->rdb.cell_count;
    for (uint32_t i = 0; is && i < a->rdb.category_count; i++) {
        is = lob_str_equal(a->rdb.categories[i].name, b->rdb.categories[i].name);
    }
    return is;
}

/* The items of the next output of a part. */
static bool take_output(script_part *p, uint64_t number, lob_rdb_item *items, lob_rdb_category *categories,
                        uint32_t *count) {
    uint32_t more;
    if (number >= p->head.own_count) {
        return false;
    }
    memcpy(&more, p->counts + number * sizeof more, sizeof more);
    if (more > p->rdb.item_count - p->taken) {
        return false;
    }
    for (uint32_t i = 0; i < more; i++) {
        items[*count] = p->rdb.items[p->taken++];
        categories[items[(*count)++].category].item_count++;
    }
    return true;
}

static lob_status put_together(lob_ctx *ctx, script_part *parts, uint32_t count, lob_rdb *whole) {
    uint64_t all = 0;
    for (uint32_t i = 0; i < count; i++) {
        LOB_TRY(is_alike(&parts[0], &parts[i]) ? LOB_OK : lob_share_refuse(ctx, i));
        all += parts[i].rdb.item_count;
    }
    lob_rdb_item *items = LOB_NEW_ARRAY(ctx->arena, lob_rdb_item, all + 1);
    lob_rdb_category *categories = LOB_NEW_ARRAY(ctx->arena, lob_rdb_category, (size_t)parts[0].rdb.category_count + 1);
    if (!items || !categories) {
        return lob_fail_memory(ctx);
    }
    *whole = parts[0].rdb;
    for (uint32_t i = 0; i < whole->category_count; i++) {
        categories[i] = parts[0].rdb.categories[i];
        categories[i].item_count = 0;
    }
    whole->items = items;
    whole->categories = categories;
    whole->item_count = 0;
    for (uint64_t j = 0; j < parts[0].head.output_count; j++) {
        const uint32_t rank = (uint32_t)(j % count);
        LOB_TRY(take_output(&parts[rank], j / count, items, categories, &whole->item_count)
                    ? LOB_OK
                    : lob_share_refuse(ctx, rank));
    }
    for (uint32_t i = 0; i < count; i++) {
        LOB_TRY(parts[i].taken == parts[i].rdb.item_count ? LOB_OK : lob_share_refuse(ctx, i));
    }
    return LOB_OK;
}

lob_status lob_deck_work_join(lob_deck_work *k, const lob_shares *all, lob_joined_report *joined) {
    lob_ctx *ctx = k->w->call->ctx;
    script_part *parts = LOB_NEW_ARRAY(ctx->arena, script_part, all->count);
    lob_status status = parts ? LOB_OK : lob_fail_memory(ctx);
    joined->parts = parts;
    for (uint32_t i = 0; i < all->count && status == LOB_OK; i++) {
        status = read_part(ctx, all, i, &parts[i]);
        joined->count += status == LOB_OK;
    }
    LOB_TRY(status);
    LOB_TRY(put_together(ctx, parts, all->count, &joined->rdb));
    k->result = (lob_run_result){
        .end = LOB_RUN_EXITED,
        .walls = {.standing = (unsigned)parts[0].head.standing, .landlock_abi = (int)parts[0].head.landlock_abi},
        .out.size = parts[0].head.is_cut};
    return LOB_OK;
}

void lob_joined_report_drop(lob_joined_report *joined) {
    for (uint32_t i = 0; i < joined->count; i++) {
        lob_rdb_drop(&joined->parts[i].rdb);
    }
}

lob_status lob_deck_work_gather(const lob_deck_work *k, const lob_script_result *own, lob_shares *all) {
    lob_ctx *ctx = k->w->call->ctx;
    lob_share_about about;
    lob_buf bytes;
    LOB_TRY(say_about(k, &about));
    lob_buf_init(&bytes, 0);
    lob_status status = own ? put_part(ctx, own, &bytes) : LOB_OK;
    status = status == LOB_OK ? lob_ranks_gather(ctx, &about, bytes.data, bytes.size, all) : status;
    if (status == LOB_OK && all->count > 0 && bytes.size) { /* its own block goes with the buffer */
        uint8_t *copy = lob_arena_alloc(ctx->arena, bytes.size);
        if (copy) {
            memcpy(copy, bytes.data, bytes.size);
            all->blocks[lob_ranks_own()] = copy;
        }
        status = copy ? status : lob_fail_memory(ctx);
    }
    lob_buf_release(&bytes);
    return status;
}

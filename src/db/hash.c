/* The content hash: what a layout is, whatever the file looks like.
 *
 * In: cells by name, layers, figures, placements, properties (key and text of the values), the database unit. Out:
 * order, arrays against single placements, starting point and direction of outlines, a rectangle stored as polygon, the
 * library name, times, layer names, KLayout's context strings, the standard properties of an OASIS file, the looks of
 * texts (orientation, size, justification: OASIS has none). A placement names its child, so the cells can be summed one
 * by one and are put together in order of their names.
 */
#include "base/alloc.h"
#include "base/buf.h"
#include "base/digest.h"
#include "base/num.h"
#include "base/team.h"
#include "db/weigh.h"

typedef struct hasher {
    lob_ctx *ctx;
    const lob_layout *layout;
    lob_weigher weigher;
    lob_weight *reps, *sets, *cplx;
    lob_buf text;
    bool lacked_memory; /* for a text, which has been cleared since */
} hasher;

/* ---- properties: the sum over the set, each by its key and the text of its values ---- */

static void value_text(lob_buf *text, const lob_prop_value *value) {
    char number[LOB_NUM_TEXT_SIZE];
    switch (value->kind) {
    case LOB_PROP_INT:
        lob_buf_add(text, number, lob_num_print_int(number, value->i));
        break;
    case LOB_PROP_REAL:
        lob_buf_add(text, number, lob_num_print(number, value->real));
        break;
    case LOB_PROP_STRING:
        lob_buf_add(text, value->string.data, value->string.size);
        break;
    case LOB_PROP_UINT:
    case LOB_PROP_STRING_REF:
    default:
        lob_buf_add(text, number, lob_num_print_uint(number, value->u));
        break;
    }
    lob_buf_add_byte(text, '\0');
}

/* OASIS keeps the attributes of GDSII as S_GDS_PROPERTY (number, text). */
static bool is_gds_attr(const lob_prop *prop) {
    return prop->name.data && lob_str_equal(prop->name, LOB_STR("S_GDS_PROPERTY")) && prop->value_count == 2 &&
           prop->values[0].kind == LOB_PROP_UINT;
}

static lob_weight prop_weight(hasher *h, const lob_prop *prop) {
    lob_buf_clear(&h->text);
    bool from_oasis = is_gds_attr(prop);
    if (from_oasis || !prop->name.data) {
        char number[LOB_NUM_TEXT_SIZE];
        lob_buf_add_byte(&h->text, '#');
        lob_buf_add(&h->text, number, lob_num_print_uint(number, from_oasis ? prop->values[0].u : prop->attr));
    } else {
        lob_buf_add(&h->text, prop->name.data, prop->name.size);
    }
    lob_buf_add_byte(&h->text, '\0');
    for (uint32_t i = from_oasis; i < prop->value_count; i++) {
        value_text(&h->text, &prop->values[i]);
    }
    h->lacked_memory |= h->text.failed != LOB_BUF_FINE;
    return lob_weight_hash(h->text.data, h->text.size, LOB_SEED_PROP);
}

/* The layout's own: the standard properties of OASIS (widths of integers, top cells, boxes there are) tell of the file.
 */
static lob_weight own_weight(hasher *h) {
    uint32_t count = 0, counted = 0;
    const lob_prop *props =
        h->layout->own_props == LOB_NONE ? NULL : lob_layout_props(h->layout, h->layout->own_props, &count);
    lob_weight sum = LOB_WEIGHT_ZERO;
    for (uint32_t i = 0; i < count; i++) {
        if (!props[i].is_standard) {
            sum = lob_weight_add(sum, prop_weight(h, &props[i]));
            counted++;
        }
    }
    return counted ? lob_weight_hash(&sum, sizeof sum, LOB_SEED_SET) : LOB_WEIGHT_ZERO;
}

static lob_weight set_weight(hasher *h, uint32_t set) {
    uint32_t count;
    const lob_prop *props = lob_layout_props(h->layout, set, &count);
    lob_weight sum = LOB_WEIGHT_ZERO;
    for (uint32_t i = 0; i < count; i++) {
        sum = lob_weight_add(sum, prop_weight(h, &props[i]));
    }
    return lob_weight_hash(&sum, sizeof sum, LOB_SEED_SET);
}

/* ---- cells ---- */

static void add_insts(const hasher *h, const lob_weigher *w, const lob_cell *cell, lob_weight *sum) {
    uint32_t next = 0;
    for (uint32_t i = 0; i < cell->inst_count; i++) {
        const lob_inst *inst = &cell->insts[i];
        lob_str name = lob_layout_cell(h->layout, inst->child)->name;
        const uint8_t code = inst->code;
        lob_weight weight = lob_weight_mul(lob_weight_hash(name.data, name.size, LOB_SEED_INSTANCE),
                                           lob_weight_hash(&code, sizeof code, LOB_SEED_INSTANCE));
        if (inst->cplx != LOB_NONE) {
            weight = lob_weight_mul(weight, h->cplx[inst->cplx]);
        }
        lob_weigh_attr(&weight, &cell->inst_props, &next, i, h->sets);
        lob_weigh_placed(w, sum, weight, inst->at, inst->rep);
    }
}

/* What was weighed while the layout was read is in the layer's share already. */
static lob_status layer_weight(const hasher *h, lob_weigher *w, const lob_shapes *s, lob_weight *sum) {
    const lob_layer *layer = lob_layout_layer(h->layout, s->layer);
    const uint32_t key[2] = {layer->layer, layer->datatype};
    const lob_share *share = h->layout->is_weighed ? lob_layout_share(h->layout, s) : NULL;
    lob_weight own = share ? share->sum : LOB_WEIGHT_ZERO;
    LOB_TRY(lob_poll(w->ctx));
    for (int kind = 0; kind < LOB_KIND_COUNT; kind++) {
        if (!lob_weigh_figures(w, s, (lob_kind)kind, share ? share->count[kind] : 0, &own)) {
            return lob_fail_memory(w->ctx);
        }
    }
    *sum = lob_weight_add(*sum, lob_weight_mul(own, lob_weight_hash(key, sizeof key, LOB_SEED_LAYER)));
    return LOB_OK;
}

static lob_status cell_weight(const hasher *h, lob_weigher *w, const lob_cell *cell, lob_weight *sum) {
    *sum = LOB_WEIGHT_ZERO;
    for (uint32_t i = 0; i < cell->shapes_count; i++) {
        LOB_TRY(layer_weight(h, w, &cell->shapes[i], sum));
    }
    add_insts(h, w, cell, sum);
    if (cell->props != LOB_NONE) {
        *sum = lob_weight_add(*sum, h->sets[cell->props]);
    }
    return LOB_OK;
}

/* ---- by several threads: each cell is summed by itself ---- */

enum { TASK_COUNT_MAX = 64, FIGURES_WORTH = 100000, OUTLINES_MAX = 1 << 18 };

typedef struct shared_sums {
    const hasher *h;
    lob_weight *sums;                   /* by place in the order of names */
    uint32_t first[TASK_COUNT_MAX + 1]; /* cells of a task, in that order */
} shared_sums;

static uint64_t work_of(const lob_cell *cell) {
    uint64_t work = 1 + cell->inst_count;
    for (uint32_t i = 0; i < cell->shapes_count; i++) {
        for (int kind = 0; kind < LOB_KIND_COUNT; kind++) {
            work += cell->shapes[i].count[kind];
        }
    }
    return work;
}

static const lob_cell *cell_in_order(const lob_layout *layout, uint32_t place) {
    return lob_layout_cell(layout, layout->by_name[place]);
}

/* Tasks of about the same work. */
static void divide(shared_sums *s, uint32_t task_count, uint64_t work) {
    const lob_layout *layout = s->h->layout;
    uint64_t sum = 0;
    uint32_t task = 0;
    for (uint32_t i = 0; i < layout->cells.count; i++) {
        while (task < task_count && sum >= work / task_count * task) {
            s->first[task++] = i;
        }
        sum += work_of(cell_in_order(layout, i));
    }
    while (task <= task_count) {
        s->first[task++] = layout->cells.count;
    }
}

static lob_status sum_range(const shared_sums *s, lob_weigher *weigher, uint32_t first, uint32_t end) {
    for (uint32_t i = first; i < end; i++) {
        const lob_cell *cell = cell_in_order(s->h->layout, i);
        if (!cell->is_ghost) {
            LOB_TRY(cell_weight(s->h, weigher, cell, &s->sums[i]));
        }
    }
    return LOB_OK;
}

static lob_status sum_task(void *arg, lob_ctx *ctx, uint32_t task) {
    const shared_sums *s = arg;
    lob_weigher weigher;
    lob_status status = lob_weigher_open_like(&weigher, ctx, &s->h->weigher) ? LOB_OK : lob_fail_memory(ctx);
    if (status == LOB_OK) {
        status = sum_range(s, &weigher, s->first[task], s->first[task + 1]);
    }
    lob_weigher_close(&weigher);
    return status;
}

static lob_status sum_all(hasher *h, lob_weight *sums) {
    const lob_layout *layout = h->layout;
    const lob_team team = {0};
    shared_sums s = {.h = h, .sums = sums};
    uint64_t work = 0;
    for (uint32_t i = 0; i < layout->cells.count; i++) {
        work += work_of(lob_layout_cell(layout, i));
    }
    const bool is_worth = work >= FIGURES_WORTH && layout->outlines.count <= OUTLINES_MAX;
    const uint32_t threads = is_worth ? lob_team_threads(&team) : 1;
    if (threads == 1) {
        return sum_range(&s, &h->weigher, 0, layout->cells.count);
    }
    const uint32_t task_count = 2 * threads < TASK_COUNT_MAX ? 2 * threads : TASK_COUNT_MAX;
    divide(&s, task_count, work);
    return lob_team_run(h->ctx, &team, task_count, sum_task, &s);
}

/* ---- all of it ---- */

static lob_weight *weights_new(uint32_t count) {
    return lob_calloc((size_t)count + 1, sizeof(lob_weight));
}

static uint64_t bits_of(double value) {
    uint64_t bits;
    value = value == 0 ? 0 : value; /* no -0 */
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static lob_status prepare(hasher *h) {
    const lob_layout *layout = h->layout;
    bool has_weigher = lob_weigher_open(&h->weigher, h->ctx, layout, layout->outlines.count);
    h->reps = weights_new(layout->reps.count);
    h->sets = weights_new(layout->sets.count);
    h->cplx = weights_new(layout->cplx.count);
    if (!has_weigher || !h->reps || !h->sets || !h->cplx) {
        return lob_fail_memory(h->ctx);
    }
    h->weigher.reps = h->reps;
    h->weigher.sets = h->sets;
    for (uint32_t i = 0; i < layout->reps.count; i++) {
        h->reps[i] = lob_weight_of_rep(h->weigher.table, lob_layout_rep(layout, i));
        LOB_TRY(lob_poll(h->ctx));
    }
    for (uint32_t i = 0; i < layout->sets.count; i++) {
        h->sets[i] = set_weight(h, i);
    }
    for (uint32_t i = 0; i < layout->cplx.count; i++) {
        const lob_cplx *cplx = lob_layout_cplx(layout, i);
        const uint64_t words[2] = {bits_of(cplx->angle_deg), bits_of(cplx->mag)};
        h->cplx[i] = lob_weight_hash(words, sizeof words, LOB_SEED_INSTANCE);
    }
    return h->lacked_memory ? lob_fail_memory(h->ctx) : LOB_OK;
}

static void word_out(uint8_t out[8], uint64_t word) {
    for (int i = 0; i < 8; i++) {
        out[i] = (uint8_t)(word >> (8 * i));
    }
}

static bool digest_add(lob_sha256 *sha, lob_str name, lob_weight weight) {
    uint8_t words[24];
    word_out(words, name.size);
    word_out(words + 8, weight.v[0]);
    word_out(words + 16, weight.v[1]);
    return lob_sha256_add(sha, words, sizeof words) && lob_sha256_add(sha, name.data, name.size);
}

static lob_status digest_all(hasher *h, const lob_weight *sums, lob_sha256 *sha, uint8_t digest[32]) {
    const lob_layout *layout = h->layout;
    lob_weight own = own_weight(h);
    uint8_t dbu[8];
    word_out(dbu, bits_of(layout->dbu_um));
    bool fine = !h->lacked_memory && lob_sha256_add(sha, dbu, sizeof dbu) && digest_add(sha, LOB_STR(""), own);
    for (uint32_t i = 0; i < layout->cells.count && fine; i++) {
        const lob_cell *cell = cell_in_order(layout, i);
        fine = cell->is_ghost || digest_add(sha, cell->name, sums[i]);
    }
    return fine && lob_sha256_end(sha, digest) ? LOB_OK : lob_fail_memory(h->ctx);
}

lob_status lob_layout_content_hash(lob_ctx *ctx, const lob_layout *layout, char out[33]) {
    hasher h = {.ctx = ctx, .layout = layout};
    uint8_t digest[32];
    lob_buf_init(&h.text, SIZE_MAX);
    lob_status status = prepare(&h);
    lob_sha256 *sha = status == LOB_OK ? lob_sha256_new() : NULL;
    lob_weight *sums = sha ? weights_new(layout->cells.count) : NULL;
    if (status == LOB_OK) {
        status = sums ? sum_all(&h, sums) : lob_fail_memory(ctx);
    }
    if (status == LOB_OK) {
        status = digest_all(&h, sums, sha, digest);
    }
    if (status == LOB_OK) {
        lob_hex(out, digest, 16);
    }
    lob_sha256_drop(sha);
    lob_buf_release(&h.text);
    lob_weigher_close(&h.weigher);
    lob_free(sums);
    lob_free(h.reps);
    lob_free(h.sets);
    lob_free(h.cplx);
    return status;
}

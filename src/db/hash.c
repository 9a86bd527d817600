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
#include "db/layout_impl.h"
#include "db/weight.h"

enum { SEED_BOX = 1, SEED_POLYGON, SEED_PATH, SEED_TEXT, SEED_INSTANCE, SEED_LAYER, SEED_PROP, SEED_SET };

typedef struct hasher {
    lob_ctx *ctx;
    const lob_layout *layout;
    lob_weight_table *table;
    lob_weight *outlines; /* with the way from the first point to the normal one */
    lob_weight *reps, *sets, *cplx;
    lob_budget budget;
    lob_column scratch; /* lob_point */
    lob_buf text;
} hasher;

/* ---- outlines ---- */

static bool point_less(lob_point a, lob_point b) {
    return a.x != b.x ? a.x < b.x : a.y < b.y;
}

/* `start` and `i` are below `count`. */
static lob_point ring_at(const lob_point *points, uint32_t count, bool backward, uint64_t start, uint64_t i) {
    uint64_t at = start + i;
    at -= at >= count ? count : 0;
    return points[backward ? count - 1 - at : at];
}

/* Where the least rotation of the ring begins: two candidates race, the loser's whole run is skipped; linear. */
static uint64_t ring_race(const lob_point *points, uint32_t count, bool backward) {
    uint64_t i = 0;
    uint64_t j = 1;
    uint64_t k = 0;
    while (i < count && j < count && k < count) {
        lob_point a = ring_at(points, count, backward, i, k);
        lob_point b = ring_at(points, count, backward, j, k);
        if (a.x == b.x && a.y == b.y) {
            k++;
            continue;
        }
        *(point_less(a, b) ? &j : &i) += k + 1;
        j += i == j;
        k = 0;
    }
    return i < j ? i : j;
}

/* A point as a number in the order of point_less(). */
static uint64_t point_rank(lob_point p) {
    return (uint64_t)((uint32_t)p.x ^ UINT32_C(0x80000000)) << 32 | ((uint32_t)p.y ^ UINT32_C(0x80000000));
}

/* Where the least rotations begin, forward and backward. Nearly every ring has its least point once: there. */
static void ring_starts(const lob_point *points, uint32_t count, uint64_t *forward, uint64_t *backward) {
    uint64_t least = point_rank(points[0]);
    uint32_t where = 0;
    bool is_doubled = false;
    for (uint32_t i = 1; i < count; i++) {
        uint64_t rank = point_rank(points[i]);
        if (rank <= least) {
            is_doubled = rank == least;
            where = i;
            least = rank;
        }
    }
    *forward = is_doubled ? ring_race(points, count, false) : where;
    *backward = is_doubled ? ring_race(points, count, true) : count - 1 - where;
}

static bool ring_backward_is_less(const lob_point *points, uint32_t count, uint64_t forward, uint64_t backward) {
    for (uint64_t i = 0; i < count; i++) {
        lob_point a = ring_at(points, count, false, forward, i);
        lob_point b = ring_at(points, count, true, backward, i);
        if (a.x != b.x || a.y != b.y) {
            return point_less(b, a);
        }
    }
    return false;
}

/* Differences to `from` wrap at 32 bits, which a hash does not mind. */
static lob_point minus(lob_point a, lob_point from) {
    return (lob_point){(int32_t)((uint32_t)a.x - (uint32_t)from.x), (int32_t)((uint32_t)a.y - (uint32_t)from.y)};
}

/* Perhaps a flat one, which the reader of GDSII makes a box as well. The first point is the least, so the third is the
 * corner across from it. */
static bool is_rectangle(const lob_point *p, uint32_t count) {
    return count == 4 && ((p[0].x == p[1].x && p[1].y == p[2].y && p[2].x == p[3].x && p[3].y == p[0].y) ||
                          (p[0].y == p[1].y && p[1].x == p[2].x && p[2].y == p[3].y && p[3].x == p[0].x));
}

/* Three points on a line along an axis, which GDSII gives back as a flat box, for the first point stands at the end
 * again. */
static bool is_flat_triangle(const lob_point *p, uint32_t count) {
    return count == 3 && ((p[0].x == p[1].x && p[1].x == p[2].x) || (p[0].y == p[1].y && p[1].y == p[2].y));
}

static uint32_t larger(int32_t a, int32_t b) {
    return (uint32_t)a > (uint32_t)b ? (uint32_t)a : (uint32_t)b;
}

static lob_weight box_weight(uint32_t width, uint32_t height) {
    const uint32_t size[2] = {width, height};
    return lob_weight_hash(size, sizeof size, SEED_BOX);
}

static bool ring_weight(hasher *h, const lob_outline *outline, lob_weight *weight) {
    const lob_point *points = lob_layout_points(h->layout, outline);
    uint32_t count = outline->count;
    h->scratch.count = 0;
    if (!lob_column_reserve(&h->budget, &h->scratch, sizeof(lob_point), count)) {
        return false;
    }
    lob_point *normal = h->scratch.data;
    uint64_t forward, backward;
    ring_starts(points, count, &forward, &backward);
    bool turn = ring_backward_is_less(points, count, forward, backward);
    lob_point start = ring_at(points, count, turn, turn ? backward : forward, 0);
    for (uint32_t i = 0; i < count; i++) {
        normal[i] = minus(ring_at(points, count, turn, turn ? backward : forward, i), start);
    }
    if (is_rectangle(normal, count)) {
        *weight = box_weight((uint32_t)normal[2].x, (uint32_t)normal[2].y);
    } else if (is_flat_triangle(normal, count)) {
        *weight = box_weight(larger(normal[1].x, normal[2].x), larger(normal[1].y, normal[2].y));
    } else {
        *weight = lob_weight_hash(normal, count * sizeof *normal, SEED_POLYGON);
    }
    *weight = lob_weight_mul(*weight, lob_weight_move(h->table, start));
    return true;
}

/* A point that is doubled does not change a path, and where it has one place alone OASIS must double it. */
static bool path_weight(hasher *h, const lob_path *path, lob_weight *weight) {
    const lob_outline *outline = lob_layout_outline(h->layout, path->outline);
    const lob_point *points = lob_layout_points(h->layout, outline);
    h->scratch.count = 0;
    if (!lob_column_reserve(&h->budget, &h->scratch, sizeof(lob_point), outline->count)) {
        return false;
    }
    lob_point *normal = h->scratch.data;
    uint32_t count = 0;
    for (uint32_t i = 0; i < outline->count; i++) {
        if (i == 0 || points[i].x != points[i - 1].x || points[i].y != points[i - 1].y) {
            normal[count++] = points[i];
        }
    }
    bool turn = ring_backward_is_less(normal, count, 0, 0);
    for (uint32_t i = 0; turn && i < count / 2; i++) {
        lob_point kept = normal[i];
        normal[i] = normal[count - 1 - i];
        normal[count - 1 - i] = kept;
    }
    lob_point start = normal[0];
    for (uint32_t i = 0; i < count; i++) {
        normal[i] = minus(normal[i], start);
    }
    const int32_t words[4] = {path->width, turn ? path->end_ext : path->begin_ext,
                              turn ? path->begin_ext : path->end_ext, path->round_ends};
    *weight = lob_weight_mul(lob_weight_hash(normal, count * sizeof *normal, SEED_PATH),
                             lob_weight_hash(words, sizeof words, SEED_PATH));
    *weight = lob_weight_mul(*weight, lob_weight_move(h->table, start));
    return true;
}

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
    return lob_weight_hash(h->text.data, h->text.size, SEED_PROP);
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
    return counted ? lob_weight_hash(&sum, sizeof sum, SEED_SET) : LOB_WEIGHT_ZERO;
}

static lob_weight set_weight(hasher *h, uint32_t set) {
    uint32_t count;
    const lob_prop *props = lob_layout_props(h->layout, set, &count);
    lob_weight sum = LOB_WEIGHT_ZERO;
    for (uint32_t i = 0; i < count; i++) {
        sum = lob_weight_add(sum, prop_weight(h, &props[i]));
    }
    return lob_weight_hash(&sum, sizeof sum, SEED_SET);
}

/* ---- figures ---- */

/* Attributes come in order of the index, so one pass over both will do. */
static void attr_mul(lob_weight *weight, const lob_attrs *attrs, uint32_t *next, uint32_t index, const lob_weight *of) {
    if (*next < attrs->count && attrs->items[*next].index == index) {
        *weight = lob_weight_mul(*weight, of[attrs->items[(*next)++].value]);
    }
}

static void finish(const hasher *h, lob_weight *sum, lob_weight weight, lob_point at, uint32_t rep) {
    weight = lob_weight_mul(weight, lob_weight_at(h->table, at));
    if (rep != LOB_NONE) {
        weight = lob_weight_mul(weight, h->reps[rep]);
    }
    *sum = lob_weight_add(*sum, weight);
}

static void add_boxes(const hasher *h, const lob_shapes *s, lob_weight *sum) {
    uint32_t next_rep = 0;
    uint32_t next_prop = 0;
    for (uint32_t i = 0; i < s->count[LOB_KIND_BOX]; i++) {
        lob_box b = s->boxes[i];
        lob_weight w = box_weight((uint32_t)b.right - (uint32_t)b.left, (uint32_t)b.top - (uint32_t)b.bottom);
        attr_mul(&w, &s->box_reps, &next_rep, i, h->reps);
        attr_mul(&w, &s->props[LOB_KIND_BOX], &next_prop, i, h->sets);
        finish(h, sum, w, (lob_point){b.left, b.bottom}, LOB_NONE);
    }
}

static void add_polygons(const hasher *h, const lob_shapes *s, lob_weight *sum) {
    uint32_t next = 0;
    for (uint32_t i = 0; i < s->count[LOB_KIND_POLYGON]; i++) {
        lob_weight w = h->outlines[s->polygons[i].outline];
        attr_mul(&w, &s->props[LOB_KIND_POLYGON], &next, i, h->sets);
        finish(h, sum, w, s->polygons[i].at, s->polygons[i].rep);
    }
}

static bool add_paths(hasher *h, const lob_shapes *s, lob_weight *sum) {
    uint32_t next = 0;
    for (uint32_t i = 0; i < s->count[LOB_KIND_PATH]; i++) {
        lob_weight w;
        if (!path_weight(h, &s->paths[i], &w)) {
            return false;
        }
        attr_mul(&w, &s->props[LOB_KIND_PATH], &next, i, h->sets);
        finish(h, sum, w, s->paths[i].at, s->paths[i].rep);
    }
    return true;
}

static void add_texts(const hasher *h, const lob_shapes *s, lob_weight *sum) {
    uint32_t next = 0;
    for (uint32_t i = 0; i < s->count[LOB_KIND_TEXT]; i++) {
        lob_str string = lob_layout_string(h->layout, s->texts[i].string);
        lob_weight w = lob_weight_hash(string.data, string.size, SEED_TEXT);
        attr_mul(&w, &s->props[LOB_KIND_TEXT], &next, i, h->sets);
        finish(h, sum, w, s->texts[i].at, s->texts[i].rep);
    }
}

static void add_insts(const hasher *h, const lob_cell *cell, lob_weight *sum) {
    uint32_t next = 0;
    for (uint32_t i = 0; i < cell->inst_count; i++) {
        const lob_inst *inst = &cell->insts[i];
        lob_str name = lob_layout_cell(h->layout, inst->child)->name;
        const uint8_t code = inst->code;
        lob_weight w = lob_weight_mul(lob_weight_hash(name.data, name.size, SEED_INSTANCE),
                                      lob_weight_hash(&code, sizeof code, SEED_INSTANCE));
        if (inst->cplx != LOB_NONE) {
            w = lob_weight_mul(w, h->cplx[inst->cplx]);
        }
        attr_mul(&w, &cell->inst_props, &next, i, h->sets);
        finish(h, sum, w, inst->at, inst->rep);
    }
}

static lob_status cell_weight(hasher *h, const lob_cell *cell, lob_weight *sum) {
    *sum = LOB_WEIGHT_ZERO;
    for (uint32_t i = 0; i < cell->shapes_count; i++) {
        const lob_shapes *s = &cell->shapes[i];
        const lob_layer *layer = lob_layout_layer(h->layout, s->layer);
        const uint32_t key[2] = {layer->layer, layer->datatype};
        lob_weight own = LOB_WEIGHT_ZERO;
        LOB_TRY(lob_poll(h->ctx));
        add_boxes(h, s, &own);
        add_polygons(h, s, &own);
        add_texts(h, s, &own);
        if (!add_paths(h, s, &own)) {
            return lob_fail_memory(h->ctx);
        }
        *sum = lob_weight_add(*sum, lob_weight_mul(own, lob_weight_hash(key, sizeof key, SEED_LAYER)));
    }
    add_insts(h, cell, sum);
    if (cell->props != LOB_NONE) {
        *sum = lob_weight_add(*sum, h->sets[cell->props]);
    }
    return LOB_OK;
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
    h->table = lob_malloc(sizeof *h->table);
    h->outlines = weights_new(layout->outlines.count);
    h->reps = weights_new(layout->reps.count);
    h->sets = weights_new(layout->sets.count);
    h->cplx = weights_new(layout->cplx.count);
    if (!h->table || !h->outlines || !h->reps || !h->sets || !h->cplx) {
        return lob_fail_memory(h->ctx);
    }
    lob_weight_table_fill(h->table);
    for (uint32_t i = 0; i < layout->outlines.count; i++) {
        if (!ring_weight(h, lob_layout_outline(layout, i), &h->outlines[i])) {
            return lob_fail_memory(h->ctx);
        }
        LOB_TRY(i % 4096 == 0 ? lob_poll(h->ctx) : LOB_OK);
    }
    for (uint32_t i = 0; i < layout->reps.count; i++) {
        h->reps[i] = lob_weight_of_rep(h->table, lob_layout_rep(layout, i));
        LOB_TRY(lob_poll(h->ctx));
    }
    for (uint32_t i = 0; i < layout->sets.count; i++) {
        h->sets[i] = set_weight(h, i);
    }
    for (uint32_t i = 0; i < layout->cplx.count; i++) {
        const lob_cplx *cplx = lob_layout_cplx(layout, i);
        const uint64_t words[2] = {bits_of(cplx->angle_deg), bits_of(cplx->mag)};
        h->cplx[i] = lob_weight_hash(words, sizeof words, SEED_INSTANCE);
    }
    return h->text.failed == LOB_BUF_FINE ? LOB_OK : lob_fail_memory(h->ctx);
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

static lob_status digest_all(hasher *h, lob_sha256 *sha, uint8_t digest[32]) {
    const lob_layout *layout = h->layout;
    lob_weight own = own_weight(h);
    uint8_t dbu[8];
    word_out(dbu, bits_of(layout->dbu_um));
    bool fine = !h->text.failed && lob_sha256_add(sha, dbu, sizeof dbu) && digest_add(sha, LOB_STR(""), own);
    for (uint32_t i = 0; i < layout->cells.count && fine; i++) {
        const lob_cell *cell = lob_layout_cell(layout, layout->by_name[i]);
        if (!cell->is_ghost) {
            lob_weight sum;
            LOB_TRY(cell_weight(h, cell, &sum));
            fine = digest_add(sha, cell->name, sum);
        }
    }
    return fine && lob_sha256_end(sha, digest) ? LOB_OK : lob_fail_memory(h->ctx);
}

lob_status lob_layout_content_hash(lob_ctx *ctx, const lob_layout *layout, char out[33]) {
    hasher h = {.ctx = ctx, .layout = layout};
    uint8_t digest[32];
    lob_buf_init(&h.text, SIZE_MAX);
    lob_status status = prepare(&h);
    lob_sha256 *sha = status == LOB_OK ? lob_sha256_new() : NULL;
    if (status == LOB_OK) {
        status = sha ? digest_all(&h, sha, digest) : lob_fail_memory(ctx);
    }
    if (status == LOB_OK) {
        lob_hex(out, digest, 16);
    }
    lob_sha256_drop(sha);
    lob_buf_release(&h.text);
    lob_column_release(&h.budget, &h.scratch, sizeof(lob_point));
    lob_free(h.table);
    lob_free(h.outlines);
    lob_free(h.reps);
    lob_free(h.sets);
    lob_free(h.cplx);
    return status;
}

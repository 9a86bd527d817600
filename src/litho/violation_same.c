/* One defect, one record that leads: what design rules and mask rules say about one place is linked, put in an order to
 * repair, and said in a sentence. Invariant: a record that leads has no same_id, and every same_id names one that
 * leads.
 */
#include <math.h>
#include <string.h>

#include "base/num.h"
#include "geom/rtree.h"
#include "litho/violation.h"

enum { SPOTS_TRIED_MAX = 64 };

static bool ends_in(lob_str text, const char *suffix) {
    const size_t size = strlen(suffix);
    return text.size >= size && memcmp(text.data + text.size - size, suffix, size) == 0;
}

/* ---- sentences ---- */

typedef struct form {
    const char *suffix, *subject, *between, *after, *vague; /* subject ACTUAL between REQUIRED after */
} form;

static const form forms[] = {
    {"W.MIN", "line ", " nm wide, ", " nm required", "line too narrow"},
    {"S.MIN", "space ", " nm wide, ", " nm required", "space too narrow"},
    {"N.MIN", "notch ", " nm wide, ", " nm required", "notch too narrow"},
    {"A.MIN", "shape of ", " nm2, ", " nm2 required", "shape too small"},
    {"R.MIN", "contour radius ", " nm, ", " nm required", "contour too sharp"},
    {"EPE.MAX", "print ", " nm outside the target, at most ", " nm allowed", "print off the target"},
    {"PVB.MAX", "process band ", " nm wide, at most ", " nm allowed", "process band too wide"},
    {"", NULL, NULL, NULL, "rule violated"},
};

static const form *form_of(const lob_litho_violation *v) {
    const form *f = forms;
    while (!ends_in(v->rule_id, f->suffix)) {
        f++;
    }
    return f;
}

static size_t add(char *out, size_t size, const char *text) {
    const size_t more = strlen(text);
    memcpy(out + size, text, more + 1);
    return size + more;
}

static size_t add_number(char *out, size_t size, double value, double steps) {
    return size + lob_num_print(out + size, rint(value * steps) / steps);
}

size_t lob_violation_sentence(const lob_litho_violation *v, char out[LOB_SENTENCE_SIZE]) {
    const form *f = form_of(v);
    const bool is_print = f->subject && ends_in(v->rule_id, "EPE.MAX");
    size_t size = 0;
    if (f->subject && v->has_actual && v->has_required && isfinite(v->actual) && isfinite(v->required)) {
        size = add(out, size, f->subject);
        size = add_number(out, size, is_print ? fabs(v->actual) : v->actual, 1e3);
        size = add(out, size, is_print && v->actual < 0 ? " nm inside the target, at most " : f->between);
        size = add_number(out, size, v->required, 1e3);
        size = add(out, size, f->after);
    } else {
        size = add(out, size, f->vague);
    }
    size = add(out, size, ", at (");
    size = add_number(out, size, v->x_nm / 1e3, 1e6);
    size = add(out, size, ", ");
    size = add_number(out, size, v->y_nm / 1e3, 1e6);
    return add(out, size, ") um");
}

/* ---- the order to repair in ---- */

static bool is_of_print(const lob_litho_violation *v) {
    return ends_in(v->rule_id, "EPE.MAX") || ends_in(v->rule_id, "PVB.MAX");
}

static double excess(const lob_litho_violation *v) {
    if (!v->has_actual || !v->has_required || !(v->required > 0)) {
        return 0;
    }
    return (is_of_print(v) ? fabs(v->actual) - v->required : v->required - v->actual) / v->required;
}

static bool is_more_urgent(const lob_litho_violation *a, const lob_litho_violation *b) {
    if (a->is_warning != b->is_warning) {
        return !a->is_warning;
    }
    return is_of_print(a) != is_of_print(b) ? !is_of_print(a) : excess(a) > excess(b);
}

static bool leads(const lob_litho_violation *v) {
    return !v->is_shadow && v->same_id[0] == '\0';
}

const lob_litho_violation *lob_violations_first(const lob_violations *violations, uint32_t count) {
    const lob_litho_violation *first = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const lob_litho_violation *v = &violations->items[i];
        if (leads(v) && (first == NULL || is_more_urgent(v, first))) {
            first = v;
        }
    }
    return first;
}

uint32_t lob_violations_defects(const lob_violations *violations) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < violations->count; i++) {
        count += leads(&violations->items[i]);
    }
    return count;
}

/* ---- links ---- */

typedef enum { KIND_WIDTH, KIND_SPACE, KIND_AREA, KINDS } kind;

typedef struct linking {
    lob_violations *all;
    const lob_bits *violating; /* NULL: boxes decide */
    uint32_t *spots;           /* of mask rules, canonical: index of the record */
    uint32_t *leader;          /* of each spot: the record that leads; UINT32_MAX: none yet */
    uint32_t *root;            /* of each record: the one that leads it, or itself */
    bool *has_led;             /* of each record */
    lob_rtree tree;            /* of the spots' boxes, nm */
} linking;

static bool is_of(const lob_litho_violation *v, kind k, bool of_mask) {
    static const char *const mask[KINDS] = {"MRC.W.MIN", "MRC.S.MIN", "MRC.A.MIN"};
    static const char *const design[KINDS] = {"W.MIN", "S.MIN", "A.MIN"};
    if (!v->has_box || of_mask || ends_in(v->rule_id, mask[k])) {
        return v->has_box && of_mask && ends_in(v->rule_id, mask[k]);
    }
    return ends_in(v->rule_id, design[k]) || (k == KIND_SPACE && ends_in(v->rule_id, "N.MIN"));
}

static lob_box64 box_of(const double nm[4]) {
    const double far = (double)INT32_MAX;
    return (lob_box64){(int64_t)fmax(floor(nm[0]), -far), (int64_t)fmax(floor(nm[1]), -far),
                       (int64_t)fmin(ceil(nm[2]), far), (int64_t)fmin(ceil(nm[3]), far)};
}

/* Whether a pixel of the set lies in both boxes. */
static bool share_pixel(const lob_bits *bits, const double a[4], const double b[4]) {
    const lob_frame *f = &bits->frame;
    const double pixel = f->pixel_nm, left = floor(fmax(a[0], b[0]) / pixel), bottom = floor(fmax(a[1], b[1]) / pixel);
    const int64_t right = (int64_t)fmin(ceil(fmin(a[2], b[2]) / pixel), (double)(f->column + f->width));
    const int64_t top = (int64_t)fmin(ceil(fmin(a[3], b[3]) / pixel), (double)(f->row + f->height));
    for (int64_t row = (int64_t)fmax(bottom, (double)f->row); row < top; row++) {
        for (int64_t column = (int64_t)fmax(left, (double)f->column); column < right; column++) {
            if (lob_bits_at(bits, (uint32_t)(column - f->column), (uint32_t)(row - f->row))) {
                return true;
            }
        }
    }
    return false;
}

static bool boxes_meet(const double a[4], const double b[4]) {
    return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}

static double area_of(const double box[4]) {
    return (box[2] - box[0]) * (box[3] - box[1]);
}

/* The smallest spot that has the record's place; UINT32_MAX: none. */
static uint32_t spot_of(const linking *l, const lob_litho_violation *v) {
    lob_rtree_cursor cursor;
    const lob_rtree_query query = lob_rtree_query_window(box_of(v->box_nm));
    uint32_t best = UINT32_MAX, item, tried = 0;
    uint64_t work = 0;
    lob_rtree_begin(&l->tree, &cursor);
    while (tried < SPOTS_TRIED_MAX && lob_rtree_next(&l->tree, &cursor, &query, &item, &work)) {
        if (item == LOB_RTREE_PAUSE) {
            continue;
        }
        tried++;
        const uint32_t found = l->tree.ids[item];
        const double *box = l->all->items[l->spots[found]].box_nm;
        const double *least = best == UINT32_MAX ? NULL : l->all->items[l->spots[best]].box_nm;
        const bool is_better =
            !least || area_of(box) < area_of(least) || (!(area_of(box) > area_of(least)) && found < best);
        if (is_better && (l->violating ? share_pixel(l->violating, v->box_nm, box) : boxes_meet(v->box_nm, box))) {
            best = found;
        }
    }
    return best;
}

static void lead(linking *l, uint32_t index, uint32_t leader) {
    lob_violations *all = l->all;
    if (index != leader && l->root[index] == index && !l->has_led[index]) {
        l->root[index] = leader;
        l->has_led[leader] = true;
        memcpy(all->items[index].same_id, all->items[leader].id, sizeof all->items[index].same_id);
    }
}

static lob_status join(lob_ctx *ctx, linking *l, kind k) {
    uint32_t canonical = 0;
    for (uint32_t i = 0; i < l->all->count; i++) {
        const lob_litho_violation *v = &l->all->items[i];
        canonical = v->is_shadow ? canonical : i;
        LOB_TRY(i % 4096 ? LOB_OK : lob_poll(ctx));
        const uint32_t spot = is_of(v, k, false) ? spot_of(l, v) : UINT32_MAX;
        if (spot != UINT32_MAX) {
            if (l->leader[spot] == UINT32_MAX) {
                l->leader[spot] = l->root[canonical];
                lead(l, l->spots[spot], l->leader[spot]);
            }
            lead(l, canonical, l->leader[spot]);
        }
    }
    return LOB_OK;
}

static lob_status make_tree(lob_ctx *ctx, linking *l, uint32_t count) {
    lob_box *boxes = LOB_NEW_ARRAY(ctx->arena, lob_box, count);
    void *block = lob_arena_alloc(ctx->arena, lob_rtree_size(count));
    void *scratch = lob_arena_alloc(ctx->arena, lob_rtree_scratch_size(count));
    l->leader = LOB_NEW_ARRAY(ctx->arena, uint32_t, count);
    if (!boxes || !block || !scratch || !l->leader) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        boxes[i] = lob_box_cut(box_of(l->all->items[l->spots[i]].box_nm));
        l->leader[i] = UINT32_MAX;
    }
    return lob_rtree_make(ctx, &l->tree, boxes, count, block, scratch);
}

static lob_status link_kind(lob_ctx *ctx, linking *l, kind k) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < l->all->count; i++) {
        if (!l->all->items[i].is_shadow && is_of(&l->all->items[i], k, true)) {
            l->spots[count++] = i;
        }
    }
    if (count == 0) {
        return LOB_OK;
    }
    LOB_TRY(make_tree(ctx, l, count));
    return join(ctx, l, k);
}

lob_status lob_violations_link(lob_ctx *ctx, lob_violations *violations, const lob_bits *narrow,
                               const lob_bits *tight) {
    const lob_bits *const sets[KINDS] = {narrow, tight, NULL};
    linking l = {.all = violations};
    l.spots = LOB_NEW_ARRAY(ctx->arena, uint32_t, (size_t)violations->count + 1);
    l.root = LOB_NEW_ARRAY(ctx->arena, uint32_t, (size_t)violations->count + 1);
    l.has_led = LOB_NEW_ARRAY(ctx->arena, bool, (size_t)violations->count + 1);
    if (l.spots == NULL || l.root == NULL || l.has_led == NULL) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < violations->count; i++) {
        l.root[i] = i;
        l.has_led[i] = false;
    }
    for (int k = 0; k < KINDS; k++) {
        l.violating = sets[k] && sets[k]->words ? sets[k] : NULL;
        LOB_TRY(link_kind(ctx, &l, (kind)k));
    }
    return LOB_OK;
}

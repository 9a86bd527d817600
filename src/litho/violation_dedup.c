/* Groups of records: what several tiles saw of one defect.
 *
 * Records are put in one total order (rule, radius, y, x, tile ...), then each rule's places are joined: equal places
 * first; then a grid whose cells are so small that all in one cell lie within the radius of each other, and of cells
 * within reach any two places near enough join them. Invariant: what is compared is the order and whole picometres, so
 * groups depend neither on the order of the records nor on the tiles.
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/sets.h"
#include "litho/violation.h"

#define PLACE_MAX_NM  1e12
#define RADIUS_MAX_NM 1e6

enum { POLL_STEPS = 65536, RULE_SIZE_MAX = 4096 };

typedef struct record { /* a place of a record, in picometres */
    const lob_litho_violation *from;
    int64_t x, y, radius;
} record;

typedef struct cell { /* of the grid: places first .. first + count of `order` */
    int64_t column, row;
    uint32_t first, count;
    int64_t left, bottom, right, top; /* of its places */
} cell;

typedef struct place {
    int64_t x, y, column, row;
    uint32_t record; /* the first of those that lie there */
} place;

typedef struct joining {
    lob_ctx *ctx;
    const record *records;
    uint32_t *parent; /* by record: union-find, the root is the lowest */
    place *places;    /* sorted by cell */
    cell *cells;      /* sorted by row, column */
    uint32_t cell_count;
    int64_t radius;
    uint64_t steps;
} joining;

/* ---- the total order ---- */

static int order(int64_t a, int64_t b) {
    return a < b ? -1 : a > b;
}

static int order_of_numbers(double a, double b) {
    return a < b ? -1 : a > b;
}

/* Records that are equal in all this are alike, whichever comes first. */
static int by_content(const lob_litho_violation *a, const lob_litho_violation *b) {
    int result = order(a->tile_row, b->tile_row);
    result = result ? result : order(a->tile_column, b->tile_column);
    result = result ? result : order(a->is_warning, b->is_warning);
    result = result ? result : order(a->has_actual, b->has_actual);
    result = result ? result : order_of_numbers(a->actual, b->actual);
    result = result ? result : order_of_numbers(a->required, b->required);
    for (unsigned i = 0; i < 4; i++) {
        result = result ? result : order_of_numbers(a->box_nm[i], b->box_nm[i]);
    }
    result = result ? result : order_of_numbers(a->tile_x_nm, b->tile_x_nm);
    return result ? result : order_of_numbers(a->tile_y_nm, b->tile_y_nm);
}

static int by_order(const void *left, const void *right) {
    const record *a = left, *b = right;
    int result = lob_str_compare(a->from->rule_id, b->from->rule_id);
    result = result ? result : order(a->radius, b->radius);
    result = result ? result : order(a->y, b->y);
    result = result ? result : order(a->x, b->x);
    return result ? result : by_content(a->from, b->from);
}

static int by_cell(const void *left, const void *right) {
    const place *a = left, *b = right;
    int result = order(a->row, b->row);
    result = result ? result : order(a->column, b->column);
    return result ? result : order(a->record, b->record);
}

/* ---- joining ---- */

static int64_t floor_div(int64_t a, int64_t b) {
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* Two in one cell are at most (side - 1) * sqrt(2) apart. */
static int64_t side_of(int64_t radius) {
    const int64_t side = (int64_t)((double)radius / 1.41421357);
    return side < 1 ? 1 : side;
}

static uint32_t make_cells(joining *j, uint32_t first, uint32_t count) {
    const int64_t side = side_of(j->radius);
    uint32_t place_count = 0;
    j->cell_count = 0;
    for (uint32_t i = first; i < first + count; i++) {
        const record *r = &j->records[i];
        if (i > first && r[-1].x == r->x && r[-1].y == r->y) {
            lob_sets_join(j->parent, i - 1, i);
            continue;
        }
        j->places[place_count++] = (place){r->x, r->y, floor_div(r->x, side), floor_div(r->y, side), i};
    }
    qsort(j->places, place_count, sizeof *j->places, by_cell);
    for (uint32_t i = 0; i < place_count; i++) {
        const place *p = &j->places[i];
        cell *c = &j->cells[j->cell_count - (j->cell_count > 0)];
        if (i == 0 || c->row != p->row || c->column != p->column) {
            c = &j->cells[j->cell_count++];
            *c = (cell){p->column, p->row, i, 0, p->x, p->y, p->x, p->y};
        } else {
            lob_sets_join(j->parent, j->places[c->first].record, p->record);
        }
        c->count++;
        c->left = p->x < c->left ? p->x : c->left;
        c->right = p->x > c->right ? p->x : c->right;
        c->bottom = p->y < c->bottom ? p->y : c->bottom;
        c->top = p->y > c->top ? p->y : c->top;
    }
    return place_count;
}

static bool is_near(int64_t dx, int64_t dy, int64_t radius) {
    return dx <= radius && dy <= radius && dx * dx + dy * dy <= radius * radius;
}

static int64_t outside(int64_t at, int64_t low, int64_t high) {
    return at < low ? low - at : at > high ? at - high : 0;
}

static bool is_near_cell(const place *p, const cell *c, int64_t radius) {
    return is_near(outside(p->x, c->left, c->right), outside(p->y, c->bottom, c->top), radius);
}

static void join_cells(joining *j, const cell *a, const cell *b) {
    const uint32_t of_a = j->places[a->first].record, of_b = j->places[b->first].record;
    if (lob_set_first(j->parent, of_a) == lob_set_first(j->parent, of_b)) {
        return;
    }
    for (uint32_t i = a->first; i < a->first + a->count; i++) {
        const place *p = &j->places[i];
        if (!is_near_cell(p, b, j->radius)) {
            continue;
        }
        for (uint32_t k = b->first; k < b->first + b->count; k++) {
            const place *q = &j->places[k];
            j->steps++;
            if (is_near(llabs(p->x - q->x), llabs(p->y - q->y), j->radius)) {
                lob_sets_join(j->parent, of_a, of_b);
                return;
            }
        }
    }
}

/* The first cell at or behind (row, column). */
static uint32_t find_cell(const joining *j, int64_t row, int64_t column) {
    uint32_t low = 0, high = j->cell_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const cell *c = &j->cells[middle];
        if (c->row < row || (c->row == row && c->column < column)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static lob_status join_rule(joining *j, uint32_t first, uint32_t count) {
    j->radius = j->records[first].radius;
    make_cells(j, first, count);
    const int64_t reach = j->radius == 0 ? 0 : (j->radius - 1) / side_of(j->radius) + 1;
    for (uint32_t i = 0; i < j->cell_count; i++) {
        const cell *a = &j->cells[i];
        for (int64_t up = 0; up <= reach; up++) {
            const int64_t right = a->column + reach;
            uint32_t k = up == 0 ? i + 1 : find_cell(j, a->row + up, a->column - reach);
            for (; k < j->cell_count && j->cells[k].row == a->row + up && j->cells[k].column <= right; k++) {
                join_cells(j, a, &j->cells[k]);
            }
        }
        if (j->steps++ >= POLL_STEPS) {
            j->steps = 0;
            LOB_TRY(lob_poll(j->ctx));
        }
    }
    return LOB_OK;
}

static bool is_same_rule(const record *a, const record *b) {
    return a->radius == b->radius && lob_str_equal(a->from->rule_id, b->from->rule_id);
}

static lob_status join_all(joining *j, uint32_t count) {
    for (uint32_t first = 0; first < count;) {
        uint32_t end = first + 1;
        while (end < count && is_same_rule(&j->records[first], &j->records[end])) {
            end++;
        }
        LOB_TRY(join_rule(j, first, end - first));
        first = end;
    }
    return LOB_OK;
}

/* ---- the records in their new order ---- */

static void stamp(const lob_violations *violations, lob_litho_violation *item, const lob_litho_violation *canonical) {
    lob_violation_key key = {.version = {LOB_LITHO_SCHEMA_MAJOR, LOB_LITHO_SCHEMA_MINOR, LOB_LITHO_SCHEMA_PATCH},
                             .record = item->record};
    if (item == canonical) {
        lob_group_id(violations->deck_hash, item->radius_nm, item->x_nm, item->y_nm, item->rule_id, item->group_id);
    } else {
        memcpy(item->group_id, canonical->group_id, sizeof item->group_id);
    }
    memcpy(key.group_id, item->group_id, sizeof key.group_id);
    for (unsigned i = 0; i < 8; i++) {
        const char digits[3] = {violations->deck_hash[7 + 2 * i], violations->deck_hash[8 + 2 * i], '\0'};
        key.deck[i] = (uint8_t)strtoul(digits, NULL, 16);
    }
    lob_violation_id_print(&key, item->id);
}

/* Roots are the lowest of their groups, so they come in the order of the groups. */
static void place_records(lob_violations *violations, const joining *j, lob_litho_violation *items, uint32_t *group_of,
                          uint32_t *starts) {
    const uint32_t count = violations->count;
    uint32_t groups = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t root = lob_set_first(j->parent, i);
        group_of[i] = root == i ? groups++ : group_of[root];
        starts[group_of[i] + 1]++;
    }
    for (uint32_t i = 0; i < groups; i++) {
        starts[i + 1] += starts[i];
    }
    uint32_t *next = j->parent; /* of no more use */
    for (uint32_t i = 0; i < groups; i++) {
        next[i] = starts[i];
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t group = group_of[i], at = next[group]++;
        items[at] = *j->records[i].from;
        items[at].group = group;
        items[at].record = at - starts[group];
        items[at].is_shadow = at != starts[group];
        stamp(violations, &items[at], &items[starts[group]]);
    }
    violations->items = items;
    violations->group_count = groups;
}

static bool is_sane(const lob_litho_violation *v) {
    return fabs(v->x_nm) <= PLACE_MAX_NM && fabs(v->y_nm) <= PLACE_MAX_NM && v->radius_nm >= 0 &&
           v->radius_nm <= RADIUS_MAX_NM && v->rule_id.size <= RULE_SIZE_MAX;
}

static lob_status take_records(lob_ctx *ctx, const lob_violations *violations, record *records) {
    for (uint32_t i = 0; i < violations->count; i++) {
        const lob_litho_violation *v = &violations->items[i];
        assert(v->frame == LOB_FRAME_POST_TRANSFORM_CANVAS);
        if (!is_sane(v)) {
            lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "A violation has no valid position");
            lob_error_text(&ctx->error, "reason", LOB_STR("place"));
            lob_error_integer(&ctx->error, "record_index", i);
            lob_hint(ctx, "Positions go up to 1e12 nm, dedup radii from 0 to 1e6 nm.");
            return status;
        }
        records[i] = (record){v, (int64_t)nearbyint(v->x_nm * 1000), (int64_t)nearbyint(v->y_nm * 1000),
                              (int64_t)nearbyint(v->radius_nm * 1000)};
    }
    qsort(records, violations->count, sizeof *records, by_order);
    return LOB_OK;
}

lob_status lob_violations_dedup(lob_ctx *ctx, lob_violations *violations) {
    const size_t count = violations->count;
    record *records = LOB_NEW_ARRAY(ctx->arena, record, count);
    uint32_t *parent = LOB_NEW_ARRAY(ctx->arena, uint32_t, count);
    uint32_t *group_of = LOB_NEW_ARRAY(ctx->arena, uint32_t, count);
    uint32_t *starts = LOB_NEW_ARRAY(ctx->arena, uint32_t, count + 1);
    place *places = LOB_NEW_ARRAY(ctx->arena, place, count);
    cell *cells = LOB_NEW_ARRAY(ctx->arena, cell, count);
    lob_litho_violation *items = LOB_NEW_ARRAY(ctx->arena, lob_litho_violation, count);
    if (!records || !parent || !group_of || !starts || !places || !cells || !items) {
        return lob_fail_memory(ctx);
    }
    joining j = {.ctx = ctx, .records = records, .parent = parent, .places = places, .cells = cells};
    for (uint32_t i = 0; i < count; i++) {
        parent[i] = i;
    }
    LOB_TRY(take_records(ctx, violations, records));
    LOB_TRY(join_all(&j, (uint32_t)count));
    place_records(violations, &j, items, group_of, starts);
    return LOB_OK;
}

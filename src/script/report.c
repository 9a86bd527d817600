/* See report.h. Hulls begin at their lowest point (of those the leftmost) and run clockwise, as KLayout's. */
#include "script/report.h"

#include <math.h>

#include "base/list.h"
#include "base/num.h"

typedef __int128 wide;

static lob_status keep_text(lob_ctx *ctx, lob_arena *arena, lob_str text, lob_str *kept) {
    const char *copy = lob_arena_strdup(arena, text.data ? text.data : "", text.size);
    *kept = (lob_str){copy, copy ? text.size : 0};
    return copy ? LOB_OK : lob_fail_memory(ctx);
}

lob_status lob_script_report_begin(lob_ctx *ctx, lob_script_report *report, lob_arena *arena, double dbu, lob_str title,
                                   lob_str cell) {
    *report = (lob_script_report){.arena = arena, .dbu = dbu, .is_begun = true};
    LOB_TRY(keep_text(ctx, arena, title, &report->title));
    return keep_text(ctx, arena, cell, &report->cell);
}

/* Without the noise of the product, 0.30000000000000004, where 6 decimals say all. */
static double um(const lob_script_report *r, int64_t value) {
    const double exact = (double)value * r->dbu, rounded = lob_num_round_um(exact);
    return fabs(exact - rounded) < 1e-9 ? rounded : exact;
}

static lob_um_point point_of(const lob_script_report *r, lob_point64 p) {
    return (lob_um_point){um(r, p.x), um(r, p.y)};
}

static lob_status add_item(lob_ctx *ctx, lob_script_report *r, uint32_t category, const lob_rdb_value *value) {
    lob_rdb_value *kept = lob_arena_alloc(r->arena, sizeof *kept);
    if (r->item_count >= LOB_SCRIPT_ITEMS_MAX) {
        lob_status status = lob_fail(ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "The deck reports more markers than allowed");
        lob_hint(ctx, "Report fewer rules, or a smaller cell.");
        lob_error_text(&ctx->error, "reason", LOB_STR("items"));
        lob_error_integer(&ctx->error, "limit", LOB_SCRIPT_ITEMS_MAX);
        return status;
    }
    LOB_TRY(kept ? LOB_OK : lob_fail_memory(ctx));
    LOB_TRY(LOB_LIST_ROOM(ctx, r->arena, r->items, r->item_count, r->item_room));
    *kept = *value;
    r->items[r->item_count++] =
        (lob_rdb_item){.category = category, .values = kept, .value_count = 1, .multiplicity = 1};
    r->categories[category].item_count++;
    return LOB_OK;
}

/* ---- values ---- */

static lob_status add_points(lob_ctx *ctx, lob_script_report *r, uint32_t category, lob_rdb_kind kind,
                             bool is_symmetric, const lob_point64 *points, uint32_t count) {
    lob_um_point *kept = lob_arena_alloc(r->arena, count * sizeof *kept);
    if (!kept) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        kept[i] = point_of(r, points[i]);
    }
    const lob_rdb_value value = {
        .kind = (uint8_t)kind, .is_symmetric = is_symmetric, .point_count = count, .points = kept};
    return add_item(ctx, r, category, &value);
}

/* Clockwise for a hull, else the other way round, from the lowest point. */
static void put_contour(const lob_script_report *r, const lob_point64 *ring, uint32_t count, bool is_hole,
                        lob_um_point *to) {
    uint32_t low = 0;
    wide area = 0;
    for (uint32_t i = 0; i < count; i++) {
        const lob_point64 a = ring[i], b = ring[i + 1 == count ? 0 : i + 1];
        area += (wide)a.x * b.y - (wide)a.y * b.x;
        if (a.y < ring[low].y || (a.y == ring[low].y && a.x < ring[low].x)) {
            low = i;
        }
    }
    const bool turns = (area > 0) != is_hole;
    for (uint32_t i = 0; i < count; i++) {
        to[i] = point_of(r, ring[turns ? (low + count - i) % count : (low + i) % count]);
    }
}

static lob_status add_polygon(lob_ctx *ctx, lob_script_report *r, uint32_t category, const lob_polygons *p,
                              lob_polygon_at at) {
    uint32_t count = 0, done = 0;
    for (uint32_t c = at.contour; c < at.contour + at.count; c++) {
        count += p->contours[c].count;
    }
    lob_um_point *points = lob_arena_alloc(r->arena, count * sizeof *points);
    uint32_t *ends = lob_arena_alloc(r->arena, at.count * sizeof *ends);
    if (!points || !ends) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t c = 0; c < at.count; c++) {
        const lob_contour *contour = &p->contours[at.contour + c];
        put_contour(r, p->points + contour->first, contour->count, contour->is_hole, points + done);
        done += contour->count;
        ends[c] = done;
    }
    const lob_rdb_value value = {
        .kind = LOB_RDB_POLYGON, .point_count = count, .contour_count = at.count, .points = points, .contours = ends};
    return add_item(ctx, r, category, &value);
}

static lob_status add_label(lob_ctx *ctx, lob_script_report *r, uint32_t category, const lob_value_text *text) {
    const lob_um_point at = point_of(r, text->at);
    lob_rdb_label *label = LOB_NEW(r->arena, lob_rdb_label);
    if (!label) {
        return lob_fail_memory(ctx);
    }
    label->trans =
        (lob_um_trans){.is_mirrored = text->code & 4, .angle = 90.0 * (text->code & 3), .mag = 1, .x = at.x, .y = at.y};
    LOB_TRY(keep_text(ctx, r->arena, text->text, &label->text));
    const lob_rdb_value value = {.kind = LOB_RDB_LABEL, .label = label};
    return add_item(ctx, r, category, &value);
}

static lob_status find_category(lob_ctx *ctx, lob_script_report *r, lob_str name, lob_str description,
                                uint32_t *category) {
    for (uint32_t i = 0; i < r->category_count; i++) {
        if (lob_str_equal(r->categories[i].name, name)) {
            *category = i;
            return LOB_OK;
        }
    }
    LOB_TRY(LOB_LIST_ROOM(ctx, r->arena, r->categories, r->category_count, r->category_room));
    lob_rdb_category *made = &r->categories[r->category_count];
    *made = (lob_rdb_category){.parent = LOB_RDB_NONE};
    LOB_TRY(keep_text(ctx, r->arena, name, &made->name));
    LOB_TRY(keep_text(ctx, r->arena, description, &made->description));
    *category = r->category_count++;
    return LOB_OK;
}

static lob_status add_one(lob_ctx *ctx, lob_script_report *r, const lob_value *value, uint32_t i, uint32_t category) {
    if (value->kind == LOB_VALUE_TEXTS) {
        const lob_point64 at = value->texts[i].at;
        const bool is_out = r->has_box && !lob_edge_touches((lob_edge64){at, at}, r->box);
        return is_out ? LOB_OK : add_label(ctx, r, category, &value->texts[i]);
    }
    if (value->kind == LOB_VALUE_EDGES) {
        const lob_point64 points[2] = {value->edges[i].from, value->edges[i].to};
        const bool is_out = r->has_box && !lob_edge_touches(value->edges[i], r->box);
        return is_out ? LOB_OK : add_points(ctx, r, category, LOB_RDB_EDGE, false, points, 2);
    }
    const lob_edge_pair *p = &value->pairs[i];
    const lob_point64 points[4] = {p->first.from, p->first.to, p->second.from, p->second.to};
    const bool is_out = r->has_box && !lob_pair_touches(p, r->box);
    return is_out ? LOB_OK : add_points(ctx, r, category, LOB_RDB_EDGE_PAIR, value->is_symmetric, points, 4);
}

lob_status lob_script_report_add(lob_ctx *ctx, lob_script_report *r, const lob_value *value, lob_str category,
                                 lob_str description) {
    lob_polygon_at at = {0};
    uint32_t c;
    LOB_TRY(find_category(ctx, r, category, description, &c));
    while (value->kind == LOB_VALUE_REGION && lob_polygon_next(&value->raw, &at)) {
        if (!r->has_box || lob_polygon_touches(&value->raw, at, r->box)) {
            LOB_TRY(add_polygon(ctx, r, c, &value->raw, at));
        }
    }
    for (uint32_t i = 0; i < value->count; i++) {
        LOB_TRY(add_one(ctx, r, value, i, c));
    }
    return LOB_OK;
}

lob_status lob_script_report_name(lob_ctx *ctx, lob_script_report *r, lob_str category, lob_str description) {
    uint32_t unused;
    return find_category(ctx, r, category, description, &unused);
}

lob_status lob_script_report_end(lob_ctx *ctx, const lob_script_report *r, lob_rdb *rdb) {
    lob_rdb_cell *cell = LOB_NEW(r->arena, lob_rdb_cell);
    if (!cell) {
        return lob_fail_memory(ctx);
    }
    cell->name = r->cell;
    *rdb = (lob_rdb){.description = r->title,
                     .generator = LOB_STR("layout-observer"),
                     .top_cell = r->cell,
                     .categories = r->categories,
                     .category_count = r->category_count,
                     .cells = cell,
                     .cell_count = 1,
                     .items = r->items,
                     .item_count = r->item_count};
    return LOB_OK;
}

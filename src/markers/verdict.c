/* What the built-in engine found, put together as KLayout would have reported it. */
#include <math.h>

#include "markers/markers.h"

#include "base/num.h"

typedef struct verdict_db {
    lob_ctx *ctx;
    lob_rdb_category *categories;
    lob_rdb_item *items;
    double dbu;
} verdict_db;

static const uint8_t kinds[] = {[LOB_VIOLATION_EDGE_PAIR] = LOB_RDB_EDGE_PAIR,
                                [LOB_VIOLATION_POLYGON] = LOB_RDB_POLYGON,
                                [LOB_VIOLATION_EDGE] = LOB_RDB_EDGE,
                                [LOB_VIOLATION_POINT] = LOB_RDB_BOX,
                                [LOB_VIOLATION_BOX] = LOB_RDB_BOX};

/* Without the noise of the product, 0.30000000000000004, where 6 decimals say all. */
static double um(int64_t value, double dbu) {
    const double exact = (double)value * dbu, rounded = lob_num_round_um(exact);
    return fabs(exact - rounded) < 1e-9 ? rounded : exact;
}

/* A point is a box without extent, for which KLayout has a form. */
static lob_status fill_value(const verdict_db *d, const lob_violation *v, lob_rdb_value *value) {
    const bool is_point = v->kind == LOB_VIOLATION_POINT;
    const uint32_t count = is_point ? 2 : v->count;
    lob_um_point *points = LOB_NEW_ARRAY(d->ctx->arena, lob_um_point, count);
    uint32_t *end = LOB_NEW(d->ctx->arena, uint32_t);
    if (!points || !end) {
        return lob_fail_memory(d->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        const lob_point64 p = v->points[is_point ? 0 : i];
        points[i] = (lob_um_point){um(p.x, d->dbu), um(p.y, d->dbu)};
    }
    *value = (lob_rdb_value){.kind = kinds[v->kind], .point_count = count, .points = points};
    if (v->kind == LOB_VIOLATION_POLYGON) {
        *end = count;
        value->contour_count = 1;
        value->contours = end;
    }
    return LOB_OK;
}

/* Density, angle and area are what a deck's author wants to see beside the place; distances follow from the pair. */
static lob_status fill_item(const verdict_db *d, const lob_violation *v, const lob_rule *rule, lob_rdb_item *item) {
    static const lob_rdb_tag warning = {.name = {"warning", 7}, .is_user = true};
    const bool has_number = v->kind == LOB_VIOLATION_BOX || v->kind == LOB_VIOLATION_EDGE;
    lob_rdb_value *values = LOB_NEW_ARRAY(d->ctx->arena, lob_rdb_value, 2);
    if (!values) {
        return lob_fail_memory(d->ctx);
    }
    LOB_TRY(fill_value(d, v, values));
    values[1] = (lob_rdb_value){.kind = LOB_RDB_FLOAT, .number = v->value};
    *item = (lob_rdb_item){.category = v->rule, .values = values, .value_count = has_number ? 2 : 1, .multiplicity = 1};
    if (lob_str_equal(rule->severity, LOB_STR("warning"))) {
        item->tags = &warning;
        item->tag_count = 1;
    }
    d->categories[v->rule].item_count++;
    return LOB_OK;
}

lob_status lob_rdb_of_verdict(lob_ctx *ctx, const lob_layout *layout, lob_cell_index cell, const lob_rules *rules,
                              const lob_verdict *verdict, lob_rdb *rdb) {
    static const lob_rdb_tag_info tags[] = {{.name = {"warning", 7}, .description = {"not an error", 12}}};
    verdict_db d = {.ctx = ctx, .dbu = lob_num_snap_dbu(lob_layout_dbu(layout))};
    lob_rdb_cell *own = LOB_NEW(ctx->arena, lob_rdb_cell);
    d.categories = LOB_NEW_ARRAY(ctx->arena, lob_rdb_category, rules->count);
    d.items = LOB_NEW_ARRAY(ctx->arena, lob_rdb_item, verdict->count);
    if (!own || !d.categories || !d.items) {
        return lob_fail_memory(ctx);
    }
    own->name = lob_layout_cell(layout, cell)->name;
    for (uint32_t i = 0; i < rules->count; i++) {
        d.categories[i] = (lob_rdb_category){
            .name = rules->items[i].id, .description = rules->items[i].description, .parent = LOB_RDB_NONE};
    }
    for (uint32_t i = 0; i < verdict->count; i++) {
        LOB_TRY(fill_item(&d, &verdict->items[i], &rules->items[verdict->items[i].rule], &d.items[i]));
    }
    *rdb =
        (lob_rdb){.description = verdict->is_cut ? LOB_STR("Rules of Layout Observer; more violations than are listed")
                                                 : LOB_STR("Rules of Layout Observer"),
                  .generator = LOB_STR("layout-observer"),
                  .top_cell = own->name,
                  .tags = tags,
                  .tag_count = 1,
                  .categories = d.categories,
                  .category_count = rules->count,
                  .cells = own,
                  .cell_count = 1,
                  .items = d.items,
                  .item_count = verdict->count};
    return LOB_OK;
}

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
static double clean(double exact) {
    const double rounded = lob_num_round_um(exact);
    return fabs(exact - rounded) < 1e-9 ? rounded : exact;
}

static double um(int64_t value, double dbu) {
    return clean((double)value * dbu);
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

/* ---- what a rule demands ---- */

static void put_layer(lob_buf *out, const lob_layout *layout, const lob_rules *rules, uint32_t node,
                      const char *before) {
    if (node != LOB_NONE && rules->nodes[node].op == LOB_LAYERS_STORED && rules->nodes[node].layer != LOB_NONE) {
        const lob_layer *layer = lob_layout_layer(layout, rules->nodes[node].layer);
        lob_buf_printf(out, " %s %u/%u", before, layer->layer, layer->datatype);
    }
}

static void put_number(lob_buf *out, const char *before, double value, const char *unit) {
    char text[LOB_NUM_TEXT_SIZE];
    lob_num_print(text, clean(value));
    lob_buf_printf(out, " %s %s%s", before, text, unit);
}

static void put_range(lob_buf *out, const lob_rule *rule, double scale, const char *unit) {
    if (rule->has_low) {
        put_number(out, "at least", rule->low * scale, unit);
    }
    if (rule->has_high) {
        put_number(out, rule->has_low ? "and at most" : "at most", rule->high * scale, unit);
    }
}

/* "space of 1/0 at least 0.25 um"; layers that are made from others are left out. */
static void put_demand(lob_buf *out, const lob_layout *layout, const lob_rules *rules, const lob_rule *rule,
                       double dbu) {
    static const struct {
        const char *word, *before_a, *before_b;
    } words[LOB_RULE_TYPE_COUNT] = {[LOB_RULE_WIDTH] = {"width", "of", ""},
                                    [LOB_RULE_SPACE] = {"space", "of", ""},
                                    [LOB_RULE_NOTCH] = {"notch", "of", ""},
                                    [LOB_RULE_ISOLATED] = {"space between polygons", "of", ""},
                                    [LOB_RULE_SEPARATION] = {"separation", "of", "from"},
                                    [LOB_RULE_ENCLOSURE] = {"enclosure", "of", "by"},
                                    [LOB_RULE_EXTENSION] = {"extension", "of", "beyond"},
                                    [LOB_RULE_OVERLAP] = {"overlap", "of", "with"},
                                    [LOB_RULE_AREA] = {"area", "of", ""},
                                    [LOB_RULE_GRID] = {"vertices", "of", ""},
                                    [LOB_RULE_ANGLE] = {"edges", "of", ""},
                                    [LOB_RULE_DENSITY] = {"density", "of", ""}};
    lob_buf_add_text(out, words[rule->type].word);
    put_layer(out, layout, rules, rule->a, words[rule->type].before_a);
    put_layer(out, layout, rules, rule->b, words[rule->type].before_b);
    switch (rule->type) {
    case LOB_RULE_AREA:
        put_range(out, rule, dbu * dbu, " um2");
        break;
    case LOB_RULE_DENSITY:
        put_range(out, rule, 1, "");
        break;
    case LOB_RULE_GRID:
        put_number(out, "on a grid of", um(rule->grid, dbu), " um");
        break;
    case LOB_RULE_ANGLE:
        put_number(out, "at multiples of", rule->angle_step, " degrees");
        break;
    default:
        put_number(out, "at least", um(rule->min, dbu), " um");
        break;
    }
}

static lob_status describe(const verdict_db *d, const lob_layout *layout, const lob_rules *rules, const lob_rule *rule,
                           lob_str *description) {
    lob_buf text;
    lob_buf_init(&text, 0);
    lob_buf_add(&text, rule->description.data, rule->description.size);
    lob_buf_add_text(&text, rule->description.size ? ": " : "");
    put_demand(&text, layout, rules, rule, d->dbu);
    const char *copy = text.failed ? NULL : lob_arena_strdup(d->ctx->arena, text.data, text.size);
    *description = (lob_str){copy, copy ? text.size : 0};
    lob_buf_release(&text);
    return copy ? LOB_OK : lob_fail_memory(d->ctx);
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
        d.categories[i] = (lob_rdb_category){.name = rules->items[i].id, .parent = LOB_RDB_NONE};
        LOB_TRY(describe(&d, layout, rules, &rules->items[i], &d.categories[i].description));
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

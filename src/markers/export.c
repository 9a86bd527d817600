/* The table of formats, and the two that are lists as they are: markers.json and .lyrdb. */
#include "markers/export.h"

#include "base/num.h"
#include "gen/types.h"

enum { POLL_STEPS = 1024 };

/* ---- markers.json ---- */

static void put_contours(lob_exporter *e, const lob_rdb_value *value) {
    if (value->kind == LOB_RDB_POLYGON && value->contour_count > 1) {
        lob_jsonw_key(&e->json, "contour_ends");
        lob_jsonw_begin_array(&e->json);
        for (uint32_t i = 0; i < value->contour_count; i++) {
            lob_jsonw_uint(&e->json, value->contours[i]);
        }
        lob_jsonw_end_array(&e->json);
    }
}

static void put_value(lob_exporter *e, const lob_rdb_value *value) {
    lob_jsonw *w = &e->json;
    double distance;
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "kind");
    lob_jsonw_text(w, lob_marker_kind(value));
    if (value->point_count) {
        lob_jsonw_key(w, "points_um");
        lob_exporter_put_points(e, value->points, value->point_count);
        put_contours(e, value);
    }
    if (lob_marker_distance_um(value, &distance)) {
        lob_jsonw_key(w, "distance_um");
        lob_jsonw_um(w, distance);
    }
    if (value->kind == LOB_RDB_PATH) {
        lob_jsonw_key(w, "width_um");
        lob_jsonw_um(w, value->path->width);
    } else if (value->kind == LOB_RDB_FLOAT) {
        lob_jsonw_key(w, "value");
        lob_jsonw_number(w, value->number);
    } else if (value->kind == LOB_RDB_TEXT || value->kind == LOB_RDB_RAW) {
        lob_jsonw_key(w, "text");
        lob_jsonw_str(w, value->text);
    } else if (value->kind == LOB_RDB_LABEL) {
        lob_jsonw_key(w, "text");
        lob_jsonw_str(w, value->label->text);
        lob_jsonw_key(w, "points_um");
        lob_exporter_put_points(e, &(lob_um_point){value->label->trans.x, value->label->trans.y}, 1);
    }
    lob_jsonw_end_object(w);
}

static void put_flags(lob_exporter *e, uint32_t i, const lob_marker *marker) {
    lob_jsonw *w = &e->json;
    const lob_rdb_item *item = &e->what->markers->rdb->items[marker->item];
    lob_str reason;
    if (item->multiplicity != 1) {
        lob_jsonw_key(w, "multiplicity");
        lob_jsonw_uint(w, item->multiplicity);
    }
    lob_exporter_put_place(e, i, marker);
    if (lob_exporter_reason(e, marker, &reason)) {
        lob_jsonw_key(w, "waived");
        lob_jsonw_str(w, reason);
    }
}

static void put_marker(lob_exporter *e, uint32_t i) {
    const lob_marker *marker = lob_exporter_marker(e, i);
    lob_jsonw *w = &e->json;
    char id[LOB_MARKER_ID_SIZE + 1];
    lob_marker_print_id(marker->id, id);
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "id");
    lob_jsonw_text(w, id);
    lob_jsonw_key(w, "rule");
    lob_jsonw_str(w, e->what->markers->rules[marker->rule].name);
    lob_jsonw_key(w, "cell");
    lob_jsonw_str(w, e->what->markers->cells[marker->cell]);
    lob_exporter_put_box(e, "box_um", marker);
    put_flags(e, i, marker);
    lob_jsonw_key(w, "values");
    lob_jsonw_begin_array(w);
    for (uint32_t k = 0; k < marker->value_count; k++) {
        put_value(e, &marker->values[k]);
    }
    lob_jsonw_end_array(w);
    lob_jsonw_end_object(w);
}

static lob_status export_json(lob_exporter *e) {
    const lob_markers *markers = e->what->markers;
    lob_jsonw *w = &e->json;
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "schema_version");
    lob_jsonw_text(w, LOB_SCHEMA_VERSION);
    lob_jsonw_key(w, "dbu");
    lob_jsonw_number(w, markers->dbu);
    lob_jsonw_key(w, "top_cell");
    lob_jsonw_str(w, markers->rdb->top_cell);
    lob_jsonw_key(w, "marker_count");
    lob_jsonw_uint(w, e->what->count);
    lob_jsonw_key(w, "is_cut");
    lob_jsonw_bool(w, markers->is_cut);
    lob_jsonw_key(w, "rules");
    lob_jsonw_begin_array(w);
    for (uint32_t i = 0; i < markers->rule_count; i++) {
        lob_jsonw_begin_object(w);
        lob_jsonw_key(w, "rule");
        lob_jsonw_str(w, markers->rules[i].name);
        lob_jsonw_key(w, "description");
        lob_jsonw_str(w, markers->rules[i].description);
        lob_jsonw_key(w, "marker_count");
        lob_jsonw_uint(w, markers->rules[i].count);
        lob_jsonw_end_object(w);
        LOB_TRY(lob_exporter_flush(e, false));
    }
    lob_jsonw_end_array(w);
    if (e->what->profile.data) {
        lob_jsonw_key(w, "profile");
        lob_jsonw_raw(w, e->what->profile);
    }
    lob_jsonw_key(w, "markers");
    lob_jsonw_begin_array(w);
    for (uint32_t i = 0; i < e->what->count; i++) {
        put_marker(e, i);
        LOB_TRY(lob_exporter_flush(e, false));
    }
    lob_jsonw_end_array(w);
    lob_jsonw_end_object(w);
    return LOB_OK;
}

/* ---- .lyrdb ---- */

enum { ITEM_LEFT_OUT, ITEM_WAIVED, ITEM_OPEN };

static lob_status choose_items(lob_exporter *e, uint8_t *choice) {
    for (uint32_t i = 0; i < e->what->count; i++) {
        const lob_marker *marker = lob_exporter_marker(e, i);
        const bool is_waived = e->what->waivers && marker->waiver != LOB_MARKERS_NONE;
        uint8_t *mine = &choice[marker->item];
        *mine = !is_waived ? ITEM_OPEN : *mine == ITEM_LEFT_OUT ? ITEM_WAIVED : *mine;
        if (i % POLL_STEPS == 0) {
            LOB_TRY(lob_poll(e->ctx));
        }
    }
    return LOB_OK;
}

/* KLayout's own word for it: its browser has a filter for waived items. */
static lob_status add_waived(lob_arena *arena, lob_ctx *ctx, lob_rdb_item *item) {
    lob_rdb_tag *tags = LOB_NEW_ARRAY(arena, lob_rdb_tag, (size_t)item->tag_count + 1);
    if (!tags) {
        return lob_fail_memory(ctx);
    }
    if (item->tag_count) {
        memcpy(tags, item->tags, item->tag_count * sizeof *tags);
    }
    tags[item->tag_count] = (lob_rdb_tag){.name = LOB_STR("waived")};
    item->tags = tags;
    item->tag_count++;
    return LOB_OK;
}

/* Items of each category alone are counted; KLayout adds up itself. */
static lob_status write_items(lob_exporter *e, lob_arena *arena, const uint8_t *choice) {
    const lob_rdb *all = e->what->markers->rdb;
    lob_rdb some = *all;
    lob_rdb_item *items = LOB_NEW_ARRAY(arena, lob_rdb_item, all->item_count);
    lob_rdb_category *categories = LOB_NEW_ARRAY(arena, lob_rdb_category, all->category_count);
    if (!items || !categories) {
        return lob_fail_memory(e->ctx);
    }
    for (uint32_t i = 0; i < all->category_count; i++) {
        categories[i] = all->categories[i];
        categories[i].item_count = 0;
    }
    some.item_count = 0;
    for (uint32_t i = 0; i < all->item_count; i++) {
        if (choice[i] != ITEM_LEFT_OUT) {
            lob_rdb_item *item = &items[some.item_count++];
            *item = all->items[i];
            categories[item->category].item_count++;
            LOB_TRY(choice[i] == ITEM_WAIVED ? add_waived(arena, e->ctx, item) : LOB_OK);
        }
    }
    some.items = items;
    some.categories = categories;
    return lob_rdb_write(e->ctx, &some, e->out);
}

static lob_status export_lyrdb(lob_exporter *e) {
    lob_arena *arena = lob_arena_new(0);
    uint8_t *choice = arena ? LOB_NEW_ARRAY(arena, uint8_t, e->what->markers->rdb->item_count) : NULL;
    lob_status status = choice ? choose_items(e, choice) : lob_fail_memory(e->ctx);
    if (status == LOB_OK) {
        status = write_items(e, arena, choice);
    }
    lob_arena_drop(arena);
    return status;
}

/* ---- all ---- */

static const struct {
    const char *extension, *media_type;
    lob_status (*write)(lob_exporter *e);
} formats[LOB_EXPORT_COUNT] = {
    [LOB_EXPORT_LYRDB] = {"lyrdb", "application/xml", export_lyrdb},
    [LOB_EXPORT_SARIF] = {"sarif", "application/sarif+json", lob_export_sarif},
    [LOB_EXPORT_JUNIT] = {"xml", "application/xml", lob_export_junit},
    [LOB_EXPORT_GEOJSON] = {"geojson", "application/geo+json", lob_export_geojson},
    [LOB_EXPORT_JSON] = {"json", "application/json", export_json},
};

const char *lob_export_extension(lob_export_format format) {
    return formats[format].extension;
}

const char *lob_export_media_type(lob_export_format format) {
    return formats[format].media_type;
}

lob_status lob_markers_export(lob_ctx *ctx, const lob_marker_export *what, lob_export_format format, lob_outfile *out) {
    lob_marker_export all = *what;
    all.count = what->picked ? what->count : what->markers->count;
    lob_exporter e = {.ctx = ctx, .what = &all, .out = out};
    lob_buf_init(&e.buf, 0);
    lob_jsonw_init(&e.json, &e.buf);
    lob_status status = formats[format].write(&e);
    if (status == LOB_OK) {
        status = lob_exporter_flush(&e, true);
    }
    lob_buf_release(&e.buf);
    return status;
}

/* See waivers.h. Ids are looked up in a map from id to waiver, boxes in one R-tree of all waivers' boxes: the cost is
 * that of the markers, not of markers times waivers. */
#include "markers/waivers.h"

#include <stdio.h>

#include "base/map.h"
#include "gen/parse.h"
#include "geom/rtree.h"
#include "json/reader.h"

enum { POLL_STEPS = 4096 };

/* ---- the file ---- */

static bool read_digits(const char *at, int count, int *value) {
    *value = 0;
    for (int i = 0; i < count; i++) {
        if (at[i] < '0' || at[i] > '9') {
            return false;
        }
        *value = *value * 10 + at[i] - '0';
    }
    return true;
}

static bool is_date(lob_str text) {
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int year, month, day;
    if (text.size != LOB_DATE_SIZE || text.data[4] != '-' || text.data[7] != '-' || !read_digits(text.data, 4, &year) ||
        !read_digits(text.data + 5, 2, &month) || !read_digits(text.data + 8, 2, &day) || month < 1 || month > 12) {
        return false;
    }
    const bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return day >= 1 && day <= days[month - 1] + (month == 2 && is_leap);
}

static lob_status refuse(lob_ctx *ctx, size_t index, const char *member, const char *expected, lob_str got) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "A waiver in the file contradicts itself");
    lob_issue *issue = lob_error_issue(&ctx->error);
    if (issue) {
        snprintf(issue->path, sizeof issue->path, "$.waivers[%zu]%s", index, member);
        snprintf(issue->rule, sizeof issue->rule, "waiver");
        snprintf(issue->expected, sizeof issue->expected, "%s", expected);
        snprintf(issue->got, sizeof issue->got, "%.*s", (int)(got.size < 64 ? got.size : 64), got.data ? got.data : "");
    }
    lob_error_text(&ctx->error, "reason", LOB_STR("waiver"));
    lob_hint(ctx, "Fix the waivers file at the places named in details.issues.");
    return status;
}

static lob_status check(lob_ctx *ctx, const lob_waiver *waiver, size_t index) {
    uint64_t id;
    const lob_waiver_box *box = waiver->box_um;
    if (!waiver->has_ids && !(waiver->rule.data && box)) {
        return refuse(ctx, index, "", "ids, or rule and box_um", (lob_str){0});
    }
    if (waiver->has_ids && (waiver->rule.data || box)) {
        return refuse(ctx, index, "", "either ids, or rule and box_um", (lob_str){0});
    }
    for (size_t i = 0; i < waiver->ids.count; i++) {
        if (!lob_marker_parse_id(waiver->ids.items[i], &id)) {
            return refuse(ctx, index, ".ids", "mrk_ and 16 hex digits each", waiver->ids.items[i]);
        }
    }
    if (box && !(box->left <= box->right && box->bottom <= box->top)) {
        return refuse(ctx, index, ".box_um", "left <= right and bottom <= top", (lob_str){0});
    }
    if (waiver->expires.data && !is_date(waiver->expires)) {
        return refuse(ctx, index, ".expires", "a date, 2027-06-30", waiver->expires);
    }
    return LOB_OK;
}

static lob_status refuse_json(lob_ctx *ctx, const lob_json_fault *fault) {
    if (strcmp(fault->what, "out of memory") == 0) {
        return lob_fail_memory(ctx);
    }
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "The waivers file is not JSON: %s", fault->what);
    lob_hint(ctx, "Fix the waivers file at line %u, column %u.", fault->line, fault->column);
    lob_error_text(&ctx->error, "reason", LOB_STR("json"));
    lob_error_integer(&ctx->error, "offset", (int64_t)fault->offset);
    return status;
}

lob_status lob_waiver_file_parse(lob_ctx *ctx, lob_str text, lob_waivers *waivers) {
    lob_json_fault fault;
    lob_json_init();
    cJSON *json = lob_json_parse(text, &fault);
    if (!json) {
        return refuse_json(ctx, &fault);
    }
    lob_status status = lob_waivers_parse(ctx, json, waivers);
    cJSON_Delete(json);
    LOB_TRY(status);
    for (size_t i = 0; i < waivers->waivers.count; i++) {
        LOB_TRY(check(ctx, &waivers->waivers.items[i], i));
    }
    return LOB_OK;
}

/* ---- applying ---- */

typedef struct waiving {
    lob_ctx *ctx;
    lob_markers *markers;
    const lob_waiver *items;
    uint32_t count;
    bool *holds, *is_used;
    lob_id_map by_id;
    lob_rtree tree;  /* of waivers with a box */
    uint32_t *boxed; /* their indices */
    lob_box64 *box;  /* by waiver */
} waiving;

static bool is_expired(const lob_waiver *waiver, lob_str today) {
    return waiver->expires.data && lob_str_compare(waiver->expires, today) < 0;
}

/* To the grid outwards by less than a thousandth: a box copied from an answer, rounded to 6 decimals, holds its marker.
 */
static lob_box64 box_of(const lob_waiver_box *um, double dbu) {
    lob_box64 box;
    const bool fits = lob_rdb_um_to_dbu(um->left, dbu, &box.left) && lob_rdb_um_to_dbu(um->bottom, dbu, &box.bottom) &&
                      lob_rdb_um_to_dbu(um->right, dbu, &box.right) && lob_rdb_um_to_dbu(um->top, dbu, &box.top);
    return fits ? box : LOB_BOX64_EMPTY;
}

static lob_status index_ids(waiving *w) {
    for (uint32_t i = 0; i < w->count; i++) {
        for (size_t k = 0; w->holds[i] && k < w->items[i].ids.count; k++) {
            uint64_t id;
            uint32_t found;
            if (lob_marker_parse_id(w->items[i].ids.items[k], &id) && !lob_id_map_add(&w->by_id, id, i, &found)) {
                return lob_fail_memory(w->ctx);
            }
        }
    }
    return LOB_OK;
}

static lob_status index_boxes(waiving *w) {
    lob_arena *arena = w->ctx->arena;
    lob_box *cut = LOB_NEW_ARRAY(arena, lob_box, w->count);
    w->boxed = LOB_NEW_ARRAY(arena, uint32_t, w->count);
    w->box = LOB_NEW_ARRAY(arena, lob_box64, w->count);
    if (!cut || !w->boxed || !w->box) {
        return lob_fail_memory(w->ctx);
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->count; i++) {
        w->box[i] = w->holds[i] && w->items[i].box_um ? box_of(w->items[i].box_um, w->markers->dbu) : LOB_BOX64_EMPTY;
        if (!lob_box64_is_empty(w->box[i])) {
            cut[count] = lob_box_cut(w->box[i]);
            w->boxed[count++] = i;
        }
    }
    void *block = lob_arena_alloc(arena, lob_rtree_size(count));
    void *scratch = lob_arena_alloc(arena, lob_rtree_scratch_size(count));
    if (!block || !scratch) {
        return lob_fail_memory(w->ctx);
    }
    return lob_rtree_make(w->ctx, &w->tree, cut, count, block, scratch);
}

static bool holds_box(lob_box64 outer, lob_box64 inner) {
    return outer.left <= inner.left && inner.right <= outer.right && outer.bottom <= inner.bottom &&
           inner.top <= outer.top;
}

/* The first waiver whose box holds the marker, before `best`. */
static lob_status find_by_box(waiving *w, const lob_marker *marker, uint32_t *best) {
    const lob_str rule = w->markers->rules[marker->rule].name;
    const lob_rtree_query query = lob_rtree_query_window(marker->box);
    lob_rtree_cursor cursor;
    uint32_t at;
    uint64_t work = 0;
    if (w->tree.count == 0 || lob_box64_is_empty(marker->box) || marker->is_unplaced) {
        return LOB_OK;
    }
    lob_rtree_begin(&w->tree, &cursor);
    while (lob_rtree_next(&w->tree, &cursor, &query, &at, &work)) {
        if (at == LOB_RTREE_PAUSE) {
            LOB_TRY(lob_poll(w->ctx));
            continue;
        }
        const uint32_t waiver = w->boxed[w->tree.ids[at]];
        if (lob_str_equal(w->items[waiver].rule, rule) && holds_box(w->box[waiver], marker->box)) {
            w->is_used[waiver] = true;
            *best = waiver < *best ? waiver : *best;
        }
    }
    return LOB_OK;
}

static lob_status apply_all(waiving *w, lob_waivers_told *told) {
    lob_marker *items = (lob_marker *)(uintptr_t)w->markers->items;
    lob_marker_rule *rules = (lob_marker_rule *)(uintptr_t)w->markers->rules;
    LOB_TRY(index_ids(w));
    LOB_TRY(index_boxes(w));
    for (uint32_t i = 0; i < w->markers->count; i++) {
        uint32_t best = lob_id_map_find(&w->by_id, items[i].id);
        if (best != LOB_MAP_NONE) {
            w->is_used[best] = true;
        }
        LOB_TRY(find_by_box(w, &items[i], &best));
        items[i].waiver = best;
        told->waived_count += best != LOB_MARKERS_NONE;
        rules[items[i].rule].waived_count += best != LOB_MARKERS_NONE;
        if (i % POLL_STEPS == 0) {
            LOB_TRY(lob_poll(w->ctx));
        }
    }
    return LOB_OK;
}

static void tell(const waiving *w, lob_waivers_told *told) {
    for (uint32_t i = 0; i < w->count; i++) {
        uint32_t *list = w->holds[i] ? told->unknown : told->expired;
        uint32_t *count = w->holds[i] ? &told->unknown_count : &told->expired_count;
        if (w->holds[i] && w->is_used[i]) {
            continue;
        }
        if (*count < LOB_WAIVERS_TOLD) {
            list[*count] = i;
        }
        ++*count;
    }
}

static void clear(lob_markers *markers) {
    lob_marker *items = (lob_marker *)(uintptr_t)markers->items;
    lob_marker_rule *rules = (lob_marker_rule *)(uintptr_t)markers->rules;
    for (uint32_t i = 0; i < markers->count; i++) {
        items[i].waiver = LOB_MARKERS_NONE;
    }
    for (uint32_t i = 0; i < markers->rule_count; i++) {
        rules[i].waived_count = 0;
    }
}

lob_status lob_waivers_apply(lob_ctx *ctx, lob_markers *markers, const lob_waivers *waivers, lob_str today,
                             lob_waivers_told *told) {
    waiving w = {.ctx = ctx, .markers = markers};
    *told = (lob_waivers_told){0};
    clear(markers);
    if (!waivers || waivers->waivers.count == 0) {
        return LOB_OK;
    }
    w.items = waivers->waivers.items;
    w.count = (uint32_t)waivers->waivers.count;
    w.holds = LOB_NEW_ARRAY(ctx->arena, bool, w.count);
    w.is_used = LOB_NEW_ARRAY(ctx->arena, bool, w.count);
    if (!w.holds || !w.is_used) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < w.count; i++) {
        w.holds[i] = !is_expired(&w.items[i], today);
    }
    lob_id_map_init(&w.by_id);
    lob_status status = apply_all(&w, told);
    lob_id_map_release(&w.by_id);
    if (status == LOB_OK) {
        tell(&w, told);
    }
    return status;
}

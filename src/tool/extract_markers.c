/* extract_markers: what a run found, chosen, grouped, without what was waived, a page at a time.
 *
 * Pictures and files are made last, so that a call that fails leaves as little as it can.
 */
#include "tool/extract_markers.h"

#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/digest.h"
#include "base/limits.h"
#include "tool/cursor.h"
#include "tool/registry.h"
#include "tool/room.h"

enum { RULES_SHOWN = 1000, NEAR_RULE = 8, RULE_WEIGHT = 40, RULE_CHARS = 14 };

/* ---- the question ---- */

static void put_field(lob_buf *b, const void *data, size_t size) {
    lob_buf_printf(b, "%zu:", size);
    lob_buf_add(b, data, size);
}

static lob_status bind(extractor *x) {
    const lob_extract_markers_request *q = x->request;
    char *text = lob_arena_alloc(x->call->ctx->arena, LOB_BINDING_SIZE);
    lob_buf all;
    lob_buf_init(&all, 0);
    lob_buf_printf(&all, "%zu ", q->rules.count);
    for (size_t i = 0; i < q->rules.count; i++) {
        put_field(&all, q->rules.items[i].data, q->rules.items[i].size);
    }
    put_field(&all, q->box, q->box ? sizeof *q->box : 0);
    put_field(&all, &q->cluster_um, q->has_cluster_um ? sizeof q->cluster_um : 0);
    put_field(&all, q->waivers_path.data, q->waivers_path.size);
    const bool is_fine = text && !all.failed;
    if (is_fine) {
        const int size = snprintf(text, LOB_BINDING_SIZE, "extract_markers %s %s %016llx", x->call->session->id,
                                  x->run->id, (unsigned long long)lob_hash64_stable(all.data, all.size));
        x->binding = (lob_str){text, (size_t)size};
    }
    lob_buf_release(&all);
    return is_fine ? LOB_OK : lob_fail_memory(x->call->ctx);
}

static lob_status refuse_rule(extractor *x, lob_str name) {
    lob_ctx *ctx = x->call->ctx;
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "The run has no rule with this name");
    lob_error_text(&ctx->error, "argument", LOB_STR("rules"));
    lob_error_text(&ctx->error, "rule", name);
    for (unsigned distance = 0; distance <= NEAR_RULE; distance++) { /* the nearest first, then all that are very far */
        for (uint32_t i = 0; i < x->markers->rule_count; i++) {
            if (lob_str_distance(name, x->markers->rules[i].name, NEAR_RULE) == distance) {
                lob_error_candidate(&ctx->error, x->markers->rules[i].name);
            }
        }
    }
    lob_error_hint_candidates(&ctx->error,
                              "Use a name of details.candidates, or leave rules out: rule_counts has them.",
                              x->markers->rule_count ? "Leave rules out: rule_counts of the answer has their names."
                                                     : "The report of this run declares no rules; leave rules out.");
    return status;
}

static lob_status take_rules(extractor *x) {
    const lob_extract_markers_request *q = x->request;
    if (!q->has_rules) {
        return LOB_OK;
    }
    bool *is_asked = LOB_NEW_ARRAY(x->call->ctx->arena, bool, x->markers->rule_count);
    uint32_t *found = LOB_NEW_ARRAY(x->call->ctx->arena, uint32_t, x->markers->rule_count);
    if (!is_asked || !found) {
        return lob_fail_memory(x->call->ctx);
    }
    for (size_t i = 0; i < q->rules.count; i++) {
        const uint32_t count = lob_markers_rules_named(x->markers, q->rules.items[i], found);
        if (count == 0) {
            return refuse_rule(x, q->rules.items[i]);
        }
        for (uint32_t k = 0; k < count; k++) {
            is_asked[found[k]] = true;
        }
    }
    for (uint32_t i = 0; i < x->markers->rule_count; i++) {
        if (is_asked[i]) {
            found[x->rule_count++] = i;
        }
    }
    x->rules = found;
    return LOB_OK;
}

static lob_status take_box(extractor *x) {
    bool is_off_grid = false;
    x->has_box = x->request->box != NULL;
    if (x->has_box) {
        LOB_TRY(lob_call_box(x->call, x->request->box, &x->box, &is_off_grid));
    }
    return is_off_grid
               ? lob_note(x->call->ctx, &x->notes, "Sides of the box were rounded to the nearest database unit.")
               : LOB_OK;
}

/* ---- waivers ---- */

static lob_status read_waivers(extractor *x, lob_waivers *waivers) {
    lob_ctx *ctx = x->call->ctx;
    struct stat info;
    lob_str text;
    int fd = -1;
    LOB_TRY(lob_file_open_input(ctx, lob_sessions_roots(x->call->sessions), x->request->waivers_path,
                                LOB_LIMIT_WAIVERS_SIZE, &fd, &info));
    lob_status status = lob_file_read_all(ctx, fd, LOB_LIMIT_WAIVERS_SIZE, &text);
    close(fd);
    LOB_TRY(status);
    return lob_waiver_file_parse(ctx, text, waivers);
}

static lob_status note_waivers(extractor *x, const char *what, uint32_t count, const uint32_t *some) {
    char list[LOB_WAIVERS_TOLD * 12] = "";
    size_t size = 0;
    for (uint32_t i = 0; i < count && i < LOB_WAIVERS_TOLD; i++) {
        size += (size_t)snprintf(list + size, sizeof list - size, "%s%u", i ? ", " : "", some[i]);
    }
    return count ? lob_note(x->call->ctx, &x->notes, "%u waivers %s: number %s%s of the file, counted from 0.", count,
                            what, list, count > LOB_WAIVERS_TOLD ? ", ..." : "")
                 : LOB_OK;
}

static lob_status take_waivers(extractor *x) {
    lob_ctx *ctx = x->call->ctx;
    char now[24];
    lob_waivers *waivers = NULL;
    if (x->request->waivers_path.data) {
        waivers = LOB_NEW(ctx->arena, lob_waivers);
        if (!waivers) {
            return lob_fail_memory(ctx);
        }
        lob_status status = read_waivers(x, waivers);
        if (status != LOB_OK) {
            lob_error_text(&ctx->error, "argument", LOB_STR("waivers_path"));
            return status;
        }
    }
    lob_clock_utc(now);
    x->waivers = waivers;
    LOB_TRY(lob_waivers_apply(ctx, x->markers, waivers, (lob_str){now, LOB_DATE_SIZE}, &x->told));
    LOB_TRY(note_waivers(x, "have expired and no longer count", x->told.expired_count, x->told.expired));
    return note_waivers(x, "match no marker of this run", x->told.unknown_count, x->told.unknown);
}

/* ---- choosing ---- */

static lob_status group(extractor *x) {
    int64_t distance;
    if (!x->request->has_cluster_um) {
        return LOB_OK;
    }
    if (!lob_rdb_um_to_dbu(x->request->cluster_um, x->dbu, &distance)) {
        distance = LOB_COORD_MAX;
    }
    return lob_markers_cluster(x->call->ctx, x->markers, x->picked, x->picked_count, distance, &x->clusters,
                               &x->cluster_count);
}

static lob_status choose(extractor *x) {
    const lob_marker_filter filter = {
        .rules = x->rules, .rule_count = x->rule_count, .has_box = x->has_box, .box = x->box};
    LOB_TRY(lob_markers_pick(x->call->ctx, x->markers, &filter, &x->picked, &x->picked_count));
    return group(x);
}

/* ---- the answer ---- */

static lob_status show_rules(extractor *x) {
    lob_ctx *ctx = x->call->ctx;
    lob_extract_markers_response *a = x->response;
    const uint32_t all = x->markers->rule_count;
    uint32_t *counts = LOB_NEW_ARRAY(ctx->arena, uint32_t, all);
    a->rule_counts.names = LOB_NEW_ARRAY(ctx->arena, lob_str, RULES_SHOWN);
    a->rule_counts.items = LOB_NEW_ARRAY(ctx->arena, int64_t, RULES_SHOWN);
    if (!counts || !a->rule_counts.names || !a->rule_counts.items) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < x->picked_count; i++) {
        counts[x->markers->items[x->picked[i]].rule]++;
    }
    const uint32_t count = x->rules ? x->rule_count : all;
    lob_room rules = lob_room_open(x->call, &lob_extract_markers_response_table, a);
    x->room = lob_room_split(&rules, 1, 2);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t rule = x->rules ? x->rules[i] : i;
        lob_shown name;
        LOB_TRY(lob_name_show(ctx, x->markers->rules[rule].name, LOB_LIMIT_LABEL_TEXT_SIZE, &name));
        const bool fits =
            a->rule_counts.count < RULES_SHOWN &&
            lob_room_take_chars(&rules, RULE_CHARS + name.text.size, RULE_WEIGHT + lob_text_weight(name.text), false) &&
            !name.cut;
        if (fits) {
            a->rule_counts.names[a->rule_counts.count] = name.text;
            a->rule_counts.items[a->rule_counts.count++] = counts[rule];
        }
    }
    lob_room_join(&x->room, &rules);
    a->has_rule_counts = true;
    a->has_rules_dropped = a->rule_counts.count < count;
    a->rules_dropped = (int64_t)count - (int64_t)a->rule_counts.count;
    return LOB_OK;
}

static uint32_t waived_of(const extractor *x) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < x->picked_count; i++) {
        count += x->markers->items[x->picked[i]].waiver != LOB_MARKERS_NONE;
    }
    return count;
}

static lob_status show_head(extractor *x) {
    lob_extract_markers_response *a = x->response;
    a->session_id = x->request->session_id;
    a->run_id = x->request->run_id;
    a->dbu = lob_layout_dbu(x->call->session->layout);
    a->marker_count = x->picked_count;
    a->has_lower_bound = a->lower_bound = x->markers->is_cut;
    a->has_waived_count = x->waivers != NULL;
    a->waived_count = x->waivers ? waived_of(x) : 0;
    a->has_cluster_count = x->clusters != NULL;
    a->cluster_count = x->cluster_count;
    return show_rules(x);
}

static lob_status show_page(extractor *x) {
    lob_extract_markers_response *a = x->response;
    const uint32_t left = x->picked_count - x->first;
    const uint32_t limit = x->request->limit < left ? (uint32_t)x->request->limit : left;
    bool fits = true;
    a->markers.items = LOB_NEW_ARRAY(x->call->ctx->arena, lob_marker_item, limit);
    if (!a->markers.items) {
        return lob_fail_memory(x->call->ctx);
    }
    for (uint32_t i = 0; i < limit && fits; i++) {
        LOB_TRY(lob_extract_show(x, x->first + i, &a->markers.items[i], &fits));
        a->markers.count += fits;
    }
    a->truncation.limit = x->request->limit;
    a->truncation.markers_dropped = (int64_t)(left - a->markers.count);
    return LOB_OK;
}

/* ---- notes ---- */

static lob_status add_notes(extractor *x) {
    lob_ctx *ctx = x->call->ctx;
    const lob_markers *m = x->markers;
    if (m->count == 0) {
        LOB_TRY(lob_note(ctx, &x->notes, "The run found nothing: its report has no markers."));
    } else if (x->picked_count == 0) {
        LOB_TRY(
            lob_note(ctx, &x->notes, "None of the %u markers of the run matches these rules and this box.", m->count));
    }
    if (m->is_cut) {
        LOB_TRY(lob_note(ctx, &x->notes, "The report has more than the %u markers that are kept; counts are of these.",
                         m->count));
    }
    if (m->unplaced_count) {
        LOB_TRY(lob_note(ctx, &x->notes,
                         "%u markers are in cells that are not below the top cell of the report; they have the "
                         "coordinates of their own cell.",
                         m->unplaced_count));
    }
    const uint64_t faults = m->rdb->raw_count + m->rdb->fault_count;
    if (faults) {
        LOB_TRY(lob_note(ctx, &x->notes, "%llu values of the report could not be parsed.", (unsigned long long)faults));
    }
    return LOB_OK;
}

/* ---- all ---- */

static lob_status find_run(extractor *x) {
    LOB_TRY(lob_call_session(x->call, x->request->session_id));
    LOB_TRY(lob_drc_find(x->call->ctx, x->call->session, x->request->run_id, &x->run));
    LOB_TRY(lob_call_markers(x->call, x->run, &x->markers, NULL));
    x->dbu = x->markers->dbu;
    return LOB_OK;
}

static lob_status take_cursor(extractor *x) {
    uint64_t first;
    LOB_TRY(bind(x));
    LOB_TRY(lob_cursor_parse_position(x->call->ctx, x->request->cursor, x->binding, &first));
    if (first > 0 && first >= x->picked_count) {
        return lob_cursor_refuse(x->call->ctx);
    }
    x->first = (uint32_t)first;
    return LOB_OK;
}

static lob_status finish(extractor *x) {
    lob_ctx *ctx = x->call->ctx;
    lob_extract_markers_response *a = x->response;
    const uint32_t given = x->first + (uint32_t)a->markers.count;
    LOB_TRY(add_notes(x));
    if (x->request->include_crops) {
        LOB_TRY(lob_extract_crops(x));
    }
    if (x->first == 0 && x->request->has_export) {
        LOB_TRY(lob_extract_files(x));
    }
    LOB_TRY(lob_notes_show(ctx, &x->notes, &a->notes.items, &a->notes.count, &a->has_notes));
    return given < x->picked_count ? lob_cursor_print_position(ctx, given, x->binding, &a->next_cursor) : LOB_OK;
}

lob_status lob_tool_extract_markers(lob_call *call, const lob_extract_markers_request *request,
                                    lob_extract_markers_response *response) {
    extractor *x = LOB_NEW(call->ctx->arena, extractor);
    if (!x) {
        return lob_fail_memory(call->ctx);
    }
    *x = (extractor){.call = call, .request = request, .response = response, .points_left = LOB_LIMIT_POINTS_IN_ANSWER};
    LOB_TRY(find_run(x));
    LOB_TRY(take_rules(x));
    LOB_TRY(take_box(x));
    LOB_TRY(lob_extract_check_crops(x));
    LOB_TRY(take_waivers(x));
    LOB_TRY(choose(x));
    LOB_TRY(take_cursor(x));
    LOB_TRY(show_head(x));
    LOB_TRY(show_page(x));
    return finish(x);
}

/* run_drc_script: a deck over a copy of the layout, its markers counted by
 * rule.
 *
 * Invariants: an answer means that the deck ran to its end and its report reads
 * to its end; markers.json appears whole, and only then is the run there to be
 * read. A deck that failed leaves a run with what it said; a call that was
 * cancelled, or failed before or for want of something, leaves none.
 */
#include "tool/run_drc_script.h"

#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/map.h"
#include "base/num.h"
#include "litho/ranks.h"
#include "tool/registry.h"
#include "tool/room.h"
#include "tool/runs.h"

enum { RULES_SHOWN = 400, ARTIFACTS_MAX = 4, ENTRIES_SIZE = 8192 };

/* ---- the question ---- */

static lob_status take_script(lob_drc_work *w) {
    const bool is_inline = w->request->script_text.data;
    if (!is_inline == !w->request->script_path.data) {
        return lob_fail_argument(w->call->ctx, "script_path", is_inline ? "excluded" : "missing",
                                 is_inline ? "script_path and script_text exclude each other" : "There is no deck",
                                 "Send script_path, the absolute path of a deck, or script_text, the deck itself.");
    }
    w->argument = is_inline ? LOB_STR("script_text") : LOB_STR("script_path");
    w->script = is_inline ? LOB_STR("inline") : w->request->script_path;
    return LOB_OK;
}

/* ---- the answer ---- */

static uint64_t rule_total(const lob_drc_work *w, uint32_t rule) {
    uint64_t total = 0;
    if (!w->rules) {
        return w->markers->rules[rule].count;
    }
    for (uint32_t i = 0; i < w->rules->count; i++) {
        const bool is_same = lob_str_equal(w->rules->items[i].id, w->markers->rules[rule].name);
        total = is_same ? lob_u64_add_sat(total, w->totals[i]) : total;
    }
    return total;
}

/* Names that are shown alike, of bytes that are no text, become one entry. */
static lob_status show_rule(lob_drc_work *w, lob_name_map *seen, uint32_t rule, size_t *room, uint32_t *left_out) {
    lob_run_drc_script_response *a = w->response;
    const int64_t count = lob_count_show(rule_total(w, rule));
    lob_shown name;
    uint32_t at = (uint32_t)a->rule_counts.count;
    LOB_TRY(lob_name_show(w->call->ctx, w->markers->rules[rule].name, LOB_LIMIT_NAME_TEXT_SIZE, &name));
    const uint32_t before = lob_name_map_find(seen, name.text);
    if (before != LOB_MAP_NONE) {
        a->rule_counts.items[before] += count;
        return LOB_OK;
    }
    if (at == RULES_SHOWN || !lob_room_take(room, 32 + lob_text_weight(name.text), at == 0)) {
        ++*left_out;
        return LOB_OK;
    }
    if (!lob_name_map_add(seen, name.text, at, &at)) {
        return lob_fail_memory(w->call->ctx);
    }
    a->rule_counts.names[at] = name.text;
    a->rule_counts.items[at] = count;
    a->rule_counts.count++;
    return LOB_OK;
}

/* By name; of very many rules those that found something. */
static lob_status show_rules(lob_drc_work *w, lob_name_map *seen) {
    lob_ctx *ctx = w->call->ctx;
    const uint32_t count = w->markers->rule_count;
    size_t room = LOB_LIMIT_PAGE_WEIGHT;
    uint32_t left_out = 0, clean = 0;
    w->response->rule_counts.names = LOB_NEW_ARRAY(ctx->arena, lob_str, RULES_SHOWN);
    w->response->rule_counts.items = LOB_NEW_ARRAY(ctx->arena, int64_t, RULES_SHOWN);
    if (!w->response->rule_counts.names || !w->response->rule_counts.items) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (count > RULES_SHOWN && rule_total(w, i) == 0) {
            clean++;
        } else {
            LOB_TRY(show_rule(w, seen, i, &room, &left_out));
        }
    }
    if (clean || left_out) {
        LOB_TRY(lob_note(ctx, &w->notes,
                         "Not listed: %u rules without markers and %u with some; "
                         "extract_markers counts the latter.",
                         clean, left_out));
    }
    return LOB_OK;
}

static lob_status show_counts(lob_drc_work *w) {
    lob_name_map seen;
    uint64_t total = 0;
    lob_name_map_init(&seen);
    lob_status status = show_rules(w, &seen);
    lob_name_map_release(&seen);
    for (uint32_t i = 0; i < w->markers->rule_count; i++) {
        total = lob_u64_add_sat(total, rule_total(w, i));
    }
    w->response->marker_count = lob_count_show(total);
    return status;
}

static lob_status show_artifact(lob_drc_work *w, const char *kind, const char *name, const char *media_type) {
    lob_artifact_ref *item = &w->response->artifacts.items[w->response->artifacts.count++];
    *item = (lob_artifact_ref){.kind = lob_str_from(kind),
                               .path = lob_drc_path(w->call->ctx, w->session, w->run, name),
                               .media_type = lob_str_from(media_type)};
    return item->path.data ? LOB_OK : lob_fail_memory(w->call->ctx);
}

static lob_status show_artifacts(lob_drc_work *w, bool has_json) {
    w->response->artifacts.items = LOB_NEW_ARRAY(w->call->ctx->arena, lob_artifact_ref, ARTIFACTS_MAX);
    if (!w->response->artifacts.items) {
        return lob_fail_memory(w->call->ctx);
    }
    LOB_TRY(show_artifact(w, "drc_report", LOB_DRC_REPORT, "application/octet-stream"));
    if (has_json) {
        LOB_TRY(show_artifact(w, "markers", LOB_DRC_MARKERS, "application/json"));
    } else {
        LOB_TRY(lob_note(w->call->ctx, &w->notes, "There is no markers.json: the session's quota is used up."));
    }
    if (w->was_entered) {
        LOB_TRY(show_artifact(w, "stdout", LOB_DRC_STDOUT, "text/plain"));
        LOB_TRY(show_artifact(w, "stderr", LOB_DRC_STDERR, "text/plain"));
    }
    return LOB_OK;
}

static lob_status add_notes(lob_drc_work *w) {
    lob_ctx *ctx = w->call->ctx;
    const lob_markers *m = w->markers;
    if (m->rule_count == 0) {
        LOB_TRY(lob_note(ctx, &w->notes,
                         "The report names no rules, so it is not known whether anything was checked. Look at what "
                         "the deck does."));
    } else if (w->response->marker_count == 0) {
        LOB_TRY(lob_note(ctx, &w->notes, "No rule is violated."));
    }
    if (m->is_cut) {
        LOB_TRY(lob_note(ctx, &w->notes,
                         "The report has more than the %u markers that are kept; "
                         "counts are of these.",
                         m->count));
    }
    if (m->unplaced_count) {
        LOB_TRY(lob_note(ctx, &w->notes, "%u markers are in cells that are not below the top cell of the report.",
                         m->unplaced_count));
    }
    if (m->rdb->raw_count + m->rdb->fault_count) {
        LOB_TRY(lob_note(ctx, &w->notes, "%llu values of the report could not be parsed.",
                         (unsigned long long)(m->rdb->raw_count + m->rdb->fault_count)));
    }
    return LOB_OK;
}

static lob_status answer(lob_drc_work *w) {
    lob_run_drc_script_response *a = w->response;
    lob_ctx *ctx = w->call->ctx;
    bool has_json = false;
    const char *id = lob_arena_strdup(ctx->arena, w->run->id, LOB_DRC_ID_SIZE);
    if (!id) {
        return lob_fail_memory(ctx);
    }
    a->session_id = w->request->session_id;
    a->dbu = lob_layout_dbu(w->session->layout);
    a->run_id = (lob_str){id, LOB_DRC_ID_SIZE};
    a->script_path = w->script;
    a->script_type = (lob_run_drc_script_response_script_type)w->request->script_type;
    a->return_code = w->return_code;
    LOB_TRY(lob_call_markers(w->call, w->run, &w->markers, &has_json));
    LOB_TRY(show_counts(w));
    LOB_TRY(show_artifacts(w, has_json));
    LOB_TRY(add_notes(w));
    LOB_TRY(lob_notes_show(ctx, &w->notes, &a->notes.items, &a->notes.count, &a->has_notes));
    LOB_TRY(lob_poll(ctx));
    lob_status status = lob_drc_end(ctx, w->session, w->run, LOB_DRC_DONE, w->return_code);
    if (status != LOB_OK) {
        w->run = NULL; /* it is gone */
    }
    return status;
}

/* ---- failures ---- */

static void tell_path(lob_drc_work *w, const char *key, const char *name) {
    lob_str path = lob_drc_path(w->call->ctx, w->session, w->run, name);
    if (path.data) {
        lob_error_text(&w->call->ctx->error, key, path);
    }
}

/* Removes what a failed deck left but what it said. Files alone: a deck can
 * make nothing else. True: there was some. */
static bool clear_once(int dir_fd) {
    union {
        char bytes[ENTRIES_SIZE];
        struct dirent64 align;
    } entries;
    bool has_removed = false;
    ssize_t size;
    lseek(dir_fd, 0, SEEK_SET);
    while ((size = getdents64(dir_fd, (void *)&entries, sizeof entries)) > 0) {
        for (ssize_t at = 0; at < size;) {
            const struct dirent64 *entry = (const struct dirent64 *)(const void *)(entries.bytes + at);
            at += entry->d_reclen;
            const bool is_kept =
                strcmp(entry->d_name, LOB_DRC_STDOUT) == 0 || strcmp(entry->d_name, LOB_DRC_STDERR) == 0;
            has_removed = (!is_kept && unlinkat(dir_fd, entry->d_name, 0) == 0) || has_removed;
        }
    }
    return has_removed;
}

/* Where a deck is at fault the run stays, failed, with what it said; else it
 * was never there. */
static void settle(lob_drc_work *w, lob_status status) {
    lob_ctx *ctx = w->call->ctx;
    lob_ctx *own = status == LOB_E_DRC_RUN_FAILED && w->was_entered ? LOB_NEW(ctx->arena, lob_ctx) : NULL;
    if (!own) {
        lob_drc_remove(w->session, w->run);
        return;
    }
    char id[LOB_DRC_ID_SIZE + 1];
    memcpy(id, w->run->id, sizeof id);
    if (w->return_code >= 0) {
        lob_error_integer(&ctx->error, "exit_code", w->return_code);
    }
    lob_error_text(&ctx->error, "stderr_tail", w->said);
    tell_path(w, "stdout_path", LOB_DRC_STDOUT);
    tell_path(w, "stderr_path", LOB_DRC_STDERR);
    while (clear_once(w->dir_fd)) { /* removing moves what is not yet seen on some
                                       file systems */
    }
    lob_ctx_init(own, ctx->arena);
    if (lob_drc_end(own, w->session, w->run, LOB_DRC_FAILED, w->return_code) == LOB_OK) {
        lob_error_text(&ctx->error, "run_id", lob_str_from(id));
    }
}

static lob_status run(lob_drc_work *w) {
    const bool is_json = w->request->script_type == LOB_RUN_DRC_SCRIPT_REQUEST_SCRIPT_TYPE_JSON;
    if (!is_json && w->request->engine != LOB_RUN_DRC_SCRIPT_REQUEST_ENGINE_KLAYOUT) {
        return lob_drc_run_native(w);
    }
    LOB_TRY(lob_drc_refuse_part(w));
    return is_json ? lob_drc_run_rules(w) : lob_drc_run_klayout(w);
}

lob_status lob_tool_run_drc_script(lob_call *call, const lob_run_drc_script_request *request,
                                   lob_run_drc_script_response *response) {
    lob_drc_work *w = LOB_NEW(call->ctx->arena, lob_drc_work);
    if (!w) {
        return lob_fail_memory(call->ctx);
    }
    *w = (lob_drc_work){.call = call, .request = request, .response = response, .dir_fd = -1};
    LOB_TRY(lob_call_session(call, request->session_id));
    w->session = call->session;
    w->cell = w->session->top;
    LOB_TRY(take_script(w));
    LOB_TRY(lob_artifact_fits(call->ctx, w->session, 1)); /* before the work */
    lob_status status = run(w);
    if (status == LOB_OK && lob_ranks_has_all()) {
        status = answer(w);
    }
    if (status != LOB_OK && w->run) {
        settle(w, status);
    }
    if (w->dir_fd >= 0) {
        close(w->dir_fd);
    }
    return status;
}

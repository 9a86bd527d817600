/* Known failures: {"known_failures": [{"id", "reason"}, ...]}. Invariant: the list says exactly what is wrong now. An
 * entry whose case passes, or that has no case, is a failure itself. An entry of a case that was not run stays
 * unjudged.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "gen/parse.h"
#include "gen/write.h"
#include "load.h"
#include "report.h"
#include "json/reader.h"

static const char unexplained[] = "not yet explained";

static lob_status read_list(lob_ctx *ctx, const char *path, lob_known_failures *list) {
    lob_str text;
    lob_json_fault fault;
    *list = (lob_known_failures){.known_failures = {.items = NULL}};
    if (path == NULL) {
        return LOB_OK;
    }
    LOB_TRY(conf_read_file(ctx, path, &text));
    cJSON *tree = lob_json_parse(text, &fault);
    if (tree == NULL && strcmp(fault.what, "out of memory") == 0) {
        return lob_fail_memory(ctx);
    }
    if (tree == NULL) {
        lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "The list of known failures is no JSON: line %u, %s",
                                     fault.line, fault.what);
        lob_hint(ctx, "Fix it, or create it again with update.");
        return status;
    }
    lob_status status = lob_known_failures_parse(ctx, tree, list);
    cJSON_Delete(tree);
    return status;
}

lob_status conf_known_check(lob_ctx *ctx, const char *path) {
    lob_known_failures list;
    return read_list(ctx, path, &list);
}

static const lob_known_failure *find(const lob_known_failures *list, lob_str id) {
    for (size_t i = 0; i < list->known_failures.count; i++) {
        if (lob_str_equal(list->known_failures.items[i].id, id)) {
            return &list->known_failures.items[i];
        }
    }
    return NULL;
}

static bool has_case(const conf_cases *cases, lob_str id) {
    for (size_t i = 0; i < cases->count; i++) {
        if (lob_str_equal(cases->items[i].is.id, id)) {
            return true;
        }
    }
    return false;
}

static conf_standing standing_of(const conf_result *result, bool is_listed) {
    switch (result->outcome) {
    case CONF_PASSED:
        return is_listed ? CONF_STALE : CONF_FINE;
    case CONF_FAILED:
    case CONF_BROKEN:
        return is_listed ? CONF_KNOWN : CONF_WRONG;
    case CONF_SKIPPED:
        return CONF_NOT_RUN;
    default:
        return CONF_WRONG; /* a faulty case is nothing that a list could excuse */
    }
}

lob_status conf_known(lob_ctx *ctx, const char *path, const conf_cases *cases, conf_run *run, lob_str *complaints) {
    lob_known_failures list;
    lob_buf out;
    LOB_TRY(read_list(ctx, path, &list));
    run->standings = LOB_NEW_ARRAY(ctx->arena, conf_standing, run->count + 1);
    if (run->standings == NULL) {
        return lob_fail_memory(ctx);
    }
    run->unknown_count = 0;
    lob_buf_init(&out, 0);
    for (size_t i = 0; i < run->count; i++) {
        lob_str id = cases->items[run->chosen[i]].is.id;
        run->standings[i] = standing_of(&run->results[i], find(&list, id) != NULL);
        if (run->standings[i] == CONF_STALE) {
            lob_buf_printf(&out, "STALE %s: it passes; take it off the list of known failures\n", id.data);
        }
    }
    for (size_t i = 0; i < list.known_failures.count; i++) {
        const lob_known_failure *entry = &list.known_failures.items[i];
        bool is_twice = find(&list, entry->id) != entry;
        if (is_twice || !has_case(cases, entry->id)) {
            run->unknown_count++;
            lob_buf_printf(&out, "STALE %s: %s; take it off the list of known failures\n", entry->id.data,
                           is_twice ? "it is listed twice" : "there is no such case");
        }
    }
    *complaints = conf_buf_text(ctx, &out);
    return complaints->data != NULL ? LOB_OK : LOB_E_TOOL_LIMIT_EXCEEDED;
}

bool conf_decides(const conf_run *run, size_t index) {
    return run->cases->items[run->chosen[index]].is.level <= run->bar;
}

bool conf_is_conformant(const conf_run *run) {
    bool fine = run->unknown_count == 0 && !run->is_broken_off, is_any = false;
    for (size_t i = 0; i < run->count; i++) {
        bool is_wrong = run->standings[i] == CONF_WRONG && conf_decides(run, i);
        fine = fine && !is_wrong && run->standings[i] != CONF_STALE;
        is_any = is_any || run->standings[i] == CONF_FINE || run->standings[i] == CONF_KNOWN;
    }
    return fine && is_any;
}

/* ---- writing a new list ---- */

/* Whether the case is on the new list: what fails and decides; what was listed and still fails, or was not run. */
static bool belongs(const conf_run *run, lob_str id, bool is_listed) {
    for (size_t i = 0; i < run->count; i++) {
        if (lob_str_equal(run->cases->items[run->chosen[i]].is.id, id)) {
            conf_outcome outcome = run->results[i].outcome;
            bool fails = outcome == CONF_FAILED || outcome == CONF_BROKEN;
            return (fails && (is_listed || conf_decides(run, i))) || (outcome == CONF_SKIPPED && is_listed);
        }
    }
    return is_listed;
}

void conf_write_known(lob_ctx *ctx, const conf_run *run, const char *old_path, lob_buf *out) {
    lob_known_failures list = {.known_failures = {.items = NULL}};
    if (old_path != NULL && access(old_path, F_OK) == 0 && read_list(ctx, old_path, &list) != LOB_OK) {
        out->failed = LOB_BUF_NO_MEMORY; /* nothing half may be written */
        return;
    }
    bool has_any = false;
    lob_buf_add_text(out, "{\n  \"known_failures\": [");
    for (size_t i = 0; i < run->cases->count; i++) {
        lob_str id = run->cases->items[i].is.id;
        const lob_known_failure *old = find(&list, id);
        if (!belongs(run, id, old != NULL)) {
            continue;
        }
        lob_known_failure entry = {id, old != NULL ? old->reason : lob_str_from(unexplained)};
        lob_jsonw writer;
        lob_buf_add_text(out, has_any ? ",\n    " : "\n    ");
        lob_jsonw_init(&writer, out);
        lob_known_failure_write(&writer, &entry);
        has_any = true;
    }
    lob_buf_add_text(out, has_any ? "\n  ]\n}\n" : "]\n}\n");
}

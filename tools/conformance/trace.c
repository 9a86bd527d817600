/* Which requirement has which cases, and which has too few: the list of requirements is what the suite is measured by.
 * Requirements whose source is `design` are shown and never complained about. */
#include <string.h>

#include "gen/parse.h"
#include "load.h"
#include "report.h"
#include "json/reader.h"

static lob_status parse_all(lob_ctx *ctx, const cJSON *tree, conf_requirements *requirements) {
    size_t count = 0;
    for (const cJSON *item = tree->child; item != NULL; item = item->next) {
        count++;
    }
    requirements->items = LOB_NEW_ARRAY(ctx->arena, lob_requirement, count + 1);
    if (requirements->items == NULL) {
        return lob_fail_memory(ctx);
    }
    for (const cJSON *item = tree->child; item != NULL; item = item->next) {
        LOB_TRY(lob_requirement_parse(ctx, item, &requirements->items[requirements->count]));
        requirements->count++;
    }
    return LOB_OK;
}

lob_status conf_requirements_load(lob_ctx *ctx, const char *path, conf_requirements *requirements) {
    lob_str text;
    lob_json_fault fault;
    *requirements = (conf_requirements){.items = NULL};
    LOB_TRY(conf_read_file(ctx, path, &text));
    cJSON *tree = lob_json_parse(text, &fault);
    if (tree == NULL && strcmp(fault.what, "out of memory") == 0) {
        return lob_fail_memory(ctx);
    }
    lob_status status;
    if (!cJSON_IsArray(tree)) {
        status = lob_fail(ctx, LOB_E_INVALID_TARGET, "The requirements are no JSON array");
        lob_hint(ctx, "Use the requirements.json that came with the program.");
        lob_error_text(&ctx->error, "path", lob_str_from(path));
    } else {
        status = parse_all(ctx, tree, requirements);
    }
    cJSON_Delete(tree);
    return status;
}

const lob_requirement *conf_requirement_find(const conf_requirements *requirements, lob_str id) {
    for (size_t i = 0; i < requirements->count; i++) {
        if (lob_str_equal(requirements->items[i].id, id)) {
            return &requirements->items[i];
        }
    }
    return NULL;
}

static bool names(const conf_case *item, lob_str requirement) {
    for (size_t i = 0; i < item->is.requirements.count; i++) {
        if (lob_str_equal(item->is.requirements.items[i], requirement)) {
            return true;
        }
    }
    return false;
}

/* The weakest level that is enough; LOB_CONFORMANCE_LEVEL_COUNT: none is needed. */
static int level_wanted(const lob_requirement *r) {
    if (r->source == LOB_REQUIREMENT_SOURCE_DESIGN) {
        return LOB_CONFORMANCE_LEVEL_COUNT;
    }
    if (r->level == LOB_REQUIREMENT_LEVEL_MAY) {
        return LOB_CONFORMANCE_LEVEL_REFERENCE;
    }
    bool is_must = r->source == LOB_REQUIREMENT_SOURCE_CONTRACT && r->level == LOB_REQUIREMENT_LEVEL_MUST;
    return is_must ? LOB_CONFORMANCE_LEVEL_REQUIRED : LOB_CONFORMANCE_LEVEL_RECOMMENDED;
}

static const char *complaint(const lob_requirement *r, int found) {
    const int wanted = level_wanted(r);
    if (r->unasked.data != NULL && wanted == LOB_CONFORMANCE_LEVEL_REQUIRED) {
        return "THE CONTRACT SAYS IT: IT NEEDS A CASE";
    }
    if (wanted == LOB_CONFORMANCE_LEVEL_COUNT || found <= wanted) {
        return r->unasked.data != NULL && found < LOB_CONFORMANCE_LEVEL_COUNT ? "ASKED AFTER ALL" : NULL;
    }
    if (r->unasked.data != NULL) {
        return NULL;
    }
    return wanted == LOB_CONFORMANCE_LEVEL_REQUIRED      ? "NO REQUIRED CASE"
           : wanted == LOB_CONFORMANCE_LEVEL_RECOMMENDED ? "NO REQUIRED OR RECOMMENDED CASE"
                                                         : "NO CASE";
}

/* Returns the strongest level among its cases, LOB_CONFORMANCE_LEVEL_COUNT when it has none. */
static int trace_one(const conf_cases *cases, const lob_requirement *r, lob_buf *out) {
    int strongest = LOB_CONFORMANCE_LEVEL_COUNT;
    for (size_t i = 0; i < cases->count; i++) {
        const lob_conformance_case *is = &cases->items[i].is;
        if (names(&cases->items[i], r->id)) {
            lob_buf_printf(out, "    %s (%s)\n", is->id.data, lob_conformance_level_names[is->level]);
            strongest = (int)is->level < strongest ? (int)is->level : strongest;
        }
    }
    return strongest;
}

size_t conf_trace(lob_ctx *ctx, const conf_places *places, const conf_cases *cases, bool is_brief, lob_buf *out) {
    conf_requirements requirements;
    size_t complaints = 0, traced = 0;
    if (conf_requirements_load(ctx, places->requirements, &requirements) != LOB_OK) {
        lob_buf_printf(out, "%s\n", ctx->error.message);
        return 1;
    }
    for (size_t i = 0; i < requirements.count; i++) {
        const lob_requirement *r = &requirements.items[i];
        lob_buf lines;
        lob_buf_init(&lines, 0);
        int found = trace_one(cases, r, &lines);
        const char *what = complaint(r, found);
        if (!is_brief || what != NULL) {
            lob_buf_printf(out, "%s %s, %s%s%s: %s\n", r->id.data, lob_requirement_level_names[r->level],
                           lob_requirement_source_names[r->source], what != NULL ? ", " : "", what != NULL ? what : "",
                           r->text.data);
            lob_buf_add(out, lines.data != NULL ? lines.data : "", lines.size);
            if (r->unasked.data != NULL) {
                lob_buf_printf(out, "    not asked: %s\n", r->unasked.data);
            }
        }
        if (lines.failed != LOB_BUF_FINE) {
            out->failed = lines.failed;
        }
        traced += found < LOB_CONFORMANCE_LEVEL_COUNT;
        complaints += what != NULL;
        lob_buf_release(&lines);
    }
    lob_buf_printf(out, "%zu requirements, %zu with cases, %zu with too few\n", requirements.count, traced, complaints);
    return complaints;
}

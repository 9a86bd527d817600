/* Two JSON reports beside each other. Invariant: a case counts as different when its outcome differs, or one report
 * lacks it; reasons and times do not count, for they differ from run to run. */
#include <stdio.h>
#include <string.h>

#include "load.h"
#include "report.h"
#include "json/reader.h"

typedef struct side {
    cJSON *tree;
    const cJSON *cases; /* array of objects with id and outcome */
    const char *path;
} side;

static const char *text_of(const cJSON *object, const char *name) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
    return text != NULL ? text : "";
}

static lob_status refuse(lob_ctx *ctx, const char *path) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "The file is no JSON report of a run");
    lob_hint(ctx, "Give two files that --json wrote.");
    lob_error_text(&ctx->error, "path", lob_str_from(path));
    return status;
}

static lob_status open_side(lob_ctx *ctx, const char *path, side *s) {
    lob_str text;
    lob_json_fault fault;
    const cJSON *each;
    *s = (side){.path = path};
    LOB_TRY(conf_read_file(ctx, path, &text));
    s->tree = lob_json_parse(text, &fault);
    s->cases = cJSON_GetObjectItemCaseSensitive(s->tree, "cases");
    if (!cJSON_IsArray(s->cases)) {
        return refuse(ctx, path);
    }
    cJSON_ArrayForEach(each, s->cases) {
        if (text_of(each, "id")[0] == '\0' || text_of(each, "outcome")[0] == '\0') {
            return refuse(ctx, path);
        }
    }
    return LOB_OK;
}

/* Both are in the order of the cases, by id; a case of one alone stands between. */
static size_t walk(const side *a, const side *b, lob_buf *out) {
    const cJSON *x = a->cases != NULL ? a->cases->child : NULL, *y = b->cases != NULL ? b->cases->child : NULL;
    size_t count = 0;
    while (x != NULL || y != NULL) {
        const int order = x == NULL ? 1 : y == NULL ? -1 : strcmp(text_of(x, "id"), text_of(y, "id"));
        const char *in_a = order <= 0 ? text_of(x, "outcome") : "absent",
                   *in_b = order >= 0 ? text_of(y, "outcome") : "absent";
        if (strcmp(in_a, in_b) != 0) {
            const cJSON *one = order <= 0 ? x : y, *worse = strcmp(in_a, "passed") == 0 ? y : x;
            lob_buf_printf(out, "%-44s %-8s -> %-8s %s\n", text_of(one, "id"), in_a, in_b, text_of(one, "level"));
            if (order == 0 && text_of(worse, "reason")[0] != '\0') {
                lob_buf_printf(out, "    %s\n", text_of(worse, "reason"));
            }
            count++;
        }
        x = order <= 0 ? x->next : x;
        y = order >= 0 ? y->next : y;
    }
    return count;
}

static void add_side(const char *name, const side *s, lob_buf *out) {
    const cJSON *totals = cJSON_GetObjectItemCaseSensitive(s->tree, "totals");
    const int passed = (int)cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(totals, "passed"));
    lob_buf_printf(out, "%s: %s, cases %s, %s%s: %d passed of %d\n", name, text_of(s->tree, "server"),
                   text_of(s->tree, "cases_version")[0] != '\0' ? text_of(s->tree, "cases_version") : "unknown",
                   cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(s->tree, "conformant")) ? "conformant"
                                                                                         : "NOT conformant",
                   cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(s->tree, "broken_off")) ? ", broken off" : "", passed,
                   cJSON_GetArraySize(s->cases));
}

lob_status conf_compare(lob_ctx *ctx, const char *path_a, const char *path_b, lob_buf *out, bool *differs) {
    side a, b = {.tree = NULL};
    lob_status status = open_side(ctx, path_a, &a);
    if (status == LOB_OK) {
        status = open_side(ctx, path_b, &b);
    }
    if (status == LOB_OK) {
        const size_t count = walk(&a, &b, out);
        add_side("a", &a, out);
        add_side("b", &b, out);
        lob_buf_printf(out, "%zu case%s differ%s\n", count, count == 1 ? "" : "s", count == 1 ? "s" : "");
        *differs = count > 0;
    }
    cJSON_Delete(a.tree);
    cJSON_Delete(b.tree);
    return status;
}

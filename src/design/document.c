/* Files of design data up to a tree: reading, versions, faults in the words of seed 003.
 *
 * Invariant: a message holds our words, and names of the file only through lob_document_quoted(), at its end.
 */
#include "design/document_impl.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/num.h"
#include "base/utf8.h"
#include "gen/limits.h"
#include "json/reader.h"

enum { NOTES_MAX = 8, QUOTED_MAX = 120, TREE_STACK_MAX = LOB_LIMIT_JSON_DEPTH + 4 };

static const struct {
    const char *exception, *not_found, *file;
} words[LOB_DESIGN_KIND_COUNT] = {
    [LOB_DESIGN_NETLIST] = {"NetlistParseError", "Netlist file not found", "netlist"},
    [LOB_DESIGN_DRC_RULES] = {"DRCParseError", "DRC rules file not found", "rule file"},
    [LOB_DESIGN_OBJECTIVES] = {"ObjectiveParseError", "Objectives file not found", "objectives file"},
};

/* ---- faults ---- */

lob_str lob_document_quoted(lob_str name, char out[128]) {
    size_t size = 0;
    for (size_t at = 0; at < name.size;) {
        uint32_t code;
        unsigned length = lob_utf8_decode(name, at, &code);
        bool is_plain = length > 0 && !lob_utf8_unsafe(code);
        length = length > 0 ? length : 1;
        if (size + (is_plain ? length : 1) > QUOTED_MAX) {
            break;
        }
        if (is_plain) {
            memcpy(out + size, name.data + at, length);
            size += length;
        } else {
            out[size++] = '?';
        }
        at += length;
    }
    out[size] = '\0';
    return (lob_str){out, size};
}

static lob_status describe(lob_ctx *ctx, lob_design_kind kind, const char *reason, lob_status status) {
    lob_error_text(&ctx->error, "kind", lob_str_from(words[kind].exception));
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    return status;
}

lob_status lob_document_fail(lob_ctx *ctx, lob_design_kind kind, const char *reason, const char *text, lob_str name) {
    char quoted[128];
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "%s: %s", text, lob_document_quoted(name, quoted).data);
    lob_error_text(&ctx->error, "name", name);
    lob_hint(ctx, "Mend the %s where details.name stands.", words[kind].file);
    return describe(ctx, kind, reason, status);
}

lob_status lob_document_refuse(lob_ctx *ctx, lob_design_kind kind, const char *path, const char *expected,
                               const char *got) {
    lob_status status =
        lob_fail(ctx, LOB_E_INVALID_TARGET, "Schema validation failed: %s - expected %s, got %s", path, expected, got);
    lob_issue *issue = lob_error_issue(&ctx->error);
    if (issue) {
        *issue = (lob_issue){.rule = "design"};
        snprintf(issue->path, sizeof issue->path, "%s", path);
        snprintf(issue->expected, sizeof issue->expected, "%s", expected);
        snprintf(issue->got, sizeof issue->got, "%s", got);
    }
    lob_hint(ctx, "Mend the %s at the place that details.issues names.", words[kind].file);
    return describe(ctx, kind, "schema", status);
}

lob_status lob_document_end(lob_wire *w, lob_design_kind kind) {
    lob_ctx *ctx = w->ctx;
    if (w->no_memory || w->fault == LOB_OK) {
        return lob_wire_end(w);
    }
    const lob_issue *issue = &ctx->error.issues[0];
    lob_status status = lob_fail(ctx, w->fault, "Schema validation failed: %s - expected %s, got %s", issue->path,
                                 issue->expected, issue->got);
    lob_hint(ctx, "%s%s", w->advice,
             ctx->error.issue_count_total > 1 ? " All faults are listed in details.issues." : "");
    if (w->limit_name[0]) {
        lob_error_text(&ctx->error, "limit_name", lob_str_from(w->limit_name));
        lob_error_integer(&ctx->error, "limit", w->limit);
    }
    return describe(ctx, kind, "schema", status);
}

static lob_status refuse_json(lob_ctx *ctx, lob_design_kind kind, const lob_json_fault *fault) {
    if (strcmp(fault->what, "out of memory") == 0) {
        return lob_fail_memory(ctx);
    }
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "Invalid JSON: %s (line %u, column %u)", fault->what,
                                 fault->line, fault->column);
    lob_error_text(&ctx->error, "fault", lob_str_from(fault->what));
    lob_error_integer(&ctx->error, "line", fault->line);
    lob_error_integer(&ctx->error, "column", fault->column);
    lob_hint(ctx, "Mend the %s at details.line and details.column.", words[kind].file);
    return describe(ctx, kind, "json", status);
}

lob_status lob_document_note(lob_document *document, const char *kind, const char *message) {
    lob_design_notes *notes = &document->notes;
    for (size_t i = 0; i < notes->count; i++) {
        if (lob_str_equal(notes->items[i].kind, lob_str_from(kind))) {
            notes->items[i].count++;
            return LOB_OK;
        }
    }
    if (!notes->items) {
        notes->items = LOB_NEW_ARRAY(document->ctx->arena, lob_warning_item, NOTES_MAX);
        if (!notes->items) {
            return lob_fail_memory(document->ctx);
        }
    }
    if (notes->count < NOTES_MAX) {
        notes->items[notes->count++] =
            (lob_warning_item){.kind = lob_str_from(kind), .message = lob_str_from(message), .count = 1};
    }
    return LOB_OK;
}

/* ---- files ---- */

static lob_status refuse_path(lob_ctx *ctx, lob_design_kind kind, lob_str path, const lob_error *cause) {
    char quoted[128];
    lob_status status =
        lob_fail(ctx, LOB_E_FILE_NOT_FOUND, "%s: %s", words[kind].not_found, lob_document_quoted(path, quoted).data);
    lob_error_text(&ctx->error, "kind", LOB_STR("FileNotFoundError"));
    lob_error_text(&ctx->error, "path", path);
    for (unsigned i = 0; i < cause->detail_count; i++) {
        if (cause->details[i].is_text) {
            lob_error_text(&ctx->error, cause->details[i].key, cause->details[i].text);
        }
    }
    lob_hint(ctx, "%s", cause->hint);
    return status;
}

lob_status lob_design_read_file(lob_ctx *ctx, lob_design_kind kind, const lob_roots *roots, lob_str path,
                                lob_str *text) {
    int fd = -1;
    struct stat info;
    lob_ctx opening;
    lob_ctx_init(&opening, ctx->arena);
    lob_status status = lob_file_open_input(&opening, roots, path, LOB_LIMIT_DESIGN_FILE_SIZE, &fd, &info);
    if (status == LOB_E_FILE_NOT_FOUND) {
        return refuse_path(ctx, kind, path, &opening.error);
    }
    if (status != LOB_OK) {
        lob_error_take(&ctx->error, &opening.error);
        return status;
    }
    status = lob_file_read_all(ctx, fd, LOB_LIMIT_DESIGN_FILE_SIZE, text);
    close(fd);
    return status;
}

/* ---- numbers as they are written ---- */

/* The next number of a checked text at or behind *at; false at the end. */
static bool next_number(lob_str text, size_t *at, lob_str *number) {
    bool in_string = false;
    for (; *at < text.size; ++*at) {
        const char c = text.data[*at];
        if (in_string) {
            *at += c == '\\';
            in_string = c != '"';
        } else if (c == '"') {
            in_string = true;
        } else if (c == '-' || (c >= '0' && c <= '9')) {
            size_t size = 1;
            while (*at + size < text.size && strchr("0123456789+-.eE", text.data[*at + size])) {
                size++;
            }
            *number = (lob_str){text.data + *at, size};
            *at += size;
            return true;
        }
    }
    return false;
}

/* Numbers of the tree in the order of the text: first the node, then what is in it, then what follows. */
static void number_tree(cJSON *root) {
    cJSON *stack[TREE_STACK_MAX];
    unsigned depth = 0;
    int count = 0;
    stack[depth++] = root;
    while (depth > 0) {
        cJSON *node = stack[--depth];
        if (!node) {
            continue;
        }
        if (cJSON_IsNumber(node)) {
            node->valueint = count++;
        }
        stack[depth++] = node == root ? NULL : node->next;
        if (node->child) {
            stack[depth++] = node->child;
        }
    }
}

static lob_status keep_numbers(lob_document *document, lob_str text) {
    size_t at = 0, count = 0;
    lob_str number;
    while (next_number(text, &at, &number)) {
        count++;
    }
    lob_str *numbers = LOB_NEW_ARRAY(document->ctx->arena, lob_str, count);
    if (!numbers) {
        return lob_fail_memory(document->ctx);
    }
    at = 0;
    for (size_t i = 0; i < count; i++) {
        next_number(text, &at, &numbers[i]);
    }
    document->numbers = numbers;
    number_tree(document->json);
    return LOB_OK;
}

/* The digits of ECMAScript's shortest form, point and exponent apart: 0.DIGITS * 10^point. */
static int split_digits(double value, char digits[LOB_NUM_TEXT_SIZE], int *point) {
    char text[LOB_NUM_TEXT_SIZE];
    lob_num_print(text, value);
    int count = 0, exponent = 0;
    bool has_point = false;
    *point = 0;
    for (const char *at = text; *at; at++) {
        if (*at == 'e') {
            int64_t read = 0;
            lob_num_parse_int(at + (at[1] == '+' ? 2 : 1), -400, 400, &read);
            exponent = (int)read;
            break;
        }
        if (*at == '.') {
            has_point = true;
        } else if (*at != '0' || count > 0) {
            digits[count++] = *at;
            *point += !has_point;
        } else {
            *point -= has_point;
        }
    }
    *point += exponent;
    while (count > 1 && digits[count - 1] == '0') {
        count--;
    }
    return count;
}

size_t lob_python_float(char *out, double value) {
    char digits[LOB_NUM_TEXT_SIZE] = "0";
    int point = 1, count = 1;
    size_t size = 0;
    if (signbit(value)) {
        out[size++] = '-';
    }
    if (value != 0) {
        count = split_digits(fabs(value), digits, &point);
    }
    if (point > 16 || point < -3) {
        size += (size_t)snprintf(out + size, LOB_NUM_TEXT_SIZE - size, "%c%s%.*se%c%02d", digits[0],
                                 count > 1 ? "." : "", count - 1, digits + 1, point > 0 ? '+' : '-', abs(point - 1));
        return size;
    }
    const int whole = point > 0 ? point : 0, zeros = point < 0 ? -point : 0;
    for (int i = 0; i < whole; i++) {
        out[size++] = i < count ? digits[i] : '0';
    }
    size += (size_t)snprintf(out + size, LOB_NUM_TEXT_SIZE - size, "%s.%.*s", whole > 0 ? "" : "0", zeros, "000");
    for (int i = whole; i < count; i++) {
        out[size++] = digits[i];
    }
    if (count <= whole) {
        out[size++] = '0';
    }
    out[size] = '\0';
    return size;
}

lob_str lob_document_printed(const lob_document *document, const cJSON *number) {
    if (!cJSON_IsNumber(number)) {
        return LOB_STR("None");
    }
    const lob_str written = document->numbers[number->valueint];
    char text[LOB_NUM_TEXT_SIZE];
    size_t size = 0;
    bool is_float = false;
    for (size_t i = 0; i < written.size; i++) {
        is_float = is_float || strchr(".eE", written.data[i]);
    }
    if (is_float) {
        size = lob_python_float(text, number->valuedouble);
        return (lob_str){lob_arena_strdup(document->ctx->arena, text, size), size};
    }
    if (lob_str_equal(written, LOB_STR("-0"))) {
        return LOB_STR("0");
    }
    return (lob_str){lob_arena_strdup(document->ctx->arena, written.data, written.size), written.size};
}

/* ---- trees ---- */

const cJSON *lob_document_array(const cJSON *object, const char *name) {
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsArray(member) ? member : NULL;
}

lob_str lob_document_text(const cJSON *object, const char *name) {
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsString(member) ? lob_str_from(member->valuestring) : (lob_str){0};
}

static lob_status check_version(lob_document *document) {
    const lob_str found = lob_document_text(document->json, "schema_version");
    document->version = LOB_STR("1.0.0");
    if (!found.data) {
        return LOB_OK;
    }
    const char *copy = lob_arena_strdup(document->ctx->arena, found.data, found.size);
    if (!copy) {
        return lob_fail_memory(document->ctx);
    }
    document->version = (lob_str){copy, found.size};
    const lob_design_compatibility fit = lob_design_check_version(document->kind, document->version);
    if (!fit.compatible) {
        const char *const *versions = lob_design_versions(document->kind);
        lob_hint(document->ctx, "Give a file of version %s%s%s, or a later one of the same major.", versions[0],
                 versions[1] ? " or " : "", versions[1] ? versions[1] : "");
        return lob_document_fail(document->ctx, document->kind, "version", "Unsupported schema version",
                                 document->version);
    }
    return fit.is_newer ? lob_document_note(document, "newer_version",
                                            "The file is of a later version; members that it brought are passed by.")
                        : LOB_OK;
}

lob_status lob_document_open(lob_ctx *ctx, lob_design_kind kind, lob_str text, lob_document *document) {
    lob_json_fault fault;
    *document = (lob_document){.ctx = ctx, .kind = kind};
    lob_json_init();
    document->json = lob_json_parse(text, &fault);
    if (!document->json) {
        return refuse_json(ctx, kind, &fault);
    }
    LOB_TRY(keep_numbers(document, text));
    return check_version(document);
}

lob_status lob_document_migrate(lob_document *document) {
    const lob_design_compatibility fit = lob_design_check_version(document->kind, document->version);
    if (!fit.migration_needed || !cJSON_IsObject(document->json)) {
        return LOB_OK;
    }
    document->is_migrated = !fit.is_newer;
    return lob_design_migrate(document->ctx, document->kind, document->json, document->version,
                              lob_str_from(fit.target_version));
}

void lob_document_close(lob_document *document) {
    cJSON_Delete(document->json);
    document->json = NULL;
}

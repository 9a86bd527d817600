/* Files of design data up to a tree: reading, versions, faults in the words of seed 003.
 *
 * Invariant: a message holds our words, and names of the file only through lob_document_quoted(), at its end.
 */
#include "design/document_impl.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/map.h"
#include "base/num.h"
#include "base/utf8.h"
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
    lob_hint(ctx, "Fix the %s at the place in details.name.", words[kind].file);
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
    lob_hint(ctx, "Fix the %s at the places named in details.issues.", words[kind].file);
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

lob_status lob_document_refuse_json(lob_ctx *ctx, lob_design_kind kind, const lob_json_fault *fault) {
    if (strcmp(fault->what, "out of memory") == 0) {
        return lob_fail_memory(ctx);
    }
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "Invalid JSON: %s (line %u, column %u)", fault->what,
                                 fault->line, fault->column);
    lob_error_text(&ctx->error, "fault", lob_str_from(fault->what));
    lob_error_integer(&ctx->error, "line", fault->line);
    lob_error_integer(&ctx->error, "column", fault->column);
    lob_hint(ctx, "Fix the %s at details.line and details.column.", words[kind].file);
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
        lob_hint(document->ctx, "Give a file of version %s%s%s, or a later one with the same major version.",
                 versions[0], versions[1] ? " or " : "", versions[1] ? versions[1] : "");
        return lob_document_fail(document->ctx, document->kind, "version", "Unsupported schema version",
                                 document->version);
    }
    return fit.is_newer
               ? lob_document_note(document, "newer_version",
                                   "The file has a newer version; members that this program does not know are ignored.")
               : LOB_OK;
}

lob_status lob_document_open(lob_ctx *ctx, lob_design_kind kind, lob_str text, lob_document *document) {
    lob_json_fault fault;
    *document = (lob_document){.ctx = ctx, .kind = kind};
    lob_json_init();
    document->json = lob_json_parse(text, &fault);
    if (!document->json) {
        return lob_document_refuse_json(ctx, kind, &fault);
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

/* ---- versions, and what each newer one has made of older files ----
 * netlist 1.1.0 gave cells net_types (what their nets are for) and ports. Migrated, a cell of 1.0.0 says in net_types
 * what the names of its nets say, so that it reads as before; a member of that name that 1.0.0 happened to carry meant
 * nothing, and goes, as does ports. drc_rules 1.1.0 lets layers have datatypes; nothing of 1.0.0 means something else.
 */

static const char *const netlist_versions[] = {"1.0.0", "1.1.0", NULL};
static const char *const rules_versions[] = {"1.0.0", "1.1.0", NULL};
static const char *const first_versions[] = {"1.0.0", NULL};
static const char *const *const versions_of[LOB_DESIGN_KIND_COUNT] = {
    [LOB_DESIGN_NETLIST] = netlist_versions,
    [LOB_DESIGN_DRC_RULES] = rules_versions,
    [LOB_DESIGN_OBJECTIVES] = first_versions,
};

/* ---- Semantic Versioning ---- */

/* A number without leading zeros at *at; false when there is none or it is too large. */
static bool take_number(lob_str text, size_t *at, uint64_t *number) {
    const size_t start = *at;
    *number = 0;
    while (*at < text.size && text.data[*at] >= '0' && text.data[*at] <= '9') {
        const uint64_t digit = (uint64_t)(text.data[*at] - '0');
        if (*number > (UINT64_MAX - digit) / 10) {
            return false;
        }
        *number = *number * 10 + digit;
        ++*at;
    }
    return *at > start && !(text.data[start] == '0' && *at - start > 1);
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
static bool is_word(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
}

static bool is_number(lob_str part) {
    size_t digits = 0;
    while (digits < part.size && is_digit(part.data[digits])) {
        digits++;
    }
    return digits == part.size;
}

/* The identifier at *at, up to a '.' or the end, and behind the '.'. */
static lob_str next_part(lob_str text, size_t *at) {
    const size_t start = *at;
    while (*at < text.size && text.data[*at] != '.') {
        ++*at;
    }
    const lob_str part = {text.data + start, *at - start};
    *at += *at < text.size;
    return part;
}

/* Identifiers between dots; of a prerelease, numbers have no leading zeros. */
static bool are_parts(lob_str text, bool is_prerelease) {
    for (size_t at = 0; at < text.size || at == 0;) {
        const lob_str part = next_part(text, &at);
        if (part.size == 0 || (is_prerelease && part.size > 1 && part.data[0] == '0' && is_number(part))) {
            return false;
        }
        for (size_t i = 0; i < part.size; i++) {
            if (!is_word(part.data[i])) {
                return false;
            }
        }
    }
    return text.size > 0 && text.data[text.size - 1] != '.';
}

static bool take_byte(lob_str text, size_t *at, char byte) {
    const bool is_there = *at < text.size && text.data[*at] == byte;
    *at += is_there;
    return is_there;
}

bool lob_semver_parse(lob_str text, lob_semver *version) {
    size_t at = 0;
    *version = (lob_semver){0};
    if (!take_number(text, &at, &version->major) || !take_byte(text, &at, '.') ||
        !take_number(text, &at, &version->minor) || !take_byte(text, &at, '.') ||
        !take_number(text, &at, &version->patch)) {
        return false;
    }
    size_t plus = at;
    while (plus < text.size && text.data[plus] != '+') {
        plus++;
    }
    if (plus < text.size) {
        version->build = (lob_str){text.data + plus + 1, text.size - plus - 1};
    }
    if (take_byte(text, &at, '-')) {
        version->prerelease = (lob_str){text.data + at, plus - at};
        at = plus;
    }
    return at == plus && (!version->prerelease.data || are_parts(version->prerelease, true)) &&
           (!version->build.data || are_parts(version->build, false));
}

/* ---- what is read ---- */

const char *const *lob_design_versions(lob_design_kind kind) {
    return versions_of[kind];
}

static bool is_supported(lob_design_kind kind, lob_str version) {
    for (const char *const *at = versions_of[kind]; *at; at++) {
        if (lob_str_equal(lob_str_from(*at), version)) {
            return true;
        }
    }
    return false;
}

lob_design_compatibility lob_design_check_version(lob_design_kind kind, lob_str text) {
    lob_design_compatibility fit = {0};
    lob_semver asked, known = {0};
    if (!lob_semver_parse(text, &asked)) {
        return fit;
    }
    for (const char *const *at = versions_of[kind]; *at; at++) {
        const lob_str version = lob_str_from(*at);
        lob_semver one;
        if (lob_semver_parse(version, &one) && one.major == asked.major) {
            fit.target_version = *at; /* they stand in order */
            known = one;
        }
    }
    if (fit.target_version) {
        fit.compatible = true;
        fit.migration_needed = !is_supported(kind, text);
        fit.is_newer = asked.minor > known.minor;
    }
    return fit;
}

/* ---- migrations ---- */

static bool add_net(lob_name_map *seen, cJSON *types, const char *name) {
    uint32_t found;
    const uint32_t place = seen->count;
    if (!name) {
        return true;
    }
    if (!lob_name_map_add(seen, lob_str_from(name), place, &found)) {
        return false;
    }
    return found != place ||
           cJSON_AddStringToObject(types, name, lob_net_type_names[lob_net_type_of(lob_str_from(name))]);
}

/* Strings of an array or the values of an object. */
static bool add_nets(lob_name_map *seen, cJSON *types, const cJSON *names) {
    for (const cJSON *at = names ? names->child : NULL; at; at = at->next) {
        if (!add_net(seen, types, at->valuestring)) {
            return false;
        }
    }
    return true;
}

/* Nets that `member` of each object of the array `list` names. */
static bool add_nets_of(lob_name_map *seen, cJSON *types, const cJSON *cell, const char *list, const char *member) {
    const cJSON *items = lob_document_array(cell, list);
    for (const cJSON *at = items ? items->child : NULL; at; at = at->next) {
        if (!add_nets(seen, types, cJSON_GetObjectItemCaseSensitive(at, member))) {
            return false;
        }
    }
    return true;
}

static bool type_nets(cJSON *cell) {
    lob_name_map seen;
    lob_name_map_init(&seen);
    cJSON *types = cJSON_CreateObject();
    bool is_fine = types && add_nets_of(&seen, types, cell, "devices", "terminals") &&
                   add_nets(&seen, types, lob_document_array(cell, "nets")) &&
                   add_nets_of(&seen, types, cell, "subcells", "connections");
    cJSON_DeleteItemFromObjectCaseSensitive(cell, "net_types");
    cJSON_DeleteItemFromObjectCaseSensitive(cell, "ports");
    if (is_fine && cJSON_AddItemToObject(cell, "net_types", types)) {
        types = NULL;
    } else {
        is_fine = false;
    }
    cJSON_Delete(types);
    lob_name_map_release(&seen);
    return is_fine;
}

/* netlist 1.0.0 -> 1.1.0 */
static bool netlist_1_1_0(cJSON *data) {
    const cJSON *cells = lob_document_array(data, "cells");
    for (cJSON *cell = cells ? cells->child : NULL; cell; cell = cell->next) {
        if (cJSON_IsObject(cell) && !type_nets(cell)) {
            return false;
        }
    }
    return true;
}

static const struct {
    lob_design_kind kind;
    const char *version; /* that it leads to; steps are of one minor version to the next */
    bool (*apply)(cJSON *data);
} migrations[] = {
    {LOB_DESIGN_NETLIST, "1.1.0", netlist_1_1_0},
};

static lob_status refuse_way(lob_ctx *ctx, lob_design_kind kind, lob_str version) {
    char list[128] = "";
    size_t size = 0;
    for (const char *const *at = versions_of[kind]; *at && size < sizeof list; at++) {
        size += (size_t)snprintf(list + size, sizeof list - size, "%s%s", size ? ", " : "", *at);
    }
    lob_hint(ctx, "Supported versions: %s; a file cannot be converted to an older version.", list);
    return lob_document_fail(ctx, kind, "version", "Unsupported schema version", version);
}

static bool set_version(cJSON *data, lob_str to) {
    char text[32] = "";
    memcpy(text, to.data, to.size < sizeof text - 1 ? to.size : sizeof text - 1);
    cJSON *version = cJSON_CreateString(text);
    /* cJSON's replacing leaves a member without a name when memory runs out. */
    cJSON_DeleteItemFromObjectCaseSensitive(data, "schema_version");
    if (version && cJSON_AddItemToObject(data, "schema_version", version)) {
        return true;
    }
    cJSON_Delete(version);
    return false;
}

lob_status lob_design_migrate(lob_ctx *ctx, lob_design_kind kind, cJSON *data, lob_str from, lob_str to) {
    lob_semver first, last, step;
    const lob_design_compatibility fit = lob_design_check_version(kind, from);
    if (!fit.compatible) {
        return refuse_way(ctx, kind, from);
    }
    lob_semver_parse(from, &first);
    if (!is_supported(kind, to) || !lob_semver_parse(to, &last) || first.major != last.major ||
        (last.minor < first.minor && !fit.is_newer)) {
        return refuse_way(ctx, kind, to);
    }
    for (size_t i = 0; i < sizeof migrations / sizeof migrations[0]; i++) {
        lob_semver_parse(lob_str_from(migrations[i].version), &step);
        if (migrations[i].kind == kind && first.minor < step.minor && step.minor <= last.minor &&
            !migrations[i].apply(data)) {
            return lob_fail_memory(ctx);
        }
    }
    return set_version(data, to) ? LOB_OK : lob_fail_memory(ctx);
}

lob_net_type lob_net_type_of(lob_str name) {
    static const char *const power[] = {"vdd", "vcc", "avdd", "dvdd"}, *const ground[] = {"vss", "gnd", "avss", "dvss"};
    for (size_t i = 0; i < 4; i++) {
        if (name.size == strlen(power[i]) && strncasecmp(name.data, power[i], name.size) == 0) {
            return LOB_NET_TYPE_POWER;
        }
        if (name.size == strlen(ground[i]) && strncasecmp(name.data, ground[i], name.size) == 0) {
            return LOB_NET_TYPE_GROUND;
        }
    }
    return LOB_NET_TYPE_SIGNAL;
}

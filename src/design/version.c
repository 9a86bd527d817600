/* Versions of design data, and what each newer one has made of older files.
 *
 * netlist 1.1.0 gave cells net_types (what their nets are for) and ports. Migrated, a cell of 1.0.0 says in net_types
 * what the names of its nets say, so that it reads as before; a member of that name that 1.0.0 happened to carry meant
 * nothing, and goes, as does ports.
 */
#include "design/version.h"

#include "base/map.h"
#include "design/document_impl.h"
#include "design/netlist.h"

static const char *const netlist_versions[] = {"1.0.0", "1.1.0", NULL};
static const char *const first_versions[] = {"1.0.0", NULL};
static const struct {
    const char *name;
    const char *const *versions;
} kinds[LOB_DESIGN_KIND_COUNT] = {
    [LOB_DESIGN_NETLIST] = {"netlist", netlist_versions},
    [LOB_DESIGN_DRC_RULES] = {"drc_rules", first_versions},
    [LOB_DESIGN_OBJECTIVES] = {"objectives", first_versions},
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

static int compare_parts(lob_str a, lob_str b) {
    if (is_number(a) && is_number(b)) {
        return a.size != b.size ? (a.size < b.size ? -1 : 1) : lob_str_compare(a, b);
    }
    return is_number(a) != is_number(b) ? (is_number(a) ? -1 : 1) : lob_str_compare(a, b);
}

static int compare_numbers(uint64_t a, uint64_t b) {
    return (a > b) - (a < b);
}

static int compare_prereleases(lob_str a, lob_str b) {
    size_t at_a = 0, at_b = 0;
    while (at_a < a.size && at_b < b.size) {
        const int order = compare_parts(next_part(a, &at_a), next_part(b, &at_b));
        if (order != 0) {
            return order;
        }
    }
    return (at_a < a.size) - (at_b < b.size);
}

int lob_semver_compare(const lob_semver *a, const lob_semver *b) {
    int order = compare_numbers(a->major, b->major);
    order = order != 0 ? order : compare_numbers(a->minor, b->minor);
    order = order != 0 ? order : compare_numbers(a->patch, b->patch);
    if (order != 0) {
        return order;
    }
    if (!a->prerelease.data || !b->prerelease.data) {
        return (a->prerelease.data == NULL) - (b->prerelease.data == NULL);
    }
    return compare_prereleases(a->prerelease, b->prerelease);
}

/* ---- what is read ---- */

const char *lob_design_kind_name(lob_design_kind kind) {
    return kinds[kind].name;
}

const char *const *lob_design_versions(lob_design_kind kind) {
    return kinds[kind].versions;
}

static bool is_supported(lob_design_kind kind, lob_str version) {
    for (const char *const *at = kinds[kind].versions; *at; at++) {
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
    for (const char *const *at = kinds[kind].versions; *at; at++) {
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
        return lob_document_fail(ctx, kind, "version", "Unsupported schema version", from);
    }
    lob_semver_parse(from, &first);
    if (!is_supported(kind, to) || !lob_semver_parse(to, &last) || first.major != last.major ||
        (last.minor < first.minor && !fit.is_newer)) {
        return lob_document_fail(ctx, kind, "version", "Unsupported schema version", to);
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

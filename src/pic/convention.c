/* Reading a convention file and what its schema cannot check. */
#include "pic/convention.h"

#include <regex.h>
#include <stdio.h>

#include "gen/conventions.h"
#include "gen/parse.h"
#include "json/reader.h"

/* ---- faults ---- */

static lob_status refuse(lob_ctx *ctx, const char *reason, const char *message, const char *hint) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "%s", message);
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    lob_hint(ctx, "%s", hint);
    return status;
}

/* One fault at `path` of the file. */
static lob_status refuse_at(lob_ctx *ctx, const char *path, const char *rule, const char *expected, lob_str got) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "The convention file is inconsistent: %s", path);
    lob_issue *issue = lob_error_issue(&ctx->error);
    if (issue) {
        snprintf(issue->path, sizeof issue->path, "%s", path);
        snprintf(issue->rule, sizeof issue->rule, "%s", rule);
        snprintf(issue->expected, sizeof issue->expected, "%s", expected);
        snprintf(issue->got, sizeof issue->got, "%.*s", (int)(got.size < 80 ? got.size : 80), got.data ? got.data : "");
    }
    lob_error_text(&ctx->error, "reason", lob_str_from(rule));
    lob_hint(ctx, "Fix the convention file at the places named in details.issues and open the layout again.");
    return status;
}

/* ---- layers ---- */

static const lob_convention_layer *own_layer(const lob_convention *c, lob_str name) {
    for (size_t i = 0; i < c->layers.count; i++) {
        if (lob_str_equal(c->layers.names[i], name)) {
            return &c->layers.items[i];
        }
    }
    return NULL;
}

const lob_convention_layer *lob_convention_find_layer(const lob_convention_chain *chain, lob_str name) {
    for (unsigned i = 0; i < chain->count; i++) {
        const lob_convention_layer *layer = own_layer(chain->items[i], name);
        if (layer) {
            return layer;
        }
    }
    return NULL;
}

static lob_status check_layer(lob_ctx *ctx, const lob_convention_chain *chain, const char *path, lob_str name) {
    if (!name.data || lob_convention_find_layer(chain, name)) {
        return LOB_OK;
    }
    for (unsigned i = 0; i < chain->count; i++) {
        for (size_t k = 0; k < chain->items[i]->layers.count; k++) {
            lob_error_candidate(&ctx->error, chain->items[i]->layers.names[k]);
        }
    }
    return refuse_at(ctx, path, "layer", "name of one of $.layers", name);
}

/* ---- markers ---- */

typedef struct fitting { /* what goes with a shape */
    unsigned directions, positions, widths;
} fitting;

#define D(name) (1u << LOB_CONVENTION_MARKER_DIRECTION_##name)
#define P(name) (1u << LOB_CONVENTION_MARKER_POSITION_##name)
#define W(name) (1u << LOB_CONVENTION_MARKER_WIDTH_##name)

static const fitting fittings[LOB_CONVENTION_MARKER_SHAPE_COUNT] = {
    [LOB_CONVENTION_MARKER_SHAPE_PATH2] = {D(P1_TO_P2) | D(P2_TO_P1) | D(NONE), P(MID) | P(P1) | P(P2),
                                           W(PATH_WIDTH) | W(NONE)},
    [LOB_CONVENTION_MARKER_SHAPE_BOX] = {D(NEAREST_SIDE) | D(NONE), P(CENTER), W(MIN_SIDE) | W(MAX_SIDE) | W(NONE)},
    [LOB_CONVENTION_MARKER_SHAPE_POLYGON] = {D(NEAREST_SIDE) | D(NONE), P(CENTER), W(MIN_SIDE) | W(MAX_SIDE) | W(NONE)},
    [LOB_CONVENTION_MARKER_SHAPE_BOX_OR_POLYGON] = {D(NEAREST_SIDE) | D(NONE), P(CENTER),
                                                    W(MIN_SIDE) | W(MAX_SIDE) | W(NONE)},
    [LOB_CONVENTION_MARKER_SHAPE_TRIANGLE] = {D(TIP) | D(TIP_OPPOSITE) | D(NONE), P(BASE) | P(TIP), W(BASE) | W(NONE)},
    [LOB_CONVENTION_MARKER_SHAPE_RECT_HALF_OUT] = {D(NEAREST_SIDE), P(CENTER), W(ACROSS) | W(NONE)},
    [LOB_CONVENTION_MARKER_SHAPE_RECT_INSIDE] = {D(NEAREST_SIDE), P(SIDE) | P(CENTER), W(ACROSS) | W(NONE)},
    [LOB_CONVENTION_MARKER_SHAPE_ARROW] = {D(TIP) | D(TIP_OPPOSITE) | D(NONE), P(TIP), W(NONE)},
    [LOB_CONVENTION_MARKER_SHAPE_EDGE_ON_BOUNDARY] = {0, 0, 0},
};

#undef D
#undef P
#undef W

static lob_status check_marker(lob_ctx *ctx, const lob_convention_chain *chain, const lob_convention_marker *m,
                               size_t index) {
    char path[80];
    const fitting *f = &fittings[m->shape];
    bool is_edge = m->shape == LOB_CONVENTION_MARKER_SHAPE_EDGE_ON_BOUNDARY;
    snprintf(path, sizeof path, "$.port_markers[%zu].on", index);
    LOB_TRY(check_layer(ctx, chain, path, m->on));
    if (!m->on.data && !is_edge) {
        return refuse_at(ctx, path, "required", "the marker's layer", (lob_str){0});
    }
    snprintf(path, sizeof path, "$.port_markers[%zu].direction", index);
    if (m->has_direction && !(f->directions >> m->direction & 1)) {
        return refuse_at(ctx, path, "shape", "a direction that the shape has",
                         lob_str_from(lob_convention_marker_direction_names[m->direction]));
    }
    snprintf(path, sizeof path, "$.port_markers[%zu].position", index);
    if (m->has_position && !(f->positions >> m->position & 1)) {
        return refuse_at(ctx, path, "shape", "a position that the shape has",
                         lob_str_from(lob_convention_marker_position_names[m->position]));
    }
    snprintf(path, sizeof path, "$.port_markers[%zu].width", index);
    if (m->has_width && !(f->widths >> m->width & 1)) {
        return refuse_at(ctx, path, "shape", "a width that the shape has",
                         lob_str_from(lob_convention_marker_width_names[m->width]));
    }
    snprintf(path, sizeof path, "$.port_markers[%zu].name", index);
    if (m->name && is_edge && m->name->from == LOB_CONVENTION_PORT_NAME_FROM_TEXT && !m->name->on.data) {
        return refuse_at(ctx, path, "required", "on: the layer of the names", (lob_str){0});
    }
    LOB_TRY(check_layer(ctx, chain, path, m->name ? m->name->on : (lob_str){0}));
    for (size_t i = 0; i < m->connects.count; i++) {
        snprintf(path, sizeof path, "$.port_markers[%zu].connects[%zu]", index, i);
        LOB_TRY(check_layer(ctx, chain, path, m->connects.items[i]));
    }
    return LOB_OK;
}

static lob_status check_markers(lob_ctx *ctx, const lob_convention_chain *chain, const lob_convention *c) {
    for (size_t i = 0; i < c->port_markers.count; i++) {
        LOB_TRY(check_marker(ctx, chain, &c->port_markers.items[i], i));
        for (size_t k = 0; k < i; k++) {
            if (lob_str_equal(c->port_markers.items[i].id, c->port_markers.items[k].id)) {
                char path[80];
                snprintf(path, sizeof path, "$.port_markers[%zu].id", i);
                return refuse_at(ctx, path, "unique", "an id that no other marker has", c->port_markers.items[i].id);
            }
        }
    }
    return LOB_OK;
}

/* ---- the rest ---- */

static lob_status check_label(lob_ctx *ctx, const lob_convention_chain *chain, const lob_convention_label *label,
                              size_t index) {
    char path[80];
    regex_t expression;
    for (size_t i = 0; i < label->on.count; i++) {
        snprintf(path, sizeof path, "$.labels[%zu].on[%zu]", index, i);
        LOB_TRY(check_layer(ctx, chain, path, label->on.items[i]));
    }
    snprintf(path, sizeof path, "$.labels[%zu].regex", index);
    /* Counted repeats multiply the automaton, back references its time. */
    if (strpbrk(label->regex.data, "{")) {
        return refuse_at(ctx, path, "regex", "an expression without counted repeats {}", label->regex);
    }
    for (const char *at = label->regex.data; *at; at++) {
        if (*at == '\\' && *++at >= '1' && *at <= '9') {
            return refuse_at(ctx, path, "regex", "an expression without back references", label->regex);
        }
        if (!*at) {
            break;
        }
    }
    int fault = regcomp(&expression, label->regex.data, REG_EXTENDED);
    if (fault == REG_ESPACE) {
        return lob_fail_memory(ctx);
    }
    if (fault) {
        return refuse_at(ctx, path, "regex", "a POSIX extended regular expression", label->regex);
    }
    size_t groups = expression.re_nsub;
    regfree(&expression);
    snprintf(path, sizeof path, "$.labels[%zu].groups", index);
    return groups >= label->groups.count
               ? LOB_OK
               : refuse_at(ctx, path, "maxItems", "at most as many names as the expression has groups", (lob_str){0});
}

static lob_status check_name(lob_ctx *ctx, lob_str name) {
    for (size_t i = 0; i < name.size; i++) {
        char c = name.data[i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_')) {
            return refuse_at(ctx, "$.name", "format", "lower case letters, digits, - and _", name);
        }
    }
    return LOB_OK;
}

static lob_status check(lob_ctx *ctx, const lob_convention_chain *chain) {
    const lob_convention *c = chain->items[0];
    char path[80];
    LOB_TRY(check_name(ctx, c->name));
    LOB_TRY(check_markers(ctx, chain, c));
    LOB_TRY(check_layer(ctx, chain, "$.device.on", c->device ? c->device->on : (lob_str){0}));
    for (size_t i = 0; i < c->labels.count; i++) {
        LOB_TRY(check_label(ctx, chain, &c->labels.items[i], i));
    }
    for (size_t i = 0; i < c->known_ports.count; i++) {
        snprintf(path, sizeof path, "$.known_ports[%zu].layer", i);
        LOB_TRY(check_layer(ctx, chain, path, c->known_ports.items[i].layer));
    }
    return LOB_OK;
}

/* ---- files ---- */

static lob_status read_text(lob_ctx *ctx, lob_str text, lob_convention *c) {
    lob_json_fault fault;
    cJSON *root = lob_json_parse(text, &fault);
    if (!root && strcmp(fault.what, "out of memory") == 0) {
        return lob_fail_memory(ctx);
    }
    if (!root) {
        lob_status status = refuse(ctx, "json", "The convention file is not valid JSON",
                                   "Fix the file at details.line and details.column and open the layout again.");
        lob_error_text(&ctx->error, "fault", lob_str_from(fault.what));
        lob_error_integer(&ctx->error, "line", fault.line);
        lob_error_integer(&ctx->error, "column", fault.column);
        return status;
    }
    lob_status status = lob_convention_parse(ctx, root, c);
    cJSON_Delete(root);
    if (status != LOB_OK && status != LOB_E_TOOL_LIMIT_EXCEEDED) {
        lob_error_text(&ctx->error, "reason", LOB_STR("convention"));
    }
    return status;
}

static lob_status add_text(lob_ctx *ctx, lob_str text, lob_convention_chain *chain) {
    lob_convention *c = LOB_NEW(ctx->arena, lob_convention);
    if (!c) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(read_text(ctx, text, c));
    chain->items[chain->count++] = c;
    return LOB_OK;
}

/* The built-in texts are parsed one after the other: they are few and small. */
static lob_status add_builtin(lob_ctx *ctx, lob_str name, bool *found, lob_convention_chain *chain) {
    *found = false;
    for (size_t i = 0; i < LOB_CONVENTION_TEXT_COUNT && !*found; i++) {
        lob_convention_chain one = {.count = 0};
        LOB_TRY(add_text(ctx, lob_str_from(lob_convention_texts[i]), &one));
        if (lob_str_equal(one.items[0]->name, name)) {
            *found = true;
            chain->items[chain->count++] = one.items[0];
        }
    }
    return LOB_OK;
}

static lob_status add_extended(lob_ctx *ctx, lob_convention_chain *chain) {
    while (chain->items[chain->count - 1]->extends.data) {
        lob_str name = chain->items[chain->count - 1]->extends;
        bool found = false;
        if (chain->count < LOB_CONVENTION_CHAIN_MAX) {
            LOB_TRY(add_builtin(ctx, name, &found, chain));
        }
        if (!found) {
            for (size_t i = 0; i < LOB_CONVENTION_TEXT_COUNT; i++) {
                lob_convention_chain one = {.count = 0};
                LOB_TRY(add_text(ctx, lob_str_from(lob_convention_texts[i]), &one));
                lob_error_candidate(&ctx->error, one.items[0]->name);
            }
            return refuse_at(ctx, "$.extends", "extends", "name of a built-in convention", name);
        }
    }
    return LOB_OK;
}

lob_status lob_convention_load(lob_ctx *ctx, lob_str text, lob_convention_chain *chain) {
    lob_json_init();
    *chain = (lob_convention_chain){.count = 0};
    if (text.size > LOB_CONVENTION_SIZE_MAX) {
        return refuse(ctx, "size", "The convention file is too large",
                      "Give a JSON file of at most a megabyte, as docs/mechanisms/ports.md describes.");
    }
    LOB_TRY(add_text(ctx, text, chain));
    LOB_TRY(add_extended(ctx, chain));
    return check(ctx, chain);
}

lob_status lob_convention_builtin(lob_ctx *ctx, lob_str name, bool *found, lob_convention_chain *chain) {
    lob_json_init();
    *chain = (lob_convention_chain){.count = 0};
    LOB_TRY(add_builtin(ctx, name, found, chain));
    if (!*found) {
        return LOB_OK;
    }
    LOB_TRY(add_extended(ctx, chain));
    return check(ctx, chain);
}

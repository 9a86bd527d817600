/* Layers of a deck: numbers, names, expressions. An expression is read with a stack of the operators that are open, not
 * by recursion; a name may use those before it only, so there are no circles. */
#include <stdio.h>

#include "rules/deck_impl.h"
#include "json/reader.h"

enum { DEPTH_MAX = 32, PATH_SIZE = 160, NODES_MAX = 1 << 20, DISTANCE_MAX = 8 };

typedef struct open_op {
    lob_layers_op op;
    const cJSON *next; /* operand */
    unsigned index;    /* of the operand at work */
    uint32_t left;     /* what stands so far; LOB_NONE: nothing */
} open_op;

typedef struct expression {
    deck_reading *r;
    const char *path;
    lob_str rule;
    open_op ops[DEPTH_MAX];
    unsigned depth;
} expression;

static const char *const op_names[] = {
    [LOB_LAYERS_OR] = "or", [LOB_LAYERS_AND] = "and", [LOB_LAYERS_NOT] = "not", [LOB_LAYERS_XOR] = "xor"};

static lob_status add_node(deck_reading *r, lob_deck_node node, uint32_t *number) {
    for (uint32_t i = 0; node.op == LOB_LAYERS_STORED && i < r->node_count; i++) {
        if (r->nodes[i].op == node.op && r->nodes[i].layer == node.layer && r->nodes[i].datatype == node.datatype) {
            *number = i;
            return LOB_OK;
        }
    }
    if (r->node_count == r->node_capacity) {
        uint32_t capacity = r->node_capacity ? 2 * r->node_capacity : 64;
        lob_deck_node *grown = capacity <= NODES_MAX ? LOB_NEW_ARRAY(r->ctx->arena, lob_deck_node, capacity) : NULL;
        if (!grown) {
            return lob_fail_memory(r->ctx);
        }
        for (uint32_t i = 0; i < r->node_count; i++) {
            grown[i] = r->nodes[i];
        }
        r->nodes = grown;
        r->node_capacity = capacity;
    }
    *number = r->node_count;
    r->nodes[r->node_count++] = node;
    return LOB_OK;
}

static bool take_number(lob_str text, size_t *at, uint32_t *value) {
    uint64_t sum = 0;
    size_t from = *at;
    while (*at < text.size && text.data[*at] >= '0' && text.data[*at] <= '9' && *at - from < 10) {
        sum = 10 * sum + (uint64_t)(text.data[(*at)++] - '0');
    }
    *value = (uint32_t)sum;
    return *at > from && sum <= UINT32_MAX;
}

bool lob_deck_is_number(lob_str text, uint32_t *layer, uint32_t *datatype) {
    size_t at = 0;
    if (!take_number(text, &at, layer) || at >= text.size || text.data[at++] != '/') {
        return false;
    }
    return take_number(text, &at, datatype) && at == text.size;
}

static void suggest(const deck_reading *r, lob_str name) {
    for (unsigned distance = 0; distance < DISTANCE_MAX; distance++) {
        for (uint32_t i = 0; i < r->name_count; i++) {
            if (lob_str_distance(name, r->names[i], DISTANCE_MAX) == distance) {
                lob_error_candidate(&r->ctx->error, r->names[i]);
            }
        }
    }
    for (uint32_t i = 0; i < r->name_count && r->ctx->error.candidate_count == 0; i++) {
        lob_error_candidate(&r->ctx->error, r->names[i]);
    }
}

static lob_status layer_named(deck_reading *r, lob_str name, const char *path, lob_str rule, uint32_t *node) {
    for (uint32_t i = 0; i < r->name_count; i++) {
        if (lob_str_equal(r->names[i], name)) {
            *node = r->named[i];
            return LOB_OK;
        }
    }
    lob_deck_node stored = {.op = LOB_LAYERS_STORED};
    if (lob_deck_is_number(name, &stored.layer, &stored.datatype)) {
        return add_node(r, stored, node);
    }
    lob_status status = lob_deck_refuse(r->ctx, path, "layer", "a name of $.layers, or L/D", name, rule);
    suggest(r, name);
    return status;
}

/* ---- expressions ---- */

static void print_place(const expression *e, char out[PATH_SIZE]) {
    int size = snprintf(out, PATH_SIZE, "%s", e->path);
    for (unsigned i = 0; i < e->depth && size < PATH_SIZE; i++) {
        size += snprintf(out + size, (size_t)(PATH_SIZE - size), ".%s[%u]", op_names[e->ops[i].op], e->ops[i].index);
    }
}

static lob_status refuse(const expression *e, const char *fault, const char *expected) {
    char path[PATH_SIZE];
    print_place(e, path);
    return lob_deck_refuse(e->r->ctx, path, fault, expected, (lob_str){0}, e->rule);
}

/* The operator of an object and its first operand. */
static lob_status open_operator(expression *e, const cJSON *json, const cJSON **first) {
    const cJSON *list = cJSON_IsObject(json) ? json->child : NULL;
    int op = LOB_LAYERS_STORED;
    for (int i = LOB_LAYERS_OR; list && i <= LOB_LAYERS_XOR; i++) {
        op = strcmp(list->string, op_names[i]) == 0 ? i : op;
    }
    if (op == LOB_LAYERS_STORED || list->next || !cJSON_IsArray(list) || cJSON_GetArraySize(list) < 2) {
        return refuse(e, "layer", "\"L/D\", a name, or {\"and\"|\"or\"|\"not\"|\"xor\": [two or more layers]}");
    }
    if (e->depth == DEPTH_MAX) {
        return refuse(e, "depth", "operators nested at most 32 deep");
    }
    *first = list->child;
    e->ops[e->depth++] = (open_op){.op = (lob_layers_op)op, .next = list->child->next, .left = LOB_NONE};
    return LOB_OK;
}

/* Hands an operand to the operators that are open, as far as they are complete; *next: the operand to read next. */
static lob_status close_operators(expression *e, uint32_t *node, const cJSON **next) {
    *next = NULL;
    while (e->depth > 0) {
        open_op *o = &e->ops[e->depth - 1];
        if (o->left != LOB_NONE) {
            const lob_deck_node both = {.op = o->op, .left = o->left, .right = *node};
            LOB_TRY(add_node(e->r, both, node));
        }
        o->left = *node;
        if (o->next) {
            *next = o->next;
            o->next = o->next->next;
            o->index++;
            return LOB_OK;
        }
        e->depth--;
    }
    return LOB_OK;
}

static lob_status read_expression(expression *e, const cJSON *json, uint32_t *node) {
    char path[PATH_SIZE];
    while (json) {
        if (!cJSON_IsString(json)) {
            LOB_TRY(open_operator(e, json, &json));
            continue;
        }
        print_place(e, path);
        LOB_TRY(layer_named(e->r, lob_str_from(json->valuestring), path, e->rule, node));
        LOB_TRY(close_operators(e, node, &json));
    }
    return LOB_OK;
}

lob_status lob_deck_expression(deck_reading *r, lob_str text, const char *path, lob_str rule, uint32_t *node) {
    expression e = {.r = r, .path = path, .rule = rule};
    lob_json_fault fault;
    cJSON *json = lob_json_parse(text, &fault);
    if (!json) { /* it was checked when it came */
        return lob_fail_memory(r->ctx);
    }
    lob_status status = read_expression(&e, json, node);
    cJSON_Delete(json);
    return status;
}

lob_status lob_deck_refuse(lob_ctx *ctx, const char *path, const char *fault, const char *expected, lob_str got,
                           lob_str rule) {
    lob_status status =
        lob_fail(ctx, LOB_E_INVALID_TARGET, "The rule deck is inconsistent: %s: expected %s", path, expected);
    lob_issue *issue = lob_error_issue(&ctx->error);
    if (issue) {
        snprintf(issue->path, sizeof issue->path, "%s", path);
        snprintf(issue->rule, sizeof issue->rule, "%s", fault);
        snprintf(issue->expected, sizeof issue->expected, "%s", expected);
        snprintf(issue->got, sizeof issue->got, "%.*s", (int)(got.size < 80 ? got.size : 80), got.data ? got.data : "");
    }
    lob_error_text(&ctx->error, "reason", lob_str_from(fault));
    if (rule.data) {
        lob_error_text(&ctx->error, "rule", rule);
    }
    lob_hint(ctx, "Fix the deck at the places named in details.issues.");
    return status;
}

/* The first look at a server: who it says it is, and which tools it offers, all pages of them.
 *
 * A list of tools comes from outside, so its pages and names are bounded: a cursor that repeats is an end that is none.
 */
#include <string.h>

#include "run_impl.h"
#include "json/reader.h"

enum { PAGE_COUNT_MAX = 1000, TOOL_COUNT_MAX = 10000 };

typedef struct tool_name {
    const char *text;
    struct tool_name *next;
} tool_name;

typedef struct look {
    lob_ctx *ctx;
    conf_server server;
    tool_name *first, **end;
    size_t count;
    const char *why;
} look;

static bool look_over(look *l, const char *why) {
    l->why = why;
    return false;
}

static bool look_broken(look *l) {
    const char *verdict = conf_server_verdict(l->ctx, &l->server);
    return look_over(l, verdict != NULL ? verdict : conf_format(l->ctx, "%s", l->ctx->error.message));
}

/* The tools of one page. */
static bool take_tools(look *l, const cJSON *page) {
    const cJSON *tools = cJSON_GetObjectItemCaseSensitive(page, "tools"), *tool;
    if (!cJSON_IsArray(tools)) {
        return look_over(l, "tools/list answered without an array of tools");
    }
    cJSON_ArrayForEach(tool, tools) {
        const cJSON *name = cJSON_GetObjectItemCaseSensitive(tool, "name");
        if (!cJSON_IsString(name) || l->count >= TOOL_COUNT_MAX) {
            return look_over(l, l->count >= TOOL_COUNT_MAX ? "tools/list has no end"
                                                           : "tools/list named a tool that has no name");
        }
        tool_name *item = LOB_NEW(l->ctx->arena, tool_name);
        char *text = lob_arena_strdup(l->ctx->arena, name->valuestring, strlen(name->valuestring));
        if (item == NULL || text == NULL) {
            return look_over(l, CONF_NO_MEMORY);
        }
        item->text = text;
        *l->end = item;
        l->end = &item->next;
        l->count++;
    }
    return true;
}

/* {"cursor": CURSOR}, or data NULL for the first page. */
static bool page_params(look *l, const cJSON *cursor, lob_str *params) {
    cJSON *tree = cursor != NULL ? cJSON_CreateObject() : NULL;
    bool fine = cursor == NULL || cJSON_AddStringToObject(tree, "cursor", cursor->valuestring) != NULL;
    *params = tree != NULL && fine ? conf_compact(l->ctx, tree) : (lob_str){NULL, 0};
    cJSON_Delete(tree);
    return cursor == NULL || params->data != NULL || look_over(l, CONF_NO_MEMORY);
}

/* One page; *next is the cursor of the next one, NULL at the end, in the tree that *page holds. */
static bool list_page(look *l, const cJSON *cursor, cJSON **page, const cJSON **next) {
    lob_str params;
    lob_mcp_reply reply;
    lob_json_fault fault;
    int64_t id;
    if (!page_params(l, cursor, &params)) {
        return false;
    }
    if (lob_mcp_peer_send(l->ctx, &l->server.client, "tools/list", params, &id) != LOB_OK ||
        lob_mcp_peer_take(l->ctx, &l->server.client, id, l->server.client.timeout_ms, &reply) != LOB_OK) {
        return look_broken(l);
    }
    if (reply.result.data == NULL) {
        return look_over(l,
                         conf_format(l->ctx, "tools/list was refused: %.*s", (int)reply.error.size, reply.error.data));
    }
    *page = lob_json_parse(reply.result, &fault);
    if (*page == NULL) {
        return look_over(l, conf_format(l->ctx, "tools/list cannot be read: %s", fault.what));
    }
    *next = cJSON_GetObjectItemCaseSensitive(*page, "nextCursor");
    *next = cJSON_IsString(*next) ? *next : NULL;
    return take_tools(l, *page);
}

static bool list_tools(look *l) {
    cJSON *last = NULL;
    const cJSON *cursor = NULL;
    bool fine = true;
    for (unsigned count = 0; fine && (count == 0 || cursor != NULL); count++) {
        cJSON *page = NULL;
        const cJSON *next = NULL;
        fine = list_page(l, cursor, &page, &next);
        if (fine && (count == PAGE_COUNT_MAX ||
                     (cursor != NULL && next != NULL && strcmp(cursor->valuestring, next->valuestring) == 0))) {
            fine = look_over(l, "tools/list has no end: it gives the same cursor again, or too many pages");
        }
        cJSON_Delete(last);
        last = page;
        cursor = next;
    }
    cJSON_Delete(last);
    return fine;
}

static const char *text_member(look *l, const cJSON *object, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    const char *text =
        cJSON_IsString(item) ? lob_arena_strdup(l->ctx->arena, item->valuestring, strlen(item->valuestring)) : NULL;
    return text != NULL ? text : "";
}

/* initialize tells both at its top, server/discover tells who it is in _meta, and speaks what it was asked in. */
static void take_told(look *l, const conf_target *target, lob_str result, conf_told *told) {
    lob_json_fault fault;
    cJSON *tree = lob_json_parse(result, &fault);
    const cJSON *info = cJSON_GetObjectItemCaseSensitive(tree, "serverInfo");
    if (info == NULL) {
        info = cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(tree, "_meta"),
                                                "io.modelcontextprotocol/serverInfo");
    }
    const char *name = text_member(l, info, "name"), *version = text_member(l, info, "version");
    told->server = conf_format(l->ctx, "%s%s%s", name, version[0] != '\0' ? " " : "", version);
    told->protocol = text_member(l, tree, "protocolVersion");
    if (told->protocol[0] == '\0') {
        told->protocol = target->protocol != NULL ? target->protocol : CONF_PROTOCOL;
    }
    cJSON_Delete(tree);
}

static bool greet(look *l, const conf_target *target, conf_told *told) {
    lob_mcp_reply reply;
    if (conf_server_open(l->ctx, target, &l->server) != LOB_OK ||
        lob_mcp_peer_greet(l->ctx, &l->server.client, CONF_CLIENT, &reply) != LOB_OK) {
        return look_broken(l);
    }
    if (reply.result.data == NULL) {
        return look_over(
            l, conf_format(l->ctx, "the handshake was refused: %.*s", (int)reply.error.size, reply.error.data));
    }
    take_told(l, target, reply.result, told);
    return true;
}

static const char *const *as_array(look *l) {
    const char **names = LOB_NEW_ARRAY(l->ctx->arena, const char *, l->count + 1);
    size_t at = 0;
    for (const tool_name *item = l->first; names != NULL && item != NULL; item = item->next) {
        names[at++] = item->text;
    }
    if (names == NULL) {
        l->why = CONF_NO_MEMORY;
    }
    return (const char *const *)names;
}

const char *const *conf_probe(lob_ctx *ctx, const conf_target *target, conf_told *told, const char **why) {
    look *l = LOB_NEW(ctx->arena, look);
    *told = (conf_told){"", ""};
    if (l == NULL) {
        *why = CONF_NO_MEMORY;
        return NULL;
    }
    l->ctx = ctx;
    l->end = &l->first;
    l->why = conf_server_prepare(ctx, target, "probe", 0, &l->server);
    bool fine = l->why == NULL && greet(l, target, told) && list_tools(l);
    (void)conf_server_close(ctx, target, &l->server, !fine); /* how it ends is for the cases to judge */
    conf_server_drop(ctx, target, &l->server);
    const char *const *names = fine ? as_array(l) : NULL;
    *why = l->why;
    return names;
}

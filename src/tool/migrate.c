/* migrate: whether a file of design data can be read, and what it is as a newer version. What kind it is is told by the
 * members that only that kind has. */
#include <unistd.h>

#include "base/limits.h"
#include "tool/design_files.h"
#include "tool/registry.h"
#include "json/wire.h"

_Static_assert((int)LOB_MIGRATE_RESPONSE_KIND_NETLIST == (int)LOB_DESIGN_NETLIST &&
                   (int)LOB_MIGRATE_RESPONSE_KIND_DRC_RULES == (int)LOB_DESIGN_DRC_RULES &&
                   (int)LOB_MIGRATE_RESPONSE_KIND_OBJECTIVES == (int)LOB_DESIGN_OBJECTIVES,
               "kinds of files");

static bool has(const cJSON *json, const char *member) {
    return cJSON_GetObjectItemCaseSensitive(json, member) != NULL;
}

static lob_status find_kind(lob_ctx *ctx, const cJSON *json, lob_design_kind *kind) {
    const bool is_kind[LOB_DESIGN_KIND_COUNT] = {[LOB_DESIGN_NETLIST] = has(json, "cells") && has(json, "top"),
                                                 [LOB_DESIGN_DRC_RULES] = has(json, "rules") && has(json, "layers"),
                                                 [LOB_DESIGN_OBJECTIVES] = has(json, "objectives")};
    int count = 0;
    for (int i = 0; i < LOB_DESIGN_KIND_COUNT; i++) {
        if (is_kind[i]) {
            *kind = (lob_design_kind)i;
            count++;
        }
    }
    if (count == 1) {
        return LOB_OK;
    }
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "The file is not a netlist, rule file or objectives file");
    lob_error_text(&ctx->error, "argument", LOB_STR("path"));
    lob_error_text(&ctx->error, "reason", LOB_STR("kind"));
    lob_hint(ctx, "Give a file with cells and top, with rules and layers, or with objectives.");
    return status;
}

static lob_status show_versions(lob_ctx *ctx, lob_design_kind kind, lob_migrate_response *response) {
    const char *const *versions = lob_design_versions(kind);
    size_t count = 0;
    while (versions[count]) {
        count++;
    }
    response->supported_versions.items = LOB_NEW_ARRAY(ctx->arena, lob_str, count);
    if (!response->supported_versions.items) {
        return lob_fail_memory(ctx);
    }
    for (size_t i = 0; i < count; i++) {
        response->supported_versions.items[i] = lob_str_from(versions[i]);
    }
    response->supported_versions.count = count;
    return LOB_OK;
}

/* The tree as a text of the arena. */
static lob_status show_document(lob_ctx *ctx, const cJSON *json, lob_str *document) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "document", true);
    lob_wire_any(&w, json, document);
    return lob_wire_end(&w);
}

static lob_status migrate(lob_ctx *ctx, const lob_migrate_request *request, cJSON *json,
                          lob_migrate_response *response) {
    const cJSON *version = cJSON_GetObjectItemCaseSensitive(json, "schema_version");
    lob_design_kind kind = LOB_DESIGN_NETLIST;
    lob_str from = cJSON_IsString(version) ? lob_str_from(version->valuestring) : LOB_STR("1.0.0");
    LOB_TRY(find_kind(ctx, json, &kind));
    from.data = lob_arena_strdup(ctx->arena, from.data, from.size);
    if (!from.data) {
        return lob_fail_memory(ctx);
    }
    const lob_design_compatibility fit = lob_design_check_version(kind, from);
    response->kind = (lob_migrate_response_kind)kind;
    response->file_version = from;
    response->compatible = fit.compatible;
    response->migration_needed = fit.migration_needed;
    response->is_newer = fit.is_newer;
    LOB_TRY(show_versions(ctx, kind, response));
    if (!fit.compatible && (request->check_only || !request->to.data)) {
        return LOB_OK;
    }
    const lob_str to = request->to.data ? request->to : lob_str_from(fit.target_version);
    response->to_version = to;
    LOB_TRY(lob_design_blame(ctx, "path", lob_design_migrate(ctx, kind, json, from, to)));
    return request->check_only ? LOB_OK : show_document(ctx, json, &response->document);
}

static lob_status read_file(lob_call *call, lob_str path, lob_str *text) {
    struct stat info;
    int fd = -1;
    lob_status status = lob_file_open_input(call->ctx, lob_sessions_roots(call->sessions), path,
                                            LOB_LIMIT_DESIGN_FILE_SIZE, &fd, &info);
    if (status == LOB_OK) {
        status = lob_file_read_all(call->ctx, fd, LOB_LIMIT_DESIGN_FILE_SIZE, text);
        close(fd);
    }
    return lob_design_blame(call->ctx, "path", status);
}

lob_status lob_tool_migrate(lob_call *call, const lob_migrate_request *request, lob_migrate_response *response) {
    lob_ctx *ctx = call->ctx;
    lob_json_fault fault;
    lob_str text;
    LOB_TRY(read_file(call, request->path, &text));
    cJSON *json = lob_json_parse(text, &fault);
    if (!json) {
        return lob_design_blame(ctx, "path", lob_document_refuse_json(ctx, LOB_DESIGN_NETLIST, &fault));
    }
    lob_status status = migrate(ctx, request, json, response);
    cJSON_Delete(json);
    return status;
}

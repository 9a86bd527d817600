/* snapshot --cases DIR --fixtures DIR [--write DIR] -- SERVER [ARGS]: runs every case of a folder against the server.
 *
 * Fails as well when a registered tool was called by no case, or when tools/list is too large for a host. Ends with
 * "N passed, N failed, N skipped".
 */
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/registry.h"
#include "snapshot.h"
#include "json/reader.h"

enum { LISTING_SIZE_MAX = 30000 };

static int is_case(const struct dirent *entry) {
    size_t size = strlen(entry->d_name);
    return size > 5 && strcmp(entry->d_name + size - 5, ".json") == 0;
}

static bool run_all(totals *all, const char *folder) {
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_case, alphasort);
    if (count <= 0) {
        printf("  FAIL no cases in %s\n", folder);
        return false;
    }
    for (int i = 0; i < count; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        run_case(all, path);
        free(entries[i]);
    }
    free(entries);
    return true;
}

/* The names in tools/list, in order, are those of the registry. */
static const char *compare_names(lob_ctx *ctx, lob_str tools) {
    size_t index = 0;
    for (lob_str tool; next_element(&tools, &tool); index++) {
        const char *name = plain_text(ctx->arena, lob_json_raw_member(tool, "name"));
        if (index >= lob_tool_count || strcmp(name, lob_tools[index].name) != 0) {
            return "tools/list names other tools than the registry";
        }
    }
    return index == lob_tool_count ? NULL : "tools/list leaves tools out";
}

void check_listing(totals *all) {
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_mcp_client client;
    lob_mcp_client_options options = {.argv = all->server, .timeout_ms = 30000};
    lob_mcp_reply reply = {.text = {NULL, 0}};
    const char *fault = NULL;
    if (lob_mcp_client_open(&ctx, &options, &client) != LOB_OK ||
        lob_mcp_client_initialize(&ctx, &client, "snapshot", &reply) != LOB_OK ||
        lob_mcp_client_request(&ctx, &client, "tools/list", LOB_STR("{}"), &reply) != LOB_OK) {
        fault = ctx.error.message;
    } else if (reply.result.data == NULL) {
        fault = "tools/list is an error";
    } else if (reply.text.size >= LISTING_SIZE_MAX) {
        fault = "tools/list is too large";
    } else {
        fault = compare_names(&ctx, lob_json_raw_member(reply.result, "tools"));
    }
    lob_mcp_client_close(&client);
    if (fault != NULL) {
        printf("  FAIL %s (%zu bytes)\n", fault, reply.text.size);
    } else {
        printf("  tools/list: %zu tools in %zu bytes\n", lob_tool_count, reply.text.size);
    }
    all->passed += fault == NULL;
    all->failed += fault != NULL;
    lob_arena_drop(arena);
}

static void check_called(totals *all) {
    for (size_t i = 0; i < lob_tool_count && i < TOOL_COUNT_MAX; i++) {
        all->passed += all->called[i];
        all->failed += !all->called[i];
        if (!all->called[i]) {
            printf("  FAIL no case calls %s\n", lob_tools[i].name);
        }
    }
    printf("  error codes seen:");
    for (unsigned i = 1; i < CODE_COUNT_MAX; i++) {
        if (all->code_seen[i]) {
            printf(" %s", lob_status_name((lob_status)i));
        }
    }
    printf("\n");
}

int main(int argc, char **argv) {
    totals all = {.fixtures = NULL};
    const char *cases = NULL;
    char *fixtures = NULL;
    int at = 1;
    for (; at + 1 < argc && strcmp(argv[at], "--") != 0; at += 2) {
        if (strcmp(argv[at], "--cases") == 0) {
            cases = argv[at + 1];
        } else if (strcmp(argv[at], "--fixtures") == 0) {
            free(fixtures);
            fixtures = realpath(argv[at + 1], NULL);
        } else if (strcmp(argv[at], "--write") == 0) {
            all.write_path = argv[at + 1];
        }
    }
    all.fixtures = fixtures;
    if (cases == NULL || all.fixtures == NULL || at + 1 >= argc) {
        fprintf(stderr, "usage: snapshot --cases DIR --fixtures DIR [--write DIR] -- SERVER [ARGS]\n");
        return 2;
    }
    all.server = argv + at + 1;
    lob_json_init();
    if (!run_all(&all, cases)) {
        all.failed++;
    }
    check_listing(&all);
    check_called(&all);
    printf("%lu passed, %lu failed, 0 skipped\n", all.passed, all.failed);
    free(fixtures);
    return all.failed > 0;
}

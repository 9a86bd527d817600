/* snapshot --cases DIR --fixtures DIR [--plan FILE] [--write DIR [--page FILE]] -- SERVER [ARGS]: runs every case of a
 * folder, and the sweep of a plan, against the server. --write DIR writes the cases with today's answers and their
 * pictures there; with a page nothing is accepted: it shows what differs, and DIR/pictures has both sides of each
 * picture that does.
 *
 * Fails as well when a registered tool was called by no case, when a stored picture belongs to no answer, or when
 * tools/list is too large for a host. Ends with "N passed, N failed, N skipped".
 */
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "snapshot.h"
#include "tool/registry.h"
#include "json/reader.h"

static int is_case(const struct dirent *entry) {
    size_t size = strlen(entry->d_name);
    return size > 5 && strcmp(entry->d_name + size - 5, ".json") == 0 && strcmp(entry->d_name, "sweep.json") != 0;
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

/* What limits.json counts: the list without output schemas, _meta and execution. */
static size_t listing_size(lob_str tools) {
    static const char *const not_counted[] = {"outputSchema", "_meta", "execution"};
    size_t size = tools.size;
    for (lob_str tool; next_element(&tools, &tool);) {
        for (size_t i = 0; i < sizeof not_counted / sizeof *not_counted; i++) {
            const lob_str value = lob_json_raw_member(tool, not_counted[i]);
            size -= value.data != NULL ? strlen(",\"\":") + strlen(not_counted[i]) + value.size : 0;
        }
    }
    return size;
}

/* tools/list is complete and small enough for a host to take. */
static void check_listing(totals *all) {
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_mcp_client client;
    lob_mcp_client_options options = {.argv = all->server, .timeout_ms = 30000};
    lob_mcp_reply reply = {.text = {NULL, 0}};
    const char *fault = NULL;
    size_t size = 0;
    if (lob_mcp_client_open(&ctx, &options, &client) != LOB_OK ||
        lob_mcp_client_initialize(&ctx, &client, "snapshot", &reply) != LOB_OK ||
        lob_mcp_client_request(&ctx, &client, "tools/list", LOB_STR("{}"), &reply) != LOB_OK) {
        fault = ctx.error.message;
    } else if (reply.result.data == NULL) {
        fault = "tools/list is an error";
    } else {
        const lob_str tools = lob_json_raw_member(reply.result, "tools");
        size = listing_size(tools);
        fault = size > LOB_LIMIT_LISTING_SIZE ? "tools/list is too large for hosts: shorten descriptions"
                                              : compare_names(&ctx, tools);
    }
    lob_mcp_client_close(&client);
    if (fault != NULL) {
        printf("  FAIL %s (%zu bytes)\n", fault, size);
    } else {
        printf("  tools/list: %zu tools in %zu bytes\n", lob_tool_count, size);
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

static bool run_checks(totals *all, const char *plan_path, const char *page_path) {
    all->page = page_path != NULL ? page_new() : NULL;
    lob_buf_init(&all->seen, 0);
    bool fine = run_all(all, all->cases);
    shelf_finish(all);
    check_listing(all);
    check_called(all);
    fine = (plan_path == NULL || run_sweep(all, plan_path)) && fine;
    if (page_path != NULL && (all->page == NULL || !page_write(all->page, page_path))) {
        printf("  FAIL the page could not be written\n");
        fine = false;
    }
    page_drop(all->page);
    lob_buf_release(&all->seen);
    return fine;
}

int main(int argc, char **argv) {
    totals all = {.fixtures = NULL};
    const char *page_path = NULL, *plan_path = NULL;
    char *fixtures = NULL;
    int at = 1;
    for (; at + 1 < argc && strcmp(argv[at], "--") != 0; at += 2) {
        if (strcmp(argv[at], "--cases") == 0) {
            all.cases = argv[at + 1];
        } else if (strcmp(argv[at], "--fixtures") == 0) {
            free(fixtures);
            fixtures = realpath(argv[at + 1], NULL);
        } else if (strcmp(argv[at], "--plan") == 0) {
            plan_path = argv[at + 1];
        } else if (strcmp(argv[at], "--write") == 0) {
            all.write_path = argv[at + 1];
        } else if (strcmp(argv[at], "--page") == 0) {
            page_path = argv[at + 1];
        }
    }
    all.fixtures = fixtures;
    if (all.cases == NULL || all.fixtures == NULL || at + 1 >= argc || (page_path != NULL && all.write_path == NULL)) {
        fprintf(
            stderr,
            "usage: snapshot --cases DIR --fixtures DIR [--plan FILE] [--write DIR [--page FILE]] -- SERVER [ARGS]\n");
        return 2;
    }
    all.server = argv + at + 1;
    lob_json_init();
    if (!run_checks(&all, plan_path, page_path)) {
        all.failed++;
    }
    printf("%lu passed, %lu failed, 0 skipped\n", all.passed, all.failed);
    free(fixtures);
    return all.failed > 0;
}

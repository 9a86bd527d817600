/* The order of the layers: a file includes its own and lower layers only. docs/ARCHITECTURE.md explains the table. */
#include <stdio.h>
#include <string.h>

#include "lint.h"

/* Lowest first; folders of one rank may not include each other. */
static const struct {
    const char *folder;
    int rank;
} layers[] = {
    {"base", 0},    {"json", 1},    {"gen", 2},     {"geom", 3},    {"db", 4},    {"io", 5},      {"query", 6},
    {"measure", 6}, {"pic", 7},     {"render", 6},  {"draw", 7},    {"rules", 7}, {"klayout", 7}, {"diff", 6},
    {"litho", 8},   {"design", 6},  {"session", 8}, {"markers", 8}, {"api", 8},   {"tool", 9},    {"crew", 10},
    {"mcp", 11},    {"report", 10}, {"bridge", 12}, {"cli", 12},    {"main", 13}, {"proxy", 13},  {"http", 14},
};

static int rank_of(const char *path, size_t size) {
    for (size_t i = 0; i < sizeof layers / sizeof layers[0]; i++) {
        if (strlen(layers[i].folder) == size && strncmp(layers[i].folder, path, size) == 0) {
            return layers[i].rank;
        }
    }
    return -1;
}

/* The names and limits are leaves that anybody may use; the registry is for the handlers and above. */
static bool is_leaf(const char *path) {
    return strcmp(path, "gen/errors.h") == 0 || strcmp(path, "gen/limits.h") == 0;
}

static int include_rank(const char *path, size_t folder_size) {
    return starts_with(path, "gen/registry.h") ? rank_of("session", 7) : rank_of(path, folder_size);
}

static void check_include(lint *run, const source *file, unsigned long line, const char *path) {
    const char *own = file->path + strlen("src/");
    size_t own_size = strcspn(own, "/");
    size_t folder_size = strcspn(path, "/");
    if (is_leaf(path)) {
        return;
    }
    int from = rank_of(own, own_size);
    int to = include_rank(path, folder_size);
    bool same = own_size == folder_size && strncmp(own, path, own_size) == 0;
    if (from < 0) {
        complain(run, file->path, line, "folder src/%.*s has no place in the layer table (tools/lint/layers.c)",
                 (int)own_size, own);
    } else if (to < 0) {
        complain(run, file->path, line, "\"%s\": includes name their layer, as in \"base/buf.h\"", path);
    } else if (!same && to >= from) {
        complain(run, file->path, line, "src/%.*s may not include \"%s\": it is not a lower layer", (int)own_size, own,
                 path);
    }
}

void check_layers(lint *run, const source *file) {
    if (!starts_with(file->path, "src/")) {
        return;
    }
    unsigned long line = 1;
    for (const char *at = file->text; *at != '\0'; line++) {
        char path[256];
        if (sscanf(at, "#include \"%255[^\"\n]\"", path) == 1) {
            check_include(run, file, line, path);
        }
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
}

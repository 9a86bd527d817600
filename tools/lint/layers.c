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
    {"litho", 8},   {"design", 8},  {"session", 8}, {"markers", 8}, {"api", 9},   {"tool", 9},    {"crew", 10},
    {"mcp", 11},    {"report", 10}, {"client", 12}, {"tcp", 12},    {"cli", 12},  {"main", 13},   {"proxy", 13},
    {"view", 14},   {"http", 15},   {"script", 8},
};

enum { LAYER_COUNT = sizeof layers / sizeof layers[0], SHARED_RANK = 2 /* up to gen */ };

static int index_of(const char *path, size_t size) {
    for (size_t i = 0; i < LAYER_COUNT; i++) {
        if (strlen(layers[i].folder) == size && strncmp(layers[i].folder, path, size) == 0) {
            return (int)i;
        }
    }
    return -1;
}

static int rank_of(const char *path, size_t size) {
    const int index = index_of(path, size);
    return index < 0 ? -1 : layers[index].rank;
}

static void check_include(lint *run, const source *file, unsigned long line, const char *path) {
    const char *own = file->path + (starts_with(file->path, "src/") ? strlen("src/") : 0); /* gen/ is a layer, too */
    size_t own_size = strcspn(own, "/");
    size_t folder_size = strcspn(path, "/");
    int from = rank_of(own, own_size);
    int to = rank_of(path, folder_size);
    bool same = own_size == folder_size && strncmp(own, path, own_size) == 0;
    if (from < 0) {
        complain(run, file->path, line, "folder %.*s has no place in the layer table (tools/lint/layers.c)",
                 (int)own_size, own);
    } else if (to < 0) {
        complain(run, file->path, line, "\"%s\": includes name their layer, as in \"base/buf.h\"", path);
    } else if (!same && to >= from) {
        complain(run, file->path, line, "%.*s may not include \"%s\": it is not a lower layer", (int)own_size, own,
                 path);
    } else if (!same && layers[index_of(path, folder_size)].rank > SHARED_RANK) {
        run->includes[index_of(own, own_size)] |= 1ul << index_of(path, folder_size);
    }
}

void check_layers(lint *run, const source *file) {
    if (!starts_with(file->path, "src/") && !starts_with(file->path, "gen/")) {
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

/* ---- the table of docs/ARCHITECTURE.md ---- */

static const char page_path[] = "docs/ARCHITECTURE.md";

/* The last column of a layer, as the includes have it. */
static void list_includes(const lint *run, size_t layer, char *list, size_t size) {
    size_t used = (size_t)snprintf(list, size, "%s", run->includes[layer] == 0 ? "none" : "");
    for (size_t i = 0; i < LAYER_COUNT; i++) {
        if (run->includes[layer] >> i & 1 && used < size) {
            used += (size_t)snprintf(list + used, size - used, "%s%s", used > 0 ? ", " : "", layers[i].folder);
        }
    }
}

/* A row begins with "| src/LAYER |"; its last cell is compared. False: it is no row of the table. */
static bool check_row(lint *run, const char *row, size_t size, unsigned long line, size_t *layer) {
    char folder[64], expected[512], cell[512] = "";
    if (sscanf(row, "| src/%63[a-z] |", folder) != 1) {
        return false;
    }
    const int index = index_of(folder, strlen(folder));
    size_t end = size, start;
    while (end > 0 && (row[end - 1] == ' ' || row[end - 1] == '|')) {
        end--;
    }
    for (start = end; start > 0 && row[start - 1] != '|'; start--) {
    }
    snprintf(cell, sizeof cell, "%.*s", (int)(end - start - (row[start] == ' ')), row + start + (row[start] == ' '));
    if (index < 0) {
        complain(run, page_path, line, "src/%s is no layer", folder);
        return false;
    }
    *layer = (size_t)index;
    list_includes(run, *layer, expected, sizeof expected);
    if (strcmp(cell, expected) != 0) {
        complain(run, page_path, line, "src/%s includes: %s", folder, expected);
    }
    return true;
}

void check_layer_table(lint *run, const char *page) {
    const int gen = index_of("gen", 3);
    unsigned long seen = gen < 0 ? 0 : 1ul << gen, line = 1;
    for (const char *at = page; *at != '\0'; line++) {
        size_t layer, size = strcspn(at, "\n");
        if (check_row(run, at, size, line, &layer)) {
            seen |= 1ul << layer;
        }
        at += size;
        at += *at == '\n';
    }
    for (size_t i = 0; i < LAYER_COUNT; i++) {
        if (!(seen >> i & 1)) {
            complain(run, page_path, 1, "the table of layers has no row of src/%s", layers[i].folder);
        }
    }
}

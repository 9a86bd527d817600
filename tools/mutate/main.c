/* The command line, and the sources read so far. */
#include "mutate.h"

#include <stdio.h>
#include <string.h>

static const char usage[] =
    "usage: mutate --list MUTANTS.json --out FOLDER       the mutants of a list\n"
    "       mutate --conditions --out FOLDER FILE.c...    each condition of the files, flipped and dropped\n";

enum { SOURCE_SIZE_MAX = 4 << 20 };

const source *mutate_source(mutants *all, const char *path) {
    for (size_t i = 0; i < all->source_count; i++) {
        if (strcmp(all->sources[i].path, path) == 0) {
            return &all->sources[i];
        }
    }
    FILE *file = all->source_count < SOURCE_COUNT_MAX ? fopen(path, "rb") : NULL;
    if (file == NULL) {
        fprintf(stderr, "%s: cannot be read; give a source file, at most %d of them\n", path, SOURCE_COUNT_MAX);
        return NULL;
    }
    lob_buf text;
    lob_buf_init(&text, SOURCE_SIZE_MAX);
    char block[8192];
    for (size_t size; (size = fread(block, 1, sizeof block, file)) > 0;) {
        lob_buf_add(&text, block, size);
    }
    fclose(file);
    size_t size = text.size;
    const char *name = lob_arena_strdup(all->arena, path, strlen(path));
    char *kept = text.failed ? NULL : lob_arena_strdup(all->arena, size ? text.data : "", size);
    lob_buf_release(&text);
    if (name == NULL || kept == NULL) {
        fprintf(stderr, "%s: out of memory, or more than %d bytes\n", path, SOURCE_SIZE_MAX);
        return NULL;
    }
    all->sources[all->source_count] = (source){.path = name, .text = {kept, size}};
    return &all->sources[all->source_count++];
}

bool mutate_add(mutants *all, const mutant *item) {
    if (all->count == MUTANT_COUNT_MAX) {
        fprintf(stderr, "more than %d mutants; take fewer files\n", MUTANT_COUNT_MAX);
        return false;
    }
    for (size_t i = 0; i < all->count; i++) {
        const mutant *other = &all->items[i];
        bool is_apart = other->in != item->in || other->end <= item->begin || item->end <= other->begin;
        if (!is_apart && (other->begin != item->begin || other->end != item->end)) {
            fprintf(stderr, "%s: %s and %s overlap; let them replace the same text or texts apart\n", item->in->path,
                    other->name, item->name);
            return false;
        }
        if (strcmp(other->name, item->name) == 0) {
            fprintf(stderr, "%s: two mutants of this name\n", item->name);
            return false;
        }
    }
    all->items[all->count++] = *item;
    return true;
}

unsigned mutate_line(const source *in, size_t at) {
    unsigned line = 1;
    for (size_t i = 0; i < at; i++) {
        line += in->text.data[i] == '\n';
    }
    return line;
}

int main(int argc, char **argv) {
    const char *list = NULL, *folder = NULL;
    bool by_condition = false;
    int at = 1;
    for (; at < argc && strncmp(argv[at], "--", 2) == 0; at++) {
        if (strcmp(argv[at], "--conditions") == 0) {
            by_condition = true;
        } else if (strcmp(argv[at], "--list") == 0 && at + 1 < argc) {
            list = argv[++at];
        } else if (strcmp(argv[at], "--out") == 0 && at + 1 < argc) {
            folder = argv[++at];
        } else {
            at = argc;
        }
    }
    if (folder == NULL || by_condition == (list != NULL) || by_condition != (at < argc)) {
        fputs(usage, stderr);
        return 2;
    }
    lob_arena *arena = lob_arena_new(0);
    mutants all = {.arena = arena};
    all.items = arena != NULL ? lob_arena_alloc(arena, MUTANT_COUNT_MAX * sizeof *all.items) : NULL;
    bool fine = all.items != NULL && (list == NULL || mutate_read_list(&all, list));
    for (; fine && at < argc; at++) {
        fine = mutate_conditions(&all, argv[at]);
    }
    fine = fine && mutate_emit(&all, folder);
    if (fine) {
        printf("%zu mutants in %zu files\n", all.count, all.source_count);
    }
    lob_arena_drop(arena);
    return fine ? 0 : 1;
}

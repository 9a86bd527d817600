/* The sources read so far, and the mutants in them. */
#include "mutate.h"

#include <stdio.h>
#include <string.h>

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

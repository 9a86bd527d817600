/* Circles of calls between the files of one folder: a uses what b defines, and b, perhaps by way of others, what a
 * does.
 *
 * Each folder of src may have as many as tools/lint/exceptions.txt says, without a line none. `lint ROOT circles`
 * prints them all, with what closes each.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/map.h"
#include "lint.h"

struct call_file {
    call_file *next; /* by folder, then by name */
    const char *path, *code;
    size_t folder_size; /* of the path, without the last slash */
};

typedef struct folder {
    lint *run;
    const call_file *first; /* those of the folder come one after another */
    uint32_t count;
    const call_file **files;
    lob_name_map owners; /* what is defined: by which file */
    bool *uses;          /* count * count: one uses what the other defines */
    bool *reaches;       /* the same over any number of steps */
} folder;

/* By folder, then by name: a folder's own files stand before and behind those of a folder in it. */
static int order(const call_file *a, const call_file *b) {
    const size_t both = a->folder_size < b->folder_size ? a->folder_size : b->folder_size;
    const int by_folder = memcmp(a->path, b->path, both);
    return by_folder != 0                     ? by_folder
           : a->folder_size != b->folder_size ? (a->folder_size < b->folder_size ? -1 : 1)
                                              : strcmp(a->path, b->path);
}

void take_calls(lint *run, const source *file) {
    if (!starts_with(file->path, "src/") || !ends_with(file->path, ".c")) {
        return;
    }
    call_file *fresh = LOB_NEW(run->kept, call_file);
    if (fresh == NULL) {
        run->is_short = true;
        return;
    }
    fresh->path = lob_arena_strdup(run->kept, file->path, strlen(file->path));
    fresh->code = lob_arena_strdup(run->kept, file->code, file->size);
    fresh->folder_size = (size_t)(strrchr(file->path, '/') - file->path);
    call_file **at = &run->calls;
    while (*at != NULL && order(*at, fresh) < 0) {
        at = &(*at)->next;
    }
    fresh->next = *at;
    *at = fresh;
}

typedef struct defining {
    folder *f;
    uint32_t file;
} defining;

static void define(void *who, const source *file, const declared *name) {
    const defining *d = who;
    uint32_t found;
    (void)file;
    if (!name->is_static && !name->is_extern &&
        ((name->kind == NAME_FUNCTION && name->has_body) || name->kind == NAME_VARIABLE)) {
        lob_name_map_add(&d->f->owners, (lob_str){name->name, name->size}, d->file, &found);
    }
}

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static void find_uses(folder *f, uint32_t file) {
    const char *at = f->files[file]->code;
    while (*at != '\0') {
        size_t size = 0;
        while (is_word(at[size])) {
            size++;
        }
        if (size > 0) {
            const uint32_t owner = lob_name_map_find(&f->owners, (lob_str){at, size});
            if (owner != LOB_MAP_NONE && owner != file) {
                f->uses[file * f->count + owner] = true;
            }
        }
        at += size > 0 ? size : 1;
    }
}

static bool look(folder *f) {
    const size_t n = f->count;
    f->files = LOB_NEW_ARRAY(f->run->kept, const call_file *, n);
    f->uses = LOB_NEW_ARRAY(f->run->kept, bool, n *n);
    f->reaches = LOB_NEW_ARRAY(f->run->kept, bool, n *n);
    if (f->files == NULL || f->uses == NULL || f->reaches == NULL) {
        return false;
    }
    const call_file *file = f->first;
    for (uint32_t i = 0; i < n; i++, file = file->next) {
        f->files[i] = file;
        const source text = {.path = file->path, .code = (char *)(uintptr_t)file->code};
        each_name(&text, define, &(defining){f, i});
    }
    for (uint32_t i = 0; i < n; i++) {
        find_uses(f, i);
    }
    memcpy(f->reaches, f->uses, n * n * sizeof *f->reaches);
    for (size_t k = 0; k < n; k++) {
        for (size_t i = 0; i < n; i++) {
            for (size_t j = 0; f->reaches[i * n + k] && j < n; j++) {
                f->reaches[i * n + j] |= f->reaches[k * n + j];
            }
        }
    }
    return true;
}

static bool is_with(const folder *f, size_t a, size_t b) {
    return f->reaches[a * f->count + b] && f->reaches[b * f->count + a];
}

static const char *name_of(const folder *f, size_t file) {
    return f->files[file]->path + f->files[file]->folder_size + 1;
}

/* The first file of a circle prints all of it. */
static void print_circle(const folder *f, size_t first) {
    printf("%.*s:", (int)f->first->folder_size, f->first->path);
    for (size_t i = first; i < f->count; i++) {
        if (is_with(f, first, i)) {
            printf(" %s ->", name_of(f, i));
            for (size_t j = 0; j < f->count; j++) {
                if (f->uses[i * f->count + j] && is_with(f, first, j)) {
                    printf(" %s", name_of(f, j));
                }
            }
            putchar(';');
        }
    }
    putchar('\n');
}

static unsigned long count_circles(const folder *f, bool print) {
    unsigned long circles = 0;
    for (size_t i = 0; i < f->count; i++) {
        bool is_first = is_with(f, i, i);
        for (size_t j = 0; j < i && is_first; j++) {
            is_first = !is_with(f, i, j);
        }
        circles += is_first;
        if (is_first && print) {
            print_circle(f, i);
        }
    }
    return circles;
}

unsigned long check_circles(lint *run, bool print) {
    unsigned long all = 0;
    for (const call_file *file = run->calls; file != NULL;) {
        folder f = {.run = run, .first = file};
        char name[256];
        snprintf(name, sizeof name, "%.*s", (int)file->folder_size, file->path);
        do {
            f.count++;
            file = file->next;
        } while (file != NULL && file->folder_size == f.first->folder_size &&
                 memcmp(file->path, f.first->path, file->folder_size) == 0);
        lob_name_map_init(&f.owners);
        run->is_short |= !look(&f);
        const unsigned long circles = run->is_short ? 0 : count_circles(&f, print);
        lob_name_map_release(&f.owners);
        check_ceiling(run, "call-circles", name, 1, circles, 0);
        all += circles;
    }
    return all;
}

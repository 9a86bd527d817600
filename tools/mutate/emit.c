/* The copies: at each place a chain of choices, (lob_mutant == 3 ? A : lob_mutant == 4 ? B : original). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "mutate.h"

enum { PATH_SIZE = 1024 };

static int compare(const void *a, const void *b) {
    const mutant *x = a, *y = b;
    int order = strcmp(x->in->path, y->in->path);
    if (order == 0) {
        order = (x->begin > y->begin) - (x->begin < y->begin);
    }
    return order ? order : strcmp(x->name, y->name);
}

static void make_folders(const char *path) {
    char part[PATH_SIZE];
    for (size_t i = 1; path[i] != '\0' && i < sizeof part; i++) {
        if (path[i] == '/') {
            memcpy(part, path, i);
            part[i] = '\0';
            mkdir(part, 0777);
        }
    }
}

static bool is_same(const char *path, const lob_buf *text) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return false;
    }
    bool same = true;
    size_t at = 0;
    char block[8192];
    for (size_t size; same && (size = fread(block, 1, sizeof block, file)) > 0; at += size) {
        same = at + size <= text->size && memcmp(text->data + at, block, size) == 0;
    }
    fclose(file);
    return same && at == text->size;
}

static bool put(const char *folder, const char *name, const lob_buf *text) {
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    make_folders(path);
    if (text->failed || is_same(path, text)) {
        return !text->failed;
    }
    FILE *file = fopen(path, "wb");
    bool fine = file && fwrite(text->data, 1, text->size, file) == text->size;
    fine = file && fclose(file) == 0 && fine;
    if (!fine) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    }
    return fine;
}

static bool is_statement(const mutant *item) {
    return item->before[0] == '{';
}

/* All mutants of one place, from items[from] on; returns their count. */
static size_t add_place(lob_buf *out, const mutants *all, size_t from) {
    const mutant *first = &all->items[from];
    const char *original = first->in->text.data + first->begin;
    int size = (int)(first->end - first->begin);
    size_t count = 0;
    lob_buf_add_text(out, is_statement(first) ? "{ " : "(");
    for (; from + count < all->count; count++) {
        const mutant *item = &all->items[from + count];
        if (item->in != first->in || item->begin != first->begin) {
            break;
        }
        lob_buf_printf(out, is_statement(first) ? "if (lob_mutant == %zu) " : "lob_mutant == %zu ? ", from + count + 1);
        lob_buf_add_text(out, item->before);
        lob_buf_printf(out, "%.*s%s", item->keeps ? size : 0, original, item->after);
        lob_buf_add_text(out, is_statement(first) ? " else " : " : ");
    }
    lob_buf_printf(out, is_statement(first) ? "{ %.*s } }" : "(%.*s))", size, original);
    return count;
}

static bool emit_source(const mutants *all, size_t *from, const char *folder) {
    const source *in = all->items[*from].in;
    lob_buf out;
    lob_buf_init(&out, 0);
    lob_buf_printf(&out, "extern int lob_mutant;\n#line 1 \"%s\"\n", in->path);
    size_t at = 0;
    while (*from < all->count && all->items[*from].in == in) {
        const mutant *item = &all->items[*from];
        lob_buf_add(&out, in->text.data + at, item->begin - at);
        at = item->end;
        *from += add_place(&out, all, *from);
    }
    lob_buf_add(&out, in->text.data + at, in->text.size - at);
    bool fine = put(folder, in->path, &out);
    lob_buf_release(&out);
    return fine;
}

/* Which mutant runs is read before main(); a name that there is not ends the program, so that none runs unnoticed. */
static bool emit_switch(const mutants *all, const char *folder) {
    lob_buf out;
    lob_buf_init(&out, 0);
    lob_buf_add_text(&out, "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint lob_mutant;\n"
                           "static const char *const names[] = {\n");
    for (size_t i = 0; i < all->count; i++) {
        lob_buf_printf(&out, "    \"%s\",\n", all->items[i].name);
    }
    lob_buf_add_text(
        &out, "};\n__attribute__((constructor)) static void choose(void) {\n"
              "    const char *name = getenv(\"LOB_MUTANT\");\n"
              "    for (size_t i = 0; name != NULL && i < sizeof names / sizeof *names; i++) {\n"
              "        if (strcmp(name, names[i]) == 0) {\n            lob_mutant = (int)i + 1;\n        }\n    }\n"
              "    if (name != NULL && *name != '\\0' && lob_mutant == 0) {\n"
              "        fprintf(stderr, \"LOB_MUTANT: no such mutant\\n\");\n        _Exit(99);\n    }\n}\n");
    bool fine = put(folder, "lob_mutant.c", &out);
    lob_buf_release(&out);
    return fine;
}

static bool emit_table(const mutants *all, const char *folder) {
    lob_buf out;
    lob_buf_init(&out, 0);
    for (size_t i = 0; i < all->count; i++) {
        const mutant *item = &all->items[i];
        lob_buf_printf(&out, "%s\t%s:%u\t%s\n", item->name, item->in->path, mutate_line(item->in, item->begin),
                       item->caught_by);
    }
    bool fine = put(folder, "mutants.tsv", &out);
    lob_buf_release(&out);
    return fine;
}

bool mutate_emit(mutants *all, const char *folder) {
    qsort(all->items, all->count, sizeof *all->items, compare);
    bool fine = true;
    for (size_t from = 0; fine && from < all->count;) {
        fine = emit_source(all, &from, folder);
    }
    return fine && emit_switch(all, folder) && emit_table(all, folder);
}

/* Rules of every text file: no tabs, no spaces at line ends, no paths of somebody's machine, one line end at the end;
 * requirement ids are unique; a package lock names no host. */
#include <stdio.h>
#include <string.h>

#include "lint.h"

enum { ID_COUNT_MAX = 4096, ID_SIZE = 64 };

/* Split so that this file does not find itself. Tests may make up common ones. */
static const char *const machine_paths[] = {"/wo"
                                            "rk/",
                                            "/fa"
                                            "rm/",
                                            "/Us"
                                            "ers/",
                                            "/ho"
                                            "me/",
                                            "/ro"
                                            "ot/"};
enum { FIRST_COMMON = 3 };

static void check_line(lint *run, const source *file, const char *line, size_t size, unsigned long number) {
    bool is_make = ends_with(file->path, "Makefile") || ends_with(file->path, ".mk");
    if (!is_make && memchr(line, '\t', size) != NULL && !ends_with(file->path, ".tsv")) {
        complain(run, file->path, number, "a tab");
    }
    bool is_free = ends_with(file->path, ".md") || starts_with(file->path, "gen/");
    if (size > 0 && line[size - 1] == ' ' && !is_free) {
        complain(run, file->path, number, "spaces at the end");
    }
    for (size_t i = 0; i < sizeof machine_paths / sizeof machine_paths[0]; i++) {
        const char *found = memmem(line, size, machine_paths[i], strlen(machine_paths[i]));
        bool is_made_up = i >= FIRST_COMMON && starts_with(file->path, "tests/");
        if (found != NULL && !is_made_up && (found == line || strchr(" \"'`=(:,[", found[-1]) != NULL)) {
            complain(run, file->path, number, "a path of one machine (%s)", machine_paths[i]);
        }
    }
    if (ends_with(file->path, "package-lock.json") && memmem(line, size, "\"resolved\"", 10) != NULL) {
        complain(run, file->path, number, "\"resolved\" names a registry");
    }
}

/* "id": "R-AREA-NN" */
static void check_requirement(lint *run, const source *file, const char *line, unsigned long number) {
    const char *at = strstr(line, "\"id\": \"R-");
    const char *end = strchr(line, '\n');
    if (at == NULL || (end != NULL && at > end)) {
        return;
    }
    at += strlen("\"id\": \"");
    size_t size = strcspn(at, "\"\n");
    for (size_t i = 0; i < run->id_count; i++) {
        if (strlen(run->ids[i]) == size && strncmp(run->ids[i], at, size) == 0) {
            complain(run, file->path, number, "requirement %s twice", run->ids[i]);
            return;
        }
    }
    const char *id = lob_arena_strdup(run->kept, at, size);
    if (run->id_count < ID_COUNT_MAX && id != NULL) {
        run->ids[run->id_count++] = id;
    }
}

void check_text(lint *run, const source *file) {
    bool is_requirements = strcmp(file->path, "spec/requirements.json") == 0;
    if (is_requirements && run->ids == NULL) {
        run->ids = LOB_NEW_ARRAY(run->kept, const char *, ID_COUNT_MAX);
    }
    unsigned long number = 1;
    for (const char *line = file->text; *line != '\0'; number++) {
        size_t size = strcspn(line, "\n");
        check_line(run, file, line, size, number);
        if (is_requirements && run->ids != NULL) {
            check_requirement(run, file, line, number);
        }
        line += size + (line[size] == '\n');
    }
    if (file->size > 0 && file->text[file->size - 1] != '\n') {
        complain(run, file->path, number, "no line end at the end");
    }
}

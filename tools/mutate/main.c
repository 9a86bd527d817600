/* The command line. */
#include "mutate.h"

#include <stdio.h>
#include <string.h>

static const char usage[] =
    "usage: mutate --list MUTANTS.json --out FOLDER       the mutants of a list\n"
    "       mutate --conditions [--except LIST] --out FOLDER FILE.c...\n"
    "                                                     each condition of the files, flipped and dropped\n";

int main(int argc, char **argv) {
    const char *list = NULL, *except = NULL, *folder = NULL;
    bool by_condition = false;
    int at = 1;
    for (; at < argc && strncmp(argv[at], "--", 2) == 0; at++) {
        if (strcmp(argv[at], "--conditions") == 0) {
            by_condition = true;
        } else if (strcmp(argv[at], "--list") == 0 && at + 1 < argc) {
            list = argv[++at];
        } else if (strcmp(argv[at], "--except") == 0 && at + 1 < argc) {
            except = argv[++at];
        } else if (strcmp(argv[at], "--out") == 0 && at + 1 < argc) {
            folder = argv[++at];
        } else {
            at = argc;
        }
    }
    if (folder == NULL || by_condition == (list != NULL) || by_condition != (at < argc) || (except && list)) {
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
    fine = fine && (except == NULL || mutate_except(&all, except));
    fine = fine && mutate_emit(&all, folder);
    if (fine) {
        printf("%zu mutants in %zu files\n", all.count, all.source_count);
    }
    lob_arena_drop(arena);
    return fine ? 0 : 1;
}

/* lint ROOT: house rules over the source tree, one line a fault. docs/STYLE.md says what they are for. `lint ROOT
 * circles` prints the circles of calls between files of one folder as well.
 *
 * Files are taken in byte order, so that two runs complain alike. Ends with "N passed, N failed, N skipped", counting
 * files.
 */
#include <fts.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lint.h"

#define FILE_SIZE_MAX ((long)16 << 20)

static char *read_file(lob_arena *arena, const char *path, size_t *size) {
    FILE *in = fopen(path, "rb");
    if (in == NULL) {
        return NULL;
    }
    struct stat info;
    char *text = NULL;
    if (fstat(fileno(in), &info) == 0 && info.st_size <= FILE_SIZE_MAX) {
        text = lob_arena_alloc(arena, (size_t)info.st_size + 1);
        *size = text != NULL ? fread(text, 1, (size_t)info.st_size, in) : 0;
    }
    if (text != NULL) {
        text[*size] = '\0';
    }
    fclose(in);
    return text;
}

typedef struct mirror {
    const char *folder; /* "base/" */
    int folder_size;
} mirror;

static bool any_file(const char *root, const mirror *m, const char *stem) {
    char pattern[512];
    snprintf(pattern, sizeof pattern, "%s%.*s%s*", root, m->folder_size, m->folder, stem);
    glob_t found;
    bool any = glob(pattern, 0, NULL, &found) == 0;
    if (any) {
        globfree(&found);
    }
    return any;
}

/* tests/unit/LAYER/test_NAME[_ASPECT].c covers src/LAYER/NAME*, a file or a folder (or one of tools or tests): a test
 * is found by the path of what it tests. */
static void check_mirror(lint *run, const char *path) {
    const char *name = strrchr(path, '/') + 1;
    if (!starts_with(path, "tests/unit/") || !starts_with(name, "test_")) {
        return;
    }
    mirror m = {.folder = path + strlen("tests/unit/")};
    m.folder_size = (int)(name - m.folder);
    char stem[128];
    snprintf(stem, sizeof stem, "%.*s", (int)(strlen(name) - strlen("test_.c")), name + strlen("test_"));
    bool found = any_file("src/", &m, stem) || any_file("", &m, stem) || any_file("tools/", &m, stem) ||
                 any_file("tests/", &m, stem);
    stem[strcspn(stem, "_")] = '\0';
    if (!found && !any_file("src/", &m, stem) && !any_file("", &m, stem)) {
        check_ceiling(run, "unlike-its-source", path, 1, 1, 0);
    }
}

static bool is_text(const char *path) {
    static const char *const ends[] = {".c", ".h",   ".md",   ".json", ".sh",  ".py",      ".js", ".mjs",   ".txt",
                                       ".1", ".yml", ".dict", ".tsv",  "/run", "Makefile", ".mk", ".floor", ".html"};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        if (ends_with(path, ends[i])) {
            return true;
        }
    }
    return false;
}

static void check_file(lint *run, const char *path) {
    lob_arena_reset(run->arena);
    run->file_failed = false;
    source file = {.path = path};
    file.text = read_file(run->arena, path, &file.size);
    if (file.text == NULL) {
        complain(run, path, 1, "cannot be read");
    } else if (strlen(file.text) != file.size) {
        complain(run, path, 1, "a NUL byte");
    } else {
        for (size_t i = 0; i < file.size; i++) {
            file.lines += file.text[i] == '\n';
        }
        bool is_golden = starts_with(path, "tests/schemac/"); /* what the generator must print, good and bad */
        if (!is_golden) {
            check_text(run, &file);
        }
        if (!is_golden && (ends_with(path, ".c") || ends_with(path, ".h"))) {
            file.code = blank_comments(run, &file);
            if (file.code != NULL) {
                check_code(run, &file);
                take_names(run, &file);
                take_calls(run, &file);
                check_mirror(run, path);
            }
        }
    }
    run->passed += !run->file_failed;
    run->failed += run->file_failed;
}

static int by_name(const FTSENT **a, const FTSENT **b) {
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

static bool is_left_out(const FTSENT *entry) {
    static const char *const names[] = {"build", ".git", "node_modules", ".artifacts"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(entry->fts_name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool walk(lint *run) {
    char root[] = ".";
    char *roots[] = {root, NULL};
    FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
    if (tree == NULL) {
        return false;
    }
    for (FTSENT *entry; (entry = fts_read(tree)) != NULL;) {
        if (entry->fts_info == FTS_D && is_left_out(entry)) {
            fts_set(tree, entry, FTS_SKIP);
        } else if (entry->fts_info == FTS_F && is_text(entry->fts_path)) {
            check_file(run, entry->fts_path + 2);
        }
    }
    return fts_close(tree) == 0;
}

int main(int argc, char **argv) {
    const bool prints = argc == 3 && strcmp(argv[2], "circles") == 0;
    if ((argc != 2 && !prints) || chdir(argv[1]) != 0) {
        fprintf(stderr, "usage: lint ROOT [circles]\n");
        return 2;
    }
    lint run = {.arena = lob_arena_new(0), .kept = lob_arena_new(0)};
    size_t size = 0;
    char *list = run.arena != NULL && run.kept != NULL ? read_file(run.kept, "tools/lint/exceptions.txt", &size) : NULL;
    bool fine = list != NULL && load_exceptions(&run, list) && walk(&run);
    if (!fine) {
        fprintf(stderr, "lint: tools/lint/exceptions.txt or the tree cannot be read\n");
        run.failed++;
    }
    run.file_failed = false;
    check_names(&run);
    char *page = fine ? read_file(run.kept, "docs/ARCHITECTURE.md", &size) : NULL;
    if (page != NULL) {
        check_layer_table(&run, page);
    }
    const unsigned long circles = check_circles(&run, prints);
    run.failed += run.file_failed || run.is_short;
    finish_exceptions(&run);
    if (prints) {
        printf("%lu circles\n", circles);
    }
    printf("%lu passed, %lu failed, 0 skipped\n", run.passed, run.failed);
    lob_arena_drop(run.arena);
    lob_arena_drop(run.kept);
    return run.failed > 0;
}

/* fixturec: compiles recipes of layouts (fixtures/NAME.recipe.json) to GDSII (fixtures/NAME.gds), and writes that
 * layout as OASIS (fixtures/NAME.oas) with the library's writer.
 *
 * The same recipe gives the same bytes on every machine, so --check can compare with the committed files. Files are
 * written only when their bytes changed.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compile.h"
#include "convert.h"

enum { FILE_SIZE_MAX = 4 << 20, FIXTURE_SIZE_MAX = 50000, FILE_COUNT_MAX = 400, PATH_SIZE = 1024 };
static const char suffix[] = ".recipe.json";

static const char usage[] =
    "usage: fixturec FILE.recipe.json -o OUT.gds   compile one; OUT.oas gives OASIS\n"
    "       fixturec --all FOLDER                 compile every recipe of a folder beside it, to both\n"
    "       fixturec --check FOLDER               compare with the files there; 1 when one differs\n";

/* False: cannot be read, errno says why. */
static bool read_file(const char *path, lob_buf *content) {
    lob_buf_init(content, FILE_SIZE_MAX);
    FILE *file = fopen(path, "rb");
    if (!file) {
        return false;
    }
    char block[8192];
    for (size_t size; (size = fread(block, 1, sizeof block, file)) > 0;) {
        lob_buf_add(content, block, size);
    }
    bool fine = !ferror(file) && !content->failed;
    fclose(file);
    errno = fine ? 0 : EFBIG;
    return fine;
}

static bool write_file(const char *path, const lob_buf *content) {
    FILE *file = fopen(path, "wb");
    bool fine = file && fwrite(content->data, 1, content->size, file) == content->size;
    if (file && fclose(file) != 0) {
        fine = false;
    }
    if (!fine) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    }
    return fine;
}

static bool compile_file(const char *path, lob_buf *gds) {
    lob_buf recipe;
    char fault[1200];
    lob_buf_init(gds, FILE_SIZE_MAX);
    bool fine = read_file(path, &recipe);
    if (!fine) {
        fprintf(stderr, "%s: %s; give a recipe of at most 4 MB\n", path, strerror(errno));
    } else if (!fx_compile(path, (lob_str){recipe.data ? recipe.data : "", recipe.size}, gds, fault, sizeof fault)) {
        fprintf(stderr, "%s\n", fault);
        fine = false;
    }
    lob_buf_release(&recipe);
    return fine;
}

/* 0 equal, 1 different, 2 absent. */
static int compare(const char *path, const lob_buf *made) {
    lob_buf old;
    bool is_there = read_file(path, &old);
    bool equal = is_there && old.size == made->size && memcmp(old.data, made->data, made->size) == 0;
    lob_buf_release(&old);
    return equal ? 0 : is_there ? 1 : 2;
}

/* Writes `made` to `out` where it differs, or only tells of it. */
static bool keep(const char *recipe, const char *out, const lob_buf *made, bool check) {
    int state = compare(out, made);
    if (made->size > FIXTURE_SIZE_MAX) {
        fprintf(stderr, "%s: %zu bytes; a fixture has at most %d, raise tolerance_um or draw less\n", recipe,
                made->size, FIXTURE_SIZE_MAX);
        return false;
    }
    if (check && state) {
        fprintf(stderr, "%s: %s; run fixturec --all and look at the change\n", out,
                state == 1 ? "differs from its recipe" : "is missing");
        return false;
    }
    return state == 0 || write_file(out, made);
}

static bool ends_in(const char *path, const char *end) {
    size_t size = strlen(path), end_size = strlen(end);
    return size > end_size && strcmp(path + size - end_size, end) == 0;
}

/* One recipe to `gds` and to `oas`; either may be NULL. */
static bool compile_to(const char *recipe, const char *gds, const char *oas, bool check) {
    lob_buf made, converted;
    char fault[400];
    lob_buf_init(&converted, FILE_SIZE_MAX);
    bool fine = compile_file(recipe, &made);
    bool is_kept = fine && (!gds || keep(recipe, gds, &made, check));
    if (fine && oas && !fx_to_oasis(&made, &converted, fault, sizeof fault)) {
        fprintf(stderr, "%s: as OASIS: %s\n", recipe, fault);
        fine = false;
    }
    is_kept = fine && (!oas || keep(recipe, oas, &converted, check)) && is_kept;
    lob_buf_release(&made);
    lob_buf_release(&converted);
    return is_kept;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Names ending in `end`, sorted, without it; the caller frees them. */
static unsigned list_folder(const char *folder, const char *end, char *names[FILE_COUNT_MAX]) {
    unsigned count = 0;
    DIR *dir = opendir(folder);
    if (!dir) {
        fprintf(stderr, "%s: %s\n", folder, strerror(errno));
        return 0;
    }
    for (struct dirent *entry; (entry = readdir(dir)) != NULL && count < FILE_COUNT_MAX;) {
        if (ends_in(entry->d_name, end)) {
            names[count] = strndup(entry->d_name, strlen(entry->d_name) - strlen(end));
            count += names[count] ? 1 : 0;
        }
    }
    closedir(dir);
    qsort(names, count, sizeof *names, compare_names);
    return count;
}

/* A file of this extension that no recipe makes would never be checked. */
static unsigned count_strays(const char *folder, const char *extension) {
    char *names[FILE_COUNT_MAX], path[PATH_SIZE];
    unsigned count = list_folder(folder, extension, names), strays = 0;
    for (unsigned i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s%s", folder, names[i], suffix);
        FILE *recipe = fopen(path, "rb");
        if (recipe) {
            fclose(recipe);
        } else {
            fprintf(stderr, "%s/%s%s: has no recipe; write %s or remove it\n", folder, names[i], extension, path);
            strays++;
        }
        free(names[i]);
    }
    return strays;
}

static int run_folder(const char *folder, bool check) {
    char *names[FILE_COUNT_MAX], recipe[PATH_SIZE], gds[PATH_SIZE], oas[PATH_SIZE];
    unsigned count = list_folder(folder, suffix, names), failed = 0;
    for (unsigned i = 0; i < count; i++) {
        snprintf(recipe, sizeof recipe, "%s/%s%s", folder, names[i], suffix);
        snprintf(gds, sizeof gds, "%s/%s.gds", folder, names[i]);
        snprintf(oas, sizeof oas, "%s/%s.oas", folder, names[i]);
        failed += compile_to(recipe, gds, oas, check) ? 0 : 1;
        free(names[i]);
    }
    unsigned strays = check ? count_strays(folder, ".gds") + count_strays(folder, ".oas") : 0;
    printf("%u passed, %u failed\n", count - failed, failed + strays + (count ? 0 : 1));
    return failed || strays || !count;
}

int main(int argc, char **argv) {
    bool check = argc == 3 && strcmp(argv[1], "--check") == 0;
    if (check || (argc == 3 && strcmp(argv[1], "--all") == 0)) {
        return run_folder(argv[2], check);
    }
    if (argc == 4 && strcmp(argv[2], "-o") == 0) {
        bool is_oasis = ends_in(argv[3], ".oas");
        return compile_to(argv[1], is_oasis ? NULL : argv[3], is_oasis ? argv[3] : NULL, false) ? 0 : 1;
    }
    fputs(usage, stderr);
    return 2;
}

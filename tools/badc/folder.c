/* The folder of the files: written where it differs from the recipes, or compared with them. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "badc.h"

enum { PATH_SIZE = 1024, FILE_SIZE_MAX = 70000, TOTAL_SIZE_MAX = 400000 };
static const char expected_name[] = "expected.json";

static bool same_file(const char *path, const lob_buf *bytes) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        return false;
    }
    bool same = true;
    for (size_t i = 0; same && i < bytes->size; i++) {
        same = getc(file) == (unsigned char)bytes->data[i];
    }
    same = same && getc(file) == EOF;
    fclose(file);
    return same;
}

static bool write_file(const char *path, const lob_buf *bytes) {
    FILE *file = fopen(path, "wb");
    bool fine = file && (bytes->size == 0 || fwrite(bytes->data, 1, bytes->size, file) == bytes->size);
    if (file && fclose(file) != 0) {
        fine = false;
    }
    if (!fine) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    }
    return fine;
}

bool bad_keep(const char *folder, const char *name, const lob_buf *bytes, bool check) {
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (same_file(path, bytes)) {
        return true;
    }
    if (!check) {
        return write_file(path, bytes);
    }
    fprintf(stderr, "%s: is not what its recipe makes; run badc --write and look at the change\n", path);
    return false;
}

static bool is_ours(const char *name) {
    unsigned count;
    const bad_row *const *rows = bad_rows(&count);
    for (unsigned i = 0; i < count; i++) {
        if (strcmp(rows[i]->name, name) == 0) {
            return true;
        }
    }
    return strcmp(name, expected_name) == 0 || name[0] == '.';
}

static unsigned count_strays(const char *folder) {
    unsigned strays = 0;
    DIR *dir = opendir(folder);
    if (!dir) {
        fprintf(stderr, "%s: %s\n", folder, strerror(errno));
        return 1;
    }
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        if (!is_ours(entry->d_name)) {
            fprintf(stderr, "%s/%s: has no recipe; write one or remove it\n", folder, entry->d_name);
            strays++;
        }
    }
    closedir(dir);
    return strays;
}

static bool keep_row(const char *folder, const bad_row *row, bool check, size_t *total) {
    bad_file file;
    bool fine = bad_make(row, &file);
    if (fine && file.bytes.size > FILE_SIZE_MAX) {
        fprintf(stderr, "%s: %zu bytes; a file has at most %d\n", row->name, file.bytes.size, FILE_SIZE_MAX);
        fine = false;
    }
    *total += file.bytes.size;
    fine = fine && bad_keep(folder, row->name, &file.bytes, check);
    lob_buf_release(&file.bytes);
    return fine;
}

void bad_folder(const char *folder, bool check, bad_tally *tally) {
    unsigned count;
    const bad_row *const *rows = bad_rows(&count);
    size_t total = 0;
    for (unsigned i = 0; i < count; i++) {
        bool is_new = i == 0 || strcmp(rows[i - 1]->name, rows[i]->name) != 0;
        if (!is_new) {
            fprintf(stderr, "%s: two recipes have this name\n", rows[i]->name);
        }
        bool fine = keep_row(folder, rows[i], check, &total) && is_new;
        tally->passed += fine;
        tally->failed += !fine;
    }
    lob_buf expected;
    lob_buf_init(&expected, 0);
    bool fine = bad_expected(&expected) && bad_keep(folder, expected_name, &expected, check) && total <= TOTAL_SIZE_MAX;
    lob_buf_release(&expected);
    tally->passed += fine;
    tally->failed += !fine;
    tally->failed += check ? count_strays(folder) : 0;
}

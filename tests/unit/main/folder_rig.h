/* A folder of a test's own, with `tmp` in it. */
#ifndef TESTS_UNIT_MAIN_FOLDER_RIG_H
#define TESTS_UNIT_MAIN_FOLDER_RIG_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

static char folder[64];

static inline const char *in_folder(const char *name) {
    static char paths[16][128];
    static unsigned next;
    char *path = paths[next++ % 16];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static inline bool folder_make(const char *what) {
    snprintf(folder, sizeof folder, "/tmp/lob_test_%s_XXXXXX", what);
    return mkdtemp(folder) && mkdir(in_folder("tmp"), 0700) == 0;
}

static inline int folder_remove(void **state) {
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

static inline const char *put_text(const char *name, const char *text) {
    const char *path = in_folder(name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_ge(fputs(text, file), 0);
    assert_int_equal(fclose(file), 0);
    return path;
}

static inline unsigned entries(const char *path) {
    DIR *dir = opendir(path);
    unsigned count = 0;
    for (struct dirent *entry; (entry = readdir(dir));) {
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    }
    closedir(dir);
    return count;
}

#endif

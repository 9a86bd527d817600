/* The outputs on disk. Invariant: nothing here asks the arena for memory, so that running out of it cannot stop the
 * work half way: either no file is touched or every one is tried. */
#include "output.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char made_by[] = "/* Made by tools/schemac";

/* False: there is no place for it (no --docs), or the name is too long. */
static bool path_of(const sc_output *output, const sc_target *target, char path[PATH_MAX]) {
    if (output->home == SC_DOCS && !target->docs_file) {
        return false;
    }
    const char *folder = output->home == SC_SRC && target->src_folder ? target->src_folder : target->gen_folder;
    int size = output->home == SC_DOCS ? snprintf(path, PATH_MAX, "%s", target->docs_file)
                                       : snprintf(path, PATH_MAX, "%s/%s", folder, output->path);
    return size > 0 && size < PATH_MAX;
}

/* Does the file hold exactly this text? */
static bool holds(const char *path, const lob_buf *text) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        return false;
    }
    char block[4096];
    size_t at = 0;
    bool same = true;
    for (size_t size; same && (size = fread(block, 1, sizeof block, file)) > 0; at += size) {
        same = at + size <= text->size && memcmp(block, text->data + at, size) == 0;
    }
    same = same && !ferror(file) && at == text->size;
    fclose(file);
    return same;
}

static int complain(const char *path) {
    fprintf(stderr, "schemac: %s: %s\n", path, strerror(errno));
    return 1;
}

static int write_file(const char *path, const lob_buf *text) {
    char temporary[PATH_MAX + 8];
    snprintf(temporary, sizeof temporary, "%s.tmp", path);
    FILE *file = fopen(temporary, "wb");
    if (!file) {
        return complain(temporary);
    }
    bool fine = fwrite(text->data, 1, text->size, file) == text->size;
    fine = fclose(file) == 0 && fine;
    if (!fine || rename(temporary, path) != 0) {
        int status = complain(path);
        unlink(temporary);
        return status;
    }
    return 0;
}

static bool is_ours(const char *path) {
    char first[sizeof made_by] = "";
    FILE *file = fopen(path, "rb");
    if (!file) {
        return false;
    }
    size_t size = fread(first, 1, sizeof made_by - 1, file);
    fclose(file);
    return size == sizeof made_by - 1 && strcmp(first, made_by) == 0;
}

static bool is_output(const sc_outputs *outputs, const sc_target *target, const char *path) {
    char made[PATH_MAX];
    for (size_t i = 0; i < outputs->count; i++) {
        if (path_of(&outputs->items[i], target, made) && strcmp(made, path) == 0) {
            return true;
        }
    }
    return false;
}

/* Generated files of tools that are registered no more: named (check), else removed. Returns how many there were. */
static int handle_leftovers(const sc_outputs *outputs, const sc_target *target, bool remove_them) {
    char path[PATH_MAX];
    int count = 0;
    snprintf(path, sizeof path, "%s/tools", target->gen_folder);
    DIR *dir = opendir(path);
    for (struct dirent *entry; dir && (entry = readdir(dir)) != NULL;) {
        int size = snprintf(path, sizeof path, "%s/tools/%s", target->gen_folder, entry->d_name);
        if (entry->d_name[0] == '.' || size >= PATH_MAX || is_output(outputs, target, path) || !is_ours(path)) {
            continue;
        }
        count++;
        if (remove_them) {
            unlink(path);
        } else {
            fprintf(stderr, "schemac: %s belongs to no registered tool\n", path);
        }
    }
    if (dir) {
        closedir(dir);
    }
    return count;
}

int sc_output_check(const sc_outputs *outputs, const sc_target *target) {
    int stale = 0;
    char path[PATH_MAX];
    for (size_t i = 0; i < outputs->count; i++) {
        if (path_of(&outputs->items[i], target, path) && !holds(path, &outputs->items[i].text)) {
            fprintf(stderr, "schemac: %s is stale; run make gen\n", path);
            stale++;
        }
    }
    stale += handle_leftovers(outputs, target, false);
    return stale > 0;
}

static int make_folder(const char *path) {
    return mkdir(path, 0777) != 0 && errno != EEXIST ? complain(path) : 0;
}

static int make_folders(const sc_target *target) {
    static const char *const below[] = {"tools", "base", "tool"};
    char path[PATH_MAX];
    int status = make_folder(target->gen_folder);
    for (size_t i = 0; i < (target->src_folder ? 1 : 3) && status == 0; i++) {
        snprintf(path, sizeof path, "%s/%s", target->gen_folder, below[i]);
        status = make_folder(path);
    }
    return status;
}

int sc_output_write(const sc_outputs *outputs, const sc_target *target) {
    char path[PATH_MAX];
    int status = make_folders(target);
    for (size_t i = 0; i < outputs->count && status == 0; i++) {
        if (path_of(&outputs->items[i], target, path) && !holds(path, &outputs->items[i].text)) {
            status = write_file(path, &outputs->items[i].text);
        }
    }
    if (status == 0) {
        handle_leftovers(outputs, target, true);
    }
    return status;
}

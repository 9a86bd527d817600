/* The outputs on disk. */
#include "output.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char made_by[] = "/* Made by tools/schemac";

static const char *path_of(sc_load *load, const sc_output *output, const sc_target *target) {
    return output->is_doc ? target->docs_file : sc_format(load, "%s/%s", target->gen_folder, output->path);
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

static int write_file(sc_load *load, const char *path, const lob_buf *text) {
    const char *temporary = sc_format(load, "%s.tmp", path);
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

static bool is_output(sc_load *load, const sc_outputs *outputs, const sc_target *target, const char *path) {
    for (size_t i = 0; i < outputs->count; i++) {
        const char *made = path_of(load, &outputs->items[i], target);
        if (made && strcmp(made, path) == 0) {
            return true;
        }
    }
    return false;
}

/* Generated files of tools that are registered no more: named (check), else removed. Returns how many there were. */
static int handle_leftovers(sc_load *load, const sc_outputs *outputs, const sc_target *target, bool remove_them) {
    const char *folder = sc_format(load, "%s/tools", target->gen_folder);
    int count = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir)) != NULL;) {
        const char *path = sc_format(load, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] == '.' || is_output(load, outputs, target, path) || !is_ours(path)) {
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

int sc_output_check(sc_load *load, const sc_outputs *outputs, const sc_target *target) {
    int stale = 0;
    for (size_t i = 0; i < outputs->count; i++) {
        const char *path = path_of(load, &outputs->items[i], target);
        if (path && !holds(path, &outputs->items[i].text)) {
            fprintf(stderr, "schemac: %s is stale; run make gen\n", path);
            stale++;
        }
    }
    stale += handle_leftovers(load, outputs, target, false);
    return stale > 0;
}

int sc_output_write(sc_load *load, const sc_outputs *outputs, const sc_target *target) {
    const char *folder = sc_format(load, "%s/tools", target->gen_folder);
    if ((mkdir(target->gen_folder, 0777) != 0 && errno != EEXIST) || (mkdir(folder, 0777) != 0 && errno != EEXIST)) {
        return complain(folder);
    }
    int status = 0;
    for (size_t i = 0; i < outputs->count && status == 0; i++) {
        const char *path = path_of(load, &outputs->items[i], target);
        if (path && !holds(path, &outputs->items[i].text)) {
            status = write_file(load, path, &outputs->items[i].text);
        }
    }
    if (status == 0) {
        handle_leftovers(load, outputs, target, true);
    }
    return status;
}

/* Files that a case makes, and files that it looks at.
 *
 * Making stays below ${work}: the way down is walked without following links, so no case and no server that it talks to
 * can turn it elsewhere. Looking reads anything, never blocks, and never reads what is no regular file.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/file.h"
#include "run_impl.h"
#include "json/reader.h"

enum { BLOCK_SIZE = 65536, NAME_COUNT_MAX = 10000, FILE_MODE = 0644, FOLDER_MODE = 0755 };
#define CONTENT_SIZE_MAX ((size_t)64 << 20)

/* A verdict for what the system refused to the runner. */
static bool refused(conf_case_run *r, const char *what) {
    return conf_say(r, CONF_FAULTY, "%s: %s", what, strerrordesc_np(errno));
}

/* A path of a step; one that is not absolute is below ${work}. NULL: there is a verdict. */
static const char *place(conf_case_run *r, const char *what, lob_str text) {
    const char *path = conf_fill_text(r, what, text);
    if (path == NULL || path[0] == '/') {
        return path;
    }
    size_t work_size = strlen(r->server.work), size = strlen(path);
    char *whole = lob_arena_alloc(r->ctx->arena, work_size + size + 2);
    if (whole == NULL) {
        conf_say(r, CONF_FAULTY, "%s: %s", what, CONF_NO_MEMORY);
        return NULL;
    }
    memcpy(whole, r->server.work, work_size);
    whole[work_size] = '/';
    memcpy(whole + work_size + 1, path, size + 1);
    return whole;
}

/* ---- making ---- */

static bool is_plain_part(const char *part, size_t size) {
    return size > 0 && size <= NAME_MAX && !(size == 1 && part[0] == '.') &&
           !(size == 2 && part[0] == '.' && part[1] == '.');
}

/* The folder that holds the last part of path, made with those above it; *name is that part. -1: there is a verdict. */
static int open_parent(conf_case_run *r, const char *path, const char **name) {
    size_t size = strlen(r->server.work);
    if (strncmp(path, r->server.work, size) != 0 || path[size] != '/') {
        conf_say(r, CONF_FAULTY, "make: not below ${work}");
        return -1;
    }
    int folder = open(r->server.work, O_PATH | O_DIRECTORY | O_CLOEXEC);
    for (*name = path + size + 1; folder >= 0; *name = strchr(*name, '/') + 1) {
        char part[NAME_MAX + 1];
        size_t part_size = strcspn(*name, "/");
        if (!is_plain_part(*name, part_size)) {
            close(folder);
            conf_say(r, CONF_FAULTY, "make: a path with an empty or dotted part");
            return -1;
        }
        if ((*name)[part_size] == '\0') {
            return folder;
        }
        snprintf(part, sizeof part, "%.*s", (int)part_size, *name);
        bool fine = mkdirat(folder, part, FOLDER_MODE) == 0 || errno == EEXIST;
        int next = fine ? openat(folder, part, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
        int error = errno;
        close(folder);
        errno = error;
        folder = next;
    }
    refused(r, "make");
    return -1;
}

static bool write_all(int fd, const char *data, size_t size) {
    while (size > 0) {
        ssize_t count = write(fd, data, size);
        if (count < 0 && errno != EINTR) {
            return false;
        }
        data += count > 0 ? count : 0;
        size -= count > 0 ? (size_t)count : 0;
    }
    return true;
}

static bool copy_all(int from, int to) {
    char block[BLOCK_SIZE];
    for (;;) {
        ssize_t count = read(from, block, sizeof block);
        if (count == 0) {
            return true;
        }
        if ((count < 0 && errno != EINTR) || (count > 0 && !write_all(to, block, (size_t)count))) {
            return false;
        }
    }
}

/* A regular file to copy; -1: there is a verdict. */
static int open_source(conf_case_run *r, const char *path) {
    struct stat info;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        refused(r, "copy");
        return -1;
    }
    if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
        conf_say(r, CONF_FAULTY, "copy: no regular file");
        close(fd);
        return -1;
    }
    return fd;
}

/* A new file in place of what had the name, so that who has the old one open keeps it. */
static bool make_file(conf_case_run *r, const lob_conformance_step *step, int folder, const char *name, mode_t mode) {
    const char *text = NULL;
    int from = -1;
    if (step->text.data != NULL) {
        text = conf_fill_text(r, "text", step->text);
    } else {
        const char *source = place(r, "copy", step->copy);
        from = source != NULL ? open_source(r, source) : -1;
    }
    if (text == NULL && from < 0) {
        return false;
    }
    (void)unlinkat(folder, name, 0);
    int fd = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    bool fine =
        fd >= 0 && (text != NULL ? write_all(fd, text, strlen(text)) : copy_all(from, fd)) && fchmod(fd, mode) == 0;
    fine = fine || refused(r, "make");
    if (fd >= 0 && close(fd) != 0 && fine) {
        fine = refused(r, "make");
    }
    if (from >= 0) {
        close(from);
    }
    return fine;
}

static bool make_link(conf_case_run *r, const lob_conformance_step *step, int folder, const char *name) {
    const char *target = conf_fill_text(r, "link", step->link);
    if (target == NULL) {
        return false;
    }
    (void)unlinkat(folder, name, 0);
    return symlinkat(target, folder, name) == 0 || refused(r, "make");
}

static bool make_kind(conf_case_run *r, const lob_conformance_step *step, int folder, const char *name, mode_t mode) {
    struct stat info;
    bool fine;
    if (step->kind == LOB_CONFORMANCE_STEP_KIND_FIFO) {
        (void)unlinkat(folder, name, 0);
        fine = mkfifoat(folder, name, 0600) == 0;
    } else {
        fine = mkdirat(folder, name, 0700) == 0 ||
               (errno == EEXIST && fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(info.st_mode));
    }
    return (fine && fchmodat(folder, name, mode, 0) == 0) || refused(r, "make");
}

static bool read_mode(conf_case_run *r, const lob_conformance_step *step, mode_t *mode) {
    *mode = step->has_kind && step->kind == LOB_CONFORMANCE_STEP_KIND_FOLDER ? FOLDER_MODE : FILE_MODE;
    if (step->mode.data == NULL) {
        return true;
    }
    size_t size = step->mode.size;
    unsigned long value = strtoul(step->mode.data, NULL, 8);
    if (step->link.data != NULL || size == 0 || strspn(step->mode.data, "01234567") != size || value > 07777) {
        return conf_say(r, CONF_FAULTY, "mode: octal, as 0600, and not of a link");
    }
    *mode = (mode_t)value;
    return true;
}

bool conf_make(conf_case_run *r, const lob_conformance_step *step) {
    unsigned ways = (step->copy.data != NULL) + (step->text.data != NULL) + (step->link.data != NULL) + step->has_kind;
    mode_t mode;
    if (ways != 1) {
        return conf_say(r, CONF_FAULTY, "make needs exactly one of copy, text, link and kind");
    }
    const char *path = read_mode(r, step, &mode) ? place(r, "make", step->make) : NULL;
    const char *name = NULL;
    int folder = path != NULL ? open_parent(r, path, &name) : -1;
    if (folder < 0) {
        return false;
    }
    bool fine = step->has_kind            ? make_kind(r, step, folder, name, mode)
                : step->link.data != NULL ? make_link(r, step, folder, name)
                                          : make_file(r, step, folder, name, mode);
    close(folder);
    return fine;
}

/* ---- looking ---- */

static bool add_text(cJSON *seen, const char *name, const char *value) {
    return cJSON_AddStringToObject(seen, name, value) != NULL;
}

static bool add_number(cJSON *seen, const char *name, double value) {
    return cJSON_AddNumberToObject(seen, name, value) != NULL;
}

/* Width and height as the header of a PNG has them: 8 bytes of signature, a chunk IHDR of 13 bytes that begins with
 * both, big-endian (PNG specification, 5.2 and 11.2.1). */
static bool add_png(cJSON *seen, lob_str bytes) {
    static const char head[16] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    if (bytes.size < 24 || memcmp(bytes.data, head, sizeof head) != 0) {
        return true;
    }
    uint32_t sides[2] = {0, 0};
    for (unsigned i = 0; i < 8; i++) {
        sides[i / 4] = sides[i / 4] << 8 | (uint8_t)bytes.data[16 + i];
    }
    cJSON *png = cJSON_AddObjectToObject(seen, "png");
    return png != NULL && add_number(png, "width", sides[0]) && add_number(png, "height", sides[1]);
}

static bool add_sum(cJSON *seen, lob_str bytes) {
    uint8_t digest[32];
    char text[65];
    lob_sha256 *state = lob_sha256_new();
    bool fine = state != NULL && lob_sha256_add(state, bytes.data, bytes.size) && lob_sha256_end(state, digest);
    lob_sha256_drop(state);
    if (fine) {
        lob_hex(text, digest, sizeof digest);
    }
    return fine && add_text(seen, "sha256", text);
}

static bool is_no_memory(const lob_error *error) {
    for (unsigned i = 0; i < error->detail_count; i++) {
        if (strcmp(error->details[i].key, "reason") == 0 && lob_str_equal(error->details[i].text, LOB_STR("memory"))) {
            return true;
        }
    }
    return false;
}

/* What is in a file; nothing of one that cannot be read or is too large. */
static bool add_content(conf_case_run *r, cJSON *seen, const char *path) {
    lob_ctx own;
    lob_ctx_init(&own, r->ctx->arena);
    lob_str bytes;
    struct stat info;
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool is_read = fd >= 0 && fstat(fd, &info) == 0 && S_ISREG(info.st_mode) &&
                   lob_file_read_all(&own, fd, CONTENT_SIZE_MAX, &bytes) == LOB_OK;
    if (fd >= 0) {
        close(fd);
    }
    if (!is_read) {
        return !is_no_memory(&own.error);
    }
    lob_json_fault fault;
    cJSON *json = lob_json_parse(bytes, &fault);
    if (json == NULL ? strcmp(fault.what, CONF_NO_MEMORY) == 0 : !cJSON_AddItemToObject(seen, "json", json)) {
        cJSON_Delete(json);
        return false;
    }
    return add_sum(seen, bytes) && add_png(seen, bytes);
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The names in a folder into the arena; *count is -1 when it cannot be read or has too many. */
static const char **read_names(conf_case_run *r, const char *path, int *count) {
    const char **names = LOB_NEW_ARRAY(r->ctx->arena, const char *, NAME_COUNT_MAX);
    DIR *folder = opendir(path);
    bool fine = folder != NULL && names != NULL;
    *count = 0;
    for (const struct dirent *entry; fine && (entry = readdir(folder)) != NULL;) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            char *name = lob_arena_strdup(r->ctx->arena, entry->d_name, strlen(entry->d_name));
            fine = name != NULL && *count < NAME_COUNT_MAX;
            if (fine) {
                names[(*count)++] = name;
            }
        }
    }
    if (folder != NULL) {
        closedir(folder);
    }
    if (!fine) {
        *count = -1;
    } else {
        qsort(names, (size_t)*count, sizeof *names, compare_names);
    }
    return names;
}

static bool add_names(conf_case_run *r, cJSON *seen, const char *path) {
    int count;
    const char **names = read_names(r, path, &count);
    if (count < 0) {
        return names != NULL;
    }
    cJSON *list = cJSON_CreateStringArray(names, count);
    if (list == NULL || !cJSON_AddItemToObject(seen, "names", list)) {
        cJSON_Delete(list);
        return false;
    }
    return true;
}

static bool look(conf_case_run *r, cJSON *seen, const char *path) {
    struct stat info;
    if (lstat(path, &info) != 0) {
        return add_text(seen, "kind", errno == ENOENT || errno == ENOTDIR ? "absent" : "other");
    }
    const char *kind = S_ISREG(info.st_mode)   ? "file"
                       : S_ISDIR(info.st_mode) ? "folder"
                       : S_ISLNK(info.st_mode) ? "link"
                                               : "other";
    char mode[8];
    snprintf(mode, sizeof mode, "%04o", (unsigned)(info.st_mode & 07777));
    return add_text(seen, "kind", kind) && add_text(seen, "mode", mode) &&
           (!S_ISREG(info.st_mode) || (add_number(seen, "size", (double)info.st_size) && add_content(r, seen, path))) &&
           (!S_ISDIR(info.st_mode) || add_names(r, seen, path));
}

bool conf_file(conf_case_run *r, const lob_conformance_step *step) {
    const char *path = place(r, "file", step->file);
    if (path == NULL) {
        return false;
    }
    cJSON *seen = cJSON_CreateObject();
    bool fine = (seen != NULL && look(r, seen, path)) || conf_say(r, CONF_FAULTY, CONF_NO_MEMORY);
    fine = fine && conf_hold(r, step, "expect", step->expect, seen) && conf_keep(r, step, seen);
    cJSON_Delete(seen);
    return fine;
}

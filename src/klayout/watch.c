/* What a child takes of the machine, read from /proc by the parent.
 *
 * Invariant: a child can make these numbers larger, never smaller: its name, which it may choose, is passed over from
 * its last parenthesis; a file that it removed and holds open still counts; so does all it ever wrote.
 */
#include "klayout/run_impl.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/num.h"

enum {
    STAT_SIZE = 4096,
    ENTRIES_SIZE = 8192,
    MAPS_LINE_SIZE = 20480 /* a path whose every byte is escaped */,
    BLOCK_SIZE = 512
};
/* Fields of /proc/PID/stat, counted from the one behind the name, which is the third of proc(5). */
enum { FIELD_THREADS = 20 - 3, FIELD_RSS = 24 - 3 };

bool lob_usage_read(pid_t pid, lob_usage *usage) {
    char path[64], text[STAT_SIZE];
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = -1;
    if (fd >= 0) {
        size = read(fd, text, sizeof text - 1);
        close(fd);
    }
    text[size > 0 ? size : 0] = '\0';
    char *at = strrchr(text, ')');
    if (!at) {
        return false;
    }
    *usage = (lob_usage){0};
    at++;
    for (int field = 0; field <= FIELD_RSS; field++) {
        at += strspn(at, " ");
        if (field == FIELD_THREADS) {
            usage->thread_count = (unsigned)strtoul(at, NULL, 10);
        } else if (field == FIELD_RSS) {
            usage->memory_size = lob_u64_mul_sat(strtoull(at, NULL, 10), (uint64_t)sysconf(_SC_PAGESIZE));
        }
        at += strcspn(at, " ");
    }
    return true;
}

typedef bool entry_fn(int dir, const char *name, void *arg); /* false: stop */

static void for_entries(int dir, entry_fn *each, void *arg) {
    union {
        char bytes[ENTRIES_SIZE];
        struct dirent64 align;
    } entries;
    for (;;) {
        ssize_t size = getdents64(dir, (void *)&entries, sizeof entries);
        if (size <= 0) {
            return;
        }
        for (ssize_t at = 0; at < size;) {
            const struct dirent64 *entry = (const struct dirent64 *)(const void *)(entries.bytes + at);
            at += entry->d_reclen;
            if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 && !each(dir, entry->d_name, arg)) {
                return;
            }
        }
    }
}

typedef struct count_job {
    lob_disk_use *use;
    uint64_t count_max;
} count_job;

static bool count_named(int dir, const char *name, void *arg) {
    count_job *job = arg;
    struct stat info;
    if (fstatat(dir, name, &info, AT_SYMLINK_NOFOLLOW) == 0) {
        job->use->file_count++;
        job->use->size = lob_u64_add_sat(job->use->size, (uint64_t)info.st_blocks * BLOCK_SIZE);
    }
    return job->use->file_count <= job->count_max;
}

static bool count_unnamed(int dir, const char *name, void *arg) {
    lob_disk_use *use = arg;
    struct stat info;
    if (fstatat(dir, name, &info, 0) == 0 && S_ISREG(info.st_mode) && info.st_nlink == 0) {
        use->file_count++;
        use->size = lob_u64_add_sat(use->size, (uint64_t)info.st_blocks * BLOCK_SIZE);
    }
    return true;
}

void lob_disk_use_of_dir(int dir_fd, uint64_t count_max, lob_disk_use *use) {
    *use = (lob_disk_use){0};
    int dir = openat(dir_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC); /* a place of its own in the folder */
    if (dir >= 0) {
        for_entries(dir, count_named, &(count_job){use, count_max});
        close(dir);
    }
}

void lob_disk_use_of_unnamed(pid_t pid, lob_disk_use *use) {
    char path[64];
    *use = (lob_disk_use){0};
    snprintf(path, sizeof path, "/proc/%ld/fd", (long)pid);
    int dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (dir >= 0) {
        for_entries(dir, count_unnamed, use);
        close(dir);
    }
}

/* A line of /proc/PID/maps: the first slash begins the path, in which a newline is escaped. Memory that is shared
 * without a file has the path of /dev/zero, as a whole: a child may call a file of its own by a name that ends so. */
static bool is_unnamed(const char *line) {
    const char *path = strchr(line, '/');
    return path && strstr(path, " (deleted)\n") && strcmp(path, "/dev/zero (deleted)\n") != 0;
}

bool lob_maps_unnamed(pid_t pid) {
    char line[MAPS_LINE_SIZE], path[64];
    bool found = false;
    snprintf(path, sizeof path, "/proc/%ld/maps", (long)pid);
    FILE *maps = fopen(path, "re");
    while (maps && !found && fgets(line, sizeof line, maps)) {
        found = is_unnamed(line);
    }
    if (maps) {
        fclose(maps);
    }
    return found;
}

static uint64_t number_after(const char *text, const char *name) {
    const char *at = strstr(text, name);
    return at ? strtoull(at + strlen(name), NULL, 10) : 0;
}

uint64_t lob_written_read(pid_t pid) {
    char path[64], text[STAT_SIZE];
    snprintf(path, sizeof path, "/proc/%ld/io", (long)pid);
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = -1;
    if (fd >= 0) {
        size = read(fd, text, sizeof text - 1);
        close(fd);
    }
    text[size > 0 ? size : 0] = '\0';
    const uint64_t by_calls = number_after(text, "wchar: "), to_pages = number_after(text, "\nwrite_bytes: ");
    return by_calls > to_pages ? by_calls : to_pages;
}

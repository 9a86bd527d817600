/* See layout_cache.h. Invariant: an image gets its name when it is whole and on the disk; `lock` guards all of a cache
 * but what its one writing thread has been given. */
#include "session/layout_cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/digest.h"
#include "base/file.h"
#include "base/platform.h"
#include "db/image.h"

enum {
    RACY_S = 3,
    STALE_S = 3600,   /* an unfinished image of a process that died */
    MAPPED_MAX = 16,  /* layouts held for who opens them again */
    FILES_MAX = 1024, /* in the folder */
    NAME_SIZE = 64
};
#define LAYOUT_SIZE_MIN UINT64_C(16777216) /* smaller ones are read as fast */

typedef struct mapped_layout {
    lob_layout_key key;
    lob_layout *layout; /* one reference */
    char note[LOB_IMAGE_NOTE_SIZE];
    size_t note_size;
} mapped_layout;

struct lob_layout_cache {
    const lob_config *config;
    pthread_mutex_t lock;
    mapped_layout *mapped; /* the newest first; NULL before the first */
    unsigned mapped_count;
    bool is_writing; /* `writer` is to be joined */
    pthread_t writer;
    lob_cancel cancel;
    atomic_bool is_done; /* said last by the writer */
    /* The writer's, while it is there. */
    lob_layout_key key;
    lob_layout *layout;
    char note[LOB_IMAGE_NOTE_SIZE];
    size_t note_size;
};

/* ---- keys ---- */

static long long nanoseconds(struct timespec at) {
    return (long long)at.tv_sec * 1000000000 + at.tv_nsec;
}

lob_layout_key lob_layout_key_make(const struct stat *info, const char *how) {
    lob_layout_key key = {.size = 0};
    struct stat program;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    const time_t changed = info->st_mtim.tv_sec > info->st_ctim.tv_sec ? info->st_mtim.tv_sec : info->st_ctim.tv_sec;
    if (now.tv_sec - changed < RACY_S || stat("/proc/self/exe", &program) != 0) {
        return key;
    }
    const int size =
        snprintf(key.text, sizeof key.text, "%llx.%llx.%llx.%llx|%llx.%llx.%llx.%llx.%llx|%s",
                 (unsigned long long)program.st_dev, (unsigned long long)program.st_ino,
                 (unsigned long long)program.st_size, (unsigned long long)nanoseconds(program.st_mtim),
                 (unsigned long long)info->st_dev, (unsigned long long)info->st_ino, (unsigned long long)info->st_size,
                 (unsigned long long)nanoseconds(info->st_mtim), (unsigned long long)nanoseconds(info->st_ctim), how);
    key.size = size > 0 && (size_t)size < sizeof key.text ? (size_t)size : 0;
    return key;
}

static lob_str key_text(const lob_layout_key *key) {
    return (lob_str){key->text, key->size};
}

static void name_of(const lob_layout_key *key, char name[NAME_SIZE]) {
    snprintf(name, NAME_SIZE, "%016llx.layout", (unsigned long long)lob_hash64_stable(key->text, key->size));
}

/* ---- the folder ---- */

/* Nobody but this user may have written it. */
static bool is_own(const struct stat *info) {
    return info->st_uid == geteuid() && (info->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

static int open_folder(lob_ctx *ctx, const lob_layout_cache *cache, bool makes) {
    char path[sizeof cache->config->artifact_root + 16];
    struct stat info;
    int fd = -1;
    snprintf(path, sizeof path, "%s/layouts", cache->config->artifact_root);
    if (makes) {
        fd = lob_dir_make(ctx, path, &fd) == LOB_OK ? fd : -1;
        lob_error_clear(&ctx->error);
    } else {
        fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    }
    if (fd >= 0 && (fstat(fd, &info) != 0 || !is_own(&info))) {
        close(fd);
        fd = -1;
    }
    return fd;
}

typedef struct kept_file {
    char name[NAME_SIZE];
    uint64_t size;
    time_t used;
} kept_file;

static int compare_used(const void *a, const void *b) {
    const kept_file *left = a, *right = b;
    if (left->used != right->used) {
        return left->used < right->used ? -1 : 1;
    }
    return strcmp(left->name, right->name);
}

static bool is_finished(const char *name) {
    const size_t size = strlen(name);
    return size > 7 && strcmp(name + size - 7, ".layout") == 0;
}

/* Unfinished images of the dead go; the others are listed. */
static size_t list_files(int folder, kept_file *files) {
    size_t count = 0;
    struct stat info;
    const int fd = dup(folder);
    DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
    for (struct dirent *entry; dir && (entry = readdir(dir)) && count < FILES_MAX;) {
        const size_t size = strlen(entry->d_name);
        if (entry->d_name[0] == '.' || size >= NAME_SIZE ||
            fstatat(folder, entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(info.st_mode)) {
            continue;
        }
        if (!is_finished(entry->d_name)) {
            if (time(NULL) - info.st_mtim.tv_sec > STALE_S) {
                unlinkat(folder, entry->d_name, 0);
            }
            continue;
        }
        memcpy(files[count].name, entry->d_name, size + 1);
        files[count].size = (uint64_t)info.st_size;
        files[count++].used = info.st_mtim.tv_sec;
    }
    if (dir) {
        closedir(dir);
    } else if (fd >= 0) {
        close(fd);
    }
    return count;
}

/* Removes the longest unused until `more` bytes have room. False: they never will. */
static bool make_room(const lob_layout_cache *cache, int folder, uint64_t more) {
    kept_file *files = lob_malloc(FILES_MAX * sizeof *files);
    uint64_t sum = more;
    if (!files || more > cache->config->layout_cache_size) {
        lob_free(files);
        return false;
    }
    const size_t count = list_files(folder, files);
    for (size_t i = 0; i < count; i++) {
        sum += files[i].size;
    }
    qsort(files, count, sizeof *files, compare_used);
    for (size_t i = 0; i < count && (sum > cache->config->layout_cache_size || count - i >= FILES_MAX); i++) {
        if (unlinkat(folder, files[i].name, 0) == 0) {
            sum -= files[i].size;
        }
    }
    lob_free(files);
    return sum <= cache->config->layout_cache_size;
}

/* ---- keeping ---- */

static void write_image(lob_ctx *ctx, lob_layout_cache *cache, int folder) {
    char name[NAME_SIZE], draft[NAME_SIZE];
    name_of(&cache->key, name);
    snprintf(draft, sizeof draft, "%.16s.%ld", name, (long)getpid());
    unlinkat(folder, draft, 0);
    const int fd = openat(folder, draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) {
        return;
    }
    const lob_status status =
        lob_image_write(ctx, cache->layout, key_text(&cache->key), (lob_str){cache->note, cache->note_size}, fd);
    const bool is_whole = status == LOB_OK && fsync(fd) == 0;
    close(fd);
    if (!is_whole || renameat(folder, draft, folder, name) != 0) {
        unlinkat(folder, draft, 0);
    }
}

static void *write_one(void *arg) {
    lob_layout_cache *cache = arg;
    lob_ctx *ctx = lob_calloc(1, sizeof *ctx);
    if (ctx) {
        lob_ctx_init(ctx, NULL);
        ctx->cancel = &cache->cancel;
        const int folder = open_folder(ctx, cache, true);
        if (folder >= 0) {
            if (make_room(cache, folder, lob_layout_size(cache->layout))) {
                write_image(ctx, cache, folder);
            }
            close(folder);
        }
        lob_free(ctx);
    }
    lob_layout_drop(cache->layout);
    cache->layout = NULL;
    atomic_store(&cache->is_done, true);
    return NULL;
}

static void join_writer(lob_layout_cache *cache) {
    if (cache->is_writing) {
        pthread_join(cache->writer, NULL);
        cache->is_writing = false;
    }
}

/* Signals are for other threads. */
static bool start_writer(lob_layout_cache *cache) {
    sigset_t all, before;
    atomic_store(&cache->is_done, false);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    cache->is_writing = pthread_create(&cache->writer, NULL, write_one, cache) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return cache->is_writing;
}

void lob_layout_cache_keep(lob_layout_cache *cache, const lob_layout_key *key, lob_layout *layout, lob_str note) {
    if (!cache || key->size == 0 || note.size > LOB_IMAGE_NOTE_SIZE || lob_layout_size(layout) < LAYOUT_SIZE_MIN) {
        return;
    }
    pthread_mutex_lock(&cache->lock);
    if (atomic_load(&cache->is_done)) {
        join_writer(cache);
    }
    if (!cache->is_writing) {
        cache->key = *key;
        cache->layout = lob_layout_keep(layout);
        memcpy(cache->note, note.data, note.size);
        cache->note_size = note.size;
        if (!start_writer(cache)) {
            lob_layout_drop(layout);
        }
    }
    pthread_mutex_unlock(&cache->lock);
}

/* ---- finding ---- */

static void prune(lob_layout_cache *cache) {
    unsigned kept = 0;
    for (unsigned i = 0; i < cache->mapped_count; i++) {
        if (!lob_layout_is_shared(cache->mapped[i].layout)) {
            lob_layout_drop(cache->mapped[i].layout);
        } else if (kept++ < i) {
            cache->mapped[kept - 1] = cache->mapped[i];
        }
    }
    cache->mapped_count = kept;
}

void lob_layout_cache_prune(lob_layout_cache *cache) {
    if (cache) {
        pthread_mutex_lock(&cache->lock);
        prune(cache);
        pthread_mutex_unlock(&cache->lock);
    }
}

static lob_status take_mapped(lob_ctx *ctx, lob_layout_cache *cache, const lob_layout_key *key, lob_layout **layout,
                              lob_str *note) {
    for (unsigned i = 0; i < cache->mapped_count; i++) {
        mapped_layout *m = &cache->mapped[i];
        if (m->key.size == key->size && memcmp(m->key.text, key->text, key->size) == 0) {
            const char *copy = lob_arena_strdup(ctx->arena, m->note, m->note_size);
            if (!copy) {
                return lob_fail_memory(ctx);
            }
            *note = (lob_str){copy, m->note_size};
            *layout = lob_layout_keep(m->layout);
            return LOB_OK;
        }
    }
    return LOB_OK;
}

static void remember(lob_layout_cache *cache, const lob_layout_key *key, lob_layout *layout, lob_str note) {
    if (!cache->mapped) {
        cache->mapped = lob_calloc(MAPPED_MAX, sizeof *cache->mapped);
    }
    if (!cache->mapped) {
        return; /* who opens it again meanwhile reads it */
    }
    if (cache->mapped_count == MAPPED_MAX) {
        lob_layout_drop(cache->mapped[--cache->mapped_count].layout);
    }
    memmove(&cache->mapped[1], &cache->mapped[0], cache->mapped_count * sizeof *cache->mapped);
    cache->mapped_count++;
    mapped_layout *m = &cache->mapped[0];
    m->key = *key;
    m->layout = lob_layout_keep(layout);
    memcpy(m->note, note.data, note.size);
    m->note_size = note.size;
}

static lob_status map_kept(lob_ctx *ctx, lob_layout_cache *cache, const lob_layout_key *key, lob_layout **layout,
                           lob_str *note) {
    char name[NAME_SIZE];
    struct stat info;
    const int folder = open_folder(ctx, cache, false);
    if (folder < 0) {
        return LOB_OK;
    }
    name_of(key, name);
    const int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    close(folder);
    if (fd < 0) {
        return LOB_OK;
    }
    lob_status status = LOB_OK;
    if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && is_own(&info)) {
        status = lob_image_map(ctx, fd, key_text(key), layout, note);
    }
    if (*layout) {
        (void)futimens(fd, NULL); /* it was used: the last to go */
        remember(cache, key, *layout, *note);
    }
    close(fd);
    return status;
}

lob_status lob_layout_cache_find(lob_ctx *ctx, lob_layout_cache *cache, const lob_layout_key *key, lob_layout **layout,
                                 lob_str *note) {
    *layout = NULL;
    if (!cache || key->size == 0) {
        return LOB_OK;
    }
    pthread_mutex_lock(&cache->lock);
    lob_status status = take_mapped(ctx, cache, key, layout, note);
    if (status == LOB_OK && !*layout) {
        status = map_kept(ctx, cache, key, layout, note);
    }
    pthread_mutex_unlock(&cache->lock);
    return status;
}

/* ---- life ---- */

lob_layout_cache *lob_layout_cache_new(const lob_config *config) {
    lob_layout_cache *cache = LOB_HAS_FIXED_MAP && config->layout_cache_size > 0 ? lob_calloc(1, sizeof *cache) : NULL;
    if (!cache) {
        return NULL;
    }
    cache->config = config;
    pthread_mutex_init(&cache->lock, NULL);
    return cache;
}

void lob_layout_cache_settle(lob_layout_cache *cache) {
    if (cache) {
        pthread_mutex_lock(&cache->lock);
        join_writer(cache);
        pthread_mutex_unlock(&cache->lock);
    }
}

void lob_layout_cache_drop(lob_layout_cache *cache) {
    if (!cache) {
        return;
    }
    atomic_store(&cache->cancel.requested, true);
    join_writer(cache);
    for (unsigned i = 0; i < cache->mapped_count; i++) {
        lob_layout_drop(cache->mapped[i].layout);
    }
    pthread_mutex_destroy(&cache->lock);
    lob_free(cache->mapped);
    lob_free(cache);
}

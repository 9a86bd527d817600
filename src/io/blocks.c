/* The ring of blocks. Invariant: released <= taken <= filled <= released + slot_count; slot i % slot_count belongs to
 * the reader while filled <= i < released + slot_count and to the consumer while released <= i < taken. A file of at
 * most a block has one slot, no headroom and no thread: it costs no more than a read. `fault` is written before the
 * `filled` that ends the file, under the lock, and never changes afterwards. */
#include "io/blocks.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/digest.h"

enum { SLOT_COUNT = 5, READ_SIZE = 1 << 17 /* hashed while it is in the cache */ };

typedef enum { FAULT_NONE, FAULT_READ, FAULT_CHANGED, FAULT_HASH } fault_kind;

typedef struct slot {
    uint8_t *memory; /* owned; headroom, then data */
    size_t size;     /* bytes of data; short only in the last one */
} slot;

struct lob_blocks {
    int fd;
    struct stat info; /* at open */
    int tail;         /* see lob_blocks_tail() */
    lob_sha256 *hash; /* owned, NULL: none wanted */
    uint8_t digest[32];
    slot slots[SLOT_COUNT];
    unsigned slot_count;
    size_t headroom, slot_size;
    uint64_t offset; /* bytes read; the reader's */
    uint64_t filled, taken, released;
    fault_kind fault;
    int fault_errno;
    bool ended, stop;
    bool has_lock, has_thread;
    lob_account *account; /* of who reads */
    pthread_mutex_t lock;
    pthread_cond_t moved;
    pthread_t thread;
};

/* The file must be the one that was opened, from the first byte to the last. */
static bool is_unchanged(const lob_blocks *b) {
    struct stat now;
    return b->offset == (uint64_t)b->info.st_size && fstat(b->fd, &now) == 0 && now.st_size == b->info.st_size &&
           now.st_mtim.tv_sec == b->info.st_mtim.tv_sec && now.st_mtim.tv_nsec == b->info.st_mtim.tv_nsec;
}

/* One read, hashed at once. */
static fault_kind fill_some(lob_blocks *b, slot *s, bool *ended) {
    uint8_t *at = s->memory + b->headroom + s->size;
    size_t room = b->slot_size - s->size;
    ssize_t got = read(b->fd, at, room < READ_SIZE ? room : READ_SIZE);
    if (got < 0) {
        b->fault_errno = errno;
        return errno == EINTR ? FAULT_NONE : FAULT_READ;
    }
    *ended = got == 0;
    s->size += (size_t)got;
    b->offset += (uint64_t)got;
    if (b->offset > (uint64_t)b->info.st_size) {
        return FAULT_CHANGED;
    }
    return b->hash && !lob_sha256_add(b->hash, at, (size_t)got) ? FAULT_HASH : FAULT_NONE;
}

/* Reads until the slot is full or the file ends. */
static fault_kind fill(lob_blocks *b, slot *s, bool *ended) {
    fault_kind fault = FAULT_NONE;
    s->size = 0;
    while (s->size < b->slot_size && !*ended && fault == FAULT_NONE) {
        fault = fill_some(b, s, ended);
    }
    if (fault != FAULT_NONE || !*ended) {
        return fault;
    }
    if (!is_unchanged(b)) {
        return FAULT_CHANGED;
    }
    return b->hash && !lob_sha256_end(b->hash, b->digest) ? FAULT_HASH : FAULT_NONE;
}

/* Fills the next slot; false when there is nothing more to do. The slot is the reader's, so no lock while it is filled.
 */
static bool step(lob_blocks *b) {
    bool ended = false;
    fault_kind fault = fill(b, &b->slots[b->filled % b->slot_count], &ended);
    if (b->has_thread) {
        pthread_mutex_lock(&b->lock);
    }
    b->fault = fault;
    b->ended = ended || fault != FAULT_NONE;
    b->filled++;
    bool more = !b->ended;
    if (b->has_thread) {
        pthread_cond_signal(&b->moved);
        pthread_mutex_unlock(&b->lock);
    }
    return more;
}

static void *run(void *arg) {
    lob_blocks *b = arg;
    bool more = true;
    lob_account_enter(b->account);
    while (more) {
        pthread_mutex_lock(&b->lock);
        while (!b->stop && b->filled == b->released + b->slot_count) {
            pthread_cond_wait(&b->moved, &b->lock);
        }
        bool stop = b->stop;
        pthread_mutex_unlock(&b->lock);
        more = !stop && step(b);
    }
    return NULL;
}

/* Without a thread (a small file, or none to be had) blocks are filled when they are asked for. */
static void start_thread(lob_blocks *b) {
    if (b->slot_count == 1) {
        return;
    }
    if (pthread_mutex_init(&b->lock, NULL) != 0) {
        return;
    }
    if (pthread_cond_init(&b->moved, NULL) != 0) {
        pthread_mutex_destroy(&b->lock);
        return;
    }
    b->has_lock = true;
    b->has_thread = true; /* the thread reads it */
    if (pthread_create(&b->thread, NULL, run, b) != 0) {
        b->has_thread = false;
    }
}

static bool allocate(lob_blocks *b, bool hash) {
    bool is_small = b->info.st_size <= LOB_BLOCK_SIZE;
    b->slot_count = is_small ? 1 : SLOT_COUNT;
    b->headroom = is_small ? 0 : LOB_BLOCK_HEADROOM;
    b->slot_size =
        is_small ? (size_t)b->info.st_size + 1 : LOB_BLOCK_SIZE; /* + 1: sees the end, and a file that grew */
    for (unsigned i = 0; i < b->slot_count; i++) {
        b->slots[i].memory = lob_malloc(b->headroom + b->slot_size);
        if (!b->slots[i].memory) {
            return false;
        }
    }
    b->hash = hash ? lob_sha256_new() : NULL;
    return !hash || b->hash;
}

static lob_status fail_read(lob_ctx *ctx, uint64_t offset, int number) {
    lob_fail(ctx, LOB_E_UNSUPPORTED_FORMAT, "The file could not be read (system error %d).", number);
    lob_hint(ctx, "Check that the path names a readable regular file on a working disk, then open it again.");
    lob_error_text(&ctx->error, "reason", LOB_STR("read_error"));
    lob_error_integer(&ctx->error, "offset", (int64_t)offset);
    return LOB_E_UNSUPPORTED_FORMAT;
}

/* The byte from which an OASIS file tells how it is signed; -1 for a shorter file, and for a pipe. */
static bool read_tail(lob_blocks *b) {
    uint8_t byte;
    ssize_t got = 0;
    b->tail = -1;
    if (!S_ISREG(b->info.st_mode) || b->info.st_size < LOB_TAIL_SIZE) {
        return true;
    }
    do {
        got = pread(b->fd, &byte, 1, b->info.st_size - LOB_TAIL_SIZE);
    } while (got < 0 && errno == EINTR);
    b->tail = got == 1 ? byte : -1;
    return got >= 0;
}

lob_status lob_blocks_open(lob_ctx *ctx, int fd, bool hash, lob_blocks **blocks) {
    lob_blocks *b = lob_calloc(1, sizeof *b);
    if (!b) {
        close(fd);
        return lob_fail_memory(ctx);
    }
    b->fd = fd;
    b->account = lob_account_current();
    if (fstat(fd, &b->info) != 0) {
        int number = errno;
        lob_blocks_close(b);
        return fail_read(ctx, 0, number);
    }
    if (!allocate(b, hash)) {
        lob_blocks_close(b);
        return lob_fail_memory(ctx);
    }
    if (!read_tail(b)) {
        int number = errno;
        lob_blocks_close(b);
        return fail_read(ctx, 0, number);
    }
    (void)posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL); /* advice only */
    start_thread(b);
    *blocks = b;
    return LOB_OK;
}

void lob_blocks_close(lob_blocks *b) {
    if (!b) {
        return;
    }
    if (b->has_thread) {
        pthread_mutex_lock(&b->lock);
        b->stop = true;
        pthread_cond_signal(&b->moved);
        pthread_mutex_unlock(&b->lock);
        pthread_join(b->thread, NULL);
    }
    if (b->has_lock) {
        pthread_cond_destroy(&b->moved);
        pthread_mutex_destroy(&b->lock);
    }
    for (unsigned i = 0; i < b->slot_count; i++) {
        lob_free(b->slots[i].memory);
    }
    lob_sha256_drop(b->hash);
    close(b->fd);
    lob_free(b);
}

static lob_status fail_fault(lob_ctx *ctx, const lob_blocks *b) {
    if (b->fault == FAULT_READ) {
        return fail_read(ctx, b->offset, b->fault_errno);
    }
    if (b->fault == FAULT_HASH) {
        return lob_fail(ctx, LOB_E_INTERNAL_ERROR, "The SHA-256 of the file could not be computed.");
    }
    lob_fail(ctx, LOB_E_UNSUPPORTED_FORMAT, "The file changed while it was being read.");
    lob_hint(ctx, "Open it again after the program that writes it has finished.");
    lob_error_text(&ctx->error, "reason", LOB_STR("changed"));
    lob_error_integer(&ctx->error, "offset", (int64_t)b->offset);
    return LOB_E_UNSUPPORTED_FORMAT;
}

static void wait_filled(lob_blocks *b) {
    if (!b->has_thread) {
        if (b->taken == b->filled && !b->ended) {
            step(b);
        }
        return;
    }
    pthread_mutex_lock(&b->lock);
    while (b->taken == b->filled && !b->ended) {
        pthread_cond_wait(&b->moved, &b->lock);
    }
    pthread_mutex_unlock(&b->lock);
}

lob_status lob_blocks_next(lob_ctx *ctx, lob_blocks *b, uint8_t **data, size_t *size) {
    *data = NULL;
    *size = 0;
    wait_filled(b);
    if (b->has_thread) {
        pthread_mutex_lock(&b->lock);
    }
    bool at_end = b->taken == b->filled;
    bool is_bad = b->ended && b->fault != FAULT_NONE && b->taken + 1 >= b->filled;
    if (b->has_thread) {
        pthread_mutex_unlock(&b->lock);
    }
    if (is_bad) {
        return fail_fault(ctx, b);
    }
    if (!at_end) {
        const slot *s = &b->slots[b->taken % b->slot_count];
        b->taken++;
        *data = s->memory + b->headroom;
        *size = s->size;
    }
    return LOB_OK;
}

void lob_blocks_release(lob_blocks *b) {
    if (b->has_thread) {
        pthread_mutex_lock(&b->lock);
    }
    assert(b->taken > 0); /* the newest is the consumer's */
    b->released = b->taken - 1;
    if (b->has_thread) {
        pthread_cond_signal(&b->moved);
        pthread_mutex_unlock(&b->lock);
    }
}

uint64_t lob_blocks_file_size(const lob_blocks *b) {
    return (uint64_t)b->info.st_size;
}

int lob_blocks_tail(const lob_blocks *b) {
    return b->tail;
}

const uint8_t *lob_blocks_digest(const lob_blocks *b) {
    return b->digest;
}

/* LD_PRELOAD library: the allocation number FAIL_NTH of the process fails; with FAIL_AFTER=1 all later ones as well.
 * When that moment came, the file FAIL_MET is made, so that a sweep knows when it is through. Works on every allocation
 * of the process, that of libraries included, unlike the hook of base/alloc.h. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static atomic_long seen;
static long nth = -1;
static int after;

static void __attribute__((constructor)) set_up(void) {
    const char *text = getenv("FAIL_NTH");
    const char *all = getenv("FAIL_AFTER");
    after = all != NULL && all[0] == '1';
    seen = 0;
    nth = text != NULL ? atol(text) : -1;
}

static int fails(void) {
    if (nth < 0) {
        return 0;
    }
    long now = ++seen;
    if (now == nth) {
        const char *met = getenv("FAIL_MET");
        int fd = met != NULL ? open(met, O_CREAT | O_WRONLY, 0600) : -1;
        if (fd >= 0) {
            close(fd);
        }
    }
    if (now == nth || (after && now > nth)) {
        errno = ENOMEM;
        return 1;
    }
    return 0;
}

void *malloc(size_t size) {
    return fails() ? NULL : __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
    return fails() ? NULL : __libc_calloc(count, size);
}
void *realloc(void *block, size_t size) {
    return fails() ? NULL : __libc_realloc(block, size);
}
void *memalign(size_t alignment, size_t size) {
    return fails() ? NULL : __libc_memalign(alignment, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
    return memalign(alignment, size);
}
int posix_memalign(void **block, size_t alignment, size_t size) {
    *block = memalign(alignment, size);
    return *block ? 0 : ENOMEM;
}

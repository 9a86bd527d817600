/* What the system gives that POSIX does not promise: the one place that knows. A member is 1 or 0, and its user has
 * another way.
 *
 *     LOB_HAS_OPENAT2    the kernel resolves a path beneath a folder; else base/file_open.c opens part by part
 *     LOB_HAS_MEMFD      memory without a name to share with a child; else a file in /tmp that loses its name
 *     LOB_HAS_LANDLOCK, LOB_HAS_SECCOMP    walls of the sandbox; else decks of KLayout are refused (no_sandbox)
 *     LOB_HAS_BACKTRACE  addresses of calls in crash reports; else the reports go without
 *     LOB_HAS_HEAP_TUNING    free memory goes back to the system early; else when the library likes
 *     LOB_HAS_FIXED_MAP  a file can be mapped at an address that is asked for, or not at all (thread sanitizer: it has
 *                        them all); else layouts are not kept to be opened again
 *     LOB_HAS_AFFINITY   the processors that this process may use; else those that are on
 *     LOB_HAS_THREAD_NICE    a thread can be nice by itself; else none is
 *     LOB_HAS_GNU_NAMES  strerrordesc_np(); else strerror()
 *
 * `make MODE=plain` takes all of it away (make check-plain: unit tests so, and everything compiled against musl).
 */
#ifndef LOB_BASE_PLATFORM_H
#define LOB_BASE_PLATFORM_H

#include <limits.h> /* says which C library this is */

#if defined(__linux__) && !defined(LOB_PLATFORM_PLAIN)
#define LOB_HAS_OPENAT2     1
#define LOB_HAS_MEMFD       1
#define LOB_HAS_LANDLOCK    1
#define LOB_HAS_AFFINITY    1
#define LOB_HAS_THREAD_NICE 1
#else
#define LOB_HAS_OPENAT2     0
#define LOB_HAS_MEMFD       0
#define LOB_HAS_LANDLOCK    0
#define LOB_HAS_AFFINITY    0
#define LOB_HAS_THREAD_NICE 0
#endif

#if LOB_HAS_OPENAT2 && !defined(__SANITIZE_THREAD__)
#define LOB_HAS_FIXED_MAP 1
#else
#define LOB_HAS_FIXED_MAP 0
#endif

/* The list of calls is one of x86-64. */
#if LOB_HAS_LANDLOCK && defined(__x86_64__)
#define LOB_HAS_SECCOMP 1
#else
#define LOB_HAS_SECCOMP 0
#endif

#if defined(__GLIBC__) && !defined(LOB_PLATFORM_PLAIN)
#define LOB_HAS_BACKTRACE   1
#define LOB_HAS_HEAP_TUNING 1
#define LOB_HAS_GNU_NAMES   1
#else
#define LOB_HAS_BACKTRACE   0
#define LOB_HAS_HEAP_TUNING 0
#define LOB_HAS_GNU_NAMES   0
#endif

#endif

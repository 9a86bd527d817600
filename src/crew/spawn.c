/* This program once more, as a worker. Invariant: it gets a socket, a page of memory and standard error, and no other
 * descriptor of the server. */
#include "crew/crew_impl.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/platform.h"

extern char **environ; /* POSIX has it, and no header that shows it */

enum { FD_MIN = 10 /* above those that dup2() fills */ };

static void close_fd(int fd) {
    if (fd >= 0) {
        close(fd);
    }
}

/* The same file at a number that dup2() does not overwrite; -1 when that fails. */
static int lift(int fd) {
    const int high = fd < 0 || fd >= FD_MIN ? fd : fcntl(fd, F_DUPFD_CLOEXEC, FD_MIN);
    if (high != fd) {
        close(fd);
    }
    return high;
}

static int add_files(posix_spawn_file_actions_t *actions, int socket_fd, int page_fd) {
    int error = posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDWR, 0);
    error = error ? error : posix_spawn_file_actions_adddup2(actions, STDIN_FILENO, STDOUT_FILENO);
    error = error ? error : posix_spawn_file_actions_adddup2(actions, socket_fd, LOB_CREW_FD);
    return error ? error : posix_spawn_file_actions_adddup2(actions, page_fd, LOB_CREW_PAGE_FD);
}

/* A group of its own: Ctrl-C at a terminal is for the server, which then ends its workers. */
static int set_attributes(posix_spawnattr_t *attributes) {
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &all);
    posix_spawnattr_setpgroup(attributes, 0);
    return posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
}

static int start(const char *program, int socket_fd, int page_fd, pid_t *pid) {
    char *const argv[] = {(char[]){"layout-observer"}, (char[]){LOB_CREW_WORD}, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) {
        return error;
    }
    error = posix_spawnattr_init(&attributes);
    if (!error) {
        error = add_files(&actions, socket_fd, page_fd);
        error = error ? error : set_attributes(&attributes);
        error = error ? error : posix_spawn(pid, program, &actions, &attributes, argv, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* Shared memory without a name. */
static int open_memory(void) {
#if LOB_HAS_MEMFD
    return memfd_create("layout-observer", MFD_CLOEXEC);
#else
    char path[] = "/tmp/layout-observer-XXXXXX";
    const int fd = mkostemp(path, O_CLOEXEC);
    if (fd >= 0) {
        unlink(path);
    }
    return fd;
#endif
}

static int make_page(lob_crew_page **page) {
    const int fd = lift(open_memory());
    void *memory = fd >= 0 && ftruncate(fd, sizeof **page) == 0
                       ? mmap(NULL, sizeof **page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0)
                       : MAP_FAILED;
    *page = memory == MAP_FAILED ? NULL : memory;
    return fd;
}

lob_status lob_crew_spawn(lob_ctx *ctx, const char *program, const lob_crew_terms *terms, lob_crew_worker *worker) {
    int ends[2] = {-1, -1}, error = 0;
    const int page_fd = make_page(&worker->page);
    if (!worker->page || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        error = errno;
    }
    ends[1] = lift(ends[1]);
    if (!error) {
        error = ends[1] < 0 || fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0 ? errno : 0;
    }
    error = error ? error : start(program ? program : "/proc/self/exe", ends[1], page_fd, &worker->pid);
    close_fd(page_fd);
    close_fd(ends[1]);
    worker->fd = ends[0];
    const lob_crew_message setup = {
        .kind = LOB_CREW_SETUP, .part_count = 1, .parts = {{(const char *)terms, sizeof *terms}}};
    if (!error) {
        /* The room of a new socket holds it. One that has died already is noticed by its first request. */
        (void)lob_crew_send(worker->fd, &setup, NULL, NULL);
    }
    return error ? lob_fail_errno(ctx, error) : LOB_OK;
}

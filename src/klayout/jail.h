/* A child process behind walls. The mechanism: docs/mechanisms/sandbox.md.
 *
 * What runs inside may be hostile from its first instruction. Invariants: the walls are up before the program is
 * entered, or it is not entered; they hold for every thread and every later program of the child; a child is started,
 * waited for and reaped by one and the same call of one thread (PR_SET_PDEATHSIG fires when the THREAD that forked
 * ends, so whoever starts a child stays until it is reaped); when the server dies, however it dies, the child is
 * killed. lob_jail_walls says what stands, not what was hoped for.
 */
#ifndef LOB_KLAYOUT_JAIL_H
#define LOB_KLAYOUT_JAIL_H

#include <sys/types.h>

#include "base/ctx.h"

/* The walls, as bits. */
enum {
    LOB_WALL_LANDLOCK = 1 << 0,     /* files: reads what it needs, writes in its run folder; no TCP, no signals out */
    LOB_WALL_SECCOMP = 1 << 1,      /* system calls: about a hundred; no processes, no sockets, no signals */
    LOB_WALL_NETNS = 1 << 2,        /* a network of its own, without interfaces; where the system allows it */
    LOB_WALL_RLIMITS = 1 << 3,      /* sizes, descriptors, processor time, address space, no core */
    LOB_WALL_CAPABILITIES = 1 << 4, /* none, and none to be had */
    LOB_WALL_NO_NEW_PRIVS = 1 << 5, /* set-user-id programs give nothing */
    LOB_WALL_DESCRIPTORS = 1 << 6,  /* nothing inherited but 0, 1, 2 */
    LOB_WALL_PARENT_DEATH = 1 << 7, /* dies with the server */
    LOB_WALL_ALL = (1 << 8) - 1,
};

typedef enum {
    LOB_SANDBOX_REQUIRED, /* Landlock and seccomp, or DRC_RUN_FAILED */
    LOB_SANDBOX_OFF,      /* the operator's word (KLAYOUT_MCP_SANDBOX=off): without Landlock, seccomp and netns */
} lob_sandbox;

typedef struct lob_jail_walls {
    unsigned standing; /* LOB_WALL_... */
    int landlock_abi;  /* of the kernel; 0: none, or not asked for */
} lob_jail_walls;

typedef struct lob_jail_spec {
    const char *program;    /* absolute */
    char *const *arguments; /* argv, NULL at the end */
    char *const *environment;
    int dir_fd; /* run folder: the working folder; the one place to write; flat (no folder, link or FIFO can be made) */
    int output_fd, error_fd; /* become 1 and 2; 0 is /dev/null */
    const char *const
        *read_paths; /* files and folders that may be read, NULL at the end; absent ones are passed over */
    const char *const *exec_paths; /* files that may be run and read, likewise; the program among them */
    uint64_t address_space_size;   /* bytes; 0: no limit (sanitizers reserve terabytes) */
    uint64_t file_size;            /* bytes of a file */
    uint64_t cpu_seconds;          /* of all threads together */
    unsigned descriptor_count;
    lob_sandbox sandbox;
    unsigned leave_out; /* LOB_WALL_... that are not raised: for tests that prove what a wall is good for */
} lob_jail_spec;

typedef struct lob_jail_child {
    pid_t pid;
    int pid_fd; /* readable when the child has ended; -1 where the kernel has none */
    lob_jail_walls walls;
} lob_jail_child;

/* Starts the program; returns when it is entered. Errors: DRC_RUN_FAILED with details.reason
 *     no_sandbox   a wall that must stand cannot be had on this machine (details.wall)
 *     sandbox      a wall could not be raised, or the child could not be made (details.wall, system_error)
 *     exec         the program could not be entered (system_error)
 * and want of memory or descriptors as lob_fail_errno(). The caller reaps with lob_jail_reap() on the same thread. */
lob_status lob_jail_start(lob_ctx *ctx, const lob_jail_spec *spec, lob_jail_child *child);
/* SIGKILL for the child and its process group; any number of times, before it is reaped. */
void lob_jail_kill(const lob_jail_child *child);

typedef struct lob_jail_end {
    int exit_code;      /* -1: killed by a signal, or unknown */
    int signal;         /* 0: none */
    double cpu_seconds; /* user and system */
} lob_jail_end;

/* True when the child has ended and is reaped; its group is killed then. `wait`: does not return before. */
bool lob_jail_reap(lob_jail_child *child, bool wait, lob_jail_end *end);

/* What this machine has of LANDLOCK and SECCOMP (as in lob_jail_walls.standing), and Landlock's ABI. */
lob_jail_walls lob_jail_support(void);
/* Test hook: walls (bits) that lob_jail_support() does not see from now on. */
void lob_jail_pretend_missing(unsigned walls);

#endif

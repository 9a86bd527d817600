/* KLayout, run once, watched and ended.
 *
 * A run happens in a folder of its own, made by the caller: the deck and the layout lie in it, KLayout works in it and
 * leaves its report there. Never a shell; values travel as arguments. While it runs, every 10 ms the calling thread
 * looks at the time, the token to cancel, the child's memory and threads, and what it says; every 100 ms at what it
 * keeps on disk. Whatever goes over its bound is killed with its whole group, and the result says which.
 *
 * Invariants: when lob_run() returns, nothing of the run is alive; the thread that calls is the thread that forks and
 * reaps (see jail.h). Nothing KLayout says is believed: the exit code, and a report that reads to its end.
 */
#ifndef LOB_KLAYOUT_RUN_H
#define LOB_KLAYOUT_RUN_H

#include <sys/stat.h>

#include "klayout/find.h"
#include "klayout/jail.h"

/* Defaults; those of spec/limits.json (drc_timeout, drc_output_size, drc_report_size) are beside. */
#define LOB_RUN_MEMORY_SIZE (UINT64_C(4) << 30) /* KLayout itself takes 375 MB */
#define LOB_RUN_DISK_SIZE   (UINT64_C(4) << 30)
enum { LOB_RUN_FILE_COUNT = 1000, LOB_RUN_THREAD_COUNT = 256, LOB_RUN_TAIL_SIZE = 4096 };

typedef struct lob_run_limits {
    int64_t timeout_ms;    /* 0: LOB_LIMIT_DRC_TIMEOUT */
    uint64_t memory_size;  /* resident bytes; 0: LOB_RUN_MEMORY_SIZE */
    uint64_t disk_size;    /* bytes that the run adds to its folder, files removed but still open or mapped included */
    uint64_t file_size;    /* of one file; 0: LOB_LIMIT_DRC_REPORT_SIZE */
    uint64_t output_size;  /* kept of stdout and of stderr, each; the rest is counted; 0: LOB_LIMIT_DRC_OUTPUT_SIZE */
    unsigned file_count;   /* that the run adds; 0: LOB_RUN_FILE_COUNT */
    unsigned thread_count; /* 0: LOB_RUN_THREAD_COUNT */
} lob_run_limits;

/* A program that talks while it runs: its standard output is a socket, and whoever started it answers. */
typedef struct lob_run_talk {
    int child_fd, own_fd; /* the ends; both stay the caller's */
    /* Called when there is something to read at own_fd, and when the other end is closed: then *is_over. A failure ends
     * the run and is what lob_run() returns. */
    lob_status (*serve)(void *who, lob_ctx *ctx, bool *is_over);
    void *who;
} lob_run_talk;

/* A program and where it runs. */
typedef struct lob_run_command {
    const char *program;           /* absolute */
    const char *const *arguments;  /* after the program's name, NULL at the end */
    const char *library_dir;       /* LD_LIBRARY_PATH; NULL or "": none */
    const char *const *read_paths; /* as in lob_jail_spec */
    const char *const *exec_paths;
    int dir_fd;           /* the run folder */
    const char *dir_path; /* the same, absolute: becomes HOME */
    int log_fd; /* folder for stdout.txt and stderr.txt, which must not be there; best out of the run's reach; -1: only
                   the tails are kept */
    lob_run_limits limits;
    const lob_run_talk *talk; /* NULL: what it says on standard output is kept */
    lob_sandbox sandbox;
    bool has_prelude;           /* of lob_run_klayout(): LOB_RUN_PRELUDE of the run folder runs before the deck */
    unsigned leave_out;         /* tests: as in lob_jail_spec */
    bool without_address_limit; /* for programs built with sanitizers */
} lob_run_command;

typedef enum {
    LOB_RUN_EXITED,  /* by itself: see exit_code */
    LOB_RUN_CRASHED, /* by a signal of its own, see signal; also RLIMIT_CPU and a killer from outside */
    LOB_RUN_TIMEOUT, /* the rest: killed by the watch, for */
    LOB_RUN_MEMORY,
    LOB_RUN_THREADS,
    LOB_RUN_DISK,
    LOB_RUN_FILES,
    LOB_RUN_CANCELLED,
} lob_run_end;

/* What stdout or stderr said. Untrusted text. */
typedef struct lob_run_output {
    uint64_t size;      /* all bytes, also those not kept */
    uint64_t kept_size; /* in the file */
    lob_str tail;       /* the last bytes, at most LOB_RUN_TAIL_SIZE; request arena */
} lob_run_output;

typedef struct lob_run_result {
    lob_run_end end;
    int exit_code;        /* -1 unless EXITED */
    int signal;           /* 0 unless CRASHED */
    uint64_t memory_peak; /* resident bytes, as seen every 10 ms */
    double seconds, cpu_seconds;
    double kill_seconds; /* from the decision to kill to the end; 0: not killed */
    lob_run_output out, err;
    lob_jail_walls walls;
} lob_run_result;

/* Runs the command to its end. LOB_OK: it was entered and ended, in whatever way (see result->end). CANCELLED: the
 * token was set; the result is filled. Errors of lob_jail_start(); TOOL_LIMIT_EXCEEDED (memory, descriptors, disk). */
lob_status lob_run(lob_ctx *ctx, const lob_run_command *command, lob_run_result *result);

/* A KLayout deck: `klayout -zz -b -r deck -rd definition ...`. `command`: as above, but program, arguments,
 * library_dir and the two lists of paths, which are KLayout's own. `deck`: a name in the run folder. `definitions`:
 * "name=value", from lob_deck_prepare(). */
lob_status lob_run_klayout(lob_ctx *ctx, const lob_klayout *klayout, const lob_run_command *command, const char *deck,
                           const lob_str *definitions, size_t definition_count, lob_run_result *result);

/* The command with the program and the paths of what lob_klayout_find() found; `arguments` are the command's. */
lob_status lob_run_found(lob_ctx *ctx, const lob_klayout *found, const lob_run_command *command,
                         lob_run_result *result);

/* Writes LOB_RUN_PRELUDE: what decks ask of the system, as far as it can be told behind walls. */
#define LOB_RUN_PRELUDE "prelude.rb"
lob_status lob_run_write_prelude(lob_ctx *ctx, int dir_fd);

/* LOB_OK for an exit code of 0; else the error story: DRC_RUN_FAILED with reason exit_code | crash | timeout | memory |
 * threads | disk | files, and details exit_code, signal, seconds, memory_peak, stderr_tail. */
lob_status lob_run_check(lob_ctx *ctx, const lob_run_result *result);

/* Opens what a run left, a regular file of the folder itself, without following links. DRC_RUN_FAILED with reason
 * no_report (absent, or no regular file) | report_size. The caller closes. */
lob_status lob_run_open_report(lob_ctx *ctx, int dir_fd, const char *name, uint64_t size_max, int *fd);

#endif

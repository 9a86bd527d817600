/* The keeper: a process between this one and a server, so that nothing of the server stays behind.
 *
 * It is a fork of this process that starts the command and is the reaper of all that descends from it
 * (PR_SET_CHILD_SUBREAPER), also of what went into sessions of its own. So whose process a stray is, is never a
 * question, whatever number of servers runs beside each other, and this process waits for its keepers only. When this
 * process dies, the keeper notices and kills the server. What the server writes to its standard error goes through the
 * keeper into a file that is cut at LOB_MCP_STDERR_SIZE_MAX, so a flood neither blocks the server nor fills the disk.
 */
#ifndef LOB_BRIDGE_MCP_KEEPER_H
#define LOB_BRIDGE_MCP_KEEPER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { LOB_MCP_STDERR_SIZE_MAX = 16 << 20 };

typedef struct lob_mcp_command {
    char *const *argv;        /* NULL-terminated; argv[0] is looked up in PATH, a relative path from here */
    char *const *environment; /* NULL: that of this process */
    const char *folder;       /* NULL: here */
    const char *stderr_path;  /* appended to; NULL: this process's standard error, uncut */
} lob_mcp_command;

typedef struct lob_mcp_kept {
    pid_t keeper, server; /* the server leads a session of its own */
    int to_fd, from_fd;   /* its standard input and output; do not block */
    int control_fd;
    bool has_ended;
    int wait_status; /* as of waitpid(), when has_ended */
    bool is_lost;    /* the keeper itself is gone */
    unsigned left_count;
    bool is_swept;
} lob_mcp_kept;

/* 0, or the errno of what failed: nothing is left open then. */
int lob_mcp_keeper_start(const lob_mcp_command *command, lob_mcp_kept *kept);
/* Takes what the keeper has to say, without waiting. control_fd is readable when there is something. */
void lob_mcp_keeper_hear(lob_mcp_kept *kept);
/* Kills the server when it still runs, then what it left behind: at once, or `gently`, after a quarter of a second to
 * end by itself. Waits for the keeper; left_count is how many had to be killed. Closes all but to_fd and from_fd. */
void lob_mcp_keeper_end(lob_mcp_kept *kept, bool gently);

#endif

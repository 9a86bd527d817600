/* Parts of a run: how much the child takes (watch.c), what it says (output.c). */
#ifndef LOB_KLAYOUT_RUN_IMPL_H
#define LOB_KLAYOUT_RUN_IMPL_H

#include "klayout/run.h"

/* ---- watch.c ---- */
typedef struct lob_usage {
    uint64_t memory_size; /* resident */
    unsigned thread_count;
} lob_usage;

/* Of /proc/PID/stat. False: not to be had, as of a process that has ended. */
bool lob_usage_read(pid_t pid, lob_usage *usage);

typedef struct lob_disk_use {
    uint64_t size; /* bytes on disk */
    uint64_t file_count;
} lob_disk_use;

/* What lies in the folder, links not followed. Stops counting above `count_max` files. Folders in it count as files (a
 * run cannot make any). */
void lob_disk_use_of_dir(int dir_fd, uint64_t count_max, lob_disk_use *use);
/* What the process keeps open of files that have no name any more. */
void lob_disk_use_of_unnamed(pid_t pid, lob_disk_use *use);

/* Does the process map a file that has no name any more? Such a file may have no descriptor either. */
bool lob_maps_unnamed(pid_t pid);
/* Bytes that the process has written so far: by calls, or to pages of files, whichever is more. 0: not to be had. */
uint64_t lob_written_read(pid_t pid);

/* ---- output.c ---- */
typedef struct lob_stream {
    int read_fd; /* the pipe's end of ours, not blocking; -1: closed */
    int file_fd; /* where the first bytes go; -1: nowhere */
    uint64_t size, kept_size, kept_size_max;
    int write_error; /* of the file, the first */
    size_t tail_size;
    char tail[2 * LOB_RUN_TAIL_SIZE]; /* the last bytes, moved down when full */
} lob_stream;

/* Makes the pipe; the child's end is *write_fd. `log_fd` -1: no file. */
lob_status lob_stream_open(lob_ctx *ctx, lob_stream *stream, int log_fd, const char *name, uint64_t kept_size_max,
                           int *write_fd);
/* Takes what there is, at most a fixed amount a call, so that a flood cannot keep the watch from its work. */
void lob_stream_drain(lob_stream *stream);
void lob_stream_close(lob_stream *stream);
/* The last LOB_RUN_TAIL_SIZE bytes, from the start of a line when they hold one, without Qt's complaints about the
 * walls. */
lob_status lob_stream_result(lob_ctx *ctx, const lob_stream *stream, lob_run_output *output);

#endif

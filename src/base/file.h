/* Files: names from outside are opened safely, files of ours appear whole or not at all.
 *
 * Input: lob_roots holds the folders that may be read (KLAYOUT_MCP_ROOTS), opened once as O_PATH descriptors. A
 * client's absolute path is opened beneath its root by openat2(RESOLVE_BENEATH | NO_SYMLINKS | NO_MAGICLINKS), or where
 * that call is missing (old kernels, valgrind) by a walk of openat(O_NOFOLLOW). Without roots any absolute path may be
 * read. Output: artifacts are written by directory descriptor: O_EXCL temporary, fsync, rename, fsync of the folder;
 * folders 0700, files 0600. ENOSPC and friends are clean errors and leave nothing behind.
 */
#ifndef LOB_BASE_FILE_H
#define LOB_BASE_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

#include "base/ctx.h"

typedef struct lob_roots lob_roots;

/* `list`: colon-separated absolute folders, NULL or "" for "anything". FILE_NOT_FOUND when one cannot be opened. */
lob_status lob_roots_open(lob_ctx *ctx, const char *list, lob_roots **roots);
void lob_roots_close(lob_roots *roots);

/* Opens a regular file for reading. Errors, in this order (contract-notes): path not absolute, absent, outside the
 * roots (also by a symlink or "..") -> FILE_NOT_FOUND with details.reason not_absolute | absent | outside_roots; a
 * folder, FIFO, device, unreadable file -> UNSUPPORTED_FORMAT with reason directory | not_regular | unreadable; above
 * size_max bytes (0: no limit) -> TOOL_LIMIT_EXCEEDED with reason file_size. Never blocks on a FIFO. */
lob_status lob_file_open_input(lob_ctx *ctx, const lob_roots *roots, lob_str path, uint64_t size_max, int *fd,
                               struct stat *info);
/* Test hook: use the walk even where openat2 works. */
void lob_file_force_walk(bool on);

/* Reads all of a file of ours or the operator's (not for layouts), at most size_max bytes, into the request arena. */
lob_status lob_file_read_all(lob_ctx *ctx, int fd, size_t size_max, lob_str *content);

/* TOOL_LIMIT_EXCEEDED with reason disk_full | descriptors | memory | not_writable | exists | io, for what the system
 * refused. */
lob_status lob_fail_errno(lob_ctx *ctx, int error);

/* mkdir -p of an absolute path, mode 0700 for new parts; *fd is an O_DIRECTORY descriptor. */
lob_status lob_dir_make(lob_ctx *ctx, const char *path, int *fd);
/* A new folder `name` (must not exist) below dir_fd. */
lob_status lob_dir_make_at(lob_ctx *ctx, int dir_fd, const char *name, int *fd);
lob_status lob_file_write_at(lob_ctx *ctx, int dir_fd, const char *name, const void *data, size_t size);
/* Removes `name` and everything below it without following links, with bounded descriptors. *removed: whether it
 * existed. */
lob_status lob_dir_remove_at(lob_ctx *ctx, int dir_fd, const char *name, bool *removed);

#endif

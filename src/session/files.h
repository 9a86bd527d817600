/* The files that a session's calls left in its folder, for whoever may see the session: listed, opened.
 *
 * A path is below the session's folder, of letters, digits, `_`, `-`, `.` and `/`; no part of it begins with a dot.
 * Files with other names, which a deck can make, and session.json are not among them. Links are not followed.
 */
#ifndef LOB_SESSION_FILES_H
#define LOB_SESSION_FILES_H

#include "session/session.h"

enum { LOB_SESSION_FILE_PATH_SIZE = 1024 }; /* with its end */

typedef struct lob_session_file {
    lob_str path;
    uint64_t size; /* bytes */
} lob_session_file;

/* In ascending order of their paths, in ctx->arena. A folder that is gone has none. TOOL_LIMIT_EXCEEDED: memory. */
lob_status lob_session_files(lob_ctx *ctx, const lob_sessions *sessions, const char *id, lob_session_file **files,
                             size_t *count);
/* *fd: open for reading, the caller closes it. FILE_NOT_FOUND: no such file. */
lob_status lob_session_file_open(lob_ctx *ctx, const lob_sessions *sessions, const char *id, lob_str path, int *fd,
                                 uint64_t *size);

#endif

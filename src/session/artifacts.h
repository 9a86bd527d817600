/* Files that a session's calls leave for the client: pictures, reports. They lie in the session's folder, go with it,
 * and count against its quota (KLAYOUT_MCP_ARTIFACT_QUOTA_BYTES). A file appears whole or not at all.
 */
#ifndef LOB_SESSION_ARTIFACTS_H
#define LOB_SESSION_ARTIFACTS_H

#include "session/session.h"

/* TOOL_LIMIT_EXCEEDED (limit_name artifact_quota_size) unless `size` more bytes fit. */
lob_status lob_artifact_fits(lob_ctx *ctx, const lob_session *session, uint64_t size);

typedef struct lob_artifact {
    const char *folder; /* in the session's; made when it is not there */
    const char *name;   /* new in that folder */
    lob_status failure; /* the code for what the system refuses, with its reason in the details; memory and the quota
                           are TOOL_LIMIT_EXCEEDED */
    const char *message, *hint;
} lob_artifact;

/* A picture among those that render_view and diff_layouts keep. */
lob_artifact lob_artifact_picture(const char *name);
/* Keeps the bytes as FOLDER/NAME and counts them. *path: absolute, in ctx->arena. */
lob_status lob_artifact_write(lob_ctx *ctx, lob_session *session, const lob_artifact *what, const void *data,
                              size_t size, lob_str *path);

#endif

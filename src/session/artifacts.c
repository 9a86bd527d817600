/* See artifacts.h. Descriptors of the folders within a session's are opened for each file: few are written, and a
 * thousand sessions would hold them all. */
#include "session/artifacts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/num.h"

lob_status lob_artifact_fits(lob_ctx *ctx, const lob_session *session, uint64_t size) {
    if (lob_u64_add_sat(session->artifact_size, size) <= session->artifact_size_max) {
        return LOB_OK;
    }
    lob_status status = lob_fail(ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "The artifacts of the session would exceed its quota");
    lob_hint(ctx, "Close the session, which removes its artifacts, and open the layout again.");
    lob_error_text(&ctx->error, "reason", LOB_STR("artifact_quota"));
    lob_error_text(&ctx->error, "limit_name", LOB_STR("artifact_quota_size"));
    lob_error_integer(&ctx->error, "limit", (int64_t)session->artifact_size_max);
    lob_error_integer(&ctx->error, "kept", (int64_t)session->artifact_size);
    lob_error_integer(&ctx->error, "size", (int64_t)size);
    return status;
}

/* The system's reason, as lob_fail_errno() tells it, under the code and in the words of the artifact. */
static lob_status refuse(lob_ctx *ctx, const lob_artifact *what, const lob_error *why) {
    if (lob_str_equal(why->details[0].text, LOB_STR("memory"))) {
        return lob_fail_memory(ctx);
    }
    lob_status status = lob_fail(ctx, what->failure, "%s", what->message);
    lob_hint(ctx, "%s", what->hint);
    for (unsigned i = 0; i < why->detail_count; i++) {
        const lob_error_detail *detail = &why->details[i];
        if (detail->is_text) {
            lob_error_text(&ctx->error, detail->key, detail->text);
        } else {
            lob_error_integer(&ctx->error, detail->key, detail->integer);
        }
    }
    return status;
}

static lob_status open_folder(lob_ctx *ctx, const lob_session *session, const char *folder, int *fd) {
    if (mkdirat(session->dir_fd, folder, 0700) != 0 && errno != EEXIST) {
        return lob_fail_errno(ctx, errno);
    }
    *fd = openat(session->dir_fd, folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return *fd >= 0 ? LOB_OK : lob_fail_errno(ctx, errno);
}

static lob_status write_file(lob_ctx *ctx, const lob_session *session, const lob_artifact *what, const void *data,
                             size_t size) {
    int fd = -1;
    LOB_TRY(open_folder(ctx, session, what->folder, &fd));
    lob_status status = lob_file_write_at(ctx, fd, what->name, data, size);
    if (status != LOB_OK) {
        unlinkat(fd, what->name, 0); /* renamed into place, but the folder could not be forced to disk */
    }
    close(fd);
    return status;
}

static lob_str join_path(lob_ctx *ctx, const lob_session *session, const lob_artifact *what) {
    const size_t size = strlen(session->artifact_path) + strlen(what->folder) + strlen(what->name) + 2;
    char *path = lob_arena_alloc(ctx->arena, size + 1);
    if (path) {
        snprintf(path, size + 1, "%s/%s/%s", session->artifact_path, what->folder, what->name);
    }
    return (lob_str){path, path ? size : 0};
}

lob_status lob_artifact_write(lob_ctx *ctx, lob_session *session, const lob_artifact *what, const void *data,
                              size_t size, lob_str *path) {
    lob_ctx own;
    lob_ctx_init(&own, ctx->arena);
    LOB_TRY(lob_artifact_fits(ctx, session, size));
    *path = join_path(ctx, session, what); /* first, so that nothing can fail once the file is there */
    if (!path->data) {
        return lob_fail_memory(ctx);
    }
    if (write_file(&own, session, what, data, size) != LOB_OK) {
        return refuse(ctx, what, &own.error);
    }
    session->artifact_size = lob_u64_add_sat(session->artifact_size, size);
    return LOB_OK;
}

lob_artifact lob_artifact_picture(const char *name) {
    return (lob_artifact){.folder = "renders",
                          .name = name,
                          .failure = LOB_E_RENDER_FAILED,
                          .message = "The picture could not be stored",
                          .hint = "Free disk space in the artifact folder (KLAYOUT_MCP_ARTIFACT_ROOT), or close "
                                  "sessions with close_session; then try again."};
}

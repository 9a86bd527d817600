/* See runs.h. */
#include "tool/runs.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/num.h"

static lob_status write_export(lob_ctx *ctx, const lob_marker_export *what, lob_export_format format, int fd) {
    lob_outfile out;
    (void)lob_outfile_begin(ctx, &out, fd, false); /* takes nothing; a failure would stick to what follows */
    lob_status status = lob_markers_export(ctx, what, format, &out);
    if (status == LOB_OK) {
        status = lob_outfile_end(&out);
    }
    lob_outfile_release(&out);
    return status;
}

lob_status lob_run_export(lob_call *call, lob_drc_run *run, const lob_marker_export *what, lob_export_format format,
                          const char *name, lob_str *path) {
    lob_drc_stream stream;
    LOB_TRY(lob_drc_stream_begin(call->ctx, call->session, run, name, &stream));
    return lob_drc_stream_end(call->ctx, call->session, run, &stream, write_export(call->ctx, what, format, stream.fd),
                              path);
}

static lob_status open_report(lob_call *call, const lob_drc_run *run, int *fd) {
    int dir_fd = -1;
    struct stat info = {0}; /* stays so when there is no file */
    LOB_TRY(lob_drc_open_dir(call->ctx, call->session, run, &dir_fd));
    *fd = openat(dir_fd, LOB_DRC_REPORT, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    const int error = errno;
    close(dir_fd);
    fstat(*fd, &info);
    if (S_ISREG(info.st_mode)) {
        return LOB_OK;
    }
    if (*fd >= 0) {
        close(*fd);
    } else if (error == EMFILE || error == ENFILE || error == ENOMEM) {
        return lob_fail_errno(call->ctx, error);
    }
    lob_status status = lob_fail(call->ctx, LOB_E_DRC_RUN_FAILED, "The report of the run is missing");
    lob_hint(call->ctx, "Run the deck again with run_drc_script.");
    lob_error_text(&call->ctx->error, "reason", LOB_STR("no_report"));
    return status;
}

static void drop_markers(void *markers) {
    lob_markers_drop(markers);
}

static bool is_written(const lob_call *call, const lob_drc_run *run) {
    struct stat info;
    const int dir_fd = openat(call->session->dir_fd, run->folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (dir_fd < 0) {
        return false;
    }
    const bool is_there = fstatat(dir_fd, LOB_DRC_MARKERS, &info, AT_SYMLINK_NOFOLLOW) == 0;
    close(dir_fd);
    return is_there;
}

static bool is_memory(const lob_error *error) {
    for (unsigned i = 0; i < error->detail_count; i++) {
        const lob_error_detail *d = &error->details[i];
        if (d->is_text && strcmp(d->key, "reason") == 0 && lob_str_equal(d->text, LOB_STR("memory"))) {
            return true;
        }
    }
    return false;
}

/* A copy for people and scripts: without room for it the answer is none the worse. */
static lob_status write_json(lob_call *call, lob_drc_run *run, const lob_markers *markers) {
    const lob_marker_export what = {.markers = markers};
    lob_str path;
    lob_status status = lob_run_export(call, run, &what, LOB_EXPORT_JSON, LOB_DRC_MARKERS, &path);
    if (status == LOB_E_TOOL_LIMIT_EXCEEDED && !is_memory(&call->ctx->error)) {
        lob_error_clear(&call->ctx->error);
        return LOB_OK;
    }
    return status;
}

static lob_status read_markers(lob_call *call, lob_drc_run *run, lob_markers **markers) {
    const double dbu = lob_num_snap_dbu(lob_layout_dbu(call->session->layout));
    int fd = -1;
    LOB_TRY(open_report(call, run, &fd));
    LOB_TRY(lob_markers_read(call->ctx, fd, dbu, markers));
    lob_status status = is_written(call, run) ? LOB_OK : write_json(call, run, *markers);
    if (status != LOB_OK) {
        lob_markers_drop(*markers);
    }
    return status;
}

lob_status lob_call_markers(lob_call *call, lob_drc_run *run, lob_markers **markers, bool *has_json) {
    *markers = run->kept;
    if (!run->kept) {
        LOB_TRY(read_markers(call, run, markers));
        lob_drc_keep(call->session, run, *markers, drop_markers);
    }
    if (has_json) {
        *has_json = is_written(call, run);
    }
    return LOB_OK;
}

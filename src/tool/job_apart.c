/* See job_apart.h. Invariant: nothing is remembered here; the server's process does that. */
#include "tool/job_apart.h"

#include <stdio.h>
#include <string.h>

#include "tool/litho_run.h"

static lob_status run(lob_ctx *ctx, const lob_litho_run *how, const lob_apart_job *job, lob_str artifact_id,
                      lob_buf *out) {
    const lob_litho_before before = {.arguments = job->before,
                                     .artifact_id = artifact_id.size ? artifact_id : (lob_str){NULL, 0}};
    return strcmp(job->kind, "optimize") == 0
               ? lob_litho_run_optimize(ctx, how, job->arguments, &before, job->path, out)
               : lob_litho_run_evaluate(ctx, how, job->arguments, out);
}

lob_status lob_job_run_apart(lob_ctx *ctx, lob_sessions *sessions, const lob_apart_job *job, lob_str artifact_id,
                             lob_buf *out) {
    lob_litho_place place = {.roots = lob_sessions_roots(sessions),
                             .file_size_max = lob_sessions_config(sessions)->file_size_max};
    const lob_litho_run how = {
        .place = &place, .is_line = true, .told = job->told, .told_arg = job->told_arg, .picture = job->path};
    lob_session *session = NULL;
    if (job->session_id.data) {
        LOB_TRY(lob_session_find(ctx, sessions, job->session_id, &session));
        place.layout = session->layout;
        place.top = session->top;
        snprintf(place.artifact_id, sizeof place.artifact_id, "sha256:%s", session->sha256);
    }
    lob_status status = run(ctx, &how, job, artifact_id, out);
    lob_session_drop(session);
    return status;
}

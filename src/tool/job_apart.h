/* The work of a job, in a process that has no jobs: what a worker of src/crew runs. */
#ifndef LOB_TOOL_JOB_APART_H
#define LOB_TOOL_JOB_APART_H

#include "session/session.h"

/* `artifact_id`: job->artifact_id as it came over a socket. job->session_id, when there is one, is open in `sessions`.
 * The bytes and errors are those of evaluate.c and optimize.c. */
lob_status lob_job_run_apart(lob_ctx *ctx, lob_sessions *sessions, const lob_apart_job *job, lob_str artifact_id,
                             lob_buf *out);

#endif

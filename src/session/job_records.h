/* Records of jobs on disk, for jobs.c alone: what survives the process.
 *
 * ROOT/jobs/ID.json says how a job stands, ID.result holds what it gave; `owner` names a file beside them that the
 * server's process keeps locked, so who reads a record of work in progress can tell whether anybody still works.
 */
#ifndef LOB_SESSION_JOB_RECORDS_H
#define LOB_SESSION_JOB_RECORDS_H

#include "session/jobs.h"

typedef struct lob_job_folder {
    int dir_fd, lock_fd;
    char path[4096]; /* of the folder */
    char owner[40];  /* "owner_" and 32 hex digits */
} lob_job_folder;

/* Removes what dead servers left in ARTIFACT_ROOT/jobs, if it is there. */
void lob_job_folder_sweep(const char *artifact_root);
lob_status lob_job_folder_open(lob_ctx *ctx, const char *artifact_root, lob_job_folder *folder);
void lob_job_folder_close(lob_job_folder *folder); /* removes the owner's file */

bool lob_job_id_fits(lob_str id);
/* The least ids of records after `after` (data NULL: of all), sorted by bytes; *count: room, then how many there are.
 * False: the folder cannot be read. */
bool lob_job_records_list(const lob_job_folder *folder, lob_str after, char (*ids)[LOB_JOB_ID_SIZE + 1],
                          uint32_t *count);
/* Result first, then the record: a record that says `completed` has its result. */
lob_status lob_job_record_write(lob_ctx *ctx, const lob_job_folder *folder, const lob_job_status *status,
                                const char *began, lob_str request);
void lob_job_record_remove(const lob_job_folder *folder, const char *id);
lob_status lob_job_result_write(lob_ctx *ctx, const lob_job_folder *folder, const char *id, const void *data,
                                size_t size);
/* The request of a completed evaluation of this file, in ctx->arena; data NULL: the record is of none. */
lob_status lob_job_record_request(lob_ctx *ctx, const lob_job_folder *folder, lob_str id, lob_str artifact_id,
                                  lob_str *request);
/* *found false: there is no such record. A record that cannot be read is a failed job, reason `record_damaged`; one
 * whose result is missing, or is not what was written, `result_missing`. result_size_max 0: without the result. */
lob_status lob_job_record_read(lob_ctx *ctx, const lob_job_folder *folder, lob_str id, size_t result_size_max,
                               bool *found, lob_job_status *status);

#endif

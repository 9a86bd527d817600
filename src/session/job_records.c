/* The records of jobs: ID.json and ID.result in ROOT/jobs, and the locked file that says who is alive. */
#include "session/job_records.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/file.h"
#include "json/reader.h"
#include "json/writer.h"

enum { RECORD_SIZE_MAX = 1 << 24, KEPT_SECONDS = 7 * 24 * 3600, LOCKED_SECONDS = 60, ENTRIES_SIZE = 8192 };
#define MS_MAX 9007199254740991.0

/* ---- the folder ---- */

/* What belongs to nobody alive, this process has nothing there yet: records older than a week, and owners' files but
 * for those of servers that are just about to lock theirs. */
static void sweep_one(int dir_fd, const char *name, time_t now) {
    struct stat info;
    const bool is_owner = strncmp(name, "owner_", 6) == 0;
    if ((strncmp(name, "job_", 4) != 0 && !is_owner && strncmp(name, ".tmp-", 5) != 0) ||
        fstatat(dir_fd, name, &info, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(info.st_mode) ||
        now - info.st_mtime < (is_owner ? LOCKED_SECONDS : KEPT_SECONDS)) {
        return;
    }
    int fd = openat(dir_fd, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (fd >= 0) {
        if (flock(fd, LOCK_EX | LOCK_NB) == 0) {
            unlinkat(dir_fd, name, 0);
        }
        close(fd);
    }
}

static void sweep(int dir_fd) {
    union {
        char bytes[ENTRIES_SIZE];
        struct dirent64 align;
    } entries;
    ssize_t size;
    time_t now = time(NULL);
    while ((size = getdents64(dir_fd, (void *)&entries, sizeof entries)) > 0) {
        for (ssize_t at = 0; at < size;) {
            const struct dirent64 *entry = (const struct dirent64 *)(const void *)(entries.bytes + at);
            at += entry->d_reclen;
            sweep_one(dir_fd, entry->d_name, now);
        }
    }
}

void lob_job_folder_sweep(const char *artifact_root) {
    char path[4096];
    if (snprintf(path, sizeof path, "%s/jobs", artifact_root) < (int)sizeof path) {
        const int dir_fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (dir_fd >= 0) {
            sweep(dir_fd);
            close(dir_fd);
        }
    }
}

static lob_status lock_owner(lob_ctx *ctx, lob_job_folder *folder) {
    uint8_t random[16];
    if (!lob_random(random, sizeof random)) {
        return lob_fail_errno(ctx, EIO);
    }
    memcpy(folder->owner, "owner_", 6);
    lob_hex(folder->owner + 6, random, sizeof random);
    folder->lock_fd = openat(folder->dir_fd, folder->owner, O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (folder->lock_fd < 0 || flock(folder->lock_fd, LOCK_EX | LOCK_NB) != 0) {
        return lob_fail_errno(ctx, errno);
    }
    return LOB_OK;
}

lob_status lob_job_folder_open(lob_ctx *ctx, const char *artifact_root, lob_job_folder *folder) {
    size_t size = strlen(artifact_root);
    *folder = (lob_job_folder){.dir_fd = -1, .lock_fd = -1};
    while (size > 1 && artifact_root[size - 1] == '/') {
        size--;
    }
    if (snprintf(folder->path, sizeof folder->path, "%.*s/jobs", (int)size, artifact_root) >=
        (int)sizeof folder->path) {
        return lob_fail_errno(ctx, ENAMETOOLONG);
    }
    LOB_TRY(lob_dir_make(ctx, folder->path, &folder->dir_fd));
    sweep(folder->dir_fd);
    lob_status status = lock_owner(ctx, folder);
    if (status != LOB_OK) {
        lob_job_folder_close(folder);
    }
    return status;
}

void lob_job_folder_close(lob_job_folder *folder) {
    if (folder->lock_fd >= 0) {
        unlinkat(folder->dir_fd, folder->owner, 0);
        close(folder->lock_fd);
    }
    if (folder->dir_fd >= 0) {
        close(folder->dir_fd);
    }
    *folder = (lob_job_folder){.dir_fd = -1, .lock_fd = -1};
}

bool lob_job_id_fits(lob_str id) {
    if (id.size != LOB_JOB_ID_SIZE || memcmp(id.data, "job_", 4) != 0) {
        return false;
    }
    for (size_t i = 4; i < id.size; i++) {
        char c = id.data[i];
        if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'f')) {
            return false;
        }
    }
    return true;
}

/* ---- the list ---- */

/* Keeps the `room` least of what it is given, sorted. */
static uint32_t insert_id(char (*ids)[LOB_JOB_ID_SIZE + 1], uint32_t count, uint32_t room, const char *name) {
    uint32_t at = count;
    while (at > 0 && memcmp(ids[at - 1], name, LOB_JOB_ID_SIZE) > 0) {
        at--;
    }
    if (at == room) {
        return count;
    }
    count += count < room;
    memmove(ids[at + 1], ids[at], (count - 1 - at) * sizeof *ids);
    memcpy(ids[at], name, LOB_JOB_ID_SIZE);
    ids[at][LOB_JOB_ID_SIZE] = '\0';
    return count;
}

bool lob_job_records_list(const lob_job_folder *folder, lob_str after, char (*ids)[LOB_JOB_ID_SIZE + 1],
                          uint32_t *count) {
    union {
        char bytes[ENTRIES_SIZE];
        struct dirent64 align;
    } entries;
    const uint32_t room = *count;
    const int fd = openat(folder->dir_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC); /* with a place of its own */
    ssize_t size = fd < 0 ? -1 : 0;
    *count = 0;
    while (fd >= 0 && (size = getdents64(fd, (void *)&entries, sizeof entries)) > 0) {
        for (ssize_t at = 0; at < size;) {
            const struct dirent64 *entry = (const struct dirent64 *)(const void *)(entries.bytes + at);
            const lob_str id = {entry->d_name, LOB_JOB_ID_SIZE};
            at += entry->d_reclen;
            if (strlen(entry->d_name) == LOB_JOB_ID_SIZE + 5 && lob_job_id_fits(id) &&
                strcmp(entry->d_name + LOB_JOB_ID_SIZE, ".json") == 0 &&
                (after.data == NULL || memcmp(id.data, after.data, LOB_JOB_ID_SIZE) > 0)) {
                *count = insert_id(ids, *count, room, entry->d_name);
            }
        }
    }
    if (fd >= 0) {
        close(fd);
    }
    return size == 0;
}

/* ---- writing ---- */

/* "": out of memory. */
static void digest_of(lob_str content, char hex[65]) {
    uint8_t digest[32];
    lob_sha256 *state = lob_sha256_new();
    const bool fine = state && lob_sha256_add(state, content.data, content.size) && lob_sha256_end(state, digest);
    hex[0] = '\0';
    if (fine) {
        lob_hex(hex, digest, sizeof digest);
    }
    lob_sha256_drop(state);
}

static lob_str reason_of(const lob_error *error) {
    for (unsigned i = 0; i < error->detail_count; i++) {
        if (error->details[i].is_text && strcmp(error->details[i].key, "reason") == 0) {
            return error->details[i].text;
        }
    }
    return (lob_str){NULL, 0};
}

static void write_error(lob_jsonw *w, const lob_error *error) {
    const lob_str reason = reason_of(error);
    lob_jsonw_key(w, "error");
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "code");
    lob_jsonw_text(w, lob_status_name(error->code));
    lob_jsonw_key(w, "message");
    lob_jsonw_text(w, error->message);
    lob_jsonw_key(w, "hint");
    lob_jsonw_text(w, error->hint);
    if (reason.data) {
        lob_jsonw_key(w, "reason");
        lob_jsonw_str(w, reason);
    }
    lob_jsonw_end_object(w);
}

/* `digest`: of the result, "" unless completed. */
static void write_record(lob_jsonw *w, const lob_job_folder *folder, const lob_job_status *status, const char *began,
                         lob_str request, const char *digest) {
    const struct {
        const char *key, *value;
    } texts[] = {{"schema_version", "1.0.0"}, {"job_id", status->id},
                 {"kind", status->kind},      {"status", lob_job_state_name(status->state)},
                 {"owner", folder->owner},    {"began", began}};
    lob_jsonw_begin_object(w);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        lob_jsonw_key(w, texts[i].key);
        lob_jsonw_text(w, texts[i].value);
    }
    lob_jsonw_key(w, "progress");
    lob_jsonw_number(w, status->progress);
    lob_jsonw_key(w, "done");
    lob_jsonw_number(w, status->done);
    lob_jsonw_key(w, "total");
    lob_jsonw_number(w, status->total);
    lob_jsonw_key(w, "elapsed_ms");
    lob_jsonw_int(w, status->elapsed_ms);
    if (status->state == LOB_JOB_COMPLETED) {
        lob_jsonw_key(w, "result_sha256");
        lob_jsonw_text(w, digest);
    } else if (status->state == LOB_JOB_FAILED) {
        write_error(w, &status->error);
    }
    if (status->artifact_id[0]) {
        lob_jsonw_key(w, "layout_artifact_id");
        lob_jsonw_text(w, status->artifact_id);
    }
    if (request.data) {
        lob_jsonw_key(w, "request");
        lob_jsonw_raw(w, request);
    }
    lob_jsonw_end_object(w);
}

lob_status lob_job_record_write(lob_ctx *ctx, const lob_job_folder *folder, const lob_job_status *status,
                                const char *began, lob_str request) {
    lob_buf text;
    lob_jsonw w;
    char name[LOB_JOB_ID_SIZE + 8], digest[65] = "";
    if (status->state == LOB_JOB_COMPLETED) {
        digest_of(status->result, digest);
        if (digest[0] == '\0') {
            return lob_fail_memory(ctx);
        }
    }
    lob_buf_init(&text, RECORD_SIZE_MAX);
    lob_jsonw_init(&w, &text);
    write_record(&w, folder, status, began, request, digest);
    lob_buf_add_byte(&text, '\n');
    snprintf(name, sizeof name, "%s.json", status->id);
    lob_status written =
        text.failed ? lob_fail_memory(ctx) : lob_file_write_at(ctx, folder->dir_fd, name, text.data, text.size);
    lob_buf_release(&text);
    return written;
}

void lob_job_record_remove(const lob_job_folder *folder, const char *id) {
    char name[LOB_JOB_ID_SIZE + 8];
    snprintf(name, sizeof name, "%s.json", id);
    unlinkat(folder->dir_fd, name, 0);
}

lob_status lob_job_result_write(lob_ctx *ctx, const lob_job_folder *folder, const char *id, const void *data,
                                size_t size) {
    char name[LOB_JOB_ID_SIZE + 8];
    snprintf(name, sizeof name, "%s.result", id);
    return lob_file_write_at(ctx, folder->dir_fd, name, data, size);
}

/* ---- reading ---- */

static bool is_alive(const lob_job_folder *folder, const char *owner) {
    if (strncmp(owner, "owner_", 6) != 0 || strchr(owner, '/') != NULL) {
        return false;
    }
    int fd = openat(folder->dir_fd, owner, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        return false;
    }
    bool alive = flock(fd, LOCK_SH | LOCK_NB) != 0;
    close(fd);
    return alive;
}

static const char *text_of(const cJSON *object, const char *key) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsString(item) ? item->valuestring : "";
}

static double number_of(const cJSON *object, const char *key) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsNumber(item) && item->valuedouble >= 0 ? item->valuedouble : 0;
}

static bool state_of(const char *name, lob_job_state *state) {
    for (int i = LOB_JOB_QUEUED; i <= LOB_JOB_CANCELLED; i++) {
        if (strcmp(name, lob_job_state_name((lob_job_state)i)) == 0) {
            *state = (lob_job_state)i;
            return true;
        }
    }
    return false;
}

static void set_failed(lob_job_status *status, const char *reason, const char *message) {
    status->state = LOB_JOB_FAILED;
    lob_error_clear(&status->error);
    lob_error_set(&status->error, LOB_E_TOOL_LIMIT_EXCEEDED, "%s", message);
    lob_error_text(&status->error, "reason", lob_str_from(reason));
    lob_error_hint(&status->error, "Start the work again.");
}

static void read_error(const cJSON *record, lob_job_status *status) {
    const cJSON *error = cJSON_GetObjectItemCaseSensitive(record, "error");
    lob_status code = LOB_E_TOOL_LIMIT_EXCEEDED;
    for (int i = 1; i < LOB_E_CANCELLED; i++) {
        if (strcmp(lob_status_name((lob_status)i), text_of(error, "code")) == 0) {
            code = (lob_status)i;
        }
    }
    lob_error_clear(&status->error);
    lob_error_set(&status->error, code, "%s", text_of(error, "message"));
    lob_error_hint(&status->error, "%s", text_of(error, "hint"));
    if (*text_of(error, "reason")) {
        lob_error_text(&status->error, "reason", lob_str_from(text_of(error, "reason")));
    }
}

static void take_record(const lob_job_folder *folder, const cJSON *record, lob_job_status *status) {
    static const char *const kinds[] = {"evaluate", "optimize"};
    status->kind = "unknown";
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(kinds[i], text_of(record, "kind")) == 0) {
            status->kind = kinds[i];
        }
    }
    status->progress = fmin(number_of(record, "progress"), 1);
    status->done = number_of(record, "done");
    status->total = number_of(record, "total");
    status->elapsed_ms = (int64_t)fmin(number_of(record, "elapsed_ms"), MS_MAX);
    snprintf(status->artifact_id, sizeof status->artifact_id, "%s", text_of(record, "layout_artifact_id"));
    snprintf(status->began, sizeof status->began, "%s", text_of(record, "began"));
    if (!state_of(text_of(record, "status"), &status->state)) {
        set_failed(status, "record_damaged", "The record of the job has no state");
    } else if (status->state == LOB_JOB_FAILED) {
        read_error(record, status);
    } else if (status->state < LOB_JOB_COMPLETED && !is_alive(folder, text_of(record, "owner"))) {
        set_failed(status, "server_ended", "The server that worked on the job ended before the job did");
    }
}

/* data NULL in *content: there is no such file, or it cannot be read. */
static lob_status read_file(lob_ctx *ctx, const lob_job_folder *folder, lob_str id, const char *suffix, size_t size_max,
                            lob_str *content) {
    char name[LOB_JOB_ID_SIZE + 8];
    lob_ctx mine;
    *content = (lob_str){NULL, 0};
    snprintf(name, sizeof name, "%.*s%s", (int)id.size, id.data, suffix);
    int fd = openat(folder->dir_fd, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        return LOB_OK;
    }
    lob_ctx_init(&mine, ctx->arena); /* what is damaged is told by the status, not as an error */
    const lob_status status = lob_file_read_all(&mine, fd, size_max, content);
    close(fd);
    if (status != LOB_OK) {
        *content = (lob_str){NULL, 0};
        return lob_str_equal(reason_of(&mine.error), LOB_STR("memory")) ? lob_fail_memory(ctx) : LOB_OK;
    }
    return LOB_OK;
}

static lob_status take_result(lob_ctx *ctx, const lob_job_folder *folder, const char *written, size_t size_max,
                              lob_job_status *status) {
    char digest[65] = "";
    LOB_TRY(read_file(ctx, folder, lob_str_from(status->id), ".result", size_max, &status->result));
    if (status->result.data) {
        digest_of(status->result, digest);
        if (digest[0] == '\0') {
            return lob_fail_memory(ctx);
        }
    }
    if (status->result.data == NULL || strcmp(digest, written) != 0) {
        status->result = (lob_str){NULL, 0};
        set_failed(status, "result_missing", "The result of the job is missing, or was changed");
    }
    return LOB_OK;
}

static bool is_evaluation_of(lob_str record, lob_str artifact_id) {
    const lob_str kind = lob_json_raw_member(record, "kind"), state = lob_json_raw_member(record, "status");
    const lob_str file = lob_json_raw_member(record, "layout_artifact_id");
    return lob_str_equal(kind, LOB_STR("\"evaluate\"")) && lob_str_equal(state, LOB_STR("\"completed\"")) &&
           artifact_id.size > 0 && file.size == artifact_id.size + 2 &&
           memcmp(file.data + 1, artifact_id.data, artifact_id.size) == 0;
}

lob_status lob_job_record_request(lob_ctx *ctx, const lob_job_folder *folder, lob_str id, lob_str artifact_id,
                                  lob_str *request) {
    lob_str text;
    lob_json_fault fault;
    *request = (lob_str){NULL, 0};
    if (!lob_job_id_fits(id)) {
        return LOB_OK;
    }
    LOB_TRY(read_file(ctx, folder, id, ".json", RECORD_SIZE_MAX, &text));
    if (text.data && lob_json_check(text, false, &fault) && is_evaluation_of(text, artifact_id)) {
        *request = lob_json_raw_member(text, "request");
    }
    return LOB_OK;
}

lob_status lob_job_record_read(lob_ctx *ctx, const lob_job_folder *folder, lob_str id, size_t result_size_max,
                               bool *found, lob_job_status *status) {
    lob_str text;
    *found = false;
    if (!lob_job_id_fits(id)) {
        return LOB_OK;
    }
    LOB_TRY(read_file(ctx, folder, id, ".json", RECORD_SIZE_MAX, &text));
    if (text.data == NULL) {
        return LOB_OK;
    }
    lob_json_fault fault;
    cJSON *record = lob_json_parse(text, &fault);
    if (record == NULL && strcmp(fault.what, "out of memory") == 0) {
        return lob_fail_memory(ctx);
    }
    *found = true;
    memcpy(status->id, id.data, LOB_JOB_ID_SIZE);
    status->id[LOB_JOB_ID_SIZE] = '\0';
    status->kind = "unknown";
    if (record == NULL) {
        set_failed(status, "record_damaged", "The record of the job is damaged");
        return LOB_OK;
    }
    take_record(folder, record, status);
    const lob_status fine = status->state == LOB_JOB_COMPLETED && result_size_max > 0
                                ? take_result(ctx, folder, text_of(record, "result_sha256"), result_size_max, status)
                                : LOB_OK;
    cJSON_Delete(record);
    return fine;
}

const char *lob_job_state_name(lob_job_state state) {
    static const char *const names[] = {"queued", "working", "completed", "failed", "cancelled"};
    return names[state];
}

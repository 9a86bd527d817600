/* Some files through the program itself: what lob_read_layout() told must come out as JSON. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "badc.h"

enum { PATH_SIZE = 1024, ALARM_S = 60, OUT_SIZE_MAX = 1 << 20 };

static double seconds_of(struct timeval time) {
    return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

static void become(const char *server, const char *path, const int ends[2]) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    alarm(ALARM_S);
    execl(server, server, "open_layout", "--path", path, "--strict", "--json", (char *)NULL);
    _exit(127);
}

static void read_all(int fd, lob_buf *out) {
    char block[4096];
    for (ssize_t size; (size = read(fd, block, sizeof block)) > 0;) {
        lob_buf_add(out, block, (size_t)size);
    }
}

bool bad_open(const char *server, const char *path, lob_buf *out, double *seconds, double *peak_mib) {
    int ends[2], status = 0;
    struct rusage usage = {0};
    if (pipe(ends) != 0) {
        return false;
    }
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        become(server, path, ends);
    }
    close(ends[1]);
    if (child > 0) {
        read_all(ends[0], out);
        wait4(child, &status, 0, &usage);
    }
    close(ends[0]);
    *seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    *peak_mib = (double)usage.ru_maxrss / 1024;
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) != 127;
}

static bool text_is(const cJSON *object, const char *key, const char *expected) {
    const cJSON *found = cJSON_GetObjectItemCaseSensitive(object, key);
    return expected ? cJSON_IsString(found) && strcmp(found->valuestring, expected) == 0 : found == NULL;
}

static bool number_is(const cJSON *object, const char *key, int64_t expected) {
    const cJSON *found = cJSON_GetObjectItemCaseSensitive(object, key);
    return expected == BAD_ABSENT ? found == NULL : cJSON_IsNumber(found) && (int64_t)found->valuedouble == expected;
}

/* The kinds of an accepted file's warnings; an error's code, message and details. */
static bool answer_fits(const cJSON *answer, const bad_expect *e) {
    if (!e->reason) {
        return cJSON_HasObjectItem(answer, "session_id") && !cJSON_HasObjectItem(answer, "code");
    }
    const cJSON *details = cJSON_GetObjectItemCaseSensitive(answer, "details");
    return text_is(answer, "code", "UNSUPPORTED_FORMAT") && cJSON_HasObjectItem(answer, "message") &&
           cJSON_HasObjectItem(details, "hint") && text_is(details, "reason", e->reason) &&
           text_is(details, "record", e->record) && number_is(details, "offset", e->offset) &&
           number_is(details, "record_index", e->index);
}

static bool run_row(const char *server, const char *folder, const bad_row *row) {
    char path[PATH_SIZE], absolute[4096];
    double seconds, peak;
    bad_file file;
    lob_buf out;
    snprintf(path, sizeof path, "%s/%s", folder, row->name);
    lob_buf_init(&out, OUT_SIZE_MAX);
    bool fine = bad_make(row, &file) && realpath(path, absolute) && bad_open(server, absolute, &out, &seconds, &peak);
    cJSON *answer = fine && out.data ? cJSON_ParseWithLength(out.data, out.size) : NULL;
    fine = answer && answer_fits(answer, &file.expect);
    if (!fine) {
        printf("  FAIL %s through the program: %.*s\n", row->name, (int)out.size, out.data ? out.data : "");
    }
    cJSON_Delete(answer);
    lob_buf_release(&out);
    lob_buf_release(&file.bytes);
    return fine;
}

/* Every eighth, and none that is answered wrongly anyway. */
void bad_run_cli(const char *server, const char *folder, bad_tally *tally) {
    unsigned count;
    const bad_row *const *rows = bad_rows(&count);
    for (unsigned i = 0; i < count; i += 8) {
        if (rows[i]->known) {
            continue;
        }
        bool fine = run_row(server, folder, rows[i]);
        tally->passed += fine;
        tally->failed += !fine;
    }
}

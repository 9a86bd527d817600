/* See files.h. Answers are changed as text, so that all else in them stays as it was, byte for byte: a string that
 * begins with ROOT/sessions/ses_ names a folder of a session or a file in it, one with ROOT/jobs/job_ a file of a job;
 * no layout can hold such a text, for the ids are random. */
#include "main/files.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "json/reader.h"
#include "json/writer.h"

enum { PATH_SIZE = 4096, ID_SIZE = 12 /* behind "ses_" */ };

static const char session_start[] = "sessions/ses_", job_start[] = "jobs/job_";

/* ---- strings of the answer ---- */

typedef struct token {
    lob_str raw;  /* with its quotes */
    lob_str text; /* what it says, in `path` */
    char path[PATH_SIZE];
    bool is_file; /* else the folder of the session */
    bool is_kept; /* of a job: it outlives the command */
} token;

/* The next string from `at` on: data NULL when there is none. */
static lob_str next_string(lob_str json, size_t at) {
    while (at < json.size && json.data[at] != '"') {
        at++;
    }
    size_t end = at + 1;
    while (end < json.size && json.data[end] != '"') {
        end += json.data[end] == '\\' ? 2 : 1;
    }
    return end < json.size ? (lob_str){json.data + at, end + 1 - at} : (lob_str){0};
}

static bool begins_with(lob_str text, lob_str start) {
    return text.size >= start.size && memcmp(text.data, start.data, start.size) == 0;
}

/* Whether the string is such a name. */
static bool take_name(lob_str raw, lob_str start, token *t) {
    lob_json_fault fault;
    if (!begins_with(raw, start)) {
        return false;
    }
    const lob_str rest = {raw.data + start.size, raw.size - start.size};
    const bool is_job = begins_with(rest, lob_str_from(job_start));
    if (!is_job && !begins_with(rest, lob_str_from(session_start))) {
        return false;
    }
    cJSON *value = lob_json_parse(raw, &fault);
    const char *text = cJSON_GetStringValue(value);
    const size_t size = text ? strlen(text) : 0;
    const bool fine = size > 0 && size < sizeof t->path;
    if (fine) {
        memcpy(t->path, text, size + 1);
        t->raw = raw;
        t->text = (lob_str){t->path, size};
        t->is_kept = is_job;
        t->is_file = is_job || strlen(strstr(t->path, session_start) + strlen(session_start)) > ID_SIZE + 1;
    }
    cJSON_Delete(value);
    return fine;
}

/* The start of all such names as JSON has them, an open quote before. */
static bool make_start(const char *root, lob_buf *start) {
    char text[PATH_SIZE + 32];
    lob_jsonw w;
    size_t size = strlen(root);
    while (size > 1 && root[size - 1] == '/') {
        size--;
    }
    snprintf(text, sizeof text, "%.*s/", (int)size, root);
    lob_jsonw_init(&w, start);
    lob_jsonw_text(&w, text);
    return !start->failed;
}

/* ---- copies ---- */

static bool copy_bytes(int from, int to) {
    char block[64 * 1024];
    ssize_t size;
    while ((size = read(from, block, sizeof block)) > 0) {
        for (ssize_t at = 0; at < size;) {
            ssize_t written = write(to, block + at, (size_t)(size - at));
            if (written <= 0) {
                return false;
            }
            at += written;
        }
    }
    return size == 0;
}

static bool copy_file(const char *from_path, const char *to_path) {
    const int from = open(from_path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    const int to = from < 0 ? -1 : open(to_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool fine = to >= 0 && copy_bytes(from, to);
    if (to >= 0 && close(to) != 0) {
        fine = false;
    }
    if (from >= 0) {
        close(from);
    }
    return fine;
}

/* Where the copy of a file goes. False: the name is too long. */
static bool name_copy(const lob_settings *settings, const char *path, char out[PATH_SIZE]) {
    size_t size = strlen(settings->out_path);
    if (!settings->out_is_folder) {
        return snprintf(out, PATH_SIZE, "%s", settings->out_path) < PATH_SIZE;
    }
    while (size > 0 && settings->out_path[size - 1] == '/') {
        size--;
    }
    return snprintf(out, PATH_SIZE, "%.*s%s", (int)size, settings->out_path, strrchr(path, '/')) < PATH_SIZE;
}

/* Of a file that does not become a folder only one can be written. */
static bool are_several(lob_str answer, lob_str start) {
    lob_str first = {0}, raw;
    token t;
    for (size_t at = 0; (raw = next_string(answer, at)).data; at = (size_t)(raw.data - answer.data) + raw.size) {
        if (!take_name(raw, start, &t) || !t.is_file) {
            continue;
        }
        if (first.data && !lob_str_equal(first, raw)) {
            return true;
        }
        first = raw;
    }
    return false;
}

static lob_files_end say_unwritten(const lob_cli *cli, const char *what, const char *path) {
    fprintf(cli->err, "%s: %s%s\n", cli->product.name, what, path);
    return LOB_FILES_UNWRITTEN;
}

/* ---- the whole ---- */

typedef struct showing {
    const lob_cli *cli;
    const lob_settings *settings;
    lob_str answer;
    lob_buf *shown;
    unsigned gone_count;
    lob_files_end end;
} showing;

static void show_name(showing *s, const token *t) {
    char copy[PATH_SIZE];
    lob_jsonw w;
    lob_jsonw_init(&w, s->shown);
    if (t->is_kept && !s->settings->out_path[0]) {
        lob_jsonw_text(&w, t->path);
    } else if (!t->is_file || !s->settings->out_path[0] || s->end != LOB_FILES_FINE) {
        lob_jsonw_null(&w);
        s->gone_count += t->is_file;
    } else if (name_copy(s->settings, t->path, copy) && copy_file(t->path, copy)) {
        lob_jsonw_text(&w, copy);
    } else {
        s->end = say_unwritten(s->cli, "a file of the answer cannot be written to ", s->settings->out_path);
        lob_jsonw_null(&w);
    }
}

static void show_all(showing *s, lob_str start) {
    size_t shown = 0;
    lob_str raw;
    token t;
    for (size_t at = 0; (raw = next_string(s->answer, at)).data; at = (size_t)(raw.data - s->answer.data) + raw.size) {
        if (take_name(raw, start, &t)) {
            const size_t place = (size_t)(raw.data - s->answer.data);
            lob_buf_add(s->shown, s->answer.data + shown, place - shown);
            show_name(s, &t);
            shown = place + raw.size;
        }
    }
    lob_buf_add(s->shown, s->answer.data + shown, s->answer.size - shown);
}

lob_files_end lob_files_show(const lob_cli *cli, const lob_settings *settings, const char *root, lob_str answer,
                             lob_buf *shown, unsigned *gone_count) {
    showing s = {.cli = cli, .settings = settings, .answer = answer, .shown = shown};
    lob_buf start;
    struct stat info;
    lob_buf_clear(shown);
    if (settings->keep) {
        lob_buf_add(shown, answer.data, answer.size);
        return shown->failed ? LOB_FILES_NO_MEMORY : LOB_FILES_FINE;
    }
    lob_buf_init(&start, 0);
    if (!make_start(root, &start)) {
        lob_buf_release(&start);
        return LOB_FILES_NO_MEMORY;
    }
    const lob_str prefix = {start.data, start.size - 1};
    if (settings->out_path[0] && settings->out_is_folder && stat(settings->out_path, &info) != 0 &&
        mkdir(settings->out_path, 0777) != 0) {
        s.end = say_unwritten(cli, "no such folder can be made: ", settings->out_path);
    } else if (settings->out_path[0] && !settings->out_is_folder && are_several(answer, prefix)) {
        s.end = say_unwritten(
            cli, "the answer has several files; end -o with a / to have them in a folder: ", settings->out_path);
    }
    show_all(&s, prefix);
    *gone_count += s.gone_count;
    lob_buf_release(&start);
    return shown->failed ? LOB_FILES_NO_MEMORY : s.end;
}

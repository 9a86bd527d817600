/* One case: a server of its own in a folder of its own, its steps, and the case written anew with today's answers.
 *
 * The new text is always made; comparing is comparing its steps with the stored ones. So accepting is writing what was
 * compared, nothing else.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "snapshot.h"
#include "json/reader.h"

enum { TIMEOUT_MS = 30000, ENVIRONMENT_COUNT_MAX = 256 };
#define CASE_SIZE_MAX ((size_t)16 << 20)

extern char **environ;

typedef struct run {
    totals *all;
    const char *path;
    lob_ctx *ctx;
    lob_mcp_client client;
    names known;
    lob_buf text;       /* the case as it would be written today */
    lob_buf fault_text; /* what was wrong, a line each */
    picture_change *changes, **change_end;
    char artifacts[256]; /* folder of this run */
    unsigned step, faults;
} run;

static void wrong(run *r, const char *what) {
    printf("  FAIL %s step %u: %s\n", r->path, r->step, what);
    lob_buf_printf(&r->fault_text, "step %u: %s\n", r->step, what);
    r->faults++;
}

static void print_side(const char *side, lob_str text, size_t at) {
    size_t from = at < 60 ? 0 : at - 60;
    size_t size = text.size - from < 160 ? text.size - from : 160;
    printf("       %s ...%.*s\n", side, (int)size, text.data + from);
}

/* Both compact; shows where they part. */
static void compare(run *r, lob_str expected, lob_str got) {
    if (lob_str_equal(expected, got)) {
        return;
    }
    size_t at = 0;
    while (at < expected.size && at < got.size && expected.data[at] == got.data[at]) {
        at++;
    }
    wrong(r, "the answer is another one (make snapshots-diff shows all of it)");
    print_side("expected", expected, at);
    print_side("got     ", got, at);
}

static lob_str held(run *r, lob_buf *buf) {
    lob_str text = {lob_arena_strdup(r->ctx->arena, buf->data != NULL ? buf->data : "", buf->size), buf->size};
    lob_buf_release(buf);
    return text;
}

static lob_str compact(run *r, lob_str raw) {
    lob_buf out;
    lob_buf_init(&out, 0);
    add_compact(&out, raw);
    return held(r, &out);
}

static lob_str hidden(run *r, lob_str text) {
    lob_buf out;
    lob_buf_init(&out, 0);
    names_hide(&r->known, &out, text);
    return held(r, &out);
}

static lob_str shown(run *r, lob_str text) {
    lob_buf out;
    lob_buf_init(&out, 0);
    names_show(&r->known, &out, text);
    return held(r, &out);
}

/* ---- a step ---- */

static void add_answer(run *r, lob_str step, const char *kind, lob_str answer) {
    lob_str expected = lob_json_raw_member(step, kind);
    if (expected.data == NULL) {
        if (r->all->write_path == NULL) {
            wrong(r, "an answer of another kind than expected");
            print_side(kind, answer, 0);
        }
    } else if (r->all->write_path == NULL) {
        compare(r, compact(r, expected), compact(r, answer));
    }
    lob_buf_printf(&r->text, "      \"%s\": ", kind);
    add_golden(&r->text, answer, 6);
    lob_buf_add_text(&r->text, "\n    }");
}

static lob_str case_name(const run *r) {
    const char *slash = strrchr(r->path, '/');
    const char *name = slash != NULL ? slash + 1 : r->path;
    return (lob_str){name, strlen(name) - strlen(".json")};
}

/* Against what the answer says of it and what the case wants of it. */
static void check_picture(run *r, const picture_said *said, lob_str wanted, lob_str result, lob_str bytes,
                          const lob_picture *picture) {
    lob_buf faults;
    lob_buf_init(&faults, 0);
    picture_check(r->ctx, said, bytes, picture, result, &faults);
    if (wanted.data != NULL) {
        picture_probe(r->ctx, said, picture, wanted, &faults);
    }
    for (char *line = faults.data, *end; line != NULL && (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        wrong(r, line);
    }
    lob_buf_release(&faults);
}

/* The same, and against the stored one. */
static void judge_picture(run *r, const picture_said *said, lob_str wanted, lob_str result) {
    lob_str bytes, name = case_name(r);
    lob_picture picture;
    char file[300];
    snprintf(file, sizeof file, "%.*s_%u.png", (int)name.size, name.data, r->step);
    shelf_note(r->all, file);
    const char *fault = picture_load(r->ctx, said->path, &bytes, &picture);
    if (fault != NULL) {
        wrong(r, fault);
        return;
    }
    check_picture(r, said, wanted, result, bytes, &picture);
    const char *kept = lob_arena_strdup(r->ctx->arena, file, strlen(file));
    fault = shelf_take(r->all, r->ctx, kept != NULL ? kept : "", bytes, &picture, r->change_end);
    if (*r->change_end != NULL) {
        (*r->change_end)->step = r->step;
        r->change_end = &(*r->change_end)->next;
    }
    if (fault != NULL) {
        wrong(r, fault);
    }
}

static void take_picture(run *r, lob_str step, lob_str answer, lob_str result) {
    lob_str wanted = lob_json_raw_member(step, "picture");
    picture_said said;
    if (answer.data != NULL && picture_told(r->ctx, answer, &said)) {
        judge_picture(r, &said, wanted, result);
    } else if (wanted.data != NULL) {
        wrong(r, "a picture is wanted, and the answer has none");
    }
}

static void take_reply(run *r, lob_str step, const char *tool, const lob_mcp_reply *reply) {
    if (reply->error.data != NULL) {
        take_picture(r, step, reply->error, reply->error);
        add_answer(r, step, "rpc_error", hidden(r, reply->error));
        return;
    }
    lob_str structured;
    bool is_error = false;
    const char *fault = check_answer(r->all, r->ctx, tool, reply->result, &structured, &is_error);
    if (fault != NULL) {
        wrong(r, fault);
    }
    if (structured.data == NULL) {
        return;
    }
    if (!is_error) {
        names_learn(&r->known, tool, structured);
    }
    take_picture(r, step, structured, reply->result);
    add_answer(r, step, is_error ? "error" : "expect", hidden(r, structured));
}

static bool run_step(run *r, lob_str step) {
    lob_str wait = lob_json_raw_member(step, "wait_ms");
    lob_buf_printf(&r->text, "%s\n    {\n", r->step > 1 ? "," : "");
    if (wait.data != NULL) {
        poll(NULL, 0, atoi(wait.data));
        lob_buf_printf(&r->text, "      \"wait_ms\": %d\n    }", atoi(wait.data));
        return true;
    }
    lob_str arguments = lob_json_raw_member(step, "arguments");
    const char *tool = plain_text(r->ctx->arena, lob_json_raw_member(step, "tool"));
    lob_buf_printf(&r->text, "      \"tool\": \"%s\",\n      \"arguments\": ", tool);
    add_inline(&r->text, arguments);
    lob_buf_add_text(&r->text, ",\n");
    lob_str picture = lob_json_raw_member(step, "picture");
    if (picture.data != NULL) {
        lob_buf_add_text(&r->text, "      \"picture\": ");
        add_golden(&r->text, picture, 6);
        lob_buf_add_text(&r->text, ",\n");
    }
    lob_mcp_reply reply;
    lob_str sent = compact(r, shown(r, arguments));
    if (lob_mcp_client_call(r->ctx, &r->client, tool, sent, &reply) != LOB_OK) {
        wrong(r, r->ctx->error.message);
        return false;
    }
    take_reply(r, step, tool, &reply);
    return true;
}

/* ---- the server and its folder ---- */

static bool set_environment(run *r, lob_str env, char **list) {
    size_t count = 0;
    for (char **at = environ; *at != NULL && count < ENVIRONMENT_COUNT_MAX - 32; at++) {
        if (strncmp(*at, "KLAYOUT_", 8) != 0) {
            list[count++] = *at;
        }
    }
    lob_buf root;
    lob_buf_init(&root, 0);
    lob_buf_printf(&root, "KLAYOUT_MCP_ARTIFACT_ROOT=%s", r->artifacts);
    list[count++] = lob_arena_strdup(r->ctx->arena, root.data, root.size);
    lob_buf_release(&root);
    /* env is an array of "NAME=VALUE". */
    for (lob_str item; env.data != NULL && next_element(&env, &item) && count < ENVIRONMENT_COUNT_MAX - 1;) {
        lob_str pair = shown(r, (lob_str){item.data + 1, item.size - 2});
        list[count++] = lob_arena_strdup(r->ctx->arena, pair.data, pair.size);
    }
    list[count] = NULL;
    return true;
}

static bool start_server(run *r, lob_str env) {
    char *list[ENVIRONMENT_COUNT_MAX];
    set_environment(r, env, list);
    lob_mcp_client_options options = {.argv = r->all->server, .environment = list, .timeout_ms = TIMEOUT_MS};
    lob_mcp_reply reply;
    if (lob_mcp_client_open(r->ctx, &options, &r->client) != LOB_OK ||
        lob_mcp_client_initialize(r->ctx, &r->client, "snapshot", &reply) != LOB_OK) {
        wrong(r, r->ctx->error.message);
        return false;
    }
    if (reply.result.data == NULL) {
        wrong(r, "initialize was refused");
        return false;
    }
    return true;
}

static void stop_server(run *r) {
    int status = lob_mcp_client_close(&r->client);
    if (status != 0) {
        wrong(r, "the server did not end with status 0");
    }
    char sessions[300];
    snprintf(sessions, sizeof sessions, "%s/sessions", r->artifacts);
    if (rmdir(sessions) != 0 && errno == ENOTEMPTY) {
        wrong(r, "the server left session folders behind");
    }
    char *name = strrchr(r->artifacts, '/');
    *name++ = '\0';
    int parent = open(r->artifacts, O_PATH | O_DIRECTORY | O_CLOEXEC);
    bool removed = false;
    lob_error_clear(&r->ctx->error);
    if (parent < 0 || lob_dir_remove_at(r->ctx, parent, name, &removed) != LOB_OK) {
        wrong(r, "the folder of the run could not be removed");
    }
    if (parent >= 0) {
        close(parent);
    }
}

/* ---- the whole ---- */

static void add_head(run *r, lob_str text) {
    static const char *const members[] = {"name", "about", "env"};
    lob_buf_add_text(&r->text, "{\n");
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        lob_str value = lob_json_raw_member(text, members[i]);
        if (value.data != NULL) {
            lob_buf_printf(&r->text, "  \"%s\": ", members[i]);
            add_inline(&r->text, value);
            lob_buf_add_text(&r->text, ",\n");
        }
    }
    lob_buf_add_text(&r->text, "  \"steps\": [");
}

static void write_case(run *r) {
    char path[PATH_MAX];
    const char *name = strrchr(r->path, '/');
    snprintf(path, sizeof path, "%s/%s", r->all->write_path, name != NULL ? name + 1 : r->path);
    if (!write_bytes(path, r->text.data, r->text.size)) {
        wrong(r, "the case could not be written");
    }
}

static void run_steps(run *r, lob_str text) {
    names_add(&r->known, "$FIXTURES", lob_str_from(r->all->fixtures));
    names_add(&r->known, "$ARTIFACTS", lob_str_from(r->artifacts));
    add_head(r, text);
    lob_str steps = lob_json_raw_member(text, "steps");
    bool fine = start_server(r, lob_json_raw_member(text, "env"));
    for (lob_str step; fine && next_element(&steps, &step);) {
        r->step++;
        fine = run_step(r, step);
    }
    stop_server(r);
    lob_buf_add_text(&r->text, "\n  ]\n}\n");
    r->all->is_incomplete = r->all->is_incomplete || !fine;
    if (fine && r->all->write_path != NULL) {
        write_case(r);
    }
    if (r->all->page != NULL) {
        page_add_case(r->all->page, r->ctx, case_name(r), lob_json_raw_member(text, "about"), text,
                      (lob_str){r->text.data, r->text.size}, (lob_str){r->fault_text.data, r->fault_text.size},
                      r->changes);
    }
}

void run_case(totals *all, const char *path) {
    static run r; /* too large for a stack */
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    r = (run){.all = all, .path = path, .ctx = &ctx};
    r.change_end = &r.changes;
    lob_buf_init(&r.text, 0);
    lob_buf_init(&r.fault_text, 0);
    const char *temporary = getenv("TMPDIR");
    snprintf(r.artifacts, sizeof r.artifacts, "%s/lob-snapshot-XXXXXX", temporary != NULL ? temporary : "/tmp");
    lob_str text = {NULL, 0};
    lob_json_fault fault = {.what = "cannot be read"};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || lob_file_read_all(&ctx, fd, CASE_SIZE_MAX, &text) != LOB_OK || !lob_json_check(text, false, &fault)) {
        wrong(&r, fault.what);
        all->is_incomplete = true;
    } else if (mkdtemp(r.artifacts) == NULL) {
        wrong(&r, "no temporary folder");
        all->is_incomplete = true;
    } else {
        run_steps(&r, text);
    }
    if (fd >= 0) {
        close(fd);
    }
    all->passed += r.faults == 0;
    all->failed += r.faults != 0;
    lob_buf_release(&r.text);
    lob_buf_release(&r.fault_text);
    lob_arena_drop(arena);
}

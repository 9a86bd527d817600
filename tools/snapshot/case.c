/* One case: a server of its own, its steps, and the case written anew with today's answers.
 *
 * The new text is always made; comparing is comparing its steps with the stored ones. So accepting is writing what was
 * compared, nothing else.
 */
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/num.h"
#include "snapshot.h"
#include "json/reader.h"

#define CASE_SIZE_MAX ((size_t)16 << 20)
enum { WAIT_MS_MAX = 60000, LEFT_OUT_MAX = 16 };

typedef struct run {
    host host;
    totals *all;
    const char *path;
    lob_ctx *ctx;
    lob_buf text; /* the case as it would be written today */
    picture_change *changes, **change_end;
    unsigned step;
} run;

/* ---- a step ---- */

static void add_answer(run *r, lob_str step, const char *kind, lob_str answer) {
    lob_str expected = lob_json_raw_member(step, kind);
    if (expected.data == NULL) {
        if (r->all->write_path == NULL) {
            wrong(&r->host, "an answer of another kind than expected");
            print_side(kind, answer, 0);
        }
    } else if (r->all->write_path == NULL) {
        compare(&r->host, compact(r->ctx, expected), compact(r->ctx, answer),
                "the answer is another one (make snapshots-diff shows all of it)");
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
        wrong(&r->host, line);
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
        wrong(&r->host, fault);
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
        wrong(&r->host, fault);
    }
}

static void take_picture(run *r, lob_str step, lob_str answer, lob_str result) {
    lob_str wanted = lob_json_raw_member(step, "picture");
    picture_said said;
    const bool is_told = answer.data != NULL && picture_told(r->ctx, answer, &said);
    if (is_told && said.sha256[0] != '\0') { /* charts have no hash: unit tests hold them */
        judge_picture(r, &said, wanted, result);
    } else if (wanted.data != NULL) {
        wrong(&r->host, "a picture is wanted, and the answer has none");
    }
}

/* Without the members that the step leaves out, wherever they stand: what no two runs have alike. */
static lob_str without(run *r, lob_str step, lob_str answer) {
    lob_str list = lob_json_raw_member(step, "leave_out"), name, keys[LEFT_OUT_MAX];
    size_t count = 0;
    while (list.data != NULL && count < LEFT_OUT_MAX && next_element(&list, &name)) {
        keys[count++] = lob_str_from(plain_text(r->ctx->arena, name));
    }
    if (count == 0) {
        return answer;
    }
    lob_buf out;
    lob_buf_init(&out, 0);
    add_without(&out, answer, keys, count);
    return held(r->ctx, &out);
}

static void take_reply(run *r, lob_str step, const char *tool, const lob_mcp_reply *reply) {
    if (reply->error.data != NULL) {
        take_picture(r, step, reply->error, reply->error);
        add_answer(r, step, "rpc_error", hidden(&r->host, reply->error));
        return;
    }
    lob_str structured;
    bool is_error = false;
    const char *fault = check_answer(r->all, r->ctx, tool, reply->result, &structured, &is_error);
    if (fault != NULL) {
        wrong(&r->host, fault);
    }
    if (structured.data == NULL) {
        return;
    }
    if (!is_error) {
        names_learn(&r->host.known, tool, structured);
    }
    take_picture(r, step, structured, reply->result);
    add_answer(r, step, is_error ? "error" : "expect", hidden(&r->host, without(r, step, structured)));
}

static bool run_step(run *r, lob_str step) {
    lob_str wait = lob_json_raw_member(step, "wait_ms");
    lob_buf_printf(&r->text, "%s\n    {\n", r->step > 1 ? "," : "");
    if (wait.data != NULL) {
        const char *text = lob_arena_strdup(r->ctx->arena, wait.data, wait.size);
        int64_t wait_ms = 0;
        if (text == NULL || !lob_num_parse_int(text, 0, WAIT_MS_MAX, &wait_ms)) {
            wrong(&r->host, "wait_ms is no whole number from 0 to 60000");
            return false;
        }
        poll(NULL, 0, (int)wait_ms);
        lob_buf_printf(&r->text, "      \"wait_ms\": %d\n    }", (int)wait_ms);
        return true;
    }
    lob_str arguments = lob_json_raw_member(step, "arguments");
    const char *tool = plain_text(r->ctx->arena, lob_json_raw_member(step, "tool"));
    lob_buf_printf(&r->text, "      \"tool\": \"%s\",\n      \"arguments\": ", tool);
    add_inline(&r->text, arguments);
    lob_buf_add_text(&r->text, ",\n");
    lob_str left_out = lob_json_raw_member(step, "leave_out");
    if (left_out.data != NULL) {
        lob_buf_add_text(&r->text, "      \"leave_out\": ");
        add_inline(&r->text, left_out);
        lob_buf_add_text(&r->text, ",\n");
    }
    lob_str picture = lob_json_raw_member(step, "picture");
    if (picture.data != NULL) {
        lob_buf_add_text(&r->text, "      \"picture\": ");
        add_golden(&r->text, picture, 6);
        lob_buf_add_text(&r->text, ",\n");
    }
    lob_mcp_reply reply;
    lob_str sent = compact(r->ctx, shown(&r->host, arguments));
    if (lob_mcp_client_call(r->ctx, &r->host.client, tool, sent, &reply) != LOB_OK) {
        wrong(&r->host, r->ctx->error.message);
        return false;
    }
    take_reply(r, step, tool, &reply);
    return true;
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
        wrong(&r->host, "the case could not be written");
    }
}

static void run_steps(run *r, lob_str text) {
    add_head(r, text);
    lob_str steps = lob_json_raw_member(text, "steps");
    bool fine = host_start(&r->host, lob_json_raw_member(text, "env"));
    for (lob_str step; fine && next_element(&steps, &step);) {
        snprintf(r->host.place, sizeof r->host.place, "step %u", ++r->step);
        fine = run_step(r, step);
    }
    host_stop(&r->host);
    lob_buf_add_text(&r->text, "\n  ]\n}\n");
    r->all->is_incomplete = r->all->is_incomplete || !fine;
    if (fine && r->all->write_path != NULL) {
        write_case(r);
    }
    if (r->all->page != NULL) {
        page_add_case(r->all->page, r->ctx, case_name(r), lob_json_raw_member(text, "about"), text,
                      (lob_str){r->text.data, r->text.size},
                      (lob_str){r->host.fault_text.data, r->host.fault_text.size}, r->changes);
    }
}

void run_case(totals *all, const char *path) {
    static run r; /* too large for a stack */
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    r = (run){.all = all, .path = path, .ctx = &ctx};
    r.change_end = &r.changes;
    host_begin(&r.host, all, &ctx, path);
    snprintf(r.host.place, sizeof r.host.place, "step 0");
    lob_buf_init(&r.text, 0);
    lob_str text = {NULL, 0};
    lob_json_fault fault = {.what = "cannot be read"};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || lob_file_read_all(&ctx, fd, CASE_SIZE_MAX, &text) != LOB_OK || !lob_json_check(text, true, &fault)) {
        wrong(&r.host, fault.what);
        all->is_incomplete = true;
    } else if (!host_make_folder(&r.host)) {
        all->is_incomplete = true;
    } else {
        run_steps(&r, text);
    }
    if (fd >= 0) {
        close(fd);
    }
    host_end(&r.host);
    lob_buf_release(&r.text);
    lob_arena_drop(arena);
}

/* A script's run: the interpreter started, its requests answered one by one, its end judged.
 *
 * The interpreter's standard output is one end of a pair of sockets; both ways of the talk go through it. Only its own
 * request makes it wait, so a reply is never more than it can take at once.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/file.h"
#include "script/script.h"

enum { READ_SIZE = 1 << 16, REPLY_ROOM = 4 << 20 };
#define DSL_NAME "script_dsl.rb"

extern const char lob_script_dsl[], lob_script_dsl_end[];

typedef struct talk {
    lob_script_engine *engine;
    lob_ctx own; /* of one operation after another */
    lob_buf in, out;
    int fd;
} talk;

/* All of it: the other side waits for it. A socket that does not take it is somebody else's. */
static lob_status reply(lob_ctx *ctx, talk *t) {
    size_t sent = 0;
    while (sent < t->out.size) {
        const ssize_t n = send(t->fd, t->out.data + sent, t->out.size - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n <= 0 && errno != EINTR) {
            return errno == EPIPE || errno == ECONNRESET ? LOB_OK : lob_talk_fail(ctx);
        }
        sent += n > 0 ? (size_t)n : 0;
    }
    return LOB_OK;
}

static lob_status answer(lob_ctx *ctx, talk *t) {
    size_t size;
    bool is_bad;
    while (lob_talk_whole((lob_str){t->in.data, t->in.size}, &size, &is_bad)) {
        const lob_str frame = {t->in.data + 4, size - 4};
        lob_arena_reset(t->own.arena);
        t->engine->operations++;
        LOB_TRY(lob_ctx_join(ctx, &t->own, lob_script_engine_answer(&t->own, t->engine, frame, &t->out)));
        LOB_TRY(reply(ctx, t));
        memmove(t->in.data, t->in.data + size, t->in.size - size);
        t->in.size -= size;
        LOB_TRY(lob_poll(ctx));
    }
    return is_bad ? lob_talk_fail(ctx) : LOB_OK;
}

/* Called whenever the interpreter has said something. */
static lob_status serve(void *who, lob_ctx *ctx, bool *is_over) {
    talk *t = who;
    char *room = lob_buf_reserve(&t->in, READ_SIZE);
    if (!room) {
        return lob_fail_memory(ctx);
    }
    const ssize_t n = recv(t->fd, room, READ_SIZE, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) {
        return LOB_OK;
    }
    *is_over = n <= 0;
    t->in.size += n > 0 ? (size_t)n : 0;
    return n > 0 ? answer(ctx, t) : LOB_OK;
}

/* Ruby itself; a story of its own: that it is not there is no fault of the deck. */
static lob_status find_ruby(lob_ctx *ctx, const lob_script_question *q, lob_klayout *ruby) {
    lob_ctx own;
    LOB_TRY(lob_ctx_child(ctx, &own, 0));
    lob_status status = lob_klayout_find(&own, "ruby", q->search_path, q->home, ruby);
    lob_ctx_drop(&own);
    return status == LOB_OK ? LOB_OK : lob_script_refuse(ctx, "this machine has no Ruby to read it");
}

static lob_status make_arguments(lob_ctx *ctx, const lob_script_question *q, const char *const **arguments) {
    const char **list = LOB_NEW_ARRAY(ctx->arena, const char *, 6 + q->deck->definition_count);
    size_t count = 0;
    if (!list) {
        return lob_fail_memory(ctx);
    }
    list[count++] = "--disable-all";
    list[count++] = "-W0";
    list[count++] = DSL_NAME;
    list[count++] = q->deck->name;
    for (size_t i = 0; i < q->deck->definition_count; i++) {
        const lob_str text = q->deck->definitions[i];
        list[count] = lob_arena_strdup(ctx->arena, text.data, text.size);
        if (!list[count++]) {
            return lob_fail_memory(ctx);
        }
    }
    *arguments = list;
    return LOB_OK;
}

static lob_status run_ruby(lob_ctx *ctx, const lob_script_question *q, talk *t, int child_fd,
                           lob_script_result *result) {
    lob_klayout ruby;
    lob_run_command command = q->command;
    const lob_run_talk talk_of = {.child_fd = child_fd, .own_fd = t->fd, .serve = serve, .who = t};
    LOB_TRY(find_ruby(ctx, q, &ruby));
    LOB_TRY(make_arguments(ctx, q, &command.arguments));
    LOB_TRY(lob_file_write_at(ctx, command.dir_fd, DSL_NAME, lob_script_dsl,
                              (size_t)(lob_script_dsl_end - lob_script_dsl)));
    command.talk = &talk_of;
    lob_status status = lob_run_found(ctx, &ruby, &command, &result->run);
    unlinkat(command.dir_fd, DSL_NAME, 0);
    return status;
}

static lob_status judge(lob_ctx *ctx, const lob_script_engine *engine, lob_script_result *result) {
    LOB_TRY(lob_run_check(ctx, &result->run));
    LOB_TRY(engine->is_done ? lob_script_engine_check_only(ctx, engine) : LOB_OK);
    if (engine->is_done && engine->report.is_begun) {
        return lob_script_report_end(ctx, &engine->report, &result->rdb);
    }
    lob_status status = lob_fail(ctx, LOB_E_DRC_RUN_FAILED, "The deck wrote no report");
    lob_hint(ctx, "Make the deck call report(\"title\", $report_path) and end without exit.");
    lob_error_text(&ctx->error, "reason", LOB_STR("no_report"));
    return status;
}

static lob_status run_with(lob_ctx *ctx, const lob_script_question *q, talk *t, lob_script_result *result) {
    int ends[2];
    const int room = REPLY_ROOM;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        return lob_fail_errno(ctx, errno);
    }
    (void)setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    t->fd = ends[0];
    lob_status status = run_ruby(ctx, q, t, ends[1], result);
    close(ends[0]);
    close(ends[1]);
    return status == LOB_OK ? judge(ctx, t->engine, result) : status;
}

lob_status lob_script_run(lob_ctx *ctx, const lob_script_question *q, lob_script_result *result) {
    lob_script_engine engine = {.layout = q->layout,
                                .cell = q->cell,
                                .deck = q->deck,
                                .part = q->part,
                                .input_path = q->input_path,
                                .report_path = q->report_path};
    talk t = {.engine = &engine};
    *result = (lob_script_result){.run = {.exit_code = -1}};
    if (q->deck->kind != LOB_DECK_DRC) {
        return lob_script_refuse(ctx, "it is plain Ruby of KLayout, not a DRC script");
    }
    LOB_TRY(lob_script_engine_open(ctx, &engine));
    lob_status status = lob_ctx_child(ctx, &t.own, 0);
    if (status == LOB_OK) {
        lob_buf_init(&t.in, LOB_TALK_FRAME_MAX + READ_SIZE + 8);
        lob_buf_init(&t.out, REPLY_ROOM);
        status = run_with(ctx, q, &t, result);
        lob_buf_release(&t.in);
        lob_buf_release(&t.out);
        lob_ctx_drop(&t.own);
    }
    result->operations = engine.operations;
    result->spent = engine.spent;
    result->spent_count = engine.spent_count;
    result->output_count = engine.output_count;
    result->own_count = engine.own_count;
    result->own_items = engine.own_items;
    result->has_target = engine.has_target;
    result->arena = engine.arena;
    engine.arena = NULL; /* the report lies in it */
    lob_script_engine_close(&engine);
    return status;
}

void lob_script_result_drop(lob_script_result *result) {
    lob_arena_drop(result->arena);
    result->arena = NULL;
}

/* See stage.h. Invariant: whatever begin or open made, end or close gives back, after failures as well. */
#include "main/stage.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "io/outfile.h"
#include "json/reader.h"

enum { PATH_SIZE = 4096 };

void *lob_stage_begin(lob_stage *stage, const lob_cli *cli, size_t size, size_t memory_max) {
    *stage = (lob_stage){.home = lob_arena_new(0), .arena = lob_arena_new(memory_max)};
    void *fields = stage->home && stage->arena ? lob_arena_zalloc(stage->home, 1, size) : NULL;
    lob_json_init();
    lob_buf_init(&stage->json, 0);
    stage->ctx = fields ? LOB_NEW(stage->home, lob_ctx) : NULL;
    if (!stage->ctx) {
        return NULL;
    }
    lob_ctx_init(stage->ctx, stage->arena);
    stage->ctx->cancel = cli->cancel;
    return fields;
}

void lob_stage_end(lob_stage *stage) {
    lob_buf_release(&stage->json);
    lob_arena_drop(stage->arena);
    lob_arena_drop(stage->home);
}

bool lob_stage_open(lob_scratch *scratch, const lob_cli *cli, lob_settings *settings, lob_sessions **sessions) {
    lob_scratch_begin(scratch, cli);
    if (!lob_scratch_root(scratch, settings)) {
        return false;
    }
    const bool fine = lob_settings_open(settings, cli, sessions);
    if (!fine) {
        lob_scratch_end(scratch);
    }
    return fine;
}

void lob_stage_close(lob_scratch *scratch, lob_sessions *sessions) {
    lob_sessions_close(sessions);
    lob_scratch_end(scratch);
}

bool lob_stage_roots(lob_ctx *ctx, const lob_cli *cli, const lob_settings *settings, const char *verb,
                     lob_config *config, lob_roots **roots) {
    lob_status status = lob_config_read_rooted(ctx, cli->getenv_fn, "", config); /* keeps nothing */
    if (status == LOB_OK) {
        status = lob_roots_open(ctx, settings->roots[0] ? settings->roots : config->roots, roots);
    }
    if (status != LOB_OK) {
        lob_say_error(cli, verb, &ctx->error);
    }
    return status == LOB_OK;
}

bool lob_stage_paths(const lob_cli *cli, const char *verb, const char *const *given, char *const *absolute,
                     size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (given[i] && !lob_path_absolute(given[i], absolute[i], PATH_SIZE)) {
            return lob_complain(cli, verb, "a path is too long");
        }
    }
    return true;
}

bool lob_stage_is_same_file(const char *a, const char *b) {
    struct stat one, two;
    return stat(a, &one) == 0 && stat(b, &two) == 0 && one.st_dev == two.st_dev && one.st_ino == two.st_ino;
}

lob_status lob_stage_refuse_same(lob_ctx *ctx) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "Input and output are the same file");
    lob_hint(ctx, "Name another output.");
    lob_error_text(&ctx->error, "reason", LOB_STR("same_file"));
    return status;
}

lob_status lob_stage_output(lob_ctx *ctx, const char *out, const char *const *inputs, size_t count) {
    struct stat info;
    char *folder = lob_arena_strdup(ctx->arena, out, strlen(out));
    if (!folder) {
        return lob_fail_memory(ctx);
    }
    for (size_t i = 0; i < count; i++) {
        if (lob_stage_is_same_file(inputs[i], out)) {
            return lob_stage_refuse_same(ctx);
        }
    }
    strrchr(folder, '/')[1] = '\0';
    return stat(folder, &info) == 0 ? LOB_OK : lob_outfile_fail(ctx, errno);
}

/* Words into options, the layout opened, the server started. The session's folder is one that is made here and goes
 * with the process. */
#include "view/run.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/http_words.h"
#include "cli/signals.h"
#include "tool/registry.h"
#include "view/viewer.h"
#include "json/reader.h"

typedef struct work {
    lob_cli *cli;
    lob_settings settings;
    lob_view_words given;
    lob_viewer viewer;
    lob_open_layout_response opened;
    char file[4096], lyp[4096], convention[4096], markers[4096], folder[64];
    bool has_folder;
} work;

static bool make_absolute(const work *w, const char *given, char absolute[4096]) {
    char here[2048];
    if (given == NULL) {
        return true;
    }
    const bool is_absolute = given[0] == '/';
    const int size = !is_absolute && getcwd(here, sizeof here) == NULL
                         ? -1
                         : snprintf(absolute, 4096, "%s%s%s", is_absolute ? "" : here, is_absolute ? "" : "/", given);
    return (size > 0 && size < 4096) || lob_complain(w->cli, "view", "a path is too long");
}

static lob_str given(const char *word, const char *absolute) {
    return word ? lob_str_from(absolute) : (lob_str){NULL, 0};
}

static lob_status open_layout(work *w, lob_ctx *ctx) {
    const lob_open_layout_request request = {.path = lob_str_from(w->file),
                                             .top_cell = w->given.top ? lob_str_from(w->given.top) : (lob_str){NULL, 0},
                                             .lyp_path = given(w->given.lyp, w->lyp),
                                             .convention_path = given(w->given.convention, w->convention)};
    lob_call call = {.ctx = ctx, .sessions = w->viewer.sessions};
    const lob_status status = lob_tool_open_layout(&call, &request, &w->opened);
    if (status == LOB_OK) {
        snprintf(w->viewer.session_id, sizeof w->viewer.session_id, "%.*s", (int)w->opened.session_id.size,
                 w->opened.session_id.data);
    }
    lob_call_end(&call);
    return status;
}

/* Said before the page is open, where nobody would look for it. */
static bool take_markers(work *w) {
    w->viewer.markers = w->given.markers ? w->markers : NULL;
    if (w->viewer.markers && access(w->markers, R_OK) != 0) {
        return lob_complain(w->cli, "view", "the report of --markers cannot be read: %s", w->markers);
    }
    return true;
}

static int serve(work *w) {
    char what[LOB_VIEW_WHAT_SIZE];
    sigset_t ends;
    int number;
    lob_signals_block(&ends);
    if (!lob_view_start(&w->viewer, (int)w->given.port, what)) {
        fprintf(w->cli->err, "%s view: %s\n", w->cli->product.name, what);
        return LOB_EXIT_USAGE;
    }
    fprintf(w->cli->out, "http://127.0.0.1:%d/%s/\n", w->viewer.port, w->viewer.token);
    fflush(w->cli->out);
    sigwait(&ends, &number);
    lob_view_stop(&w->viewer);
    return LOB_EXIT_OK;
}

static bool make_folder(work *w) {
    const char *base = w->cli->getenv_fn("TMPDIR");
    if (w->settings.artifact_root[0] != '\0') {
        return true;
    }
    const int size =
        snprintf(w->folder, sizeof w->folder, "%s/lob-view-XXXXXX", base && base[0] == '/' ? base : "/tmp");
    w->has_folder = size > 0 && (size_t)size < sizeof w->folder && mkdtemp(w->folder) != NULL;
    snprintf(w->settings.artifact_root, sizeof w->settings.artifact_root, "%s", w->folder);
    return w->has_folder || lob_complain(w->cli, "view", "no folder can be made in TMPDIR");
}

static void remove_folder(const work *w) {
    static const char *const inside[] = {"sessions", "jobs", ""};
    char path[96];
    for (size_t i = 0; w->has_folder && i < sizeof inside / sizeof inside[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", w->folder, inside[i]);
        (void)rmdir(path);
    }
}

static int run(work *w, lob_ctx *ctx, int argc, char **argv) {
    int code;
    if (!lob_command_read(w->cli, &lob_view_command, &w->settings, &w->given, argc, argv, NULL, &code)) {
        return code;
    }
    if (!make_absolute(w, w->given.file, w->file) || !make_absolute(w, w->given.lyp, w->lyp) ||
        !make_absolute(w, w->given.convention, w->convention) || !make_absolute(w, w->given.markers, w->markers) ||
        !make_folder(w) || !lob_settings_open(&w->settings, w->cli, &w->viewer.sessions)) {
        remove_folder(w);
        return LOB_EXIT_USAGE;
    }
    if (!take_markers(w)) {
        code = LOB_EXIT_USAGE;
    } else if (open_layout(w, ctx) == LOB_OK) {
        code = serve(w);
    } else {
        lob_say_failure(w->cli, &w->settings, "view", &ctx->error);
        code = LOB_EXIT_TOOL_ERROR;
    }
    lob_settings_close(w->viewer.sessions, NULL);
    remove_folder(w);
    return code;
}

int lob_view_run(lob_cli *cli, int argc, char **argv) {
    lob_arena *arena = lob_arena_new(0);
    work *w = arena != NULL ? LOB_NEW(arena, work) : NULL;
    lob_ctx *ctx = arena != NULL ? LOB_NEW(arena, lob_ctx) : NULL;
    int code = LOB_EXIT_TOOL_ERROR;
    lob_json_init();
    if (w != NULL && ctx != NULL) {
        lob_ctx_init(ctx, arena);
        w->cli = cli;
        w->viewer.cli = cli;
        code = run(w, ctx, argc, argv);
    } else {
        lob_say_no_memory(cli);
    }
    lob_arena_drop(arena);
    return code;
}

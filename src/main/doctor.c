/* doctor: looks at each thing outside the program that it uses. Invariant: it changes nothing; a folder that is not
 * there yet is not made, only asked about. */
#include "main/doctor.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/file.h"
#include "base/version.h"
#include "klayout/find.h"
#include "klayout/jail.h"
#include "main/proxy.h"
#include "main/stage.h"
#include "main/words.h"
#include "json/writer.h"

enum { CHECK_MAX = 8, TEXT_SIZE = 4400 };

typedef enum { FINE, WARNING, ERROR } state;

typedef struct check {
    const char *part;
    state verdict;
    char found[TEXT_SIZE];
    char advice[TEXT_SIZE]; /* "": nothing to do */
} check;

typedef struct doctor {
    lob_cli *cli;
    lob_ctx *ctx;
    lob_settings settings;
    lob_config config;
    check checks[CHECK_MAX];
    unsigned count;
} doctor;

const lob_command lob_doctor_command = {
    .name = "doctor",
    .usage = "[options]",
    .title = "Checks this machine: settings, folders, KLayout, sandbox; says what to do",
    .about = "Checks the settings, the folders that may be read, the folder for sessions, KLayout, the sandbox for "
             "DRC decks and the program behind serve --http. Changes nothing.",
    .examples = "doctor\ndoctor --root /data/layouts --json",
    .status = "0 the server can run, 1 something stops it, 2 the command line is wrong.",
    .takes = LOB_TAKES_ROOT | LOB_TAKES_STORE | LOB_TAKES_JSON,
};

/* ---- the checks ---- */

static check *begin(doctor *d, const char *part) {
    check *c = &d->checks[d->count++];
    *c = (check){.part = part};
    return c;
}

__attribute__((format(printf, 3, 4))) static void advise(check *c, state is, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(c->advice, sizeof c->advice, format, arguments);
    va_end(arguments);
    c->verdict = is;
}

/* The error's own words: a doctor says no less than the server would. */
static void advise_error(doctor *d, check *c, state is) {
    lob_buf said;
    lob_buf_init(&said, 0);
    lob_say_message(&said, &d->ctx->error);
    lob_buf_printf(&said, ". %s", d->ctx->error.hint[0] ? d->ctx->error.hint : lob_status_recovery(d->ctx->error.code));
    advise(c, is, "%.*s", (int)(said.failed ? 0 : said.size), said.failed ? "" : said.data);
    lob_buf_release(&said);
    lob_error_clear(&d->ctx->error);
}

static void look_at_program(doctor *d) {
    check *c = begin(d, "program");
    snprintf(c->found, sizeof c->found, "%s %s", LOB_NAME, LOB_VERSION);
}

static bool look_at_settings(doctor *d) {
    check *c = begin(d, "settings");
    const char *given = d->settings.artifact_root;
    lob_status status = given[0] ? lob_config_read_rooted(d->ctx, d->cli->getenv_fn, given, &d->config)
                                 : lob_config_read(d->ctx, d->cli->getenv_fn, &d->config);
    if (status != LOB_OK) {
        snprintf(c->found, sizeof c->found, "an environment variable has an invalid value");
        advise_error(d, c, ERROR);
        return false;
    }
    snprintf(c->found, sizeof c->found, "valid");
    return true;
}

static void look_at_roots(doctor *d) {
    check *c = begin(d, "roots");
    const char *list = d->settings.roots[0] ? d->settings.roots : d->config.roots;
    lob_roots *roots = NULL;
    if (!list[0]) {
        snprintf(c->found, sizeof c->found, "none: every file that this user can read may be opened");
        advise(c, WARNING, "Name the folders with layouts in KLAYOUT_MCP_ROOTS or with --root.");
        return;
    }
    snprintf(c->found, sizeof c->found, "%s", list);
    if (lob_roots_open(d->ctx, list, &roots) != LOB_OK) {
        advise_error(d, c, ERROR);
    }
    lob_roots_close(roots);
}

/* The nearest folder above that exists says whether the server can make its own. */
static void look_at_artifacts(doctor *d) {
    check *c = begin(d, "sessions");
    char folder[sizeof d->config.artifact_root];
    struct statvfs disk;
    snprintf(folder, sizeof folder, "%s", d->config.artifact_root);
    while (access(folder, F_OK) != 0 && errno == ENOENT && strrchr(folder, '/') > folder) {
        *strrchr(folder, '/') = '\0';
    }
    if (access(folder, W_OK | X_OK) != 0) {
        snprintf(c->found, sizeof c->found, "%s is not writable: %s", folder, strerror(errno));
        advise(c, ERROR, "Set KLAYOUT_MCP_ARTIFACT_ROOT to a folder that this user can write.");
        return;
    }
    const bool has_size = statvfs(folder, &disk) == 0;
    const uint64_t room = has_size ? (uint64_t)disk.f_bavail * disk.f_frsize : 0;
    snprintf(c->found, sizeof c->found, "%s, %.1f GiB free", d->config.artifact_root, (double)room / (1 << 30));
    if (has_size && room < d->config.artifact_quota_size) {
        advise(c, WARNING, "One session may use %.1f GiB (KLAYOUT_MCP_ARTIFACT_QUOTA_BYTES); make room, or lower it.",
               (double)d->config.artifact_quota_size / (1 << 30));
    }
}

static void look_at_klayout(doctor *d) {
    check *c = begin(d, "klayout");
    lob_klayout *found = LOB_NEW(d->ctx->arena, lob_klayout);
    const lob_config *config = &d->config;
    if (!found || lob_klayout_find(d->ctx, config->klayout_bin, config->search_path,
                                   config->home[0] ? config->home : NULL, found) != LOB_OK) {
        snprintf(c->found, sizeof c->found, "not usable; only DRC decks in KLayout's language need it");
        advise_error(d, c, WARNING);
        return;
    }
    snprintf(c->found, sizeof c->found, "%s", found->program);
}

static void look_at_sandbox(doctor *d) {
    check *c = begin(d, "sandbox");
    const lob_jail_walls walls = lob_jail_support();
    const unsigned needed = LOB_WALL_LANDLOCK | LOB_WALL_SECCOMP;
    const bool has_all = (walls.standing & needed) == needed;
    if (d->config.has_no_sandbox) {
        snprintf(c->found, sizeof c->found, "off by KLAYOUT_MCP_SANDBOX");
        advise(c, WARNING, "DRC decks run with all rights of this user: run only decks you trust.");
        return;
    }
    snprintf(c->found, sizeof c->found, "Landlock %s (ABI %d), seccomp %s",
             walls.standing & LOB_WALL_LANDLOCK ? "yes" : "no", walls.landlock_abi,
             walls.standing & LOB_WALL_SECCOMP ? "yes" : "no");
    if (!has_all) {
        advise(c, WARNING,
               "KLayout decks do not run here. Use a kernel with Landlock (5.19 or later) and seccomp, or set "
               "KLAYOUT_MCP_SANDBOX=off for decks you trust. Rule decks in JSON need neither.");
    }
}

static void look_at_http(doctor *d) {
    check *c = begin(d, "http");
    char self[4096], path[4096];
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    self[size > 0 ? size : 0] = '\0';
    if (lob_proxy_find(self, path, sizeof path)) {
        snprintf(c->found, sizeof c->found, "%s", path);
        return;
    }
    snprintf(c->found, sizeof c->found, "layout-observer-http is not beside this program or in ../libexec");
    advise(c, WARNING,
           "serve --http, view, llm-proxy and roundtrip need it: install the package that contains it, "
           "or run make all.");
}

static void look(doctor *d) {
    look_at_program(d);
    if (look_at_settings(d)) {
        look_at_roots(d);
        look_at_artifacts(d);
        look_at_klayout(d);
        look_at_sandbox(d);
    }
    look_at_http(d);
}

/* ---- the answer ---- */

static const char *const states[] = {[FINE] = "ok", [WARNING] = "warning", [ERROR] = "error"};

static void write_json(const doctor *d, lob_buf *out) {
    lob_jsonw w;
    lob_jsonw_init(&w, out);
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "checks");
    lob_jsonw_begin_array(&w);
    for (unsigned i = 0; i < d->count; i++) {
        const check *c = &d->checks[i];
        const char *const members[][2] = {
            {"part", c->part}, {"state", states[c->verdict]}, {"found", c->found}, {"advice", c->advice}};
        lob_jsonw_begin_object(&w);
        for (unsigned k = 0; k < (c->advice[0] ? 4 : 3); k++) {
            lob_jsonw_key(&w, members[k][0]);
            lob_jsonw_text(&w, members[k][1]);
        }
        lob_jsonw_end_object(&w);
    }
    lob_jsonw_end_array(&w);
    lob_jsonw_end_object(&w);
}

static void write_text(const doctor *d, lob_buf *out) {
    for (unsigned i = 0; i < d->count; i++) {
        const check *c = &d->checks[i];
        lob_buf_printf(out, "%-8s %-9s ", states[c->verdict], c->part);
        lob_words_put_safe(lob_str_from(c->found), out);
        if (c->advice[0]) {
            lob_buf_printf(out, "\n%-18s ", "");
            lob_buf_add_text(out, c->advice); /* names in it are escaped already */
        }
        lob_buf_add_byte(out, '\n');
    }
}

static int answer(const doctor *d) {
    lob_buf out;
    int code = LOB_EXIT_OK;
    for (unsigned i = 0; i < d->count; i++) {
        code = d->checks[i].verdict == ERROR ? LOB_EXIT_TOOL_ERROR : code;
    }
    lob_buf_init(&out, 0);
    if (d->settings.json || d->settings.pretty) {
        write_json(d, &out);
        const int printed = out.failed ? lob_say_no_memory(d->cli)
                                       : lob_print_json(d->cli, &d->settings, (lob_str){out.data, out.size});
        code = printed == LOB_EXIT_OK ? code : printed;
    } else {
        write_text(d, &out);
        bool fine = !out.failed && fwrite(out.data, 1, out.size, d->cli->out) == out.size && fflush(d->cli->out) == 0;
        code = fine ? code : LOB_EXIT_TOOL_ERROR;
    }
    lob_buf_release(&out);
    return code;
}

int lob_cli_doctor(lob_cli *cli, int argc, char **argv) {
    lob_stage stage;
    doctor *d = lob_stage_begin(&stage, cli, sizeof *d, 0);
    int code;
    if (!d) {
        lob_stage_end(&stage);
        return lob_say_no_memory(cli);
    }
    d->cli = cli;
    d->ctx = stage.ctx;
    if (lob_command_read(cli, &lob_doctor_command, &d->settings, NULL, argc, argv, NULL, &code)) {
        look(d);
        code = answer(d);
    }
    lob_stage_end(&stage);
    return code;
}

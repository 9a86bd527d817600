/* What the commands do. Invariant: the folder of a run is removed however the run ends, and a report that was asked for
 * is written whole or the exit status says so. */
#include "cli.h"

#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/version.h"
#include "journal.h"
#include "load.h"
#include "output.h"
#include "json/reader.h"

static const char usage[] =
    "usage: conformance [OPTIONS] -- COMMAND [ARGS]      holds an MCP server on its standard input and output to the\n"
    "       conformance [OPTIONS] --url URL              Layout Observer contract, or one behind streamable HTTP\n"
    "       conformance list | validate | trace [OPTIONS]\n"
    "       conformance explain ID\n"
    "       conformance compare A.json B.json            what came out differently in two --json reports\n"
    "       conformance update --baseline FILE [OPTIONS] -- COMMAND [ARGS]\n"
    "\n"
    "  --profile LIST     core,render,drc,pic,litho or all (core,render,drc)\n"
    "  --run GLOB         only cases whose id fits, as 'query/*'       --skip GLOB   all but these; both may be "
    "repeated\n"
    "  --level LEVEL      the level up to which cases decide: required (default), recommended, optional, reference\n"
    "  --baseline FILE    known failures, which do not count; an entry that passes does\n"
    "  --protocol P       revision of MCP to ask for (2025-11-25)\n"
    "  --jobs N           cases beside each other (number of processors)\n"
    "  --timeout-ms N     time of one answer (10000)\n"
    "  --tap, --junit, --json, --badge FILE   reports for machines\n"
    "  --resume FILE      keep results in FILE as cases end, and do not ask again what FILE has\n"
    "  --keep DIR         leave what the cases made in DIR\n"
    "  --cases DIR, --fixtures DIR            in place of those that came with the program\n"
    "  --brief            trace: only what lacks cases\n"
    "\n"
    "exit status: 0 conformant, 1 not, 2 wrong usage or a faulty case, 3 the server could not be started or greeted\n";

typedef struct program {
    lob_ctx *ctx;
    const conf_options *options;
    conf_places places;
    conf_cases cases;
    size_t *chosen; /* indices of the cases that fit the options */
    size_t count;
    FILE *out, *err;
} program;

static void show(FILE *to, lob_buf *buf) {
    fwrite(buf->data != NULL ? buf->data : "", 1, buf->size, to);
    lob_buf_release(buf);
}

/* What ctx knows; returns `status`. */
static int complain(program *p, int status) {
    const lob_error *e = &p->ctx->error;
    fprintf(p->err, "conformance: %s", e->message);
    for (unsigned i = 0; i < e->detail_count; i++) {
        if (strcmp(e->details[i].key, "path") == 0) {
            fprintf(p->err, ": %.*s", (int)e->details[i].text.size, e->details[i].text.data);
        }
    }
    fprintf(p->err, "%s%s\n", e->hint[0] != '\0' ? "; " : "", e->hint);
    return status;
}

/* ---- the cases ---- */

/* Of a case that could not be read only the id is known: it counts unless a glob rules it out. */
static bool concerns(const program *p, lob_str fault) {
    lob_conformance_case is = {.id = {fault.data, strcspn(fault.data, ":")}};
    lob_str id = {lob_arena_strdup(p->ctx->arena, is.id.data, is.id.size), is.id.size};
    conf_choice choice = {.profiles = ~0u, .run = p->options->choice.run, .skip = p->options->choice.skip};
    for (size_t i = 0; i < p->cases.count; i++) {
        if (lob_str_equal(p->cases.items[i].is.id, id)) {
            return conf_is_chosen(&p->options->choice, &p->cases.items[i]);
        }
    }
    conf_case item = {.is = {.id = id}};
    return id.data == NULL || conf_is_chosen(&choice, &item);
}

static size_t tell_faults(program *p, FILE *to) {
    size_t count = 0;
    for (size_t i = 0; i < p->cases.faults.count; i++) {
        if (concerns(p, p->cases.faults.items[i])) {
            fprintf(to, "FAULTY %s\n", p->cases.faults.items[i].data);
            count++;
        }
    }
    return count;
}

static lob_status load(program *p) {
    LOB_TRY(conf_cases_load(p->ctx, &p->places, &p->cases));
    LOB_TRY(conf_cases_validate(p->ctx, &p->places, &p->cases));
    p->chosen = LOB_NEW_ARRAY(p->ctx->arena, size_t, p->cases.count + 1);
    if (p->chosen == NULL) {
        return lob_fail_memory(p->ctx);
    }
    for (size_t i = 0; i < p->cases.count; i++) {
        if (conf_is_chosen(&p->options->choice, &p->cases.items[i])) {
            p->chosen[p->count++] = i;
        }
    }
    return LOB_OK;
}

/* ---- commands that ask no server ---- */

static int list(program *p) {
    for (size_t i = 0; i < p->count; i++) {
        const lob_conformance_case *is = &p->cases.items[p->chosen[i]].is;
        fprintf(p->out, "%-40s %-7s %-12s %s\n", is->id.data, lob_conformance_profile_names[is->profile],
                lob_conformance_level_names[is->level], is->about.data);
    }
    fprintf(p->out, "%zu cases\n", p->count);
    return tell_faults(p, p->err) > 0 ? CONF_EXIT_USAGE : 0;
}

static int validate(program *p) {
    size_t count = tell_faults(p, p->out);
    fprintf(p->out, "%zu cases, %zu faults\n", p->count, count);
    return count > 0 ? CONF_EXIT_USAGE : 0;
}

static int explain(program *p) {
    conf_requirements requirements;
    for (size_t i = 0; i < p->cases.count; i++) {
        if (strcmp(p->cases.items[i].is.id.data, p->options->id) == 0) {
            if (conf_requirements_load(p->ctx, p->places.requirements, &requirements) != LOB_OK) {
                return complain(p, CONF_EXIT_USAGE);
            }
            lob_buf text;
            lob_buf_init(&text, 0);
            conf_explain(&p->cases.items[i], requirements.items, requirements.count, &text);
            show(p->out, &text);
            return 0;
        }
    }
    fprintf(p->err, "conformance: there is no case %s (conformance list)\n", p->options->id);
    return CONF_EXIT_USAGE;
}

static int trace(program *p) {
    lob_buf text;
    lob_buf_init(&text, 0);
    size_t complaints = conf_trace(p->ctx, &p->places, &p->cases, p->options->is_brief, &text);
    show(p->out, &text);
    return tell_faults(p, p->err) > 0 ? CONF_EXIT_USAGE : complaints > 0 ? CONF_EXIT_NOT : 0;
}

static int compare(program *p) {
    lob_buf text;
    bool differs = false;
    lob_buf_init(&text, 0);
    lob_status status = conf_compare(p->ctx, p->options->id, p->options->id2, &text, &differs);
    show(p->out, &text);
    return status != LOB_OK ? complain(p, CONF_EXIT_USAGE) : differs ? CONF_EXIT_NOT : CONF_EXIT_CONFORMANT;
}

/* ---- a run ---- */

static void on_signal(int number) {
    (void)number;
    atomic_store(&conf_stop.requested, true);
}

static void watch_signals(void) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART | (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        sigaction(numbers[i], &action, NULL);
    }
    atomic_store(&conf_stop.requested, false);
}

/* Everything that was found, to people and into the files that were asked for. */
static int report(program *p, conf_run *run, lob_str stale) {
    const conf_options *o = p->options;
    const struct {
        const char *path;
        void (*write)(const conf_run *run, lob_buf *out);
    } files[] = {{o->tap, conf_write_tap},
                 {o->junit, conf_write_junit},
                 {o->json, conf_write_json},
                 {o->badge, conf_write_badge}};
    int status = conf_is_conformant(run) ? CONF_EXIT_CONFORMANT : CONF_EXIT_NOT;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        lob_buf text;
        lob_buf_init(&text, 0);
        if (files[i].path != NULL) {
            files[i].write(run, &text);
        }
        if (files[i].path != NULL && conf_write_file(p->ctx, files[i].path, &text) != LOB_OK) {
            status = complain(p, CONF_EXIT_USAGE);
            lob_error_clear(&p->ctx->error);
        }
        lob_buf_release(&text);
    }
    lob_buf text;
    lob_buf_init(&text, 0);
    conf_print_failures(run, &text);
    lob_buf_add(&text, stale.data, stale.size);
    conf_print_table(run, &text);
    show(p->out, &text);
    return status;
}

static int update(program *p, const conf_run *run) {
    lob_buf text;
    lob_buf_init(&text, 0);
    conf_write_known(p->ctx, run, p->options->baseline, &text);
    lob_status status = conf_write_file(p->ctx, p->options->baseline, &text);
    lob_buf_release(&text);
    if (status != LOB_OK) {
        return complain(p, CONF_EXIT_USAGE);
    }
    conf_totals n = conf_count(run);
    fprintf(p->out, "%s written: %zu cases run, %zu passed\n", p->options->baseline, run->count - n.not_run, n.passed);
    return 0;
}

static int run_in(program *p, const char *folder, conf_run *run, conf_result *results) {
    const conf_options *o = p->options;
    conf_target target = {.argv = o->argv,
                          .url = o->url,
                          .protocol = o->protocol,
                          .fixtures = p->places.fixtures,
                          .folder = folder,
                          .timeout_ms = o->timeout_ms,
                          .keep = o->keep != NULL,
                          .has_klayout = conf_has_klayout()};
    conf_told told;
    const char *why;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    target.tools = conf_probe(p->ctx, &target, &told, &why);
    if (target.tools == NULL) {
        fprintf(p->err, "conformance: the server could not be started or greeted: %s\n", why);
        return CONF_EXIT_NO_SERVER;
    }
    run->server = told.server;
    run->protocol = told.protocol;
    if (o->resume != NULL) {
        bool *is_done = LOB_NEW_ARRAY(p->ctx->arena, bool, run->count);
        run->is_done = is_done;
        if (is_done == NULL || conf_journal_open(p->ctx, o->resume, run, results, is_done, &run->journal) != LOB_OK) {
            return complain(p, CONF_EXIT_USAGE);
        }
    }
    conf_run_all(&target, run, results,
                 (unsigned)(o->jobs > 0      ? o->jobs
                            : processors > 0 ? processors
                                             : 1),
                 isatty(fileno(p->err)) ? p->err : NULL);
    conf_journal_close(run->journal);
    run->is_broken_off = atomic_load(&conf_stop.requested);
    return 0;
}

/* The list that is read: that of an update may be new. */
static const char *list_to_read(const conf_options *o) {
    bool is_new = o->command == CONF_UPDATE && access(o->baseline, F_OK) != 0;
    return is_new ? NULL : o->baseline;
}

/* Before the long part: what would make its result worthless at the end. */
static lob_status check_files(program *p) {
    const conf_options *o = p->options;
    const char *const written[] = {o->tap, o->junit, o->json, o->badge, o->command == CONF_UPDATE ? o->baseline : NULL};
    for (size_t i = 0; i < sizeof written / sizeof written[0]; i++) {
        if (written[i] != NULL) {
            LOB_TRY(conf_file_check(p->ctx, written[i]));
        }
    }
    return conf_known_check(p->ctx, list_to_read(o));
}

static int judge(program *p, conf_run *run) {
    lob_str stale;
    if (conf_known(p->ctx, list_to_read(p->options), &p->cases, run, &stale) != LOB_OK) {
        return complain(p, CONF_EXIT_USAGE);
    }
    if (run->is_broken_off) {
        if (p->options->command == CONF_RUN) {
            (void)report(p, run, stale);
        }
        fprintf(p->err, "conformance: broken off\n");
        return CONF_EXIT_BROKEN_OFF;
    }
    return p->options->command == CONF_UPDATE ? update(p, run) : report(p, run, stale);
}

static int run(program *p) {
    char folder[PATH_MAX];
    conf_run run = {.cases = &p->cases,
                    .chosen = p->chosen,
                    .count = p->count,
                    .bar = p->options->bar,
                    .version = conf_cases_version(p->ctx, p->places.cases)};
    conf_result *results = LOB_NEW_ARRAY(p->ctx->arena, conf_result, p->count + 1);
    size_t fault_count = tell_faults(p, p->err);
    if (results == NULL) {
        lob_fail_memory(p->ctx);
        return complain(p, CONF_EXIT_USAGE);
    }
    if (p->count == 0) {
        fprintf(p->err, "conformance: no case fits the options (conformance list)\n");
        return CONF_EXIT_USAGE;
    }
    if (check_files(p) != LOB_OK || conf_folder_open(p->ctx, p->options->keep, folder) != LOB_OK) {
        return complain(p, CONF_EXIT_USAGE);
    }
    watch_signals();
    int status = run_in(p, folder, &run, results);
    if (p->options->keep == NULL) {
        conf_folder_remove(folder);
    }
    if (status == 0) {
        status = judge(p, &run);
    }
    return fault_count > 0 && status <= CONF_EXIT_NOT ? CONF_EXIT_USAGE : status;
}

/* ---- the whole ---- */

static int perform(program *p, const char *name) {
    char self[PATH_MAX];
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    self[size > 0 ? size : 0] = '\0';
    p->places = p->options->places;
    bool is_found = conf_places_find(p->ctx, size > 0 ? self : name, &p->places);
    if (p->options->command == CONF_VERSION) {
        fprintf(p->out, "conformance of %s %s, schemas %s, cases %s\n", LOB_NAME, LOB_VERSION, LOB_SCHEMA_VERSION,
                is_found ? conf_cases_version(p->ctx, p->places.cases) : "not found");
        return 0;
    }
    if (!is_found) {
        if (p->ctx->error.code != LOB_OK) {
            return complain(p, CONF_EXIT_USAGE);
        }
        fprintf(p->err, "conformance: the cases cannot be found; give --cases DIR and --fixtures DIR\n");
        return CONF_EXIT_USAGE;
    }
    char fixtures[PATH_MAX];
    if (realpath(p->places.fixtures, fixtures) == NULL) {
        fprintf(p->err, "conformance: the folder of fixtures cannot be read: %s\n", p->places.fixtures);
        return CONF_EXIT_USAGE;
    }
    p->places.fixtures = fixtures;
    if (load(p) != LOB_OK) {
        return complain(p, CONF_EXIT_USAGE);
    }
    switch (p->options->command) {
    case CONF_LIST:
        return list(p);
    case CONF_EXPLAIN:
        return explain(p);
    case CONF_VALIDATE:
        return validate(p);
    case CONF_TRACE:
        return trace(p);
    default:
        return run(p);
    }
}

static int dispatch(lob_ctx *ctx, int argc, char *const *argv, FILE *out, FILE *err) {
    conf_options options;
    const char *fault = NULL;
    program p = {.ctx = ctx, .options = &options, .out = out, .err = err};
    if (!conf_options_parse(ctx, argc, argv, &options, &fault)) {
        fprintf(err, "conformance: %s\n(conformance --help)\n", fault);
        return CONF_EXIT_USAGE;
    }
    if (options.command == CONF_HELP) {
        fputs(usage, out);
        return 0;
    }
    if (options.command == CONF_COMPARE) {
        return compare(&p);
    }
    return perform(&p, argc > 0 ? argv[0] : NULL);
}

int conf_main(int argc, char *const *argv, FILE *out, FILE *err) {
    lob_json_init();
    lob_arena *arena = lob_arena_new(0);
    if (arena == NULL) {
        fputs("conformance: out of memory\n", err);
        return CONF_EXIT_USAGE;
    }
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    int status = dispatch(&ctx, argc, argv, out, err);
    lob_arena_drop(arena);
    if (fflush(out) != 0 || ferror(out)) {
        fputs("conformance: the output could not be written\n", err);
        return status <= CONF_EXIT_NOT ? CONF_EXIT_USAGE : status; /* a table cut short is no verdict */
    }
    return status;
}

/* deck: a deck of rules as a DRC script. Invariant: the output appears whole or not at all. */
#include "main/deck.h"

#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/limits.h"
#include "io/write.h"
#include "rules/deck.h"
#include "tool/call.h"
#include "json/writer.h"

typedef struct scripting {
    lob_cli *cli;
    lob_ctx *ctx;
    lob_settings settings;
    const char *words[2]; /* the deck and the output as given; no output: standard output */
    char in[4096], out[4096];
    lob_rules_deck deck;
    lob_buf script;
} scripting;

#define AT(field) offsetof(scripting, field)

static const lob_option option_rows[] = {
    LOB_ROW_OUTPUT(AT(words[1]), "OUT.drc", false, "Writes the script to this file; default, or -: standard output."),
};

static const lob_positional word_rows[] = {{"RULES.json", AT(words[0]), true}, {NULL, 0, false}};

const lob_command lob_deck_command = {
    .name = "deck",
    .usage = "RULES.json [-o OUT.drc]",
    .title = "Writes a rule deck as a DRC script of KLayout",
    .about = "OUT appears whole or not at all, and may not be RULES.json.",
    .examples = "deck rules.json -o rules.drc",
    LOB_ROWS(option_rows),
    .words = word_rows,
    .takes = LOB_TAKES_ROOT | LOB_TAKES_JSON,
};

static int check_words(scripting *s) {
    if (s->words[1] && strcmp(s->words[1], "-") == 0) {
        s->words[1] = NULL;
    }
    if (lob_path_absolute(s->words[0], s->in, sizeof s->in) &&
        (!s->words[1] || lob_path_absolute(s->words[1], s->out, sizeof s->out))) {
        return LOB_EXIT_OK;
    }
    lob_complain(s->cli, "deck", "a path is too long");
    return LOB_EXIT_USAGE;
}

/* ---- the work ---- */

static lob_status read_deck(scripting *s, const lob_roots *roots) {
    struct stat info;
    lob_str text;
    int fd;
    LOB_TRY(lob_file_open_input(s->ctx, roots, lob_str_from(s->in), LOB_LIMIT_RULE_DECK_SIZE, &fd, &info));
    lob_status status = lob_file_read_all(s->ctx, fd, LOB_LIMIT_RULE_DECK_SIZE, &text);
    close(fd);
    return status == LOB_OK ? lob_rules_deck_read(s->ctx, text, &s->deck) : status;
}

static lob_status make(scripting *s, const lob_roots *roots) {
    struct stat in, out;
    LOB_TRY(read_deck(s, roots));
    LOB_TRY(lob_rules_deck_script(s->ctx, &s->deck, &s->script));
    if (!s->words[1]) {
        return LOB_OK;
    }
    if (stat(s->in, &in) == 0 && stat(s->out, &out) == 0 && in.st_dev == out.st_dev && in.st_ino == out.st_ino) {
        lob_status status = lob_fail(s->ctx, LOB_E_INVALID_TARGET, "Input and output are the same file");
        lob_hint(s->ctx, "Name another output.");
        lob_error_text(&s->ctx->error, "reason", LOB_STR("same_file"));
        return status;
    }
    return lob_write_bytes(s->ctx, (lob_str){s->script.data, s->script.size}, s->out);
}

static int answer(const scripting *s, lob_status status) {
    lob_buf json;
    lob_jsonw out;
    if (status == LOB_OK && !s->words[1]) {
        bool fine = fwrite(s->script.data, 1, s->script.size, s->cli->out) == s->script.size;
        return fine && fflush(s->cli->out) == 0 ? LOB_EXIT_OK : LOB_EXIT_TOOL_ERROR;
    }
    if (status != LOB_OK) {
        lob_say_failure(s->cli, &s->settings, "deck", &s->ctx->error);
        return LOB_EXIT_TOOL_ERROR;
    }
    lob_buf_init(&json, 0);
    lob_jsonw_init(&out, &json);
    lob_jsonw_begin_object(&out);
    lob_jsonw_key(&out, "input");
    lob_jsonw_text(&out, s->in);
    lob_jsonw_key(&out, "output");
    lob_jsonw_text(&out, s->out);
    lob_jsonw_key(&out, "rules");
    lob_jsonw_uint(&out, s->deck.count);
    lob_jsonw_end_object(&out);
    int code =
        json.failed ? lob_say_no_memory(s->cli) : lob_print_json(s->cli, &s->settings, (lob_str){json.data, json.size});
    lob_buf_release(&json);
    return code;
}

static int run(scripting *s, int argc, char **argv) {
    lob_config config;
    lob_roots *roots = NULL;
    int code;
    if (!lob_command_read(s->cli, &lob_deck_command, &s->settings, s, argc, argv, NULL, &code)) {
        return code;
    }
    code = check_words(s);
    if (code != LOB_EXIT_OK) {
        return code;
    }
    lob_status status = lob_config_read_rooted(s->ctx, s->cli->getenv_fn, "", &config);
    if (status == LOB_OK) {
        status = lob_roots_open(s->ctx, s->settings.roots[0] ? s->settings.roots : config.roots, &roots);
    }
    if (status != LOB_OK) {
        lob_say_error(s->cli, "deck", &s->ctx->error);
        return LOB_EXIT_USAGE;
    }
    lob_buf_init(&s->script, 0);
    code = answer(s, make(s, roots));
    lob_buf_release(&s->script);
    lob_roots_close(roots);
    return code;
}

int lob_cli_deck(lob_cli *cli, int argc, char **argv) {
    lob_arena *arena = lob_arena_new(0);
    scripting *s = arena ? LOB_NEW(arena, scripting) : NULL;
    lob_ctx *ctx = s ? LOB_NEW(arena, lob_ctx) : NULL;
    int code = LOB_EXIT_TOOL_ERROR;
    if (ctx) {
        lob_ctx_init(ctx, arena);
        ctx->cancel = cli->cancel;
        s->cli = cli;
        s->ctx = ctx;
        code = run(s, argc, argv);
    } else {
        lob_say_no_memory(cli);
    }
    lob_arena_drop(arena);
    return code;
}

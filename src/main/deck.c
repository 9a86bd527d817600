/* deck: a deck of rules as a DRC script. Invariant: the output appears whole or not at all. */
#include "main/deck.h"

#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/limits.h"
#include "design/rule_checks.h"
#include "io/write.h"
#include "main/stage.h"
#include "tool/call.h"
#include "json/writer.h"

typedef struct scripting {
    lob_cli *cli;
    lob_ctx *ctx;
    lob_settings settings;
    const char *words[2]; /* the deck and the output as given; no output: standard output */
    char in[4096], out[4096];
    lob_checkable_rules deck;
    lob_left_outs left_out;
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
    .title = "Writes a rule deck as a KLayout DRC script",
    .about = "OUT is written completely or not at all, and must not be RULES.json. Rules that KLayout cannot check "
             "are omitted and listed with the reason and what to do.",
    .examples = "deck rules.json -o rules.drc",
    LOB_ROWS(option_rows),
    .words = word_rows,
    .takes = LOB_TAKES_ROOT | LOB_TAKES_JSON,
};

static int check_words(scripting *s) {
    if (s->words[1] && strcmp(s->words[1], "-") == 0) {
        s->words[1] = NULL;
    }
    char *const absolute[] = {s->in, s->out};
    return lob_stage_paths(s->cli, "deck", s->words, absolute, 2) ? LOB_EXIT_OK : LOB_EXIT_USAGE;
}

/* ---- the work ---- */

static lob_status read_deck(scripting *s, const lob_roots *roots) {
    struct stat info;
    lob_str text;
    int fd;
    LOB_TRY(lob_file_open_input(s->ctx, roots, lob_str_from(s->in), LOB_LIMIT_RULE_DECK_SIZE, &fd, &info));
    lob_status status = lob_file_read_all(s->ctx, fd, LOB_LIMIT_RULE_DECK_SIZE, &text);
    close(fd);
    return status == LOB_OK ? lob_checkable_rules_read(s->ctx, text, &(lob_rules_ground){0}, &s->deck) : status;
}

static lob_status make(scripting *s, const lob_roots *roots) {
    LOB_TRY(read_deck(s, roots));
    LOB_TRY(lob_rules_deck_script(s->ctx, &s->deck.deck, &s->script, &s->left_out));
    if (!s->words[1]) {
        return LOB_OK;
    }
    if (lob_stage_is_same_file(s->in, s->out)) {
        return lob_stage_refuse_same(s->ctx);
    }
    return lob_write_bytes(s->ctx, (lob_str){s->script.data, s->script.size}, s->out);
}

/* ---- what is not in the script ---- */

static void say_one(const scripting *s, lob_str rule, const char *why, lob_str advice) {
    char id[256];
    snprintf(id, sizeof id, "%.*s", (int)rule.size, rule.data);
    fprintf(s->cli->err, "%s deck: rule %s is left out, %s: %.*s\n", s->cli->product.name, lob_word_show(id).text, why,
            (int)advice.size, advice.data);
}

static void say_left_out(const scripting *s) {
    for (size_t i = 0; i < s->deck.unchecked_count; i++) {
        const lob_unchecked_rule *one = &s->deck.unchecked[i];
        say_one(s, one->rule, lob_unchecked_rule_reason_names[one->reason], one->advice);
    }
    for (size_t i = 0; i < s->left_out.count; i++) {
        const lob_left_out *one = &s->left_out.items[i];
        say_one(s, one->rule, one->why, lob_str_from(one->advice));
    }
}

static void put_one(lob_jsonw *out, lob_str rule, const char *reason, lob_str advice) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "rule");
    lob_jsonw_str(out, rule);
    lob_jsonw_key(out, "reason");
    lob_jsonw_text(out, reason);
    lob_jsonw_key(out, "advice");
    lob_jsonw_str(out, advice);
    lob_jsonw_end_object(out);
}

static void put_left_out(const scripting *s, lob_jsonw *out) {
    lob_jsonw_key(out, "left_out");
    lob_jsonw_begin_array(out);
    for (size_t i = 0; i < s->deck.unchecked_count; i++) {
        const lob_unchecked_rule *one = &s->deck.unchecked[i];
        put_one(out, one->rule, lob_unchecked_rule_reason_names[one->reason], one->advice);
    }
    for (size_t i = 0; i < s->left_out.count; i++) {
        const lob_left_out *one = &s->left_out.items[i];
        put_one(out, one->rule, one->reason, lob_str_from(one->advice));
    }
    lob_jsonw_end_array(out);
}

static int answer(const scripting *s, lob_status status) {
    lob_buf json;
    lob_jsonw out;
    if (status == LOB_OK) {
        say_left_out(s);
    }
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
    lob_jsonw_uint(&out, s->deck.deck.count - s->left_out.count);
    put_left_out(s, &out);
    lob_jsonw_end_object(&out);
    return lob_print_made(s->cli, &s->settings, &json);
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
    if (!lob_stage_roots(s->ctx, s->cli, &s->settings, "deck", &config, &roots)) {
        return LOB_EXIT_USAGE;
    }
    lob_buf_init(&s->script, 0);
    code = answer(s, make(s, roots));
    lob_buf_release(&s->script);
    lob_roots_close(roots);
    return code;
}

int lob_cli_deck(lob_cli *cli, int argc, char **argv) {
    lob_stage stage;
    scripting *s = lob_stage_begin(&stage, cli, sizeof *s, 0);
    int code = LOB_EXIT_TOOL_ERROR;
    if (s) {
        s->cli = cli;
        s->ctx = stage.ctx;
        code = run(s, argc, argv);
    } else {
        lob_say_no_memory(cli);
    }
    lob_stage_end(&stage);
    return code;
}

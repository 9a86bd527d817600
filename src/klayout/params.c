/* The names a deck is given: where its input and report are, under every name that decks have for it, and the client's
 * parameters.
 *
 * Ruby sees each as a global variable. A value is data, but KLayout opens some texts as commands or addresses
 * (pipe:CMD, http://...): values that begin so are refused, as KLayout looks for them, behind spaces. The jail would
 * hold as well; here the client is told.
 */
#include "klayout/deck_impl.h"

#include <stdio.h>
#include <string.h>

#include "base/limits.h"

/* Globals of Ruby's own that cannot be set, or change what every script does. Measured with KLayout 0.28.5: some end
 * the program before the deck starts. */
static const char *const reserved[] = {"_",     "stdin",           "stdout",    "stderr", "DEBUG",   "FILENAME",
                                       "KCODE", "LOADED_FEATURES", "LOAD_PATH", "SAFE",   "VERBOSE", "PROGRAM_NAME"};

static lob_status fail_param(lob_ctx *ctx, lob_str name, const char *rule, const char *message, const char *expected) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "%s", message);
    lob_hint(ctx, "%s", expected);
    lob_error_text(&ctx->error, "reason", lob_str_from(rule));
    lob_error_text(&ctx->error, "argument", LOB_STR("params"));
    lob_error_text(&ctx->error, "param", name);
    lob_issue *issue = lob_error_issue(&ctx->error);
    if (issue) {
        snprintf(issue->path, sizeof issue->path, "$.params");
        snprintf(issue->rule, sizeof issue->rule, "%s", rule);
        snprintf(issue->expected, sizeof issue->expected, "%s", expected);
    }
    return status;
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_identifier(lob_str name) {
    for (size_t i = 0; i < name.size; i++) {
        bool is_digit = name.data[i] >= '0' && name.data[i] <= '9';
        if (!is_letter(name.data[i]) && name.data[i] != '_' && !(is_digit && i > 0)) {
            return false;
        }
    }
    return name.size > 0;
}

/* `pipe:`, `http:`, `data:`, and any other word with a colon, as KLayout's scanner finds it. */
static bool has_scheme(lob_str value) {
    size_t at = 0, from;
    while (at < value.size && strchr(" \t\r\n\v\f", value.data[at]) && value.data[at] != '\0') {
        at++;
    }
    for (from = at; at < value.size && is_letter(value.data[at]); at++) {
    }
    return at > from && at < value.size && value.data[at] == ':';
}

static bool is_reserved(lob_str name) {
    for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++) {
        if (lob_str_equal(name, lob_str_from(reserved[i]))) {
            return true;
        }
    }
    return false;
}

static bool is_top_cell(lob_str name) {
    return lob_str_equal(name, LOB_STR("top_cell")) || lob_str_equal(name, LOB_STR("topcell"));
}

static lob_status check_name(lob_ctx *ctx, lob_str name, const lob_deck_words *words) {
    if (!is_identifier(name) || name.size > LOB_DECK_NAME_SIZE_MAX) {
        return fail_param(ctx, name, "identifier", "A parameter of the deck has an invalid name",
                          "Names have at most 128 letters, digits and _, and do not begin with a digit.");
    }
    if (is_reserved(name)) {
        return fail_param(ctx, name, "reserved", "A parameter of the deck has a name that Ruby reserves",
                          "Use another name, in the deck and here.");
    }
    for (unsigned i = 0; lob_deck_alias(i); i++) {
        lob_str alias = lob_str_from(lob_deck_alias(i));
        bool is_fixed = lob_str_equal(alias, LOB_STR("input_path")) || lob_str_equal(alias, LOB_STR("report_path"));
        if (lob_str_equal(name, alias) && !is_top_cell(name) && (is_fixed || (words->opened & 1U << i))) {
            return fail_param(ctx, name, "alias", "A parameter of the deck would replace its input or its report",
                              "Leave it out: the deck runs on the session's layout and reports to the run folder.");
        }
    }
    return LOB_OK;
}

static lob_status check_value(lob_ctx *ctx, const lob_deck_param *param) {
    if (param->value.size > LOB_LIMIT_DRC_PARAM_SIZE) {
        return fail_param(ctx, param->name, "maxLength", "A parameter of the deck is too long",
                          "Give values of at most 4096 bytes.");
    }
    if (param->value.size > 0 && memchr(param->value.data, '\0', param->value.size)) {
        return fail_param(ctx, param->name, "nul", "A parameter of the deck contains a NUL character",
                          "Give values without \\u0000.");
    }
    if (has_scheme(param->value)) {
        return fail_param(ctx, param->name, "scheme", "A parameter of the deck begins like an address or a command",
                          "Give no value that begins with letters and a colon, such as pipe: or http:.");
    }
    return LOB_OK;
}

/* ---- the list ---- */

static lob_status add(lob_ctx *ctx, lob_str *list, size_t *count, lob_str name, lob_str value) {
    char *text = lob_arena_alloc(ctx->arena, name.size + value.size + 2);
    if (!text) {
        return lob_fail_memory(ctx);
    }
    memcpy(text, name.data, name.size);
    text[name.size] = '=';
    if (value.size > 0) {
        memcpy(text + name.size + 1, value.data, value.size);
    }
    text[name.size + 1 + value.size] = '\0';
    list[(*count)++] = (lob_str){text, name.size + 1 + value.size};
    return LOB_OK;
}

static bool is_given(const lob_deck_spec *spec, lob_str name) {
    for (size_t i = 0; i < spec->param_count; i++) {
        if (lob_str_equal(spec->params[i].name, name)) {
            return true;
        }
    }
    return false;
}

/* What stands behind an alias. data NULL: nothing. */
static lob_str alias_value(const lob_deck_spec *spec, lob_str alias) {
    static const char *const inputs[] = {LOB_DECK_INPUT_NAMES};
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        if (lob_str_equal(alias, lob_str_from(inputs[i]))) {
            return lob_str_from(spec->input_path);
        }
    }
    return is_top_cell(alias) ? spec->top_cell : lob_str_from(spec->report_path);
}

lob_status lob_deck_define(lob_ctx *ctx, const lob_deck_spec *spec, const lob_deck_words *words, lob_deck *deck) {
    size_t alias_count = 0, count = 0;
    while (lob_deck_alias((unsigned)alias_count)) {
        alias_count++;
    }
    if (spec->param_count > LOB_LIMIT_DRC_PARAMS) {
        return fail_param(ctx, (lob_str){"", 0}, "maxProperties", "The deck is given too many parameters",
                          "Give at most 64.");
    }
    lob_str *list = LOB_NEW_ARRAY(ctx->arena, lob_str, alias_count + spec->param_count);
    if (!list) {
        return lob_fail_memory(ctx);
    }
    for (unsigned i = 0; i < alias_count; i++) {
        lob_str alias = lob_str_from(lob_deck_alias(i)), value = alias_value(spec, alias);
        if (value.data && !is_given(spec, alias)) {
            LOB_TRY(add(ctx, list, &count, alias, value));
        }
    }
    for (size_t i = 0; i < spec->param_count; i++) {
        LOB_TRY(check_name(ctx, spec->params[i].name, words));
        LOB_TRY(check_value(ctx, &spec->params[i]));
        LOB_TRY(add(ctx, list, &count, spec->params[i].name, spec->params[i].value));
    }
    deck->definitions = list;
    deck->definition_count = count;
    return LOB_OK;
}

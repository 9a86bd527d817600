/* A line as a card: words, and NAME=VALUE pairs. Invariant: words and values point into the line and have no quotes. */
#include "design/spice_impl.h"

typedef enum { WORD, QUOTED, EQUALS } token_kind;

typedef struct token {
    token_kind kind;
    lob_str text;
} token;

typedef struct cutting {
    lob_spice *s;
    const lob_spice_line *line;
    size_t at;
} cutting;

static bool is_gap(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == ',';
}

static lob_status fail_quote(const cutting *c) {
    return lob_spice_fail(c->s, c->line, "A quote or parenthesis is not closed",
                          "Close it on the line or its continuation lines.", (lob_str){0});
}

/* '...', "..." or {...}. */
static lob_status cut_quoted(cutting *c, token *out) {
    const lob_str text = c->line->text;
    const char opens = text.data[c->at], closes = opens == '{' ? '}' : opens;
    const size_t start = ++c->at;
    size_t depth = 1;
    for (; c->at < text.size; c->at++) {
        const char at = text.data[c->at];
        depth += opens == '{' && at == '{';
        depth -= at == closes;
        if (depth == 0) {
            *out = (token){QUOTED, {text.data + start, c->at++ - start}};
            return LOB_OK;
        }
    }
    return fail_quote(c);
}

/* Up to a gap, a quote or an =; inside of parentheses gaps count as the word's. */
static lob_status cut_word(cutting *c, token *out) {
    const lob_str text = c->line->text;
    const size_t start = c->at;
    size_t depth = 0;
    for (; c->at < text.size; c->at++) {
        const char at = text.data[c->at];
        if (depth == 0 && c->at > start && (is_gap(at) || at == '=' || at == '\'' || at == '"')) {
            break;
        }
        depth += at == '(';
        depth -= at == ')' && depth > 0;
    }
    *out = (token){WORD, {text.data + start, c->at - start}};
    return depth > 0 ? fail_quote(c) : LOB_OK;
}

/* *is_there: false at the end of the line. */
static lob_status next_token(cutting *c, token *out, bool *is_there) {
    const lob_str text = c->line->text;
    while (c->at < text.size && is_gap(text.data[c->at])) {
        c->at++;
    }
    *is_there = c->at < text.size;
    if (!*is_there) {
        return LOB_OK;
    }
    const char at = text.data[c->at];
    if (at == '=') {
        *out = (token){EQUALS, {text.data + c->at++, 1}};
        return LOB_OK;
    }
    LOB_TRY(at == '\'' || at == '"' || at == '{' ? cut_quoted(c, out) : cut_word(c, out));
    return out->text.size <= LOB_SPICE_WORD_SIZE
               ? LOB_OK
               : lob_spice_fail(c->s, c->line, "A word is longer than 1024 bytes", "Shorten it.", out->text);
}

static lob_status add_word(cutting *c, lob_spice_card *card, lob_str word) {
    if (lob_spice_is(word, "$pins")) {
        card->pins_from = card->param_count;
        return LOB_OK;
    }
    if (word.size == 0) {
        return lob_spice_fail(c->s, c->line, "The line has an empty word", "Write a name, or delete the quotes.", word);
    }
    card->words = lob_spice_grow(c->s, card->words, card->word_count, sizeof *card->words);
    if (!card->words) {
        return LOB_E_TOOL_LIMIT_EXCEEDED;
    }
    card->words[card->word_count++] = word;
    return LOB_OK;
}

static lob_status add_param(cutting *c, lob_spice_card *card, lob_str name, lob_str value) {
    const lob_str folded = lob_spice_folded(c->s, name);
    if (!folded.data) {
        return LOB_E_TOOL_LIMIT_EXCEEDED;
    }
    for (size_t i = 0; i < card->param_count; i++) {
        if (lob_str_equal(card->params[i].name, folded)) {
            return lob_spice_fail(c->s, c->line, "The line sets a parameter twice", "Delete one of the two.", name);
        }
    }
    if (card->param_count == LOB_SPICE_PARAMS_MAX) {
        return lob_spice_fail(c->s, c->line, "The line has more than 256 parameters", "Write them on several lines.",
                              name);
    }
    card->params = lob_spice_grow(c->s, card->params, card->param_count, sizeof *card->params);
    if (!card->params) {
        return LOB_E_TOOL_LIMIT_EXCEEDED;
    }
    card->params[card->param_count++] = (lob_spice_param){folded, value, *c->line};
    return LOB_OK;
}

/* A token that an = follows is a name; *held waits until that is known. */
static lob_status take_token(cutting *c, lob_spice_card *card, token *held, bool *has_held) {
    token next;
    bool is_there;
    LOB_TRY(next_token(c, &next, &is_there));
    if (is_there && next.kind == EQUALS) {
        token value;
        const lob_str name = *has_held && held->kind == WORD ? held->text : (lob_str){0};
        LOB_TRY(next_token(c, &value, &is_there));
        if (name.size == 0 || !is_there || value.kind == EQUALS) {
            return lob_spice_fail(c->s, c->line, "An = has no name before it or no value after it", "Write NAME=VALUE.",
                                  name);
        }
        *has_held = false;
        return add_param(c, card, name, value.text);
    }
    if (*has_held) {
        LOB_TRY(add_word(c, card, held->text));
    }
    *held = next;
    *has_held = is_there;
    return LOB_OK;
}

lob_status lob_spice_card_read(lob_spice *s, const lob_spice_line *line, lob_spice_card *card) {
    cutting c = {.s = s, .line = line};
    token held = {0};
    bool has_held = false;
    *card = (lob_spice_card){.at = *line, .pins_from = SIZE_MAX};
    do {
        LOB_TRY(take_token(&c, card, &held, &has_held));
    } while (has_held || c.at < line->text.size);
    card->pins_from = card->pins_from < card->param_count ? card->pins_from : card->param_count;
    return LOB_OK;
}

const lob_spice_param *lob_spice_card_param(const lob_spice_card *card, const char *name) {
    for (size_t i = 0; i < card->pins_from; i++) {
        if (lob_spice_is(card->params[i].name, name)) {
            return &card->params[i];
        }
    }
    return NULL;
}

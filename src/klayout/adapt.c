/* What a deck does with source and report, and giving it what it does not say.
 *
 * No parser of Ruby: a scanner that tells words, global variables, strings and comments apart and counts parentheses.
 * A string ends with its line at the latest, so that a quote in an unusual place spoils one line and not the rest.
 * Linear in the text; calls within a call of report are not looked at.
 */
#include "klayout/deck_impl.h"

#include <string.h>

static const char *const aliases[] = {LOB_DECK_INPUT_NAMES, LOB_DECK_REPORT_NAMES, "top_cell", "topcell"};
enum { ALIAS_COUNT = sizeof aliases / sizeof aliases[0], INPUT_COUNT = 4, PATH_COUNT = 8 };

const char *lob_deck_alias(unsigned index) {
    return index < ALIAS_COUNT ? aliases[index] : NULL;
}

/* ---- tokens ---- */

typedef enum { T_END, T_NEWLINE, T_WORD, T_GLOBAL, T_STRING, T_OPEN, T_CLOSE, T_COMMA, T_OTHER } token_kind;

typedef struct token {
    token_kind kind;
    size_t from, to; /* in the text */
} token;

typedef struct scanner {
    lob_str text;
    size_t at;
} scanner;

static bool is_word_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_word(char c) {
    return is_word_start(c) || (c >= '0' && c <= '9');
}

static size_t line_end(lob_str text, size_t at) {
    const char *newline = memchr(text.data + at, '\n', text.size - at);
    return newline ? (size_t)(newline - text.data) : text.size;
}

static bool starts_line(const scanner *s, const char *word) {
    size_t size = strlen(word);
    return (s->at == 0 || s->text.data[s->at - 1] == '\n') && s->text.size - s->at >= size &&
           memcmp(s->text.data + s->at, word, size) == 0;
}

/* Comments and spaces; what stands between =begin and =end; all behind __END__. */
static void pass_blanks(scanner *s) {
    while (s->at < s->text.size) {
        char c = s->text.data[s->at];
        if (starts_line(s, "=begin")) {
            do {
                s->at = line_end(s->text, s->at);
                s->at += s->at < s->text.size;
            } while (s->at < s->text.size && !starts_line(s, "=end"));
            s->at = line_end(s->text, s->at);
        } else if (starts_line(s, "__END__")) {
            s->at = s->text.size;
        } else if (c == '#') {
            s->at = line_end(s->text, s->at);
        } else if (c == ' ' || c == '\t' || c == '\r') {
            s->at++;
        } else {
            return;
        }
    }
}

static size_t string_end(lob_str text, size_t from) {
    size_t at = from + 1, end = line_end(text, from);
    while (at < end && text.data[at] != text.data[from]) {
        at += text.data[at] == '\\' && at + 1 < end ? 2 : 1;
    }
    return at < end ? at + 1 : end;
}

static token next(scanner *s) {
    pass_blanks(s);
    token t = {T_END, s->at, s->at};
    if (s->at >= s->text.size) {
        return t;
    }
    const char *data = s->text.data;
    char c = data[s->at];
    t.to = s->at + 1;
    bool is_global = c == '$' && t.to < s->text.size && is_word_start(data[t.to]);
    if (c == '"' || c == '\'') {
        t.kind = T_STRING;
        t.to = string_end(s->text, s->at);
    } else if (is_word(c) || is_global) {
        t.kind = is_global ? T_GLOBAL : T_WORD;
        while (t.to < s->text.size && is_word(data[t.to])) {
            t.to++;
        }
    } else {
        t.kind = c == '\n'          ? T_NEWLINE
                 : strchr("([{", c) ? T_OPEN
                 : strchr(")]}", c) ? T_CLOSE
                 : c == ','         ? T_COMMA
                                    : T_OTHER;
    }
    s->at = t.to;
    return t;
}

static bool token_is(lob_str text, token t, const char *word) {
    size_t size = strlen(word);
    return t.to - t.from == size && memcmp(text.data + t.from, word, size) == 0;
}

/* ---- calls ---- */

typedef enum { CALL_NONE, CALL_SOURCE, CALL_REPORT } call_kind;

typedef struct call {
    call_kind kind;
    bool has_parentheses, has_argument;
    unsigned commas, depth, tokens; /* tokens: of its arguments */
    size_t from;                    /* where the word begins */
    size_t insert;                  /* behind its last argument */
    uint32_t globals;               /* aliases within */
} call;

typedef struct reader {
    scanner s;
    token last; /* before the current one */
    bool last_is_comma;
    call open;       /* the call that is being read */
    bool call_ended; /* `ended` is new */
    call ended;
    uint32_t globals;     /* of the last token: aliases in it, outside of an open call of report */
    bool is_opening_word; /* the last token is a word that opens something */
    bool is_newline, is_database;
    bool opens_output, is_layer; /* the last token is the parenthesis of output(, a number behind it */
} reader;

static uint32_t alias_bit(lob_str name) {
    for (unsigned i = 0; i < ALIAS_COUNT; i++) {
        if (lob_str_equal(name, lob_str_from(aliases[i]))) {
            return 1U << i;
        }
    }
    return 0;
}

/* Of a global variable, or of those in "a #{$b} #$c". */
static uint32_t globals_of(lob_str text, token t) {
    uint32_t bits = 0;
    if (t.kind == T_GLOBAL) {
        return alias_bit((lob_str){text.data + t.from + 1, t.to - t.from - 1});
    }
    if (t.kind != T_STRING || text.data[t.from] != '"') {
        return 0;
    }
    for (size_t at = t.from; at < t.to; at++) {
        if (text.data[at] != '$') {
            continue;
        }
        size_t end = at + 1;
        while (end < t.to && is_word(text.data[end])) {
            end++;
        }
        bits |= alias_bit((lob_str){text.data + at + 1, end - at - 1});
        at = end - 1;
    }
    return bits;
}

/* Is the word at `t` a call by its place? Not x.report, @report, :report, def report. */
static bool may_be_call(const reader *r, token t) {
    lob_str text = r->s.text;
    char before = t.from > 0 ? text.data[t.from - 1] : '\n';
    bool after_def = r->last.kind == T_WORD && token_is(text, r->last, "def");
    return !strchr(".@:$?&", before) && !after_def;
}

static void begin_call(reader *r, token t) {
    lob_str text = r->s.text;
    call_kind kind = token_is(text, t, "report") ? CALL_REPORT : token_is(text, t, "source") ? CALL_SOURCE : CALL_NONE;
    if (kind == CALL_NONE || r->open.kind != CALL_NONE || !may_be_call(r, t)) {
        return;
    }
    size_t at = t.to;
    while (at < text.size && (text.data[at] == ' ' || text.data[at] == '\t')) {
        at++;
    }
    char following = at < text.size ? text.data[at] : '\n';
    bool has_parentheses = following == '(';
    if (has_parentheses || (at > t.to && strchr("\"'$", following))) {
        r->open = (call){.kind = kind, .has_parentheses = has_parentheses, .from = t.from, .insert = t.to};
    }
}

static void end_call(reader *r) {
    r->call_ended = true;
    r->ended = r->open;
    r->open = (call){0};
}

static bool is_modifier(lob_str text, token t) {
    return t.kind == T_WORD && (token_is(text, t, "if") || token_is(text, t, "unless") || token_is(text, t, "while") ||
                                token_is(text, t, "and") || token_is(text, t, "or"));
}

static void continue_call(reader *r, token t) {
    call *c = &r->open;
    lob_str text = r->s.text;
    unsigned own_depth = c->has_parentheses ? 1 : 0;
    bool ends_line = t.kind == T_NEWLINE && !r->last_is_comma;
    bool ends_statement = t.kind == T_END || ends_line || (t.kind == T_OTHER && text.data[t.from] == ';') ||
                          t.kind == T_CLOSE || is_modifier(text, t);
    if (t.kind == T_END || (!c->has_parentheses && c->depth == 0 && ends_statement)) {
        end_call(r);
        return;
    }
    if (t.kind == T_CLOSE && --c->depth == 0 && c->has_parentheses) {
        end_call(r);
        return;
    }
    c->commas += t.kind == T_COMMA && c->depth == own_depth;
    bool is_own_opening = t.kind == T_OPEN && c->has_parentheses && c->depth == 0;
    c->depth += t.kind == T_OPEN;
    if (t.kind != T_NEWLINE && !is_own_opening) {
        c->has_argument = true;
        c->tokens++;
        c->insert = t.kind == T_COMMA ? c->insert : t.to;
    }
}

static bool opens_something(lob_str text, token t) {
    static const char *const words[] = {"source", "layout", "report", "target", "read", "load",      "load_layout",
                                        "open",   "write",  "save",   "new",    "File", "schematic", "report_netlist"};
    for (unsigned i = 0; t.kind == T_WORD && i < sizeof words / sizeof words[0]; i++) {
        if (token_is(text, t, words[i])) {
            return true;
        }
    }
    return false;
}

/* Reads one token. False: that was the last. */
static bool step(reader *r) {
    lob_str text = r->s.text;
    token t = next(&r->s);
    r->call_ended = false;
    r->globals = globals_of(text, t);
    r->is_newline = t.kind == T_NEWLINE || t.kind == T_END;
    r->is_opening_word = opens_something(text, t);
    r->is_database = t.kind == T_WORD && token_is(text, t, "ReportDatabase");
    r->is_layer = r->opens_output && t.kind == T_WORD && !is_word_start(text.data[t.from]);
    r->opens_output = t.kind == T_OPEN && r->last.kind == T_WORD && token_is(text, r->last, "output");
    if (r->open.kind != CALL_NONE) {
        r->open.globals |= r->globals;
        continue_call(r, t);
    } else if (t.kind == T_WORD) {
        begin_call(r, t);
    }
    if (t.kind != T_NEWLINE) {
        r->last_is_comma = t.kind == T_COMMA;
    }
    r->last = t;
    return t.kind != T_END;
}

/* ---- what is wanted of it ---- */

static const uint32_t input_bits = (1U << INPUT_COUNT) - 1;
static const uint32_t report_bits = ((1U << PATH_COUNT) - 1) & ~((1U << INPUT_COUNT) - 1);

/* source($input), without a cell. */
static bool opens_any_top(const call *c) {
    return c->tokens == 1 && (c->globals & input_bits) != 0;
}

static bool names_a_report(const call *c) {
    return (c->globals & report_bits) != 0;
}

/* Has report() a name of the report as its one argument, or as another? KLayout takes one argument as a title, and
 * keeps the report in its window, also when that is the name of a file. */
typedef struct scan_state {
    bool has_it_as_title, has_it_as_file;
} scan_state;

static void scan_call(const call *c, lob_deck_words *words, scan_state *s) {
    if (c->kind == CALL_SOURCE) {
        words->calls_source = words->calls_source || c->has_argument;
        words->opens_any_top = words->opens_any_top || opens_any_top(c);
    } else if (c->kind == CALL_REPORT) {
        words->names_report = words->names_report || c->commas > 0;
        words->has_title = words->has_title || (c->has_argument && c->commas == 0);
        s->has_it_as_title = s->has_it_as_title || (c->commas == 0 && names_a_report(c));
        s->has_it_as_file = s->has_it_as_file || (c->commas > 0 && names_a_report(c));
    }
}

void lob_deck_scan(lob_str text, lob_deck_words *words) {
    reader r = {.s = {text, 0}};
    scan_state s = {0};
    uint32_t line_bits = 0;
    bool line_opens = false, more;
    *words = (lob_deck_words){0};
    do {
        bool in_report = r.open.kind == CALL_REPORT;
        more = step(&r);
        line_bits |= r.globals;
        line_opens = line_opens || r.is_opening_word;
        words->names_source = words->names_source || (r.globals & input_bits) != 0;
        words->names_report = words->names_report || r.is_database || (!in_report && (r.globals & report_bits) != 0);
        words->outputs_layers = words->outputs_layers || r.is_layer;
        if (r.call_ended) {
            scan_call(&r.ended, words, &s);
        }
        if (r.is_newline) {
            words->opened |= line_opens ? line_bits : 0;
            line_bits = 0;
            line_opens = false;
        }
    } while (more);
    words->names_source = words->names_source || words->calls_source;
    words->titles_report = s.has_it_as_title && !s.has_it_as_file;
}

/* KLayout's report() asks the source for its cell, so it stands behind it. With a report output() takes no layers. */
bool lob_deck_wants_report(const lob_deck_words *words) {
    const bool may_have_one = (!words->names_source || words->calls_source) && !words->outputs_layers;
    return words->titles_report || (!words->names_report && (words->has_title || may_have_one));
}

/* In front, on the first line, so that the numbers of lines stay; before =begin, which must start its line, on one of
 * its own. */
static unsigned add_front(lob_str text, bool add_source, bool add_report, bool has_top_cell, lob_buf *out) {
    if (add_source) {
        lob_buf_add_text(out, has_top_cell ? "source($input_path, $top_cell); " : "source($input_path); ");
    }
    if (add_report) {
        lob_buf_add_text(out, "report(\"DRC\", $report_path); ");
    }
    bool needs_line = text.size > 0 && text.data[0] == '=' && (add_source || add_report);
    if (needs_line) {
        lob_buf_add_byte(out, '\n');
    }
    return needs_line;
}

/* Text written so far: the deck up to `copied`, changed. */
typedef struct writer {
    lob_str text;
    const lob_deck_words *words;
    lob_buf body;
    size_t copied;
    bool has_report; /* one has been given the file */
} writer;

static void copy_to(writer *w, size_t to) {
    lob_buf_add(&w->body, w->text.data + w->copied, to - w->copied);
    w->copied = to;
}

/* The first gets the file; the results of the others go there as well. Those that ask for a file get it each: they are
 * branches, and what stands between them is for when no file is given. */
static void adapt_report(writer *w, const call *c) {
    const bool asks = w->words->titles_report;
    if (!c->has_argument || c->commas > 0 || (asks && !names_a_report(c))) {
        return;
    }
    const bool is_later = w->has_report && !asks;
    copy_to(w, c->from);
    if (is_later) {
        lob_buf_add_text(&w->body, c->has_parentheses ? "nil && " : "# ");
    }
    copy_to(w, c->insert);
    if (!is_later) {
        lob_buf_add_text(&w->body, ", $report_path");
    }
    w->has_report = true;
}

/* `is_behind`: a report of its own for a deck that has none, behind the source; the call keeps its value and place. */
static void adapt_source(writer *w, const call *c, size_t end, bool is_behind, bool adds_top) {
    copy_to(w, c->from);
    lob_buf_add_text(&w->body, is_behind ? "(lob_source = " : "");
    copy_to(w, c->insert);
    lob_buf_add_text(&w->body, adds_top ? ", $top_cell" : "");
    copy_to(w, end);
    lob_buf_add_text(&w->body, is_behind ? "; report(\"DRC\", $report_path); lob_source)" : "");
}

unsigned lob_deck_adapt(lob_str text, const lob_deck_words *words, lob_deck_top top, lob_buf *out) {
    const bool wants_report = lob_deck_wants_report(words);
    const bool is_behind = wants_report && words->names_source && !words->has_title;
    writer w = {.text = text, .words = words};
    reader r = {.s = {text, 0}};
    bool more;
    lob_buf_init(&w.body, 0);
    do {
        more = step(&r);
        const call *c = &r.ended;
        if (r.call_ended && c->kind == CALL_REPORT && wants_report) {
            adapt_report(&w, c);
        } else if (r.call_ended && c->kind == CALL_SOURCE && c->has_argument) {
            adapt_source(&w, c, c->has_parentheses ? r.last.to : c->insert, is_behind,
                         top.is_one_of && opens_any_top(c));
        }
    } while (more);
    copy_to(&w, text.size);
    unsigned lines =
        add_front(text, !words->names_source, wants_report && !is_behind && !w.has_report, top.is_named, out);
    lob_buf_add(out, w.body.data, w.body.size);
    out->failed = out->failed ? out->failed : w.body.failed;
    lob_buf_release(&w.body);
    return lines;
}

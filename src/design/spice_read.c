/* The lines of a SPICE file, sorted: subcircuits with their parameters and device lines, models, global nets, scale.
 * Invariant: every line is read, is known to change no device, is listed as left out, or is refused. */
#include "design/spice_impl.h"

enum { FILE_PARAMS_MAX = 4096 };

typedef struct sorting {
    lob_spice *s;
    uint32_t current;    /* subcircuit; 0: none is open */
    const char *skip_to; /* .endc, .endl; NULL: lines are read */
    lob_spice_line skipped;
} sorting;

static const lob_str no_name;

static lob_status add_subckt(lob_spice *s, lob_str name, const lob_spice_line *at) {
    s->subckts = lob_spice_grow(s, s->subckts, s->subckt_count, sizeof *s->subckts);
    if (!s->subckts) {
        return LOB_E_TOOL_LIMIT_EXCEEDED;
    }
    s->subckts[s->subckt_count++] = (lob_spice_subckt){.name = name, .at = *at};
    return LOB_OK;
}

/* ---- parameters ---- */

static lob_status add_param(lob_spice *s, uint32_t owner, const lob_spice_param *param) {
    lob_spice_subckt *subckt = &s->subckts[owner];
    uint32_t found;
    LOB_TRY(lob_spice_add(s, LOB_SPICE_KEY_PARAM, owner, param->name, subckt->param_count, &found));
    if (found != subckt->param_count) {
        return lob_spice_fail(s, &param->at, "The parameter is defined twice", "Delete one of the two definitions.",
                              param->name);
    }
    if (subckt->param_count == (owner ? LOB_SPICE_PARAMS_MAX : FILE_PARAMS_MAX)) {
        return lob_spice_fail(s, &param->at, "There are too many parameters", "Give a netlist with fewer .param.",
                              param->name);
    }
    subckt->params = lob_spice_grow(s, subckt->params, subckt->param_count, sizeof *subckt->params);
    if (!subckt->params) {
        return LOB_E_TOOL_LIMIT_EXCEEDED;
    }
    subckt->params[subckt->param_count++] = *param;
    return LOB_OK;
}

static lob_status add_params(lob_spice *s, uint32_t owner, const lob_spice_card *card) {
    for (size_t i = 0; i < card->param_count; i++) {
        LOB_TRY(add_param(s, owner, &card->params[i]));
    }
    return LOB_OK;
}

static lob_status take_param(sorting *o, const lob_spice_card *card) {
    if (card->word_count > 1) {
        return lob_spice_fail(o->s, &card->at, "A name in .param has no value", "Write NAME=VALUE.", card->words[1]);
    }
    return add_params(o->s, o->current, card);
}

/* ---- subcircuits ---- */

static bool is_separator(lob_str word) {
    return lob_spice_is(word, "/") || lob_spice_is(word, "params:") || lob_spice_is(word, "param:");
}

static lob_status add_ports(lob_spice *s, const lob_spice_card *card) {
    const size_t owner = s->subckt_count - 1;
    lob_spice_subckt *subckt = &s->subckts[owner];
    subckt->ports = LOB_NEW_ARRAY(s->ctx->arena, lob_str, card->word_count);
    if (!subckt->ports) {
        return lob_fail_memory(s->ctx);
    }
    for (size_t i = 2; i < card->word_count; i++) {
        uint32_t found;
        if (is_separator(card->words[i])) {
            continue;
        }
        LOB_TRY(lob_spice_add(s, LOB_SPICE_KEY_PORT, owner, card->words[i], subckt->port_count, &found));
        if (found != subckt->port_count) {
            return lob_spice_fail(s, &card->at, "The subcircuit has two ports with the same name",
                                  "Give each port a "
                                  "different name.",
                                  card->words[i]);
        }
        subckt->ports[subckt->port_count++] = card->words[i];
    }
    return LOB_OK;
}

static lob_status take_subckt(sorting *o, const lob_spice_card *card) {
    lob_spice *s = o->s;
    uint32_t found;
    if (o->current > 0) {
        return lob_spice_fail(s, &card->at, "A subcircuit begins before the previous one ends",
                              "Add .ends before it, or move the inner subcircuit out of the outer one.",
                              s->subckts[o->current].name);
    }
    if (card->word_count < 2 || is_separator(card->words[1])) {
        return lob_spice_fail(s, &card->at, "The subcircuit has no name", "Write .subckt NAME PORT ...", no_name);
    }
    LOB_TRY(lob_spice_add(s, LOB_SPICE_KEY_SUBCKT, 0, card->words[1], s->subckt_count, &found));
    if (found != s->subckt_count) {
        return lob_spice_fail(s, &card->at, "The subcircuit is defined twice", "Delete or rename one of the two.",
                              card->words[1]);
    }
    o->current = (uint32_t)s->subckt_count;
    LOB_TRY(add_subckt(s, card->words[1], &card->at));
    LOB_TRY(add_ports(s, card));
    LOB_TRY(add_params(s, o->current, card));
    s->subckts[o->current].settable_count = s->subckts[o->current].param_count;
    return LOB_OK;
}

static lob_status take_ends(sorting *o, const lob_spice_card *card) {
    lob_spice *s = o->s;
    if (o->current == 0) {
        return lob_spice_fail(s, &card->at, ".ends without an open subcircuit", "Delete it, or add its .subckt.",
                              no_name);
    }
    const lob_str name = s->subckts[o->current].name;
    char folded[LOB_SPICE_WORD_SIZE + 1] = "";
    memcpy(folded, name.data, name.size);
    if (card->word_count > 1 && !lob_spice_is(card->words[1], folded)) {
        return lob_spice_fail(s, &card->at, ".ends does not name the open subcircuit",
                              "Close the open subcircuit first, or correct the name.", name);
    }
    o->current = 0;
    return LOB_OK;
}

/* ---- nets, models, options ---- */

/* NET, or CDL's NET:P and NET:G. */
static lob_status add_global(lob_spice *s, lob_str word) {
    lob_net_type type = LOB_NET_TYPE_SIGNAL;
    uint32_t found;
    if (word.size > 2 && word.data[word.size - 2] == ':') {
        const char letter = (char)(word.data[word.size - 1] | 32);
        type = letter == 'p' ? LOB_NET_TYPE_POWER : letter == 'g' ? LOB_NET_TYPE_GROUND : LOB_NET_TYPE_SIGNAL;
        word.size -= 2;
    }
    LOB_TRY(lob_spice_add(s, LOB_SPICE_KEY_GLOBAL, 0, word, s->global_count, &found));
    if (found == s->global_count) {
        s->globals = lob_spice_grow(s, s->globals, s->global_count, sizeof *s->globals);
        if (!s->globals) {
            return LOB_E_TOOL_LIMIT_EXCEEDED;
        }
        s->globals[s->global_count++] = (lob_spice_global){word, type};
    }
    s->globals[found].type = type != LOB_NET_TYPE_SIGNAL ? type : s->globals[found].type;
    return LOB_OK;
}

static lob_status take_global(sorting *o, const lob_spice_card *card) {
    for (size_t i = 1; i < card->word_count; i++) {
        LOB_TRY(add_global(o->s, card->words[i]));
    }
    return LOB_OK;
}

/* The next run of what is neither blank nor a parenthesis. */
static lob_str next_word(lob_str text, size_t *at) {
    while (*at < text.size && strchr(" \t(),=", text.data[*at])) {
        ++*at;
    }
    const size_t start = *at;
    while (*at < text.size && !strchr(" \t(),=", text.data[*at])) {
        ++*at;
    }
    return (lob_str){text.data + start, *at - start};
}

/* nch.3, a bin of nch, is nch. */
static lob_str without_bin(lob_str name) {
    size_t size = name.size;
    while (size > 0 && name.data[size - 1] >= '0' && name.data[size - 1] <= '9') {
        size--;
    }
    return size > 1 && size < name.size && name.data[size - 1] == '.' ? (lob_str){name.data, size - 1} : name;
}

static lob_status take_model(sorting *o, const lob_spice_line *line) {
    size_t at = 0;
    uint32_t found;
    next_word(line->text, &at);
    const lob_str name = without_bin(next_word(line->text, &at)), type = next_word(line->text, &at);
    const lob_spice_kind kind = lob_spice_is(type, "nmos")                             ? LOB_SPICE_NMOS
                                : lob_spice_is(type, "pmos")                           ? LOB_SPICE_PMOS
                                : lob_spice_is(type, "r") || lob_spice_is(type, "res") ? LOB_SPICE_RESISTOR
                                : lob_spice_is(type, "c") || lob_spice_is(type, "cap") ? LOB_SPICE_CAPACITOR
                                                                                       : LOB_SPICE_UNKNOWN_KIND;
    if (type.size == 0 || name.size > LOB_SPICE_WORD_SIZE) {
        return lob_spice_fail(o->s, line, "The model has no name or no type", "Write .model NAME nmos or pmos ...",
                              name);
    }
    if (kind == LOB_SPICE_UNKNOWN_KIND) {
        return LOB_OK; /* of a device that is left out */
    }
    LOB_TRY(lob_spice_add(o->s, LOB_SPICE_KEY_MODEL, 0, name, kind, &found));
    return found == (uint32_t)kind ? LOB_OK
                                   : lob_spice_fail(o->s, line, "The model is defined with two types",
                                                    "Delete one of the two definitions.", name);
}

static lob_status take_option(sorting *o, const lob_spice_card *card) {
    lob_spice *s = o->s;
    const lob_spice_param *scale = lob_spice_card_param(card, "scale");
    if (!scale) {
        return lob_spice_leave(s, LOB_STR(".option"), &card->at);
    }
    if (!lob_spice_number(scale->value, &s->scale) || s->scale <= 0) {
        return lob_spice_fail(s, &card->at, "The scale is not a number above 0", "Write .option scale=1u.",
                              scale->value);
    }
    return LOB_OK;
}

/* ---- lines that begin with *. in CDL ---- */

static lob_status take_pragma(sorting *o, const lob_spice_line *line) {
    static const char *const idle[] = {"*.bipolar", "*.resi",  "*.resval",   "*.resize",  "*.capval",
                                       "*.caparea", "*.diode", "*.dioarea",  "*.dioperi", "*.equation",
                                       "*.pininfo", "*.ldd",   "*.noparams", "*.reverse", "*.param"};
    size_t at = 0;
    lob_spice_card card;
    const lob_str word = next_word(line->text, &at);
    if (lob_spice_is(word, "*.global")) {
        LOB_TRY(lob_spice_card_read(o->s, line, &card));
        return take_global(o, &card);
    }
    if (lob_spice_is(word, "*.scale")) {
        o->s->scale = lob_spice_is(next_word(line->text, &at), "micron") ? 1e-6 : 1;
        return LOB_OK;
    }
    if (lob_spice_is(word, "*.connect") || lob_spice_is(word, "*.join") || lob_spice_is(word, "*.mega")) {
        return lob_spice_fail(o->s, line, "This CDL line changes nets or numbers in a way that is not supported",
                              "Write the netlist without it: use one name for joined nets, and MEG for a million.",
                              word);
    }
    for (size_t i = 0; i < sizeof idle / sizeof idle[0]; i++) {
        if (lob_spice_is(word, idle[i])) {
            return LOB_OK;
        }
    }
    return lob_spice_leave(o->s, word, line);
}

/* ---- cards ---- */

static lob_status take_device(sorting *o, lob_spice_card *card, bool is_instance) {
    lob_spice *s = o->s;
    lob_spice_subckt *subckt = &s->subckts[o->current];
    size_t count = 0;
    for (size_t i = 0; i < card->word_count; i++) {
        const bool is_extra = lob_spice_is(card->words[i], "/") || card->words[i].data[0] == '$';
        if (!is_instance || !is_extra) {
            card->words[count++] = card->words[i];
        }
    }
    card->word_count = count;
    subckt->cards = lob_spice_grow(s, subckt->cards, subckt->card_count, sizeof *subckt->cards);
    if (!subckt->cards) {
        return LOB_E_TOOL_LIMIT_EXCEEDED;
    }
    subckt->cards[subckt->card_count++] = *card;
    return LOB_OK;
}

static lob_status take_element(sorting *o, const lob_spice_line *line) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const char letter = (char)(line->text.data[0] | 32);
    lob_spice_card card;
    if (letter < 'a' || letter > 'z') {
        return lob_spice_fail(o->s, line, "The line is neither an element, a dot command nor a comment",
                              "Put * in front of a comment, or + in front of a continued line.", no_name);
    }
    if (!strchr("mrcx", letter)) {
        return lob_spice_leave(o->s, (lob_str){&letters[letter - 'a'], 1}, line);
    }
    LOB_TRY(lob_spice_card_read(o->s, line, &card));
    if (card.word_count == 0 || card.words[0].data != line->text.data) {
        return lob_spice_fail(o->s, line, "An element must begin with its name", "Write NAME NET ..., then NAME=VALUE.",
                              no_name);
    }
    return take_device(o, &card, letter == 'x');
}

typedef lob_status card_fn(sorting *o, const lob_spice_card *card);

static lob_status refuse_card(sorting *o, const lob_spice_card *card) {
    return lob_spice_fail(o->s, &card->at, "This command changes the circuit in a way that is not supported",
                          "Write the netlist for one case, without this command.", card->words[0]);
}

static lob_status take_title(sorting *o, const lob_spice_card *card) {
    (void)o, (void)card;
    return LOB_OK;
}

/* With one word .lib begins a section of a library, of which a netlist takes one: none is read. */
static lob_status take_lib(sorting *o, const lob_spice_card *card) {
    o->skip_to = card->word_count == 2 ? ".endl" : NULL;
    o->skipped = card->at;
    return lob_spice_leave(o->s, LOB_STR(".lib"), &card->at);
}

static lob_status take_control(sorting *o, const lob_spice_card *card) {
    o->skip_to = ".endc";
    o->skipped = card->at;
    return lob_spice_leave(o->s, LOB_STR(".control"), &card->at);
}

static const struct {
    const char *word;
    card_fn *take;
} commands[] = {
    {".subckt", take_subckt}, {".macro", take_subckt},   {".ends", take_ends},       {".eom", take_ends},
    {".param", take_param},   {".params", take_param},   {".parameter", take_param}, {".global", take_global},
    {".option", take_option}, {".options", take_option}, {".lib", take_lib},         {".control", take_control},
    {".if", refuse_card},     {".elseif", refuse_card},  {".else", refuse_card},     {".connect", refuse_card},
    {".alter", refuse_card},  {".title", take_title},
};

static lob_status refuse_equals(sorting *o, const lob_spice_line *line) {
    return lob_spice_fail(o->s, line, "An = follows the command itself", "Delete it.", no_name);
}

static lob_status take_dot(sorting *o, const lob_spice_line *line) {
    size_t at = 0;
    lob_spice_card card;
    const lob_str word = next_word(line->text, &at);
    if (lob_spice_is(word, ".model")) {
        return take_model(o, line);
    }
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (lob_spice_is(word, commands[i].word)) {
            LOB_TRY(lob_spice_card_read(o->s, line, &card));
            return card.word_count > 0 ? commands[i].take(o, &card) : refuse_equals(o, line);
        }
    }
    return lob_spice_leave(o->s, word, line);
}

static lob_status take_line(sorting *o, const lob_spice_line *line) {
    size_t at = 0;
    if (o->skip_to) {
        o->skip_to = lob_spice_is(next_word(line->text, &at), o->skip_to) ? NULL : o->skip_to;
        return LOB_OK;
    }
    if (line->text.data[0] == '*') {
        return take_pragma(o, line);
    }
    return line->text.data[0] == '.' ? take_dot(o, line) : take_element(o, line);
}

/* The cell of an X line is its last word. */
static void mark_called(lob_spice *s) {
    for (size_t i = 0; i < s->subckt_count; i++) {
        for (size_t k = 0; k < s->subckts[i].card_count; k++) {
            const lob_spice_card *card = &s->subckts[i].cards[k];
            const uint32_t called = lob_spice_find(s, LOB_SPICE_KEY_SUBCKT, 0, card->words[card->word_count - 1]);
            if ((card->words[0].data[0] | 32) == 'x' && called != LOB_MAP_NONE) {
                s->subckts[called].is_called = true;
            }
        }
    }
}

lob_status lob_spice_subckts(lob_spice *s) {
    sorting o = {.s = s};
    const lob_spice_line nowhere = {.line = 1};
    LOB_TRY(add_subckt(s, LOB_STR("top"), &nowhere));
    LOB_TRY(add_global(s, LOB_STR("0:g")));
    for (size_t i = 0; i < s->line_count; i++) {
        if (i % 1024 == 0) {
            LOB_TRY(lob_poll(s->ctx));
        }
        LOB_TRY(take_line(&o, &s->lines[i]));
    }
    if (o.skip_to) {
        return lob_spice_fail(s, &o.skipped, "The section that begins here has no end", "Add its end.",
                              lob_str_from(o.skip_to));
    }
    if (o.current > 0) {
        return lob_spice_fail(s, &s->subckts[o.current].at, "The subcircuit has no .ends", "Add .ends.",
                              s->subckts[o.current].name);
    }
    mark_called(s);
    return LOB_OK;
}

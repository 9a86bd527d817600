/* The reader of command lines. Invariant: a field is written once; a line that is wrong is refused with the word that
 * is wrong, before anything is opened. */
#include "cli/options.h"

#include <stdarg.h>
#include <string.h>

#include "base/num.h"

enum { NAME_SIZE_MAX = 64 };

typedef struct reading {
    const lob_option_line *line;
    int argc, at;
    char **argv;
    uint64_t seen[LOB_OPTION_GROUP_MAX]; /* a bit for each option that was given */
    unsigned word_count;
} reading;

typedef struct match { /* an option as it was written */
    const lob_option *option;
    size_t group, index;
    bool is_negated;
    const char *value; /* behind '='; NULL: none there */
    char shown[NAME_SIZE_MAX + 4];
} match;

lob_shown_word lob_word_show(const char *word) {
    lob_shown_word shown;
    size_t size = 0;
    for (; word[size] && size < sizeof shown.text - 4; size++) {
        const unsigned char c = (unsigned char)word[size];
        shown.text[size] = c < 0x20 || c >= 0x7f ? '?' : (char)c;
    }
    memcpy(shown.text + size, word[size] ? "..." : "\0\0\0", 4);
    return shown;
}

bool lob_complain(const lob_cli *cli, const char *verb, const char *format, ...) {
    const char *program = cli->product.name, *space = verb[0] ? " " : "";
    char what[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    const size_t size = strlen(what);
    const bool is_question = size > 0 && what[size - 1] == '?';
    if (!cli->is_silent) {
        fprintf(cli->err, "%s%s%s: %s%s %s %s%s%s --help\n", program, space, verb, what, is_question ? "" : ";",
                is_question ? "See" : "see", program, space, verb);
    }
    return false;
}

/* ---- names near in spelling ---- */

lob_near_word lob_near_word_begin(const char *word) {
    return (lob_near_word){.word = word, .distance = 2 + (unsigned)(strlen(word) / 4)};
}

/* Either some letters differ, or the rest of a longer name is missing. */
void lob_near_word_try(lob_near_word *nearest, const char *candidate) {
    const size_t size = strlen(nearest->word);
    const unsigned distance = lob_str_distance(lob_str_from(nearest->word), lob_str_from(candidate), nearest->distance);
    if (distance < nearest->distance) {
        nearest->distance = distance;
        nearest->best = candidate;
    } else if (!nearest->best && size >= 3 && strncmp(nearest->word, candidate, size) == 0) {
        nearest->best = candidate;
    }
}

bool lob_choices_each(const char *value, bool (*offer)(void *arg, lob_str choice), void *arg) {
    while (value && strchr(value, '|')) {
        const size_t size = strcspn(value, "|");
        if (!offer(arg, (lob_str){value, size})) {
            return false;
        }
        value += size + 1;
        if (!strchr(value, '|')) {
            return offer(arg, lob_str_from(value));
        }
    }
    return true;
}

/* ---- finding the option ---- */

bool lob_option_is_boolean(const lob_option *option) {
    return option->kind == LOB_OPTION_FLAG || option->kind == LOB_OPTION_SWITCH;
}

/* The name with hyphens, however it was typed. False: no option has such a name. */
static bool take_name(const char *text, size_t size, char name[NAME_SIZE_MAX + 1]) {
    if (size == 0 || size > NAME_SIZE_MAX) {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        name[i] = text[i];
        if (text[i] == '_') {
            name[i] = '-';
        }
    }
    name[size] = '\0';
    return true;
}

static bool has_name(const lob_option *option, const char *name) {
    return strcmp(option->name, name) == 0 || (option->alias && strcmp(option->alias, name) == 0);
}

static bool find_name(const lob_option_line *line, const char *name, bool is_negated, match *m) {
    for (size_t g = 0; g < line->group_count; g++) {
        const lob_option_group *group = &line->groups[g];
        for (size_t i = 0; i < group->count; i++) {
            if (has_name(&group->options[i], name) && (!is_negated || lob_option_is_boolean(&group->options[i]))) {
                m->option = &group->options[i];
                m->group = g;
                m->index = i;
                m->is_negated = is_negated;
                return true;
            }
        }
    }
    return false;
}

static bool find_letter(const lob_option_line *line, char letter, match *m) {
    for (size_t g = 0; g < line->group_count; g++) {
        for (size_t i = 0; i < line->groups[g].count; i++) {
            if (line->groups[g].options[i].letter == letter) {
                m->option = &line->groups[g].options[i];
                m->group = g;
                m->index = i;
                return true;
            }
        }
    }
    return false;
}

/* The option that `text` names: --name, --name=value, --no-name, -o, -oVALUE. */
static bool find_option(const lob_option_line *line, const char *text, match *m) {
    char name[NAME_SIZE_MAX + 1];
    *m = (match){0};
    if (text[0] != '-' || text[1] == '\0') {
        return false;
    }
    if (text[1] != '-') {
        const bool is_found = find_letter(line, text[1], m) && (text[2] == '\0' || !lob_option_is_boolean(m->option));
        m->value = text[2] ? text + 2 : NULL;
        snprintf(m->shown, sizeof m->shown, "-%c", text[1]);
        return is_found;
    }
    const size_t size = strcspn(text + 2, "=");
    if (!take_name(text + 2, size, name)) {
        return false;
    }
    m->value = text[2 + size] == '=' ? text + 3 + size : NULL;
    snprintf(m->shown, sizeof m->shown, "--%s", name);
    return find_name(line, name, false, m) ||
           (strncmp(name, "no-", 3) == 0 && !m->value && find_name(line, name + 3, true, m));
}

static bool refuse_unknown(const lob_option_line *line, const char *text) {
    char name[NAME_SIZE_MAX + 1];
    const lob_shown_word shown = lob_word_show(text);
    if (text[1] != '-' || !take_name(text + 2, strcspn(text + 2, "="), name)) {
        return lob_complain(line->cli, line->verb, "unknown option %s", shown.text);
    }
    const bool is_negated = strncmp(name, "no-", 3) == 0;
    lob_near_word nearest = lob_near_word_begin(is_negated ? name + 3 : name);
    for (size_t g = 0; g < line->group_count; g++) {
        for (size_t i = 0; i < line->groups[g].count; i++) {
            const lob_option *option = &line->groups[g].options[i];
            if (!is_negated || lob_option_is_boolean(option)) {
                lob_near_word_try(&nearest, option->name);
            }
        }
    }
    const lob_shown_word typed = lob_word_show(name);
    return nearest.best ? lob_complain(line->cli, line->verb, "unknown option --%s; did you mean --%s%s?", typed.text,
                                       is_negated ? "no-" : "", nearest.best)
                        : lob_complain(line->cli, line->verb, "unknown option --%s", typed.text);
}

/* ---- values ---- */

typedef struct choosing {
    lob_str given;
    bool is_found;
} choosing;

static bool is_other(void *arg, lob_str choice) {
    choosing *c = arg;
    c->is_found = lob_str_equal(choice, c->given);
    return !c->is_found;
}

typedef struct sentence {
    char text[256];
    size_t size, left;
} sentence;

static bool add_choice(void *arg, lob_str choice) {
    sentence *s = arg;
    const char *joint = s->size == 0 ? "" : s->left == 1 ? " or " : ", ";
    const int size =
        snprintf(s->text + s->size, sizeof s->text - s->size, "%s%.*s", joint, (int)choice.size, choice.data);
    s->size += (size_t)size < sizeof s->text - s->size ? (size_t)size : 0;
    s->left--;
    return true;
}

static bool refuse_choice(const reading *r, const match *m) {
    sentence s = {.left = 1};
    for (const char *at = m->option->value; *at; at++) {
        s.left += *at == '|';
    }
    lob_choices_each(m->option->value, add_choice, &s);
    return lob_complain(r->line->cli, r->line->verb, "%s takes %s", m->shown, s.text);
}

static bool put_text(const reading *r, const match *m, const char **field, const char *value) {
    choosing c = {lob_str_from(value), false};
    if (*field) { /* by the word that may stand for it */
        return lob_complain(r->line->cli, r->line->verb, "%s and the argument %s mean the same; give one of them",
                            m->shown, lob_word_show(*field).text);
    }
    if (value[0] == '\0' && m->option->kind != LOB_OPTION_RAW) {
        return lob_complain(r->line->cli, r->line->verb, "%s needs a value", m->shown);
    }
    if (m->option->kind == LOB_OPTION_CHOICE && lob_choices_each(m->option->value, is_other, &c)) {
        return refuse_choice(r, m);
    }
    *field = value;
    return true;
}

static bool put_value(const reading *r, const match *m, const char *value) {
    void *field = (char *)r->line->groups[m->group].base + m->option->offset;
    const lob_option *option = m->option;
    if (option->kind == LOB_OPTION_NUMBER) {
        return lob_num_parse_int(value, option->min, option->max, (int64_t *)field) ||
               lob_complain(r->line->cli, r->line->verb, "%s takes a whole number from %lld to %lld", m->shown,
                            (long long)option->min, (long long)option->max);
    }
    if (option->kind == LOB_OPTION_LIST) {
        lob_option_list *list = field;
        if (value[0] == '\0' || list->count == LOB_OPTION_LIST_MAX) {
            return lob_complain(r->line->cli, r->line->verb,
                                value[0] ? "%s is given too many times" : "%s needs a value", m->shown);
        }
        list->items[list->count++] = value;
        return true;
    }
    return put_text(r, m, field, value);
}

static bool put_boolean(reading *r, const match *m) {
    void *field = (char *)r->line->groups[m->group].base + m->option->offset;
    const char *value = m->value;
    bool is_on = !m->is_negated;
    if (!value && !m->is_negated && m->shown[1] == '-' && r->at < r->argc &&
        (strcmp(r->argv[r->at], "true") == 0 || strcmp(r->argv[r->at], "false") == 0)) {
        value = r->argv[r->at++];
    }
    if (value) {
        is_on = strcmp(value, "true") == 0;
        if (!is_on && strcmp(value, "false") != 0) {
            return lob_complain(r->line->cli, r->line->verb, "%s takes true or false", m->shown);
        }
    }
    if (m->option->kind == LOB_OPTION_FLAG) {
        *(bool *)field = is_on;
    } else {
        *(lob_switch *)field = is_on ? LOB_SWITCH_ON : LOB_SWITCH_OFF;
    }
    return true;
}

static bool take_option(reading *r) {
    match m, next;
    const char *text = r->argv[r->at];
    if (!find_option(r->line, text, &m)) {
        return refuse_unknown(r->line, text);
    }
    r->at++;
    const uint64_t bit = (uint64_t)1 << m.index;
    if (m.option->kind != LOB_OPTION_LIST && r->seen[m.group] & bit) {
        return lob_complain(r->line->cli, r->line->verb, "%s is given twice", m.shown);
    }
    r->seen[m.group] |= bit;
    if (lob_option_is_boolean(m.option)) {
        return put_boolean(r, &m);
    }
    if (m.value) {
        return put_value(r, &m, m.value);
    }
    if (r->at == r->argc) {
        return lob_complain(r->line->cli, r->line->verb, "%s needs a value", m.shown);
    }
    const char *follows = r->argv[r->at];
    if (find_option(r->line, follows, &next) && (follows[1] == '-' || follows[2] == '\0')) {
        return lob_complain(r->line->cli, r->line->verb, "%s needs a value, but the option %s follows", m.shown,
                            next.shown);
    }
    return put_value(r, &m, r->argv[r->at++]);
}

/* ---- words ---- */

static const char *option_of_word(const lob_option_line *line, size_t offset) {
    for (size_t i = 0; i < line->groups[0].count; i++) {
        if (line->groups[0].options[i].offset == offset && line->groups[0].base == line->base) {
            return line->groups[0].options[i].name;
        }
    }
    return "";
}

static bool is_many(const lob_positional *word) {
    const size_t size = strlen(word->name);
    return size > 3 && strcmp(word->name + size - 3, "...") == 0;
}

static bool take_one_of_many(const reading *r, const lob_positional *word, const char *text) {
    lob_word_list *const list = (lob_word_list *)(void *)((char *)r->line->base + word->offset);
    if (text[0] == '\0') {
        return lob_complain(r->line->cli, r->line->verb, "%s is empty", word->name);
    }
    if (list->count == LOB_WORDS_MAX) {
        return lob_complain(r->line->cli, r->line->verb, "%s is given more than %d times", word->name, LOB_WORDS_MAX);
    }
    list->items[list->count++] = text;
    return true;
}

static bool take_word(reading *r) {
    const lob_option_line *line = r->line;
    const lob_positional *word = line->words;
    const char *text = r->argv[r->at++];
    unsigned count = 0;
    while (word && word[count].name) {
        count++;
    }
    if (count > 0 && r->word_count >= count - 1 && is_many(&word[count - 1])) {
        r->word_count = count;
        return take_one_of_many(r, &word[count - 1], text);
    }
    if (r->word_count == count) {
        return count == 0
                   ? lob_complain(line->cli, line->verb, "unexpected argument %s; this command takes only options",
                                  lob_word_show(text).text)
                   : lob_complain(line->cli, line->verb, "unexpected argument %s after %s", lob_word_show(text).text,
                                  word[count - 1].name);
    }
    word += r->word_count++;
    const char **field = (const char **)(void *)((char *)line->base + word->offset);
    if (text[0] == '\0') {
        return lob_complain(line->cli, line->verb, "%s is empty", word->name);
    }
    if (*field) {
        return lob_complain(line->cli, line->verb, "%s and --%s mean the same; give one of them", word->name,
                            option_of_word(line, word->offset));
    }
    *field = text;
    return true;
}

bool lob_options_read(const lob_option_line *line, int argc, char **argv, int at, int *rest) {
    reading r = {.line = line, .argc = argc, .at = at, .argv = argv};
    bool is_plain = false; /* behind -- nothing is an option */
    *rest = argc;
    while (r.at < argc) {
        const char *text = argv[r.at];
        if (!is_plain && strcmp(text, "--") == 0) {
            is_plain = true;
            r.at++;
            if (line->takes_rest) {
                *rest = r.at;
                return true;
            }
        } else if (is_plain || text[0] != '-' || text[1] == '\0') {
            if (!take_word(&r)) {
                return false;
            }
        } else if (!take_option(&r)) {
            return false;
        }
    }
    return true;
}

bool lob_options_complete(const lob_option_line *line) {
    for (const lob_positional *word = line->words; word && word->name; word++) {
        const void *const field = (const char *)line->base + word->offset;
        const bool is_given =
            is_many(word) ? ((const lob_word_list *)field)->count > 0 : *(const char *const *)field != NULL;
        if (word->is_required && !is_given) {
            return lob_complain(line->cli, line->verb, "%s is missing", word->name);
        }
    }
    for (size_t g = 0; g < line->group_count; g++) {
        for (size_t i = 0; i < line->groups[g].count; i++) {
            const lob_option *option = &line->groups[g].options[i];
            if (option->is_required && !*(const char **)(void *)((char *)line->groups[g].base + option->offset)) {
                const char letter[2] = {option->letter, '\0'};
                return lob_complain(line->cli, line->verb, "%s%s %s is missing", letter[0] ? "-" : "--",
                                    letter[0] ? letter : option->name, option->value);
            }
        }
    }
    return true;
}

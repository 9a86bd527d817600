/* Numbers and expressions of SPICE.
 *
 * A suffix moves the decimal exponent before the number is read, so that 0.18u and 180n are one double. Expressions go
 * through two stacks of bounded depth; nothing calls itself.
 */
#include <math.h>
#include <stdio.h>

#include "base/num.h"
#include "design/spice_impl.h"

enum { DIGITS_MAX = 64, DEPTH = LOB_SPICE_EXPRESSION_DEPTH };

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
static bool is_name_part(char c) {
    return is_letter(c) || is_digit(c) || c == '_' || c == '.' || c == '$' || c == '!' || c == '#' || c == '@';
}

/* ---- numbers ---- */

typedef struct suffix {
    const char *text;
    int exponent;
    double factor;
} suffix;

static const suffix suffixes[] = {
    {"meg", 6, 1},       {"mil", -6, 25.4},   {"t", 12, 1},  {"g", 9, 1},   {"k", 3, 1},
    {"m", -3, 1},        {"u", -6, 1},        {"n", -9, 1},  {"p", -12, 1}, {"f", -15, 1},
    {"\xc2\xb5", -6, 1}, {"\xce\xbc", -6, 1}, {"a", -18, 1},
};

static const suffix *find_suffix(lob_str text) {
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        const size_t size = strlen(suffixes[i].text);
        if (text.size >= size && lob_spice_is((lob_str){text.data, size}, suffixes[i].text)) {
            return &suffixes[i];
        }
    }
    return NULL;
}

/* Digits with at most one point. Returns the length; 0: there is no number. */
static size_t mantissa_size(lob_str text) {
    size_t size = 0, digits = 0, points = 0;
    while (size < text.size && (is_digit(text.data[size]) || (text.data[size] == '.' && points == 0))) {
        digits += is_digit(text.data[size]);
        points += text.data[size++] == '.';
    }
    return digits > 0 && size <= DIGITS_MAX ? size : 0;
}

/* "e-6" at `at`; an e without digits is a letter of a unit. */
static size_t exponent_size(lob_str text, size_t at, int *exponent) {
    size_t size = 1, digits = 0;
    int value = 0;
    if (at >= text.size || (text.data[at] != 'e' && text.data[at] != 'E')) {
        return 0;
    }
    const char sign = at + 1 < text.size ? text.data[at + 1] : '\0';
    size += sign == '+' || sign == '-';
    while (at + size < text.size && is_digit(text.data[at + size])) {
        value = value < 10000 ? 10 * value + (text.data[at + size] - '0') : value;
        size++;
        digits++;
    }
    *exponent = sign == '-' ? -value : value;
    return digits > 0 ? size : 0;
}

/* A number at the start of the text, without a sign. Returns its length, 0 when there is none. */
static size_t take_number(lob_str text, double *value) {
    char digits[DIGITS_MAX + 16];
    int exponent = 0;
    const size_t mantissa = mantissa_size(text);
    if (mantissa == 0) {
        return 0;
    }
    size_t size = mantissa + exponent_size(text, mantissa, &exponent);
    const suffix *unit = find_suffix((lob_str){text.data + size, text.size - size});
    size += unit ? strlen(unit->text) : 0;
    if (!unit && size < text.size && (text.data[size] == 'x' || text.data[size] == 'X')) {
        return 0; /* a million to one simulator, nothing to another */
    }
    while (size < text.size && is_letter(text.data[size])) {
        size++;
    }
    if (size < text.size && is_name_part(text.data[size])) {
        return 0; /* 4k7, 1.2.3 */
    }
    snprintf(digits, sizeof digits, "%.*se%d", (int)mantissa, text.data, exponent + (unit ? unit->exponent : 0));
    *value = lob_num_strtod(digits, NULL);
    *value = unit && unit->factor != 1 ? lob_num_snap_dbu(*value * unit->factor) : *value;
    return size;
}

bool lob_spice_number(lob_str text, double *value) {
    const bool has_sign = text.size > 0 && (text.data[0] == '-' || text.data[0] == '+');
    const lob_str rest = {text.data + has_sign, text.size - has_sign};
    if (rest.size == 0 || take_number(rest, value) != rest.size || !isfinite(*value)) {
        return false;
    }
    *value = text.data[0] == '-' ? -*value : *value;
    return true;
}

bool lob_spice_scale(lob_str text, double *scale) {
    return lob_spice_number(text, scale) && *scale > 0;
}

/* ---- expressions ---- */

typedef enum { OPEN, ADD, SUBTRACT, MULTIPLY, DIVIDE, NEGATE, INT, ABS, SQRT, FLOOR, CEIL, MIN, MAX } operation;

static const struct {
    const char *name;
    unsigned rank, arity;
} operations[] = {
    [OPEN] = {"", 0, 0},     [ADD] = {"", 1, 2},        [SUBTRACT] = {"", 1, 2}, [MULTIPLY] = {"", 2, 2},
    [DIVIDE] = {"", 2, 2},   [NEGATE] = {"", 3, 1},     [INT] = {"int", 0, 1},   [ABS] = {"abs", 0, 1},
    [SQRT] = {"sqrt", 0, 1}, [FLOOR] = {"floor", 0, 1}, [CEIL] = {"ceil", 0, 1}, [MIN] = {"min", 0, 2},
    [MAX] = {"max", 0, 2},
};

typedef struct machine {
    lob_spice_lookup *lookup;
    const void *arg;
    lob_str *unknown;
    double values[DEPTH];
    struct {
        operation what;
        size_t below; /* values beneath a parenthesis */
    } waiting[DEPTH];
    size_t value_count, waiting_count;
    bool wants_value;
} machine;

static double result_of(operation what, double a, double b) {
    switch (what) {
    case ADD:
        return a + b;
    case SUBTRACT:
        return a - b;
    case MULTIPLY:
        return a * b;
    case DIVIDE:
        return b == 0 ? INFINITY : a / b;
    case NEGATE:
        return -a;
    case INT:
        return trunc(a);
    case ABS:
        return fabs(a);
    case SQRT:
        return a < 0 ? INFINITY : sqrt(a);
    case FLOOR:
        return floor(a);
    case CEIL:
        return ceil(a);
    case MIN:
        return fmin(a, b);
    case MAX:
        return fmax(a, b);
    case OPEN:
        break;
    }
    return a;
}

static bool apply(machine *m) {
    const operation what = m->waiting[--m->waiting_count].what;
    const unsigned arity = operations[what].arity;
    if (m->value_count < arity) {
        return false;
    }
    if (arity > 0) {
        m->value_count -= arity;
        const double a = m->values[m->value_count], b = m->values[m->value_count + arity - 1];
        m->values[m->value_count++] = result_of(what, a, b);
    }
    return true;
}

/* All that waits and binds at least as tightly, down to a parenthesis. */
static bool settle(machine *m, unsigned rank) {
    while (m->waiting_count > 0) {
        const operation top = m->waiting[m->waiting_count - 1].what;
        if (operations[top].rank == 0 || operations[top].rank < rank) {
            break;
        }
        if (!apply(m)) {
            return false;
        }
    }
    return true;
}

static bool wait(machine *m, operation what) {
    if (m->waiting_count == DEPTH) {
        return false;
    }
    m->waiting[m->waiting_count].what = what;
    m->waiting[m->waiting_count++].below = m->value_count;
    return true;
}

static bool push(machine *m, double value) {
    if (m->value_count == DEPTH) {
        return false;
    }
    m->values[m->value_count++] = value;
    m->wants_value = false;
    return true;
}

/* A parenthesis ends: as many values as it takes are in it. */
static bool end_parenthesis(machine *m) {
    if (m->wants_value || !settle(m, 1) || m->waiting_count == 0) {
        return false;
    }
    const operation what = m->waiting[m->waiting_count - 1].what;
    const size_t arity = what == OPEN ? 1 : operations[what].arity;
    return m->value_count - m->waiting[m->waiting_count - 1].below == arity && apply(m);
}

static bool take_sign(machine *m, char c) {
    if (m->wants_value) {
        return c == '(' ? wait(m, OPEN) : c == '-' ? wait(m, NEGATE) : c == '+';
    }
    const operation what = c == '+' ? ADD : c == '-' ? SUBTRACT : c == '*' ? MULTIPLY : DIVIDE;
    switch (c) {
    case '+':
    case '-':
    case '*':
    case '/':
        m->wants_value = true;
        return settle(m, operations[what].rank) && wait(m, what);
    case ')':
        return end_parenthesis(m);
    case ',':
        m->wants_value = true;
        return settle(m, 1) && m->waiting_count > 0;
    default:
        return false;
    }
}

/* A name, or a function with its parenthesis. *size grows by what was read. */
static lob_spice_verdict take_name(machine *m, lob_str text, size_t *size) {
    size_t end = 0;
    double value;
    while (end < text.size && is_name_part(text.data[end])) {
        end++;
    }
    const lob_str name = {text.data, end};
    size_t next = end;
    while (next < text.size && text.data[next] == ' ') {
        next++;
    }
    *m->unknown = name;
    if (next < text.size && text.data[next] == '(') {
        operation what = INT;
        while (what <= MAX && !lob_spice_is(name, operations[what].name)) {
            what++;
        }
        *size += next + 1;
        return what > MAX ? LOB_SPICE_UNKNOWN : wait(m, what) ? LOB_SPICE_FINE : LOB_SPICE_SYNTAX;
    }
    *size += end;
    const lob_spice_verdict verdict = m->lookup(m->arg, name, &value);
    return verdict != LOB_SPICE_FINE ? verdict : push(m, value) ? LOB_SPICE_FINE : LOB_SPICE_SYNTAX;
}

static lob_spice_verdict take_part(machine *m, lob_str text, size_t *at) {
    const lob_str rest = {text.data + *at, text.size - *at};
    const char c = rest.data[0];
    double value;
    if (c == ' ' || c == '\t') {
        ++*at;
        return LOB_SPICE_FINE;
    }
    if (m->wants_value && (is_digit(c) || c == '.')) {
        const size_t size = take_number(rest, &value);
        *at += size;
        return size > 0 && push(m, value) ? LOB_SPICE_FINE : LOB_SPICE_SYNTAX;
    }
    if (m->wants_value && (is_letter(c) || c == '_')) {
        return take_name(m, rest, at);
    }
    ++*at;
    return take_sign(m, c) ? LOB_SPICE_FINE : LOB_SPICE_SYNTAX;
}

lob_spice_verdict lob_spice_evaluate(lob_str text, lob_spice_lookup *lookup, const void *arg, double *value,
                                     lob_str *unknown) {
    machine m = {.lookup = lookup, .arg = arg, .unknown = unknown, .wants_value = true};
    *unknown = (lob_str){0};
    for (size_t at = 0; at < text.size;) {
        const lob_spice_verdict verdict = take_part(&m, text, &at);
        if (verdict != LOB_SPICE_FINE) {
            return verdict;
        }
    }
    if (m.wants_value || !settle(&m, 1) || m.waiting_count > 0 || m.value_count != 1) {
        return LOB_SPICE_SYNTAX;
    }
    const double result = m.values[0];
    *value = result < 0 ? -lob_num_snap_dbu(-result) : lob_num_snap_dbu(result);
    return isfinite(result) ? LOB_SPICE_FINE : LOB_SPICE_INFINITE;
}

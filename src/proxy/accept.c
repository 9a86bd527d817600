/* A state for each place between two bytes of JSON. Invariant: while the answer is MORE, some text completes what came
 * so far to a JSON object. */
#include "proxy/accept.h"

#include <string.h>

#include "base/limits.h"

enum { DEPTH_MAX = LOB_LIMIT_JSON_DEPTH };
_Static_assert(DEPTH_MAX <= 64, "a level is a bit of `objects`");

typedef enum {
    AT_VALUE,
    AT_FIRST_KEY, /* behind { */
    AT_KEY,       /* behind a comma */
    AT_COLON,
    AT_FIRST_ITEM, /* behind [ */
    BEHIND_VALUE,
    IN_STRING,
    IN_ESCAPE,
    IN_HEX,
    IN_WORD,
    NUMBER_MINUS,
    NUMBER_ZERO, /* a 0 in front: no digit may follow */
    NUMBER_WHOLE,
    NUMBER_POINT,
    NUMBER_FRACTION,
    NUMBER_E,
    NUMBER_E_SIGN,
    NUMBER_EXPONENT
} place;

void lob_accept_open(lob_acceptor *a) {
    *a = (lob_acceptor){.state = AT_VALUE};
}

static lob_accept go(lob_acceptor *a, place state) {
    a->state = state;
    return LOB_ACCEPT_MORE;
}

static lob_accept refuse(lob_acceptor *a, const char *what) {
    a->what = what;
    return LOB_ACCEPT_BROKEN;
}

static bool is_space(char byte) {
    return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

static bool is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}

static bool in_object(const lob_acceptor *a) {
    return a->depth > 0 && (a->objects >> (a->depth - 1) & 1) != 0;
}

/* ---- values ---- */

static lob_accept open_level(lob_acceptor *a, bool is_object) {
    if (a->depth == DEPTH_MAX) {
        return refuse(a, "the nesting is deeper than 64 levels");
    }
    uint64_t bit = UINT64_C(1) << a->depth;
    a->objects = is_object ? a->objects | bit : a->objects & ~bit;
    a->depth++;
    return go(a, is_object ? AT_FIRST_KEY : AT_FIRST_ITEM);
}

static lob_accept close_level(lob_acceptor *a) {
    a->depth--;
    a->state = BEHIND_VALUE;
    return a->depth == 0 ? LOB_ACCEPT_DONE : LOB_ACCEPT_MORE;
}

static lob_accept begin_string(lob_acceptor *a, bool is_key) {
    a->is_key = is_key;
    return go(a, IN_STRING);
}

static lob_accept begin_word(lob_acceptor *a, const char *rest) {
    a->word = rest;
    return go(a, IN_WORD);
}

static lob_accept begin_value(lob_acceptor *a, char byte) {
    switch (byte) {
    case '{':
    case '[':
        return open_level(a, byte == '{');
    case '"':
        return begin_string(a, false);
    case 't':
        return begin_word(a, "rue");
    case 'f':
        return begin_word(a, "alse");
    case 'n':
        return begin_word(a, "ull");
    case '-':
        return go(a, NUMBER_MINUS);
    case '0':
        return go(a, NUMBER_ZERO);
    default:
        return is_digit(byte) ? go(a, NUMBER_WHOLE) : refuse(a, "a JSON value is expected");
    }
}

static lob_accept step_behind_value(lob_acceptor *a, char byte) {
    if (is_space(byte)) {
        return go(a, BEHIND_VALUE);
    }
    if (byte == ',') {
        return go(a, in_object(a) ? AT_KEY : AT_VALUE);
    }
    if (byte == (in_object(a) ? '}' : ']')) {
        return close_level(a);
    }
    return refuse(a, in_object(a) ? "a comma or } is expected" : "a comma or ] is expected");
}

/* Between the tokens; all of these places allow white space. */
static lob_accept step_between(lob_acceptor *a, char byte) {
    if (is_space(byte)) {
        return LOB_ACCEPT_MORE;
    }
    switch (a->state) {
    case AT_FIRST_KEY:
        return byte == '}'   ? close_level(a)
               : byte == '"' ? begin_string(a, true)
                             : refuse(a, "a key in double quotes or } is expected");
    case AT_KEY:
        return byte == '"' ? begin_string(a, true) : refuse(a, "a key in double quotes is expected");
    case AT_COLON:
        return byte == ':' ? go(a, AT_VALUE) : refuse(a, "a colon is expected");
    case AT_FIRST_ITEM:
        return byte == ']' ? close_level(a) : begin_value(a, byte);
    default:
        return begin_value(a, byte);
    }
}

/* ---- strings, words, numbers ---- */

static lob_accept step_string(lob_acceptor *a, char byte) {
    if (byte == '"') {
        return go(a, a->is_key ? AT_COLON : BEHIND_VALUE);
    }
    if (byte == '\\') {
        return go(a, IN_ESCAPE);
    }
    return (unsigned char)byte < ' ' ? refuse(a, "line breaks and control characters in strings must be escaped")
                                     : LOB_ACCEPT_MORE;
}

static lob_accept step_escape(lob_acceptor *a, char byte) {
    if (byte == 'u') {
        a->hex_left = 4;
        return go(a, IN_HEX);
    }
    return byte != '\0' && strchr("\"\\/bfnrt", byte) != NULL ? go(a, IN_STRING) : refuse(a, "JSON has no such escape");
}

static lob_accept step_hex(lob_acceptor *a, char byte) {
    if (!is_digit(byte) && !((byte | 0x20) >= 'a' && (byte | 0x20) <= 'f')) {
        return refuse(a, "\\u needs four hexadecimal digits");
    }
    a->hex_left--;
    return go(a, a->hex_left == 0 ? IN_STRING : IN_HEX);
}

static lob_accept step_word(lob_acceptor *a, char byte) {
    if (byte != a->word[0]) {
        return refuse(a, "true, false, null or a string in double quotes is expected");
    }
    a->word++;
    return go(a, a->word[0] == '\0' ? BEHIND_VALUE : IN_WORD);
}

/* A number has no end of its own: the byte behind it ends it. */
static lob_accept step_number(lob_acceptor *a, char byte) {
    place state = a->state;
    if (is_digit(byte) && state != NUMBER_ZERO) {
        static const place next[] = {
            [NUMBER_WHOLE] = NUMBER_WHOLE, [NUMBER_POINT] = NUMBER_FRACTION,  [NUMBER_FRACTION] = NUMBER_FRACTION,
            [NUMBER_E] = NUMBER_EXPONENT,  [NUMBER_E_SIGN] = NUMBER_EXPONENT, [NUMBER_EXPONENT] = NUMBER_EXPONENT,
        };
        return state == NUMBER_MINUS ? go(a, byte == '0' ? NUMBER_ZERO : NUMBER_WHOLE) : go(a, next[state]);
    }
    bool is_whole = state == NUMBER_ZERO || state == NUMBER_WHOLE;
    if (is_whole && byte == '.') {
        return go(a, NUMBER_POINT);
    }
    if ((is_whole || state == NUMBER_FRACTION) && (byte == 'e' || byte == 'E')) {
        return go(a, NUMBER_E);
    }
    if (state == NUMBER_E && (byte == '+' || byte == '-')) {
        return go(a, NUMBER_E_SIGN);
    }
    return is_whole || state == NUMBER_FRACTION || state == NUMBER_EXPONENT ? step_behind_value(a, byte)
                                                                            : refuse(a, "a digit is expected");
}

lob_accept lob_accept_step(lob_acceptor *a, char byte) {
    switch (a->state) {
    case IN_STRING:
        return step_string(a, byte);
    case IN_ESCAPE:
        return step_escape(a, byte);
    case IN_HEX:
        return step_hex(a, byte);
    case IN_WORD:
        return step_word(a, byte);
    case BEHIND_VALUE:
        return step_behind_value(a, byte);
    default:
        return a->state >= NUMBER_MINUS ? step_number(a, byte) : step_between(a, byte);
    }
}

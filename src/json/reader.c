/* The strict JSON reader.
 *
 * One pass over the bytes with an explicit stack of at most 64 levels; nothing recursive, nothing built. The keys of
 * the objects that are open lie in one vector (each level knows where its own begin) and are compared when their object
 * closes. Invariant: what the scanner has accepted, cJSON parses to the same value; the two places where it would not
 * (\u0000, numbers above 63 characters) are refused or rewritten here.
 */
#include "json/reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/num.h"
#include "base/utf8.h"
#include "base/wrap.h"
#include "json/escape.h"
#include "json/raw.h"

enum { DEPTH_MAX = LOB_LIMIT_JSON_DEPTH, KEY_COUNT_MAX = LOB_LIMIT_JSON_KEYS, CJSON_NUMBER_SIZE_MAX = 63 };
/* Objects up to this many keys are compared pairwise, larger ones sorted. */
enum { PAIRWISE_MAX = 12 };

static const char out_of_memory[] = "out of memory";

typedef enum { NUL_NOWHERE, NUL_IN_ID, NUL_ANYWHERE } nul_rule;

typedef struct open_key {
    const char *data; /* bytes of the text, or NULL: unescaped, at `at` in scanner.unescaped */
    size_t at, size;
    size_t offset; /* of the opening quote, for the fault */
} open_key;

typedef struct level {
    bool is_object;
    uint32_t key_first;     /* index into scanner.keys */
    size_t unescaped_first; /* size of scanner.unescaped when the level opened */
} level;

typedef struct scanner {
    const char *data;
    size_t size, at;
    lob_json_fault *fault;
    lob_buf keys;      /* of open_key */
    lob_buf unescaped; /* text of keys with escapes */
    level levels[DEPTH_MAX];
    unsigned depth;
    uint32_t key_count, key_count_total;
    nul_rule nul;
    bool in_id; /* the value of the top-level member "id" is being read */
    bool has_long_number;
} scanner;

static bool fail_at(scanner *s, size_t offset, const char *what) {
    *s->fault = (lob_json_fault){.offset = offset, .line = 1, .column = 1, .what = what};
    for (size_t i = 0; i < offset; i++) {
        s->fault->column++;
        if (s->data[i] == '\n') {
            s->fault->line++;
            s->fault->column = 1;
        }
    }
    return false;
}

static bool fail(scanner *s, const char *what) {
    return fail_at(s, s->at, what);
}

/* The byte at the cursor, or -1 at the end. */
static int peek(const scanner *s) {
    return s->at < s->size ? (unsigned char)s->data[s->at] : -1;
}

static void skip_space(scanner *s) {
    while (s->at < s->size) {
        char c = s->data[s->at];
        if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
            return;
        }
        s->at++;
    }
}

/* Strings */

/* Nonzero when one of the 8 bytes is a control character, a quote, a backslash or not ASCII. */
LOB_WRAPS static uint64_t special_bytes(uint64_t word) {
    const uint64_t ones = 0x0101010101010101u, high = 0x8080808080808080u;
    uint64_t quote = word ^ (ones * '"'), backslash = word ^ (ones * '\\');
    return ((word - ones * 0x20) | word | (quote - ones) | (backslash - ones)) & high;
}

static void skip_plain(scanner *s) {
    uint64_t word;
    while (s->size - s->at >= sizeof word) {
        memcpy(&word, s->data + s->at, sizeof word);
        if (special_bytes(word)) {
            break;
        }
        s->at += sizeof word;
    }
    for (int c = peek(s); c >= 0x20 && c < 0x80 && c != '"' && c != '\\'; c = peek(s)) {
        s->at++;
    }
}

static bool scan_escape(scanner *s) {
    static const char *const faults[] = {
        [LOB_JSON_ESCAPE_UNKNOWN] = "string has an unknown escape",
        [LOB_JSON_ESCAPE_HEX] = "string has a \\u escape without four hexadecimal digits",
        [LOB_JSON_ESCAPE_SURROGATE] = "string has half of a surrogate pair",
    };
    uint32_t code;
    lob_json_escape_state state;
    size_t used = lob_json_unescape((lob_str){s->data, s->size}, s->at, &code, &state);
    if (state != LOB_JSON_ESCAPE_FINE) {
        return fail(s, faults[state]);
    }
    if (code == 0 && !(s->nul == NUL_ANYWHERE || (s->nul == NUL_IN_ID && s->in_id))) {
        return fail(s, "string contains the character \\u0000");
    }
    s->at += used;
    return true;
}

/* At the opening quote; leaves the cursor after the closing one. */
static bool scan_string(scanner *s, bool *has_escape) {
    s->at++;
    *has_escape = false;
    for (;;) {
        skip_plain(s);
        int c = peek(s);
        if (c < 0) {
            return fail(s, "string is not closed");
        }
        if (c == '"') {
            s->at++;
            return true;
        }
        if (c == '\\') {
            *has_escape = true;
            if (!scan_escape(s)) {
                return false;
            }
        } else if (c < 0x20) {
            return fail(s, "string contains a control character; it must be escaped");
        } else {
            uint32_t code;
            unsigned length = lob_utf8_decode((lob_str){s->data, s->size}, s->at, &code);
            if (length == 0) {
                return fail(s, "string is not valid UTF-8");
            }
            s->at += length;
        }
    }
}

/* Keys */

static open_key *keys_of(scanner *s) {
    return (open_key *)(void *)s->keys.data;
}

static bool add_unescaped(scanner *s, lob_str raw, open_key *key) {
    key->data = NULL;
    key->at = s->unescaped.size;
    for (size_t at = 0; at < raw.size;) {
        char text[4];
        uint32_t code;
        lob_json_escape_state state;
        if (raw.data[at] != '\\') {
            lob_buf_add_byte(&s->unescaped, raw.data[at++]);
            continue;
        }
        at += lob_json_unescape(raw, at, &code, &state);
        lob_buf_add(&s->unescaped, text, lob_utf8_encode(code, text));
    }
    key->size = s->unescaped.size - key->at;
    if (s->unescaped.failed != LOB_BUF_FINE) {
        return fail(s, out_of_memory);
    }
    return true;
}

static bool scan_key(scanner *s) {
    size_t quote = s->at;
    bool has_escape;
    s->in_id = s->in_id && s->depth > 1;
    if (peek(s) != '"') {
        return fail(s, peek(s) < 0 ? "object is not closed" : "object key is not a string");
    }
    if (!scan_string(s, &has_escape)) {
        return false;
    }
    open_key key = {.data = s->data + quote + 1, .size = s->at - quote - 2, .offset = quote};
    lob_str raw = {key.data, key.size};
    if (s->depth == 1) {
        s->in_id = lob_str_equal(raw, LOB_STR("id"));
    }
    if (++s->key_count_total > KEY_COUNT_MAX) {
        return fail_at(s, quote, "text has too many object keys");
    }
    if (has_escape && !add_unescaped(s, raw, &key)) {
        return false;
    }
    lob_buf_add(&s->keys, &key, sizeof key);
    if (s->keys.failed != LOB_BUF_FINE) {
        return fail(s, out_of_memory);
    }
    s->key_count++;
    skip_space(s);
    if (peek(s) != ':') {
        return fail(s, "object key is not followed by a colon");
    }
    s->at++;
    return true;
}

static bool same_key(const open_key *a, const open_key *b) {
    return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

static int compare_keys(const void *a, const void *b) {
    const open_key *x = a, *y = b;
    int order = lob_str_compare((lob_str){x->data, x->size}, (lob_str){y->data, y->size});
    return order ? order : (x->offset > y->offset) - (x->offset < y->offset);
}

/* Offset of the first key that repeats an earlier one, or SIZE_MAX. */
static size_t duplicate_key(open_key *keys, uint32_t count) {
    size_t found = SIZE_MAX;
    if (count <= PAIRWISE_MAX) {
        for (uint32_t i = 1; i < count; i++) {
            for (uint32_t k = 0; k < i; k++) {
                if (same_key(&keys[i], &keys[k])) {
                    return keys[i].offset;
                }
            }
        }
        return found;
    }
    qsort(keys, count, sizeof *keys, compare_keys);
    for (uint32_t i = 1; i < count; i++) {
        if (same_key(&keys[i - 1], &keys[i]) && keys[i].offset < found) {
            found = keys[i].offset;
        }
    }
    return found;
}

/* Levels */

static bool open_level(scanner *s, bool is_object) {
    if (s->depth == DEPTH_MAX) {
        return fail(s, "nesting is too deep");
    }
    s->levels[s->depth++] = (level){is_object, s->key_count, s->unescaped.size};
    s->at++;
    return true;
}

static bool close_level(scanner *s) {
    level *top = &s->levels[s->depth - 1];
    uint32_t count = s->key_count - top->key_first;
    if (count > 1) {
        open_key *keys = keys_of(s) + top->key_first;
        for (uint32_t i = 0; i < count; i++) {
            keys[i].data = keys[i].data ? keys[i].data : s->unescaped.data + keys[i].at;
        }
        size_t offset = duplicate_key(keys, count);
        if (offset != SIZE_MAX) {
            return fail_at(s, offset, "object has this key twice");
        }
    }
    s->key_count = top->key_first;
    s->keys.size = s->key_count * sizeof(open_key);
    s->unescaped.size = top->unescaped_first;
    s->depth--;
    s->at++;
    return true;
}

/* Numbers and words */

static size_t skip_digits(scanner *s) {
    size_t first = s->at;
    while (s->at < s->size && s->data[s->at] >= '0' && s->data[s->at] <= '9') {
        s->at++;
    }
    return s->at - first;
}

/* The value of a number token of any length. It is not NUL-terminated, so it is copied; false: out of memory. */
static bool number_value(const char *text, size_t size, double *value) {
    char small[128];
    if (size < sizeof small) {
        memcpy(small, text, size);
        small[size] = 0;
        *value = lob_num_strtod(small, NULL);
        return true;
    }
    lob_buf copy;
    lob_buf_init(&copy, 0);
    lob_buf_add(&copy, text, size);
    bool fine = copy.failed == LOB_BUF_FINE;
    *value = fine ? lob_num_strtod(copy.data, NULL) : 0;
    lob_buf_release(&copy);
    return fine;
}

static bool scan_exponent(scanner *s) {
    s->at++;
    if (peek(s) == '+' || peek(s) == '-') {
        s->at++;
    }
    if (skip_digits(s) == 0) {
        return fail(s, "number has an exponent without digits");
    }
    return true;
}

static bool scan_number(scanner *s) {
    size_t first = s->at;
    bool has_exponent = false;
    s->at += peek(s) == '-';
    if (peek(s) == '0') {
        s->at++;
        if (peek(s) >= '0' && peek(s) <= '9') {
            return fail_at(s, first, "number has a leading zero");
        }
    } else if (skip_digits(s) == 0) {
        return fail_at(s, first, "minus sign without digits");
    }
    if (peek(s) == '.') {
        s->at++;
        if (skip_digits(s) == 0) {
            return fail_at(s, first, "number has a decimal point without digits after it");
        }
    }
    if (peek(s) == 'e' || peek(s) == 'E') {
        has_exponent = true;
        if (!scan_exponent(s)) {
            return false;
        }
    }
    size_t size = s->at - first;
    s->has_long_number = s->has_long_number || size > CJSON_NUMBER_SIZE_MAX;
    double value = 0;
    if ((has_exponent || size > 300) && !number_value(s->data + first, size, &value)) {
        return fail(s, out_of_memory);
    }
    if (!isfinite(value)) {
        return fail_at(s, first, "number is too large for a double");
    }
    return true;
}

static bool scan_word(scanner *s, const char *word) {
    size_t size = strlen(word);
    if (s->size - s->at < size || memcmp(s->data + s->at, word, size) != 0) {
        return fail(s, "value is neither null, true, false, a number, a string, an array nor an object");
    }
    s->at += size;
    return true;
}

static bool scan_scalar(scanner *s) {
    bool has_escape;
    int c = peek(s);
    switch (c) {
    case '"':
        return scan_string(s, &has_escape);
    case 't':
        return scan_word(s, "true");
    case 'f':
        return scan_word(s, "false");
    case -1:
        return fail(s, s->depth ? "text ends where a value is expected" : "text is empty");
    default:
        return c == '-' || (c >= '0' && c <= '9') ? scan_number(s) : scan_word(s, "null");
    }
}

/* The walk */

/* Opens as many levels as the value at the cursor begins with. *closed: the value ended here (a scalar or an empty
 * one). */
static bool scan_value_start(scanner *s, bool *closed) {
    for (;;) {
        skip_space(s);
        int c = peek(s);
        if (c != '{' && c != '[') {
            *closed = true;
            return scan_scalar(s);
        }
        if (!open_level(s, c == '{')) {
            return false;
        }
        skip_space(s);
        if (peek(s) == (c == '{' ? '}' : ']')) {
            *closed = true;
            return close_level(s);
        }
        if (c == '{' && !scan_key(s)) {
            return false;
        }
    }
}

/* After a value: closes levels until a comma leads to the next one. *more: a value follows; else all is closed. */
static bool scan_value_end(scanner *s, bool *more) {
    *more = true;
    while (s->depth > 0) {
        bool is_object = s->levels[s->depth - 1].is_object;
        skip_space(s);
        int c = peek(s);
        if (c == ',') {
            s->at++;
            skip_space(s);
            return !is_object || scan_key(s);
        }
        if (c != (is_object ? '}' : ']')) {
            if (c < 0) {
                return fail(s, is_object ? "object is not closed" : "array is not closed");
            }
            return fail(s, is_object ? "comma or } is expected" : "comma or ] is expected");
        }
        if (!close_level(s)) {
            return false;
        }
    }
    *more = false;
    return true;
}

static bool scan_text(scanner *s) {
    if (s->size >= 3 && memcmp(s->data, "\xef\xbb\xbf", 3) == 0) {
        return fail(s, "text begins with a byte order mark");
    }
    for (bool more = true; more;) {
        bool closed;
        if (!scan_value_start(s, &closed) || !scan_value_end(s, &more)) {
            return false;
        }
    }
    skip_space(s);
    if (s->at != s->size) {
        return fail(s, "text continues after its value");
    }
    return true;
}

static bool check(lob_str text, nul_rule nul, lob_json_fault *fault, bool *has_long_number) {
    scanner s = {.data = text.data, .size = text.size, .fault = fault, .nul = nul};
    lob_buf_init(&s.keys, 0);
    lob_buf_init(&s.unescaped, 0);
    bool fine = scan_text(&s);
    *has_long_number = s.has_long_number;
    lob_buf_release(&s.keys);
    lob_buf_release(&s.unescaped);
    return fine;
}

bool lob_json_check(lob_str text, bool allow_nul, lob_json_fault *fault) {
    bool has_long_number;
    return check(text, allow_nul ? NUL_ANYWHERE : NUL_NOWHERE, fault, &has_long_number);
}

void lob_json_init(void) {
    cJSON_Hooks hooks = {.malloc_fn = lob_malloc, .free_fn = lob_free};
    cJSON_InitHooks(&hooks);
}

/* The text with every number that cJSON would cut in its shortest form; false: out of memory. */
static bool rewrite_long_numbers(lob_str text, lob_buf *out) {
    for (size_t at = 0; at < text.size && out->failed == LOB_BUF_FINE;) {
        size_t first = at;
        char c = text.data[at++];
        if (c == '"') {
            at = lob_json_string_end(text, first);
        } else if (c == '-' || (c >= '0' && c <= '9')) {
            while (at < text.size && strchr("0123456789.eE+-", text.data[at])) {
                at++;
            }
        }
        if (c == '"' || at - first <= CJSON_NUMBER_SIZE_MAX) {
            lob_buf_add(out, text.data + first, at - first);
            continue;
        }
        char number[LOB_NUM_TEXT_SIZE];
        double value;
        if (!number_value(text.data + first, at - first, &value)) {
            return false;
        }
        lob_buf_add(out, number, lob_num_print(number, value));
    }
    return out->failed == LOB_BUF_FINE;
}

static cJSON *parse(lob_str text, nul_rule nul, lob_json_fault *fault) {
    bool has_long_number;
    if (!check(text, nul, fault, &has_long_number)) {
        return NULL;
    }
    lob_buf copy;
    lob_buf_init(&copy, 0);
    cJSON *tree = NULL;
    if (!has_long_number) {
        tree = cJSON_ParseWithLengthOpts(text.data, text.size, NULL, false);
    } else if (rewrite_long_numbers(text, &copy)) {
        tree = cJSON_ParseWithLengthOpts(copy.data, copy.size, NULL, false);
    }
    lob_buf_release(&copy);
    if (!tree) {
        *fault = (lob_json_fault){.line = 1, .column = 1, .what = out_of_memory};
    }
    return tree;
}

cJSON *lob_json_parse(lob_str text, lob_json_fault *fault) {
    return parse(text, NUL_NOWHERE, fault);
}

cJSON *lob_json_parse_message(lob_str text, lob_json_fault *fault) {
    return parse(text, NUL_IN_ID, fault);
}

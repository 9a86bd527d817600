/* The text of KLayout's variants, into a tree.
 *
 *     nil  true  false            #12  #l12  #ll12  signed     #u12  #lu12  unsigned     ##1.5  ##inf  ##nan  real
 *     'text'  "text"  word        \n \r \t, \ooo (octal, a byte), \x for any other x
 *     (a,b)  ()                   list        {k=>v,k=>v}  {}      map; a key alone has nil
 *     [class:text]  [class]       object; brackets and quotes in the text are balanced
 *
 * Blanks may stand between any two tokens. The parser has a stack of its own: no text makes it recurse.
 */
#include "db/meta.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/num.h"

typedef struct scanner {
    lob_arena *arena;
    const char *at, *end;
    bool no_memory;
} scanner;

static bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '.' || c == '$';
}

static void skip_blanks(scanner *s) {
    while (s->at < s->end && is_blank(*s->at)) {
        s->at++;
    }
}

/* Takes `token` if it comes next. */
static bool take(scanner *s, const char *token) {
    skip_blanks(s);
    size_t size = strlen(token);
    if ((size_t)(s->end - s->at) < size || memcmp(s->at, token, size) != 0) {
        return false;
    }
    s->at += size;
    return true;
}

/* ---- words and quoted texts ---- */

/* What follows the backslash at *from. */
static char unescape(const char **from, const char *end) {
    const char *p = *from;
    char c = *p++;
    if (c >= '0' && c <= '7') {
        unsigned byte = (unsigned)(c - '0');
        for (int i = 1; i < 3 && p < end && *p >= '0' && *p <= '7'; i++) {
            byte = byte * 8 + (unsigned)(*p++ - '0');
        }
        c = (char)byte;
    } else {
        c = c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c;
    }
    *from = p;
    return c;
}

/* The closing quote of the text that begins behind the quote at `from`; NULL without. */
static const char *quote_end(const char *from, const char *end, bool *is_plain) {
    char quote = *from++;
    *is_plain = true;
    for (; from < end && *from != quote; from++) {
        if (*from == '\\') {
            *is_plain = false;
            from++;
        }
    }
    return from < end ? from : NULL;
}

static bool take_quoted(scanner *s, lob_str *text) {
    bool is_plain;
    const char *from = s->at + 1, *close = quote_end(s->at, s->end, &is_plain);
    if (!close) {
        return false;
    }
    s->at = close + 1;
    *text = (lob_str){from, (size_t)(close - from)};
    if (is_plain) {
        return true;
    }
    char *to = lob_arena_alloc(s->arena, text->size);
    if (!to) {
        s->no_memory = true;
        return false;
    }
    text->data = to;
    while (from < close) {
        char c = *from++;
        *to++ = c == '\\' ? unescape(&from, close) : c;
    }
    text->size = (size_t)(to - text->data);
    return true;
}

static bool take_name(scanner *s, lob_str *name) {
    skip_blanks(s);
    if (s->at < s->end && (*s->at == '\'' || *s->at == '"')) {
        return take_quoted(s, name);
    }
    const char *from = s->at;
    while (s->at < s->end && is_word(*s->at)) {
        s->at++;
    }
    *name = (lob_str){from, (size_t)(s->at - from)};
    return name->size > 0;
}

/* ---- single values ---- */

enum { NUMBER_SIZE = 64 };

/* The characters a number may have, with a NUL. */
static bool take_number(scanner *s, char text[NUMBER_SIZE]) {
    size_t size = 0;
    skip_blanks(s);
    while (s->at < s->end && (is_word(*s->at) || *s->at == '+' || *s->at == '-')) {
        if (size == NUMBER_SIZE - 1) {
            return false;
        }
        text[size++] = *s->at++;
    }
    text[size] = '\0';
    return size > 0;
}

static bool take_real(scanner *s, lob_meta_value *value) {
    char text[NUMBER_SIZE], *end;
    if (!take_number(s, text) || strpbrk(text, "xX")) {
        return false;
    }
    value->kind = LOB_META_REAL;
    value->real = lob_num_strtod(text, &end);
    return *end == '\0';
}

static bool take_integer(scanner *s, lob_meta_value *value) {
    char text[NUMBER_SIZE], *end;
    if (!take_number(s, text)) {
        return false;
    }
    bool is_negative = text[0] == '-';
    if (!is_digit(text[is_negative])) {
        return false;
    }
    errno = 0;
    value->kind = LOB_META_INT;
    if (is_negative) {
        value->i = strtoll(text, &end, 10);
        value->real = (double)value->i;
    } else {
        value->u = strtoull(text, &end, 10);
        value->real = (double)value->u;
        value->i = (int64_t)(value->u & INT64_MAX);
        value->kind = value->u > INT64_MAX ? LOB_META_UINT : LOB_META_INT;
    }
    return *end == '\0' && errno == 0;
}

/* Behind the bracket, to the one that closes it. */
static bool take_object(scanner *s, lob_meta_value *value) {
    unsigned depth = 1;
    bool is_plain;
    value->kind = LOB_META_OBJECT;
    if (!take_name(s, &value->class_name)) {
        return false;
    }
    bool has_text = take(s, ":");
    const char *from = s->at;
    for (; s->at < s->end; s->at++) {
        if (*s->at == '\'' || *s->at == '"') {
            const char *close = quote_end(s->at, s->end, &is_plain);
            if (!close) {
                return false;
            }
            s->at = close;
        }
        depth += *s->at == '[';
        depth -= *s->at == ']';
        if (depth == 0) {
            value->string = (lob_str){from, (size_t)(s->at++ - from)};
            return has_text || value->string.size == 0;
        }
    }
    return false;
}

static bool take_word_value(scanner *s, lob_meta_value *value) {
    bool is_quoted = s->at < s->end && (*s->at == '\'' || *s->at == '"');
    if (!take_name(s, &value->string)) {
        return false;
    }
    value->kind = LOB_META_STRING;
    if (is_quoted) {
        return true;
    }
    bool is_true = lob_str_equal(value->string, LOB_STR("true"));
    if (is_true || lob_str_equal(value->string, LOB_STR("false"))) {
        *value = (lob_meta_value){.kind = LOB_META_BOOL, .boolean = is_true};
    } else if (lob_str_equal(value->string, LOB_STR("nil"))) {
        *value = (lob_meta_value){.kind = LOB_META_NIL};
    }
    return true;
}

static bool take_single(scanner *s, lob_meta_value *value) {
    if (take(s, "##")) {
        return take_real(s, value);
    }
    if (take(s, "#lu") || take(s, "#ll") || take(s, "#l") || take(s, "#u") || take(s, "#")) {
        return take_integer(s, value);
    }
    return take(s, "[") ? take_object(s, value) : take_word_value(s, value);
}

/* ---- lists and maps ---- */

typedef struct frame {
    lob_meta_value *container;
    const lob_meta_value **tail; /* where the next item goes */
    lob_meta_value *key;         /* of a map, its value to come */
} frame;

typedef struct builder {
    scanner s;
    frame stack[LOB_META_DEPTH_MAX];
    unsigned depth;
} builder;

static lob_meta_value *value_new(scanner *s) {
    lob_meta_value *value = LOB_NEW(s->arena, lob_meta_value);
    s->no_memory = s->no_memory || !value;
    return value;
}

static void append(frame *top, lob_meta_value *item) {
    *top->tail = item;
    top->tail = &item->next;
    top->container->item_count++;
}

/* A finished item of the innermost container; *is_closed: it was the last. False: bad text, or out of memory. */
static bool put_item(builder *b, lob_meta_value *item, bool *is_closed) {
    frame *top = &b->stack[b->depth - 1];
    bool is_map = top->container->kind == LOB_META_MAP;
    *is_closed = false;
    if (is_map && !top->key) {
        top->key = item;
        if (take(&b->s, "=>")) {
            return true;
        }
        item = value_new(&b->s); /* a key alone has nil */
        if (!item) {
            return false;
        }
    }
    item->key = top->key;
    top->key = NULL;
    append(top, item);
    if (take(&b->s, ",")) {
        return true;
    }
    *is_closed = take(&b->s, is_map ? "}" : ")");
    return *is_closed;
}

/* A value, or the beginning of a container. */
static bool begin_value(builder *b, lob_meta_value *value, bool *is_whole) {
    bool is_list = take(&b->s, "(");
    if (!is_list && !take(&b->s, "{")) {
        *is_whole = true;
        return take_single(&b->s, value);
    }
    value->kind = is_list ? LOB_META_LIST : LOB_META_MAP;
    *is_whole = take(&b->s, is_list ? ")" : "}");
    if (*is_whole) {
        return true;
    }
    if (b->depth == LOB_META_DEPTH_MAX) {
        return false;
    }
    b->stack[b->depth++] = (frame){.container = value, .tail = &value->items};
    return true;
}

static bool parse(builder *b, lob_meta_value *root) {
    lob_meta_value *value = root;
    for (;;) {
        bool is_whole;
        if (!begin_value(b, value, &is_whole)) {
            return false;
        }
        while (is_whole) {
            if (b->depth == 0) {
                skip_blanks(&b->s);
                return b->s.at == b->s.end;
            }
            if (!put_item(b, value, &is_whole)) {
                return false;
            }
            value = is_whole ? b->stack[--b->depth].container : value;
        }
        value = value_new(&b->s);
        if (!value) {
            return false;
        }
    }
}

bool lob_meta_parse_value(lob_arena *arena, lob_str text, lob_meta_value *value) {
    builder b;
    b.s = (scanner){arena, text.data, text.data + text.size, false};
    b.depth = 0;
    *value = (lob_meta_value){.kind = LOB_META_NIL};
    if (!parse(&b, value)) {
        *value = (lob_meta_value){.kind = LOB_META_RAW, .string = text};
    }
    return !b.s.no_memory;
}

/* ---- the strings ---- */

/* Behind `name(` : name[,description])= ; the rest is the value. */
static bool take_head(scanner *s, lob_meta_entry *entry, bool may_describe) {
    entry->description = LOB_STR("");
    return take_name(s, &entry->name) && (!may_describe || !take(s, ",") || take_name(s, &entry->description)) &&
           take(s, ")") && take(s, "=");
}

static bool take_entry(scanner *s, bool may_describe, lob_meta_entry *entry, lob_meta *meta) {
    if (!take_head(s, entry, may_describe)) {
        meta->unknown_count++;
        return false;
    }
    lob_str text = {s->at, (size_t)(s->end - s->at)};
    s->no_memory = !lob_meta_parse_value(s->arena, text, &entry->value);
    meta->raw_count += entry->value.kind == LOB_META_RAW;
    return true;
}

static lob_str rest(const scanner *s) {
    return (lob_str){s->at, (size_t)(s->end - s->at)};
}

lob_status lob_meta_parse(lob_ctx *ctx, lob_arena *arena, const lob_str *strings, uint32_t count, lob_meta *meta) {
    *meta = (lob_meta){0};
    lob_meta_entry *entries = LOB_NEW_ARRAY(arena, lob_meta_entry, count);
    if (!entries) {
        return lob_fail_memory(ctx);
    }
    for (int pass = 0; pass < 2; pass++) { /* parameters, then meta infos: both lie behind each other */
        lob_meta_entry *first = entries + meta->param_count;
        uint32_t *filled = pass == 0 ? &meta->param_count : &meta->info_count;
        *(pass == 0 ? &meta->params : &meta->infos) = first;
        for (uint32_t i = 0; i < count; i++) {
            scanner s = {arena, strings[i].data, strings[i].data + strings[i].size, false};
            bool is_param = take(&s, "P("), is_info = !is_param && take(&s, "META(");
            if (is_param || is_info) {
                *filled += is_param == (pass == 0) && take_entry(&s, is_info, &first[*filled], meta);
            } else if (pass == 1 && take(&s, "LIB=")) {
                meta->library = rest(&s);
            } else if (pass == 1 && take(&s, "PCELL=")) {
                meta->pcell = rest(&s);
            } else if (pass == 1 && take(&s, "CELL=")) {
                meta->cell = rest(&s);
            } else {
                meta->unknown_count += pass == 1;
            }
            if (s.no_memory) {
                return lob_fail_memory(ctx);
            }
        }
    }
    return LOB_OK;
}

const lob_meta_value *lob_meta_member(const lob_meta_value *map, const char *key) {
    const lob_meta_value *item = map && map->kind == LOB_META_MAP ? map->items : NULL;
    while (item && !(item->key->kind == LOB_META_STRING && lob_str_equal(item->key->string, lob_str_from(key)))) {
        item = item->next;
    }
    return item;
}

lob_str lob_meta_text(const lob_meta_value *value) {
    return value && value->kind == LOB_META_STRING ? value->string : LOB_STR("");
}

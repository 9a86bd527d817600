/* Deflate, decoded out of a whole input. zlib asks at each symbol whether there is input and room, and goes over to a
 * slower loop near the end of either, where the small blocks of a layout are all the time. With some slack behind both
 * nothing need be asked but once for two symbols.
 *
 *   block     final (1 bit), type (2 bits): 0 stored, 1 fixed codes, 2 codes that are told first
 *   stored    to the next byte; size (16 bits), its complement, bytes
 *   codes     literals and lengths - 257, distances - 1, code lengths - 4 (5, 5, 4 bits); 3 bits for each of the code
 *             lengths; with these, the lengths of the other codes: 0-15, 16 repeat, 17 and 18 zeros
 *   symbols   0-255 a byte, 256 the end of the block, 257-285 a length (with more bits) and then a distance (the same)
 *
 * A code is looked up by its next TABLE_BITS bits; longer ones go on in a table of their own behind.
 *
 * Invariant: a pass of the loop of symbols reads at most IN_SLACK bytes behind in_end and writes at most OUT_SLACK
 * bytes behind out_end, and no pass begins with either left behind; nothing in front of `out` is read. Whatever does
 * not add up ends in false, never in a guess.
 */
#include "io/oas/inflate.h"

#include <assert.h>
#include <string.h>

#include "base/alloc.h"

enum {
    CODE_BITS_MAX = 15,
    LITERAL_BITS = 10,
    DISTANCE_BITS = 8,
    LENGTH_BITS = 7,
    LITERAL_ROOM = 1 << 11, /* entries: see fill_behind() */
    DISTANCE_ROOM = 1 << 9,
    LITERAL_COUNT = 288,
    DISTANCE_COUNT = 32,
    LENGTH_COUNT = 19
};

/* An entry: bits 0-7 how many bits the code takes together with those that follow it, 8-12 the code alone (of a link:
 * by how many to look on), 13-15 what it is, 16-31 the byte, the least length or distance, or where the table behind
 * begins. */
enum { IS_LITERAL = 1 << 13, IS_LINK = 1 << 14, IS_OTHER = 1 << 15 };
enum { END_OF_BLOCK = 0, NO_SYMBOL = 1 }; /* values of the others */

typedef struct bits {
    const uint8_t *in, *in_end; /* in is ahead of what was taken by the whole bytes of `have` */
    uint64_t word;
    unsigned have;
} bits;

struct oas_inflater {
    uint32_t literals[LITERAL_ROOM], distances[DISTANCE_ROOM], lengths[1 << LENGTH_BITS];
    bool is_fixed; /* literals and distances hold the fixed codes */
    bits at;       /* where the stream goes on: */
    enum { AT_BLOCK, IN_STORED, IN_SYMBOLS } place;
    bool is_last;         /* of the block it is in */
    unsigned stored_left; /* bytes of a stored block */
};

oas_inflater *oas_inflater_new(void) {
    return lob_calloc(1, sizeof(oas_inflater));
}

void oas_inflater_drop(oas_inflater *t) {
    lob_free(t);
}

/* ---- bits ---- */

static inline uint64_t load_word(const uint8_t *at) {
    uint64_t word;
    memcpy(&word, at, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/* 56 bits at least, out of the slack too. What is above them is loaded again the next time, the same bits. */
static inline void refill(bits *b) {
    b->word |= load_word(b->in) << b->have;
    b->in += (63 - b->have) >> 3;
    b->have |= 56;
}

static inline unsigned peek(const bits *b, unsigned count) {
    return (unsigned)(b->word & ((UINT64_C(1) << count) - 1));
}

static inline void skip(bits *b, unsigned count) {
    b->word >>= count;
    b->have -= count;
}

static inline unsigned take(bits *b, unsigned count) {
    const unsigned value = peek(b, count);
    skip(b, count);
    return value;
}

/* Not one byte past the end was taken. */
static inline bool is_inside(const bits *b) {
    return b->in <= b->in_end + b->have / 8;
}

/* ---- tables of codes ---- */

/* The next code of the same length, lowest bit first: `last` is the mask of that length. */
static inline uint32_t code_after(uint32_t code, uint32_t last) {
    const uint32_t bit = UINT32_C(1) << (31 - __builtin_clz(code ^ last));
    return (code & (bit - 1)) | bit;
}

typedef struct code_set {
    uint32_t *table;
    uint32_t room;
    unsigned table_bits;
    uint16_t count[CODE_BITS_MAX + 1]; /* codes of each length */
    uint16_t sorted[LITERAL_COUNT];    /* symbols by the length of their code, then by their number */
} code_set;

/* Sorts; false when the codes are not exactly as many as their lengths allow. */
static bool sort_codes(code_set *set, const uint8_t *length, unsigned symbols) {
    uint16_t place[CODE_BITS_MAX + 2] = {0};
    int32_t left = 1;
    memset(set->count, 0, sizeof set->count);
    for (unsigned i = 0; i < symbols; i++) {
        set->count[length[i]]++;
    }
    for (unsigned k = 1; k <= CODE_BITS_MAX; k++) {
        left = 2 * left - set->count[k]; /* below 0 it stays there */
        place[k + 1] = (uint16_t)(place[k] + set->count[k]);
    }
    for (unsigned i = 0; i < symbols; i++) {
        if (length[i]) {
            set->sorted[place[length[i]]++] = (uint16_t)i;
        }
    }
    return left == 0;
}

/* The codes longer than the table, of which `code` is the first. As the set is complete, the one of all ones is the
 * last, and a table for a prefix is full at the longest codes at the latest. There is room: 286 literals need 1332
 * entries at most with a table of 10 bits, 30 distances 400 with one of 8, counted over all complete sets. */
static void fill_behind(const code_set *set, const uint32_t *entry_of, uint32_t code, unsigned length,
                        const uint16_t *symbol) {
    const uint32_t prefix_mask = (UINT32_C(1) << set->table_bits) - 1;
    uint32_t prefix = UINT32_MAX, start = 0, end = prefix_mask + 1;
    for (unsigned left = set->count[length];;) {
        while (left == 0) {
            assert(length < CODE_BITS_MAX);
            left = set->count[++length];
        }
        if ((code & prefix_mask) != prefix) { /* a new table, as large as the codes with this prefix need */
            unsigned more = length - set->table_bits;
            for (uint32_t used = left; used < UINT32_C(1) << more;) {
                more++;
                assert(set->table_bits + more <= CODE_BITS_MAX);
                used = 2 * used + set->count[set->table_bits + more];
            }
            prefix = code & prefix_mask;
            start = end;
            end = start + (UINT32_C(1) << more);
            assert(end <= set->room);
            set->table[prefix] = start << 16 | IS_LINK | more << 8 | set->table_bits;
        }
        const unsigned beyond = length - set->table_bits;
        for (uint32_t at = start + (code >> set->table_bits); at < end; at += UINT32_C(1) << beyond) {
            set->table[at] = entry_of[*symbol] + (beyond << 8 | beyond);
        }
        symbol++;
        left--;
        const uint32_t last = (UINT32_C(1) << length) - 1;
        if (code == last) {
            return;
        }
        code = code_after(code, last);
    }
}

/* A table out of code lengths; entry_of has the entry of each symbol, without the bits of its code. A shorter code is
 * written once for its length, and the table doubles with each bit. */
static bool fill_table(code_set *set, const uint8_t *length, unsigned symbols, const uint32_t *entry_of) {
    const uint16_t *symbol = set->sorted;
    uint32_t code = 0;
    if (!sort_codes(set, length, symbols)) {
        return false;
    }
    set->table[0] = 0;
    for (unsigned k = 1; k <= set->table_bits; k++) {
        const uint32_t half = UINT32_C(1) << (k - 1), last = 2 * half - 1;
        memcpy(set->table + half, set->table, half * sizeof *set->table);
        for (unsigned i = 0; i < set->count[k]; i++) {
            set->table[code] = entry_of[*symbol++] + (k << 8 | k);
            if (code == last) {
                for (uint32_t size = 2 * half; size < UINT32_C(1) << set->table_bits; size *= 2) {
                    memcpy(set->table + size, set->table, size * sizeof *set->table);
                }
                return true;
            }
            code = code_after(code, last);
        }
    }
    fill_behind(set, entry_of, code, set->table_bits + 1, symbol);
    return true;
}

/* The value of an entry with the bits that follow its code; all are taken. */
static inline unsigned value_of(bits *b, uint32_t entry) {
    const unsigned total = entry & 0xff, value = (entry >> 16) + (peek(b, total) >> (entry >> 8 & 31));
    skip(b, total);
    return value;
}

/* ---- what symbols stand for ---- */

#define LITERAL(n)        ((uint32_t)(n) << 16 | IS_LITERAL)
#define LITERALS_4(n)     LITERAL(n), LITERAL((n) + 1), LITERAL((n) + 2), LITERAL((n) + 3)
#define LITERALS_16(n)    LITERALS_4(n), LITERALS_4((n) + 4), LITERALS_4((n) + 8), LITERALS_4((n) + 12)
#define LITERALS_64(n)    LITERALS_16(n), LITERALS_16((n) + 16), LITERALS_16((n) + 32), LITERALS_16((n) + 48)
#define BASE(least, more) ((uint32_t)(least) << 16 | (more))
#define OTHER(value)      ((uint32_t)(value) << 16 | IS_OTHER)

static const uint32_t literal_entries[LITERAL_COUNT] = {
    LITERALS_64(0), LITERALS_64(64), LITERALS_64(128), LITERALS_64(192), OTHER(END_OF_BLOCK), BASE(3, 0),
    BASE(4, 0),     BASE(5, 0),      BASE(6, 0),       BASE(7, 0),       BASE(8, 0),          BASE(9, 0),
    BASE(10, 0),    BASE(11, 1),     BASE(13, 1),      BASE(15, 1),      BASE(17, 1),         BASE(19, 2),
    BASE(23, 2),    BASE(27, 2),     BASE(31, 2),      BASE(35, 3),      BASE(43, 3),         BASE(51, 3),
    BASE(59, 3),    BASE(67, 4),     BASE(83, 4),      BASE(99, 4),      BASE(115, 4),        BASE(131, 5),
    BASE(163, 5),   BASE(195, 5),    BASE(227, 5),     BASE(258, 0),     OTHER(NO_SYMBOL),    OTHER(NO_SYMBOL)};

static const uint32_t distance_entries[DISTANCE_COUNT] = {
    BASE(1, 0),       BASE(2, 0),      BASE(3, 0),     BASE(4, 0),      BASE(5, 1),      BASE(7, 1),
    BASE(9, 2),       BASE(13, 2),     BASE(17, 3),    BASE(25, 3),     BASE(33, 4),     BASE(49, 4),
    BASE(65, 5),      BASE(97, 5),     BASE(129, 6),   BASE(193, 6),    BASE(257, 7),    BASE(385, 7),
    BASE(513, 8),     BASE(769, 8),    BASE(1025, 9),  BASE(1537, 9),   BASE(2049, 10),  BASE(3073, 10),
    BASE(4097, 11),   BASE(6145, 11),  BASE(8193, 12), BASE(12289, 12), BASE(16385, 13), BASE(24577, 13),
    OTHER(NO_SYMBOL), OTHER(NO_SYMBOL)};

static const uint32_t length_entries[LENGTH_COUNT] = {BASE(0, 0),  BASE(1, 0),  BASE(2, 0),  BASE(3, 0),  BASE(4, 0),
                                                      BASE(5, 0),  BASE(6, 0),  BASE(7, 0),  BASE(8, 0),  BASE(9, 0),
                                                      BASE(10, 0), BASE(11, 0), BASE(12, 0), BASE(13, 0), BASE(14, 0),
                                                      BASE(15, 0), BASE(16, 2), BASE(17, 3), BASE(18, 7)};

static bool make_tables(oas_inflater *t, const uint8_t *length, unsigned literals, unsigned distances) {
    code_set set = {.table = t->literals, .room = LITERAL_ROOM, .table_bits = LITERAL_BITS};
    if (!fill_table(&set, length, literals, literal_entries)) {
        return false;
    }
    set = (code_set){.table = t->distances, .room = DISTANCE_ROOM, .table_bits = DISTANCE_BITS};
    return fill_table(&set, length + literals, distances, distance_entries);
}

static bool make_fixed(oas_inflater *t) {
    uint8_t length[LITERAL_COUNT + DISTANCE_COUNT];
    if (t->is_fixed) {
        return true;
    }
    memset(length, 8, 144);
    memset(length + 144, 9, 256 - 144);
    memset(length + 256, 7, 280 - 256);
    memset(length + 280, 8, LITERAL_COUNT - 280);
    memset(length + LITERAL_COUNT, 5, DISTANCE_COUNT);
    return t->is_fixed = make_tables(t, length, LITERAL_COUNT, DISTANCE_COUNT);
}

/* The lengths of all codes, each repetition within `total`. */
static bool read_lengths(const oas_inflater *t, bits *b, uint8_t *length, unsigned total) {
    for (unsigned i = 0; i < total;) {
        refill(b);
        if (!is_inside(b)) {
            return false;
        }
        const uint32_t entry = t->lengths[peek(b, LENGTH_BITS)];
        const unsigned symbol = entry >> 16, more = value_of(b, entry) - symbol;
        if (symbol < 16) {
            length[i++] = (uint8_t)symbol;
            continue;
        }
        const unsigned times = more + (symbol == 18 ? 11 : 3);
        if (times > total - i || (symbol == 16 && i == 0)) {
            return false;
        }
        memset(length + i, symbol == 16 ? length[i - 1] : 0, times);
        i += times;
    }
    return true;
}

static bool read_codes(oas_inflater *t, bits *b) {
    static const uint8_t order[LENGTH_COUNT] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    uint8_t length[LITERAL_COUNT + DISTANCE_COUNT], of_lengths[LENGTH_COUNT] = {0};
    refill(b);
    const unsigned literals = take(b, 5) + 257, distances = take(b, 5) + 1, lengths = take(b, 4) + 4;
    if (literals > 286 || distances > 30) {
        return false;
    }
    for (unsigned i = 0; i < lengths; i++) {
        refill(b);
        of_lengths[order[i]] = (uint8_t)take(b, 3);
    }
    code_set set = {.table = t->lengths, .room = 1 << LENGTH_BITS, .table_bits = LENGTH_BITS};
    t->is_fixed = false;
    return is_inside(b) && fill_table(&set, of_lengths, LENGTH_COUNT, length_entries) &&
           read_lengths(t, b, length, literals + distances) && make_tables(t, length, literals, distances);
}

/* ---- blocks ---- */

static inline void copy_word(uint8_t *to, const uint8_t *from) {
    uint64_t word;
    memcpy(&word, from, sizeof word);
    memcpy(to, &word, sizeof word);
}

/* `size` bytes from `distance` bytes back, in words: up to 15 more are written. Closer than a word the pattern repeats,
 * and each step makes it twice as long. */
static inline void copy_back(uint8_t *out, size_t distance, size_t size) {
    const uint8_t *from = out - distance;
    uint8_t *const stop = out + size;
    while ((size_t)(out - from) < sizeof(uint64_t)) {
        const size_t step = (size_t)(out - from);
        copy_word(out, from);
        out += step;
        if (out >= stop) {
            return;
        }
    }
    copy_word(out, from);
    copy_word(out + 8, from + 8);
    for (out += 16, from += 16; out < stop; out += 8, from += 8) {
        copy_word(out, from);
    }
}

static inline uint32_t look_up(const uint32_t *table, unsigned table_bits, const bits *b) {
    return table[peek(b, table_bits)];
}

static inline uint32_t look_on(const uint32_t *table, unsigned table_bits, bits *b, uint32_t link) {
    skip(b, table_bits);
    return table[(link >> 16) + peek(b, link >> 8 & 31)];
}

/* To the end of the block, or until out_end is reached. Bits: a literal takes 15, a match 15 + 5 + 15 + 13; a refill
 * gives 56, and leaves an entry looked up before it as it was. */
static bool read_symbols(oas_inflater *t, const uint8_t *out_begin, uint8_t **written, const uint8_t *out_end) {
    uint8_t *out = *written;
    bits b = t->at;
    while (out < out_end) {
        refill(&b);
        if (!is_inside(&b)) {
            return false;
        }
        uint32_t entry = look_up(t->literals, LITERAL_BITS, &b);
        for (unsigned i = 0; i < 3 && (entry & IS_LITERAL); i++) {
            skip(&b, entry & 0xff);
            *out++ = (uint8_t)(entry >> 16);
            entry = look_up(t->literals, LITERAL_BITS, &b);
        }
        refill(&b);
        if (entry & (IS_LINK | IS_LITERAL)) {
            entry = entry & IS_LINK ? look_on(t->literals, LITERAL_BITS, &b, entry) : entry;
            if (entry & IS_LITERAL) {
                skip(&b, entry & 0xff);
                *out++ = (uint8_t)(entry >> 16);
                continue;
            }
        }
        const size_t size = value_of(&b, entry);
        if (entry & IS_OTHER) {
            t->place = AT_BLOCK;
            *written = out;
            t->at = b;
            return entry >> 16 == END_OF_BLOCK;
        }
        entry = look_up(t->distances, DISTANCE_BITS, &b);
        entry = entry & IS_LINK ? look_on(t->distances, DISTANCE_BITS, &b, entry) : entry;
        const size_t distance = value_of(&b, entry);
        if ((entry & IS_OTHER) || distance > (size_t)(out - out_begin)) {
            return false;
        }
        copy_back(out, distance, size);
        out += size;
    }
    *written = out;
    t->at = b;
    return true;
}

static bool begin_stored(oas_inflater *t) {
    bits *b = &t->at;
    skip(b, b->have & 7);
    const uint8_t *in = b->in - b->have / 8;
    if (b->in_end - in < 4) {
        return false;
    }
    const unsigned size = in[0] | (unsigned)in[1] << 8, complement = in[2] | (unsigned)in[3] << 8;
    *b = (bits){.in = in + 4, .in_end = b->in_end};
    t->stored_left = size;
    t->place = IN_STORED;
    return (size ^ complement) == 0xffff && size <= (size_t)(b->in_end - b->in);
}

/* The bits are at a byte, and none are loaded. */
static void read_stored(oas_inflater *t, uint8_t **written, const uint8_t *out_end) {
    const size_t room = (size_t)(out_end - *written), size = t->stored_left < room ? t->stored_left : room;
    memcpy(*written, t->at.in, size);
    *written += size;
    t->at.in += size;
    t->stored_left -= (unsigned)size;
    t->place = t->stored_left ? IN_STORED : AT_BLOCK;
}

static bool begin_block(oas_inflater *t) {
    bits *b = &t->at;
    refill(b);
    if (!is_inside(b)) {
        return false;
    }
    t->is_last = take(b, 1);
    const unsigned type = take(b, 2);
    if (type == 0) {
        return begin_stored(t);
    }
    t->place = IN_SYMBOLS;
    return type == 1 ? make_fixed(t) : type == 2 && read_codes(t, b);
}

void oas_inflate_begin(oas_inflater *t, const uint8_t *in, size_t in_size) {
    t->at = (bits){.in = in, .in_end = in + in_size};
    t->place = AT_BLOCK;
    t->is_last = false;
}

oas_inflate_state oas_inflate(oas_inflater *t, uint8_t *out, size_t behind, size_t room, size_t *made) {
    uint8_t *written = out;
    const uint8_t *const end = out + room;
    *made = 0;
    while (written < end && !(t->place == AT_BLOCK && t->is_last)) {
        if (t->place == AT_BLOCK && !begin_block(t)) {
            return OAS_INFLATE_FAULT;
        }
        if (t->place == IN_STORED) {
            read_stored(t, &written, end);
        } else if (!read_symbols(t, out - behind, &written, end)) {
            return OAS_INFLATE_FAULT;
        }
    }
    const bool is_ended = t->place == AT_BLOCK && t->is_last;
    if (is_ended && t->at.in - t->at.have / 8 != t->at.in_end) {
        return OAS_INFLATE_FAULT;
    }
    *made = (size_t)(written - out);
    return is_ended ? OAS_INFLATE_ENDED : OAS_INFLATE_MORE;
}

/* Mutations of layouts by record and field, where random bytes would only break the first length they hit.
 *
 * A map of the file is made first: where its records lie and which bytes are numbers. GDSII says the lengths; for OASIS
 * a table tells what each record holds, bit by bit of its info byte. A file that makes no sense from some place on is
 * one last record from there. Invariant: the map is of the bytes as they are; each operation changes them once and
 * ends.
 */
#include "fuzz.h"

#include <stdbool.h>
#include <string.h>

enum { PIECE_COUNT_MAX = 4096 };

typedef struct piece {
    size_t at, size;
} piece;

typedef struct map {
    uint8_t *data;
    size_t size, size_max, at;
    fuzz_format format;
    uint64_t random;
    piece records[PIECE_COUNT_MAX], fields[PIECE_COUNT_MAX];
    unsigned record_count, field_count;
    bool lost; /* the walk through OASIS made no sense any more */
} map;

static size_t below(map *m, size_t bound) {
    m->random ^= m->random << 13;
    m->random ^= m->random >> 7;
    m->random ^= m->random << 17;
    return bound ? (size_t)((m->random >> 11) % bound) : 0;
}

static void add_piece(piece *pieces, unsigned *count, size_t at, size_t size) {
    if (*count < PIECE_COUNT_MAX && size > 0) {
        pieces[(*count)++] = (piece){at, size};
    }
}

/* GDSII */

static void map_gds(map *m) {
    static const uint8_t widths[] = {1, 2, 2, 4, 4, 8, 1};
    while (m->at + 4 <= m->size) {
        const uint8_t *head = m->data + m->at;
        size_t length = (size_t)(head[0] << 8 | head[1]);
        size_t width = head[3] < sizeof widths ? widths[head[3]] : 1;
        if (length < 4 || length > m->size - m->at) {
            break;
        }
        add_piece(m->records, &m->record_count, m->at, length);
        for (size_t at = 4; at + width <= length; at += width) {
            add_piece(m->fields, &m->field_count, m->at + at, width);
        }
        m->at += length;
    }
}

/* OASIS: the letters of a record, each with the bit of the info byte that it depends on ('*': always there). u number,
 * r real, s string, i interval, p points, R repetition, c name of a cell and t text (bit 6 and 5 of the info byte tell
 * number or string), n name of a property, v its values, e extension scheme, z compressed bytes, S start, E the rest.
 */
static const char *const layouts[] = {
    [1] = "*S",
    [2] = "*E",
    [3] = "*s",
    [4] = "*s*u",
    [5] = "*s",
    [6] = "*s*u",
    [7] = "*s",
    [8] = "*s*u",
    [9] = "*s",
    [10] = "*s*u",
    [11] = "*s*i*i",
    [12] = "*s*i*i",
    [13] = "*u",
    [14] = "*s",
    [17] = "I7c5u4u3R",
    [18] = "I7c2r1r5u4u3R",
    [19] = "I6t0u1u4u3u2R",
    [20] = "I0u1u6u5u4u3u2R",
    [21] = "I0u1u5p4u3u2R",
    [22] = "I0u1u6u7e5p4u3u2R",
    [23] = "I0u1u6u5u*u*u4u3u2R",
    [24] = "I0u1u6u5u*u4u3u2R",
    [25] = "I0u1u6u5u*u4u3u2R",
    [26] = "I0u1u7u6u5u4u3u2R",
    [27] = "I0u1u5u4u3u2R",
    [28] = "I2n*v",
    [30] = "*u*s",
    [31] = "*u*s*u",
    [32] = "*u*s",
    [33] = "I*u0u1u*s4u3u2R",
    [34] = "*u*u*z",
};

static uint64_t number(map *m) {
    uint64_t value = 0;
    size_t begin = m->at;
    for (unsigned shift = 0; m->at < m->size && shift < 70; shift += 7) {
        uint8_t byte = m->data[m->at++];
        value |= shift < 64 ? (uint64_t)(byte & 127) << shift : 0;
        if (byte < 128) {
            add_piece(m->fields, &m->field_count, begin, m->at - begin);
            return value;
        }
    }
    m->lost = true;
    return 0;
}

static void skip(map *m, uint64_t size) {
    m->lost = m->lost || size > m->size - m->at;
    m->at += m->lost ? 0 : (size_t)size;
}

static void numbers(map *m, uint64_t count) {
    for (uint64_t i = 0; i < count && !m->lost; i++) {
        number(m);
    }
}

/* g-deltas: one number, or two when the lowest bit of the first is set. */
static void deltas(map *m, uint64_t count) {
    for (uint64_t i = 0; i < count && !m->lost; i++) {
        numbers(m, number(m) & 1);
    }
}

static void real_of_type(map *m, uint64_t type) {
    if (type < 6) {
        numbers(m, type < 4 ? 1 : 2);
    } else {
        skip(m, type == 6 ? 4 : 8);
    }
}

static void points(map *m) {
    uint64_t type = number(m), count = number(m);
    (type < 4 ? numbers : deltas)(m, count);
}

static void repetition(map *m) {
    static const uint8_t fixed[] = {0, 4, 2, 2};
    uint64_t type = number(m);
    if (type < 4) {
        numbers(m, fixed[type]);
    } else if (type == 8 || type == 9) {
        numbers(m, type == 8 ? 2 : 1);
        deltas(m, type == 8 ? 2 : 1);
    } else {
        uint64_t count = number(m) + 1;
        numbers(m, type == 5 || type == 7 || type == 11);
        (type < 8 ? numbers : deltas)(m, count);
    }
}

static void values(map *m, unsigned info) {
    uint64_t count = info & 8 ? 0 : info >> 4 == 15 ? number(m) : info >> 4;
    for (uint64_t i = 0; i < count && !m->lost; i++) {
        uint64_t type = number(m);
        if (type < 8) {
            real_of_type(m, type);
        } else if (type >= 10 && type <= 12) {
            skip(m, number(m));
        } else {
            number(m);
        }
    }
}

static void extensions(map *m) {
    uint64_t scheme = number(m);
    numbers(m, (uint64_t)((scheme & 3) == 3) + (uint64_t)((scheme & 12) == 12));
}

static void interval(map *m) {
    uint64_t type = number(m);
    numbers(m, type == 4 ? 2 : type > 0);
}

static void one_part(map *m, char what, unsigned info) {
    switch (what) {
    case 'u':
        number(m);
        break;
    case 'r':
        real_of_type(m, number(m));
        break;
    case 's':
    case 'z':
        skip(m, number(m));
        break;
    case 'i':
        interval(m);
        break;
    case 'p':
        points(m);
        break;
    case 'R':
        repetition(m);
        break;
    case 'c':
        skip(m, (info & 0x40 ? number(m) * 0 : number(m)));
        break;
    case 't':
        skip(m, (info & 0x20 ? number(m) * 0 : number(m)));
        break;
    case 'n':
        skip(m, (info & 0x02 ? number(m) * 0 : number(m)));
        break;
    case 'v':
        values(m, info);
        break;
    case 'e':
        extensions(m);
        break;
    case 'S':
        skip(m, number(m));
        real_of_type(m, number(m));
        numbers(m, number(m) == 0 ? 12 : 0);
        break;
    default:
        m->at = m->size;
        break;
    }
}

static void map_oas(map *m) {
    enum { MAGIC_SIZE = 13 };
    m->at += m->size - m->at < MAGIC_SIZE ? 0 : MAGIC_SIZE;
    while (m->at < m->size && !m->lost && m->record_count < PIECE_COUNT_MAX - 1) {
        size_t begin = m->at;
        unsigned id = m->data[m->at++], info = 0;
        const char *layout = id < sizeof layouts / sizeof layouts[0] && layouts[id] ? layouts[id] : "";
        if (*layout == 'I') {
            info = m->at < m->size ? m->data[m->at++] : 0;
            layout++;
        }
        for (; *layout != '\0' && !m->lost; layout += 2) {
            if (*layout == '*' || info >> (*layout - '0') & 1) {
                one_part(m, layout[1], info);
            }
        }
        if (m->lost) {
            m->at = m->size;
        }
        add_piece(m->records, &m->record_count, begin, m->at - begin);
    }
}

/* Operations */

/* Puts `insert` in the place of `old`; false when it would not fit. */
static bool splice(map *m, piece old, const uint8_t *insert, size_t size) {
    size_t behind = old.at + old.size;
    if (m->size - old.size + size > m->size_max) {
        return false;
    }
    memmove(m->data + old.at + size, m->data + behind, m->size - behind);
    memcpy(m->data + old.at, insert, size);
    m->size = m->size - old.size + size;
    return true;
}

static uint64_t boundary(map *m) {
    static const uint64_t values_at[] = {0,         1,          2,          3,          0x7f,
                                         0x80,      0xff,       0x7fff,     0x8000,     0xffff,
                                         0x10000,   0x7fffffff, 0x80000000, 0xffffffff, UINT64_C(1) << 32,
                                         INT64_MAX, UINT64_MAX, 0x41100000, 0x80000001, 0xfffffffe};
    uint64_t value = values_at[below(m, sizeof values_at / sizeof values_at[0])];
    return below(m, 4) == 0 ? below(m, 256) : value;
}

static bool change_field(map *m) {
    uint8_t bytes[10];
    size_t size = 0;
    if (m->field_count == 0) {
        return false;
    }
    piece field = m->fields[below(m, m->field_count)];
    uint64_t value = boundary(m);
    if (m->format == FUZZ_GDS) {
        for (; size < field.size; size++) {
            bytes[size] = (uint8_t)(value >> (8 * (field.size - 1 - size)));
        }
    } else {
        for (; value > 127; value >>= 7) {
            bytes[size++] = (uint8_t)(value | 128);
        }
        bytes[size++] = (uint8_t)value;
    }
    return splice(m, field, bytes, size);
}

/* Copies a run of records to another place; with `move` it leaves its own. */
static bool copy_records(map *m, bool move) {
    static uint8_t run[1 << 14];
    size_t first = below(m, m->record_count), count = 1 + below(m, below(m, 4) ? 2 : 16);
    size_t last = first + count > m->record_count ? m->record_count - 1 : first + count - 1;
    piece from = {m->records[first].at, m->records[last].at + m->records[last].size - m->records[first].at};
    piece to = {m->records[below(m, m->record_count)].at, 0};
    if (from.size > sizeof run || (move && to.at > from.at && to.at < from.at + from.size)) {
        return false;
    }
    memcpy(run, m->data + from.at, from.size);
    if (move) {
        splice(m, from, run, 0);
        to.at -= to.at > from.at ? from.size : 0;
    }
    return splice(m, to, run, from.size);
}

static bool drop_record(map *m) {
    return splice(m, m->records[below(m, m->record_count)], m->data, 0);
}

/* Cuts or lengthens the data of a record; GDSII is told the new length. */
static bool resize_record(map *m) {
    static const uint8_t zeros[64];
    piece record = m->records[below(m, m->record_count)];
    size_t head = m->format == FUZZ_GDS ? 4 : 1, data = record.size - head;
    size_t cut = below(m, 2) ? below(m, data + 1) : 0, more = cut ? 0 : 1 + below(m, sizeof zeros);
    if (!splice(m, (piece){record.at + record.size - cut, cut}, zeros, more)) {
        return false;
    }
    size_t length = record.size - cut + more;
    if (m->format == FUZZ_GDS && length <= UINT16_MAX) {
        m->data[record.at] = (uint8_t)(length >> 8);
        m->data[record.at + 1] = (uint8_t)length;
    }
    return true;
}

static void set_prefix(map *m) {
    uint32_t nth = below(m, 3) == 0 ? 0 : (uint32_t)(1 + below(m, below(m, 2) ? 64 : 2048));
    nth |= nth && below(m, 4) == 0 ? UINT32_C(1) << 31 : 0;
    for (unsigned i = 0; i < FUZZ_PREFIX_SIZE; i++) {
        m->data[i] = (uint8_t)(nth >> (8 * i));
    }
}

static bool mutate_once(map *m) {
    size_t what = below(m, 100);
    if (m->record_count == 0 || what < 20) {
        m->size = FUZZ_PREFIX_SIZE + LLVMFuzzerMutate(m->data + FUZZ_PREFIX_SIZE, m->size - FUZZ_PREFIX_SIZE,
                                                      m->size_max - FUZZ_PREFIX_SIZE);
        return true;
    }
    if (what < 28) {
        set_prefix(m);
        return true;
    }
    return what < 60   ? change_field(m)
           : what < 72 ? copy_records(m, false)
           : what < 82 ? copy_records(m, true)
           : what < 91 ? drop_record(m)
                       : resize_record(m);
}

fuzz_format fuzz_format_of(const uint8_t *data, size_t size) {
    static const char magic[] = "%SEMI-OASIS\r\n";
    enum { MAGIC_SIZE = sizeof magic - 1 };
    return size >= FUZZ_PREFIX_SIZE + MAGIC_SIZE && memcmp(data + FUZZ_PREFIX_SIZE, magic, MAGIC_SIZE) == 0 ? FUZZ_OAS
                                                                                                            : FUZZ_GDS;
}

size_t fuzz_mutate(uint8_t *data, size_t size, size_t size_max, unsigned seed, fuzz_format format) {
    static map m;
    uint64_t random = (uint64_t)seed * 0x9e3779b97f4a7c15u | 1;
    if (size <= FUZZ_PREFIX_SIZE || size_max < 2 * FUZZ_PREFIX_SIZE) {
        return LLVMFuzzerMutate(data, size, size_max);
    }
    for (int tries = 0, done = 0, rounds = 1 + (int)(seed % 3); done < rounds && tries < 8; tries++) {
        m.data = data;
        m.size = size;
        m.size_max = size_max;
        m.at = FUZZ_PREFIX_SIZE;
        m.format = format;
        m.random = random;
        m.record_count = m.field_count = 0;
        m.lost = false;
        (format == FUZZ_GDS ? map_gds : map_oas)(&m);
        done += mutate_once(&m);
        size = m.size;
        random = m.random;
        if (size <= FUZZ_PREFIX_SIZE) {
            break;
        }
    }
    return size;
}

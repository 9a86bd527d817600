/* The inflater against zlib: what zlib packs it unpacks; what it takes zlib takes, with the same bytes. */
#include "tests/support/lob_test.h"

#include "io/oas/inflate.h"

#include <zlib.h>

#include "tests/support/stride.h"
#include "tests/unit/base/sweep.h"
#include "tests/unit/io/deflate_bits.h"

enum { PLAIN_SIZE = 600000, PACKED_SIZE = 2 * PLAIN_SIZE };

static uint8_t *plain, *packed, *twice;
static uint32_t dice = 1;

static uint32_t throw_dice(uint32_t below) {
    dice = dice * 1664525u + 1013904223u;
    return (dice >> 8) % below;
}

/* Runs, copies from near and far, and noise out of `symbols` bytes. */
static void make_plain(size_t size, unsigned symbols) {
    for (size_t at = 0; at < size;) {
        const size_t left = size - at, room = 1 + throw_dice(400), run = room < left ? room : left;
        const unsigned kind = throw_dice(4);
        const size_t back = kind == 0 ? 1 + throw_dice(9) : 1 + throw_dice(32768);
        for (size_t k = 0; k < run; k++, at++) {
            plain[at] = kind < 2 && back <= at ? plain[at - back] : (uint8_t)throw_dice(symbols);
        }
    }
}

static size_t pack(size_t size, int level, int strategy, int flush_every) {
    z_stream z = {.next_in = plain, .next_out = packed, .avail_out = PACKED_SIZE};
    assert_int_equal(deflateInit2(&z, level, Z_DEFLATED, -15, 8, strategy), Z_OK);
    while (flush_every && size - z.total_in > (size_t)flush_every) {
        z.avail_in = (unsigned)flush_every;
        assert_int_equal(deflate(&z, throw_dice(2) ? Z_FULL_FLUSH : Z_PARTIAL_FLUSH), Z_OK);
    }
    z.avail_in = (unsigned)(size - z.total_in);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    const size_t made = z.total_out;
    deflateEnd(&z);
    return made;
}

/* In parts of `room`; both buffers end with their slack, so that the sanitizer sees more. */
static oas_inflate_state unpack(size_t packed_size, size_t room, uint8_t *out, size_t out_max, size_t *made) {
    oas_inflater *t = oas_inflater_new();
    uint8_t *in = malloc(packed_size + OAS_INFLATE_IN_SLACK);
    uint8_t *part = malloc(OAS_INFLATE_REACH + room + OAS_INFLATE_OUT_SLACK);
    oas_inflate_state state = OAS_INFLATE_MORE;
    size_t total = 0;
    assert_true(t);
    assert_true(in);
    assert_true(part);
    memcpy(in, packed, packed_size);
    memset(in + packed_size, 0xa5, OAS_INFLATE_IN_SLACK);
    oas_inflate_begin(t, in, packed_size);
    while (state == OAS_INFLATE_MORE) {
        size_t now = 0;
        const size_t behind = total < OAS_INFLATE_REACH ? total : OAS_INFLATE_REACH;
        uint8_t *to = part + OAS_INFLATE_REACH;
        memcpy(to - behind, out + total - behind, behind);
        state = oas_inflate(t, to, behind, room, &now);
        assert_le(now, room + OAS_INFLATE_OUT_SLACK);
        if (state == OAS_INFLATE_MORE) {
            assert_ge(now, room);
        }
        if (total + now > out_max) {
            state = OAS_INFLATE_FAULT;
            break;
        }
        memcpy(out + total, to, now);
        total += now;
    }
    free(part);
    free(in);
    oas_inflater_drop(t);
    *made = total;
    return state;
}

static void expect_plain(size_t size, size_t packed_size) {
    const size_t rooms[] = {size > 257 ? stride_pick(1, 7) : 1, 300, 65536, PLAIN_SIZE + 1};
    for (unsigned k = size > 5000 ? 2 : 0; k < sizeof rooms / sizeof *rooms; k++) {
        lob_case("rooms[%u]", k);
        size_t made;
        assert_int_equal(unpack(packed_size, rooms[k], twice, PLAIN_SIZE, &made), OAS_INFLATE_ENDED);
        assert_int_equal(made, size);
        assert_memory_equal(twice, plain, size);
    }
}

static void test_what_zlib_packs(void **state) {
    (void)state;
    static const size_t sizes[] = {0, 1, 2, 3, 31, 257, 5000, 70000, PLAIN_SIZE};
    static const int strategies[] = {Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        lob_case("sizes[%u]", i);
        for (unsigned symbols = 1; symbols <= 256; symbols *= 4) {
            make_plain(sizes[i], symbols);
            for (int level = 0; level <= 9; level += 3) {
                expect_plain(sizes[i], pack(sizes[i], level, strategies[level / 3 % 4], 0));
                expect_plain(sizes[i], pack(sizes[i], level, strategies[(level / 3 + symbols) % 4], 777));
            }
        }
        if (getenv("LOB_TEST_QUICK") && sizes[i] > 5000) {
            break;
        }
    }
}

/* All lengths of codes: the counts of symbols are Fibonacci's numbers, which makes the longest codes there are. */
static void test_long_codes(void **state) {
    (void)state;
    size_t size = 0, a = 1, c = 1;
    for (unsigned symbol = 0; symbol < 24; symbol++) {
        for (size_t k = 0; k < a && size < 150000; k++) {
            plain[size++] = (uint8_t)(symbol * 7);
        }
        const size_t next = a + c;
        a = c;
        c = next;
    }
    for (size_t k = size; k-- > 1;) {
        const size_t other = throw_dice((uint32_t)k + 1);
        const uint8_t swap = plain[k];
        plain[k] = plain[other];
        plain[other] = swap;
    }
    expect_plain(size, pack(size, 6, Z_HUFFMAN_ONLY, 0));
    expect_plain(size, pack(size, 9, Z_DEFAULT_STRATEGY, 0));
}

/* What zlib makes of the same bytes: true when it is one whole stream. */
static bool ask_zlib(size_t packed_size, uint8_t *out, size_t out_max, size_t *made) {
    z_stream z = {
        .next_in = packed, .avail_in = (unsigned)packed_size, .next_out = out, .avail_out = (unsigned)out_max};
    assert_int_equal(inflateInit2(&z, -15), Z_OK);
    const int code = inflate(&z, Z_FINISH);
    const bool is_whole = code == Z_STREAM_END && z.avail_in == 0;
    *made = z.total_out;
    inflateEnd(&z);
    return is_whole;
}

/* Damaged streams: never taken when zlib refuses them, and the same bytes when both take them. */
static void test_damage(void **state) {
    (void)state;
    static uint8_t other[40000];
    unsigned taken = 0, refused = 0;
    const unsigned rounds = getenv("LOB_TEST_QUICK") ? 1500 : 20000;
    for (unsigned round = 0; round < rounds; round++) {
        const size_t size = 1 + throw_dice(round % 8 ? 300 : 9000);
        size_t ours, theirs;
        make_plain(size, 1 + throw_dice(256));
        size_t packed_size = pack(size, (int)throw_dice(10), (int)throw_dice(5), round % 3 ? 0 : 97);
        for (unsigned k = throw_dice(4); k > 0; k--) {
            packed[throw_dice((uint32_t)(packed_size < 40 ? packed_size : 40))] ^= (uint8_t)(1u << throw_dice(8));
        }
        packed_size -= round % 5 == 0 ? throw_dice((uint32_t)packed_size) : 0;
        packed_size += round % 7 == 0;
        const oas_inflate_state got = unpack(packed_size, 1 + throw_dice(5000), twice, sizeof other, &ours);
        const bool is_whole = ask_zlib(packed_size, other, sizeof other, &theirs);
        if (got == OAS_INFLATE_ENDED) {
            assert_true(is_whole);
            assert_int_equal(ours, theirs);
            assert_memory_equal(twice, other, ours);
        }
        taken += got == OAS_INFLATE_ENDED;
        refused += !is_whole;
    }
    assert_gt(taken, rounds / 10);
    assert_gt(refused, rounds / 10);
}

/* By hand: each is refused for one thing alone. */
static void test_faults(void **state) {
    (void)state;
    static const struct {
        uint8_t data[8];
        size_t size;
    } faults[] = {
        {{7}, 1},                         /* type 3 */
        {{1, 2, 0, 0xfd, 0xfe, 9, 9}, 7}, /* stored: size and complement differ */
        {{1, 3, 0, 0xfc, 0xff, 9, 9}, 7}, /* stored: more than there is */
        {{1, 2, 0}, 3},                   /* stored: no whole head */
        {{3, 2, 0}, 3},                   /* fixed: a length without bytes to go back to */
        {{3, 0, 0}, 3},                   /* a byte behind the end */
        {{3}, 1},                         /* cut in the end of the block */
        {{2, 0}, 2},                      /* the last block is missing */
        {{0}, 0},
    };
    for (unsigned k = 0; k < sizeof faults / sizeof *faults; k++) {
        lob_case("faults[%u]", k);
        size_t made;
        memcpy(packed, faults[k].data, faults[k].size);
        assert_int_equal(unpack(faults[k].size, 1000, twice, PLAIN_SIZE, &made), OAS_INFLATE_FAULT);
    }
    memcpy(packed, "\3\0", 2);
    size_t made;
    assert_int_equal(unpack(2, 1000, twice, PLAIN_SIZE, &made), OAS_INFLATE_ENDED);
    assert_int_equal(made, 0);
}

/* Canonical codes of these lengths. */
static void make_codes(const uint8_t *length, unsigned symbols, uint16_t *code) {
    uint16_t next = 0;
    for (unsigned bits = 1; bits <= 15; bits++, next = (uint16_t)(next << 1)) {
        for (unsigned k = 0; k < symbols; k++) {
            if (length[k] == bits) {
                code[k] = next++;
            }
        }
    }
}

/* A last block whose literals and distances have so many codes of each length, the longest for the lowest; with all of
 * its symbols. Returns the size of the stream. */
static size_t put_all_symbols(const uint16_t literal_counts[16], const uint16_t distance_counts[16]) {
    uint8_t length[286 + 30];
    uint16_t code[286], distance_code[30];
    unsigned at = 0;
    bit_file f = {.data = packed};
    memset(packed, 0, PACKED_SIZE);
    for (unsigned bits = 15; bits > 0; bits--) {
        for (unsigned k = 0; k < literal_counts[bits]; k++) {
            length[at++] = (uint8_t)bits;
        }
    }
    assert_int_equal(at, 286);
    for (unsigned bits = 15; bits > 0; bits--) {
        for (unsigned k = 0; k < distance_counts[bits]; k++) {
            length[at++] = (uint8_t)bits;
        }
    }
    assert_int_equal(at, 286 + 30);
    make_codes(length, 286, code);
    make_codes(length + 286, 30, distance_code);
    put_bits(&f, 5, 3); /* last, codes told */
    put_bits(&f, 286 - 257, 5);
    put_bits(&f, 30 - 1, 5);
    put_bits(&f, 15, 4);
    for (unsigned k = 0; k < 19; k++) { /* 16 17 18, then 0 to 15 in some order: 4 bits each */
        put_bits(&f, k < 3 ? 0 : 4, 3);
    }
    for (unsigned k = 0; k < 286 + 30; k++) {
        put_code(&f, length[k], 4);
    }
    for (unsigned k = 0; k < 25000; k++) {
        put_code(&f, code[k * 7 % 256], length[k * 7 % 256]);
    }
    for (unsigned k = 257; k < 286; k++) {
        const unsigned d = k - 256;
        put_code(&f, code[k], length[k]);
        put_bits(&f, 0, k < 265 || k == 285 ? 0 : (k - 261) / 4);
        put_code(&f, distance_code[d], length[286 + d]);
        put_bits(&f, 0, d < 4 ? 0 : d / 2 - 1);
    }
    put_code(&f, code[256], length[256]);
    to_byte(&f);
    return f.bits / 8;
}

/* The complete sets of codes with the largest tables, found by going through all: 1332 entries for 286 literals and a
 * table of 10 bits, 400 for 30 distances and one of 8. */
static void test_largest_tables(void **state) {
    (void)state;
    static const uint16_t literals[16] = {0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 229, 49, 1, 2},
                          distances[16] = {0, 1, 1, 1, 1, 1, 1, 0, 0, 1, 9, 9, 1, 1, 1, 2};
    size_t theirs, ours;
    const size_t size = put_all_symbols(literals, distances);
    assert_true(ask_zlib(size, plain, PLAIN_SIZE, &theirs));
    assert_gt(theirs, 25000 + 29 * 3);
    for (size_t room = 100; room <= 100000; room *= 10) {
        assert_int_equal(unpack(size, room, twice, PLAIN_SIZE, &ours), OAS_INFLATE_ENDED);
        assert_int_equal(ours, theirs);
        assert_memory_equal(twice, plain, theirs);
    }
}

/* What is legal and odd is left to zlib. */
static void test_incomplete_codes(void **state) {
    (void)state;
    size_t made;
    bit_file f = {.data = packed};
    memset(packed, 0, PACKED_SIZE);
    make_plain(1000, 256);
    put_odd_block(&f, plain, 1000);
    assert_true(ask_zlib(f.bits / 8, twice, PLAIN_SIZE, &made));
    assert_int_equal(made, 1000);
    assert_memory_equal(twice, plain, 1000);
    assert_int_equal(unpack(f.bits / 8, 5000, twice, PLAIN_SIZE, &made), OAS_INFLATE_FAULT);
}

/* A block of one byte with complete codes for as many literals and distances, of which those above 257 and 2 have no
 * bits. */
static size_t put_counts(unsigned literals, unsigned distances) {
    bit_file f = {.data = packed};
    memset(packed, 0, PACKED_SIZE);
    put_bits(&f, 1, 1);
    put_bits(&f, 2, 2);
    put_bits(&f, literals - 257, 5);
    put_bits(&f, distances - 1, 5);
    put_bits(&f, 14, 4); /* 18 lengths, in the order 16 17 18 0 8 7 9 6 10 5 11 4 12 3 13 2 14 1 */
    for (unsigned k = 0; k < 18; k++) {
        put_bits(&f, k == 4 ? 1 : k == 6 ? 2 : k == 3 || k == 17 ? 3 : 0, 3);
    }
    for (unsigned k = 0; k < literals; k++) { /* 8: code 0; 9: 10; 0: 110; 1: 111 */
        put_code(&f, k < 255 ? 0 : k < 257 ? 2 : 6, k < 255 ? 1 : k < 257 ? 2 : 3);
    }
    for (unsigned k = 0; k < distances; k++) {
        put_code(&f, k < 2 ? 7 : 6, 3);
    }
    put_code(&f, 'x', 8);
    put_code(&f, 511, 9);
    to_byte(&f);
    return f.bits / 8;
}

/* What lies behind the input is not looked at, though it would go on from there: zeros, which the codes of the block
 * make bytes of, and a head for the bytes of a stored block. */
static void test_behind_the_end(void **state) {
    (void)state;
    enum { ROOM = 1000, SIZE = 20000 };
    static uint8_t out[OAS_INFLATE_REACH + ROOM + OAS_INFLATE_OUT_SLACK];
    oas_inflater *t = oas_inflater_new();
    assert_non_null(t);
    for (unsigned kind = 0; kind < 3; kind++) {
        size_t made = 7, size = put_counts(257, 2) - 3; /* up to the byte and the end of the block */
        memset(packed + size, 0, 3);
        if (kind > 0) {
            memset(packed, 0, SIZE);
            memcpy(packed, "\1\x88\x13\x77\xec", 5);
            size = kind == 1 ? 3 : 5 + 0x1387;
        }
        oas_inflate_begin(t, packed, size);
        assert_int_equal(oas_inflate(t, out + OAS_INFLATE_REACH, 0, ROOM, &made), OAS_INFLATE_FAULT);
        assert_int_equal(made, 0);
    }
    oas_inflate_begin(t, packed, 5 + 0x1388);
    size_t made = 0;
    assert_int_equal(oas_inflate(t, out + OAS_INFLATE_REACH, 0, ROOM, &made), OAS_INFLATE_MORE);
    assert_int_equal(made, ROOM);
    oas_inflater_drop(t);
}

static void test_counts_of_codes(void **state) {
    (void)state;
    static const struct {
        unsigned literals, distances;
    } counts[] = {{257, 2}, {286, 30}, {287, 30}, {288, 2}, {257, 31}, {286, 32}};
    for (unsigned k = 0; k < sizeof counts / sizeof *counts; k++) {
        lob_case("counts[%u]", k);
        size_t made;
        const size_t size = put_counts(counts[k].literals, counts[k].distances);
        const bool is_legal = k < 2;
        assert_int_equal(ask_zlib(size, twice, PLAIN_SIZE, &made), is_legal);
        assert_int_equal(unpack(size, 10, twice, PLAIN_SIZE, &made), is_legal ? OAS_INFLATE_ENDED : OAS_INFLATE_FAULT);
        if (is_legal) {
            assert_eq(made, 1);
            assert_eq(twice[0], 'x');
        }
    }
}

/* Symbols 286 and 287, and distances 30 and 31, have fixed codes and no meaning. */
static void test_symbols_without_meaning(void **state) {
    (void)state;
    for (unsigned k = 0; k < 4; k++) {
        size_t made;
        bit_file f = {.data = packed};
        memset(packed, 0, PACKED_SIZE);
        put_bits(&f, 1, 1);
        put_bits(&f, 1, 2);
        put_code(&f, 0x30 + 'a', 8);
        if (k < 2) {
            put_code(&f, 0xc0 + 6 + k, 8); /* 280 has 11000000 */
        } else {
            put_code(&f, 1, 7); /* 257: length 3 */
            put_code(&f, 28 + k, 5);
        }
        put_code(&f, 0, 7);
        to_byte(&f);
        assert_false(ask_zlib(f.bits / 8, twice, PLAIN_SIZE, &made));
        assert_int_equal(unpack(f.bits / 8, 5000, twice, PLAIN_SIZE, &made), OAS_INFLATE_FAULT);
    }
}

static int make_room(void **state) {
    (void)state;
    plain = malloc(PLAIN_SIZE);
    packed = malloc(PACKED_SIZE);
    twice = malloc(PLAIN_SIZE + OAS_INFLATE_OUT_SLACK);
    return plain && packed && twice ? 0 : -1;
}

static int free_room(void **state) {
    (void)state;
    free(plain);
    free(packed);
    free(twice);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_zlib_packs),
        cmocka_unit_test(test_long_codes),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_incomplete_codes),
        cmocka_unit_test(test_counts_of_codes),
        cmocka_unit_test(test_behind_the_end),
        cmocka_unit_test(test_largest_tables),
        cmocka_unit_test(test_symbols_without_meaning),
    };
    return cmocka_run_group_tests(tests, make_room, free_room);
}

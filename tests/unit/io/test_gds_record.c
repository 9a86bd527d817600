/* The lexer and the numbers of GDSII against the format. */
#include <math.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "io/gds/record.h"
#include "tests/unit/io/gds_case.h"

typedef struct real_case {
    uint64_t bits;
    double value;
} real_case;

/* Worked out by hand: fraction * 16^(exponent - 64). 0x41 10.. = 1/16 * 16. */
static const real_case reals[] = {
    {0x4110000000000000, 1},     {0xc110000000000000, -1},
    {0x4120000000000000, 2},     {0x4040000000000000, 0.25},
    {0x4080000000000000, 0.5},   {0x425a000000000000, 90}, /* 0x5a = 90 */
    {0x4310e00000000000, 270},                             /* 0x10e = 270 */
    {0xc22d000000000000, -45},                             /* 0x2d = 45 */
    {0x4410000000000000, 4096},  {0x3f10000000000000, 0.00390625},
    {0x3e4189374bc6a7f0, 0.001}, /* exact to 53 bits: 0x4189374bc6a7f0 * 2^-64 */
    {0x3944b82fa09b5a54, 1e-9},  /* 0x44b82fa09b5a54 * 2^-84 */
    {0x39225c17d04dad2a, 5e-10}, /* half of it */
    {0x0000000000000000, 0},
};

static void test_real8_read(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof reals / sizeof reals[0]; i++) {
        lob_case("%.17g", reals[i].value);
        bytes b = {.size = 0};
        rec_n(&b, 0, reals[i].bits);
        assert_eq(lob_gds_real8(b.data + 4), reals[i].value);
    }
}

static void test_real8_write(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof reals / sizeof reals[0]; i++) {
        lob_case("%.17g", reals[i].value);
        uint8_t out[8];
        bytes b = {.size = 0};
        rec_n(&b, 0, reals[i].bits);
        assert_true(lob_gds_real8_write(reals[i].value, out));
        assert_memory_equal(out, b.data + 4, 8);
    }
}

/* Forms no writer normalises: leading zero digits, minus zero, the largest and the smallest. */
static void test_real8_odd_forms(void **state) {
    (void)state;
    const real_case odd[] = {
        {0x4201000000000000, 1}, /* 1/256 * 256 */
        {0x4700000010000000, 1}, /* 2^28 / 2^56 * 16^7 */
        {0x8000000000000000, 0},        {0x4100000000000000, 0},       {0x0010000000000000, 0x1p-260},
        {0x0000000000000001, 0x1p-312}, {0x7fffffffffffffff, 0x1p252}, /* 1 - 2^-56 rounds to 1 */
    };
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        lob_case("%a", odd[i].value);
        uint8_t out[8];
        bytes b = {.size = 0};
        rec_n(&b, 0, odd[i].bits);
        assert_eq(lob_gds_real8(b.data + 4), odd[i].value);
        if (odd[i].value != 0x1p252) {
            assert_true(lob_gds_real8_write(odd[i].value, out));
        }
        if (odd[i].value != 0x1p252) {
            assert_eq(lob_gds_real8(out), odd[i].value);
        }
    }
}

static void test_real8_round_trip(void **state) {
    (void)state;
    uint64_t seed = 88172645463325252u;
    for (int i = 0; i < 20000; i++) {
        seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
        double value = ldexp((double)(seed >> 11) * (i & 1 ? 1 : -1), (int)(seed % 400) - 250);
        uint8_t out[8];
        assert_true(lob_gds_real8_write(value, out));
        assert_eq(lob_gds_real8(out), value);
    }
}

static void test_real8_out_of_range(void **state) {
    (void)state;
    uint8_t out[8];
    assert_false(lob_gds_real8_write(NAN, out));
    assert_false(lob_gds_real8_write(INFINITY, out));
    assert_false(lob_gds_real8_write(0x1p252, out));
    assert_true(lob_gds_real8_write(0x1.fffffffffffffp251, out));
    assert_eq(lob_gds_real8(out), 0x1.fffffffffffffp251);
    assert_true(lob_gds_real8_write(1e-100, out));
    assert_eq(lob_gds_real8(out), 0);
}

static void test_integers(void **state) {
    (void)state;
    const uint8_t data[4] = {0x80, 0x00, 0x00, 0x01};
    assert_int_equal(lob_gds_u16(data), 0x8000);
    assert_int_equal(lob_gds_i32(data), INT32_MIN + 1);
}

/* Names and numbers as the stream format manual lists them. */
static void test_numbers(void **state) {
    (void)state;
    const struct {
        unsigned type;
        const char *name;
    } known[] = {
        {0x00, "HEADER"},      {0x03, "UNITS"},     {0x08, "BOUNDARY"},  {0x10, "XY"},         {0x11, "ENDEL"},
        {0x13, "COLROW"},      {0x14, "TEXTNODE"},  {0x15, "NODE"},      {0x16, "TEXTTYPE"},   {0x17, "PRESENTATION"},
        {0x18, "SPACING"},     {0x19, "STRING"},    {0x1a, "STRANS"},    {0x1b, "MAG"},        {0x1c, "ANGLE"},
        {0x1d, "UINTEGER"},    {0x1e, "USTRING"},   {0x1f, "REFLIBS"},   {0x20, "FONTS"},      {0x21, "PATHTYPE"},
        {0x22, "GENERATIONS"}, {0x23, "ATTRTABLE"}, {0x24, "STYPTABLE"}, {0x25, "STRTYPE"},    {0x26, "ELFLAGS"},
        {0x27, "ELKEY"},       {0x28, "LINKTYPE"},  {0x29, "LINKKEYS"},  {0x2a, "NODETYPE"},   {0x2b, "PROPATTR"},
        {0x2c, "PROPVALUE"},   {0x2d, "BOX"},       {0x2e, "BOXTYPE"},   {0x2f, "PLEX"},       {0x30, "BGNEXTN"},
        {0x31, "ENDEXTN"},     {0x32, "TAPENUM"},   {0x33, "TAPECODE"},  {0x34, "STRCLASS"},   {0x35, "RESERVED"},
        {0x36, "FORMAT"},      {0x37, "MASK"},      {0x38, "ENDMASKS"},  {0x39, "LIBDIRSIZE"}, {0x3a, "SRFNAME"},
        {0x3b, "LIBSECUR"}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        lob_case("%zu: %s", i, known[i].name);
        assert_string_equal(lob_gds_rule_of(known[i].type)->name, known[i].name);
    }
    assert_null(lob_gds_rule_of(0x3c));
    assert_null(lob_gds_rule_of(0xff));
    for (unsigned type = 0; type < 0x3c; type++) {
        const lob_gds_rule *rule = lob_gds_rule_of(type);
        assert_non_null(rule->name);
        assert_int_equal(rule->size_step & (rule->size_step - 1), 0);
    }
}

/* A record of the greatest length GDSII can express, across the blocks of a source. */
static void test_long_records(void **state) {
    (void)state;
    static uint8_t data[3 * 65534];
    for (int i = 0; i < 3; i++) {
        uint8_t *r = data + 65534 * i;
        memset(r, 'a' + i, 65534);
        r[0] = r[1] = 0xff;
        r[1] = 0xfe;
        r[2] = 0x19;
        r[3] = 6;
    }
    gds_case c;
    case_open(&c);
    lob_source *source;
    lob_source_options options = {0};
    assert_int_equal(lob_source_open_memory(&c.ctx, data, sizeof data, &options, &source), LOB_OK);
    lob_gds_lexer lexer = {.ctx = &c.ctx, .source = source};
    for (int i = 0; i < 3; i++) {
        lob_gds_record record;
        assert_int_equal(lob_gds_next(&lexer, &record), LOB_OK);
        assert_int_equal(record.type, GDS_STRING);
        assert_int_equal(record.size, 65530);
        assert_int_equal(record.offset, 65534 * i);
        assert_int_equal(record.index, i);
        assert_int_equal(record.data[65529], 'a' + i);
    }
    lob_source_close(source);
    case_close(&c);
}

/* What follows the end is looked through to the last byte, window by window. */
static void test_trailer(void **state) {
    (void)state;
    static uint8_t data[(3 << 20) + 5];
    static const struct {
        size_t at[2];
        int64_t expected; /* -1: zeros alone */
    } cases[] = {{{0, 0}, -1}, {{2, sizeof data - 1}, 2}, {{sizeof data - 1, sizeof data - 1}, sizeof data - 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("cases[%zu]", i);
        const int fd = memfd_create("trailer", MFD_CLOEXEC);
        gds_case c;
        lob_source *source;
        bool junk;
        uint64_t offset = UINT64_MAX;
        case_open(&c);
        memset(data, 0, sizeof data);
        if (cases[i].expected >= 0) {
            data[cases[i].at[0]] = data[cases[i].at[1]] = 1;
        }
        assert_int_equal(pwrite(fd, data, sizeof data, 0), sizeof data);
        assert_int_equal(lob_source_open_fd(&c.ctx, fd, &(lob_source_options){0}, &source), LOB_OK);
        lob_gds_lexer lexer = {.ctx = &c.ctx, .source = source};
        assert_int_equal(lob_gds_trailer(&lexer, &junk, &offset), LOB_OK);
        assert_int_equal(junk, cases[i].expected >= 0);
        if (junk) {
            assert_eq(offset, (uint64_t)cases[i].expected);
        }
        assert_int_equal(lexer.offset, sizeof data);
        lob_source_close(source);
        case_close(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_real8_read),
        cmocka_unit_test(test_real8_write),
        cmocka_unit_test(test_real8_odd_forms),
        cmocka_unit_test(test_real8_round_trip),
        cmocka_unit_test(test_real8_out_of_range),
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_long_records),
        cmocka_unit_test(test_trailer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

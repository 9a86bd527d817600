/* JSON as Python writes it. The oracle is Python itself where there is one, over numbers of every size; a table of what
 * it said stands beside it for machines without. */
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "tcp/tcp_json.h"
#include "tests/support/stride.h"
#include "json/reader.h"

static const char *write_as(const char *json) {
    static char text[1 << 16];
    lob_buf out;
    lob_buf_init(&out, 0);
    lob_tcp_json_add(&out, lob_str_from(json));
    snprintf(text, sizeof text, "%.*s", (int)out.size, out.data ? out.data : "");
    lob_buf_release(&out);
    return text;
}

static void texts_are_written_as_python_writes_them(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"{}", "{}"},
        {" [ ] ", "[]"},
        {"{\"a\":1,\"b\":[true,false,null]}", "{\"a\": 1, \"b\": [true, false, null]}"},
        {"{ \"a\" :\n1 ,\t\"b\" : { } }", "{\"a\": 1, \"b\": {}}"},
        {"\"\xc3\xa9 \xf0\x9f\x98\x80 \x7f / \\/ \\u0000 \\b\\f\\n\\r\\t \\\" \\\\ \\u001f \\u00e9 \\ud83d\\ude00\"",
         "\"\\u00e9 \\ud83d\\ude00 \\u007f / / \\u0000 \\b\\f\\n\\r\\t \\\" \\\\ \\u001f \\u00e9 \\ud83d\\ude00\""},
        {"\"a: b, c\"", "\"a: b, c\""},
        {"9007199254740993", "9007199254740993"},
        {"123456789012345678901234567890", "123456789012345678901234567890"},
        {"-0", "0"},
        {"-0.0", "-0.0"},
        {"-17", "-17"},
        {"0.0", "0.0"},
        {"1.0", "1.0"},
        {"1e2", "100.0"},
        {"1E+2", "100.0"},
        {"0.001", "0.001"},
        {"0.0001", "0.0001"},
        {"0.00001", "1e-05"},
        {"0.000123", "0.000123"},
        {"0.0000123", "1.23e-05"},
        {"1e15", "1000000000000000.0"},
        {"1e16", "1e+16"},
        {"9999999999999998.0", "9999999999999998.0"},
        {"12345678901234567890.0", "1.2345678901234567e+19"},
        {"123456789012345680.5", "1.2345678901234568e+17"},
        {"1e21", "1e+21"},
        {"1.5e300", "1.5e+300"},
        {"5e-324", "5e-324"},
        {"1e-999", "0.0"},
        {"-1e-999", "-0.0"},
        {"-2.50", "-2.5"},
        {"44.01", "44.01"},
        {"1234.5678", "1234.5678"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s", cases[i][0]);
        lob_json_fault fault;
        assert_true(lob_json_check(lob_str_from(cases[i][0]), true, &fault));
        assert_string_equal(write_as(cases[i][0]), cases[i][1]);
    }
}

static void long_numbers_are_read_whole(void **state) {
    (void)state;
    char text[2000];
    memset(text, '0', sizeof text);
    memcpy(text, "1.", 2);
    memcpy(text + sizeof text - 4, "e3", 3);
    assert_string_equal(write_as(text), "1000.0");
}

static uint64_t next(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed ^ *seed >> 29;
}

/* One JSON value a line. */
static void write_values(FILE *file, unsigned count) {
    uint64_t seed = 9009;
    for (unsigned i = 0; i < count; i++) {
        uint64_t bits = next(&seed);
        double value;
        memcpy(&value, &bits, sizeof value);
        double plain = (double)(int64_t)(next(&seed) % 2000000001) / 1e3 - 1e6;
        fprintf(file, "[%.17g,%.3f,{\"k\":%.17g},", value == value && value - value == 0 ? value : 0.5, plain, plain);
        fprintf(file, "%de%d,\"\\u%04x x\\t\"]\n", (int)(bits % 9) + 1, (int)(bits % 40) - 20,
                (unsigned)(bits >> 20 & 0x7fff));
    }
}

static void python_says_the_same(void **state) {
    (void)state;
    char in[] = "/tmp/lob_test_tcp_json_XXXXXX", command[512], line[1024], expected[1024];
    if (system("python3 -c 'import json' >/dev/null 2>&1") != 0) {
        skip();
    }
    int fd = mkstemp(in);
    assert_ge(fd, 0);
    FILE *file = fdopen(fd, "w");
    const unsigned values = stride_pick(20000, 1000);
    write_values(file, values);
    fclose(file);
    snprintf(command, sizeof command,
             "python3 -c 'import json,sys\nfor l in open(sys.argv[1]): print(json.dumps(json.loads(l)))' %s", in);
    FILE *python = popen(command, "r");
    file = fopen(in, "r");
    unsigned count = 0;
    for (; fgets(line, sizeof line, file) && fgets(expected, sizeof expected, python); count++) {
        line[strcspn(line, "\n")] = expected[strcspn(expected, "\n")] = '\0';
        assert_string_equal(write_as(line), expected);
    }
    assert_int_equal(count, values);
    fclose(file);
    pclose(python);
    unlink(in);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_written_as_python_writes_them),
        cmocka_unit_test(long_numbers_are_read_whole),
        cmocka_unit_test(python_says_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

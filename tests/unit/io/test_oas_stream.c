/* Work while reading OASIS: what a modal variable hands on again is counted, and bounded by the size of the file. The
 * bound is worked out from limits.json here. */
#include "tests/support/lob_test.h"

#include "base/limits.h"
#include "db/builder.h"
#include "io/oas/oas.h"
#include "tests/unit/io/oas_bytes.h"

typedef struct outcome {
    lob_status status;
    uint64_t operations, bytes;
    char reason[32];
    char record[32];
    int64_t offset;
} outcome;

static void keep_details(outcome *o, const lob_error *error) {
    for (unsigned k = 0; k < error->detail_count; k++) {
        const lob_error_detail *d = &error->details[k];
        if (strcmp(d->key, "reason") == 0) {
            memcpy(o->reason, d->text.data, d->text.size);
        } else if (strcmp(d->key, "record") == 0) {
            memcpy(o->record, d->text.data, d->text.size);
        } else if (strcmp(d->key, "offset") == 0) {
            o->offset = d->integer;
        }
    }
}

static outcome read_bytes(const oas_file *f) {
    outcome o = {0};
    lob_ctx ctx;
    lob_source *source;
    lob_arena *arena = lob_arena_new(0);
    lob_source_options options = {0};
    lob_builder_options builder_options = {0};
    lob_ctx_init(&ctx, arena);
    assert_int_equal(lob_source_open_memory(&ctx, f->data, f->size, &options, &source), LOB_OK);
    lob_builder *builder = lob_builder_new(&ctx, &builder_options);
    o.status = lob_oas_read(&ctx, source, lob_builder_sink(builder), true);
    lob_source_work(source, &o.operations, &o.bytes);
    keep_details(&o, &ctx.error);
    lob_builder_drop(builder);
    lob_source_close(source);
    lob_arena_drop(arena);
    return o;
}

static void cell(oas_file *f) {
    oas_begin(f);
    u(f, 14);
    s(f, "TOP");
}

static void rectangle(oas_file *f) {
    raw(f, "\x14\x7b\1\0\5\5\0\0", 8);
}

enum { VALUES = 1000, VALUE_COST = 8 };

/* A property of VALUES values on an element or on the cell, and `times` more of it, a byte each. */
static oas_file values_again_of(bool is_of_cell, unsigned times) {
    static oas_file f;
    cell(&f);
    if (!is_of_cell) {
        rectangle(&f);
    }
    raw(&f, "\x1c\xf4\1P", 4);
    u(&f, VALUES);
    for (unsigned k = 0; k < VALUES; k++) {
        raw(&f, "\x08\1", 2);
    }
    for (unsigned k = 0; k < times; k++) {
        u(&f, 29);
    }
    oas_finish(&f, 0);
    return f;
}

static oas_file values_again(unsigned times) {
    return values_again_of(false, times);
}

static void test_counted(void **state) {
    (void)state;
    static oas_file f;
    cell(&f);
    rectangle(&f);
    rectangle(&f);
    /* 17 points, then the same again: 1 + 17 / 8 each */
    raw(&f, "\x15\x3b\1\0\2\x10", 6);
    for (unsigned k = 0; k < 8; k++) {
        raw(&f, "\x10\x11", 2);
    }
    raw(&f, "\0\0\x15\0", 4);
    oas_finish(&f, 0);
    outcome o = read_bytes(&f);
    assert_int_equal(o.status, LOB_OK);
    assert_int_equal(o.operations, 2 + 2 * 3);
    assert_int_equal(o.bytes, f.size);
    f = values_again(3);
    o = read_bytes(&f);
    assert_int_equal(o.operations, 1 + 4 * (1 + VALUES * VALUE_COST));
}

/* Where the work of `times` records just fits the file read so far, and just does not. */
static void test_bound(void **state) {
    (void)state;
    uint64_t before =
        13 + 4 + 1 + 3 + 1 + 12 + 5 + 8 + 4 + 2 + 2 * VALUES; /* up to the first 29, or a byte or two less */
    unsigned last = 0;
    while ((last + 2) * (uint64_t)(1 + VALUES * VALUE_COST) <=
           LOB_LIMIT_WORK_FREE + LOB_LIMIT_WORK_PER_BYTE * (before + last + 1)) {
        last++;
    }
    assert_in_range(last, 1000, 1200);
    oas_file f = values_again(last - 1);
    assert_int_equal(read_bytes(&f).status, LOB_OK);
    f = values_again(last + 2);
    outcome o = read_bytes(&f);
    assert_int_equal(o.status, LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_string_equal(o.reason, "work");
    assert_string_equal(o.record, "PROPERTY");
    assert_in_range(o.offset, before + last - 4, before + last + 2);
}

/* No element follows that would be refused as well. */
static void test_of_a_cell(void **state) {
    (void)state;
    oas_file f = values_again_of(true, 3);
    outcome o = read_bytes(&f);
    assert_int_equal(o.status, LOB_OK);
    assert_int_equal(o.operations, 4 * (1 + VALUES * VALUE_COST));
    f = values_again_of(true, 1300);
    o = read_bytes(&f);
    assert_int_equal(o.status, LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_string_equal(o.reason, "work");
}

/* A CBLOCK that states more than 1032 times its compressed size cannot be. */
static void test_impossible_claim(void **state) {
    (void)state;
    static oas_file f;
    for (unsigned more = 0; more < 2; more++) {
        cell(&f);
        raw(&f, "\x22\0", 2);
        u(&f, 1032 * 10 + 1032 * more);
        u(&f, 10);
        raw(&f, "\0\0\0\0\0\0\0\0\0\0", 10);
        oas_finish(&f, 0);
        assert_string_equal(read_bytes(&f).reason, more ? "cblock_size" : "cblock_data");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counted),
        cmocka_unit_test(test_bound),
        cmocka_unit_test(test_of_a_cell),
        cmocka_unit_test(test_impossible_claim),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

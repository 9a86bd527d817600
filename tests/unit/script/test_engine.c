/* The engine's requests, sent without an interpreter: each operation with what its row says, then with every argument
 * in turn of another type, out of range, missing or too many: refused as `wire` before the operation runs. Antennas by
 * their formula. */
#include "tests/support/lob_test.h"

#include <fcntl.h>
#include <string.h>

#include "io/read.h"
#include "script/engine_impl.h"

enum { ARGS_MAX = 32 };

static const lob_script_row *const tables[] = {lob_script_value_rows, lob_script_input_rows, lob_script_shape_rows,
                                               lob_script_net_rows, lob_script_report_rows};

typedef struct rig {
    lob_arena *arena;
    lob_ctx ctx;
    lob_layout *layout;
    lob_script_engine engine;
    lob_buf reply;
} rig;

/* Two squares that share a side, and a third far off; every other kind holds one figure. */
static void add_values(rig *r) {
    static const lob_point64 points[] = {{0, 0},    {1000, 0}, {1000, 1000}, {0, 1000},
                                         {5000, 0}, {6000, 0}, {6000, 1000}, {5000, 1000}};
    static const lob_contour contours[] = {{0, 4, false}, {4, 4, false}};
    static const lob_edge64 edge = {{0, 0}, {0, 1000}};
    static const lob_edge_pair pair = {.first = {{0, 0}, {0, 1000}}, .second = {{100, 1000}, {100, 0}}};
    const lob_polygons squares = {points, contours, 8, 2};
    lob_script_engine *e = &r->engine;
    e->value_count = e->value_room = LOB_VALUE_MEETINGS + 1;
    e->values = lob_arena_alloc(e->arena, e->value_count * sizeof *e->values);
    assert_non_null(e->values);
    for (int k = 0; k <= LOB_VALUE_MEETINGS; k++) { /* LOB_VALUE_KINDS among them, which is none */
        assert_int_equal(lob_value_new(&r->ctx, (lob_value_kind)k, &e->values[k]), LOB_OK);
    }
    assert_int_equal(lob_value_put_raw(&r->ctx, e->values[LOB_VALUE_REGION], &squares), LOB_OK);
    assert_int_equal(lob_value_put_edges(&r->ctx, e->values[LOB_VALUE_EDGES], &edge, 1), LOB_OK);
    assert_int_equal(lob_value_put_pairs(&r->ctx, e->values[LOB_VALUE_PAIRS], &pair, 1), LOB_OK);
}

static void begin(rig *r) {
    lob_read_result result;
    const lob_read_options options = {0};
    memset(r, 0, sizeof *r);
    r->arena = lob_arena_new(0);
    assert_non_null(r->arena);
    lob_ctx_init(&r->ctx, r->arena);
    const int file = open("fixtures/drc_known.gds", O_RDONLY | O_CLOEXEC);
    assert_int_equal(lob_read_layout(&r->ctx, file, &options, &result), LOB_OK);
    r->layout = result.layout;
    r->engine = (lob_script_engine){.layout = r->layout, .input_path = "in.gds", .report_path = "out.lyrdb"};
    assert_int_equal(lob_script_engine_open(&r->ctx, &r->engine), LOB_OK);
    lob_buf_init(&r->reply, 4 << 20);
    add_values(r);
}

static void end(rig *r) {
    lob_script_engine_close(&r->engine);
    lob_layout_drop(r->layout);
    lob_buf_release(&r->reply);
    lob_arena_drop(r->arena);
}

static lob_talk_arg text(const char *t) {
    return (lob_talk_arg){.type = 's', .text = lob_str_from(t)};
}

static lob_talk_arg integer(int64_t v) {
    return (lob_talk_arg){.type = 'i', .integer = v, .number = (double)v};
}

static lob_talk_arg number(double v) {
    return (lob_talk_arg){.type = 'd', .number = v};
}

static void put(lob_buf *frame, lob_talk_arg arg) {
    switch (arg.type) {
    case 'i':
        lob_talk_put_integer(frame, arg.integer);
        break;
    case 'd':
        lob_talk_put_number(frame, arg.number);
        break;
    case 's':
        lob_talk_put_text(frame, arg.text);
        break;
    default:
        lob_talk_put_nothing(frame);
    }
}

/* What a request was refused for; "": it was not. The reply is kept. */
static const char *send(rig *r, const char *name, const lob_talk_arg *args, uint32_t count) {
    static char reason[64];
    lob_buf frame;
    lob_ctx own;
    lob_buf_init(&frame, 1 << 20);
    lob_talk_begin(&frame);
    put(&frame, text(name));
    put(&frame, integer(1));
    for (uint32_t i = 0; i < count; i++) {
        put(&frame, args[i]);
    }
    lob_talk_end(&frame);
    assert_int_equal(lob_ctx_child(&r->ctx, &own, 0), LOB_OK);
    r->reply.size = 0;
    const lob_str bytes = {frame.data + 4, frame.size - 4};
    const lob_status status = lob_script_engine_answer(&own, &r->engine, bytes, &r->reply);
    assert_int_equal(status, own.error.code);
    snprintf(reason, sizeof reason, "%s", status == LOB_OK ? "" : "another");
    for (unsigned i = 0; i < own.error.detail_count; i++) {
        const lob_error_detail *d = &own.error.details[i];
        if (d->is_text && strcmp(d->key, "reason") == 0) {
            snprintf(reason, sizeof reason, "%.*s", (int)d->text.size, d->text.data);
        }
    }
    lob_ctx_drop(&own);
    lob_buf_release(&frame);
    return reason;
}

/* An argument that a letter of a row allows. */
static lob_talk_arg fitting(char letter) {
    switch (letter) {
    case 'R':
        return integer(LOB_VALUE_REGION);
    case 'E':
        return integer(LOB_VALUE_EDGES);
    case 'P':
        return integer(LOB_VALUE_PAIRS);
    case 'T':
        return integer(LOB_VALUE_TEXTS);
    case 'M':
        return integer(LOB_VALUE_MEETINGS);
    case 's':
        return text("x");
    case 'd':
        return number(0.5);
    default:
        return integer(0);
    }
}

static void check_row(rig *r, const lob_script_row *row) {
    lob_talk_arg args[ARGS_MAX];
    uint32_t count = 0;
    const char *l = row->arguments;
    for (; *l && *l != '*'; l++) {
        args[count++] = fitting(*l);
    }
    for (uint32_t i = 0; i < count; i++) {
        const lob_talk_arg good = args[i];
        static const int64_t far[] = {-1, 1000, INT64_MIN, INT64_MAX};
        lob_case("%s, argument %u", row->name, i);
        args[i] = (lob_talk_arg){.type = 'n'};
        assert_string_equal(send(r, row->name, args, count), "wire");
        args[i] = row->arguments[i] == 's' ? integer(0) : text("R");
        assert_string_equal(send(r, row->name, args, count), "wire");
        for (int k = 0; k < 4 && strchr("REPTMVA", row->arguments[i]); k++) {
            args[i] = integer(far[k]);
            assert_string_equal(send(r, row->name, args, count), "wire");
        }
        for (int k = 0; k < 4 && row->arguments[i] == 'i'; k++) { /* done or refused, and no more */
            args[i] = integer(far[k]);
            (void)send(r, row->name, args, count);
        }
        args[i] = good;
    }
    lob_case("%s", row->name);
    if (count > 0) {
        assert_string_equal(send(r, row->name, args, count - 1), "wire");
    }
    args[count] = integer(0);
    if (*l != '*') {
        assert_string_equal(send(r, row->name, args, count + 1), "wire");
    }
}

static void test_signatures(void **state) {
    (void)state;
    unsigned rows = 0;
    rig r;
    begin(&r);
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        for (const lob_script_row *row = tables[t]; row->name; row++, rows++) {
            check_row(&r, row);
        }
    }
    assert_gt(rows, 40);
    assert_string_equal(send(&r, "nothing of that name", NULL, 0), "wire");
    end(&r);
}

/* Requests that no deck makes: pairs as drawn, a share where nothing is shared or before a report, an output that is
 * wanted among those left out, and more outputs than the share said. */
static void test_requests_out_of_place(void **state) {
    (void)state;
    rig r;
    begin(&r);
    const lob_talk_arg pairs[] = {integer(LOB_VALUE_PAIRS)};
    assert_string_equal(send(&r, "as_drawn", pairs, 1), "wire");
    const lob_talk_arg names[] = {text("W.1"), text("width")};
    r.engine.part.share_count = 1;
    assert_string_equal(send(&r, "share", names, 2), "wire");
    r.engine.part.share_count = 0;
    const lob_talk_arg report[] = {integer(0), text("title")};
    assert_string_equal(send(&r, "report", report, 2), "");
    assert_string_equal(send(&r, "share", names, 2), "wire");
    assert_string_equal(send(&r, "left_out", names, 1), "wire");
    r.engine.part.share_count = 1;
    const lob_talk_arg output[] = {integer(LOB_VALUE_REGION), text("W.1"), text("width")};
    assert_string_equal(send(&r, "output", output, 3), "wire");
    assert_string_equal(send(&r, "share", names, 2), "");
    assert_string_equal(send(&r, "output", output, 3), "");
    assert_string_equal(send(&r, "output", output, 3), "wire");
    r.engine.output_count = UINT32_MAX;
    assert_string_equal(send(&r, "share", names, 2), "wire");
    end(&r);
}

/* ---- nets ---- */

/* One layer is gate and metal, of two squares of 1 um: ratio 1. No links. */
enum { LIMIT = 6, DIODES = 8, LAYERS = 9, ANTENNA_ARGS = 16 };

static void make_antenna(lob_talk_arg *args, double limit) {
    const lob_talk_arg all[ANTENNA_ARGS] = {integer(0),
                                            integer(0),
                                            number(1),
                                            number(0),
                                            number(1),
                                            number(0),
                                            number(limit),
                                            integer(1),
                                            integer(0),
                                            integer(1),
                                            integer(LOB_VALUE_REGION),
                                            integer(0),
                                            integer(0),
                                            integer(0),
                                            integer(0),
                                            integer(0)};
    memcpy(args, all, sizeof all);
}

static uint32_t polygons_of_last(const rig *r) {
    return r->engine.values[r->engine.value_count - 1]->raw.contour_count;
}

static void test_antennas(void **state) {
    (void)state;
    lob_talk_arg args[ANTENNA_ARGS + 8];
    rig r;
    begin(&r);
    make_antenna(args, 0.99);
    assert_string_equal(send(&r, "antenna_check", args, ANTENNA_ARGS), "");
    assert_int_equal(polygons_of_last(&r), 2);
    make_antenna(args, 1.01);
    assert_string_equal(send(&r, "antenna_check", args, ANTENNA_ARGS), "");
    assert_int_equal(polygons_of_last(&r), 0);
    for (uint32_t i = 0; i < ANTENNA_ARGS; i++) {
        static const int64_t far[] = {-1, 70, UINT32_MAX, INT64_MAX};
        make_antenna(args, 1);
        lob_case("%u", i);
        assert_string_equal(send(&r, "antenna_check", args, i), "wire");
        args[i] = text("x");
        assert_string_equal(send(&r, "antenna_check", args, ANTENNA_ARGS), "wire");
        make_antenna(args, 1);
        for (int k = 0; k < 4 && (i < 2 || i > 7); k++) { /* a layer, a count or a value */
            args[i] = integer(far[k]);
            assert_string_equal(send(&r, "antenna_check", args, ANTENNA_ARGS), "wire");
        }
    }
    make_antenna(args, 1);
    args[ANTENNA_ARGS] = integer(0);
    assert_string_equal(send(&r, "antenna_check", args, ANTENNA_ARGS + 1), "wire");
    end(&r);
}

/* Links name polygons: meetings of other layers, with more of them, are refused. A diode of factor 0 forgives its net.
 */
static void test_links(void **state) {
    (void)state;
    rig r;
    begin(&r);
    const lob_talk_arg both[] = {integer(LOB_VALUE_REGION), integer(LOB_VALUE_REGION)};
    assert_string_equal(send(&r, "connect", both, 2), "");
    const int64_t met = r.engine.value_count - 1;
    const lob_talk_arg none[] = {integer(LOB_VALUE_REGION)};
    assert_string_equal(send(&r, "empty", none, 1), "");
    const int64_t empty = r.engine.value_count - 1;
    lob_talk_arg args[] = {integer(0),
                           integer(0),
                           number(1),
                           number(0),
                           number(1),
                           number(0),
                           number(0.5),
                           integer(0),
                           integer(1),
                           integer(0),
                           number(0),
                           integer(1),
                           integer(LOB_VALUE_REGION),
                           integer(1),
                           integer(met),
                           integer(0),
                           integer(0),
                           integer(1),
                           text("SUB"),
                           integer(1),
                           integer(0),
                           integer(0),
                           integer(1),
                           text("S*"),
                           integer(1),
                           integer(1),
                           text("SUB")};
    const uint32_t count = sizeof args / sizeof *args;
    assert_string_equal(send(&r, "antenna_check", args, count), "");
    assert_int_equal(polygons_of_last(&r), 0);
    args[10] = number(0.001); /* the limit grows by a thousandth of the diode's area */
    assert_string_equal(send(&r, "antenna_check", args, count), "");
    assert_int_equal(polygons_of_last(&r), 2);
    args[12] = integer(empty);
    assert_string_equal(send(&r, "antenna_check", args, count), "wire");
    args[12] = integer(LOB_VALUE_REGION);
    for (uint32_t i = 13; i < count; i++) {
        const lob_talk_arg good = args[i];
        lob_case("%u", i);
        args[i] = integer(70);
        assert_string_equal(send(&r, "antenna_check", args, count), "wire");
        args[i] = good;
    }
    end(&r);
}

/* Texts are layers of nets, but no gate, metal or diode; a pattern with more signs is refused. */
static void test_texts_of_nets(void **state) {
    (void)state;
    rig r;
    begin(&r);
    const lob_talk_arg met[] = {integer(LOB_VALUE_REGION), integer(LOB_VALUE_TEXTS)};
    assert_string_equal(send(&r, "connect", met, 2), "");
    lob_talk_arg args[] = {integer(0),
                           integer(0),
                           number(1),
                           number(0),
                           number(1),
                           number(0),
                           number(0.5),
                           integer(0),
                           integer(0),
                           integer(2),
                           integer(LOB_VALUE_REGION),
                           integer(LOB_VALUE_TEXTS),
                           integer(1),
                           integer(r.engine.value_count - 1),
                           integer(0),
                           integer(1),
                           integer(0),
                           integer(0),
                           integer(1),
                           text("*"),
                           integer(0)};
    const uint32_t count = sizeof args / sizeof *args;
    assert_string_equal(send(&r, "antenna_check", args, count), "");
    assert_int_equal(polygons_of_last(&r), 2);
    args[19] = text("[AB]");
    assert_string_equal(send(&r, "antenna_check", args, count), "unsupported");
    args[19] = text("*");
    for (uint32_t i = 0; i < 2; i++) {
        args[i] = integer(1);
        assert_string_equal(send(&r, "antenna_check", args, count), "wire");
        args[i] = integer(0);
    }
    end(&r);
}

static void test_texts(void **state) {
    (void)state;
    rig r;
    begin(&r);
    lob_talk_arg args[] = {
        integer(LOB_VALUE_TEXTS), integer(3), integer(-4), text("a"), integer(5), integer(6), text("b"), integer(0)};
    assert_string_equal(send(&r, "put_texts", args, 7), "");
    const lob_value *made = r.engine.values[r.engine.value_count - 1];
    assert_int_equal(made->count, 2);
    assert_int_equal(made->texts[0].at.y, -4);
    assert_memory_equal(made->texts[1].text.data, "b", 1);
    assert_string_equal(send(&r, "put_texts", args, 6), "wire");
    assert_string_equal(send(&r, "put_texts", args, 8), "wire");
    args[2] = number(1);
    assert_string_equal(send(&r, "put_texts", args, 7), "wire");
    end(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_signatures),    cmocka_unit_test(test_requests_out_of_place),
        cmocka_unit_test(test_antennas),      cmocka_unit_test(test_links),
        cmocka_unit_test(test_texts_of_nets), cmocka_unit_test(test_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

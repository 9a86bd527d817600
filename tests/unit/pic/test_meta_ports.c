/* kfactory's ports out of context strings. The strings are in the form of kfactory 0.13 (flat) and 1.13 (maps); places
 * and directions of transformations follow from KLayout's definition: rN turns by N degrees, mN mirrors at a line of N.
 */
#include <math.h>

#include "tests/support/lob_test.h"

#include "db/builder.h"
#include "pic/meta_ports.h"
#include "tests/unit/base/sweep.h"

typedef struct rig {
    lob_arena *arena;
    lob_ctx ctx;
    lob_layout *layout;
    lob_port_library library;
    lob_meta_port_list ports;
} rig;

static void build(rig *r, const lob_str *own, uint32_t own_count, const lob_str *strings, uint32_t count) {
    lob_layout_event event = {.format = "gds", .dbu_um = 0.005, .library = LOB_STR("LIB"), .version = 600};
    r->arena = lob_arena_new(0);
    assert_non_null(r->arena);
    lob_ctx_init(&r->ctx, r->arena);
    lob_builder *builder = lob_builder_new(&r->ctx, NULL);
    const lob_sink *s = lob_builder_sink(builder);
    assert_int_equal(s->begin_layout(s->self, &event), LOB_OK);
    assert_int_equal(s->context(s->self, (lob_str){0}, own, own_count), LOB_OK);
    assert_int_equal(s->context(s->self, LOB_STR("A"), strings, count), LOB_OK);
    assert_int_equal(s->begin_cell(s->self, LOB_STR("A")), LOB_OK);
    assert_int_equal(s->end_cell(s->self), LOB_OK);
    assert_int_equal(s->end_layout(s->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(builder, &r->layout), LOB_OK);
    lob_builder_drop(builder);
}

static void read_ports(rig *r) {
    assert_int_equal(lob_port_library_read(&r->ctx, r->arena, r->layout, &r->library), LOB_OK);
    assert_int_equal(lob_meta_ports(&r->ctx, r->arena, &r->library, 0, &r->ports), LOB_OK);
}

static void drop(rig *r) {
    lob_layout_drop(r->layout);
    lob_arena_drop(r->arena);
}

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define S(text)                                                                                                        \
    { text, sizeof(text) - 1 }

static void assert_str(lob_str have, const char *expected) {
    assert_true(lob_str_equal(have, lob_str_from(expected)));
}

static const lob_str sections[] = {
    S("META('kfactory:cross_section:78687732_500')={'layer_enclosure'=>'78687732','width'=>#l500}"),
    S("META('kfactory:cross_section:78687732_5000')={'layer_enclosure'=>'78687732','width'=>#l5000}"),
    S("META('kfactory:cross_section:direct')={'layer_enclosure'=>{'main_layer'=>[layer:7/8]},'width'=>##12.5}"),
    S("META('kfactory:cross_section:nothing')={'layer_enclosure'=>'absent','width'=>'wide'}"),
    S("META('kfactory:layer_enclosure:78687732')={'main_layer'=>[layer:WG (1/0)],'name'=>'78687732','sections'=>()}"),
    S("META('kfactory:settings:meta_format')='v3'"),
};

static const lob_str maps[] = {
    S("META('kfactory:function_name')='bend'"),
    S("META('kfactory:ports:0')={'cross_section'=>'78687732_500','info'=>{'a'=>#1,'b'=>nil},'name'=>'o1',"
      "'port_type'=>'optical','trans'=>[trans:r180 -5,7]}"),
    S("META('kfactory:ports:1')={'cross_section'=>'direct','info'=>{},'name'=>'o2','port_type'=>'electrical',"
      "'dcplx_trans'=>[dcplxtrans:r33.5 *1 0.5,-0.25]}"),
    S("META('kfactory:ports:10')={'cross_section'=>'nothing','name'=>nil,'trans'=>[trans:m45 1,2]}"),
    S("META('kfactory:ports:2')={'cross_section'=>'unheard of','name'=>'o3','trans'=>[trans:r270 3,4]}"),
    S("META('kfactory:ports:3')={'name'=>'no place'}"),
    S("META('kfactory:pins:0')={'name'=>'pin'}"),
};

static void test_maps(void **state) {
    (void)state;
    rig r;
    build(&r, sections, COUNT(sections), maps, COUNT(maps));
    read_ports(&r);
    assert_int_equal(r.ports.count, 4);
    assert_int_equal(r.ports.bad_count, 1);
    const lob_meta_port *p = &r.ports.items[0];
    assert_int_equal(p->number, 0);
    assert_str(p->name, "o1");
    assert_eq(p->x_dbu, -5);
    assert_eq(p->y_dbu, 7);
    assert_eq(p->angle_deg, 180);
    assert_true(!p->mirror);
    assert_eq(p->width_dbu, 500);
    assert_str(p->layer_text, "WG (1/0)");
    assert_true(p->has_layer);
    assert_eq(p->layer, 1);
    assert_eq(p->datatype, 0);
    assert_str(p->port_type, "optical");
    assert_str(p->cross_section, "78687732_500");
    assert_int_equal(p->info->item_count, 2);
    assert_int_equal(lob_meta_member(p->info, "a")->i, 1);
    p = &r.ports.items[1]; /* micrometres, at 5 nm a unit */
    assert_int_equal(p->number, 1);
    assert_lt(fabs(p->x_dbu - 100), 1e-9);
    assert_lt(fabs(p->y_dbu + 50), 1e-9);
    assert_eq(p->angle_deg, 33.5);
    assert_eq(p->width_dbu, 12.5);
    assert_true(p->has_layer);
    assert_eq(p->layer, 7);
    assert_eq(p->datatype, 8);
    p = &r.ports.items[2];
    assert_int_equal(p->number, 2);
    assert_eq(p->angle_deg, 270);
    assert_eq(p->width_dbu, 0);
    assert_true(!p->has_layer);
    assert_eq(p->layer_text.size, 0);
    assert_null(p->info);
    p = &r.ports.items[3]; /* 10 comes behind 2, whatever the order of the strings */
    assert_int_equal(p->number, 10);
    assert_str(p->name, "");
    assert_true(p->mirror);
    assert_eq(p->angle_deg, 90);
    assert_eq(p->width_dbu, 0);
    assert_true(!p->has_layer);
    drop(&r);
}

/* A name that is only the beginning of another is not that one; what the port says itself goes before its section. */
static void test_sections(void **state) {
    (void)state;
    static const lob_str strings[] = {
        S("META('kfactory:ports:0')={'cross_section'=>'78687732_50','trans'=>[trans:r0 0,0]}"),
        S("META('kfactory:ports:1')={'cross_section'=>'78687732_500','trans'=>[trans:r0 0,0],'width'=>##7,"
          "'layer'=>[layer:9/9]}"),
        S("META('kfactory:ports:2')={'cross_section'=>'78687732_5000','trans'=>[trans:r0 0,0]}"),
        S("META('kfactory:ports:3')={'cross_section'=>'~','trans'=>[trans:r0 0,0]}"),
    };
    rig r;
    build(&r, sections, COUNT(sections), strings, COUNT(strings));
    read_ports(&r);
    assert_int_equal(r.ports.count, 4);
    assert_eq(r.ports.items[0].width_dbu, 0);
    assert_eq(r.ports.items[0].layer_text.size, 0);
    assert_eq(r.ports.items[1].width_dbu, 7);
    assert_eq(r.ports.items[1].layer, 9);
    assert_eq(r.ports.items[2].width_dbu, 5000);
    assert_eq(r.ports.items[2].layer, 1);
    assert_eq(r.ports.items[3].width_dbu, 0);
    assert_eq(r.ports.items[3].layer_text.size, 0);
    drop(&r);
}

static const lob_str flat[] = {
    S("META('kfactory:ports:0:layer')=[layer:1/0]"),
    S("META('kfactory:ports:0:name')='o1'"),
    S("META('kfactory:ports:0:port_type')='optical'"),
    S("META('kfactory:ports:0:trans')=[trans:r90 0,-3]"),
    S("META('kfactory:ports:0:width')=#l500"),
    S("META('kfactory:ports:1:dcplx_trans')='r-45 *1 1,2'"),
    S("META('kfactory:ports:1:info:loss')=##0.5"),
    S("META('kfactory:ports:1:info:kind')='x'"),
    S("META('kfactory:ports:1:layer')=[layer:HEATER]"),
    S("META('kfactory:ports:1:width')=#l-5"),
    S("META('kfactory:ports:1:unheard')=#l5"),
    S("META('kfactory:ports:x:trans')=[trans:r90 0,0]"),
    S("META('kfactory:ports:2')='no map'"),
    S("META('kfactory:ports:4294967296:trans')=[trans:r90 0,0]"),
    S("META('kfactory:ports:3x')={'trans'=>[trans:r90 0,0]}"),
};

static void test_fields(void **state) {
    (void)state;
    rig r;
    build(&r, NULL, 0, flat, COUNT(flat));
    read_ports(&r);
    assert_int_equal(r.ports.count, 2);
    assert_int_equal(r.ports.bad_count, 0);
    const lob_meta_port *p = &r.ports.items[0];
    assert_str(p->name, "o1");
    assert_eq(p->x_dbu, 0);
    assert_eq(p->y_dbu, -3);
    assert_eq(p->angle_deg, 90);
    assert_eq(p->width_dbu, 500);
    assert_str(p->layer_text, "1/0");
    assert_true(p->has_layer);
    assert_eq(p->layer, 1);
    assert_eq(p->datatype, 0);
    assert_str(p->port_type, "optical");
    p = &r.ports.items[1];
    assert_lt(fabs(p->x_dbu - 200), 1e-9);
    assert_lt(fabs(p->y_dbu - 400), 1e-9);
    assert_eq(p->angle_deg, 315);
    assert_eq(p->width_dbu, 0);
    assert_true(!p->has_layer);
    assert_str(p->layer_text, "HEATER");
    assert_int_equal(p->info->item_count, 2);
    assert_eq(lob_meta_member(p->info, "loss")->real, 0.5);
    assert_str(lob_meta_text(lob_meta_member(p->info, "kind")), "x");
    drop(&r);
}

/* One port alone, with this transformation. */
static bool place(const char *value, lob_meta_port *port) {
    rig r;
    char text[200];
    lob_str string = {text, (size_t)snprintf(text, sizeof text, "META('kfactory:ports:0:trans')=%s", value)};
    build(&r, NULL, 0, &string, 1);
    read_ports(&r);
    bool found = r.ports.count == 1;
    assert_int_equal(r.ports.bad_count, !found);
    if (found) {
        *port = r.ports.items[0];
    }
    drop(&r);
    return found;
}

static void test_transformations(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double x, y, angle;
        bool mirror;
    } good[] = {
        {"[trans:r0 1,2]", 1, 2, 0, false},
        {"[trans:m0 1,2]", 1, 2, 0, true},
        {"[trans:m90 1,2]", 1, 2, 180, true},
        {"[trans:m135 1,2]", 1, 2, 270, true},
        {"[cplxtrans:m16.5 *1.5 7,8]", 7, 8, 33, true},
        {"[dtrans:r180 0.5,-1]", 100, -200, 180, false},
        {"[dcplxtrans:r360 *2 1e1,0]", 2000, 0, 0, false},
        {"[trans:r-90 0,0]", 0, 0, 270, false},
        {"'r90 5,6'", 5, 6, 90, false},
    };
    static const char *const bad[] = {
        "[trans:]",
        "[trans:r90]",
        "[trans:x90 1,2]",
        "[trans:r 1,2]",
        "[trans:r90 1 2]",
        "[trans:r90 1,]",
        "[trans:r90 1,2 3]",
        "[trans:r90 *x 1,2]",
        "[trans:r90 *2]",
        "[trans:r90 *0 1,2]",
        "[trans:r90 1e,2]",
        "[trans:rinf 1,2]",
        "[trans:r90 1e999,2]",
        "#1",
        "nil",
        "[trans:r90 1,2",
        "[dtrans:r0 1e308,0]",
        "{}",
    };
    lob_meta_port p;
    for (size_t i = 0; i < COUNT(good); i++) {
        assert_true(place(good[i].text, &p));
        assert_close(p.x_dbu, good[i].x, 1e-9);
        assert_close(p.y_dbu, good[i].y, 1e-9);
        assert_close(p.angle_deg, good[i].angle, 1e-9);
        assert_eq(p.mirror, good[i].mirror);
    }
    for (size_t i = 0; i < COUNT(bad); i++) {
        assert_false(place(bad[i], &p));
    }
}

static void test_layers(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool good;
        uint32_t layer, datatype;
    } cases[] = {
        {"1/0", true, 1, 0},   {"WG (34/5)", true, 34, 5}, {"'a (b' (4294967295/2)", true, UINT32_MAX, 2},
        {"name", false, 0, 0}, {"", false, 0, 0},          {"1/", false, 0, 0},
        {"/1", false, 0, 0},   {"1/0x", false, 0, 0},      {"4294967296/0", false, 0, 0},
        {")", false, 0, 0},    {"()", false, 0, 0},        {"-1/0", false, 0, 0},
        {"1/0)", false, 0, 0}, {"21/0)", false, 0, 0},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        uint32_t layer, datatype;
        const size_t size = strlen(cases[i].text);
        char *own = malloc(size + !size); /* not a byte more: nothing behind the text may be read */
        memcpy(own, cases[i].text, size);
        bool good = lob_meta_layer_numbers((lob_str){own, size}, &layer, &datatype);
        free(own);
        assert_int_equal(good, cases[i].good);
        if (good) {
            assert_eq(layer, cases[i].layer);
            assert_eq(datatype, cases[i].datatype);
        }
    }
}

static void test_no_context(void **state) {
    (void)state;
    rig r;
    build(&r, NULL, 0, NULL, 0);
    read_ports(&r);
    assert_int_equal(r.ports.count, 0);
    assert_int_equal(r.ports.bad_count, 0);
    drop(&r);
}

static bool read_again(void *arg) {
    rig *r = arg;
    lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_port_library library;
    lob_meta_port_list ports;
    if (!arena) {
        return false;
    }
    lob_ctx_init(&ctx, arena);
    bool fine = lob_port_library_read(&ctx, arena, r->layout, &library) == LOB_OK &&
                lob_meta_ports(&ctx, arena, &library, 0, &ports) == LOB_OK;
    if (!fine) {
        assert_eq(ctx.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_arena_drop(arena);
    return fine;
}

/* An arena takes few blocks, so the strings are repeated until they need several at each step. */
static void test_allocations(void **state) {
    (void)state;
    enum { TIMES = 150 };
    static lob_str many[TIMES * COUNT(maps) + TIMES * COUNT(flat)];
    uint32_t count = 0;
    for (unsigned i = 0; i < TIMES; i++) {
        for (size_t k = 0; k < COUNT(maps); k++) {
            many[count++] = maps[k];
        }
        for (size_t k = 0; k < COUNT(flat); k++) {
            many[count++] = flat[k];
        }
    }
    rig r;
    build(&r, many, count, many, count);
    assert_gt(sweep_allocations(read_again, &r), 3);
    drop(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_maps),        cmocka_unit_test(test_fields),   cmocka_unit_test(test_transformations),
        cmocka_unit_test(test_layers),      cmocka_unit_test(test_sections), cmocka_unit_test(test_no_context),
        cmocka_unit_test(test_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

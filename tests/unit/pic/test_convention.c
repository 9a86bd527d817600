/* Convention files: every built-in one holds together, each fault is told with its place, and `extends` takes over what
 * the file leaves open. */
#include "tests/support/lob_test.h"

#include "pic_rig.h"

#include "gen/conventions.h"
#include "pic/convention.h"
#include "tests/unit/base/sweep.h"
#include "json/reader.h"

#define HEAD "{\"schema_version\":\"1.0\",\"name\":\"mine\""
#define LAYERS                                                                                                         \
    ",\"layers\":{\"P\":{\"layer\":9,\"datatype\":1,\"role\":\"port\"},\"T\":{\"layer\":9,\"datatype\":2,\"role\":"    \
    "\"text\"}}"
#define MARKER(more)       HEAD LAYERS ",\"port_markers\":[{\"id\":\"m\"," more "}]}"
#define LABEL(regex, more) HEAD LAYERS ",\"labels\":[{\"regex\":\"" regex "\",\"on\":[\"T\"],\"means\":\"x\"" more "}]}"

static lob_status load(lob_ctx *ctx, const char *text, lob_convention_chain *chain) {
    return lob_convention_load(ctx, lob_str_from(text), chain);
}

static void test_builtin(void **state) {
    (void)state;
    static const char *const names[] = {"edge-on-boundary", "gdsfactory",        "klayout-meta",
                                        "openepda-nazca",   "siepic-ebeam-2016", "siepic-ebeam"};
    rig r;
    rig_start(&r);
    assert_int_equal(LOB_CONVENTION_TEXT_COUNT, 6);
    for (int i = 0; i < LOB_CONVENTION_TEXT_COUNT; i++) {
        lob_convention_chain chain;
        bool found;
        assert_int_equal(load(&r.ctx, lob_convention_texts[i], &chain), LOB_OK);
        assert_true(text_is(chain.items[0]->name, names[i])); /* by file name */
        assert_int_equal(lob_convention_builtin(&r.ctx, lob_str_from(names[i]), &found, &chain), LOB_OK);
        assert_true(found);
    }
    lob_convention_chain chain;
    bool found;
    assert_int_equal(lob_convention_builtin(&r.ctx, LOB_STR("nothing"), &found, &chain), LOB_OK);
    assert_false(found);
    lob_arena_drop(r.arena);
}

typedef struct fault {
    const char *text, *path; /* path NULL: no issue */
    const char *reason;
} fault;

static const fault faults[] = {
    {"", NULL, "json"},
    {"{\"a\":1,}", NULL, "json"},
    {"[]", "$", "convention"},
    {"{}", "$.schema_version", "convention"},
    {"{\"schema_version\":\"2.0\",\"name\":\"x\"}", "$.schema_version", "convention"},
    {HEAD ",\"names\":1}", "$.names", "convention"},
    {"{\"schema_version\":\"1.0\",\"name\":\"Mine\"}", "$.name", "format"},
    {HEAD ",\"extends\":\"../other.json\"}", "$.extends", "extends"},
    {HEAD ",\"layers\":{\"P\":{\"layer\":9,\"datatype\":1}}}", "$.layers.P.role", "convention"},
    {HEAD ",\"layers\":{\"P\":{\"layer\":-1,\"datatype\":1,\"role\":\"port\"}}}", "$.layers.P.layer", "convention"},
    {MARKER("\"on\":\"Q\",\"shape\":\"path2\""), "$.port_markers[0].on", "layer"},
    {MARKER("\"shape\":\"path2\""), "$.port_markers[0].on", "required"},
    {MARKER("\"on\":\"P\",\"shape\":\"circle\""), "$.port_markers[0].shape", "convention"},
    {MARKER("\"on\":\"P\",\"shape\":\"path2\",\"direction\":\"tip\""), "$.port_markers[0].direction", "shape"},
    {MARKER("\"on\":\"P\",\"shape\":\"arrow\",\"position\":\"mid\""), "$.port_markers[0].position", "shape"},
    {MARKER("\"on\":\"P\",\"shape\":\"arrow\",\"width\":\"base\""), "$.port_markers[0].width", "shape"},
    {MARKER("\"on\":\"P\",\"shape\":\"box\",\"connects\":[\"P\",\"Z\"]"), "$.port_markers[0].connects[1]", "layer"},
    {MARKER("\"on\":\"P\",\"shape\":\"box\",\"name\":{\"from\":\"text\",\"on\":\"Z\"}"), "$.port_markers[0].name",
     "layer"},
    {MARKER("\"shape\":\"edge_on_boundary\",\"name\":{\"from\":\"text\"}"), "$.port_markers[0].name", "required"},
    {MARKER("\"on\":\"P\",\"shape\":\"box\"},{\"id\":\"m\",\"on\":\"P\",\"shape\":\"box\""), "$.port_markers[1].id",
     "unique"},
    {HEAD ",\"device\":{\"on\":\"D\"}}", "$.device.on", "layer"},
    {HEAD ",\"known_ports\":[{\"cell\":\"a\",\"name\":\"o\",\"x_um\":0,\"y_um\":0,\"layer\":\"D\"}]}",
     "$.known_ports[0].layer", "layer"},
    {HEAD LAYERS ",\"labels\":[{\"regex\":\"a\",\"on\":[\"T\",\"U\"],\"means\":\"x\"}]}", "$.labels[0].on[1]", "layer"},
    {LABEL("a(", ""), "$.labels[0].regex", "regex"},
    {LABEL("a{1000}", ""), "$.labels[0].regex", "regex"},
    {LABEL("(a)\\\\1", ""), "$.labels[0].regex", "regex"},
    {LABEL("(a)b", ",\"groups\":[\"x\",\"y\"]"), "$.labels[0].groups", "maxItems"},
};

static const char *detail(const lob_error *error, const char *key) {
    static char text[200];
    for (unsigned i = 0; i < error->detail_count; i++) {
        if (strcmp(error->details[i].key, key) == 0) {
            snprintf(text, sizeof text, "%.*s", (int)error->details[i].text.size, error->details[i].text.data);
            return text;
        }
    }
    return "";
}

static void test_faults(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        lob_case("%zu: %s", i, faults[i].text);
        rig r;
        lob_convention_chain chain;
        rig_start(&r);
        lob_status status = load(&r.ctx, faults[i].text, &chain);
        const lob_error *e = &r.ctx.error;
        if (status != LOB_E_INVALID_TARGET || strcmp(detail(e, "reason"), faults[i].reason) != 0 ||
            (faults[i].path && (e->issue_count == 0 || strcmp(e->issues[0].path, faults[i].path) != 0))) {
            fail_msg("%s: %d, reason %s, at %s", faults[i].text, status, detail(e, "reason"),
                     e->issue_count ? e->issues[0].path : "nothing");
        }
        assert_ne(e->hint[0], '\0');
        lob_arena_drop(r.arena);
    }
}

static void test_size(void **state) {
    (void)state;
    rig r;
    lob_convention_chain chain;
    rig_start(&r);
    char *text = lob_malloc(LOB_CONVENTION_SIZE_MAX + 2);
    memset(text, ' ', LOB_CONVENTION_SIZE_MAX + 1);
    lob_str large = {text, LOB_CONVENTION_SIZE_MAX + 1};
    assert_int_equal(lob_convention_load(&r.ctx, large, &chain), LOB_E_INVALID_TARGET);
    assert_string_equal(detail(&r.ctx.error, "reason"), "size");
    lob_free(text);
    lob_arena_drop(r.arena);
}

/* Own layers stand before those of the same name in the extended file, own markers come first. */
static void test_extends(void **state) {
    (void)state;
    static const char text[] = HEAD ",\"extends\":\"siepic-ebeam\",\"layers\":{\"PinRec\":{\"layer\":7,\"datatype\":7,"
                                    "\"role\":\"port\"},\"SiN\":{\"layer\":5,\"datatype\":0,\"role\":\"other\"}}}";
    rig r;
    lob_convention_chain chain;
    lob_rulebook book;
    rig_begin(&r);
    cell_begin(&r, "a");
    put_box(&r, 1, 0, (lob_box){0, -250, 1000, 250});
    put_box(&r, 4, 0, (lob_box){0, -250, 1000, 250});
    put_pin(&r, 7, 7, (lob_point){10, 0}, (lob_point){-10, 0}, 500);
    put_pin(&r, 1, 10, (lob_point){990, 0}, (lob_point){1010, 0}, 500);
    cell_end(&r);
    rig_finish(&r);
    assert_int_equal(load(&r.ctx, text, &chain), LOB_OK);
    assert_int_equal(chain.count, 2);
    assert_int_equal(lob_convention_find_layer(&chain, LOB_STR("PinRec"))->layer, 7);
    assert_int_equal(lob_convention_find_layer(&chain, LOB_STR("DevRec"))->layer, 68);
    assert_null(lob_convention_find_layer(&chain, LOB_STR("nothing")));
    assert_int_equal(lob_rulebook_make(&r.ctx, r.layout, &chain, 1, &book), LOB_OK);
    assert_int_equal(book.rule_count, 2); /* pin_path and pin_box; the other layers are not there */
    assert_int_equal(book.rules[0].on, lob_layout_find_layer(r.layout, 7, 7));
    assert_int_equal(book.device_count, 0);
    assert_int_equal(book.guides.count, 1); /* SiN is something else here */
    rig_open(&r, text);
    lob_ports ports = ports_of(&r, "a");
    assert_int_equal(ports.count, 1);
    assert_non_null(port_at(&ports, "", 0, 0, 180));
    rig_drop(&r);
}

static bool run_load(void *arg) {
    lob_arena *arena = lob_arena_new(0);
    lob_convention_chain chain;
    lob_ctx ctx;
    if (!arena) {
        return false;
    }
    lob_ctx_init(&ctx, arena);
    lob_status status = load(&ctx, arg, &chain);
    if (status != LOB_OK) {
        assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_arena_drop(arena);
    return status == LOB_OK;
}

static void test_memory(void **state) {
    (void)state;
    lob_json_init();
    char text[] = HEAD ",\"extends\":\"gdsfactory\"}";
    assert_gt(sweep_allocations(run_load, text), 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_builtin), cmocka_unit_test(test_faults), cmocka_unit_test(test_size),
        cmocka_unit_test(test_extends), cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

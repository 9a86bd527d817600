/* Which of three says what a layer is called, and whether it is shown. What a .lyp means was asked of KLayout 0.28.5
 * (LayoutView, effective visibility of the same lines); the layers and names are put together by hand. */
#include "tests/support/lob_test.h"

#include "../pic/pic_rig.h"

#include "session/session.h"
#include "tests/unit/base/sweep.h"

#define HEAD                  "<?xml version=\"1.0\"?><layer-properties>"
#define LYP(body)             HEAD body "</layer-properties>"
#define ENTRY(source, inside) "<properties>" inside "<source>" source "</source></properties>"
#define NAME(name)            "<name>" name "</name>"
#define HIDDEN                "<visible>false</visible>"

/* 1/0 and 68/0 with a SiEPIC pin on 1/10; 2/0 and 3/0 are named by the file; 4/7. */
static void make(rig *r, const char *convention) {
    rig_begin(r);
    assert_int_equal(r->sink->layer_name(r->sink->self, 2, 0, LOB_STR("OAS2")), LOB_OK);
    assert_int_equal(r->sink->layer_name(r->sink->self, 3, 0, LOB_STR("OAS3")), LOB_OK);
    cell_begin(r, "a");
    put_box(r, 1, 0, (lob_box){0, -250, 5000, 250});
    put_box(r, 2, 0, (lob_box){0, 0, 10, 10});
    put_box(r, 3, 0, (lob_box){0, 0, 10, 10});
    put_box(r, 4, 7, (lob_box){0, 0, 10, 10});
    put_box(r, 68, 0, (lob_box){0, -500, 5000, 500});
    put_pin(r, 1, 10, (lob_point){10, 0}, (lob_point){-10, 0}, 500);
    put_text(r, 1, 10, (lob_point){0, 0}, "opt1");
    cell_end(r);
    rig_finish(r);
    rig_open(r, convention);
}

static lob_status open_text(rig *r, const lob_pic *pic, const char *text, lob_looks **looks) {
    lob_source *source = NULL;
    if (!text) {
        return lob_looks_open(&r->ctx, r->layout, pic, NULL, (lob_str){0}, looks);
    }
    LOB_TRY(lob_source_open_memory(&r->ctx, text, strlen(text), &(lob_source_options){.hash = false}, &source));
    lob_status status = lob_looks_open(&r->ctx, r->layout, pic, source, LOB_STR("/data/a.lyp"), looks);
    lob_source_close(source);
    return status;
}

static void assert_look(const rig *r, const lob_looks *looks, uint32_t layer, uint32_t datatype, const char *name,
                        lob_name_source from, bool visible) {
    lob_layer_index index = lob_layout_find_layer(r->layout, layer, datatype);
    assert_ne(index, LOB_NONE);
    lob_layer_look look = lob_looks_layer(looks, r->layout, index);
    assert_int_equal(look.source, from);
    assert_int_equal(look.visible, visible);
    assert_int_equal(look.name.data != NULL, name != NULL);
    if (name) {
        assert_true(lob_str_equal(look.name, lob_str_from(name)));
    }
    const lob_session session = {.layout = r->layout, .looks = (lob_looks *)(uintptr_t)looks};
    lob_layer_look same = lob_session_layer(&session, index);
    assert_eq(same.name.data, look.name.data);
    assert_eq(same.visible, look.visible);
    assert_eq(lob_session_lyp(&session), looks ? looks->lyp : NULL);
}

static void without_looks(void **state) {
    (void)state;
    rig r;
    make(&r, NULL);
    assert_look(&r, NULL, 1, 0, NULL, LOB_NAME_NONE, true);
    assert_look(&r, NULL, 2, 0, "OAS2", LOB_NAME_OASIS, true);
    lob_looks *looks = NULL;
    assert_int_equal(open_text(&r, NULL, NULL, &looks), LOB_OK);
    assert_null(looks->lyp);
    assert_look(&r, looks, 1, 0, NULL, LOB_NAME_NONE, true);
    assert_look(&r, looks, 3, 0, "OAS3", LOB_NAME_OASIS, true);
    lob_looks_drop(looks);
    lob_looks_drop(NULL);
    rig_drop(&r);
}

static void by_convention(void **state) {
    (void)state;
    rig r;
    lob_looks *looks = NULL;
    make(&r, NULL); /* siepic-ebeam, 0.95 */
    assert_int_equal(open_text(&r, r.pic, NULL, &looks), LOB_OK);
    assert_look(&r, looks, 1, 0, "Si", LOB_NAME_CONVENTION, true);
    assert_look(&r, looks, 1, 10, "PinRec", LOB_NAME_CONVENTION, true);
    assert_look(&r, looks, 68, 0, "DevRec", LOB_NAME_CONVENTION, true);
    assert_look(&r, looks, 2, 0, "OAS2", LOB_NAME_OASIS, true); /* Si_etch_partial there, but the file goes before */
    assert_look(&r, looks, 4, 7, NULL, LOB_NAME_NONE, true);
    lob_looks_drop(looks);
    rig_drop(&r);
}

static void lyp_goes_first(void **state) {
    (void)state;
    rig r;
    lob_looks *looks = NULL;
    make(&r, NULL);
    static const char text[] =
        LYP(ENTRY("1/0@1", NAME("Core")) ENTRY("OAS2@1", NAME("Second") HIDDEN) ENTRY("3/0@1", HIDDEN)
                ENTRY("4/*@1", NAME("Fours") HIDDEN) ENTRY("68/0@1", HIDDEN NAME("one")) ENTRY("68/0@1", NAME("two")));
    assert_int_equal(open_text(&r, r.pic, text, &looks), LOB_OK);
    assert_look(&r, looks, 1, 0, "Core", LOB_NAME_LYP, true);
    assert_look(&r, looks, 2, 0, "Second", LOB_NAME_LYP, false);
    assert_look(&r, looks, 3, 0, "OAS3", LOB_NAME_OASIS, false);        /* the entry says no name */
    assert_look(&r, looks, 4, 7, NULL, LOB_NAME_NONE, false);           /* a wildcard is no name of a layer */
    assert_look(&r, looks, 68, 0, "one", LOB_NAME_LYP, true);           /* the first names, any shows */
    assert_look(&r, looks, 1, 10, "PinRec", LOB_NAME_CONVENTION, true); /* not in the .lyp */
    assert_int_equal(looks->layer_count_matched, 5);
    assert_int_equal(looks->lyp->entry_count, 6);
    assert_true(lob_str_equal(looks->lyp_path, LOB_STR("/data/a.lyp")));
    lob_looks_drop(looks);
    rig_drop(&r);
}

static void broken_lyp(void **state) {
    (void)state;
    rig r;
    lob_looks *looks = NULL;
    make(&r, NULL);
    assert_int_equal(open_text(&r, r.pic, HEAD "<properties>", &looks), LOB_E_UNSUPPORTED_FORMAT);
    assert_null(looks);
    rig_drop(&r);
}

/* 65,536 layers and 4,097 entries: one more than the work allowed. */
static void too_much_work(void **state) {
    (void)state;
    enum { LAYERS = 65536, ENTRIES = 4097 };
    static const char entry[] = ENTRY("5/5@1", "");
    rig r;
    rig_begin(&r);
    cell_begin(&r, "a");
    for (uint32_t i = 0; i < LAYERS; i++) {
        put_box(&r, i, 0, (lob_box){0, 0, 1, 1});
    }
    cell_end(&r);
    rig_finish(&r);
    r.pic = NULL;
    size_t size = sizeof entry - 1;
    char *text = lob_arena_alloc(r.arena, ENTRIES * size + 200);
    assert_non_null(text);
    strcpy(text, HEAD);
    char *at = text + strlen(text);
    for (int i = 0; i < ENTRIES; i++, at += size) {
        memcpy(at, entry, size);
    }
    strcpy(at, "</layer-properties>");
    lob_looks *looks = NULL;
    assert_int_equal(open_text(&r, NULL, text, &looks), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_true(lob_str_equal(r.ctx.error.details[0].text, LOB_STR("lyp_work")));
    assert_ne(r.ctx.error.hint[0], '\0');
    rig_drop(&r);
}

static bool sweep_one(void *arg) {
    rig *r = arg, own = *r;
    lob_looks *looks = NULL;
    own.arena = lob_arena_new(0);
    if (!own.arena) {
        return false;
    }
    lob_ctx_init(&own.ctx, own.arena);
    lob_status status = open_text(&own, r->pic, LYP(ENTRY("1/0@1", NAME("Core"))), &looks);
    lob_looks_drop(looks);
    lob_arena_drop(own.arena);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    return status == LOB_OK;
}

static void failing_allocations(void **state) {
    (void)state;
    rig r;
    make(&r, NULL);
    assert_gt(sweep_allocations(sweep_one, &r), 4);
    rig_drop(&r);
}

static void cancelled(void **state) {
    (void)state;
    rig r;
    lob_looks *looks = NULL;
    lob_cancel cancel;
    make(&r, NULL);
    atomic_init(&cancel.requested, true);
    r.ctx.cancel = &cancel;
    assert_int_equal(open_text(&r, r.pic, LYP(ENTRY("1/0@1", "")), &looks), LOB_E_CANCELLED);
    rig_drop(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_looks), cmocka_unit_test(by_convention), cmocka_unit_test(lyp_goes_first),
        cmocka_unit_test(broken_lyp),    cmocka_unit_test(too_much_work), cmocka_unit_test(failing_allocations),
        cmocka_unit_test(cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

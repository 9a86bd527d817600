/* A digest of libcrypto that refuses: the content hash is an error then, never another hash.
 * A program of its own: it stands in for SHA256_Update and SHA256_Final. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <dlfcn.h>

#include <openssl/sha.h>

#include "tests/support/lob_test.h"

#include "base/ctx.h"
#include "db/builder.h"
#include "db/weight.h"

static unsigned updates, refused_at; /* the update that is refused; 0: none */
static bool is_end_refused;

int SHA256_Update(SHA256_CTX *state, const void *data, size_t size) {
    static int (*real)(SHA256_CTX *, const void *, size_t);
    if (!real) {
        *(void **)&real = dlsym(RTLD_NEXT, "SHA256_Update");
    }
    return ++updates == refused_at ? 0 : real(state, data, size);
}

int SHA256_Final(unsigned char *digest, SHA256_CTX *state) {
    static int (*real)(unsigned char *, SHA256_CTX *);
    if (!real) {
        *(void **)&real = dlsym(RTLD_NEXT, "SHA256_Final");
    }
    return is_end_refused ? 0 : real(digest, state);
}

static lob_layout *three_cells(lob_ctx *ctx) {
    lob_builder *builder = lob_builder_new(ctx, NULL);
    const lob_sink *s = lob_builder_sink(builder);
    lob_layout_event event = {.format = "gds", .dbu_um = 0.001, .library = LOB_STR("LIB")};
    lob_element e = {.layer = 1};
    lob_layout *layout;
    assert_int_equal(s->begin_layout(s->self, &event), LOB_OK);
    for (int i = 0; i < 3; i++) {
        const char name[] = {(char)('A' + i)};
        s->begin_cell(s->self, (lob_str){name, 1});
        assert_int_equal(s->box(s->self, &e, (lob_box){0, 0, 10 * i + 1, 5}), LOB_OK);
        s->end_cell(s->self);
    }
    assert_int_equal(lob_builder_freeze(builder, &layout), LOB_OK);
    lob_builder_drop(builder);
    return layout;
}

static void test_refused(void **state) {
    (void)state;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    char hash[33];
    lob_ctx_init(&ctx, arena);
    lob_layout *layout = three_cells(&ctx);
    updates = 0;
    assert_int_equal(lob_layout_content_hash(&ctx, layout, hash), LOB_OK);
    const unsigned count = updates;
    assert_ge(count, 9); /* the database unit, and two for the layout and each cell */
    for (unsigned i = 1; i <= count; i++) {
        updates = 0;
        refused_at = i;
        assert_int_equal(lob_layout_content_hash(&ctx, layout, hash), LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    refused_at = 0;
    is_end_refused = true;
    assert_int_equal(lob_layout_content_hash(&ctx, layout, hash), LOB_E_TOOL_LIMIT_EXCEEDED);
    is_end_refused = false;
    assert_int_equal(lob_layout_content_hash(&ctx, layout, hash), LOB_OK);
    lob_layout_drop(layout);
    lob_arena_drop(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

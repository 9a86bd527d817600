/* The acceptance of RFC 0006: 100 records of four tiles, 12 groups, two scopes: 24 assertions, each over all records of
 * a group. The fixture's ids are Python's (hashlib), its groups found by comparing all pairs. */
#include "tests/support/lob_test.h"

#include "report_support.h"

#include "../base/sweep.h"
#include "litho/resolve.h"

enum { RECORDS = 100, GROUPS = 12, SHADOWS = 88 };

static const lob_litho_violation *canonical_of(const lob_violations *v, const char *group) {
    for (uint32_t i = 0; i < v->count; i++) {
        if (strcmp(v->items[i].group_id, group) == 0 && !v->items[i].is_shadow) {
            return &v->items[i];
        }
    }
    return NULL;
}

static lob_resolution resolve(bench *b, const lob_violations *v, const char *id, lob_resolve_scope scope) {
    lob_resolution resolution;
    assert_int_equal(lob_violation_resolve(&b->ctx, v, lob_str_from(id), scope, &resolution), LOB_OK);
    return resolution;
}

static bool resolves_to_canonical(bench *b, const lob_violations *v, const char *group) {
    const lob_litho_violation *canonical = canonical_of(v, group);
    bool is_fine = canonical != NULL;
    uint32_t members = 0;
    for (uint32_t i = 0; i < v->count; i++) {
        members += strcmp(v->items[i].group_id, group) == 0;
    }
    for (uint32_t i = 0; i < v->count; i++) {
        if (strcmp(v->items[i].group_id, group) != 0) {
            continue;
        }
        const lob_resolution r = resolve(b, v, v->items[i].id, LOB_RESOLVE_GROUP);
        is_fine = is_fine && r.verdict == LOB_RESOLVE_FOUND && r.target == canonical && r.count == members;
        for (uint32_t k = 0; is_fine && k < r.count; k++) {
            is_fine = r.members[k]->record == k && strcmp(r.members[k]->group_id, group) == 0;
        }
    }
    return is_fine && members > 1;
}

static bool resolves_to_itself(bench *b, const lob_violations *v, const char *group) {
    bool is_fine = true;
    for (uint32_t i = 0; i < v->count; i++) {
        if (strcmp(v->items[i].group_id, group) != 0) {
            continue;
        }
        const lob_resolution r = resolve(b, v, v->items[i].id, LOB_RESOLVE_RECORD_ONLY);
        is_fine = is_fine && r.verdict == LOB_RESOLVE_FOUND && r.target == &v->items[i] && r.count == 1 &&
                  r.members[0] == &v->items[i];
    }
    return is_fine;
}

static void the_24_assertions(void **unused) {
    (void)unused;
    bench b = begin();
    const lob_violations v = read_acceptance(&b);
    uint32_t groups = 0, assertions = 0;
    assert_int_equal(v.count, RECORDS);
    for (uint32_t i = 0; i < v.count; i++) {
        if (!v.items[i].is_shadow) {
            groups++;
            assert_true(resolves_to_canonical(&b, &v, v.items[i].group_id));
            assert_true(resolves_to_itself(&b, &v, v.items[i].group_id));
            assertions += 2;
        }
    }
    assert_int_equal(groups, GROUPS);
    assert_int_equal(v.count - groups, SHADOWS);
    assert_int_equal(assertions, 24);
    end(&b);
}

/* What the tiles told, in another order and without ids: the engine's groups and ids are Python's. */
static void the_engine_finds_the_same_groups(void **unused) {
    (void)unused;
    bench b = begin();
    const lob_violations v = read_acceptance(&b);
    for (uint32_t stride = 1; stride < RECORDS; stride += 2) {
        lob_litho_violation mixed[RECORDS];
        if (stride % 5 == 0) {
            continue; /* divides 100 */
        }
        for (uint32_t i = 0; i < RECORDS; i++) {
            mixed[i] = v.items[i * stride % RECORDS];
            memset(mixed[i].id, 0, sizeof mixed[i].id);
            memset(mixed[i].group_id, 0, sizeof mixed[i].group_id);
            mixed[i].record = mixed[i].group = 0;
            mixed[i].is_shadow = false;
        }
        lob_violations again = v;
        again.items = mixed;
        again.group_count = 0;
        assert_int_equal(lob_violations_dedup(&b.ctx, &again), LOB_OK);
        assert_int_equal(again.group_count, GROUPS);
        for (uint32_t i = 0; i < RECORDS; i++) {
            assert_string_equal(again.items[i].id, v.items[i].id);
            assert_string_equal(again.items[i].group_id, v.items[i].group_id);
            assert_int_equal(again.items[i].group, v.items[i].group);
            assert_int_equal(again.items[i].is_shadow, v.items[i].is_shadow);
            assert_eq(again.items[i].x_nm, v.items[i].x_nm);
            assert_eq(again.items[i].y_nm, v.items[i].y_nm);
            assert_int_equal(again.items[i].tile_column, v.items[i].tile_column);
            assert_int_equal(again.items[i].tile_row, v.items[i].tile_row);
        }
    }
    end(&b);
}

static void the_fixture_is_what_its_script_makes(void **unused) {
    (void)unused;
    if (system("python3 -c 'import hashlib' 2>/dev/null") != 0) {
        print_message("no python3: the fixture is not made again\n");
        skip();
    }
    assert_int_equal(system("python3 tests/oracle/litho_acceptance.py --check"), 0);
}

static void the_deck_is_the_one_beside_it(void **unused) {
    (void)unused;
    bench b = begin();
    lob_litho_deck deck;
    size_t size;
    const lob_violations v = read_acceptance(&b);
    char *text = read_text("fixtures/litho/deck.json", &size);
    assert_int_equal(lob_litho_deck_read(&b.ctx, (lob_str){text, size}, &deck), LOB_OK);
    assert_string_equal(deck.hash, v.deck_hash);
    assert_true(lob_str_equal(deck.name, v.deck_name));
    free(text);
    end(&b);
}

static void a_newer_minor_version_means_the_same_record(void **unused) {
    (void)unused;
    bench b = begin();
    const lob_violations v = read_acceptance(&b);
    lob_violation_key key;
    char id[LOB_VIOLATION_ID_SIZE + 1];
    assert_true(lob_violation_id_parse(lob_str_from(v.items[50].id), &key));
    key.version[1] = 7;
    lob_violation_id_print(&key, id);
    assert_ptr_equal(resolve(&b, &v, id, LOB_RESOLVE_RECORD_ONLY).target, &v.items[50]);
    end(&b);
}

static void assert_verdict(bench *b, const lob_violations *v, const char *id, lob_resolve_verdict verdict,
                           const char *reason) {
    for (int scope = 0; scope < 2; scope++) {
        const lob_resolution r = resolve(b, v, id, (lob_resolve_scope)scope);
        assert_int_equal(r.verdict, verdict);
        assert_null(r.target);
        assert_int_equal(r.count, 0);
        assert_string_equal(lob_resolve_reason(r.verdict), reason);
    }
}

static void what_is_not_there_is_told_apart(void **unused) {
    (void)unused;
    bench b = begin();
    const lob_violations v = read_acceptance(&b);
    lob_violation_key key, other;
    char id[LOB_VIOLATION_ID_SIZE + 1];
    assert_true(lob_violation_id_parse(lob_str_from(v.items[0].id), &key));
    assert_verdict(&b, &v, "v37", LOB_RESOLVE_NO_ID, "not_an_id");
    other = key;
    other.version[0] = 2;
    lob_violation_id_print(&other, id);
    assert_verdict(&b, &v, id, LOB_RESOLVE_OTHER_VERSION, "schema_version");
    other = key;
    other.deck[7] ^= 1;
    lob_violation_id_print(&other, id);
    assert_verdict(&b, &v, id, LOB_RESOLVE_OTHER_DECK, "rule_deck");
    other = key;
    other.record = 8; /* the group has eight */
    lob_violation_id_print(&other, id);
    assert_verdict(&b, &v, id, LOB_RESOLVE_ABSENT, "unknown_id");
    other = key;
    other.group_id[0] = other.group_id[0] == '0' ? '1' : '0';
    lob_violation_id_print(&other, id);
    assert_verdict(&b, &v, id, LOB_RESOLVE_ABSENT, "unknown_id");
    lob_violations cut = v; /* the list ends before the group, or begins behind its canonical record */
    cut.count = 0;
    assert_verdict(&b, &cut, v.items[0].id, LOB_RESOLVE_ABSENT, "unknown_id");
    cut = v;
    cut.items++;
    cut.count--;
    assert_verdict(&b, &cut, v.items[1].id, LOB_RESOLVE_ABSENT, "unknown_id");
    cut = v;
    cut.deck_hash[0] = '\0';
    assert_verdict(&b, &cut, v.items[1].id, LOB_RESOLVE_OTHER_DECK, "rule_deck");
    assert_string_equal(lob_resolve_reason(LOB_RESOLVE_FOUND), "");
    end(&b);
}

static bool run_once(void *arg) {
    const lob_violations *v = arg;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_resolution resolution;
    if (!arena) {
        return false;
    }
    lob_ctx_init(&ctx, arena);
    const lob_status status =
        lob_violation_resolve(&ctx, v, lob_str_from(v->items[9].id), LOB_RESOLVE_GROUP, &resolution);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_arena_drop(arena);
    return status == LOB_OK;
}

static void survives_every_failing_allocation(void **unused) {
    (void)unused;
    bench b = begin();
    lob_violations v = read_acceptance(&b);
    assert_ge(sweep_allocations(run_once, &v), 1);
    end(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_24_assertions),
        cmocka_unit_test(the_engine_finds_the_same_groups),
        cmocka_unit_test(the_fixture_is_what_its_script_makes),
        cmocka_unit_test(the_deck_is_the_one_beside_it),
        cmocka_unit_test(a_newer_minor_version_means_the_same_record),
        cmocka_unit_test(what_is_not_there_is_told_apart),
        cmocka_unit_test(survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Property sets: equal ones have one index, others another, against comparing each with each. */
#include "tests/support/lob_test.h"

#include "db/intern.h"

#include "base/alloc.h"
#include "db/layout_impl.h"
#include "tests/unit/base/sweep.h"

enum { COUNT = 3000, VALUES = 3 };

typedef struct sample {
    lob_prop prop[2];
    lob_prop_value values[2][VALUES];
    uint32_t count;
    unsigned code[12]; /* what it was made of */
} sample;

static sample samples[COUNT];

static uint32_t state_of_dice;

static unsigned dice(unsigned sides) {
    state_of_dice = state_of_dice * 1664525u + 1013904223u;
    return (state_of_dice >> 8) % sides;
}

static void make_value(lob_prop_value *v, unsigned kind, unsigned which) {
    static const char *const texts[] = {"", "a", "b", "net"};
    static const double reals[] = {0, -0.0, 1.5, 1e300};
    memset(v, 0, sizeof *v);
    v->kind = (lob_prop_kind)kind;
    if (v->kind == LOB_PROP_STRING) {
        v->string = lob_str_from(texts[which]);
    } else if (v->kind == LOB_PROP_REAL) {
        v->real = reals[which];
    } else if (v->kind == LOB_PROP_INT) {
        v->i = (int64_t)which - 2;
    } else {
        v->u = which;
    }
}

/* The code says all that counts, so two are equal exactly when their codes are. */
static void make_sample(sample *s, unsigned wide) {
    memset(s, 0, sizeof *s);
    s->count = dice(8) == 0 ? 2 : 1;
    unsigned *code = s->code;
    *code++ = s->count;
    for (unsigned i = 0; i < s->count; i++) {
        lob_prop *p = &s->prop[i];
        const unsigned value_count = s->count == 2 ? 1 : dice(VALUES + 1);
        const unsigned named = dice(3), number = dice(wide) + 1, standard = dice(2);
        *p = (lob_prop){.is_standard = standard, .value_count = value_count, .values = s->values[i]};
        if (named == 0) {
            p->name_by_ref = true;
            p->name_ref = number;
        } else if (named == 1) {
            p->attr = (uint16_t)number;
        } else {
            p->name = number % 2 ? LOB_STR("P") : LOB_STR("Q");
        }
        *code++ = named * 100000 + (named == 2 ? number % 2 : number) * 100 + standard * 10 + value_count;
        for (unsigned k = 0; k < value_count; k++) {
            const unsigned kind = dice(5), which = dice(4);
            make_value(&s->values[i][k], kind, which);
            *code++ = kind * 10 + which + 1;
        }
    }
}

static bool run(void *arg) {
    const unsigned wide = *(const unsigned *)arg;
    static uint32_t index[COUNT];
    lob_intern in;
    lob_layout *layout = lob_layout_new(0);
    const unsigned count = wide > 2 ? COUNT : 200;
    bool fine = layout && lob_intern_init(&in, layout);
    state_of_dice = wide;
    for (unsigned k = 0; fine && k < count; k++) {
        make_sample(&samples[k], wide);
        index[k] = lob_intern_props(&in, samples[k].prop, samples[k].count);
        fine = index[k] != LOB_NONE;
    }
    for (unsigned k = 0; fine && k < count; k++) {
        for (unsigned j = 0; j < k; j++) {
            const bool equal = memcmp(samples[k].code, samples[j].code, sizeof samples[k].code) == 0;
            assert_eq(equal, index[k] == index[j]);
        }
    }
    if (layout) {
        lob_intern_release(&in);
        assert_ge(layout->budget.held, layout->sets.count * sizeof(lob_prop_set));
        lob_layout_drop(layout);
    }
    return fine;
}

static void test_equal(void **state) {
    (void)state;
    for (unsigned wide = 1; wide < 2000; wide = wide * 5 + 1) {
        assert_true(run(&wide));
    }
}

static void test_allocations(void **state) {
    (void)state;
    unsigned wide = 2;
    assert_gt(sweep_allocations(run, &wide), 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equal),
        cmocka_unit_test(test_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What the parts of the matcher share; not for others, who include match.h. */
#ifndef TOOLS_CONFORMANCE_MATCHING_H
#define TOOLS_CONFORMANCE_MATCHING_H

#include "match.h"

/* ---- places ---- */

typedef enum {
    CONF_PLACE_ROOT,
    CONF_PLACE_MEMBER,
    CONF_PLACE_INDEX,
    CONF_PLACE_WHERE, /* the element with these values: [layer=1,datatype=0] */
    CONF_PLACE_VIEW   /* what is made of the value above: |json, |length, |sum(count) */
} conf_place_kind;

/* A place in the answer, as a chain up to the root, which lives on the stack of who goes down. */
typedef struct conf_place {
    const struct conf_place *up;
    conf_place_kind kind;
    const char *name;
    size_t index;
} conf_place;

static inline conf_place conf_place_named(const conf_place *up, conf_place_kind kind, const char *name) {
    return (conf_place){.up = up, .kind = kind, .name = name};
}
static inline conf_place conf_place_index(const conf_place *up, size_t index) {
    return (conf_place){.up = up, .kind = CONF_PLACE_INDEX, .index = index};
}
/* "$.a[2].b"; where that does not fit, the end of it after "$...". */
void conf_place_print(const conf_place *at, char *out, size_t size);
/* Whether a path of tolerance leads to the place. */
bool conf_place_is_at(const conf_place *at, const char *path);

/* ---- texts of a fixed size ---- */

/* Takes what fits, in whole characters, and ends with "..." when something did not. Always NUL-terminated. */
typedef struct conf_text {
    char *out;
    size_t size, used;
    size_t mark; /* the last whole character that leaves room for "..." */
    bool is_cut;
} conf_text;

conf_text conf_text_begin(char *out, size_t size);
void conf_text_add(conf_text *text, const char *words); /* unsafe characters escaped */
void conf_text_number(conf_text *text, double value);
void conf_text_string(conf_text *text, const char *value); /* quoted and escaped */
/* Compact JSON; NULL: "nothing". */
void conf_text_json(conf_text *text, const cJSON *value);

/* ---- matching ---- */

/* Patterns nest at most so deep; texts at most 64, but saved values can be put into one another. */
enum { CONF_DEPTH_MAX = 200 };

typedef struct conf_matcher {
    lob_ctx *ctx;
    const conf_tolerance *tolerances;
    size_t count;
    conf_difference *difference; /* NULL: a trial, nobody asks what differs */
    unsigned depth;              /* of the pattern */
    bool is_exact;               /* below $exact */
    const char *broken;          /* memory ran out, or the pattern is faulty: nothing fits any more; static text */
} conf_matcher;

bool conf_fits(conf_matcher *m, const cJSON *pattern, const cJSON *actual, const conf_place *at);
/* The same without a difference. */
bool conf_tries(conf_matcher *m, const cJSON *pattern, const cJSON *actual, const conf_place *at);

/* Tells where, and as what it got the JSON of `actual`; what was expected is then written to the text, and something
 * else for `got` to that of conf_got(). In a trial texts go nowhere. */
conf_text conf_expected(conf_matcher *m, const conf_place *at, const cJSON *actual);
conf_text conf_got(conf_matcher *m);
/* " within 0.5", when it is not 0. */
void conf_text_within(conf_text *text, double within);
/* Both return false. `expected` comes before the JSON of `value`, when there is one. */
bool conf_differs(conf_matcher *m, const conf_place *at, const cJSON *actual, const char *expected, const cJSON *value);
bool conf_breaks(conf_matcher *m, const char *why);

/* The same value: strings by bytes, numbers by value, objects whatever the order of their members. */
bool conf_equal(const cJSON *a, const cJSON *b);
/* `within`, or the tolerance of the place where that is more. */
double conf_reach(const conf_matcher *m, double within, const conf_place *at);
/* Numbers apart by at most `within`; the rounding of decimals does not count. */
bool conf_is_near(double a, double b, double within);

/* ---- operators ---- */

typedef struct conf_operation {
    const cJSON *operand;
    const cJSON *object; /* the whole, for the companions of the operator */
    const cJSON *actual; /* NULL: nothing is there */
    const conf_place *at;
} conf_operation;

typedef bool conf_fits_fn(conf_matcher *m, const conf_operation *op);

typedef struct conf_operator {
    const char *name;
    conf_fits_fn *fits;
    const char *companions[2];
    bool takes_nothing; /* is asked when nothing is there; the others then do not fit */
} conf_operator;

/* NULL: there is none of that name. */
const conf_operator *conf_operator_named(const char *name);
/* An object with a member that begins with $. */
bool conf_is_operation(const cJSON *pattern);
/* The operator of which `name` is a companion and which the object holds, or NULL. */
const conf_operator *conf_companion_of(const cJSON *object, const char *name);
/* A member beside the operator, or NULL. */
const cJSON *conf_companion(const conf_operation *op, const char *name);
/* The names of types, NULL-terminated. */
extern const char *const conf_type_names[];

/* The elements of an array, in memory that lob_free() takes. */
typedef struct conf_elements {
    const cJSON **items; /* never NULL but when memory ran out */
    size_t count;
} conf_elements;
conf_elements conf_elements_of(const cJSON *array);

conf_fits_fn conf_fits_each, conf_fits_has, conf_fits_set, conf_fits_keyed, conf_fits_sorted, conf_fits_unique,
    conf_fits_sum, conf_fits_polygon;

/* A point in one of its notations; false: it is none. */
bool conf_point_of(const cJSON *value, double out[2]);

#endif

/* Matching: a walk over the pattern, and down the answer beside it.
 *
 * The pattern leads: members and operators are taken in its order, so that the first difference is the first in that
 * order, whatever order the answer has. Operators that try several elements (sets, alternatives) do so in trials, which
 * tell nothing. Invariant: once memory ran out or the pattern turned out faulty nothing fits any more, also below $not,
 * so that no failure of ours can look like an answer that is right. Recursion follows the pattern, which is bounded.
 */
#include "match.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "matching.h"

/* ---- differences ---- */

conf_text conf_got(conf_matcher *m) {
    return m->difference ? conf_text_begin(m->difference->got, sizeof m->difference->got) : (conf_text){0};
}

conf_text conf_expected(conf_matcher *m, const conf_place *at, const cJSON *actual) {
    if (m->difference == NULL) {
        return (conf_text){0};
    }
    conf_text got = conf_got(m);
    conf_text_json(&got, actual);
    conf_place_print(at, m->difference->path, sizeof m->difference->path);
    return conf_text_begin(m->difference->expected, sizeof m->difference->expected);
}

bool conf_differs(conf_matcher *m, const conf_place *at, const cJSON *actual, const char *expected,
                  const cJSON *value) {
    conf_text text = conf_expected(m, at, actual);
    conf_text_add(&text, expected);
    if (value != NULL) {
        conf_text_json(&text, value);
    }
    return false;
}

void conf_text_within(conf_text *text, double within) {
    if (within > 0) {
        conf_text_add(text, " within ");
        conf_text_number(text, within);
    }
}

bool conf_breaks(conf_matcher *m, const char *why) {
    m->broken = m->broken ? m->broken : why;
    return false;
}

bool conf_tries(conf_matcher *m, const cJSON *pattern, const cJSON *actual, const conf_place *at) {
    conf_difference *difference = m->difference;
    m->difference = NULL;
    bool fine = conf_fits(m, pattern, actual, at);
    m->difference = difference;
    return fine;
}

/* ---- values ---- */

double conf_reach(const conf_matcher *m, double within, const conf_place *at) {
    for (size_t i = 0; i < m->count; i++) {
        if (m->tolerances[i].within > within && conf_place_is_at(at, m->tolerances[i].path)) {
            within = m->tolerances[i].within;
        }
    }
    return within;
}

bool conf_is_near(double a, double b, double within) {
    /* 0.351 is 0.001 from 0.35 for whoever wrote it, though not for their doubles. */
    double rounding = DBL_EPSILON * (fabs(a) + fabs(b));
    return a == b || (within > 0 && fabs(a - b) <= within + rounding);
}

/* The member of that name; `guess` is where it may stand: answers often have the order of the pattern. */
static const cJSON *member_of(const cJSON *object, const char *name, const cJSON *guess) {
    if (guess != NULL && strcmp(guess->string, name) == 0) {
        return guess;
    }
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static bool equal_at_depth(const cJSON *a, const cJSON *b, unsigned depth);

static bool equal_members(const cJSON *a, const cJSON *b, unsigned depth) {
    bool is_object = cJSON_IsObject(a);
    const cJSON *guess = b->child;
    size_t count = 0;
    for (const cJSON *child = a->child; child != NULL; child = child->next, count++) {
        const cJSON *other = is_object ? member_of(b, child->string, guess) : guess;
        if (other == NULL || !equal_at_depth(child, other, depth)) {
            return false;
        }
        guess = other->next;
    }
    return count == (size_t)cJSON_GetArraySize(b);
}

static bool equal_at_depth(const cJSON *a, const cJSON *b, unsigned depth) {
    if ((a->type & 0xff) != (b->type & 0xff) || depth > CONF_DEPTH_MAX) {
        return false;
    }
    if (cJSON_IsNumber(a)) {
        return a->valuedouble == b->valuedouble;
    }
    if (cJSON_IsString(a)) {
        return strcmp(a->valuestring, b->valuestring) == 0;
    }
    return equal_members(a, b, depth + 1);
}

bool conf_equal(const cJSON *a, const cJSON *b) {
    return equal_at_depth(a, b, 0);
}

conf_elements conf_elements_of(const cJSON *array) {
    conf_elements all = {.count = (size_t)cJSON_GetArraySize(array)};
    all.items = lob_calloc(all.count + 1, sizeof *all.items);
    size_t i = 0;
    for (const cJSON *each = array->child; each != NULL && all.items != NULL; each = each->next) {
        all.items[i++] = each;
    }
    return all;
}

/* ---- plain patterns ---- */

static bool fits_array(conf_matcher *m, const cJSON *pattern, const cJSON *actual, const conf_place *at) {
    const cJSON *element = actual->child;
    size_t index = 0;
    for (const cJSON *each = pattern->child; each != NULL; each = each->next, index++) {
        conf_place place = conf_place_index(at, index);
        if (!conf_fits(m, each, element, &place)) {
            return false;
        }
        element = element ? element->next : NULL;
    }
    conf_place place = conf_place_index(at, index);
    return element == NULL || conf_differs(m, &place, element, "nothing", NULL);
}

static bool has_no_others(conf_matcher *m, const cJSON *pattern, const cJSON *actual, const conf_place *at) {
    const cJSON *guess = pattern->child;
    for (const cJSON *each = actual->child; each != NULL; each = each->next) {
        const cJSON *known = member_of(pattern, each->string, guess);
        if (known == NULL) {
            conf_place place = conf_place_named(at, CONF_PLACE_MEMBER, each->string);
            return conf_differs(m, &place, each, "nothing", NULL);
        }
        guess = known->next;
    }
    return true;
}

static bool fits_object(conf_matcher *m, const cJSON *pattern, const cJSON *actual, const conf_place *at) {
    const cJSON *guess = actual->child;
    for (const cJSON *each = pattern->child; each != NULL; each = each->next) {
        const cJSON *member = member_of(actual, each->string, guess);
        conf_place place = conf_place_named(at, CONF_PLACE_MEMBER, each->string);
        if (!conf_fits(m, each, member, &place)) {
            return false;
        }
        guess = member ? member->next : guess;
    }
    return !m->is_exact || has_no_others(m, pattern, actual, at);
}

static bool fits_number(conf_matcher *m, const cJSON *pattern, const cJSON *actual, const conf_place *at) {
    if (pattern->valuedouble == actual->valuedouble) {
        return true;
    }
    double within = conf_reach(m, 0, at);
    if (conf_is_near(pattern->valuedouble, actual->valuedouble, within)) {
        return true;
    }
    conf_text text = conf_expected(m, at, actual);
    conf_text_number(&text, pattern->valuedouble);
    conf_text_within(&text, within);
    return false;
}

/* Strings that are the same for more than this are shown from a little before the first byte that differs. */
enum { SAME_MAX = 100, SAME_SHOWN = 30 };

static void show_from(conf_text text, const char *string, size_t from) {
    conf_text_add(&text, "from byte ");
    conf_text_number(&text, (double)from);
    conf_text_add(&text, ": ");
    conf_text_string(&text, string + from);
}

static bool fits_string(conf_matcher *m, const cJSON *pattern, const cJSON *actual, const conf_place *at) {
    const char *wanted = pattern->valuestring, *is = actual->valuestring;
    if (strcmp(wanted, is) == 0) {
        return true;
    }
    size_t same = 0;
    while (wanted[same] == is[same]) {
        same++;
    }
    if (same <= SAME_MAX || m->difference == NULL) {
        return conf_differs(m, at, actual, "", pattern);
    }
    same -= SAME_SHOWN;
    while (((unsigned char)is[same] & 0xc0) == 0x80) {
        same++;
    }
    show_from(conf_expected(m, at, actual), wanted, same);
    show_from(conf_got(m), is, same);
    return false;
}

static bool fits_plain(conf_matcher *m, const cJSON *pattern, const cJSON *actual, const conf_place *at) {
    if (actual == NULL || (pattern->type & 0xff) != (actual->type & 0xff)) {
        return conf_differs(m, at, actual, "", pattern);
    }
    switch (pattern->type & 0xff) {
    case cJSON_Object:
        return fits_object(m, pattern, actual, at);
    case cJSON_Array:
        return fits_array(m, pattern, actual, at);
    case cJSON_Number:
        return fits_number(m, pattern, actual, at);
    case cJSON_String:
        return fits_string(m, pattern, actual, at);
    default:
        return true; /* true, false and null are types of their own */
    }
}

/* ---- the whole ---- */

static bool fits_operation(conf_matcher *m, const cJSON *pattern, const cJSON *actual, const conf_place *at) {
    for (const cJSON *each = pattern->child; each != NULL; each = each->next) {
        const conf_operator *known = conf_operator_named(each->string);
        if (known == NULL) {
            if (conf_companion_of(pattern, each->string) == NULL) {
                return conf_breaks(m, "an operator that is not known");
            }
            continue;
        }
        if (actual == NULL && !known->takes_nothing) {
            return conf_differs(m, at, NULL, "", pattern);
        }
        if (!known->fits(m, &(conf_operation){each, pattern, actual, at})) {
            return false;
        }
    }
    return m->broken == NULL;
}

bool conf_fits(conf_matcher *m, const cJSON *pattern, const cJSON *actual, const conf_place *at) {
    if (m->broken != NULL) {
        return false;
    }
    if (m->depth == CONF_DEPTH_MAX) {
        return conf_breaks(m, "a pattern that nests too deep");
    }
    m->depth++;
    bool is_operation = !m->is_exact && conf_is_operation(pattern);
    bool fine = is_operation ? fits_operation(m, pattern, actual, at) : fits_plain(m, pattern, actual, at);
    m->depth--;
    return fine;
}

bool conf_match(lob_ctx *ctx, const cJSON *pattern, const cJSON *actual, const conf_tolerance *tolerances, size_t count,
                conf_difference *difference) {
    conf_matcher m = {.ctx = ctx, .tolerances = tolerances, .count = count, .difference = difference};
    conf_place root = {.kind = CONF_PLACE_ROOT};
    *difference = (conf_difference){0};
    bool fine = conf_fits(&m, pattern, actual, &root);
    if (m.broken == NULL) {
        return fine;
    }
    const char *fault = conf_pattern_fault(ctx, pattern);
    conf_differs(&m, &root, NULL, "a sound pattern", NULL);
    conf_text got = conf_got(&m);
    conf_text_add(&got, fault ? fault : m.broken);
    return false;
}

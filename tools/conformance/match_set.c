/* $has and $set: a different element for each pattern.
 *
 * Patterns may overlap ({"$any": true} beside a plain one), so taking the first that fits would refuse what is right.
 * This is a bipartite matching: for each pattern in turn a breadth-first search for a free element, along elements
 * whose owners can move to others. Invariant: owner[] is a matching of all patterns before the present one; which
 * patterns find no place does not depend on the choices made. What fits what is asked once.
 */
#include "base/alloc.h"
#include "matching.h"

enum { NOBODY = -1 };
enum { UNKNOWN, FITS, DIFFERS };

typedef struct assignment {
    conf_matcher *matcher;
    const conf_place *at;
    conf_elements patterns, elements;
    int64_t *owner;       /* of an element: the pattern, or NOBODY */
    int64_t *asker;       /* of an element: the pattern whose search came to it, or NOBODY */
    int64_t *queue;       /* of patterns that look for an element */
    int64_t *place;       /* of a pattern: its element, or NOBODY */
    unsigned char *known; /* pattern by element */
} assignment;

static void release(assignment *a) {
    lob_free(a->patterns.items);
    lob_free(a->elements.items);
    lob_free(a->owner);
    lob_free(a->asker);
    lob_free(a->queue);
    lob_free(a->place);
    lob_free(a->known);
}

static int64_t *nobodies(size_t count) {
    int64_t *all = lob_calloc(count + 1, sizeof *all);
    for (size_t i = 0; i < count && all != NULL; i++) {
        all[i] = NOBODY;
    }
    return all;
}

static bool begin(assignment *a, const conf_operation *op) {
    a->patterns = conf_elements_of(op->operand);
    a->elements = conf_elements_of(op->actual);
    a->owner = nobodies(a->elements.count);
    a->asker = nobodies(a->elements.count);
    a->queue = nobodies(a->patterns.count);
    a->place = nobodies(a->patterns.count);
    a->known = lob_calloc(a->patterns.count + 1, a->elements.count + 1);
    return a->patterns.items && a->elements.items && a->owner && a->asker && a->queue && a->place && a->known;
}

static bool fits(assignment *a, size_t pattern, size_t element) {
    unsigned char *known = &a->known[pattern * a->elements.count + element];
    if (*known == UNKNOWN) {
        conf_place place = conf_place_index(a->at, element);
        bool fine = conf_tries(a->matcher, a->patterns.items[pattern], a->elements.items[element], &place);
        *known = fine ? FITS : DIFFERS;
    }
    return *known == FITS;
}

/* Gives the element to who asked for it, whose former one goes to who asked for that, and so on to the first. */
static void hand_on(assignment *a, int64_t element) {
    while (element != NOBODY) {
        int64_t pattern = a->asker[element];
        int64_t former = a->place[pattern];
        a->owner[element] = pattern;
        a->place[pattern] = element;
        element = former;
    }
}

static bool find_place(assignment *a, size_t pattern) {
    size_t begin_at = 0, end_at = 1, count = a->elements.count;
    for (size_t i = 0; i < count; i++) {
        a->asker[i] = NOBODY;
    }
    a->queue[0] = (int64_t)pattern;
    while (begin_at < end_at) {
        size_t asks = (size_t)a->queue[begin_at++];
        for (size_t i = 0; i < count; i++) {
            /* Lists mostly come in the same order: the element beside the pattern first. */
            size_t element = (asks + i) % count;
            if (a->asker[element] != NOBODY || !fits(a, asks, element)) {
                continue;
            }
            a->asker[element] = (int64_t)asks;
            if (a->owner[element] == NOBODY) {
                hand_on(a, (int64_t)element);
                return true;
            }
            a->queue[end_at++] = a->owner[element];
        }
    }
    return false;
}

/* ---- differences ---- */

static size_t first_of(const int64_t *all, size_t count, size_t *lone) {
    size_t first = count;
    *lone = 0;
    for (size_t i = count; i-- > 0;) {
        if (all[i] == NOBODY) {
            first = i;
            ++*lone;
        }
    }
    return first;
}

static bool tell_missing(assignment *a, size_t pattern) {
    conf_matcher *m = a->matcher;
    if (m->difference == NULL) {
        return false;
    }
    size_t without_place, left, first = first_of(a->owner, a->elements.count, &left);
    first_of(a->place, a->patterns.count, &without_place);
    if (without_place == 1 && left == 1) {
        conf_place place = conf_place_index(a->at, first);
        return conf_fits(m, a->patterns.items[pattern], a->elements.items[first], &place);
    }
    conf_differs(m, a->at, NULL, "another element ", a->patterns.items[pattern]);
    conf_text got = conf_got(m);
    conf_text_add(&got, left > 0 ? "left are [" : "nothing left");
    for (size_t i = first; i < a->elements.count; i++) {
        if (a->owner[i] == NOBODY) {
            conf_text_add(&got, i > first ? "," : "");
            conf_text_json(&got, a->elements.items[i]);
        }
    }
    conf_text_add(&got, left > 0 ? "]" : "");
    return false;
}

static bool assign(assignment *a, bool is_closed) {
    conf_matcher *m = a->matcher;
    for (size_t i = 0; i < a->patterns.count && m->broken == NULL; i++) {
        find_place(a, i);
    }
    if (m->broken != NULL) {
        return false;
    }
    size_t lone, left;
    size_t pattern = first_of(a->place, a->patterns.count, &lone);
    if (lone > 0) {
        return tell_missing(a, pattern);
    }
    size_t element = first_of(a->owner, a->elements.count, &left);
    conf_place place = conf_place_index(a->at, element);
    return !is_closed || left == 0 || conf_differs(m, &place, a->elements.items[element], "nothing", NULL);
}

static bool fits_all_of(conf_matcher *m, const conf_operation *op, bool is_closed) {
    if (!cJSON_IsArray(op->operand)) {
        return conf_breaks(m, "an operand of a wrong type");
    }
    if (!cJSON_IsArray(op->actual)) {
        return conf_differs(m, op->at, op->actual, "type array", NULL);
    }
    assignment a = {.matcher = m, .at = op->at};
    bool fine = begin(&a, op) ? assign(&a, is_closed) : conf_breaks(m, "out of memory");
    release(&a);
    return fine;
}

bool conf_fits_has(conf_matcher *m, const conf_operation *op) {
    return fits_all_of(m, op, false);
}

bool conf_fits_set(conf_matcher *m, const conf_operation *op) {
    return fits_all_of(m, op, true);
}

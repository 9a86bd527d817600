/* Patterns: what an answer must be, written as the answer itself with operators where it may vary.
 *
 * A plain value must be equal: strings byte by byte, numbers by value (1 is 1.0), arrays by length and order, objects
 * by the members of the pattern (further members are fine: a server may add). An object all of whose members begin with
 * $ is an operator; several in one object must all hold.
 *
 *   {"$any": true}                 present, whatever it is (null too)
 *   {"$absent": true}              not there (of a member)
 *   {"$type": "integer"}           object array string number integer boolean null; a list: one of them
 *   {"$matches": "^ses_[0-9a-f]{12}$"}   POSIX extended regular expression, on a string; of bytes
 *   {"$near": 0.35, "within": 1e-6}      a number; "within" is 0 by default, inclusive: 0.351 is within 0.001 of 0.35
 *   {"$min": 0}, {"$max": 9}       numbers, inclusive
 *   {"$length": 3}                 of an array, of a string in bytes, of an object in members; an operator is allowed
 *   {"$each": P}                   every element (of an object: every value) fits P
 *   {"$has": [P, ...]}             for each P another element that fits, in any order, others may be there
 *   {"$set": [P, ...]}             the same, and no element is left over
 *   {"$keyed": ["layer", "datatype"], "items": [{...}, ...]}   of each item, the element that has the same values there
 *                                  fits it; two such are a difference; others may be there, but not with "only": true.
 *                                  Keys are paths below the element, "bbox_um.left", and plain values in the item
 *   {"$sorted": ["layer", "datatype"]}   an array in ascending order of these paths; [] for elements
 *                                  themselves; numbers by value, strings by bytes, false before true
 *   {"$unique": ["id"]}            no two elements have the same values there, and all have some; [] as above
 *   {"$polygon": [[0, 0], [1, 0], [1, 1]], "within": 0}        the same ring, from any vertex on, in either direction;
 *                                  a last point that repeats the first is left out. Points are [x, y], {"x":, "y":},
 *                                  {"x_um":, "y_um":} or {"x_dbu":, "y_dbu":}
 *   {"$sum": "count", "is": P}     the sum over the elements of the member (a path as above)
 *   {"$one_of": [P, ...]}, {"$all": [P, ...]}, {"$not": P}
 *   {"$exact": V}                  equal, and no further members at any depth. V is a value: no operators in it
 *   {"$string": true}              a string; its text, parsed as JSON, fits {"json": P} beside it when that is given
 *
 * $one_of, $all and $not may fit what is not there; the others, but for $absent, do not. Only with its operator do
 * within, items, only, is and json stand beside one. Numbers in different notations are equal; they are doubles, so
 * integers beyond 2^53 are equal to their neighbours. A difference names the first place, in the order of the pattern.
 */
#ifndef TOOLS_CONFORMANCE_MATCH_H
#define TOOLS_CONFORMANCE_MATCH_H

#include <cjson/cJSON.h>

#include "base/ctx.h"
#include "gen/types.h"

/* The first difference, `$.path: expected, got`. Texts are cut to fit, unsafe characters escaped; all "" when it fits.
 * The path is one of conf_path_find(), but for what is made of a value: $.text|json.a (the JSON in a string),
 * $.shapes|length, $.layers|sum(count). Strings that only differ far in are shown "from byte N". */
typedef struct conf_difference {
    char path[256];
    char expected[256];
    char got[256];
} conf_difference;

/* Numbers at `path` may differ by `within`. A path of tolerance: $.a.b[*].c, where * is any index or member. With $near
 * and $polygon (path of the array) the larger counts; equality of keys, order and uniqueness know no tolerance. */
typedef struct conf_tolerance {
    const char *path;
    double within;
} conf_tolerance;

/* `actual` NULL: nothing is there. True: it fits. `tolerances` may be NULL when count is 0. Out of memory, or with a
 * faulty pattern, nothing fits, and the difference says so: expected "a sound pattern", got what it is. */
bool conf_match(lob_ctx *ctx, const cJSON *pattern, const cJSON *actual, const conf_tolerance *tolerances, size_t count,
                conf_difference *difference);
/* Whether conf_tolerance.path is one: a path without conditions and negative indices, * allowed. */
bool conf_tolerance_is_sound(const char *path);
/* NULL, or what is wrong with a pattern (unknown operator, operand of a wrong type, regular expression that does not
 * compile), with its path; memory: ctx->arena. A pattern may be asked about before it is filled: a string "${...}" may
 * stand for any operand, and an expression with a ${ in it is not compiled. */
const char *conf_pattern_fault(lob_ctx *ctx, const cJSON *pattern);

#endif

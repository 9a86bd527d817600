/* Patterns: what an answer must be, written as the answer itself with operators where it may vary.
 *
 * A plain value must be equal: strings byte by byte, numbers by value (1 is 1.0), arrays by length and order, objects
 * by the members of the pattern (further members are fine: a server may add). An object all of whose members begin with
 * $ is an operator; several in one object must all hold.
 *
 *   {"$any": true}                 present, whatever it is (null too)
 *   {"$absent": true}              not there (of a member)
 *   {"$type": "integer"}           object array string number integer boolean null; a list: one of them
 *   {"$matches": "^ses_[0-9a-f]{12}$"}   POSIX extended regular expression, on a string
 *   {"$near": 0.35, "within": 1e-6}      a number; within defaults to 0. "within" may stand with $near only
 *   {"$min": 0}, {"$max": 9}       numbers, inclusive
 *   {"$length": 3}                 of an array, of a string in bytes, of an object in members; a pattern is allowed
 *   {"$each": P}                   every element (of an object: every value) fits P
 *   {"$has": [P, ...]}             for each P another element that fits, in any order, others may be there
 *   {"$set": [P, ...]}             the same, and no element is left over
 *   {"$keyed": ["layer", "datatype"], "items": [{...}, ...]}   the element with these values fits; others may be there;
 *                                  "only": true when they may not
 *   {"$sorted": ["layer", "datatype"]}   an array in ascending order of these members (paths below the element:
 *                                  "bbox_um.left"); [] for elements themselves; strings by bytes
 *   {"$unique": ["id"]}            no two elements have the same values there
 *   {"$polygon": [[0, 0], [1, 0], [1, 1]], "within": 0}        the same ring, from any vertex on, in either direction;
 *                                  points of the answer are [x, y], {"x":, "y":}, {"x_um":, "y_um":} or {"x_dbu":,
 * "y_dbu":}
 *   {"$sum": "count", "is": P}     the sum over the elements of the member
 *   {"$one_of": [P, ...]}, {"$all": [P, ...]}, {"$not": P}
 *   {"$exact": V}                  equal, and no further members at any depth
 *   {"$string": true}              a string; its text, parsed as JSON, fits {"json": P} beside it when that is given
 *
 * Numbers in different notations are equal; a difference names the first place, in the order of the pattern.
 */
#ifndef TOOLS_CONFORMANCE_MATCH_H
#define TOOLS_CONFORMANCE_MATCH_H

#include <cjson/cJSON.h>

#include "base/ctx.h"
#include "gen/types.h"

/* The first difference, `$.path: expected, got`. Texts are cut to fit, unsafe characters escaped. */
typedef struct conf_difference {
    char path[256];
    char expected[256];
    char got[256];
} conf_difference;

/* Numbers at `path` may differ by `within`. A path of tolerance: $.a.b[*].c, where * is any index or member. */
typedef struct conf_tolerance {
    const char *path;
    double within;
} conf_tolerance;

/* `actual` NULL: nothing is there. True: it fits. `tolerances` may be NULL when count is 0. */
bool conf_match(lob_ctx *ctx, const cJSON *pattern, const cJSON *actual, const conf_tolerance *tolerances, size_t count,
                conf_difference *difference);
/* NULL, or what is wrong with a pattern (unknown operator, operand of a wrong type, regular expression that does not
 * compile), with its path; memory: ctx->arena. */
const char *conf_pattern_fault(lob_ctx *ctx, const cJSON *pattern);

#endif

/* What reading by table stands on: a path to the place being read, and all faults of a request at once.
 *
 * wire_read.c walks a cJSON tree by schema (table.h). Every function here either takes the value or notes an issue
 * (`$.box.left: expected number, got string "abc"`) and lets the reader go on, so that one answer tells an agent all
 * there is to mend. lob_wire_end() turns the issues into one error. Invariant: steps[depth] is the place of the value
 * being read, with the error code that a fault there has. Parsed values live in the request arena and do not point into
 * the cJSON tree.
 */
#ifndef LOB_JSON_WIRE_H
#define LOB_JSON_WIRE_H

#include <cjson/cJSON.h>

#include "base/buf.h"
#include "base/ctx.h"

enum { LOB_WIRE_DEPTH_MAX = 32 };

typedef struct lob_wire_step {
    const char *name; /* member or map key; NULL: the index counts */
    size_t index;
    lob_status code;
    bool has_code; /* lob_wire_code() was called here */
    bool is_key;   /* the name is a key of a map, that is text of the caller */
} lob_wire_step;

typedef struct lob_wire {
    lob_ctx *ctx;
    const char *subject; /* "request", "response", ... for the message */
    bool is_response;    /* null is not taken for absent */
    bool no_memory;
    lob_status fault;    /* code of the first fault */
    char first[160];     /* where and what the first fault is, in our words only */
    char advice[256];    /* what to do about it */
    char limit_name[40]; /* when it is a limit; else empty */
    int64_t limit;
    unsigned depth;
    lob_wire_step steps[LOB_WIRE_DEPTH_MAX + 1];
} lob_wire;

typedef enum {
    LOB_FORMAT_ABSOLUTE_PATH,
    LOB_FORMAT_IDENTIFIER,
    LOB_FORMAT_SESSION_ID,
    LOB_FORMAT_COLOR
} lob_wire_format_kind;

void lob_wire_begin(lob_wire *w, lob_ctx *ctx, const char *subject, bool is_response);
/* LOB_OK, or one error with the first fault's code and all issues, or the memory error. */
lob_status lob_wire_end(lob_wire *w);

/* The code of faults at the present place and below; the first call at a place counts. */
void lob_wire_code(lob_wire *w, lob_status code);
/* Goes to a place below, and back. */
void lob_wire_enter(lob_wire *w, const char *member);
void lob_wire_enter_key(lob_wire *w, const char *key);
void lob_wire_enter_item(lob_wire *w, size_t index);
void lob_wire_leave(lob_wire *w);

/* Each returns false and notes an issue when the value is of another type. */
bool lob_wire_number(lob_wire *w, const cJSON *json, double *value);
bool lob_wire_int(lob_wire *w, const cJSON *json, int64_t *value); /* integral, at most 2^53 - 1 in size */
bool lob_wire_bool(lob_wire *w, const cJSON *json, bool *value);
bool lob_wire_string(lob_wire *w, const cJSON *json, lob_str *value);
bool lob_wire_any(lob_wire *w, const cJSON *json, lob_str *value); /* any JSON, as compact text */
bool lob_wire_enum(lob_wire *w, const cJSON *json, const char *const *names, int count, int *value);
bool lob_wire_const(lob_wire *w, const cJSON *json, const char *text);
bool lob_wire_array(lob_wire *w, const cJSON *json);
bool lob_wire_map(lob_wire *w, const cJSON *json);

/* Checks of a value whose type is right. */
bool lob_wire_minimum(lob_wire *w, const cJSON *json, double minimum);
bool lob_wire_above(lob_wire *w, const cJSON *json, double bound);
bool lob_wire_maximum(lob_wire *w, const cJSON *json, double maximum);
bool lob_wire_min_length(lob_wire *w, const cJSON *json, size_t bytes);
bool lob_wire_max_length(lob_wire *w, const cJSON *json, size_t bytes);
bool lob_wire_min_items(lob_wire *w, const cJSON *json, size_t count);
bool lob_wire_max_items(lob_wire *w, const cJSON *json, size_t count);
bool lob_wire_format(lob_wire *w, const cJSON *json, lob_wire_format_kind format);
/* A number, or the bytes of a string, or the items of an array or map, above a limit of spec/limits.json. `constant` is
 * its name in base/limits.h; in lower case, it goes with the limit into the error that the first fault makes. */
bool lob_wire_limit(lob_wire *w, const cJSON *json, int64_t limit, lob_status code, const char *constant);

/* Zeroed memory of the request; NULL when there is none (the parse then fails as a whole). */
void *lob_wire_alloc(lob_wire *w, size_t count, size_t size);
/* Items or members. */
static inline size_t lob_wire_count(const cJSON *json) {
    return (size_t)cJSON_GetArraySize(json);
}
lob_str lob_wire_text(lob_wire *w, const char *text);

/* `$.box.left: expected number, got string "abc" (send the number without quotes)` for people. */
void lob_issue_print(const lob_issue *issue, lob_buf *out);

#endif

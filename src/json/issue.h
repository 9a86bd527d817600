/* How the faults of a request are worded. Used by wire.c and wire_read.c alone. */
#ifndef LOB_JSON_ISSUE_H
#define LOB_JSON_ISSUE_H

#include "json/table.h"

typedef struct lob_fault {
    const char *rule, *expected;
    const char *hint; /* what to change, in our own words; NULL: follows from `expected` */
    lob_status code;  /* LOB_OK: that of the place */
    bool is_unknown;  /* the member itself is the fault, and its name the caller's */
} lob_fault;

/* "at most 10": of a number, the bytes of a string or the items of an array or map. */
typedef struct lob_bound {
    const char *rule, *words;
    double value;
    lob_status code;
} lob_bound;

/* All note one issue at the present place and return false. `json` is what came (NULL: nothing). */
bool lob_issue_add(lob_wire *w, const cJSON *json, lob_fault fault);
bool lob_issue_type(lob_wire *w, const cJSON *json, const char *expected);
bool lob_issue_shape(lob_wire *w, const cJSON *json, const lob_wire_table *table); /* no object */
bool lob_issue_absent(lob_wire *w, const lob_wire_field *field);                   /* a required member is missing */
bool lob_issue_unknown(lob_wire *w, const char *name, const lob_wire_table *table);
bool lob_issue_enum(lob_wire *w, const cJSON *json, const char *const *names, int count);
bool lob_issue_bound(lob_wire *w, const cJSON *json, lob_bound bound);

#endif

/* Pass 2, model: what spec/ says, resolved, sorted and checked. The emitters read this and nothing else.
 *
 * Invariant: every object and enum type that C needs stands in `types` after all it refers to; a type without `owner`
 * is shared ($defs), the others belong to one tool. Shared strings, numbers and arrays are no C types: they are spelled
 * out where they are used.
 */
#ifndef SCHEMAC_MODEL_H
#define SCHEMAC_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "load.h"

typedef enum {
    SC_OBJECT,
    SC_MAP,
    SC_ARRAY,
    SC_STRING,
    SC_ENUM,
    SC_CONST,
    SC_NUMBER,
    SC_INTEGER,
    SC_BOOLEAN,
    SC_ANY
} sc_kind;

typedef struct sc_error {
    const char *code, *meaning, *recovery;
    bool internal;
} sc_error;

typedef struct sc_limit {
    const char *name, *unit, *error, *description;
    int64_t value;
} sc_limit;

/* A group of tools, for --toolset. */
typedef struct sc_group {
    const char *name, *description;
} sc_group;

typedef struct sc_type {
    sc_kind kind;
    const char *name; /* snake case without lob_: open_layout_response_source */
    const char *title, *description;
    const struct sc_tool *owner; /* NULL: shared */
    bool is_named;               /* has a $defs name of its own (objects, enums: extern functions) */
    bool closed, is_response;
    struct sc_member *members;
    size_t member_count;
    struct sc_type *item;
    struct sc_type **shown; /* of an x-any: the forms that it takes, for hosts */
    size_t shown_count;
    const char **values;
    size_t value_count;
    const char *text; /* of a const */
    bool has_minimum, has_maximum, is_exclusive, has_size_min, has_size_max;
    double minimum, maximum;
    int64_t size_min, size_max; /* length or items */
    const char *format, *unit, *error;
    const sc_limit *limit;
    const cJSON *example;
    unsigned height; /* levels below */
} sc_type;

typedef struct sc_member {
    const char *name, *c_name; /* c_name has a _ behind a C keyword */
    sc_type *type;
    const char *description; /* of the reference, else of the type */
    const char *error;       /* x-error beside a $ref */
    bool is_required, is_nullable;
    bool is_full;        /* x-detail: in full answers alone */
    const cJSON *preset; /* default */
} sc_member;

typedef struct sc_tool {
    const char *name, *title, *description;
    const char *meta; /* JSON text of the descriptor's _meta, or NULL */
    bool read_only, destructive, idempotent, open_world, has_image, has_session, is_registered;
    unsigned groups; /* bit set of sc_model.groups */
    sc_type *request, *response;
} sc_tool;

typedef struct sc_model {
    sc_load *load;
    sc_error *errors;
    sc_limit *limits;
    sc_group *groups;           /* at most 16 */
    sc_tool *tools;             /* by name */
    const sc_tool **registered; /* in the order of tools.json */
    sc_type **types;            /* dependencies first */
    struct sc_def *defs;        /* all $defs */
    size_t error_count, limit_count, group_count, tool_count, registered_count, type_count, type_capacity, def_count;
    const char *schema_version;
    const char **instructions; /* sentences */
    size_t instruction_count;
} sc_model;

/* Absent in C unless the reader is told otherwise: has_x, NULL. */
static inline bool sc_is_optional(const sc_member *member) {
    return (!member->is_required || member->is_nullable) && !member->preset;
}

void sc_model_build(sc_model *model, sc_load *load);
/* The shared type ErrorObject; NULL when spec/ has none. */
const sc_type *sc_error_type(const sc_model *model);

/* Used between model.c and schema.c. A schema that is no member: default and x-nullable are refused. */
sc_type *sc_root_read(sc_model *model, const sc_place *place, const cJSON *json, const char *name, const sc_tool *owner,
                      bool is_response);
sc_type *sc_def_find(sc_model *model, const sc_place *place, const char *reference);
const sc_limit *sc_limit_find(const sc_model *model, const char *name);
bool sc_error_known(const sc_model *model, const char *code);

/* The string at `key`; "" (and a fault) when it is missing or no string. */
const char *sc_text(sc_load *load, const sc_place *place, const cJSON *json, const char *key);
/* The same, NULL when absent. */
const char *sc_text_optional(sc_load *load, const sc_place *place, const cJSON *json, const char *key);
bool sc_flag(sc_load *load, const sc_place *place, const cJSON *json, const char *key, bool is_required);
/* Faults every member that is not in the NULL-terminated list. */
void sc_only(sc_load *load, const sc_place *place, const cJSON *json, const char *const *known);

#endif

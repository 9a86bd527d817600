/* What a type of the contract looks like, as data: a table for each object, a line a member.
 *
 * gen/ holds the tables, made from spec/; wire_read.c fills a C struct from JSON by them, wire_write.c writes one.
 * Invariant: a table describes the struct that gen/types.h declares for the same schema, and tables do not contain
 * themselves, so that reading and writing nest no deeper than the schema (24 levels).
 */
#ifndef LOB_JSON_TABLE_H
#define LOB_JSON_TABLE_H

#include <stddef.h>

#include "json/wire.h"
#include "json/writer.h"

typedef enum lob_wire_kind {
    LOB_WIRE_OBJECT,
    LOB_WIRE_MAP,
    LOB_WIRE_ARRAY,
    LOB_WIRE_STRING,
    LOB_WIRE_ENUM,
    LOB_WIRE_CONST,
    LOB_WIRE_NUMBER,
    LOB_WIRE_MICRONS, /* a number, written rounded to 6 decimals */
    LOB_WIRE_INTEGER,
    LOB_WIRE_BOOLEAN,
    LOB_WIRE_ANY
} lob_wire_kind;

/* What few values have. Sizes are bytes of a string, items of an array or map. */
typedef struct lob_wire_rules {
    unsigned has_minimum : 1, has_above : 1, has_maximum : 1, has_size_max : 1, has_format : 1, has_limit : 1;
    unsigned format : 8; /* lob_wire_format_kind */
    unsigned code : 8;   /* lob_status of faults at and below the value; 0: that of the place */
    unsigned limit_code : 8;
    uint32_t size_min, size_max;
    double minimum, maximum;
    int64_t limit;
    const char *limit_name;
    union {
        double number; /* default of a number, integer, boolean or enum */
        const char *text;
    } preset;
} lob_wire_rules;

typedef struct lob_wire_table lob_wire_table;
typedef struct lob_wire_list lob_wire_list;

/* A member of an object, or (without name and place) an item of an array or map. */
typedef struct lob_wire_field {
    const char *name;
    unsigned kind : 4;        /* lob_wire_kind */
    unsigned is_required : 1; /* missing is a fault */
    unsigned is_optional : 1; /* absent in C: has_x is false, .data or the pointer is NULL */
    unsigned is_nullable : 1; /* absent is null in JSON */
    unsigned has_preset : 1;  /* a plain field, rules->preset when absent */
    unsigned is_full : 1;     /* written in full answers alone (x-detail); may be missing though required */
    unsigned name_size : 8;
    unsigned choices : 16;       /* of an enum */
    uint16_t offset;             /* of the field */
    uint16_t flag;               /* of has_x, for optional numbers, booleans, enums, arrays and maps */
    const lob_wire_rules *rules; /* NULL: none */
    union {
        const lob_wire_table *table;
        const lob_wire_list *list;
        const char *const *names; /* of an enum */
        const char *text;         /* of a constant */
    } of;
} lob_wire_field;

struct lob_wire_list {
    size_t size; /* of an item in C */
    lob_wire_field item;
};

struct lob_wire_table {
    const lob_wire_field *fields; /* in the order of the schema */
    uint32_t size;                /* of the struct */
    uint16_t count;
    uint8_t code;          /* lob_status of faults at and below the object; 0: that of the place */
    bool is_closed;        /* unknown members are faults */
    unsigned number_count; /* of required members when all are numbers ("10,20,30,40" can be put right), else 0 */
};

/* How arrays and maps lie in a struct. */
typedef struct lob_wire_array_field {
    void *items;
    size_t count;
} lob_wire_array_field;
typedef struct lob_wire_map_field {
    lob_str *names;
    void *items;
    size_t count;
} lob_wire_map_field;

/* Reads `json` at the present place into a zeroed struct; faults become issues. NULL: an object without members. */
void lob_wire_read(lob_wire *w, const cJSON *json, const lob_wire_table *table, void *out);
/* A whole text: begin, read, end. */
lob_status lob_wire_parse(lob_ctx *ctx, const cJSON *json, const lob_wire_table *table, const char *subject,
                          bool is_response, void *out);
/* Members in the order of the table; a lean writer leaves out those that are `is_full`. */
void lob_wire_write(lob_jsonw *out, const lob_wire_table *table, const void *value);
void lob_wire_write_value(lob_jsonw *out, const lob_wire_field *as, const void *value);

/* wire_size.c. The field that the items of a list have, by the list's name ("shapes", or "xor.polygons" below an
 * object); NULL when there is no such list. */
const lob_wire_field *lob_wire_items(const lob_wire_table *table, const char *list);
/* Bytes that a value takes as JSON; `otherwise` when it is larger than LOB_WIRE_SIZE_MAX. Allocates nothing. */
enum { LOB_WIRE_SIZE_MAX = 16000 };
size_t lob_wire_size(const lob_wire_field *as, const void *value, bool is_lean, size_t otherwise);

/* The typed functions of gen/parse.h and gen/write.h. */
#define LOB_WIRE_PARSER(type, subject, is_response)                                                                    \
    static inline lob_status lob_##type##_parse(lob_ctx *ctx_, const cJSON *json_, lob_##type *out_) {                 \
        return lob_wire_parse(ctx_, json_, &lob_##type##_table, subject, is_response, out_);                           \
    }
#define LOB_WIRE_WRITER(type)                                                                                          \
    static inline void lob_##type##_write(lob_jsonw *out_, const lob_##type *value_) {                                 \
        lob_wire_write(out_, &lob_##type##_table, value_);                                                             \
    }

/* The words of a generated table. A member has the same name in C, but for those that are keywords there. */
#define LOB_PLACE(type, c_name, kind_, name_)                                                                          \
    .name = name_, .name_size = sizeof name_ - 1, .kind = LOB_WIRE_##kind_, .offset = offsetof(lob_##type, c_name)
/* Required; optional, told by a NULL; optional, with a flag; optional, with a default. */
#define LOB_NEED(type, member, kind_) LOB_PLACE(type, member, kind_, #member), .is_required = 1
#define LOB_MAY(type, member, kind_)  LOB_PLACE(type, member, kind_, #member), .is_optional = 1
#define LOB_HAS(type, member, kind_)  LOB_MAY(type, member, kind_), .flag = offsetof(lob_##type, has_##member)
#define LOB_FILL(type, member, kind_) LOB_PLACE(type, member, kind_, #member), .has_preset = 1
/* A constant has no field. */
#define LOB_SAYS(name_, text_)  .name = name_, .name_size = sizeof name_ - 1, .kind = LOB_WIRE_CONST, .of.text = text_
#define LOB_ITEM(kind_)         .kind = LOB_WIRE_##kind_
#define LOB_OBJECT(type)        .of.table = &type##_table
#define LOB_ONE_OF(type, count) .of.names = lob_##type##_names, .choices = count
#define LOB_LIST(size_, ...)                                                                                           \
    .of.list = &(const lob_wire_list) {                                                                                \
        .size = size_, .item = { __VA_ARGS__ }                                                                         \
    }
#define LOB_RULES(...)                                                                                                 \
    .rules = &(const lob_wire_rules) {                                                                                 \
        __VA_ARGS__                                                                                                    \
    }
#define LOB_MINIMUM(value)         .has_minimum = 1, .minimum = value
#define LOB_ABOVE(value)           .has_above = 1, .minimum = value
#define LOB_MAXIMUM(value)         .has_maximum = 1, .maximum = value
#define LOB_SIZE_MIN(value)        .size_min = value
#define LOB_SIZE_MAX(value)        .has_size_max = 1, .size_max = value
#define LOB_FORMAT(kind_)          .has_format = 1, .format = LOB_FORMAT_##kind_
#define LOB_LIMITED(limit_, code_) .has_limit = 1, .limit = limit_, .limit_code = code_, .limit_name = #limit_
#define LOB_CODE(code_)            .code = code_
#define LOB_PRESET(value)          .preset.number = value
#define LOB_PRESET_TEXT(value)     .preset.text = value

#endif

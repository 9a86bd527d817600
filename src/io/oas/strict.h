/* What a file says of where its name tables and cells lie, and where they do; private to the OASIS reader. */
#ifndef LOB_IO_OAS_STRICT_H
#define LOB_IO_OAS_STRICT_H

#include "base/ctx.h"

/* In the order of the offsets in START or END. */
typedef enum {
    OAS_IN_CELLNAMES,
    OAS_IN_TEXTSTRINGS,
    OAS_IN_PROPNAMES,
    OAS_IN_PROPSTRINGS,
    OAS_IN_LAYERNAMES,
    OAS_IN_XNAMES,
    OAS_IN_COUNT,
    OAS_IN_NONE = OAS_IN_COUNT
} oas_table_kind;

typedef struct oas_where { /* of a record */
    uint64_t offset, index;
    const char *name;
} oas_where;

typedef struct oas_cell_place {
    uint64_t offset; /* of its CELL record, or of the CBLOCK around it */
    uint64_t id;     /* number or name, see strict.c */
} oas_cell_place;

typedef struct oas_cell_claim { /* an S_CELL_OFFSET that could not be looked at at once */
    uint64_t offset, number, name;
    uint64_t prop; /* number of the name of the property, or UINT64_MAX */
    oas_where where;
} oas_cell_claim;

typedef struct oas_strict {
    struct {
        bool is_strict;
        uint64_t offset;
    } said[OAS_IN_COUNT];
    oas_where said_where; /* START or END */
    struct {
        bool is_there, is_stray;
        uint64_t pads, first; /* the first record lies at `first`, behind PADs that begin at `pads` */
        oas_where stray;
    } found[OAS_IN_COUNT];
    oas_table_kind last; /* whose record was the last name; OAS_IN_NONE: a CELL came since */
    uint64_t pads, pads_end;
    oas_cell_place *places; /* owned; in order of the file */
    uint32_t place_count, place_capacity;
    oas_cell_claim *claims; /* owned */
    uint32_t claim_count, claim_capacity;
    uint64_t cell_number, cell_name; /* of the last CELLNAME */
    bool has_claim;                  /* it has an S_CELL_OFFSET already */
    bool knows_prop;                 /* a PROPNAME says S_CELL_OFFSET: */
    uint64_t prop;                   /* its number */
    bool is_bad;                     /* an S_CELL_OFFSET is wrong, the first one here: */
    oas_where bad;
} oas_strict;

#endif

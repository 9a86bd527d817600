/* The builder's inside, shared by builder.c (events) and freeze.c. */
#ifndef LOB_DB_BUILDER_IMPL_H
#define LOB_DB_BUILDER_IMPL_H

#include "base/map.h"
#include "db/builder.h"
#include "db/early.h"
#include "db/intern.h"

/* A cell in the making: known by its name, or (OASIS) by a number whose name comes later. */
typedef struct lob_draft {
    lob_cell cell;
    uint64_t ref;
    bool by_ref, is_defined;
    uint32_t final; /* index after freezing */
} lob_draft;

/* The columns of one layer of the open cell; emptied at its end and used again by the next. */
typedef struct lob_bench {
    lob_column kinds[LOB_KIND_COUNT];  /* lob_box, lob_path, lob_polygon, lob_text */
    lob_column box_reps;               /* lob_attr */
    lob_column props[LOB_KIND_COUNT];  /* lob_attr */
    lob_share share;                   /* what is known already */
    uint32_t early_at[LOB_KIND_COUNT]; /* figures of a kind at which to work out more of it; UINT32_MAX: never */
    bool is_touched;
} lob_bench;

typedef struct lob_label { /* name of a layer or of a range of layers */
    lob_layer_range range;
    lob_str name;
} lob_label;

typedef struct lob_late_text { /* a text string known by number, and its place */
    uint64_t ref;
    uint32_t string;
} lob_late_text;

typedef struct lob_late_context { /* context strings on their way: first to first + count of context_strings */
    lob_str name;                 /* of the cell; data NULL: `cell` is its index, LOB_NONE the layout */
    uint32_t cell, first, count;
} lob_late_context;

struct lob_builder {
    lob_ctx *ctx;
    lob_layout *layout;
    lob_intern intern;
    lob_sink sink;
    lob_early *early; /* owned; NULL before the first layer with many figures */
    bool has_begun, is_strict;
    lob_column drafts; /* lob_draft */
    lob_name_map names;
    uint64_t last_ref; /* of last_ref_draft, when that is one */
    uint32_t last_ref_draft;
    lob_id_map cell_refs, text_refs, defined[LOB_TABLE_COUNT]; /* number -> draft, string, string */
    lob_column late_texts;                                     /* lob_late_text */
    lob_column order;                                          /* uint32_t: drafts in order of definition */
    uint32_t open;                                             /* draft, LOB_NONE between cells */
    lob_id_map layer_map;
    lob_column benches; /* lob_bench, by layer */
    lob_column touched; /* uint32_t: layers of the open cell */
    uint64_t last_key;  /* of last_bench; UINT64_MAX: none */
    lob_bench *last_bench;
    lob_column insts, inst_props;        /* of the open cell */
    lob_column cell_props, layout_props; /* lob_prop, copied */
    lob_column labels;                   /* lob_label */
    lob_column contexts;                 /* lob_late_context */
    lob_column context_strings;          /* lob_str, of the layout */
};

/* builder.c: steps of events, for events told another way. */
lob_status lob_builder_layer(lob_builder *b, uint64_t key, uint32_t *layer);          /* key: layer << 32 | datatype */
uint32_t lob_builder_text_string(lob_builder *b, const lob_text_event *text);         /* LOB_NONE: out of memory */
lob_status lob_builder_draft(lob_builder *b, const lob_draft *like, uint32_t *draft); /* of the same name or number */
lob_status lob_builder_begin_draft(lob_builder *b, uint32_t draft);
lob_status lob_builder_warn(lob_builder *b, const lob_warning *warning); /* counts as often as it says */

enum { LOB_COLUMN_LARGE = 64 * 1024 }; /* bytes; a column above is a block of its own */

extern const size_t lob_kind_sizes[LOB_KIND_COUNT];

lob_status lob_builder_close_cell(lob_builder *b); /* store.c */
/* store.c: the columns as the layout will have them, without boxes; and the bench as a new cell finds it. */
lob_shapes lob_bench_view(const lob_bench *bench);
void lob_bench_reset(lob_bench *bench);
/* context.c: the event; and at the end, when the cells are final, lists and cells come together. */
lob_status lob_builder_on_context(void *self, lob_str cell, const lob_str *strings, uint32_t count);
lob_status lob_builder_freeze_contexts(lob_builder *b);
void lob_builder_clear(lob_builder *b); /* all but the layout */

#endif

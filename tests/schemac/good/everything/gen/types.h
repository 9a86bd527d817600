/* Made by tools/schemac from spec/. Do not edit. The types of the contract. */
#ifndef LOB_GEN_TYPES_H
#define LOB_GEN_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

#define LOB_SCHEMA_VERSION "1.0.0"

/* Groups of tools: a bit each, and the place of its words. */
enum {
    /* First "group". */
    LOB_GROUP_ALPHA = 1,
    /* Second. */
    LOB_GROUP_BETA = 2,
    LOB_GROUP_COUNT = 2
};
extern const char *const lob_group_names[2];
extern const char *const lob_group_abouts[2];

/* A box in um. */
typedef struct lob_sample_box {
    double left;
    double right;
} lob_sample_box;

typedef enum lob_sample_mode {
    LOB_SAMPLE_MODE_TOP, LOB_SAMPLE_MODE_ALL_LEVELS
} lob_sample_mode;
enum { LOB_SAMPLE_MODE_COUNT = 2 }; extern const char *const lob_sample_mode_names[2];

/* Uses what is defined below it. */
typedef struct lob_sample_shape {
    lob_sample_box box;
    lob_sample_mode mode;
    bool has_outline; struct { struct { int64_t *items; size_t count; } *items; size_t count; } outline;
} lob_sample_shape;

typedef struct lob_error_object_details {
    lob_str hint;
} lob_error_object_details;

/* A failure. */
typedef struct lob_error_object {
    lob_str code; /* When isError */
    lob_str message; /* Not shown. */
    lob_error_object_details details;
} lob_error_object;

typedef struct lob_sample_units {
    char unused; /* constants alone */
} lob_sample_units;

typedef enum lob_demo_request_kind {
    LOB_DEMO_REQUEST_KIND_A, LOB_DEMO_REQUEST_KIND_B
} lob_demo_request_kind;
enum { LOB_DEMO_REQUEST_KIND_COUNT = 2 }; extern const char *const lob_demo_request_kind_names[2];

typedef struct lob_demo_request_layers_item {
    int64_t layer;
    int64_t datatype;
} lob_demo_request_layers_item;

typedef struct lob_demo_request {
    lob_str session_id; /* From open. */
    lob_str path;
    lob_sample_box box; /* Where to look. */
    lob_sample_box *view;
    lob_str name;
    lob_str color;
    lob_str variable;
    lob_sample_mode mode;
    bool has_kind; lob_demo_request_kind kind;
    int64_t max_shapes;
    bool has_depth; int64_t depth;
    double scale;
    bool deep;
    bool has_flag; bool flag;
    bool has_layers; struct { lob_demo_request_layers_item *items; size_t count; } layers;
    bool has_points; struct { struct { int64_t *items; size_t count; } *items; size_t count; } points;
    bool has_params; struct { lob_str *names; lob_str *items; size_t count; } params;
    lob_str extra; /* Anything. */
    lob_str rules; /* Either form. */
    lob_str rule; /* One form. */
    bool has_boxes; struct { lob_sample_box *items; size_t count; } boxes; /* Brief. */
    bool has_double; double double_;
    bool has_quiet; bool quiet;
} lob_demo_request;

typedef struct lob_demo_response_totals_item {
    int64_t n;
} lob_demo_response_totals_item;

typedef struct lob_demo_response_extent {
    double top;
} lob_demo_response_extent;

typedef struct lob_demo_response_span {
    double top;
} lob_demo_response_span;

typedef enum lob_demo_response_state {
    LOB_DEMO_RESPONSE_STATE_ON, LOB_DEMO_RESPONSE_STATE_OFF
} lob_demo_response_state;
enum { LOB_DEMO_RESPONSE_STATE_COUNT = 2 }; extern const char *const lob_demo_response_state_names[2];

typedef enum lob_demo_response_letter {
    LOB_DEMO_RESPONSE_LETTER_A, LOB_DEMO_RESPONSE_LETTER_B, LOB_DEMO_RESPONSE_LETTER_C, LOB_DEMO_RESPONSE_LETTER_D,
        LOB_DEMO_RESPONSE_LETTER_E, LOB_DEMO_RESPONSE_LETTER_F, LOB_DEMO_RESPONSE_LETTER_G, LOB_DEMO_RESPONSE_LETTER_H,
        LOB_DEMO_RESPONSE_LETTER_I
} lob_demo_response_letter;
enum { LOB_DEMO_RESPONSE_LETTER_COUNT = 9 }; extern const char *const lob_demo_response_letter_names[9];

typedef struct lob_demo_response_details {
    lob_str hint;
    bool has_own; int64_t own;
} lob_demo_response_details;

typedef enum lob_demo_response_entries_item_state {
    LOB_DEMO_RESPONSE_ENTRIES_ITEM_STATE_ON, LOB_DEMO_RESPONSE_ENTRIES_ITEM_STATE_OFF
} lob_demo_response_entries_item_state;
enum { LOB_DEMO_RESPONSE_ENTRIES_ITEM_STATE_COUNT =
    2 }; extern const char *const lob_demo_response_entries_item_state_names[2];

typedef struct lob_demo_response_entries_item_deep_in {
    int64_t n; /* Too deep. */
} lob_demo_response_entries_item_deep_in;

typedef struct lob_demo_response_entries_item_deep {
    lob_demo_response_entries_item_deep_in in; /* Too deep. */
} lob_demo_response_entries_item_deep;

typedef struct lob_demo_response_entries_item_large {
    bool has_a; int64_t a;
    bool has_b; int64_t b;
    bool has_c; int64_t c;
    bool has_d; int64_t d;
    bool has_e; int64_t e;
} lob_demo_response_entries_item_large;

typedef struct lob_demo_response_entries_item {
    lob_demo_response_entries_item_state state; /* Described alone. */
    lob_sample_box *place;
    lob_sample_box *other; /* Another. */
    lob_sample_box *twin;
    lob_demo_response_entries_item_deep *deep;
    lob_demo_response_entries_item_large *large; /* Five members. */
} lob_demo_response_entries_item;

typedef struct lob_demo_response {
    lob_sample_units units;
    double area_um2;
    bool has_ratio; double ratio;
    lob_str digest;
    lob_sample_box *exact;
    lob_sample_box *crop;
    lob_str label;
    struct { lob_sample_shape *items; size_t count; } shapes;
    struct { lob_str *names; int64_t *items; size_t count; } counts;
    bool has_totals; struct { lob_str *names; lob_demo_response_totals_item *items; size_t count; } totals;
    /* Remarks, e.g. that nothing was found, ... Cut here. */
    bool has_notes; struct { lob_str *items; size_t count; } notes;
    bool has_width; double width; /* Widest; cut here */
    lob_demo_response_extent *extent; /* In um. */
    lob_demo_response_span *span;
    bool has_state; lob_demo_response_state state; /* How it stands. */
    bool has_letter; lob_demo_response_letter letter; /* One of many. */
    lob_str message;
    lob_demo_response_details *details;
    bool has_entries; struct { lob_demo_response_entries_item *items; size_t count; } entries;
    bool has_truncated; bool truncated;
    lob_str raw;
} lob_demo_response;

#endif

/* What the files of the SPICE reader share. Not for other folders.
 *
 * A text goes through: lines (spice_text.c), cards (spice_card.c), subcircuits (spice_read.c), then cells from the top
 * down (spice_cell.c), whose parameters are values in a scope (spice_scope.c, spice_value.c) and whose cards are
 * devices (spice_device.c). Invariant: all names that are compared are folded to lower case; all tables of names are
 * in one map, each key with its kind and its owner in front.
 */
#ifndef LOB_DESIGN_SPICE_IMPL_H
#define LOB_DESIGN_SPICE_IMPL_H

#include "base/buf.h"
#include "base/map.h"
#include "design/document_impl.h"
#include "design/spice.h"
#include "json/writer.h"

enum {
    LOB_SPICE_WORD_SIZE = 1024,
    LOB_SPICE_PARAMS_MAX = 256, /* of a card, and of a subcircuit */
    LOB_SPICE_FILES_DEEP = 16,
    LOB_SPICE_CELLS_MAX = 10000,
    LOB_SPICE_LEFT_MAX = 64,
    LOB_SPICE_EXPRESSION_DEPTH = 64
};

typedef struct lob_spice_line {
    lob_str text; /* comments and line ends gone, continuations joined */
    uint32_t file, line;
} lob_spice_line;

typedef struct lob_spice_param {
    lob_str name;  /* folded */
    lob_str value; /* without its quotes */
    lob_spice_line at;
} lob_spice_param;

typedef struct lob_spice_card {
    lob_spice_line at;
    lob_str *words; /* what is no NAME=VALUE */
    size_t word_count;
    lob_spice_param *params;
    size_t param_count;
    size_t pins_from; /* of params; param_count unless the card says $PINS */
} lob_spice_card;

/* subckts[0] is what lies outside of all subcircuits; its parameters are those of the file. */
typedef struct lob_spice_subckt {
    lob_str name;
    lob_spice_line at;
    lob_str *ports;
    size_t port_count;
    lob_spice_param *params; /* first those of the .subckt line, which instances may set */
    size_t param_count, settable_count;
    lob_spice_card *cards; /* M, R, C, X */
    size_t card_count;
    bool is_called, is_open, is_reached;
} lob_spice_subckt;

typedef struct lob_spice_global {
    lob_str name;
    lob_net_type type;
} lob_spice_global;

/* What a model or a subcircuit is, to the format. */
typedef enum {
    LOB_SPICE_UNKNOWN_KIND,
    LOB_SPICE_NMOS,
    LOB_SPICE_PMOS,
    LOB_SPICE_RESISTOR,
    LOB_SPICE_CAPACITOR,
    LOB_SPICE_SKIPPED
} lob_spice_kind;

typedef struct lob_spice {
    lob_ctx *ctx;
    lob_str path; /* of the file, absolute or empty */
    lob_spice_options options;
    double scale;
    lob_name_map names; /* keys: lob_spice_key_kind */
    lob_str *files;     /* as messages name them */
    size_t file_count;
    lob_spice_line *lines;
    size_t line_count;
    lob_spice_subckt *subckts;
    size_t subckt_count;
    lob_spice_global *globals;
    size_t global_count;
    lob_spice_left *left;
    size_t left_count;
    lob_design_notes notes;
} lob_spice;

/* ---- spice_base.c ---- */

typedef enum {
    LOB_SPICE_KEY_SUBCKT = 's',
    LOB_SPICE_KEY_MODEL = 'm',
    LOB_SPICE_KEY_GLOBAL = 'g',
    LOB_SPICE_KEY_PARAM = 'p',  /* owner: the subcircuit */
    LOB_SPICE_KEY_PORT = 'o',   /* likewise */
    LOB_SPICE_KEY_NET = 'n',    /* owner: the cell */
    LOB_SPICE_KEY_DEVICE = 'd', /* likewise */
    LOB_SPICE_KEY_CELL = 'v',   /* owner: the subcircuit; the name is its values */
    LOB_SPICE_KEY_NAME = 'c',   /* of cells that are written */
    LOB_SPICE_KEY_LEFT = 'l'
} lob_spice_key_kind;

/* Fails at a line. `fault`: a sentence without a full stop; `hint` one with. name: may be absent. */
lob_status lob_spice_fail(lob_spice *s, const lob_spice_line *at, const char *fault, const char *hint, lob_str name);
lob_status lob_spice_limit(lob_spice *s, const char *what, uint64_t limit);
/* Room for item `count`, and all before it kept. NULL: no memory, error set. */
void *lob_spice_grow(lob_spice *s, void *items, size_t count, size_t item_size);
bool lob_spice_is(lob_str text, const char *folded);                 /* without regard to case */
bool lob_spice_is_among(const lob_spice_names *names, lob_str name); /* likewise */
lob_str lob_spice_folded(lob_spice *s, lob_str text);                /* a copy; data NULL: no memory */
uint32_t lob_spice_find(const lob_spice *s, lob_spice_key_kind kind, size_t owner, lob_str name);
/* *found: the value that the name has now. */
lob_status lob_spice_add(lob_spice *s, lob_spice_key_kind kind, size_t owner, lob_str name, size_t value,
                         uint32_t *found);
lob_status lob_spice_note(lob_spice *s, const char *kind, const char *message);
lob_status lob_spice_leave(lob_spice *s, lob_str what, const lob_spice_line *at);

/* ---- spice_text.c: fills s->lines ---- */
lob_status lob_spice_lines(lob_spice *s, lob_str text);

/* ---- spice_card.c ---- */
lob_status lob_spice_card_read(lob_spice *s, const lob_spice_line *line, lob_spice_card *card);
const lob_spice_param *lob_spice_card_param(const lob_spice_card *card, const char *name); /* NULL: not there */

/* ---- spice_read.c: from s->lines to s->subckts ---- */
lob_status lob_spice_subckts(lob_spice *s);

/* ---- spice_value.c ---- */
typedef enum {
    LOB_SPICE_FINE,
    LOB_SPICE_SYNTAX,  /* no number, no expression */
    LOB_SPICE_UNKNOWN, /* a name or function that nobody knows */
    LOB_SPICE_PENDING, /* a parameter whose value is not known yet */
    LOB_SPICE_INFINITE /* no finite number, as of 1/0 */
} lob_spice_verdict;

typedef lob_spice_verdict lob_spice_lookup(const void *arg, lob_str name, double *value);

/* 1.5k, 10meg, 180nm: SPICE's suffixes, then letters of a unit. Also a µ. */
bool lob_spice_number(lob_str text, double *value);
/* Numbers, names, + - * / ( ), int abs sqrt floor ceil min max. *unknown: the name that the verdict is about. Values
 * within 1e-12 of one with 9 digits are that one: 3*0.1u is 0.3u. */
lob_spice_verdict lob_spice_evaluate(lob_str text, lob_spice_lookup *lookup, const void *arg, double *value,
                                     lob_str *unknown);

/* ---- spice_scope.c ---- */
typedef struct lob_spice_scope {
    const lob_spice *s;
    uint32_t subckt;
    const struct lob_spice_scope *file; /* that of subckts[0]; NULL: this is it */
    double *values;                     /* of the subcircuit's parameters */
    uint8_t *verdicts;                  /* lob_spice_verdict of each */
    double multiplier;                  /* product of m of the instances above, when it is not shared: of this one */
} lob_spice_scope;

/* Of an instance `card` in the scope `outer`; card NULL: all parameters have their defaults. */
lob_status lob_spice_scope_open(lob_spice *s, uint32_t subckt, const lob_spice_scope *outer, const lob_spice_card *card,
                                const lob_spice_scope *file, lob_spice_scope *scope);
lob_spice_lookup lob_spice_scope_lookup; /* arg: the scope */
/* Fails at the param's line. */
lob_status lob_spice_scope_value(lob_spice *s, const lob_spice_scope *scope, const lob_spice_param *param,
                                 double *value);

/* ---- spice_device.c ---- */

/* Of an X card: a subcircuit, *subckt, or a device or a skipped one of that kind. */
lob_status lob_spice_resolve(lob_spice *s, const lob_spice_card *card, uint32_t *subckt, lob_spice_kind *kind);

typedef struct lob_spice_device {
    lob_str id, model; /* model: may be absent */
    lob_device_type type;
    bool has_w, has_l;
    double w, l, m, nf;
    lob_str nets[4];
    const char *terminals[4];
    size_t terminal_count;
    const lob_spice_card *card;
    bool has_value;
    double value;
} lob_spice_device;

/* An M, R or C card, or an X card of that kind. */
lob_status lob_spice_device_read(lob_spice *s, const lob_spice_scope *scope, const lob_spice_card *card,
                                 lob_spice_kind kind, lob_spice_device *device);
/* The members of `device` that the format does not name. */
lob_status lob_spice_device_extra(lob_spice *s, const lob_spice_scope *scope, const lob_spice_device *device,
                                  lob_jsonw *out);

/* ---- spice_cell.c: all cells that the subcircuit `top` reaches ---- */
lob_status lob_spice_cells(lob_spice *s, uint32_t top, lob_spice_netlist *netlist);

#endif

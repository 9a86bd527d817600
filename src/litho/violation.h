/* Violations: records of the checks of one evaluation, from all tiles, brought together (RFC 0006, 2).
 *
 * Each tile tells what it sees, so a defect in the overlap of tiles comes more than once. After the tiles are stitched,
 * records of one rule whose locations lie within the rule's dedup radius of each other (chains count) are a group; the
 * lowest of a group by (y, x, tile row, tile column) is canonical, the others are shadows. A location is a property of
 * the defect, not of the tile: so groups, their ids and the canonical record's id are the same however the canvas is
 * tiled. Places are compared as they go into ids, in whole picometres, so the last bit of a double decides nothing.
 *
 * group id: first 16 hex digits of BLAKE2b-512 over
 *     rule_deck_hash as text ("sha256:" and 64 hex digits), 71 bytes
 *     radius, x, y of the canonical record, each int64 little-endian of round-half-even(nm * 1000)
 *     rule_id as UTF-8
 * violation id: "v" and 40 characters of base32 (RFC 4648, lower case, no padding) of 25 bytes:
 *     schema version: major, minor, patch                      3
 *     first bytes of the deck's SHA-256                        8
 *     the group id                                             8
 *     record index in its group, uint32 big-endian; 0: canonical  4
 *     first bytes of BLAKE2b-512 of the 23 before              2
 * docs/mechanisms/violations.md has a worked example.
 */
#ifndef LOB_LITHO_VIOLATION_H
#define LOB_LITHO_VIOLATION_H

#include "base/buf.h"
#include "base/ctx.h"
#include "litho/plane.h"

#define LOB_LITHO_SCHEMA_VERSION "1.0.0"
enum { LOB_LITHO_SCHEMA_MAJOR = 1, LOB_LITHO_SCHEMA_MINOR = 0, LOB_LITHO_SCHEMA_PATCH = 0 };
enum { LOB_GROUP_ID_SIZE = 16, LOB_VIOLATION_ID_SIZE = 41, LOB_DECK_HASH_SIZE = 71 };

typedef enum {
    LOB_FRAME_INPUT_LAYOUT_NATIVE,
    LOB_FRAME_POST_TRANSFORM_CANVAS,
    LOB_FRAME_TILE_LOCAL,
    LOB_FRAME_WAFER_GLOBAL,
    LOB_FRAME_UNKNOWN /* read from a newer writer */
} lob_coordinate_frame;

/* A step from the user's layout to the canvas, applied in order. */
typedef enum {
    LOB_OP_TRANSLATE,   /* params: {"dx_nm", "dy_nm"} */
    LOB_OP_SCALE,       /* {"factor"} > 0 */
    LOB_OP_ROTATE,      /* {"angle_deg"}: multiples of 90, counter-clockwise about the origin */
    LOB_OP_MIRROR_X,    /* {}: y becomes -y */
    LOB_OP_TILE_STITCH, /* {"origin": [x, y]} nm of the tile's lower left corner on the canvas: tile_local + origin =
                           canvas */
    LOB_OP_UNKNOWN
} lob_transform_op;

typedef struct lob_litho_step {
    lob_transform_op op;
    double a, b; /* dx, dy | factor | angle | origin x, y */
} lob_litho_step;

enum { LOB_TRANSFORMS_MAX = 8 };

typedef struct lob_litho_violation {
    lob_str rule_id;
    bool is_warning;
    double x_nm, y_nm; /* in `frame`; what an evaluation finds is on the canvas */
    lob_coordinate_frame frame;
    lob_litho_step transforms[LOB_TRANSFORMS_MAX]; /* from the input layout to the canvas, in order; TILE_STITCH is
                                                     last, of the tile that saw it */
    uint32_t transform_count;
    uint32_t tile_column, tile_row; /* "T_column_row" */
    double tile_x_nm, tile_y_nm;    /* the same place in the tile's frame */
    double radius_nm;               /* the rule's dedup radius */
    bool has_actual, has_required;
    double actual, required; /* nm, or nm2 for areas */
    const char *unit;        /* "nm", "nm2"; NULL: none */
    bool has_box;
    double box_nm[4]; /* left, bottom, right, top on the canvas */
    /* set by lob_violations_dedup() */
    char group_id[LOB_GROUP_ID_SIZE + 1];
    char id[LOB_VIOLATION_ID_SIZE + 1];
    bool is_shadow;
    char same_id[LOB_VIOLATION_ID_SIZE + 1]; /* lob_violations_link(): the record that leads here; "": this one does */
    uint32_t group, record; /* index of the group in order of its canonical record; of the record in the group */
} lob_litho_violation;

typedef struct lob_violations {
    lob_litho_violation *items;
    uint32_t count, group_count;
    lob_str deck_name;
    char deck_hash[LOB_DECK_HASH_SIZE + 1]; /* "sha256:..." of the deck as canonical JSON */
} lob_violations;

/* Sorts by (rule id, group's canonical y, x, record), makes groups and ids; `items` is a new array in ctx->arena. The
 * result does not depend on the order the records came in. O(n log n) for places on a grid of pixels: distinct places
 * in a square of the radius are then bounded in number. All records must lie on the canvas; rules told apart by id and
 * radius. INVALID_TARGET for places beyond 1e12 nm and radii beyond 1e6 nm, or no numbers; TOOL_LIMIT_EXCEEDED;
 * LOB_E_CANCELLED. */
lob_status lob_violations_dedup(lob_ctx *ctx, lob_violations *violations);

/* Links what the design rules and the mask rules say about one place: to each spot of a mask rule go the records of the
 * design rule of the same kind (width, space and notch, area) whose box shares violating pixels with it; where several
 * spots do, to the smallest. The first of those records leads, the others and the spot get its id as same_id. At most
 * 64 spots are tried for a record. `narrow`, `tight`: pixels that violate width and spacing; no values: boxes decide.
 * After lob_violations_dedup(). */
lob_status lob_violations_link(lob_ctx *ctx, lob_violations *violations, const lob_bits *narrow, const lob_bits *tight);
/* Groups that are not another one's defect. */
uint32_t lob_violations_defects(const lob_violations *violations);
/* Of the first `count` records the one to repair first: errors before warnings, rules before prints (a moved edge
 * changes the print), then what is furthest from its limit; NULL: there is none. */
const lob_litho_violation *lob_violations_first(const lob_violations *violations, uint32_t count);
/* "line 34 nm wide, 40 nm required, at (0.5, 0.25) um". At most LOB_SENTENCE_SIZE bytes with the 0. */
enum { LOB_SENTENCE_SIZE = 256 };
size_t lob_violation_sentence(const lob_litho_violation *violation, char out[LOB_SENTENCE_SIZE]);

/* Numbers beyond +-9.2e15 nm count as that, NaN as 0, of rule_id the first 4096 bytes: a defined result for any input.
 */
void lob_group_id(const char *deck_hash, double radius_nm, double x_nm, double y_nm, lob_str rule_id,
                  char out[LOB_GROUP_ID_SIZE + 1]);

typedef struct lob_violation_key { /* what an id says by itself */
    uint8_t version[3];
    uint8_t deck[8];
    char group_id[LOB_GROUP_ID_SIZE + 1];
    uint32_t record;
} lob_violation_key;
void lob_violation_id_print(const lob_violation_key *key, char out[LOB_VIOLATION_ID_SIZE + 1]);
/* false: no such id (length, alphabet, check bytes). Upper case is taken as well. */
bool lob_violation_id_parse(lob_str text, lob_violation_key *key);

/* *x_nm, *y_nm, in and out: from a place in `frame` of the violation back to the input layout: the tile's corner is
 * added when the frame is the tile's, then the other steps are undone, last first. INVALID_TARGET for what is not
 * understood, never a silent shift: details.reason `unknown_transform` (an unknown step, one that makes no sense, a
 * tile's place without its tile_stitch) or `unknown_frame`. */
lob_status lob_violation_to_native(lob_ctx *ctx, const lob_litho_violation *violation, double *x_nm, double *y_nm);
/* The other way, from the input layout to `frame`. */
lob_status lob_violation_from_native(lob_ctx *ctx, const lob_litho_violation *violation, double *x_nm, double *y_nm);

/* As the report spells them; what is not known is UNKNOWN. */
const char *lob_coordinate_frame_name(lob_coordinate_frame frame);
lob_coordinate_frame lob_coordinate_frame_named(lob_str name);
const char *lob_transform_op_name(lob_transform_op op);
lob_transform_op lob_transform_op_named(lob_str name);

#endif

/* An object as an answer names it: where it is stored, and from which cell it is seen.
 *
 * Its hash is the number in its id. It is made of what a layout file says (names, numbers, file order) and of a seed
 * that stands for the bytes of the file, never of positions in memory or of the order of asking: the same object has it
 * in every tool, mode and session on the same file, and no other file gives it.
 */
#ifndef LOB_QUERY_OBJECT_H
#define LOB_QUERY_OBJECT_H

#include "base/buf.h"
#include "db/walk.h"

typedef enum { LOB_ID_SHAPE, LOB_ID_TEXT, LOB_ID_INST, LOB_ID_PORT, LOB_ID_TYPE_COUNT } lob_id_type;

/* Where a shape, text or instance is stored; a port is derived, not stored: the leaf is the component that has it. */
typedef struct lob_stored {
    const lob_step *path; /* `depth` steps from the queried cell to the leaf */
    uint32_t depth;
    lob_cell_index leaf;   /* the cell that stores it */
    lob_layer_index layer; /* shapes and texts; 0 for the others */
    lob_kind kind;         /* shapes and texts; 0 for the others */
    uint32_t index;        /* of its kind in the leaf's shapes on the layer; of an instance or port in the leaf */
    uint64_t member;       /* of its own repetition; 0 for an instance, which is all its members, and for a port */
} lob_stored;

typedef struct lob_object {
    lob_id_type type;
    lob_cell_index cell; /* queried: the object is seen in its coordinates */
    lob_stored stored;
} lob_object;

/* False: out of memory. `scratch` is any buffer; what it held is lost. */
bool lob_object_hash(const lob_layout *layout, uint64_t seed, const lob_object *object, lob_buf *scratch,
                     uint64_t *hash);

/* The shapes that a shape or text is stored among (lob_figure_make wants them); NULL for anything else. */
const lob_shapes *lob_object_shapes(const lob_layout *layout, const lob_object *object);

#endif

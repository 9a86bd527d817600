/* Box and number of figures, kind by kind. For the files of src/db. */
#ifndef LOB_DB_EXTENT_H
#define LOB_DB_EXTENT_H

#include "db/layout_impl.h"

typedef struct lob_extents {
    lob_layout *layout; /* borrowed */
    uint32_t *line_of;  /* owned: outline -> index + 1 of the line first made of it */
    lob_column lines;   /* boxes of paths, by outline and width; of the layout's budget */
} lob_extents;

/* For figures whose outlines are below `outline_count`. False: out of memory; close it all the same. */
bool lob_extents_open(lob_extents *extents, lob_layout *layout, uint32_t outline_count);
void lob_extents_close(lob_extents *extents);

/* Joins the boxes of the figures of `kind` from index `from` on, all members, and returns how many members they have.
 * Figures before `from` must have no repetition. */
uint64_t lob_extents_add(lob_extents *extents, const lob_shapes *shapes, lob_kind kind, uint32_t from, lob_box64 *box);

#endif

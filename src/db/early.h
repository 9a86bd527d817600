/* Work on figures while the layout is still being read. For the files of src/db.
 *
 * A file is hashed on a thread of its own, and the parser is the faster of the two: it can do beside the hash what
 * would otherwise come after it, boxes and the weights of the content hash. Sums and boxes do not depend on the order,
 * so the layout is the same whatever was done early.
 */
#ifndef LOB_DB_EARLY_H
#define LOB_DB_EARLY_H

#include "db/layout_impl.h"

typedef struct lob_early lob_early;

enum { LOB_EARLY_STEP = 4096 /* figures of a kind on a layer of a cell; less is not worth a share */ };

/* `weigh`: weights as well as boxes. NULL: out of memory. */
lob_early *lob_early_new(lob_layout *layout, bool weigh);
void lob_early_drop(lob_early *early); /* NULL is fine */
/* Takes the figures of `kind` that `share` does not have yet, up to the first that is not plain: one with a repetition,
 * properties, an outline that is large or one of many, or a string that is not known yet. False: it is the first, or no
 * memory; nothing was done, and nothing is to be gained by asking again. */
bool lob_early_take(lob_early *early, const lob_shapes *shapes, lob_kind kind, lob_share *share);

#endif

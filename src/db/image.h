/* A frozen layout as a file that is mapped and used unchanged: no parsing, no copy, one copy in memory for all
 * processes that map it.
 *
 * The file holds the layout's own structures with pointers for one fixed address, which is drawn from `note`. It is
 * good for the program that wrote it alone (same executable, which `note` must tell) and is trusted: who maps it must
 * know that nobody else could write it.
 */
#ifndef LOB_DB_IMAGE_H
#define LOB_DB_IMAGE_H

#include "db/layout.h"

enum { LOB_IMAGE_NOTE_SIZE = 1024 };

/* Writes the layout to an empty file. `note` is kept beside it, at most LOB_IMAGE_NOTE_SIZE bytes. Polls.
 * TOOL_LIMIT_EXCEEDED of the system's refusals; what was written then is no image. Does not sync. */
lob_status lob_image_write(lob_ctx *ctx, const lob_layout *layout, lob_str key, lob_str note, int fd);

/* Maps an image whose key is this one. *layout has one reference, or is NULL when the file is no such image or its
 * address is taken: then read the original. note: its bytes, in ctx->arena. fd may be closed afterwards.
 * TOOL_LIMIT_EXCEEDED: out of memory. */
lob_status lob_image_map(lob_ctx *ctx, int fd, lob_str key, lob_layout **layout, lob_str *note);

#endif

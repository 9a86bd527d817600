/* Where export_gds may write: beneath one folder, and nowhere else. */
#ifndef LOB_BRIDGE_TCP_EXPORT_H
#define LOB_BRIDGE_TCP_EXPORT_H

#include "db/layout.h"

typedef struct lob_tcp_export lob_tcp_export;

typedef enum { LOB_TCP_PLACE_FINE, LOB_TCP_PLACE_NO_FOLDER, LOB_TCP_PLACE_OUTSIDE } lob_tcp_place;

/* `root`: absolute name of an existing folder, opened once. FILE_NOT_FOUND; TOOL_LIMIT_EXCEEDED. */
lob_status lob_tcp_export_open(lob_ctx *ctx, const char *root, lob_tcp_export **folder);
void lob_tcp_export_close(lob_tcp_export *folder); /* NULL is fine */

/* The folder of `path` (absolute, or below the root) as a descriptor in *dir, and the name in it, into `path`. OUTSIDE
 * also for "..", for a link on the way and in the place of the file. */
lob_tcp_place lob_tcp_export_find(const lob_tcp_export *folder, const char *path, int *dir, const char **name);
/* Writes the layout whole or not at all: GDS, or OASIS where the name ends so; packed where it ends in .gz. Errors as
 * lob_write_file(). */
lob_status lob_tcp_export_write(lob_ctx *ctx, const lob_layout *layout, int dir, const char *name);

#endif

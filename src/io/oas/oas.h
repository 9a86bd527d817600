/* OASIS (SEMI P39): reader and writer. */
#ifndef LOB_IO_OAS_OAS_H
#define LOB_IO_OAS_OAS_H

#include "db/sink.h"
#include "io/parts.h"
#include "io/source.h"
#include "io/write.h"

/* Reads a whole file into a sink that resolves references by number (lob_sink.define): names may follow their uses.
 * is_strict: as of lob_gds_read(). Errors: UNSUPPORTED_FORMAT with offset, record (name), record_index, cell, reason.
 */
lob_status lob_oas_read(lob_ctx *ctx, lob_source *source, const lob_sink *sink, bool is_strict);

/* The same into a builder, by several threads, as lob_gds_read_parts(). */
lob_status lob_oas_read_parts(lob_ctx *ctx, lob_source *source, lob_builder *builder, const lob_parts_read *how);

/* Writes a frozen layout; the caller ends `out`. */
lob_status lob_oas_write(lob_ctx *ctx, const lob_layout *layout, const lob_write_options *options, lob_outfile *out,
                         lob_write_warnings *warnings);

#endif

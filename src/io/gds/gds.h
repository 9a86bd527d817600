/* GDSII stream format: record table, reader, writer. */
#ifndef LOB_IO_GDS_GDS_H
#define LOB_IO_GDS_GDS_H

#include "db/sink.h"
#include "io/parts.h"
#include "io/source.h"
#include "io/write.h"

/* Reads a whole stream into a sink. Deviations that leave no doubt about the layout become warnings of the sink; when
 * is_strict they are refused (docs/mechanisms/reading.md lists them). Errors: UNSUPPORTED_FORMAT with offset, record
 * (name), record_index (0-based), cell. */
lob_status lob_gds_read(lob_ctx *ctx, lob_source *source, const lob_sink *sink, bool is_strict);

/* The same into a builder, by several threads (io/parts.h). Any failure but LOB_E_CANCELLED says only that the file is
 * not read this way: read it from its beginning with lob_gds_read(), into a new builder. */
lob_status lob_gds_read_parts(lob_ctx *ctx, lob_source *source, lob_builder *builder, const lob_parts_read *how);

/* A sink that writes GDSII into `out` (lob_buf grows; deterministic bytes: fixed dates). See gds_write.c for what it
 * cannot hold. */
typedef struct lob_gds_writer lob_gds_writer;
struct lob_buf;
lob_gds_writer *lob_gds_writer_new(lob_ctx *ctx, struct lob_buf *out);
void lob_gds_writer_drop(lob_gds_writer *writer);
const lob_sink *lob_gds_writer_sink(lob_gds_writer *writer);

/* Writes a frozen layout; the caller ends `out`. What GDSII cannot hold is left out and told in warnings, where the
 * sink would refuse it; names of cells that are too long are refused all the same. */
lob_status lob_gds_write(lob_ctx *ctx, const lob_layout *layout, const lob_write_options *options, lob_outfile *out,
                         lob_write_warnings *warnings);

#endif

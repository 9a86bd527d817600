/* Parts of the target geom: an engine asked about shapes that the bytes say. */
#ifndef LOB_TESTS_FUZZ_FUZZ_GEOM_H
#define LOB_TESTS_FUZZ_FUZZ_GEOM_H

#include "geom.h"

/* True when there is a result; else the error is one that such input may have, with all its parts. */
bool fuzz_geom_answered(lob_ctx *ctx, lob_status status);
void fuzz_geom_region(lob_ctx *ctx, geom_bytes *bytes);
void fuzz_geom_guide(lob_ctx *ctx, geom_bytes *bytes);
void fuzz_geom_distance(lob_ctx *ctx, geom_bytes *bytes);
void fuzz_geom_measure(lob_ctx *ctx, geom_bytes *bytes);

#endif

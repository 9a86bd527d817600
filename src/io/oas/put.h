/* Primitive values of OASIS as bytes: the mirror of stream.h. All go into a lob_buf, whose failure is sticky. */
#ifndef LOB_IO_OAS_PUT_H
#define LOB_IO_OAS_PUT_H

#include "base/buf.h"
#include "base/str.h"
#include "io/oas/regroup.h"

void oas_put_uint(lob_buf *out, uint64_t value);
void oas_put_sint(lob_buf *out, int64_t value);
void oas_put_real(lob_buf *out, double value);
void oas_put_string(lob_buf *out, lob_str text);
void oas_put_gdelta(lob_buf *out, int64_t x, int64_t y);
/* The shortest list type that gives exactly these points back; points[0] is where the figure is placed. Type 5, which
 * may be shorter and yet deflate to more, is tried with `differences` alone. */
void oas_put_points(lob_buf *out, const lob_point *points, uint32_t count, bool is_polygon, bool differences);
/* A repetition of at least two members, in the shortest type. FRACTION ones are written member by member. */
void oas_put_repetition(lob_buf *out, const lob_rep *rep);

#endif

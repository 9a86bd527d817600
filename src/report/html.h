/* Text as HTML that is XML as well: every `<` of a report that does not come from here stands in a string of ours.
 *
 * Text of a layout, a deck or a caller goes through lob_html_text() and nothing else. Bytes that are no UTF-8 become
 * U+FFFD; characters that must not be shown as they are (controls, bidi marks, what XML forbids) become \uXXXX. The
 * buffer's failure is sticky and checked once, at the end.
 */
#ifndef LOB_REPORT_HTML_H
#define LOB_REPORT_HTML_H

#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"

/* For content and for attributes in double quotes. */
void lob_html_text(lob_buf *out, lob_str text);
/* The same of at most size_max bytes, cut at a character, with an ellipsis. */
void lob_html_text_cut(lob_buf *out, lob_str text, size_t size_max);
/* A name apart from the direction of what stands around it, with its exact bytes where it is no UTF-8 (hex absent: it
 * is). An empty one is said to be that. */
void lob_html_name(lob_buf *out, lob_str text, lob_str hex);

/* <data value="1234567">1 234 567</data> */
void lob_html_count(lob_buf *out, uint64_t count);
/* The number alone, rounded to 6 decimals, never in the locale's way. */
void lob_html_um(lob_buf *out, double value);
/* "1 cell", "2 cells". */
void lob_html_counted(lob_buf *out, uint64_t count, const char *one, const char *many);
/* "left, bottom to right, top" in um. */
void lob_html_box(lob_buf *out, double left, double bottom, double right, double top);

#endif

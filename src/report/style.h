/* The style sheet of a report: light and dark by what the reader prefers, and on paper. */
#ifndef LOB_REPORT_STYLE_H
#define LOB_REPORT_STYLE_H

#include <stddef.h>

extern const char lob_report_style[];
extern const size_t lob_report_style_size; /* bytes */

#endif

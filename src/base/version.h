/* The version, here and nowhere else in the code. CHANGELOG.md has the same at its top. */
#ifndef LOB_BASE_VERSION_H
#define LOB_BASE_VERSION_H

#define LOB_NAME    "layout-observer"
#define LOB_TITLE   "Layout Observer"
#define LOB_VERSION "0.1.0"
#define LOB_URL     "https://github.com/OWNER/layout-observer"

#endif

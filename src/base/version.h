/* The version, here and nowhere else in the code. CHANGELOG.md has the same at its top. */
#ifndef LOB_BASE_VERSION_H
#define LOB_BASE_VERSION_H

#define LOB_NAME    "layout-observer"
#define LOB_TITLE   "Layout Observer"
#define LOB_VERSION "0.2.0"
#define LOB_URL     "https://github.com/OWNER/layout-observer"

/* A ring beside a straight guide, as MCP's member icons: JSON, with an image that needs no network. */
#define LOB_ICONS                                                                                                      \
    "[{\"src\":\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect "          \
    "width='32' height='32' rx='6' fill='%2310243e'/%3E%3Cg fill='none' stroke='%234fc3f7' stroke-width='3'%3E"        \
    "%3Ccircle cx='16' cy='12' r='7'/%3E%3Cpath d='M3 24H29'/%3E%3C/g%3E%3C/svg%3E\","                                 \
    "\"mimeType\":\"image/svg+xml\",\"sizes\":[\"any\"]}]"

#endif

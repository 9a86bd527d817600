/* The version, here and nowhere else in the code. CHANGELOG.md has the same at its top. */
#ifndef LOB_BASE_VERSION_H
#define LOB_BASE_VERSION_H

#define LOB_NAME    "layout-observer"
#define LOB_TITLE   "Layout Observer"
#define LOB_VERSION "0.2.0"
#define LOB_URL     "https://github.com/OWNER/layout-observer"

/* As MCP's member icons: JSON, with an image that needs no network. A ring beside a straight guide on a dark square. */
#define LOB_ICONS                                                                                                      \
    "[{\"src\":\"data:image/svg+xml;base64,"                                                                           \
    "PHN2ZyB4bWxucz0naHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmcnIHZpZXdCb3g9JzAgMCAzMiAzMic+PHJlY3Qg"                         \
    "d2lkdGg9JzMyJyBoZWlnaHQ9JzMyJyByeD0nNicgZmlsbD0nIzEwMjQzZScvPjxnIGZpbGw9J25vbmUnIHN0cm9r"                         \
    "ZT0nIzRmYzNmNycgc3Ryb2tlLXdpZHRoPSczJz48Y2lyY2xlIGN4PScxNicgY3k9JzEyJyByPSc3Jy8+PHBhdGgg"                         \
    "ZD0nTTMgMjRIMjknLz48L2c+PC9zdmc+"                                                                                 \
    "\",\"mimeType\":\"image/svg+xml\",\"sizes\":[\"any\"]}]"

#endif

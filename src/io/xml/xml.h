/* XML by libxml2, as a stream of elements that a table of rules knows.
 *
 * Invariant: nothing is fetched, no entity but the five of XML is replaced, a document type is refused, memory of
 * libxml2 comes from base/alloc and has a ceiling, and a file that does not end well-formed is an error, however much
 * of it was good. Memory does not grow with the file.
 */
#ifndef LOB_IO_XML_XML_H
#define LOB_IO_XML_XML_H

#include "io/source.h"

/* Inside an element of state `in` (0: the document), the element `name` has state `to` (> 0). What no rule names is
 * skipped with all that is in it, and counted. The table ends with a NULL name. */
typedef struct lob_xml_rule {
    uint8_t in, to;
    const char *name;
} lob_xml_rule;

typedef struct lob_xml_grammar {
    const lob_xml_rule *rules;
    lob_status (*open)(void *self, unsigned state); /* may be NULL */
    /* `text`: characters that stand directly in the element, not trimmed, valid UTF-8, borrowed for the call. */
    lob_status (*close)(void *self, unsigned state, lob_str text);
    lob_status refusal; /* the code of a refused file, as UNSUPPORTED_FORMAT or DRC_RUN_FAILED */
    const char *what;   /* subject of messages: "The marker database" */
} lob_xml_grammar;

enum {
    LOB_XML_DEPTH_MAX = 64,
    LOB_XML_ATTRIBUTE_MAX = 64,      /* of one element */
    LOB_XML_MARKUP_SIZE_MAX = 65536, /* bytes between < and > */
    LOB_XML_TEXT_SIZE_MAX = 1 << 24, /* of one element: a picture, a polygon of a million points */
    LOB_XML_MEMORY_MAX = 1 << 26,    /* libxml2's own */
};
#define LOB_XML_ELEMENT_MAX UINT64_C(200000000)

typedef struct lob_xml_counts {
    uint64_t elements, skipped; /* skipped: the outermost of each unknown subtree */
} lob_xml_counts;

/* Parses all of `source`. `counts` may be NULL. Errors of a refused file: grammar->refusal with details `reason`,
 * `offset` (bytes) and `line`, reason one of: empty | malformed (with libxml2's number as `xml_error`) | encoding (a
 * declared one other than UTF-8 or ASCII, or UTF-16) | doctype | root | depth | attributes | markup | text | elements |
 * memory_limit. Want of memory: TOOL_LIMIT_EXCEEDED. Errors of the callbacks are passed on. Polls ctx->cancel. */
lob_status lob_xml_parse(lob_ctx *ctx, lob_source *source, const lob_xml_grammar *grammar, void *self,
                         lob_xml_counts *counts);

#endif

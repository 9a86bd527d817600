/* libxml2's push parser with callbacks of ours.
 *
 * libxml2 takes the time of the square of an element's attributes, and holds a whole tag in memory, so a gate in front
 * of it measures the bytes between < and >. Its memory comes through hooks that know which parser runs in this thread;
 * a request that failed there is told as want of memory, whatever libxml2 made of it.
 */
#include "io/xml/xml.h"

#include <pthread.h>
#include <string.h>
#include <strings.h>

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>

#include "base/alloc.h"
#include "base/buf.h"

enum { CHUNK_SIZE = 1 << 16, HEAD_SIZE = 16 };

/* In front of each block of libxml2's; blocks are aligned for any type. */
typedef struct block_head {
    _Alignas(HEAD_SIZE) size_t size;
    bool is_table;
} block_head;
_Static_assert(sizeof(block_head) == HEAD_SIZE, "a block behind it is aligned");

/* ---- memory ---- */
typedef struct budget {
    size_t used;
    bool at_limit, no_memory;
} budget;

static _Thread_local budget *current;

/* libxml2's own tables live as long as the process. They come from here, for when one of them cannot be had libxml2
 * goes on with half of them, and crashes later. */
enum { TABLES_SIZE = 1 << 16 };
static _Alignas(HEAD_SIZE) char tables[TABLES_SIZE];
static size_t tables_used;
static _Thread_local bool makes_tables;

static void *take_table(size_t size) {
    const size_t whole = (size + 2 * HEAD_SIZE - 1) / HEAD_SIZE * HEAD_SIZE;
    if (!makes_tables || size > TABLES_SIZE || whole > TABLES_SIZE - tables_used) {
        return NULL;
    }
    block_head *block = (block_head *)(void *)(tables + tables_used);
    tables_used += whole;
    *block = (block_head){size, true};
    return block + 1;
}

static void *hook_malloc(size_t size) {
    void *table = take_table(size);
    if (table) {
        return table;
    }
    if (current && size > LOB_XML_MEMORY_MAX - current->used) {
        current->at_limit = true;
        return NULL;
    }
    block_head *block = lob_malloc(size + HEAD_SIZE);
    if (!block) {
        if (current) {
            current->no_memory = true;
        }
        return NULL;
    }
    *block = (block_head){size, false};
    if (current) {
        current->used += size;
    }
    return block + 1;
}

static void hook_free(void *data) {
    block_head *block = data ? (block_head *)data - 1 : NULL;
    if (block && !block->is_table) {
        if (current) {
            current->used -= block->size < current->used ? block->size : current->used;
        }
        lob_free(block);
    }
}

static void *hook_realloc(void *data, size_t size) {
    size_t before = data ? ((block_head *)data - 1)->size : 0;
    void *grown = hook_malloc(size);
    if (grown && data) {
        memcpy(grown, data, before < size ? before : size);
        hook_free(data);
    }
    return grown;
}

static char *hook_strdup(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = hook_malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

static void begin_libxml(void) {
    xmlMemSetup(hook_free, hook_malloc, hook_realloc, hook_strdup);
    makes_tables = true;
    xmlInitParser();
    makes_tables = false;
}

/* ---- the parser ---- */
typedef struct parser {
    lob_ctx *ctx;
    const lob_xml_grammar *grammar;
    void *self;
    xmlParserCtxt *xml;
    lob_status status;
    lob_xml_counts counts;
    uint8_t states[LOB_XML_DEPTH_MAX];
    unsigned depth;    /* of states */
    unsigned unknown;  /* depth below the first unknown element; 0: none is open */
    lob_buf text;      /* of the innermost known element */
    uint64_t tag_size; /* bytes since an open <; 0: none is open */
    budget memory;
} parser;

/* Called while nothing has failed yet, as is stop(): each callback looks first. A DOCTYPE is the first markup there
 * is, and a second one is an error before. */
static void refuse(parser *p, const char *reason, const char *message, const char *hint) {
    lob_ctx *ctx = p->ctx;
    p->status = lob_fail(ctx, p->grammar->refusal, "%s %s", p->grammar->what, message);
    lob_hint(ctx, "%s", hint);
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    long offset = xmlByteConsumed(p->xml);
    lob_error_integer(&ctx->error, "offset", offset < 0 ? 0 : offset);
    lob_error_integer(&ctx->error, "line", xmlSAX2GetLineNumber(p->xml));
    xmlStopParser(p->xml);
}

static void stop(parser *p, lob_status status) {
    if (status != LOB_OK) {
        p->status = status;
        xmlStopParser(p->xml);
    }
}

static const char write_again[] = "Write the file again with the tool that made it.";
static const char shrink[] = "Split the file, or write fewer items into it.";

static unsigned find_rule(const lob_xml_grammar *grammar, unsigned in, const char *name) {
    const lob_xml_rule *rule = grammar->rules;
    while (rule->name && (rule->in != in || strcmp(rule->name, name) != 0)) {
        rule++;
    }
    return rule->name ? rule->to : 0;
}

static bool is_within_limits(parser *p, int attribute_count) {
    p->counts.elements++;
    if (attribute_count > LOB_XML_ATTRIBUTE_MAX) {
        refuse(p, "attributes", "has an element with too many attributes", write_again);
    } else if (p->depth + p->unknown >= LOB_XML_DEPTH_MAX) {
        refuse(p, "depth", "nests elements too deeply", write_again);
    } else if (p->counts.elements > LOB_XML_ELEMENT_MAX) {
        refuse(p, "elements", "has too many elements", shrink);
    }
    return p->status == LOB_OK;
}

static void on_open(void *self, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespace_count,
                    const xmlChar **namespaces, int attribute_count, int default_count, const xmlChar **attributes) {
    (void)prefix, (void)uri, (void)namespaces, (void)default_count, (void)attributes;
    parser *p = self;
    if (p->status != LOB_OK || !is_within_limits(p, attribute_count + namespace_count)) {
        return;
    }
    if (p->unknown > 0) {
        p->unknown++;
        return;
    }
    unsigned state = find_rule(p->grammar, p->depth ? p->states[p->depth - 1] : 0, (const char *)name);
    if (state == 0 && p->depth == 0) {
        refuse(p, "root", "is an XML file of a different kind", "Check the path: the root element is a different one.");
    } else if (state == 0) {
        p->counts.skipped++;
        p->unknown = 1;
    } else {
        p->states[p->depth++] = (uint8_t)state;
        lob_buf_clear(&p->text);
        stop(p, p->grammar->open ? p->grammar->open(p->self, state) : LOB_OK);
    }
}

static void on_close(void *self, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
    (void)name, (void)prefix, (void)uri;
    parser *p = self;
    if (p->status != LOB_OK) {
        return;
    }
    if (p->unknown > 0) {
        p->unknown--;
    } else {
        unsigned state = p->states[--p->depth];
        lob_str text = {p->text.size ? p->text.data : "", p->text.size};
        stop(p, p->grammar->close(p->self, state, text));
        lob_buf_clear(&p->text);
    }
}

static void on_text(void *self, const xmlChar *text, int size) {
    parser *p = self;
    if (p->status != LOB_OK || p->unknown > 0) {
        return;
    }
    lob_buf_add(&p->text, text, (size_t)size);
    if (p->text.failed == LOB_BUF_TOO_LARGE) {
        refuse(p, "text", "has an element with too much text", shrink);
    } else if (p->text.failed) {
        stop(p, lob_fail_memory(p->ctx));
    }
}

static void on_doctype(void *self, const xmlChar *name, const xmlChar *public_id, const xmlChar *system_id) {
    (void)name, (void)public_id, (void)system_id;
    refuse(self, "doctype", "declares a document type, which is not supported", "Remove the DOCTYPE from the file.");
}

static xmlEntity *entity_of(void *self, const xmlChar *name) {
    (void)self;
    return xmlGetPredefinedEntity(name);
}

static void on_error(void *self, xmlError *error) {
    parser *p = self;
    if (error->level < XML_ERR_FATAL || p->status != LOB_OK) {
        return;
    }
    if (p->memory.no_memory) {
        stop(p, lob_fail_memory(p->ctx));
    } else if (p->memory.at_limit) {
        refuse(p, "memory_limit", "needs more memory than allowed", shrink);
    } else {
        lob_error_integer(&p->ctx->error, "xml_error", error->code);
        refuse(p, "malformed", "is not well-formed XML", "The file may have been cut off. Write it again.");
    }
}

/* What libxml2 would print when it has no parser to blame. */
static void keep_quiet(void *self, const char *format, ...) {
    (void)self, (void)format;
}

/* ---- in front of the parser ---- */
static bool is_ascii_superset(lob_str name) {
    static const char *const names[] = {"utf-8", "utf8", "us-ascii", "ascii"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strlen(names[i]) == name.size && strncasecmp(names[i], name.data, name.size) == 0) {
            return true;
        }
    }
    return false;
}

/* What the XML declaration at the start, which is not empty, says, or "utf-8". */
static lob_str declared_encoding(lob_str head) {
    static const char word[] = "encoding";
    const char *end = memchr(head.data, '>', head.size);
    const char *at = end ? memmem(head.data, (size_t)(end - head.data), word, sizeof word - 1) : NULL;
    if (head.size < 5 || memcmp(head.data, "<?xml", 5) != 0 || !at) {
        return LOB_STR("utf-8");
    }
    for (at += sizeof word - 1; at < end && strchr("= \t\r\n", *at); at++) {
    }
    const char *close = at < end && (*at == '"' || *at == '\'') ? memchr(at + 1, *at, (size_t)(end - at - 1)) : NULL;
    return close ? (lob_str){at + 1, (size_t)(close - at - 1)} : LOB_STR("utf-8");
}

static void check_start(parser *p, const uint8_t *data, size_t size) {
    lob_str head = {(const char *)data, size < 512 ? size : 512};
    if (head.size >= 3 && memcmp(data, "\xEF\xBB\xBF", 3) == 0) {
        head = (lob_str){head.data + 3, head.size - 3};
    }
    bool is_wide = head.size >= 2 && ((uint8_t)head.data[0] >= 0xFE || head.data[0] == 0 || head.data[1] == 0);
    if (head.size == 0) {
        refuse(p, "empty", "is empty", write_again);
    } else if (is_wide || !is_ascii_superset(declared_encoding(head))) {
        refuse(p, "encoding", "is not in UTF-8", "Convert the file to UTF-8, including its XML declaration.");
    }
}

/* Bytes between < and >. */
static void check_markup(parser *p, const uint8_t *data, size_t size) {
    const uint8_t *at = data, *end = data + size;
    while (at < end) {
        const uint8_t *next = memchr(at, p->tag_size ? '>' : '<', (size_t)(end - at));
        if (p->tag_size == 0) {
            if (!next) {
                return;
            }
            p->tag_size = 1;
        } else {
            p->tag_size += (size_t)((next ? next : end) - at);
            if (p->tag_size > LOB_XML_MARKUP_SIZE_MAX) {
                refuse(p, "markup", "has a tag or comment that is too long", write_again);
                return;
            }
            p->tag_size = next ? 0 : p->tag_size;
        }
        at = next ? next + 1 : end;
    }
}

static void feed(parser *p, const uint8_t *data, size_t size, bool at_end) {
    check_markup(p, data, size);
    if (p->status == LOB_OK) {
        xmlParseChunk(p->xml, (const char *)data, (int)size, at_end);
    }
}

static lob_status run(parser *p, lob_source *source) {
    const uint8_t *data;
    size_t size;
    LOB_TRY(lob_source_peek(source, CHUNK_SIZE, &data, &size));
    check_start(p, data, size);
    while (p->status == LOB_OK && size > 0) {
        LOB_TRY(lob_poll(p->ctx));
        lob_progress(p->ctx, lob_source_fraction(source), 1, "reading");
        size_t take = size < CHUNK_SIZE ? size : CHUNK_SIZE;
        feed(p, data, take, false);
        lob_source_skip(source, take);
        if (p->status == LOB_OK) {
            LOB_TRY(lob_source_peek(source, CHUNK_SIZE, &data, &size));
        }
    }
    if (p->status == LOB_OK) {
        feed(p, (const uint8_t *)"", 0, true);
    }
    if (p->status == LOB_OK && p->memory.no_memory) {
        return lob_fail_memory(p->ctx);
    }
    if (p->status == LOB_OK && (!p->xml->wellFormed || p->depth > 0)) {
        refuse(p, "malformed", "is not well-formed XML", "The file may have been cut off. Write it again.");
    }
    return p->status;
}

lob_status lob_xml_parse(lob_ctx *ctx, lob_source *source, const lob_xml_grammar *grammar, void *self,
                         lob_xml_counts *counts) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    xmlSAXHandler sax = {.initialized = XML_SAX2_MAGIC,
                         .startElementNs = on_open,
                         .endElementNs = on_close,
                         .characters = on_text,
                         .cdataBlock = on_text,
                         .ignorableWhitespace = on_text,
                         .internalSubset = on_doctype,
                         .getEntity = entity_of,
                         .serror = on_error};
    parser p = {.ctx = ctx, .grammar = grammar, .self = self};
    pthread_once(&once, begin_libxml);
    xmlSetGenericErrorFunc(NULL, keep_quiet);
    lob_buf_init(&p.text, LOB_XML_TEXT_SIZE_MAX);
    current = &p.memory;
    p.xml = xmlCreatePushParserCtxt(&sax, &p, NULL, 0, NULL);
    lob_status status = p.xml ? LOB_OK : lob_fail_memory(ctx);
    if (p.xml) {
        xmlCtxtUseOptions(p.xml, XML_PARSE_NONET);
        status = run(&p, source);
        xmlFreeParserCtxt(p.xml);
    }
    xmlResetLastError();
    current = NULL;
    lob_buf_release(&p.text);
    if (counts) {
        *counts = p.counts;
    }
    return status;
}

/* Balanced braces. Invariant: outside an object nothing is held; inside one, text[0] is its brace, and depth, in_string
 * and after_backslash are what text[0 .. at) makes of it. */
#include "proxy/scan.h"

void lob_llm_scan_open(lob_llm_scan *scan) {
    *scan = (lob_llm_scan){.at = 0};
    lob_buf_init(&scan->text, 0);
}

void lob_llm_scan_close(lob_llm_scan *scan) {
    lob_buf_release(&scan->text);
}

/* True: this byte ends the object. */
static bool step(lob_llm_scan *scan, char byte) {
    if (scan->in_string) {
        bool escapes = !scan->after_backslash && byte == '\\';
        scan->in_string = scan->after_backslash || byte != '"';
        scan->after_backslash = escapes;
        return false;
    }
    scan->in_string = byte == '"';
    scan->depth += byte == '{';
    scan->depth -= byte == '}';
    return scan->depth == 0;
}

static void drop_front(lob_llm_scan *scan, size_t size) {
    if (size > 0) {
        memmove(scan->text.data, scan->text.data + size, scan->text.size - size);
        scan->text.size -= size;
        scan->text.data[scan->text.size] = '\0';
    }
}

static bool scan_text(lob_llm_scan *scan, lob_llm_object_fn *tell, void *arg) {
    const char *data = scan->text.data;
    size_t begin = scan->depth > 0 ? 0 : scan->at;
    size_t at = scan->at;
    bool fine = true;
    while (at < scan->text.size && fine) {
        if (scan->depth == 0 && data[at] != '{') {
            begin = ++at;
        } else if (step(scan, data[at++])) {
            fine = tell(arg, (lob_str){data + begin, at - begin});
            begin = at;
        }
    }
    drop_front(scan, begin);
    scan->at = at - begin;
    return fine;
}

/* Keeps the end, whole characters of it. */
static void cut(lob_llm_scan *scan) {
    size_t from = scan->text.size - LOB_LLM_SCAN_KEPT;
    while (from < scan->text.size && ((unsigned char)scan->text.data[from] & 0xc0U) == 0x80) {
        from++;
    }
    drop_front(scan, from);
    scan->at = 0;
    scan->depth = 0;
    scan->in_string = scan->after_backslash = false;
}

bool lob_llm_scan_feed(lob_llm_scan *scan, lob_str piece, lob_llm_object_fn *tell, void *arg) {
    if (piece.size == 0) {
        return true;
    }
    lob_buf_add(&scan->text, piece.data, piece.size);
    if (scan->text.failed != LOB_BUF_FINE || !scan_text(scan, tell, arg)) {
        return false;
    }
    if (scan->text.size > LOB_LLM_SCAN_HELD_MAX) {
        cut(scan);
        return scan_text(scan, tell, arg);
    }
    return true;
}

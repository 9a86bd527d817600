/* One try at a time. Invariant: between two pieces nothing is held, or text[0] is the { of the try under way and the
 * acceptor has seen text[0 .. at). */
#include "proxy/scan.h"

void lob_llm_scan_open(lob_llm_scan *scan, lob_llm_judge_fn *judge, lob_llm_miss_fn *miss, void *arg) {
    *scan = (lob_llm_scan){.judge = judge, .arg = arg};
    lob_buf_init(&scan->text, 0);
    lob_llm_misses_open(&scan->misses, miss, arg);
}

void lob_llm_scan_close(lob_llm_scan *scan) {
    lob_buf_release(&scan->text);
}

/* Goes on with the object that begins at text[begin]. */
static lob_accept look(lob_llm_scan *scan, size_t begin) {
    const char *data = scan->text.data;
    size_t first = scan->at;
    lob_accept found = LOB_ACCEPT_MORE;
    while (found == LOB_ACCEPT_MORE && scan->at < scan->text.size) {
        if (scan->at - begin == LOB_LLM_SIZE_MAX) {
            scan->acceptor.what = "it is longer than 1 MiB";
            found = LOB_ACCEPT_BROKEN;
        } else {
            found = lob_accept_step(&scan->acceptor, data[scan->at]);
        }
        scan->at++;
    }
    scan->look_count += scan->at - first;
    return found;
}

static lob_llm_verdict judge(lob_llm_scan *scan, lob_str object) {
    lob_llm_flaw flaw = {0};
    lob_llm_verdict verdict = scan->judge(scan->arg, object, &flaw);
    if (verdict == LOB_LLM_OBJECT_OTHER && flaw.at > 0) {
        lob_llm_misses_break(&scan->misses, flaw.what, flaw.at);
    } else if (verdict == LOB_LLM_OBJECT_OTHER || verdict == LOB_LLM_OBJECT_CLOSED) {
        lob_llm_misses_object(&scan->misses, object, flaw.what);
    }
    if (verdict == LOB_LLM_OBJECT_COMMAND || verdict == LOB_LLM_OBJECT_CLOSED) {
        lob_llm_misses_skip(&scan->misses, object.size);
    }
    return verdict;
}

/* Where the scan goes on after the object at text[begin]; SIZE_MAX: nowhere. */
static size_t leave(lob_llm_scan *scan, size_t begin, lob_accept found) {
    lob_str object = {scan->text.data + begin, scan->at - begin};
    if (found == LOB_ACCEPT_DONE) {
        lob_llm_verdict verdict = judge(scan, object);
        if (verdict != LOB_LLM_OBJECT_OTHER) {
            return verdict == LOB_LLM_OBJECT_STOP ? SIZE_MAX : scan->at;
        }
    } else if (found == LOB_ACCEPT_BROKEN) {
        lob_llm_misses_break(&scan->misses, scan->acceptor.what, object.size);
    } else {
        lob_llm_misses_break(&scan->misses, "the text ends within it", object.size);
    }
    lob_llm_misses_pass(&scan->misses, (lob_str){object.data, 1});
    return begin + 1;
}

static void drop_front(lob_llm_scan *scan, size_t size) {
    if (size > 0) {
        memmove(scan->text.data, scan->text.data + size, scan->text.size - size);
        scan->text.size -= size;
        scan->text.data[scan->text.size] = '\0';
        scan->at -= size;
    }
}

/* `is_open`: a try is under way at text[0]. */
static bool scan_text(lob_llm_scan *scan, bool is_open, bool is_end) {
    const char *data = scan->text.data;
    size_t begin = 0;
    while (begin < scan->text.size) {
        if (!is_open) {
            const char *brace = memchr(data + begin, '{', scan->text.size - begin);
            size_t next = brace != NULL ? (size_t)(brace - data) : scan->text.size;
            lob_llm_misses_pass(&scan->misses, (lob_str){data + begin, next - begin});
            begin = scan->at = next;
            lob_accept_open(&scan->acceptor);
            is_open = true;
        } else {
            lob_accept found = look(scan, begin);
            if (found == LOB_ACCEPT_MORE && !is_end) {
                break;
            }
            begin = leave(scan, begin, found);
            if (begin == SIZE_MAX) {
                return false;
            }
            is_open = false;
        }
    }
    scan->at = begin < scan->text.size ? scan->at : begin;
    drop_front(scan, begin);
    return true;
}

bool lob_llm_scan_feed(lob_llm_scan *scan, lob_str piece) {
    bool is_open = scan->text.size > 0;
    if (piece.size == 0) {
        return true;
    }
    lob_buf_add(&scan->text, piece.data, piece.size);
    return scan->text.failed == LOB_BUF_FINE && scan_text(scan, is_open, false);
}

bool lob_llm_scan_end(lob_llm_scan *scan) {
    if (scan->text.size > 0 && !scan_text(scan, true, true)) {
        return false;
    }
    lob_llm_misses_end(&scan->misses);
    return true;
}

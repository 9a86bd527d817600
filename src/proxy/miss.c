/* Open braces and a word. Invariant: a brace is in the ring from its { to its }, or, of a strict object, to that
 * object's end, whatever braces its strings hold. */
#include "proxy/miss.h"

#include <string.h>

static const char word[] = "klayout";

void lob_llm_misses_open(lob_llm_misses *m, lob_llm_miss_fn *tell, void *arg) {
    *m = (lob_llm_misses){.tell = tell, .arg = arg};
}

static lob_llm_brace *brace_at(lob_llm_misses *m, unsigned index) {
    return &m->braces[(m->first + index) % LOB_LLM_MISS_BRACE_COUNT_MAX];
}

/* ---- telling ---- */

static bool is_inside_character(char byte) {
    return ((unsigned char)byte & 0xc0U) == 0x80;
}

static void tell(const lob_llm_misses *m, char *seen, size_t size, bool is_cut, const char *what, size_t at) {
    while (is_cut && size > 0 && is_inside_character(seen[size - 1])) {
        size--; /* of a character that may lack its end ... */
    }
    if (is_cut && size > 0 && (unsigned char)seen[size - 1] >= 0xc0U) {
        size--; /* ... and its first byte */
    }
    for (size_t i = 0; i < size; i++) {
        seen[i] = (unsigned char)seen[i] < ' ' || seen[i] == 0x7f ? ' ' : seen[i];
    }
    m->tell(m->arg, &(lob_llm_miss){.seen = {seen, size}, .is_cut = is_cut, .at = at, .what = what});
}

static void drop(lob_llm_misses *m, lob_llm_brace *brace) {
    if (brace->is_meant) {
        tell(m, brace->seen, brace->size, brace->is_cut, brace->what, brace->at);
    }
}

static void pop(lob_llm_misses *m) {
    m->count--;
    drop(m, brace_at(m, m->count));
}

static void push(lob_llm_misses *m, lob_llm_brace brace) {
    if (m->count == LOB_LLM_MISS_BRACE_COUNT_MAX) { /* the outermost has waited longest */
        drop(m, brace_at(m, 0));
        m->first = (m->first + 1) % LOB_LLM_MISS_BRACE_COUNT_MAX;
        m->count--;
    }
    *brace_at(m, m->count++) = brace;
    m->letters = 0;
}

/* ---- bytes ---- */

/* With an object go the braces that its strings left open. */
static void pop_ended(lob_llm_misses *m) {
    for (unsigned i = 0; i < m->count; i++) {
        uint64_t end = brace_at(m, i)->end;
        if (end != 0 && end <= m->passed) {
            while (m->count > i) {
                pop(m);
            }
        }
    }
}

static char lower(char byte) {
    return byte >= 'A' && byte <= 'Z' ? (char)(byte | 0x20) : byte;
}

/* White space and whatever quotes are made of; typographic ones are not ASCII. */
static bool is_between(char byte) {
    return (unsigned char)byte >= 0x80 || (byte != '\0' && strchr(" \t\r\n\"'`\\", byte) != NULL);
}

/* No two letters of the word are alike, so one that does not fit can only begin it anew. */
static bool ends_word(lob_llm_misses *m, char byte) {
    char letter = lower(byte);
    if (letter != word[m->letters]) {
        m->letters = 0;
    }
    if (letter == word[m->letters]) {
        bool is_behind = m->before == ':' || m->before == '=' || m->before == '>';
        m->is_value = m->letters == 0 ? is_behind : m->is_value;
        m->letters++;
    }
    m->before = is_between(byte) ? m->before : byte;
    bool ends = m->letters == sizeof word - 1;
    m->letters = ends ? 0 : m->letters;
    return ends && m->is_value;
}

/* True once something stands behind `tool`, the first word within the brace. {tool} and {tools: 1} are prose. */
static bool leads(lob_llm_brace *brace, char byte) {
    static const char key[] = "tool";
    enum { KEY_SIZE = sizeof key - 1, BEHIND_KEY };
    if (brace->lead == LOB_LLM_MISS_LEAD_OVER || brace->size == 0) {
        return false; /* its { itself */
    }
    if (brace->lead >= KEY_SIZE) {
        bool is_longer = brace->lead == KEY_SIZE && (byte == '_' || (lower(byte) >= 'a' && lower(byte) <= 'z'));
        bool ends = !is_between(byte);
        brace->lead = ends ? LOB_LLM_MISS_LEAD_OVER : BEHIND_KEY;
        return ends && !is_longer && byte != '}';
    }
    if (lower(byte) == key[brace->lead]) {
        brace->lead++;
    } else if (brace->lead > 0 || !is_between(byte)) {
        brace->lead = LOB_LLM_MISS_LEAD_OVER;
    }
    return false;
}

static void keep(lob_llm_misses *m, char byte) {
    for (unsigned i = 0; i < m->count; i++) {
        lob_llm_brace *brace = brace_at(m, i);
        if (brace->size < LOB_LLM_MISS_SEEN_SIZE) {
            brace->seen[brace->size++] = byte;
        } else {
            brace->is_cut = true;
        }
    }
}

void lob_llm_misses_pass(lob_llm_misses *m, lob_str bytes) {
    size_t at = 0;
    for (; at < bytes.size && m->count > 0; at++) {
        pop_ended(m);
        bool is_sign = ends_word(m, bytes.data[at]);
        lob_llm_brace *innermost = m->count > 0 ? brace_at(m, m->count - 1) : NULL;
        bool is_broken = innermost != NULL && innermost->end == 0;
        if (is_broken) {
            is_sign = leads(innermost, bytes.data[at]) || is_sign;
            innermost->is_meant = innermost->is_meant || (is_sign && m->passed >= m->quiet_until);
        }
        keep(m, bytes.data[at]);
        m->passed++;
        if (is_broken && bytes.data[at] == '}') {
            pop(m);
        }
    }
    m->passed += bytes.size - at;
}

void lob_llm_misses_break(lob_llm_misses *m, const char *what, size_t at) {
    pop_ended(m);
    push(m, (lob_llm_brace){.what = what, .at = at, .is_meant = m->is_sought && m->passed >= m->quiet_until});
}

void lob_llm_misses_object(lob_llm_misses *m, lob_str object, const char *what) {
    char seen[LOB_LLM_MISS_SEEN_SIZE];
    bool is_cut = object.size > sizeof seen;
    pop_ended(m);
    if (what != NULL && m->passed >= m->quiet_until) {
        size_t size = is_cut ? sizeof seen : object.size;
        memcpy(seen, object.data, size);
        tell(m, seen, size, is_cut, what, 0);
        m->quiet_until = m->passed + object.size;
    }
    push(m, (lob_llm_brace){.end = m->passed + object.size});
}

void lob_llm_misses_skip(lob_llm_misses *m, size_t size) {
    m->passed += size;
    m->letters = 0;
    m->before = '}';
    pop_ended(m);
}

void lob_llm_misses_end(lob_llm_misses *m) {
    while (m->count > 0) {
        pop(m);
    }
    m->quiet_until = m->passed;
}

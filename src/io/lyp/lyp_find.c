/* Source strings, and which entry is a layer's. */
#include <string.h>

#include "io/lyp/lyp.h"
#include "io/xml/scan.h"

enum { NUMBER_MAX = INT32_MAX };

/* Behind a name: everything up to a space or the sign of another part. */
static bool take_name(lob_xml_scan *scan, lob_arena *arena, lob_str *name, bool *no_memory) {
    const char *from = scan->at;
    if (*from == '\'' || *from == '"') {
        lob_xml_scan quoted = *scan;
        if (lob_scan_word(&quoted, arena, "", name, no_memory)) {
            *scan = quoted;
            return true;
        }
        if (*no_memory) {
            return false;
        }
        /* KLayout takes a quote that is not closed to the end. */
        *name = (lob_str){from + 1, (size_t)(scan->end - from - 1)};
        scan->at = scan->end;
        return true;
    }
    while (scan->at < scan->end && !strchr(" \t\r\n@([/*#%", *scan->at)) {
        scan->at++;
    }
    *name = (lob_str){from, (size_t)(scan->at - from)};
    return scan->at > from;
}

/* Passes over a part in brackets that may nest and hold quotes. */
static bool skip_bracket(lob_xml_scan *scan, char open, char close) {
    unsigned depth = 1;
    char quote = 0;
    for (; scan->at < scan->end && depth > 0; scan->at++) {
        char c = *scan->at;
        if (quote) {
            scan->at += c == '\\' && scan->at + 1 < scan->end;
            quote = c == quote ? 0 : quote;
        } else if (c == '\'' || c == '"') {
            quote = c;
        } else {
            depth += c == open;
            depth -= c == close;
        }
    }
    return depth == 0;
}

/* "#0..2", "#(1)..*": levels. */
static void skip_levels(lob_xml_scan *scan) {
    static const char marks[] = "0123456789.()<>*";
    (void)lob_scan_at_end(scan);
    while (scan->at < scan->end && memchr(marks, *scan->at, sizeof marks - 1)) {
        scan->at++;
    }
}

static bool take_number(lob_xml_scan *scan, int32_t *number) {
    uint32_t value;
    if (!lob_scan_uint(scan, NUMBER_MAX, &value)) {
        return false;
    }
    *number = (int32_t)value;
    return true;
}

static bool take_special(lob_xml_scan *scan, lob_lyp_source *source) {
    static const char *const names[] = {"CellFrame", "cellframe", "cell-frame", "CF"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (lob_scan_test(scan, names[i])) {
            source->is_special = true;
            return true;
        }
    }
    return false;
}

static bool take_layout(lob_xml_scan *scan, lob_lyp_source *source) {
    source->layout = LOB_LYP_ANY;
    if (lob_scan_test(scan, "*")) {
        return true;
    }
    if (!take_number(scan, &source->layout)) {
        return false;
    }
    source->layout--; /* "@0" is every layout, too */
    return true;
}

static bool take_part(lob_xml_scan *scan, lob_arena *arena, lob_lyp_source *source, bool *no_memory) {
    int32_t ignored;
    if (lob_scan_test(scan, "!")) {
        return take_special(scan, source);
    }
    if (lob_scan_test(scan, "(") || lob_scan_test(scan, "[") || lob_scan_test(scan, "{")) {
        char open = scan->at[-1];
        source->has_conditions = true;
        return skip_bracket(scan, open, open == '(' ? ')' : open == '[' ? ']' : '}');
    }
    if (lob_scan_test(scan, "#")) {
        source->has_conditions = true;
        skip_levels(scan);
        return true;
    }
    if (lob_scan_test(scan, "%")) {
        source->is_indexed = true;
        return take_number(scan, &ignored);
    }
    if (lob_scan_test(scan, "/")) {
        source->datatype = LOB_LYP_ANY;
        return lob_scan_test(scan, "*") || take_number(scan, &source->datatype);
    }
    if (lob_scan_test(scan, "*")) {
        source->layer = LOB_LYP_ANY;
        return true;
    }
    if (lob_scan_test(scan, "@")) {
        return take_layout(scan, source);
    }
    if (*scan->at >= '0' && *scan->at <= '9') {
        source->datatype = 0;
        return take_number(scan, &source->layer);
    }
    return take_name(scan, arena, &source->name, no_memory);
}

bool lob_lyp_source_parse(lob_arena *arena, lob_str text, lob_lyp_source *source, bool *no_memory) {
    lob_xml_scan scan = lob_scan_of(text);
    *source = (lob_lyp_source){.text = text, .layer = LOB_LYP_ANY, .datatype = LOB_LYP_ANY};
    while (!lob_scan_at_end(&scan)) {
        if (!take_part(&scan, arena, source, no_memory)) {
            return false;
        }
    }
    return true;
}

/* ---- which entry ---- */
typedef enum { FIT_NONE, FIT_WILDCARD, FIT_NAME, FIT_NUMBERS } fit;

static fit fit_of(const lob_lyp_source *source, int32_t layer, int32_t datatype, lob_str name) {
    if (source->is_special || source->is_indexed || source->layout > 0) {
        return FIT_NONE;
    }
    bool has_numbers = source->layer >= 0 || source->datatype >= 0;
    if (has_numbers) {
        bool fits =
            (source->layer < 0 || source->layer == layer) && (source->datatype < 0 || source->datatype == datatype);
        return !fits ? FIT_NONE : source->layer >= 0 && source->datatype >= 0 ? FIT_NUMBERS : FIT_WILDCARD;
    }
    if (source->name.data) {
        return name.data && lob_str_equal(source->name, name) ? FIT_NAME : FIT_NONE;
    }
    return FIT_WILDCARD;
}

lob_lyp_match lob_lyp_find(const lob_lyp *lyp, int32_t layer, int32_t datatype, lob_str name) {
    lob_lyp_match match = {0};
    fit best = FIT_NONE;
    for (uint32_t i = 0; i < lyp->entry_count; i++) {
        const lob_lyp_entry *entry = &lyp->entries[i];
        fit now = fit_of(&entry->source, layer, datatype, name);
        bool shown = entry->valid && entry->visible;
        if (now > best) {
            best = now;
            match = (lob_lyp_match){.entry = entry, .visible = shown};
        } else if (now == best && now != FIT_NONE) {
            match.visible = match.visible || shown;
        }
    }
    if (match.entry && best != FIT_WILDCARD) {
        match.name = match.entry->name.size ? match.entry->name : match.entry->source.name;
    }
    return match;
}

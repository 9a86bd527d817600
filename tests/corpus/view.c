/* Comparing values, and lists of lines by digest as the oracle's python made it. */
#include "tests/corpus/view.h"

#include <fcntl.h>
#include <fts.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/digest.h"
#include "base/num.h"
#include "base/utf8.h"
#include "io/read.h"
#include "json/reader.h"

enum { EXPECTED_SIZE_MAX = 64 << 20 };

void view_die(const char *what) {
    fprintf(stderr, "compare: %s\n", what);
    exit(2);
}

void *view_need(view_check *c, size_t count, size_t size) {
    void *block = lob_arena_zalloc(c->arena, count, size);
    if (!block) {
        view_die("out of memory");
    }
    return block;
}

void view_differ(view_check *c, const char *cell, const char *field, const char *ours, const char *theirs) {
    if (c->lines++ < VIEW_LINES_MAX) {
        printf("%s %s: %s%s%s: ours %.200s, KLayout %.200s\n", c->is_known ? "KNOWN" : "FAIL", c->path, cell,
               cell[0] ? ": " : "", field, ours, theirs);
    }
}

const cJSON *view_get(const cJSON *object, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

void view_same_number(view_check *c, const char *cell, const char *field, double ours, const cJSON *theirs,
                      double tolerance) {
    double value = cJSON_IsNumber(theirs) ? theirs->valuedouble : 0;
    if (!(fabs(ours - value) <= tolerance)) {
        char a[LOB_NUM_TEXT_SIZE], b[LOB_NUM_TEXT_SIZE];
        lob_num_print(a, ours);
        lob_num_print(b, value);
        view_differ(c, cell, field, a, b);
    }
}

void view_same_text(view_check *c, const char *cell, const char *field, const char *ours, const cJSON *theirs) {
    const char *value = cJSON_IsString(theirs) ? theirs->valuestring : "";
    if (strcmp(ours, value) != 0) {
        view_differ(c, cell, field, ours, value);
    }
}

/* KLayout: [left, bottom, right, top] or null. */
void view_same_box(view_check *c, const char *cell, const char *field, lob_box64 ours, const cJSON *theirs) {
    char a[100] = "null", b[100] = "null";
    if (!lob_box64_is_empty(ours)) {
        snprintf(a, sizeof a, "[%lld,%lld,%lld,%lld]", (long long)ours.left, (long long)ours.bottom,
                 (long long)ours.right, (long long)ours.top);
    }
    if (cJSON_IsArray(theirs)) {
        long long v[4];
        for (int i = 0; i < 4; i++) {
            v[i] = (long long)cJSON_GetArrayItem(theirs, i)->valuedouble;
        }
        snprintf(b, sizeof b, "[%lld,%lld,%lld,%lld]", v[0], v[1], v[2], v[3]);
    }
    if (strcmp(a, b) != 0) {
        view_differ(c, cell, field, a, b);
    }
}

/* Python's backslashreplace: bytes that are no UTF-8 become \xNN. */
const char *view_safe_name(view_check *c, lob_str name) {
    char *out = view_need(c, 4 * name.size + 1, 1);
    size_t size = 0;
    for (size_t i = 0; i < name.size;) {
        uint32_t code;
        unsigned length = lob_utf8_decode(name, i, &code);
        if (length) {
            memcpy(out + size, name.data + i, length);
            size += length;
            i += length;
        } else {
            size += (size_t)snprintf(out + size, 5, "\\x%02x", (unsigned char)name.data[i++]);
        }
    }
    return out;
}

/* ---- lines that are hashed together ---- */

view_line *view_add_line(view_check *c, view_lines *list) {
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 64;
        view_line *items = view_need(c, capacity, sizeof *items);
        if (list->count) {
            memcpy(items, list->items, list->count * sizeof *items);
        }
        list->items = items;
        list->capacity = capacity;
    }
    return &list->items[list->count++];
}

int view_compare_lines(const void *a, const void *b) {
    const view_line *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    for (unsigned i = 0; order == 0 && i < x->keys && i < y->keys; i++) {
        order = x->key[i] < y->key[i] ? -1 : x->key[i] > y->key[i];
    }
    return order ? order : (int)x->keys - (int)y->keys;
}

void view_same_hash(view_check *c, const char *cell, const char *field, view_lines *list, const cJSON *theirs) {
    if (list->count) {
        qsort(list->items, list->count, sizeof *list->items, view_compare_lines);
    }
    lob_sha256 *sha = lob_sha256_new();
    uint8_t digest[32];
    char hex[33];
    bool fine = sha != NULL;
    for (size_t i = 0; fine && i < list->count; i++) {
        fine = lob_sha256_add(sha, list->items[i].text, strlen(list->items[i].text)) && lob_sha256_add(sha, "\n", 1);
    }
    if (!fine || !lob_sha256_end(sha, digest)) {
        view_die("no SHA-256");
    }
    lob_sha256_drop(sha);
    lob_hex(hex, digest, 16);
    view_same_text(c, cell, field, hex, theirs);
}

static const char *python_text(const cJSON *value, char number[LOB_NUM_TEXT_SIZE]) {
    if (cJSON_IsString(value)) {
        return value->valuestring;
    }
    if (cJSON_IsBool(value)) {
        return cJSON_IsTrue(value) ? "True" : "False";
    }
    lob_num_print(number, value->valuedouble);
    return number;
}

/* One entry of KLayout's lists, its first `parts` parts joined as its digest joins them. */
static const char *python_line(view_check *c, const cJSON *item, int parts) {
    size_t room = 32 * (size_t)parts + 1, size = 0;
    char number[LOB_NUM_TEXT_SIZE];
    for (const cJSON *part = item->child; part; part = part->next) {
        room += strlen(python_text(part, number));
    }
    char *text = view_need(c, room, 1);
    for (const cJSON *part = item->child; part && parts > 0; part = part->next, parts--) {
        size += (size_t)snprintf(text + size, room - size, "%s%s", size ? "|" : "", python_text(part, number));
    }
    return text;
}

/* The first entry that differs, to say more than "the hash differs". Lists are cut at 400 entries. */
void view_show_lines(view_check *c, const char *cell, const char *field, const view_lines *list, const cJSON *theirs,
                     int parts) {
    size_t i = 0;
    for (const cJSON *item = cJSON_IsArray(theirs) ? theirs->child : NULL; item; item = item->next, i++) {
        const char *text = python_line(c, item, parts);
        const char *ours = i < list->count ? list->items[i].text : "nothing";
        if (strcmp(ours, text) != 0) {
            view_differ(c, cell, field, ours, text);
            return;
        }
    }
}

cJSON *view_load(view_check *c, const char *path) {
    gzFile file = gzopen(path, "rb");
    size_t size = 0, room = 1 << 16;
    char *text = view_need(c, room, 1);
    for (int got; file && (got = gzread(file, text + size, (unsigned)(room - size))) > 0;) {
        size += (size_t)got;
        if (size == room && room < EXPECTED_SIZE_MAX) {
            char *more = view_need(c, 2 * room, 1);
            memcpy(more, text, size);
            text = more;
            room *= 2;
        }
    }
    if (file) {
        gzclose(file);
    }
    lob_json_fault fault;
    return lob_json_parse((lob_str){text, size}, &fault);
}

static int by_name(const FTSENT **a, const FTSENT **b) {
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

void view_each(const char *layouts, const char *expected,
               void (*check)(void *arg, const char *layout_path, const char *expected_path), void *arg) {
    char root[4096], path[8192];
    snprintf(root, sizeof root, "%s", expected);
    char *roots[2] = {root, NULL};
    FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
    if (!tree) {
        view_die("the folder of expected values cannot be read");
    }
    for (FTSENT *entry; (entry = fts_read(tree)) != NULL;) {
        const char *name = entry->fts_path + strlen(root);
        const char *end = strstr(name, ".json");
        if (entry->fts_info == FTS_F && end) {
            snprintf(path, sizeof path, "%s%.*s", layouts, (int)(end - name), name);
            check(arg, path, entry->fts_path);
        }
    }
    fts_close(tree);
}

typedef struct running {
    const view_work *work;
    view_totals *totals;
} running;

static void check_file(void *arg, const char *layout_path, const char *expected_path) {
    const running *r = arg;
    view_check c = {.path = layout_path, .arena = lob_arena_new(0), .totals = r->totals};
    lob_ctx ctx;
    lob_read_options options = {.inflated_max = 2000000000};
    lob_read_result result = {0};
    const char *why = NULL;
    if (!c.arena) {
        view_die("out of memory");
    }
    lob_ctx_init(&ctx, c.arena);
    cJSON *expected = view_load(&c, expected_path);
    int fd = open(layout_path, O_RDONLY | O_CLOEXEC);
    if (!expected || fd < 0) {
        printf("FAIL %s: %s\n", layout_path, expected ? "cannot be opened" : "its expected values cannot be read");
        r->totals->failed++;
    } else {
        why = r->work->skips ? r->work->skips(layout_path, expected) : NULL;
        why = why || view_get(expected, r->work->member) ? why : "";
    }
    if (why) {
        close(fd);
    } else if (expected && fd >= 0 && lob_read_layout(&ctx, fd, &options, &result) == LOB_OK) {
        c.layout = result.layout;
        r->work->check(&c, &ctx, expected);
    } else if (expected && fd >= 0) {
        why = ctx.error.message;
    }
    if (why && why[0]) {
        printf("SKIP %s: %s\n", layout_path, why);
    }
    r->totals->skipped += why != NULL;
    cJSON_Delete(expected);
    lob_layout_drop(result.layout);
    lob_arena_drop(c.arena);
    fflush(stdout);
}

bool view_run(const view_work *work, int argc, char **argv, view_totals *totals) {
    running r = {work, totals};
    char expected[4096];
    if (argc >= 3 && argc % 2 == 1) {
        for (int i = 1; i < argc; i += 2) {
            check_file(&r, argv[i], argv[i + 1]);
        }
        return true;
    }
    if (argc != 2 || argv[1][0] == '-') {
        return false;
    }
    snprintf(expected, sizeof expected, "%s/expected/%s", argv[1], work->folder);
    if (work->missing && access(expected, R_OK) != 0) {
        printf("SKIP %s: there is no folder of expected values\n", work->missing);
        totals->skipped++;
    } else {
        view_each(argv[1], expected, check_file, &r);
    }
    return true;
}

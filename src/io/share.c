/* See share.h. Every part's line is read and compared before the bytes of the first are. */
#include "io/share.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/digest.h"
#include "base/file.h"
#include "base/list.h"
#include "base/sort.h"
#include "io/write.h"
#include "json/reader.h"
#include "json/writer.h"

enum { HEAD_SIZE_MAX = 1 << 20, SHOWN_MAX = 12, NAME_SIZE = 256, PATH_SIZE = 4096 + NAME_SIZE };
#define FORMAT "layout-observer part 1"
#define ENDING ".part"

/* ---- a part written ---- */

static bool hash(lob_str bytes, char out[65]) {
    uint8_t digest[32];
    lob_sha256 *state = lob_sha256_new();
    const bool fine = state && lob_sha256_add(state, bytes.data, bytes.size) && lob_sha256_end(state, digest);
    lob_sha256_drop(state);
    if (fine) {
        lob_hex(out, digest, sizeof digest);
    }
    return fine;
}

lob_status lob_share_digest(lob_ctx *ctx, lob_str text, lob_str *digest) {
    char *out = lob_arena_alloc(ctx->arena, 65);
    *digest = (lob_str){out, 64};
    return out && hash(text, out) ? LOB_OK : lob_fail_memory(ctx);
}

static void put_head(const lob_share_about *about, uint32_t own, uint32_t count, lob_str bytes, const char *digest,
                     lob_buf *out) {
    lob_jsonw w;
    lob_jsonw_init(&w, out);
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "format");
    lob_jsonw_text(&w, FORMAT);
    lob_jsonw_key(&w, "command");
    lob_jsonw_text(&w, about->command);
    lob_jsonw_key(&w, "version");
    lob_jsonw_text(&w, about->version);
    lob_jsonw_key(&w, "shard");
    lob_jsonw_uint(&w, (uint64_t)own + 1);
    lob_jsonw_key(&w, "shards");
    lob_jsonw_uint(&w, count);
    lob_jsonw_key(&w, "work");
    lob_jsonw_begin_object(&w);
    for (uint32_t i = 0; i < about->key_count; i++) {
        lob_jsonw_key(&w, about->keys[i].name);
        lob_jsonw_str(&w, about->keys[i].value);
    }
    lob_jsonw_end_object(&w);
    lob_jsonw_key(&w, "words");
    lob_jsonw_begin_array(&w);
    for (uint32_t i = 0; i < about->word_count; i++) {
        lob_jsonw_text(&w, about->words[i]);
    }
    lob_jsonw_end_array(&w);
    lob_jsonw_key(&w, "size");
    lob_jsonw_uint(&w, bytes.size);
    lob_jsonw_key(&w, "sha256");
    lob_jsonw_text(&w, digest);
    lob_jsonw_end_object(&w);
    lob_buf_add_byte(out, '\n');
}

lob_status lob_share_write(lob_ctx *ctx, const char *folder, const lob_share_about *about, uint32_t own, uint32_t count,
                           lob_str bytes) {
    char digest[65], path[PATH_SIZE];
    lob_buf all;
    int fd = -1;
    LOB_TRY(lob_dir_make(ctx, folder, &fd));
    close(fd);
    LOB_TRY(hash(bytes, digest) ? LOB_OK : lob_fail_memory(ctx));
    snprintf(path, sizeof path, "%s/%u-of-%u" ENDING, folder, own + 1, count);
    lob_buf_init(&all, 0);
    put_head(about, own, count, bytes, digest, &all);
    lob_buf_add(&all, bytes.data, bytes.size);
    lob_status status = all.failed ? lob_fail_memory(ctx) : lob_write_bytes(ctx, (lob_str){all.data, all.size}, path);
    lob_buf_release(&all);
    return status;
}

/* ---- the parts of a folder ---- */

typedef struct part {
    char name[NAME_SIZE];
    uint32_t own, count;
    size_t head_size, size;
    char digest[65];
} part;

typedef struct reading {
    lob_ctx *ctx;
    const char *folder;
    part *items; /* by name */
    uint32_t count, room;
} reading;

static lob_status refuse(lob_ctx *ctx, const char *reason, const char *file, const char *message, const char *hint) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "%s", message);
    lob_hint(ctx, "%s", hint);
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    if (file) {
        lob_error_text(&ctx->error, "file", lob_str_from(file));
    }
    return status;
}

lob_status lob_share_refuse(lob_ctx *ctx, uint32_t own) {
    lob_status status =
        lob_fail(ctx, LOB_E_INVALID_TARGET, "The part of shard %u does not hold what it should", own + 1);
    lob_hint(ctx, "Run that shard again with this program.");
    lob_error_text(&ctx->error, "reason", LOB_STR("part"));
    lob_error_integer(&ctx->error, "shard", (int64_t)own + 1);
    return status;
}

static lob_status refuse_damaged(lob_ctx *ctx, const char *file) {
    return refuse(ctx, "part_damaged", file, "A file of the folder is no part, or not all of one",
                  "Delete details.file and run that shard again; its name says which it is.");
}

static int by_name(const void *a, const void *b, void *unused) {
    (void)unused;
    return strcmp(((const part *)a)->name, ((const part *)b)->name);
}

static bool is_part(const char *name) {
    const size_t size = strlen(name), ending = sizeof ENDING - 1;
    return size > ending && size < NAME_SIZE && strcmp(name + size - ending, ENDING) == 0;
}

static lob_status list(reading *r) {
    lob_ctx *ctx = r->ctx;
    lob_status status = LOB_OK;
    DIR *dir = opendir(r->folder);
    if (!dir) {
        status = lob_fail(ctx, LOB_E_FILE_NOT_FOUND, "The folder of parts cannot be opened");
        lob_hint(ctx, "Name the folder that the shards were given with --parts.");
        lob_error_text(&ctx->error, "path", lob_str_from(r->folder));
        return status;
    }
    for (const struct dirent *entry = readdir(dir); entry && status == LOB_OK; entry = readdir(dir)) {
        if (!is_part(entry->d_name) || r->count == LOB_SHARES_MAX) {
            continue;
        }
        status = lob_list_grow(ctx, &r->items, r->count, &r->room, sizeof *r->items);
        if (status == LOB_OK) {
            r->items[r->count] = (part){.own = 0};
            memcpy(r->items[r->count++].name, entry->d_name, strlen(entry->d_name) + 1);
        }
    }
    closedir(dir);
    if (status == LOB_OK && r->count == 0) {
        status = refuse(ctx, "no_parts", r->folder, "The folder has no parts",
                        "Run the shards first: the same line with --shard K/N --parts and this folder.");
    }
    return status == LOB_OK ? lob_sort(ctx, r->items, r->count, sizeof *r->items, by_name, NULL) : status;
}

static int open_part(const reading *r, const part *p) {
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s", r->folder, p->name);
    return open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
}

/* The JSON of the first line; NULL: there is none. */
static cJSON *read_head(part *p, int fd) {
    lob_json_fault fault;
    char *text = lob_malloc(HEAD_SIZE_MAX);
    cJSON *tree = NULL;
    const ssize_t n = text ? pread(fd, text, HEAD_SIZE_MAX, 0) : -1;
    const char *end = n > 0 ? memchr(text, '\n', (size_t)n) : NULL;
    if (end) {
        p->head_size = (size_t)(end - text) + 1;
        tree = lob_json_parse((lob_str){text, p->head_size - 1}, &fault);
    }
    lob_free(text);
    return tree;
}

static const char *text_of(const cJSON *tree, const char *name) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(tree, name));
    return text ? text : "";
}

static bool number_of(const cJSON *tree, const char *name, double most, double *out) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(tree, name);
    *out = cJSON_IsNumber(item) ? item->valuedouble : -1;
    return *out >= 0 && *out <= most && *out == (double)(uint64_t)*out;
}

static bool take_head(const cJSON *tree, part *p) {
    double own, count, size;
    const char *digest = text_of(tree, "sha256");
    if (strcmp(text_of(tree, "format"), FORMAT) != 0 || strlen(digest) != 64 ||
        !number_of(tree, "shard", LOB_SHARES_MAX, &own) || !number_of(tree, "shards", LOB_SHARES_MAX, &count) ||
        !number_of(tree, "size", 1e15, &size) || own < 1 || own > count) {
        return false;
    }
    memcpy(p->digest, digest, 65);
    p->own = (uint32_t)own - 1;
    p->count = (uint32_t)count;
    p->size = (size_t)size;
    return true;
}

/* What of the work is not alike; NULL: nothing. */
static const char *differs(const cJSON *tree, const lob_share_about *about) {
    const cJSON *work = cJSON_GetObjectItemCaseSensitive(tree, "work");
    if (strcmp(text_of(tree, "command"), about->command) != 0) {
        return "command";
    }
    if (strcmp(text_of(tree, "version"), about->version) != 0) {
        return "version";
    }
    for (uint32_t i = 0; i < about->key_count; i++) {
        if (!lob_str_equal(lob_str_from(text_of(work, about->keys[i].name)), about->keys[i].value)) {
            return about->keys[i].name;
        }
    }
    return cJSON_GetArraySize(work) == (int)about->key_count ? NULL : "arguments";
}

static lob_status refuse_other(lob_ctx *ctx, const char *file, const char *what) {
    lob_status status = refuse(ctx, "part_other", file, "A part is of other work than this line asks for",
                               "Give the line that the shards had, or delete details.file and run that shard again.");
    lob_error_text(&ctx->error, "differs", lob_str_from(what));
    return status;
}

static lob_status check_head(const reading *r, part *p, const lob_share_about *about) {
    const int fd = open_part(r, p);
    cJSON *tree = fd >= 0 ? read_head(p, fd) : NULL;
    lob_status status = tree && take_head(tree, p) ? LOB_OK : refuse_damaged(r->ctx, p->name);
    const char *what = status == LOB_OK ? differs(tree, about) : NULL;
    if (what) {
        status = refuse_other(r->ctx, p->name, what);
    } else if (status == LOB_OK && p->count != r->items[0].count) {
        status = refuse_other(r->ctx, p->name, "shards");
    }
    cJSON_Delete(tree);
    if (fd >= 0) {
        close(fd);
    }
    return status;
}

static lob_status refuse_missing(const reading *r, const part *const *places, uint32_t count) {
    char text[SHOWN_MAX * 8] = "";
    uint32_t missing = 0, first = 0;
    size_t used = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!places[i] && missing++ < SHOWN_MAX) {
            first = first ? first : i + 1;
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%u", used ? "," : "", i + 1);
        }
    }
    if (missing == 0) {
        return LOB_OK;
    }
    lob_status status = lob_fail(r->ctx, LOB_E_INVALID_TARGET, "Shard %u of %u is missing%s", first, count,
                                 missing > 1 ? ", and others" : "");
    lob_hint(r->ctx, "Run it with --shard %u/%u, then join again; what the others did stays.", first, count);
    lob_error_text(&r->ctx->error, "reason", LOB_STR("part_missing"));
    lob_error_text(&r->ctx->error, "shards", lob_str_from(text));
    lob_error_integer(&r->ctx->error, "missing_count", missing);
    return status;
}

static lob_status put_in_place(const reading *r, const part **places, uint32_t count) {
    for (uint32_t i = 0; i < r->count; i++) {
        const part *p = &r->items[i], *there = places[p->own];
        if (there) {
            lob_status status = refuse(r->ctx, "part_twice", p->name, "Two files are of the same shard",
                                       "Delete one of them: details.file or details.other_file.");
            lob_error_text(&r->ctx->error, "other_file", lob_str_from(there->name));
            lob_error_integer(&r->ctx->error, "shard", (int64_t)p->own + 1);
            return status;
        }
        places[p->own] = p;
    }
    return refuse_missing(r, places, count);
}

static lob_status read_bytes(const reading *r, const part *p, const uint8_t **block) {
    lob_ctx *ctx = r->ctx;
    char digest[65];
    lob_str all;
    struct stat info;
    const int fd = open_part(r, p);
    const bool is_whole = fd >= 0 && fstat(fd, &info) == 0 && (uint64_t)info.st_size == p->head_size + p->size;
    lob_status status =
        is_whole ? lob_file_read_all(ctx, fd, p->head_size + p->size, &all) : refuse_damaged(ctx, p->name);
    if (fd >= 0) {
        close(fd);
    }
    LOB_TRY(status);
    const lob_str bytes = {all.data + p->head_size, all.size - p->head_size};
    if (!hash(bytes, digest) || strcmp(digest, p->digest) != 0) {
        return refuse_damaged(ctx, p->name);
    }
    *block = (const uint8_t *)bytes.data;
    return LOB_OK;
}

static lob_status read_all(reading *r, const lob_share_about *about, lob_shares *parts) {
    lob_ctx *ctx = r->ctx;
    LOB_TRY(list(r));
    for (uint32_t i = 0; i < r->count; i++) {
        LOB_TRY(check_head(r, &r->items[i], about));
    }
    const uint32_t count = r->items[0].count;
    const part **places = lob_arena_zalloc(ctx->arena, count, sizeof(const part *));
    *parts = (lob_shares){LOB_NEW_ARRAY(ctx->arena, const uint8_t *, count), LOB_NEW_ARRAY(ctx->arena, size_t, count),
                          count};
    if (!places || !parts->blocks || !parts->sizes) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(put_in_place(r, places, count));
    for (uint32_t i = 0; i < count; i++) {
        parts->sizes[i] = places[i]->size;
        LOB_TRY(read_bytes(r, places[i], &parts->blocks[i]));
        LOB_TRY(lob_poll(ctx));
    }
    return LOB_OK;
}

lob_status lob_shares_read(lob_ctx *ctx, const char *folder, const lob_share_about *about, lob_shares *parts) {
    reading r = {.ctx = ctx, .folder = folder};
    lob_status status = read_all(&r, about, parts);
    lob_free(r.items);
    return status;
}

/* ---- the line ---- */

static lob_status take_word(lob_ctx *ctx, const char *text, char **words, uint32_t *count) {
    words[*count] = lob_arena_strdup(ctx->arena, text, strlen(text));
    return words[(*count)++] ? LOB_OK : lob_fail_memory(ctx);
}

static lob_status take_words(lob_ctx *ctx, const cJSON *tree, const char *file, char ***words, uint32_t *count) {
    const cJSON *all = cJSON_GetObjectItemCaseSensitive(tree, "words"), *item;
    *words = LOB_NEW_ARRAY(ctx->arena, char *, LOB_SHARE_WORDS_MAX + 2);
    *count = 0;
    LOB_TRY(*words ? take_word(ctx, text_of(tree, "command"), *words, count) : lob_fail_memory(ctx));
    cJSON_ArrayForEach(item, all) {
        const char *text = cJSON_GetStringValue(item);
        LOB_TRY(text && *count <= LOB_SHARE_WORDS_MAX ? take_word(ctx, text, *words, count)
                                                      : refuse_damaged(ctx, file));
    }
    return LOB_OK;
}

lob_status lob_shares_words(lob_ctx *ctx, const char *folder, char ***words, uint32_t *count) {
    reading r = {.ctx = ctx, .folder = folder};
    lob_status status = list(&r);
    if (status == LOB_OK) {
        part *p = &r.items[0];
        const int fd = open_part(&r, p);
        cJSON *tree = fd >= 0 ? read_head(p, fd) : NULL;
        status =
            tree && take_head(tree, p) ? take_words(ctx, tree, p->name, words, count) : refuse_damaged(ctx, p->name);
        cJSON_Delete(tree);
        if (fd >= 0) {
            close(fd);
        }
    }
    lob_free(r.items);
    return status;
}

/* The store of sessions.
 *
 * Invariant: items[0 .. count) are the open sessions in the order of their creation, each with one reference of the
 * store's own; `mutex` guards all of the store, and is never held while a folder is touched. Ids that are gone are
 * remembered in a ring, so that a client is told what became of its session, and no id comes twice.
 */
#include "session/session.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/digest.h"
#include "base/limits.h"
#include "session/job_records.h"
#include "session/jobs.h"
#include "session/layout_cache.h"
#include "session/runs.h"
#include "session/store.h"
#include "session/violations.h"

enum { GONE_COUNT_MAX = 4096, ID_TRIES = 16 };

typedef enum { GONE_CLOSED, GONE_EXPIRED, GONE_LOST } gone_why;

typedef struct gone_session {
    uint64_t number;
    gone_why why;
} gone_session;

struct lob_sessions {
    lob_config config;
    lob_roots *roots;
    pthread_mutex_t mutex;
    lob_session_entry **items;
    unsigned count;
    unsigned pending_count; /* being created: count against the limit, too */
    gone_session gone[GONE_COUNT_MAX];
    lob_jobs *jobs; /* NULL until first asked for */
    lob_layout_cache *layouts;
    void *shelf; /* of a layer above */
    void (*drop_shelf)(void *thing);
    lob_apart apart;     /* run NULL: none */
    uint64_t gone_count; /* of all times; the newest is at (gone_count - 1) % GONE_COUNT_MAX */
};

/* ---- one session ---- */

static void free_entry(lob_session_entry *entry) {
    lob_memory_note_end(entry->shown.cover ? lob_cover_size(entry->shown.cover) : 0);
    lob_session_dir_close(entry);
    lob_ids_drop(entry->shown.ids);
    lob_looks_drop(entry->shown.looks);
    lob_pic_drop(entry->shown.pic);
    lob_cover_release(entry->shown.cover);
    lob_drc_runs_drop(entry->shown.runs);
    lob_violations_drop(entry->shown.violations);
    lob_free((void *)(uintptr_t)entry->shown.view.layers);
    lob_layout_drop(entry->shown.layout);
    lob_free((void *)(uintptr_t)entry->shown.source_path.data);
    lob_free((void *)(uintptr_t)entry->shown.opened.data);
    if (entry->shown.host.drop) {
        entry->shown.host.drop(entry->shown.host.arg);
    }
    lob_free(entry);
}

typedef struct counting {
    const char *root, *id;
    uint64_t count;
} counting;

static void count_files(void *arg) {
    counting *c = arg;
    c->count = lob_session_dir_count(c->root, c->id);
}

/* True: its folder is gone. `counted` NULL: nobody asks how many files were in it. */
static bool remove_folder(const lob_session_entry *entry, counting *counted) {
    const lob_session_host *host = &entry->shown.host;
    if (host->end) {
        return host->end(host->arg, counted ? count_files : NULL, counted);
    }
    if (counted) {
        count_files(counted);
    }
    return lob_session_dir_remove(entry);
}

void lob_session_drop(lob_session *session) {
    if (session) {
        lob_session_entry *entry = (lob_session_entry *)session;
        atomic_store(&entry->last_used_ms, lob_clock_ms()); /* the end of a long request is a use as well */
        if (atomic_fetch_sub(&entry->reference_count, 1) == 1) {
            free_entry(entry);
        }
    }
}

static void copy_text(char *out, size_t capacity, const char *text) {
    size_t size = text ? strnlen(text, capacity - 1) : 0;
    if (size) {
        memcpy(out, text, size);
    }
    out[size] = '\0';
}

/* The name of the file plays no part: the same bytes are the same layout wherever they lie. */
static lob_id_seeds seeds_of(const lob_session_new *what) {
    const uint64_t file = lob_hash64_stable(what->sha256, what->sha256 ? strlen(what->sha256) : 0);
    const uint64_t parts[2] = {
        file, lob_hash64_stable(what->convention.data ? what->convention.data : "", what->convention.size)};
    return (lob_id_seeds){.file = file, .ports = lob_hash64_stable(parts, sizeof parts)};
}

static void print_key(const lob_session_new *what, char key[17]) {
    const uint64_t parts[2] = {seeds_of(what).ports, what->top};
    snprintf(key, 17, "%016llx", (unsigned long long)lob_hash64_stable(parts, sizeof parts));
}

static lob_session_entry *new_entry(const lob_session_new *what) {
    lob_session_entry *entry = lob_calloc(1, sizeof *entry);
    char *path = entry ? lob_malloc(what->source_path.size + 1) : NULL;
    lob_ids *ids = path ? lob_ids_new(LOB_LIMIT_ISSUED_IDS, seeds_of(what)) : NULL;
    if (!ids) {
        lob_free(path);
        lob_free(entry);
        return NULL;
    }
    entry->shown.ids = ids;
    print_key(what, entry->shown.key);
    if (what->source_path.size) {
        memcpy(path, what->source_path.data, what->source_path.size);
    }
    path[what->source_path.size] = '\0';
    entry->shown.source_path = (lob_str){path, what->source_path.size};
    entry->shown.layout = lob_layout_keep(what->layout);
    entry->shown.format = what->format;
    entry->shown.top = what->top;
    copy_text(entry->shown.sha256, sizeof entry->shown.sha256, what->sha256);
    copy_text(entry->shown.content_hash, sizeof entry->shown.content_hash, what->content_hash);
    entry->shown.dir_fd = entry->parent_fd = entry->lock_fd = -1;
    atomic_init(&entry->reference_count, 1);
    atomic_init(&entry->last_used_ms, lob_clock_ms());
    lob_clock_utc(entry->created);
    return entry;
}

/* ---- the table; all of this with the mutex held ---- */

static void remember_gone(lob_sessions *sessions, uint64_t number, gone_why why) {
    sessions->gone[sessions->gone_count++ % GONE_COUNT_MAX] = (gone_session){number, why};
}

static const gone_session *find_gone(const lob_sessions *sessions, uint64_t number) {
    uint64_t known = sessions->gone_count < GONE_COUNT_MAX ? sessions->gone_count : GONE_COUNT_MAX;
    for (uint64_t i = 0; i < known; i++) {
        if (sessions->gone[i].number == number) {
            return &sessions->gone[i];
        }
    }
    return NULL;
}

static unsigned find_open(const lob_sessions *sessions, uint64_t number) {
    unsigned i = 0;
    while (i < sessions->count && sessions->items[i]->number != number && sessions->items[i]->alias != number) {
        i++;
    }
    return i;
}

static lob_session_entry *take_out(lob_sessions *sessions, unsigned index, gone_why why) {
    lob_session_entry *entry = sessions->items[index];
    sessions->count--;
    memmove(&sessions->items[index], &sessions->items[index + 1], (sessions->count - index) * sizeof(void *));
    remember_gone(sessions, entry->number, why);
    return entry;
}

/* Takes out what has been idle for the TTL. A session in use is not idle. */
static lob_session_entry *take_expired(lob_sessions *sessions) {
    lob_session_entry *list = NULL;
    int64_t now_ms = lob_clock_ms();
    for (unsigned i = 0; i < sessions->count;) {
        lob_session_entry *entry = sessions->items[i];
        int64_t idle_ms = now_ms - atomic_load(&entry->last_used_ms);
        if (atomic_load(&entry->reference_count) == 1 && idle_ms >= sessions->config.session_ttl_ms) {
            take_out(sessions, i, GONE_EXPIRED);
            entry->next = list;
            list = entry;
        } else {
            i++;
        }
    }
    return list;
}

/* ---- entering and leaving: every operation first removes what has expired ---- */

static void remove_all(lob_session_entry *list) {
    while (list) {
        lob_session_entry *next = list->next;
        remove_folder(list, NULL);
        lob_session_drop(&list->shown);
        list = next;
    }
}

static void lock_and_expire(lob_sessions *sessions) {
    pthread_mutex_lock(&sessions->mutex);
    lob_session_entry *expired = take_expired(sessions);
    if (expired) {
        pthread_mutex_unlock(&sessions->mutex);
        remove_all(expired);
        lob_layout_cache_prune(sessions->layouts);
        pthread_mutex_lock(&sessions->mutex);
    }
}

static void unlock(lob_sessions *sessions) {
    pthread_mutex_unlock(&sessions->mutex);
}

/* ---- the store ---- */

lob_status lob_sessions_open(lob_ctx *ctx, const lob_config *config, lob_sessions **sessions) {
    lob_sessions *store = lob_calloc(1, sizeof *store);
    lob_session_entry **items = lob_calloc(config->session_count_max, sizeof(void *));
    if (!store || !items) {
        lob_free(store);
        lob_free(items);
        return lob_fail_memory(ctx);
    }
    store->config = *config;
    store->items = items;
    pthread_mutex_init(&store->mutex, NULL);
    lob_status status = lob_roots_open(ctx, config->roots, &store->roots);
    if (status == LOB_OK) {
        status = lob_session_dir_sweep(ctx, config->artifact_root);
        lob_job_folder_sweep(config->artifact_root);
    }
    if (status != LOB_OK) {
        lob_sessions_close(store);
        return status;
    }
    store->layouts = lob_layout_cache_new(&store->config);
    *sessions = store;
    return LOB_OK;
}

void lob_sessions_close(lob_sessions *sessions) {
    if (!sessions) {
        return;
    }
    lob_jobs_drop(sessions->jobs); /* first: they use the rest */
    if (sessions->drop_shelf) {
        sessions->drop_shelf(sessions->shelf);
    }
    for (unsigned i = 0; i < sessions->count; i++) {
        remove_folder(sessions->items[i], NULL);
        lob_session_drop(&sessions->items[i]->shown);
    }
    lob_layout_cache_drop(sessions->layouts);
    lob_roots_close(sessions->roots);
    pthread_mutex_destroy(&sessions->mutex);
    lob_free(sessions->items);
    lob_free(sessions);
}

const lob_config *lob_sessions_config(const lob_sessions *sessions) {
    return &sessions->config;
}

lob_layout_cache *lob_sessions_layouts(const lob_sessions *sessions) {
    return sessions->layouts;
}

const lob_roots *lob_sessions_roots(const lob_sessions *sessions) {
    return sessions->roots;
}

lob_status lob_sessions_jobs(lob_ctx *ctx, lob_sessions *sessions, lob_jobs **jobs) {
    const lob_jobs_setup setup = {.artifact_root = sessions->config.artifact_root,
                                  .running_max = LOB_LIMIT_JOBS_RUNNING,
                                  .queued_max = LOB_LIMIT_JOBS_QUEUED,
                                  .kept_max = LOB_LIMIT_JOBS_KEPT,
                                  .result_size_max = LOB_LIMIT_RESULT_SIZE};
    pthread_mutex_lock(&sessions->mutex);
    lob_status status = sessions->jobs ? LOB_OK : lob_jobs_new(ctx, &setup, &sessions->jobs);
    *jobs = sessions->jobs;
    unlock(sessions);
    return status;
}

void lob_sessions_set_apart(lob_sessions *sessions, const lob_apart *apart) {
    sessions->apart = *apart;
}

const lob_apart *lob_sessions_apart(const lob_sessions *sessions) {
    return sessions->apart.run ? &sessions->apart : NULL;
}

void *lob_sessions_shelf(lob_sessions *sessions, void *(*make)(void), void (*drop)(void *thing)) {
    pthread_mutex_lock(&sessions->mutex);
    if (!sessions->shelf) {
        sessions->shelf = make();
        sessions->drop_shelf = sessions->shelf ? drop : NULL;
    }
    void *thing = sessions->shelf;
    unlock(sessions);
    return thing;
}

lob_status lob_sessions_sweep(lob_ctx *ctx, const lob_sessions *sessions) {
    return lob_session_dir_sweep(ctx, sessions->config.artifact_root);
}

unsigned lob_sessions_count(lob_sessions *sessions) {
    lock_and_expire(sessions);
    unsigned count = sessions->count;
    unlock(sessions);
    return count;
}

void lob_sessions_expire(lob_sessions *sessions) {
    lock_and_expire(sessions);
    unlock(sessions);
}

/* ---- creating ---- */

static bool make_id(lob_sessions *sessions, lob_session_entry *entry) {
    uint8_t random[6];
    for (int i = 0; i < ID_TRIES && lob_random(random, sizeof random); i++) {
        memcpy(entry->shown.id, "ses_", 4);
        lob_hex(entry->shown.id + 4, random, sizeof random);
        lob_session_parse_id((lob_str){entry->shown.id, LOB_SESSION_ID_SIZE}, &entry->number);
        pthread_mutex_lock(&sessions->mutex);
        entry->alias = entry->number;
        bool is_new = find_open(sessions, entry->number) == sessions->count && !find_gone(sessions, entry->number);
        unlock(sessions);
        if (is_new) {
            return true;
        }
    }
    return false;
}

static void add_candidates(lob_ctx *ctx, const lob_sessions *sessions) {
    for (unsigned i = 0; i < sessions->count; i++) {
        lob_error_candidate(&ctx->error, lob_str_from(sessions->items[i]->shown.id));
    }
}

static lob_status reserve_place(lob_ctx *ctx, lob_sessions *sessions) {
    lob_status status = LOB_OK;
    lock_and_expire(sessions);
    if (sessions->count + sessions->pending_count >= sessions->config.session_count_max) {
        status = lob_fail(ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "Too many sessions are open");
        lob_error_text(&ctx->error, "reason", LOB_STR("sessions"));
        lob_error_integer(&ctx->error, "limit", sessions->config.session_count_max);
        add_candidates(ctx, sessions);
        lob_error_hint_candidates(
            &ctx->error,
            "Call close_session with a session_id of details.candidates that is no longer needed, then try again.",
            "Other calls are opening layouts; try again when they have ended.");
    } else {
        sessions->pending_count++;
    }
    unlock(sessions);
    return status;
}

static lob_status make_folder(lob_ctx *ctx, lob_sessions *sessions, lob_session_entry *entry) {
    if (!make_id(sessions, entry)) {
        return lob_fail(ctx, LOB_E_INTERNAL_ERROR, "The system provided no random number for a session id");
    }
    LOB_TRY(lob_session_dir_make(ctx, entry, sessions->config.artifact_root));
    lob_status status = lob_session_json_write(ctx, entry);
    if (status != LOB_OK) {
        lob_session_dir_remove(entry);
    }
    return status;
}

static lob_status create_entry(lob_ctx *ctx, lob_sessions *sessions, const lob_session_new *what,
                               lob_session_entry **created) {
    lob_session_entry *entry = new_entry(what);
    if (!entry) {
        return lob_fail_memory(ctx);
    }
    entry->shown.artifact_size_max = sessions->config.artifact_quota_size;
    entry->is_kept = sessions->config.keeps_folders;
    lob_status status = make_folder(ctx, sessions, entry);
    if (status != LOB_OK) {
        free_entry(entry);
        return status;
    }
    *created = entry;
    return LOB_OK;
}

lob_status lob_session_create(lob_ctx *ctx, lob_sessions *sessions, const lob_session_new *what,
                              lob_session **session) {
    lob_session_entry *entry = NULL;
    LOB_TRY(reserve_place(ctx, sessions));
    lob_status status = create_entry(ctx, sessions, what, &entry);
    pthread_mutex_lock(&sessions->mutex);
    sessions->pending_count--;
    if (status == LOB_OK) {
        atomic_store(&entry->reference_count, 2);
        atomic_store(&entry->last_used_ms, lob_clock_ms());
        sessions->items[sessions->count++] = entry;
        entry->shown.pic = what->pic;
        entry->shown.looks = what->looks;
        *session = &entry->shown;
    }
    unlock(sessions);
    return status;
}

/* ---- sessions of other processes ---- */

static char *copy_bytes(lob_str text) {
    char *copy = lob_malloc(text.size + 1);
    if (copy) {
        memcpy(copy, text.data ? text.data : "", text.size);
        copy[text.size] = '\0';
    }
    return copy;
}

static lob_session_entry *hosted_entry(const lob_session_hosted *what) {
    lob_session_entry *entry = lob_calloc(1, sizeof *entry);
    char *opened = entry ? copy_bytes(what->opened) : NULL;
    if (!opened) {
        lob_free(entry);
        return NULL;
    }
    snprintf(entry->shown.id, sizeof entry->shown.id, "%.*s", (int)what->id.size, what->id.data);
    copy_text(entry->shown.sha256, sizeof entry->shown.sha256, what->sha256);
    entry->shown.is_damaged = what->is_damaged;
    entry->shown.opened = (lob_str){opened, what->opened.size};
    entry->shown.dir_fd = entry->parent_fd = entry->lock_fd = -1;
    atomic_init(&entry->reference_count, 2);
    atomic_init(&entry->last_used_ms, lob_clock_ms());
    return entry;
}

lob_status lob_session_adopt(lob_ctx *ctx, lob_sessions *sessions, const lob_session_hosted *what,
                             lob_session **session) {
    uint64_t number = 0;
    if (!lob_session_parse_id(what->id, &number)) {
        return lob_fail(ctx, LOB_E_INTERNAL_ERROR, "A worker process returned no session id");
    }
    LOB_TRY(reserve_place(ctx, sessions));
    lob_session_entry *entry = hosted_entry(what);
    pthread_mutex_lock(&sessions->mutex);
    sessions->pending_count--;
    if (entry) {
        entry->number = entry->alias = number;
        entry->shown.host = what->host;
        sessions->items[sessions->count++] = entry;
        *session = &entry->shown;
    }
    unlock(sessions);
    return entry ? LOB_OK : lob_fail_memory(ctx);
}

void lob_session_lose(lob_sessions *sessions, lob_str id) {
    uint64_t number = 0;
    lob_session_entry *entry = NULL;
    bool is_id = lob_session_parse_id(id, &number);
    pthread_mutex_lock(&sessions->mutex);
    unsigned index = is_id ? find_open(sessions, number) : sessions->count;
    if (index < sessions->count) {
        entry = take_out(sessions, index, GONE_LOST);
    }
    unlock(sessions);
    if (entry) {
        lob_session_drop(&entry->shown);
    }
}

bool lob_session_alias(lob_sessions *sessions, lob_str id, lob_str alias) {
    uint64_t number = 0, other = 0;
    bool fine = lob_session_parse_id(id, &number) && lob_session_parse_id(alias, &other);
    pthread_mutex_lock(&sessions->mutex);
    unsigned index = fine ? find_open(sessions, number) : sessions->count;
    fine = index < sessions->count;
    if (fine) {
        sessions->items[index]->alias = other;
    }
    unlock(sessions);
    return fine;
}

/* ---- finding ---- */

static lob_status fail_unknown(lob_ctx *ctx, const lob_sessions *sessions, const gone_session *gone, lob_str id) {
    lob_status status;
    if (gone && gone->why == GONE_EXPIRED) {
        status = lob_fail(ctx, LOB_E_SESSION_EXPIRED, "The session expired: it was unused for too long");
        lob_error_integer(&ctx->error, "ttl_seconds", sessions->config.session_ttl_ms / 1000);
    } else if (gone && gone->why == GONE_LOST) {
        status = lob_fail(ctx, LOB_E_SESSION_NOT_FOUND, "The session is lost: its worker process ended");
        lob_error_text(&ctx->error, "reason", LOB_STR("worker_crashed"));
    } else {
        status =
            lob_fail(ctx, LOB_E_SESSION_NOT_FOUND, "%s", gone ? "The session was closed" : "There is no such session");
    }
    lob_hint(ctx, "Call open_layout with {\"path\": \"/absolute/name.gds\"} and use the session_id of its answer%s.",
             sessions->count ? ", or one of the open sessions in details.candidates" : "");
    lob_error_text(&ctx->error, "session_id", id);
    add_candidates(ctx, sessions);
    return status;
}

lob_status lob_session_find(lob_ctx *ctx, lob_sessions *sessions, lob_str id, lob_session **session) {
    uint64_t number = 0;
    lob_status status = LOB_OK;
    bool is_id = lob_session_parse_id(id, &number);
    lock_and_expire(sessions);
    unsigned index = is_id ? find_open(sessions, number) : sessions->count;
    if (index < sessions->count) {
        lob_session_entry *entry = sessions->items[index];
        atomic_fetch_add(&entry->reference_count, 1);
        atomic_store(&entry->last_used_ms, lob_clock_ms());
        *session = &entry->shown;
    } else {
        status = fail_unknown(ctx, sessions, is_id ? find_gone(sessions, number) : NULL, id);
    }
    unlock(sessions);
    return status;
}

void lob_session_own(lob_sessions *sessions, lob_str id, uint64_t client) {
    uint64_t number = 0;
    bool is_id = lob_session_parse_id(id, &number);
    lock_and_expire(sessions);
    unsigned index = is_id ? find_open(sessions, number) : sessions->count;
    if (index < sessions->count) {
        sessions->items[index]->shown.client = client;
    }
    unlock(sessions);
}

static int compare_ids(const void *a, const void *b) {
    return lob_str_compare(*(const lob_str *)a, *(const lob_str *)b);
}

lob_status lob_sessions_of(lob_ctx *ctx, lob_sessions *sessions, uint64_t client, lob_str **ids, unsigned *count) {
    *count = 0;
    lock_and_expire(sessions);
    *ids = lob_arena_alloc(ctx->arena, (sessions->count + 1) * (sizeof **ids + LOB_SESSION_ID_SIZE));
    char *text = *ids ? (char *)(*ids + sessions->count + 1) : NULL;
    for (unsigned i = 0; *ids && i < sessions->count; i++) {
        const lob_session *session = &sessions->items[i]->shown;
        if (session->client == client) {
            memcpy(text, session->id, LOB_SESSION_ID_SIZE);
            (*ids)[(*count)++] = (lob_str){text, LOB_SESSION_ID_SIZE};
            text += LOB_SESSION_ID_SIZE;
        }
    }
    unlock(sessions);
    if (!*ids) {
        return lob_fail_memory(ctx);
    }
    qsort(*ids, *count, sizeof **ids, compare_ids);
    return LOB_OK;
}

lob_layer_look lob_session_layer(const lob_session *session, lob_layer_index layer) {
    return lob_looks_layer(session->looks, session->layout, layer);
}

const lob_lyp *lob_session_lyp(const lob_session *session) {
    return session->looks ? session->looks->lyp : NULL;
}

/* ---- what a session keeps for pictures ---- */

lob_status lob_session_view_set(lob_ctx *ctx, lob_session *session, const lob_session_view *view) {
    const lob_session_view old = session->view;
    lob_layer_index *layers = view->layer_count ? lob_calloc(view->layer_count, sizeof *layers) : NULL;
    if (view->layer_count && !layers) {
        return lob_fail_memory(ctx);
    }
    if (layers) {
        memcpy(layers, view->layers, view->layer_count * sizeof *layers);
    }
    session->view = *view;
    session->view.is_set = true;
    session->view.layers = layers;
    lob_status status = lob_session_json_write(ctx, (lob_session_entry *)session);
    const lob_session_view unused = status == LOB_OK ? old : session->view;
    session->view = status == LOB_OK ? session->view : old;
    lob_free((void *)(uintptr_t)unused.layers);
    return status;
}

lob_status lob_session_cover(lob_ctx *ctx, lob_session *session, lob_cover **cover) {
    if (!session->cover) {
        LOB_TRY(lob_cover_new(ctx, session->layout, LOB_LIMIT_COVER_SIZE, &session->cover));
    }
    *cover = session->cover;
    return LOB_OK;
}

/* ---- closing ---- */

lob_status lob_session_close(lob_ctx *ctx, lob_sessions *sessions, lob_str id, lob_session_closed *closed) {
    (void)ctx; /* cannot fail: what is not there needs no closing */
    uint64_t number = 0;
    lob_session_entry *entry = NULL;
    bool is_id = lob_session_parse_id(id, &number);
    lob_session_closed unasked = {0};
    bool is_counted = closed != NULL;
    closed = closed ? closed : &unasked;
    *closed = (lob_session_closed){0};
    lock_and_expire(sessions);
    unsigned index = is_id ? find_open(sessions, number) : sessions->count;
    if (index < sessions->count) {
        entry = take_out(sessions, index, GONE_CLOSED);
    }
    unlock(sessions);
    if (entry) {
        counting counted = {.root = sessions->config.artifact_root, .id = entry->shown.id};
        closed->is_closed = true;
        closed->is_dir_deleted = remove_folder(entry, is_counted ? &counted : NULL);
        closed->file_count = closed->is_dir_deleted ? counted.count : 0;
        lob_session_drop(&entry->shown);
        lob_layout_cache_prune(sessions->layouts);
    }
    return LOB_OK;
}

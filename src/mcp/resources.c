/* Resources: the files that sessions keep (pictures, reports, markers), as layout://SESSION/PATH.
 *
 * A list is in the order of addresses, a page at a time; a cursor is the last address of the page before. Files go with
 * their session. Text is sent as text when it is UTF-8, anything else in base64.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/base64.h"
#include "base/file.h"
#include "base/utf8.h"
#include "mcp/ask.h"
#include "mcp/links.h"
#include "mcp/tools.h"
#include "session/files.h"

enum { PAGE_COUNT = 100, FILE_SIZE_MAX = LOB_MCP_LINE_SIZE_MAX / 4 * 3 - 4096, TTL_MS = 3600000 };

#define TEMPLATE                                                                                                       \
    "{\"uriTemplate\":\"" LOB_RESOURCE_SCHEME "{session_id}/{+path}\",\"name\":\"session_file\","                      \
    "\"title\":\"A file of a session\",\"description\":\"A picture, report or list of markers that a call left; "      \
    "answers name its path. Gone when the session is closed or expires.\"}"

/* ---- lists ---- */

static bool refuse_cursor(const lob_rpc_message *request, lob_buf *line) {
    const cJSON *cursor = cJSON_GetObjectItemCaseSensitive(request->params, "cursor");
    if (!cursor || cJSON_IsNull(cursor)) {
        return false;
    }
    lob_rpc_error(line, request->id, LOB_RPC_INVALID_PARAMS, "Invalid params: unknown cursor; leave it out",
                  (lob_str){0});
    return true;
}

void lob_resources_templates(const lob_product *product, const lob_rpc_message *request, bool modern, lob_buf *line) {
    lob_jsonw w;
    if (refuse_cursor(request, line)) {
        return;
    }
    lob_ask_begin(request->id, &w, line);
    lob_jsonw_key(&w, "resourceTemplates");
    lob_jsonw_raw(&w, LOB_STR("[" TEMPLATE "]"));
    if (modern) {
        lob_ask_cache(&w, TTL_MS, "public");
    }
    lob_ask_end(product, modern, &w, line);
}

typedef struct page {
    lob_jsonw w;
    const char *after; /* the last address of the page before */
    char last[LOB_SESSION_FILE_PATH_SIZE + 32];
    unsigned count;
    bool has_more;
} page;

static void add_file(page *p, lob_str session, const lob_session_file *file) {
    char uri[LOB_SESSION_FILE_PATH_SIZE + 32];
    snprintf(uri, sizeof uri, LOB_RESOURCE_SCHEME "%.*s/%s", (int)session.size, session.data, file->path.data);
    if (p->after && strcmp(uri, p->after) <= 0) {
        return;
    }
    p->has_more = p->count == PAGE_COUNT;
    if (p->has_more) {
        return;
    }
    p->count++;
    memcpy(p->last, uri, sizeof uri);
    lob_jsonw_begin_object(&p->w);
    lob_jsonw_key(&p->w, "uri");
    lob_jsonw_text(&p->w, uri);
    lob_jsonw_key(&p->w, "name");
    lob_jsonw_str(&p->w, file->path);
    lob_jsonw_key(&p->w, "mimeType");
    lob_jsonw_text(&p->w, lob_resource_type(file->path));
    lob_jsonw_key(&p->w, "size");
    lob_jsonw_uint(&p->w, file->size);
    lob_jsonw_end_object(&p->w);
}

/* False: no memory. */
static bool add_files(const lob_ask *ask, page *p) {
    lob_str *ids = NULL;
    unsigned count = 0;
    if (ask->client == 0) { /* nobody who is known again: he has the template */
        return true;
    }
    if (lob_sessions_of(ask->ctx, ask->sessions, ask->client, &ids, &count) != LOB_OK) {
        return false;
    }
    for (unsigned i = 0; i < count && !p->has_more; i++) {
        lob_session_file *files = NULL;
        size_t file_count = 0;
        char id[LOB_RESOURCE_SESSION_SIZE + 1];
        snprintf(id, sizeof id, "%.*s", (int)ids[i].size, ids[i].data);
        if (lob_session_files(ask->ctx, ask->sessions, id, &files, &file_count) != LOB_OK) {
            return false;
        }
        for (size_t k = 0; k < file_count && !p->has_more; k++) {
            add_file(p, ids[i], &files[k]);
        }
    }
    return true;
}

void lob_resources_list(const lob_ask *ask, lob_buf *line) {
    const cJSON *cursor = cJSON_GetObjectItemCaseSensitive(ask->params, "cursor");
    page p = {.after = cJSON_GetStringValue(cursor)};
    if (cursor && !cJSON_IsNull(cursor) &&
        (!p.after || strncmp(p.after, LOB_RESOURCE_SCHEME, strlen(LOB_RESOURCE_SCHEME)) != 0)) {
        lob_rpc_error(line, ask->id, LOB_RPC_INVALID_PARAMS,
                      "Invalid params: unknown cursor; send nextCursor of the page before, or none", (lob_str){0});
        return;
    }
    lob_ask_begin(ask->id, &p.w, line);
    lob_jsonw_key(&p.w, "resources");
    lob_jsonw_begin_array(&p.w);
    if (!add_files(ask, &p)) {
        lob_buf_clear(line);
        lob_rpc_error(line, ask->id, LOB_RPC_INTERNAL_ERROR, "Out of memory", (lob_str){0});
        return;
    }
    lob_jsonw_end_array(&p.w);
    if (p.has_more) {
        lob_jsonw_key(&p.w, "nextCursor");
        lob_jsonw_text(&p.w, p.last);
    }
    if (ask->modern) {
        lob_ask_cache(&p.w, 0, "private");
    }
    lob_ask_end(ask->product, ask->modern, &p.w, line);
}

/* ---- one file ---- */

static void refuse_address(const lob_ask *ask, const char *uri, const char *what, lob_buf *line) {
    enum { RESOURCE_NOT_FOUND = -32002 }; /* of the revisions before 2026-07-28 */
    lob_buf data;
    lob_jsonw w;
    lob_buf_init(&data, 0);
    lob_jsonw_init(&w, &data);
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "uri");
    lob_jsonw_text(&w, uri);
    lob_jsonw_end_object(&w);
    lob_rpc_error(line, ask->id, ask->modern ? LOB_RPC_INVALID_PARAMS : RESOURCE_NOT_FOUND, what,
                  data.failed ? (lob_str){0} : (lob_str){data.data, data.size});
    lob_buf_release(&data);
}

/* Session and path of an address. False: it is none of ours. */
static bool take_apart(const char *uri, char session[LOB_RESOURCE_SESSION_SIZE + 1], lob_str *path) {
    const size_t scheme = strlen(LOB_RESOURCE_SCHEME);
    if (strncmp(uri, LOB_RESOURCE_SCHEME, scheme) != 0 || strlen(uri) < scheme + LOB_RESOURCE_SESSION_SIZE + 2 ||
        uri[scheme + LOB_RESOURCE_SESSION_SIZE] != '/') {
        return false;
    }
    memcpy(session, uri + scheme, LOB_RESOURCE_SESSION_SIZE);
    session[LOB_RESOURCE_SESSION_SIZE] = '\0';
    *path = lob_str_from(uri + scheme + LOB_RESOURCE_SESSION_SIZE + 1);
    return true;
}

static void answer_file(const lob_ask *ask, const char *uri, lob_str path, lob_str content, lob_buf *line) {
    const char *type = lob_resource_type(path);
    const bool is_text = strcmp(type, "image/png") != 0 && lob_utf8_valid(content);
    lob_jsonw w;
    lob_ask_begin(ask->id, &w, line);
    lob_jsonw_key(&w, "contents");
    lob_jsonw_begin_array(&w);
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "uri");
    lob_jsonw_text(&w, uri);
    lob_jsonw_key(&w, "mimeType");
    lob_jsonw_text(&w, type);
    lob_jsonw_key(&w, is_text ? "text" : "blob");
    if (is_text) {
        lob_jsonw_str(&w, content);
    } else {
        lob_jsonw_raw(&w, LOB_STR("\""));
        lob_base64_add(line, content);
        lob_buf_add_byte(line, '"');
    }
    lob_jsonw_end_object(&w);
    lob_jsonw_end_array(&w);
    if (ask->modern) {
        lob_ask_cache(&w, 0, "private");
    }
    lob_ask_end(ask->product, ask->modern, &w, line);
}

static void refuse_size(const lob_ask *ask, const char *session, lob_str path, lob_buf *line) {
    char text[4400 + LOB_SESSION_FILE_PATH_SIZE];
    snprintf(text, sizeof text, "The file is too large for one message. Its path is %s/sessions/%s/%.*s",
             lob_sessions_config(ask->sessions)->artifact_root, session, (int)path.size, path.data);
    lob_buf_clear(line);
    lob_rpc_error(line, ask->id, LOB_RPC_INVALID_PARAMS, text, (lob_str){0});
}

/* `fd` is closed. */
static void answer_open(const lob_ask *ask, const char *uri, const char *session, lob_str path, int fd, uint64_t size,
                        lob_buf *line) {
    lob_str content = {0};
    if (size > FILE_SIZE_MAX || lob_file_read_all(ask->ctx, fd, FILE_SIZE_MAX, &content) != LOB_OK) {
        refuse_size(ask, session, path, line);
    } else {
        answer_file(ask, uri, path, content, line);
        if (line->failed == LOB_BUF_TOO_LARGE) {
            refuse_size(ask, session, path, line);
        }
    }
    close(fd);
}

void lob_resources_read(const lob_ask *ask, lob_buf *line) {
    const char *uri = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(ask->params, "uri"));
    char session_id[LOB_RESOURCE_SESSION_SIZE + 1];
    lob_session *session = NULL;
    lob_str path;
    uint64_t size;
    int fd;
    if (!uri) {
        lob_rpc_error(line, ask->id, LOB_RPC_INVALID_PARAMS, "Invalid params: uri must be a string", (lob_str){0});
        return;
    }
    if (!take_apart(uri, session_id, &path) ||
        lob_session_find(ask->ctx, ask->sessions, lob_str_from(session_id), &session) != LOB_OK) {
        refuse_address(ask, uri, "Resource not found: no open session has it", line);
        return;
    }
    if (lob_session_file_open(ask->ctx, ask->sessions, session_id, path, &fd, &size) != LOB_OK) {
        refuse_address(ask, uri, "Resource not found: the session has no such file; resources/list names them", line);
    } else {
        answer_open(ask, uri, session_id, path, fd, size, line);
    }
    lob_session_drop(session);
}

/* Sessions for the targets that call tools, and what their answers are held to.
 *
 * The store lies in a temporary folder, may open nothing but the fixtures, and always has one session when an input
 * begins; what an input opened or closed is put right before the next.
 */
#include "fuzz.h"

#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

#include "io/read.h"
#include "json/reader.h"

static const char fixture[] = "fixtures/reticle.gds";
static lob_sessions *sessions;
static char session_id[sizeof FUZZ_SESSION];
static char folder[] = "/tmp/lob_fuzz.XXXXXX";
static bool is_made; /* the folder: its name may end like the template */

static void open_session(lob_ctx *ctx) {
    const lob_read_options options = {.expected = LOB_FORMAT_GDS, .inflated_max = 1 << 20, .layout_size_max = 1 << 24};
    lob_read_result result;
    lob_session *session;
    int fd = open(fixture, O_RDONLY | O_CLOEXEC);
    FUZZ_REQUIRE(fd >= 0 && lob_read_layout(ctx, fd, &options, &result) == LOB_OK);
    const lob_session_new what = {.layout = result.layout,
                                  .source_path = LOB_STR("/fixture.gds"),
                                  .format = "gds",
                                  .sha256 = result.sha256,
                                  .top = lob_layout_top(result.layout, 0)};
    FUZZ_REQUIRE(lob_session_create(ctx, sessions, &what, &session) == LOB_OK);
    memcpy(session_id, session->id, sizeof session_id);
    lob_session_drop(session);
    lob_layout_drop(result.layout);
}

static void close_store(void) {
    char path[64];
    lob_sessions_close(sessions);
    sessions = NULL;
    snprintf(path, sizeof path, "%s/sessions", folder);
    rmdir(path);
    rmdir(folder);
}

static void open_store(void) {
    lob_config config = {
        .session_ttl_ms = INT32_MAX, .session_count_max = 8, .file_size_max = 1 << 20, .artifact_quota_size = 1 << 24};
    char roots[PATH_MAX];
    lob_ctx *ctx = calloc(1, sizeof *ctx);
    lob_arena *arena = lob_arena_new(0);
    if (!is_made) {
        FUZZ_REQUIRE(mkdtemp(folder) && atexit(close_store) == 0);
        is_made = true;
    }
    FUZZ_REQUIRE(ctx && arena && realpath("fixtures", roots) && strlen(roots) < sizeof config.roots);
    lob_ctx_init(ctx, arena);
    strcpy(config.artifact_root, folder);
    strcpy(config.roots, roots);
    FUZZ_REQUIRE(lob_sessions_open(ctx, &config, &sessions) == LOB_OK);
    open_session(ctx);
    lob_arena_drop(arena);
    free(ctx);
}

lob_sessions *fuzz_sessions(void) {
    if (!sessions) {
        open_store();
    }
    return sessions;
}

/* True: the one session that there is is the one we opened. */
static bool is_as_begun(void) {
    lob_ctx ctx;
    lob_session *session;
    lob_ctx_init(&ctx, NULL);
    if (lob_sessions_count(sessions) != 1 ||
        lob_session_find(&ctx, sessions, lob_str_from(session_id), &session) != LOB_OK) {
        return false;
    }
    lob_session_drop(session);
    return true;
}

char *fuzz_text(const uint8_t *data, size_t size) {
    enum { ID_SIZE = sizeof FUZZ_SESSION - 1 };
    if (!is_as_begun()) {
        lob_sessions_close(sessions);
        open_store();
    }
    char *text = malloc(size + 1);
    FUZZ_REQUIRE(text);
    memcpy(text, data, size);
    text[size] = '\0';
    for (size_t i = 0; i + ID_SIZE <= size; i++) {
        if (memcmp(text + i, FUZZ_SESSION, ID_SIZE) == 0) {
            memcpy(text + i, session_id, ID_SIZE);
        }
    }
    return text;
}

void fuzz_check_answer(lob_ctx *ctx, const lob_tool *tool, lob_status status, lob_str json) {
    lob_json_fault fault;
    fuzz_check_printable(json);
    cJSON *tree = lob_json_parse(json, &fault);
    FUZZ_REQUIRE(tree);
    if (status == LOB_OK) {
        FUZZ_REQUIRE(lob_tool_check_response(ctx, tool, tree) == LOB_OK);
    } else {
        const cJSON *hint = cJSON_GetObjectItem(cJSON_GetObjectItem(tree, "details"), "hint");
        FUZZ_REQUIRE(cJSON_IsString(cJSON_GetObjectItem(tree, "code")) &&
                     cJSON_IsString(cJSON_GetObjectItem(tree, "message")) && cJSON_IsString(hint));
    }
    cJSON_Delete(tree);
}

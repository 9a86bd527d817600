/* The viewer as a process of its own, asked over a socket: its words, its page, tiles whose pixels follow from the
 * fixture's recipe, questions, and what strangers get. */
#include <png.h>
#include <pthread.h>

#include "tests/support/lob_test.h"

#include "../proxy/rig.h"

#include "base/version.h"
#include "tool/registry.h"
#include "view/run.h"

typedef struct served {
    pid_t child;
    int port;
    char token[33];
} served;

typedef struct reply {
    int status;
    char *text; /* head and body */
    const char *body;
    size_t size; /* of the body */
} reply;

static const char *environment(const char *name) {
    return getenv(name);
}

static lob_cli cli_with(FILE *out, FILE *err) {
    return (lob_cli){.product = {.name = LOB_NAME,
                                 .title = LOB_TITLE,
                                 .version = LOB_VERSION,
                                 .tools = lob_tools,
                                 .tool_count = lob_tool_count},
                     .in = stdin,
                     .out = out,
                     .err = err,
                     .in_fd = -1,
                     .out_fd = -1,
                     .stop_fd = -1,
                     .getenv_fn = environment};
}

/* ---- words ---- */

static int run(char *said, size_t size, const char *const *words) {
    char *argv[16] = {(char[]){"layout-observer"}, (char[]){"view"}};
    int argc = 2;
    memset(said, 0, size);
    FILE *out = fmemopen(said, size, "w");
    lob_cli cli = cli_with(out, out);
    for (; words[argc - 2] != NULL; argc++) {
        argv[argc] = strdup(words[argc - 2]);
    }
    const int code = lob_view_run(&cli, argc, argv);
    fclose(out);
    for (int i = 2; i < argc; i++) {
        free(argv[i]);
    }
    return code;
}

#define RUN(said, ...) run(said, sizeof(said), (const char *const[]){__VA_ARGS__ __VA_OPT__(, ) NULL})

static void test_words(void **state) {
    (void)state;
    char said[8192];
    assert_int_equal(RUN(said, "--help"), 0);
    assert_non_null(strstr(said, "127.0.0.1"));
    assert_int_equal(RUN(said), 2);
    assert_int_equal(RUN(said, "a.gds", "--port", "x"), 2);
    assert_int_equal(RUN(said, "/none/such.gds"), 1);
    assert_non_null(strstr(said, "layout-observer view: "));
    assert_int_equal(RUN(said, "fixtures/coupler.gds", "--top", "NOPE"), 1);
    static char long_path[5000];
    memset(long_path, 'a', sizeof long_path - 1);
    assert_int_equal(RUN(said, long_path), 2);
    assert_int_equal(RUN(said, "a.gds", "--lyp", long_path), 2);
    int port;
    const int taken = rig_listen(&port);
    char number[16];
    snprintf(number, sizeof number, "%d", port);
    assert_int_equal(RUN(said, "fixtures/coupler.gds", "--port", number), 2);
    close(taken);
    setenv("TMPDIR", "/none", 1);
    assert_int_equal(RUN(said, "fixtures/coupler.gds"), 2);
    unsetenv("TMPDIR");
}

/* ---- serving ---- */

static served serve(const char *file) {
    int fds[2];
    served s = {0};
    char line[128] = "";
    assert_int_equal(pipe(fds), 0);
    s.child = fork();
    if (s.child == 0) {
        FILE *out = fdopen(fds[1], "w");
        lob_cli cli = cli_with(out, stderr);
        char *argv[] = {(char[]){"layout-observer"}, (char[]){"view"}, strdup(file), NULL};
        close(fds[0]);
        const int code = lob_view_run(&cli, 3, argv);
        fclose(out);
        free(argv[2]);
        exit(code);
    }
    close(fds[1]);
    FILE *in = fdopen(fds[0], "r");
    assert_non_null(fgets(line, sizeof line, in));
    fclose(in);
    assert_int_equal(sscanf(line, "http://127.0.0.1:%d/%32[0-9a-f]/\n", &s.port, s.token), 2);
    assert_int_equal(strlen(s.token), 32);
    return s;
}

static void stop(const served *s) {
    int status;
    assert_int_equal(kill(s->child, SIGTERM), 0);
    assert_int_equal(waitpid(s->child, &status, 0), s->child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static reply ask_raw(const served *s, const char *request) {
    reply r = {.text = calloc(1, 1 << 20)};
    size_t size = 0;
    const int fd = rig_connect(s->port);
    assert_int_equal(send(fd, request, strlen(request), MSG_NOSIGNAL), (ssize_t)strlen(request));
    for (ssize_t got; (got = recv(fd, r.text + size, (1 << 20) - 1 - size, 0)) > 0;) {
        size += (size_t)got;
    }
    close(fd);
    assert_int_equal(sscanf(r.text, "HTTP/1.1 %d", &r.status), 1);
    const char *end = strstr(r.text, "\r\n\r\n");
    assert_non_null(end);
    r.body = end + 4;
    r.size = size - (size_t)(r.body - r.text);
    return r;
}

__attribute__((format(printf, 2, 3))) static reply get(const served *s, const char *format, ...) {
    char path[512], request[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(path, sizeof path, format, list);
    va_end(list);
    snprintf(request, sizeof request, "GET /%s/%s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", s->token,
             path);
    return ask_raw(s, request);
}

static reply post(const served *s, const char *path, const char *body) {
    char request[2048];
    snprintf(request, sizeof request,
             "POST /%s/%s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n%s", s->token,
             path, strlen(body), body);
    return ask_raw(s, request);
}

static void expect(reply r, int status, const char *part) {
    assert_int_equal(r.status, status);
    if (part && !strstr(r.body, part)) {
        print_error("%s is not in %s\n", part, r.body);
        fail();
    }
    free(r.text);
}

/* 0xRRGGBB of a tile's pixel. */
static uint32_t pixel_of(reply r, uint32_t x, uint32_t y) {
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_int_equal(r.status, 200);
    assert_true(png_image_begin_read_from_memory(&image, r.body, r.size));
    image.format = PNG_FORMAT_RGB;
    assert_int_equal(image.width, 256);
    assert_int_equal(image.height, 256);
    uint8_t *rgb = malloc(PNG_IMAGE_SIZE(image));
    assert_true(png_image_finish_read(&image, NULL, rgb, 0, NULL));
    const uint8_t *p = rgb + 3 * ((size_t)y * 256 + x);
    const uint32_t color = (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
    free(rgb);
    free(r.text);
    return color;
}

static void test_page(void **state) {
    (void)state;
    const served s = serve("fixtures/coupler.gds");
    reply r = get(&s, "%s", "");
    assert_non_null(strstr(r.text, "Content-Security-Policy: default-src 'none'"));
    assert_non_null(strstr(r.text, "Referrer-Policy: no-referrer"));
    expect(r, 200, "<canvas id=\"map\"");
    expect(get(&s, "view.js"), 200, "'use strict'");
    expect(get(&s, "view.css"), 200, "#map");
    expect(get(&s, "info"), 200, "\"cell\":\"coupler\"");
    expect(get(&s, "info"), 200, "\"box\":[-0.01,-5,44.01,5]");
    expect(get(&s, "info"), 200, "\"name\":\"Si 1/0\"");
    expect(get(&s, "info?cell=NOPE"), 400, "INVALID_TARGET");
    stop(&s);
}

/* Two guides of 0.5 um around y = +-0.35 um at x = 22 um, by the recipe; 16 pixels a micrometre: column 22 * 16 = 352
 * is column 96 of the second tile, y = 0.35 row 256 - 5.6 of the row above 0. */
static void test_tiles(void **state) {
    (void)state;
    const served s = serve("fixtures/coupler.gds");
    const uint32_t on = pixel_of(get(&s, "tile?z=4&x=1&y=-1&layers=0"), 96, 250);
    assert_ne(on, 0xffffff);
    assert_int_equal(pixel_of(get(&s, "tile?z=4&x=1&y=0&layers=0"), 96, 5), on); /* the other one, below 0 */
    assert_int_equal(pixel_of(get(&s, "tile?z=4&x=1&y=-1&layers=0"), 96, 200), 0xffffff);
    assert_int_equal(pixel_of(get(&s, "tile?z=4&x=1&y=-1&layers="), 96, 250), 0xffffff);
    assert_int_equal(pixel_of(get(&s, "tile?z=4&x=1&y=-1&layers=&dark=1"), 96, 250), 0);
    assert_int_equal(pixel_of(get(&s, "tile?z=4&x=1&y=-1&layers=99,x"), 96, 250), 0xffffff);
    assert_ne(pixel_of(get(&s, "tile?z=4&x=1&y=-1"), 96, 250), 0xffffff);
    assert_int_equal(pixel_of(get(&s, "tile?z=4&x=5000&y=5000"), 0, 0), 0xffffff);
    expect(get(&s, "tile?z=17&x=0&y=0"), 400, "no such tile");
    expect(get(&s, "tile?z=-31&x=0&y=0"), 400, "no such tile");
    expect(get(&s, "tile?z=0&x=9999999999999&y=0"), 400, "no such tile");
    expect(get(&s, "tile?z=0&x=0&y=-9999999999999"), 400, "no such tile");
    expect(get(&s, "tile?z=0&x=0&y=0&cell=NOPE"), 400, "INVALID_TARGET");
    stop(&s);
}

typedef struct asker {
    const served *s;
    const char *const *paths;
    reply *replies;
    size_t first;
} asker;

enum { DESK_TILES = 6 };

static void *ask_tiles(void *arg) {
    const asker *a = arg;
    for (size_t i = 0; i < DESK_TILES; i++) {
        const size_t k = (a->first + i) % DESK_TILES;
        a->replies[k] = get(a->s, "%s", a->paths[k]);
    }
    return NULL;
}

/* Far and near tiles, on light and dark, asked for by five at once: each time the same bytes as alone. */
static void test_desks(void **state) {
    (void)state;
    static const char *const paths[DESK_TILES] = {"tile?z=-6&x=0&y=-1",        "tile?z=-4&x=0&y=-1",
                                                  "tile?z=-3&x=1&y=-2&dark=1", "tile?z=2&x=3&y=-4",
                                                  "tile?z=2&x=40&y=-40",       "tile?z=5&x=300&y=-300&dark=1"};
    const served s = serve("fixtures/reticle.gds");
    reply alone[DESK_TILES], many[5][DESK_TILES];
    pthread_t threads[5];
    asker askers[5];
    ask_tiles(&(asker){&s, paths, alone, 0});
    for (size_t i = 0; i < 5; i++) {
        askers[i] = (asker){&s, paths, many[i], i};
        assert_int_equal(pthread_create(&threads[i], NULL, ask_tiles, &askers[i]), 0);
    }
    for (size_t i = 0; i < 5; i++) {
        pthread_join(threads[i], NULL);
        for (size_t k = 0; k < DESK_TILES; k++) {
            assert_int_equal(many[i][k].status, 200);
            assert_int_equal(many[i][k].size, alone[k].size);
            assert_memory_equal(many[i][k].body, alone[k].body, alone[k].size);
            free(many[i][k].text);
        }
    }
    for (size_t k = 0; k < DESK_TILES; k++) {
        free(alone[k].text);
    }
    stop(&s);
}

/* What is placed: a die in arrays, by the recipe of the reticle; an empty cell has a box without extent. */
static void test_cells(void **state) {
    (void)state;
    served s = serve("fixtures/reticle.gds");
    expect(get(&s, "info"), 200, "{\"cell\":\"die\",\"count\":19}");
    expect(get(&s, "info?cell=die"), 200, "\"cell\":\"die\"");
    stop(&s);
    s = serve("fixtures/empty.gds");
    expect(get(&s, "info"), 200, "\"layers\":[]");
    assert_int_equal(pixel_of(get(&s, "tile?z=0&x=0&y=0"), 0, 0), 0xffffff);
    stop(&s);
}

static void test_questions(void **state) {
    (void)state;
    const served s = serve("fixtures/coupler.gds");
    char session[32] = "", body[128];
    reply r = get(&s, "info");
    assert_int_equal(sscanf(strstr(r.body, "\"session_id\":\""), "\"session_id\":\"%16[^\"]", session), 1);
    free(r.text);
    snprintf(body, sizeof body, "{\"session_id\":\"%s\"}", session);
    expect(post(&s, "tool/list_ports", body), 200, "\"port_count\":4");
    expect(post(&s, "tool/close_session", body), 400, "no such request");
    expect(post(&s, "tool/list_ports", "{"), 400, "not JSON");
    expect(post(&s, "tool/list_ports", "{}"), 400, "INVALID_TARGET");
    expect(post(&s, "info", "{}"), 404, NULL);
    stop(&s);
}

static void test_strangers(void **state) {
    (void)state;
    const served s = serve("fixtures/coupler.gds");
    static const struct {
        const char *name, *line, *headers;
        int status;
    } cases[] = {{"no token", "GET /", "Host: 127.0.0.1", 404},
                 {"a wrong one", "GET /00000000000000000000000000000000/", "Host: 127.0.0.1", 404},
                 {"another host", "GET /%s/", "Host: evil.example", 403},
                 {"another origin", "GET /%s/info", "Host: 127.0.0.1\r\nOrigin: http://evil.example", 403},
                 {"another method", "DELETE /%s/", "Host: 127.0.0.1", 405},
                 {"another path", "GET /%s/etc", "Host: 127.0.0.1", 404},
                 {"the token alone", "GET /%s", "Host: 127.0.0.1", 404}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char request[512], line[128];
        lob_case("%s", cases[i].name);
        const char *token = strstr(cases[i].line, "%s");
        const int before = token ? (int)(token - cases[i].line) : (int)strlen(cases[i].line);
        snprintf(line, sizeof line, "%.*s%s%s", before, cases[i].line, token ? s.token : "", token ? token + 2 : "");
        snprintf(request, sizeof request, "%s HTTP/1.1\r\n%s\r\nConnection: close\r\n\r\n", line, cases[i].headers);
        expect(ask_raw(&s, request), cases[i].status, NULL);
    }
    stop(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),     cmocka_unit_test(test_page),  cmocka_unit_test(test_tiles),
        cmocka_unit_test(test_desks),     cmocka_unit_test(test_cells), cmocka_unit_test(test_questions),
        cmocka_unit_test(test_strangers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

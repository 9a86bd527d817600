/* The render command, as a whole command line with the real tools. What is drawn is worked out by hand from two
 * squares, or is what render_view says of the same request. */
#include <dirent.h>
#include <fcntl.h>
#include <libxml/parser.h>
#include <png.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/digest.h"
#include "base/file.h"
#include "tests/support/stride.h"
#include "tests/unit/main/folder_rig.h"
#include "tests/unit/main/line_rig.h"
#include "json/reader.h"

/* ---- a layout: TOP has a square of 1 um on 1/0 at the origin and places CHILD, 0.1 um on 2/0, at (2, 0) ---- */

static size_t add_record(uint8_t *out, unsigned type, unsigned kind, const void *data, size_t size) {
    size_t padded = size + (size & 1);
    out[0] = (uint8_t)((padded + 4) >> 8);
    out[1] = (uint8_t)(padded + 4);
    out[2] = (uint8_t)type;
    out[3] = (uint8_t)kind;
    memset(out + 4, 0, padded);
    memcpy(out + 4, data, size);
    return padded + 4;
}

static size_t add_xy(uint8_t *out, const int32_t *values, unsigned count) {
    uint8_t data[64];
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < 4; k++) {
            data[4 * i + k] = (uint8_t)((uint32_t)values[i] >> (24 - 8 * k));
        }
    }
    return add_record(out, 0x10, 3, data, 4 * (size_t)count);
}

static size_t add_square(uint8_t *out, unsigned layer, int32_t side) {
    size_t size = add_record(out, 8, 0, "", 0);
    size += add_record(out + size, 0x0d, 2, (uint8_t[]){0, (uint8_t)layer}, 2);
    size += add_record(out + size, 0x0e, 2, (uint8_t[]){0, 0}, 2);
    size += add_xy(out + size, (int32_t[]){0, 0, 0, side, side, side, side, 0, 0, 0}, 10);
    return size + add_record(out + size, 0x11, 0, "", 0);
}

static size_t add_cell_begin(uint8_t *out, const char *name) {
    static const uint8_t dates[24] = {0, 70, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 70, 0, 1, 0, 1};
    size_t size = add_record(out, 5, 2, dates, sizeof dates);
    return size + add_record(out + size, 6, 6, name, strlen(name));
}

static size_t make_gds(uint8_t *out) {
    static const uint8_t dates[24] = {0, 70, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 70, 0, 1, 0, 1};
    static const uint8_t units[16] = {0x3e, 0x41, 0x89, 0x37, 0x4b, 0xc6, 0xa7, 0xf0,
                                      0x39, 0x44, 0xb8, 0x2f, 0xa0, 0x9b, 0x5a, 0x54};
    size_t size = add_record(out, 0, 2, (uint8_t[]){2, 0x58}, 2);
    size += add_record(out + size, 1, 2, dates, sizeof dates);
    size += add_record(out + size, 2, 6, "LIB", 3);
    size += add_record(out + size, 3, 5, units, sizeof units);
    size += add_cell_begin(out + size, "CHILD");
    size += add_square(out + size, 2, 100);
    size += add_record(out + size, 7, 0, "", 0);
    size += add_cell_begin(out + size, "TOP");
    size += add_square(out + size, 1, 1000);
    size += add_record(out + size, 10, 0, "", 0);
    size += add_record(out + size, 0x12, 6, "CHILD", 5);
    size += add_xy(out + size, (int32_t[]){2000, 0}, 2);
    size += add_record(out + size, 0x11, 0, "", 0);
    size += add_record(out + size, 7, 0, "", 0);
    return size + add_record(out + size, 4, 0, "", 0);
}

static const char lyp[] = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<layer-properties>\n"
                          " <properties><frame-color>#123456</frame-color><fill-color>#123456</fill-color>"
                          "<dither-pattern>I0</dither-pattern><visible>true</visible><name>Co&lt;&amp;\"re</name>"
                          "<source>1/0@1</source></properties>\n"
                          " <properties><fill-color>#ff8000</fill-color><visible>true</visible><name>Pin</name>"
                          "<source>2/0@1</source></properties>\n</layer-properties>\n";

/* ---- the rig ---- */

static void put_file(const char *path, const void *data, size_t size) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_int_equal(write(fd, data, size), size);
    close(fd);
}

static int setup(void **state) {
    uint8_t gds[1024];
    (void)state;
    if (!folder_make("render")) {
        return 1;
    }
    put_file(in_folder("in.gds"), gds, make_gds(gds));
    put_file(in_folder("named.lyp"), lyp, sizeof lyp - 1);
    return 0;
}

/* Neither a home nor a root of artifacts: render needs none. */
static const char *rig_tmpdir, *rig_artifacts, *rig_toolset;

static const char *rig_environment(const char *name) {
    return strcmp(name, "TMPDIR") == 0                      ? rig_tmpdir
           : strcmp(name, "KLAYOUT_MCP_ARTIFACT_ROOT") == 0 ? rig_artifacts
           : strcmp(name, "KLAYOUT_MCP_TOOLSET") == 0       ? rig_toolset
                                                            : NULL;
}

static lob_cancel rig_cancel;

/* `err` NULL: into the rig. */
static rig rig_run(FILE *err, const char *const *words) {
    rig_tmpdir = in_folder("tmp");
    const rig r = rig_run_line(&(rig_line){.err = err, .cancel = &rig_cancel, .environment = rig_environment}, words);
    assert_int_equal(entries(in_folder("tmp")), 0); /* the folder of the run is gone, however it ended */
    return r;
}

#define RUN(...)    rig_run(NULL, (const char *const[]){__VA_ARGS__, NULL})
#define RENDER(...) RUN("render", in_folder("in.gds"), __VA_ARGS__)

static cJSON *answer_of(const rig *r) {
    lob_json_fault fault;
    cJSON *tree = lob_json_parse((lob_str){r->out, r->out_size}, &fault);
    assert_non_null(tree);
    return tree;
}

static const cJSON *at(const cJSON *tree, const char *name) {
    return cJSON_GetObjectItemCaseSensitive(tree, name);
}

static const char *text_at(const cJSON *tree, const char *name) {
    const cJSON *item = at(tree, name);
    return cJSON_IsString(item) ? item->valuestring : "";
}

static double number_at(const cJSON *tree, const char *name) {
    const cJSON *item = at(tree, name);
    assert_true(cJSON_IsNumber(item));
    return item->valuedouble;
}

typedef struct shot {
    uint32_t width, height;
    uint8_t *rgba;
} shot;

static shot read_png(const char *path) {
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_file(&image, path));
    image.format = PNG_FORMAT_RGBA;
    shot s = {image.width, image.height, malloc(PNG_IMAGE_SIZE(image))};
    assert_true(png_image_finish_read(&image, NULL, s.rgba, 0, NULL));
    return s;
}

static uint8_t *pixel(const shot *s, uint32_t x, uint32_t y) {
    return s->rgba + ((size_t)y * s->width + x) * 4;
}

/* ---- pixels ---- */

static void check_answer(const rig *r, const shot *s) {
    uint8_t digest[32];
    char hex[65];
    lob_sha256 *state = lob_sha256_new();
    lob_sha256_add(state, s->rgba, (size_t)s->width * s->height * 4);
    lob_sha256_end(state, digest);
    lob_sha256_drop(state);
    lob_hex(hex, digest, 32);
    cJSON *a = answer_of(r);
    assert_string_equal(text_at(a, "pixels_sha256"), hex);
    assert_eq(number_at(a, "width"), s->width);
    assert_eq(number_at(a, "height"), s->height);
    assert_string_equal(text_at(a, "input"), in_folder("in.gds"));
    assert_string_equal(text_at(a, "format"), "png");
    cJSON_Delete(a);
}

static double sum_of(const shot *s) {
    double sum = 0;
    for (size_t i = 0; i < (size_t)s->width * s->height; i++) {
        assert_eq(s->rgba[4 * i], s->rgba[4 * i + 1]);
        assert_eq(s->rgba[4 * i], s->rgba[4 * i + 2]);
        assert_int_equal(s->rgba[4 * i + 3], 255);
        sum += s->rgba[4 * i];
    }
    return sum / 255;
}

static void test_mask(void **state) {
    (void)state;
    /* 100 pixels a um: 100 x 100 and 10 x 10 white ones, from the lower edge. */
    rig r = RENDER("--box", "0,0,4,2", "--size", "400x200", "--style", "mask", "-o", in_folder("a.png"));
    assert_int_equal(r.code, 0);
    assert_string_equal(r.err, "");
    shot s = read_png(in_folder("a.png"));
    check_answer(&r, &s);
    assert_eq(s.width, 400);
    assert_eq(s.height, 200);
    assert_eq(sum_of(&s), 100 * 100 + 10 * 10);
    assert_int_equal(*pixel(&s, 99, 100), 255);
    assert_int_equal(*pixel(&s, 100, 100), 0);
    assert_int_equal(*pixel(&s, 200, 190), 255);
    assert_int_equal(*pixel(&s, 200, 189), 0);
    cJSON *a = answer_of(&r);
    assert_eq(number_at(a, "figures"), 2);
    assert_eq(number_at(a, "um_per_px"), 0.01);
    assert_string_equal(text_at(a, "style"), "mask");
    assert_string_equal(text_at(a, "cell"), "TOP");
    assert_eq(number_at(at(a, "box_um"), "right"), 4);
    assert_eq(number_at(at(a, "visible_box_um"), "top"), 2);
    assert_int_equal(cJSON_GetArraySize(at(a, "layers")), 2);
    cJSON_Delete(a);
    rig_release(&r);
    free(s.rgba);
    /* Half a pixel to the side: 10 pixels a um, columns 0 and 10 are half covered, round(127.5). */
    r = RENDER("--box=-0.05,0,3.95,2", "--size=40x20", "--style=mask", "--layers=1/0", "--output",
               in_folder("half.png"));
    assert_int_equal(r.code, 0);
    rig_release(&r);
    s = read_png(in_folder("half.png"));
    for (uint32_t x = 0; x < 40; x++) {
        assert_int_equal(*pixel(&s, x, 15), x == 0 || x == 10 ? 128 : x < 10 ? 255 : 0);
    }
    free(s.rgba);
}

static void expect_mask(const char *option, const char *value, double white) {
    rig r = RENDER("--box", "0,0,4,2", "--size", "400x200", "--style", "mask", "-o", in_folder("m.png"), option, value);
    assert_int_equal(r.code, 0);
    rig_release(&r);
    shot s = read_png(in_folder("m.png"));
    assert_eq(sum_of(&s), white);
    free(s.rgba);
}

static void test_cell_and_layers(void **state) {
    (void)state;
    expect_mask("--layers", "1/0", 10000);
    expect_mask("--layers", "2/0", 100);
    expect_mask("--layers", "2/0,1/0,2/0", 10100);
    expect_mask("--cell", "CHILD", 100);
    static const char twice[] = "<layer-properties><properties><name>All</name><source>1/0@1</source></properties>"
                                "<properties><name>All</name><source>2/0@1</source></properties></layer-properties>";
    put_file(in_folder("in.lyp"), twice, sizeof twice - 1); /* beside the layout: found by itself */
    expect_mask("--layers", "All", 10100);
    unlink(in_folder("in.lyp"));
    /* Names of the .lyp, alone and beside numbers. */
    rig r = RENDER("--box", "0,0,4,2", "--size", "400x200", "--style", "mask", "-o", in_folder("n.png"), "--lyp",
                   in_folder("named.lyp"), "--layers", "Pin,1/0");
    assert_int_equal(r.code, 0);
    shot s = read_png(in_folder("n.png"));
    assert_eq(sum_of(&s), 10100);
    free(s.rgba);
    cJSON *a = answer_of(&r);
    assert_string_equal(text_at(cJSON_GetArrayItem(at(a, "layers"), 0), "name"), "Co<&\"re");
    cJSON_Delete(a);
    rig_release(&r);
    /* Names of a convention that is given. */
    static const char convention[] =
        "{\"schema_version\":\"1.0\",\"name\":\"mine\",\"about\":\"-\",\"layers\":{\"BUS\":{\"layer\":1,"
        "\"datatype\":0,\"role\":\"waveguide\"}},\"port_markers\":[{\"id\":\"e\",\"shape\":\"edge_on_boundary\","
        "\"type\":\"optical\"}],\"connect\":{\"distance_dbu\":1,\"angle_tol_deg\":1,\"width_tol_dbu\":1,"
        "\"require_device_touch\":false}}";
    put_file(in_folder("mine.json"), convention, sizeof convention - 1);
    r = RENDER("--box", "0,0,4,2", "--size", "400x200", "--style", "mask", "-o", in_folder("n.png"), "--convention",
               in_folder("mine.json"), "--layers", "BUS,1/0,BUS");
    assert_int_equal(r.code, 0);
    rig_release(&r);
    s = read_png(in_folder("n.png"));
    assert_eq(sum_of(&s), 10000);
    free(s.rgba);
    r = RENDER("-o", in_folder("c.png"), "--cell", "CHILD", "--size", "11x11");
    a = answer_of(&r);
    assert_string_equal(text_at(a, "cell"), "CHILD");
    assert_eq(number_at(at(a, "box_um"), "left"), -0.5);
    assert_eq(number_at(at(a, "box_um"), "top"), 0.6);
    cJSON_Delete(a);
    rig_release(&r);
}

static void test_styles(void **state) {
    (void)state;
    static const struct {
        const char *name;
        uint8_t ground;
    } rows[] = {{"light", 255}, {"dark", 0}};
    for (unsigned i = 0; i < 2; i++) {
        rig r = RENDER("--box", "0,0,4,2", "--size", "40x20", "-o", in_folder("s.png"), "--style", rows[i].name);
        assert_int_equal(r.code, 0);
        shot s = read_png(in_folder("s.png"));
        check_answer(&r, &s);
        const uint8_t ground[4] = {rows[i].ground, rows[i].ground, rows[i].ground, 255};
        assert_memory_equal(pixel(&s, 15, 15), ground, 4);
        assert_memory_not_equal(pixel(&s, 5, 15), ground, 4);
        free(s.rgba);
        rig_release(&r);
    }
    rig r = RENDER("-o", in_folder("s.png")); /* all defaults */
    shot s = read_png(in_folder("s.png"));
    check_answer(&r, &s);
    assert_eq(s.width, 1220); /* 2.1 x 1 um with 0.5 um on each side, in 960,000 pixels */
    assert_eq(s.height, 787);
    free(s.rgba);
    rig_release(&r);
}

/* What render_view says of the same request. */
static void expect_same(const char *const *options, const char *const *arguments) {
    const char *words[32] = {"render", in_folder("in.gds"), "-o", in_folder("same.png")};
    unsigned count = 4;
    for (; *options; options++) {
        words[count++] = *options;
    }
    rig ours = rig_run(NULL, words);
    rig_artifacts = in_folder("artifacts");
    memset(words, 0, sizeof words);
    words[0] = "render_view";
    words[1] = "--path";
    words[2] = in_folder("in.gds");
    count = 3;
    for (; *arguments; arguments++) {
        words[count++] = *arguments;
    }
    rig theirs = rig_run(NULL, words);
    rig_artifacts = NULL;
    if (ours.code != 0 || theirs.code != 0) {
        fail_msg("%s%s%s%s", ours.out, ours.err, theirs.out, theirs.err);
    }
    cJSON *a = answer_of(&ours), *b = answer_of(&theirs);
    assert_string_equal(text_at(a, "pixels_sha256"), text_at(b, "pixels_sha256"));
    static const char *const sides[] = {"left", "bottom", "right", "top"};
    for (unsigned i = 0; i < 4; i++) {
        assert_eq(number_at(at(a, "visible_box_um"), sides[i]), number_at(at(b, "visible_box_um"), sides[i]));
        assert_eq(number_at(at(a, "box_um"), sides[i]), number_at(at(b, "box_um"), sides[i]));
    }
    assert_eq(number_at(a, "um_per_px"), number_at(b, "um_per_px"));
    cJSON_Delete(a);
    cJSON_Delete(b);
    rig_release(&ours);
    rig_release(&theirs);
}

#define WORDS(...) ((const char *const[]){__VA_ARGS__ __VA_OPT__(, ) NULL})

static void test_same_as_render_view(void **state) {
    (void)state;
    expect_same(WORDS(), WORDS());
    expect_same(WORDS("--box", "-1,-1e0,3.5,+1", "--size", "123x77"),
                WORDS("--box", "{\"left\":-1,\"bottom\":-1,\"right\":3.5,\"top\":1}", "--image-size",
                      "{\"width\":123,\"height\":77}"));
    const char *const size = stride_is_on() ? "--size" : NULL, *const image_size = size ? "--image-size" : NULL;
    expect_same(WORDS("--style", "dark", "--layers", "1/0", "--cell", "TOP", size, "60x40"),
                WORDS("--style", "dark", "--layers", "[{\"layer\":1,\"datatype\":0}]", "--cell", "TOP", image_size,
                      "{\"width\":60,\"height\":40}"));
    expect_same(WORDS("--annotate", "scale_bar,grid,legend,ports,cell_frames,crosshair", "--size", "300x200"),
                WORDS("--annotations",
                      "[{\"kind\":\"scale_bar\"},{\"kind\":\"grid\"},{\"kind\":\"legend\"},{\"kind\":\"ports\"},"
                      "{\"kind\":\"cell_frames\"},{\"kind\":\"crosshair\"}]",
                      "--image-size", "{\"width\":300,\"height\":200}"));
    expect_same(WORDS("--lyp", in_folder("named.lyp"), "--size", "60x40"),
                WORDS("--lyp-path", in_folder("named.lyp"), "--image-size", "{\"width\":60,\"height\":40}"));
}

static void digest_with(const char *option, const char *value, char out[65]) {
    rig r = RENDER("--size", "300x200", "-o", in_folder("d.png"), option, value);
    assert_int_equal(r.code, 0);
    cJSON *a = answer_of(&r);
    snprintf(out, 65, "%s", text_at(a, "pixels_sha256"));
    cJSON_Delete(a);
    rig_release(&r);
}

/* Each option changes the picture. (No ports are in this layout.) */
static void test_options_count(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"--style", "light"}, /* the default */
        {"--annotate", "scale_bar"}, {"--annotate", "grid"},        {"--annotate", "legend"},
        {"--annotate", "crosshair"}, {"--annotate", "cell_frames"}, {"--layers", "1/0"},
        {"--style", "dark"},         {"--cell", "CHILD"},           {"--box", "0,0,1,1"},
    };
    enum { COUNT = sizeof rows / sizeof rows[0] };
    char digests[COUNT + 1][65];
    for (unsigned i = 0; i < COUNT; i++) {
        digest_with(rows[i][0], rows[i][1], digests[i]);
    }
    digest_with("--lyp", in_folder("named.lyp"), digests[COUNT]);
    for (unsigned i = 0; i <= COUNT; i++) {
        for (unsigned j = 0; j < i; j++) {
            assert_string_not_equal(digests[i], digests[j]);
        }
    }
}

/* ---- SVG ---- */

static void test_svg(void **state) {
    (void)state;
    static const char *const styles[] = {"light", "dark", "mask"};
    for (unsigned i = 0; i < 3; i++) {
        rig r = RENDER("--size", "320x200", "-o", in_folder("a.svg"), "--lyp", in_folder("named.lyp"), "--annotate",
                       "legend,grid,scale_bar,cell_frames,crosshair,ports", "--style", styles[i]);
        assert_int_equal(r.code, 0);
        cJSON *a = answer_of(&r);
        assert_string_equal(text_at(a, "format"), "svg");
        assert_null(at(a, "pixels_sha256"));
        assert_eq(number_at(a, "figures"), i == 2 ? 1 : 2); /* no pin in a mask */
        cJSON_Delete(a);
        rig_release(&r);
        xmlDoc *doc = xmlReadFile(in_folder("a.svg"), NULL, XML_PARSE_NONET | XML_PARSE_NOERROR);
        assert_non_null(doc);
        xmlNode *root = xmlDocGetRootElement(doc);
        assert_string_equal((const char *)root->name, "svg");
        xmlChar *width = xmlGetProp(root, (const xmlChar *)"width");
        assert_int_equal(strtol((const char *)width, NULL, 10), 320);
        xmlFree(width);
        xmlFreeDoc(doc);
    }
}

/* ---- what is said ---- */

static void test_quiet_and_pretty(void **state) {
    (void)state;
    rig r = RENDER("-o", in_folder("q.PNG"), "--quiet", "--size", "10x10");
    assert_int_equal(r.code, 0);
    assert_string_equal(r.out, "");
    assert_string_equal(r.err, "");
    rig_release(&r);
    assert_int_equal(access(in_folder("q.PNG"), F_OK), 0);
    r = RENDER("-o", in_folder("q.png"), "--quiet", "--layers", "9/9", "--json");
    assert_int_equal(r.code, 1);
    assert_memory_equal(r.out, "{\"code\":\"INVALID_LAYER\"", 23);
    rig_release(&r);
    r = RENDER("-o", in_folder("q.png"), "--pretty", "--size", "10x10");
    assert_non_null(strstr(r.out, "\n  \"width\": 10,"));
    rig_release(&r);
    r = RUN("render", "--help");
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.out, "render FILE -o OUT.png"));
    rig_release(&r);
    r = RUN("--help");
    assert_non_null(strstr(r.out, "Draws a layout as PNG or SVG"));
    rig_release(&r);
}

/* What was written to a terminal comes in parts, and not at once. */
static ssize_t read_terminal(int master, char *seen, size_t capacity) {
    ssize_t size = 0;
    struct pollfd ready = {.fd = master, .events = POLLIN};
    while ((size_t)size < capacity && poll(&ready, 1, 200) == 1) {
        ssize_t more = read(master, seen + size, capacity - (size_t)size);
        if (more <= 0) {
            break;
        }
        size += more;
    }
    return size;
}

static void test_progress(void **state) {
    (void)state;
    rig r = RENDER("-o", in_folder("p.png"), "--progress", "--size", "10x10");
    assert_int_equal(r.code, 0);
    assert_gt(r.err_size, 1);
    assert_eq(r.err[r.err_size - 1], '\n');
    assert_null(strchr(r.err, '\r'));
    rig_release(&r);
    /* A terminal: one line, gone at the end. */
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) {
        skip();
    }
    int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
    FILE *err = fdopen(slave, "w");
    r = rig_run(err, WORDS("render", in_folder("in.gds"), "-o", in_folder("p.png"), "--progress", "--size", "10x10"));
    assert_int_equal(r.code, 0);
    char seen[4096];
    ssize_t size = read_terminal(master, seen, sizeof seen);
    assert_gt(size, 2);
    assert_eq(seen[0], '\r');
    assert_eq(seen[size - 1], '\r');
    assert_eq(seen[size - 2], ' ');
    assert_null(memchr(seen, '\n', (size_t)size));
    rig_release(&r);
    /* Quick work says nothing there by itself. (A busy machine may make it slow.) */
    int64_t started_ms = lob_clock_ms();
    r = rig_run(err, WORDS("render", in_folder("in.gds"), "-o", in_folder("p.png"), "--size", "10x10"));
    fcntl(master, F_SETFL, O_NONBLOCK);
    bool is_quick = lob_clock_ms() - started_ms < 1000;
    if (read(master, seen, sizeof seen) >= 0) {
        assert_false(is_quick);
    }
    rig_release(&r);
    fclose(err);
    close(master);
}

/* ---- wrong command lines ---- */

#define FULL "render", "in.gds", "-o", "x.png"
static const char *const wrong_lines[][8] = {
    {"render"},
    {"render", "in.gds"},
    {"render", "-o", "x.png"},
    {"render", "in.gds", "-o"},
    {"render", "in.gds", "-o", ""},
    {"render", "in.gds", "-o", "x.jpg"},
    {"render", "in.gds", "-o", "png"},
    {"render", "in.gds", "-o", ".png"},
    {"render", "in.gds", "-o", "-"},
    {"render", "in.gds", "more.gds", "-o", "x.png"},
    {"render", "", "-o", "x.png"},
    {FULL, "-o", "y.png"},
    {FULL, "--output=y.png"},
    {FULL, "--colour"},
    {FULL, "--quiet=1"},
    {FULL, "--cell"},
    {FULL, "--cell="},
    {FULL, "--cell", "\xff"},
    {FULL, "--style", "\xff"},
    {FULL, "--cell=A", "--cell=B"},
    {FULL, "--box", "1,2,3"},
    {FULL, "--box", "1,2,3,4,5"},
    {FULL, "--box", "1,2,3,"},
    {FULL, "--box", "1 2 3 4"},
    {FULL, "--box", "1,2,3,x"},
    {FULL, "--box", "0x1,2,3,4"},
    {FULL, "--box", "nan,2,3,4"},
    {FULL, "--box", "1,2,inf,4"},
    {FULL, "--box", "1,2,1e999,4"},
    {FULL, "--size", "100"},
    {FULL, "--size", "100x"},
    {FULL, "--size", "x100"},
    {FULL, "--size", "100x100x100"},
    {FULL, "--size", "-1x100"},
    {FULL, "--size", "1.5x100"},
    {FULL, "--size", "99999999999x1"},
    {FULL, "--size", "11111111111111111x1"},
    {FULL, "--layers", ",1/0"},
    {FULL, "--layers", "1/0,"},
    {FULL, "--annotate", "ruler"},
    {FULL, "--annotate", "grid,"},
    {FULL, "--root"},
    {FULL, "--root=/nonexistent/folder"},
    {FULL, "--artifact-root="},
};

static void test_usage(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof wrong_lines / sizeof wrong_lines[0]; i++) {
        lob_case("%zu: %s", i, wrong_lines[i][0]);
        rig r = rig_run(NULL, wrong_lines[i]);
        if (r.code != 2 || r.err_size == 0) {
            fail_msg("line %zu: %d %s", i, r.code, r.out);
        }
        assert_string_equal(r.out, "");
        rig_release(&r);
    }
    static const char *const long_names[] = {"-o", "--lyp", "--convention", "FILE"};
    char *name = calloc(5000, 1);
    memset(name, 'x', 4990);
    memcpy(name + 4980, ".png", 5);
    for (unsigned i = 0; i < 4; i++) {
        rig r = i == 0   ? RUN("render", "in.gds", "-o", name)
                : i == 3 ? RUN("render", name, "-o", "x.png")
                         : RUN("render", "in.gds", "-o", "x.png", long_names[i], name);
        assert_int_equal(r.code, 2);
        rig_release(&r);
    }
    free(name);
    rig_toolset = "neither";
    rig r = RENDER("-o", in_folder("x.png"));
    assert_int_equal(r.code, 2);
    rig_release(&r);
    rig_toolset = NULL;
}

/* ---- what the layout, the request or the disk refuses ---- */

static void expect_error(const char *const *options, const char *code, const char *part) {
    const char *words[32] = {"render", in_folder("in.gds")};
    char begin[64];
    bool has_output = false;
    unsigned count = 2, before = entries(folder);
    for (; *options; options++) {
        has_output = has_output || strcmp(*options, "-o") == 0;
        words[count++] = *options;
    }
    words[count++] = "--json";
    if (!has_output) {
        words[count++] = "-o";
        words[count++] = in_folder("e.png");
    }
    rig r = rig_run(NULL, words);
    snprintf(begin, sizeof begin, "{\"code\":\"%s\",", code);
    if (r.code != 1 || strncmp(r.out, begin, strlen(begin)) != 0 || !strstr(r.out, part)) {
        fail_msg("%s %s: %d %s%s", code, part, r.code, r.out, r.err);
    }
    assert_string_equal(r.err, "");
    assert_non_null(strstr(r.out, "\"hint\":\""));
    rig_release(&r);
    assert_int_equal(entries(folder), before);
}

static void test_refused_values(void **state) {
    (void)state;
    expect_error(WORDS("--size", "0x0"), "INVALID_TARGET", "image_size.width");
    expect_error(WORDS("--size", "99999x1"), "QUERY_TOO_LARGE", "image_size.width");
    expect_error(WORDS("--size", "8192x8192"), "QUERY_TOO_LARGE", "\"limit_name\":\"image_pixels\"");
    expect_error(WORDS("--style", "pink"), "INVALID_TARGET", "$.style");
    expect_error(WORDS("--box", "0,0,0,1"), "INVALID_BOX", "no_area");
    expect_error(WORDS("--box", "1,1,0,0"), "INVALID_BOX", "\"argument\":\"box\"");
    expect_error(WORDS("--layers", "7/0"), "INVALID_LAYER", "\"candidates\":[\"2/0\",\"1/0\"]");
    expect_error(WORDS("--layers", "1/4294967296"), "INVALID_LAYER", "\"name\":\"1/4294967296\"");
    expect_error(WORDS("--layers", "Pim", "--lyp", in_folder("named.lyp")), "INVALID_LAYER",
                 "\"candidates\":[\"Pin\"]");
    expect_error(WORDS("--layers", "Something", "--lyp", in_folder("named.lyp")), "INVALID_LAYER",
                 "\"candidates\":[\"Co<&\\\"re\",\"Pin\"]");
    expect_error(WORDS("--cell", "CHILS"), "INVALID_TARGET", "\"candidates\":[\"CHILD\"]");
    expect_error(WORDS("--lyp", in_folder("absent.lyp")), "FILE_NOT_FOUND", "\"argument\":\"lyp_path\"");
    expect_error(WORDS("--lyp", in_folder("in.gds")), "UNSUPPORTED_FORMAT", "\"argument\":\"lyp_path\"");
    expect_error(WORDS("--convention", in_folder("absent.json")), "FILE_NOT_FOUND", "\"argument\":\"convention_path\"");
    expect_error(WORDS("--convention", in_folder("named.lyp")), "INVALID_TARGET", "\"argument\":\"convention_path\"");
    expect_error(WORDS("--root", "/usr"), "FILE_NOT_FOUND", "outside_roots");
}

static void test_refused_files(void **state) {
    (void)state;
    struct stat before, after;
    stat(in_folder("in.gds"), &before);
    assert_int_equal(symlink(in_folder("in.gds"), in_folder("link.png")), 0);
    assert_int_equal(link(in_folder("in.gds"), in_folder("hard.svg")), 0);
    expect_error(WORDS("-o", in_folder("link.png")), "INVALID_TARGET", "same_file");
    expect_error(WORDS("-o", in_folder("hard.svg")), "INVALID_TARGET", "same_file");
    expect_error(WORDS("-o", in_folder("absent/x.png")), "FILE_NOT_FOUND", "no_folder");
    expect_error(WORDS("-o", in_folder("in.gds/x.png")), "FILE_NOT_FOUND", "no_folder");
    assert_int_equal(mkdir(in_folder("folder.png"), 0700), 0);
    expect_error(WORDS("-o", in_folder("folder.png")), "INVALID_TARGET", "not_regular");
    stat(in_folder("in.gds"), &after);
    assert_eq(before.st_ino, after.st_ino);
    assert_eq(before.st_size, after.st_size);
    put_file(in_folder("cut.gds"), "\0\6\0\2\2\130", 6);
    rig r = RUN("render", in_folder("cut.gds"), "-o", in_folder("x.png"), "--json");
    assert_int_equal(r.code, 1);
    assert_non_null(strstr(r.out, "UNSUPPORTED_FORMAT"));
    rig_release(&r);
    /* Nothing is read for a picture that has no place. */
    r = RUN("render", in_folder("cut.gds"), "-o", in_folder("absent/x.png"), "--json");
    assert_non_null(strstr(r.out, "no_folder"));
    rig_release(&r);
    r = RUN("render", in_folder("absent.gds"), "-o", in_folder("x.png"), "--json");
    assert_int_equal(r.code, 1);
    assert_non_null(strstr(r.out, "FILE_NOT_FOUND"));
    rig_release(&r);
    assert_int_not_equal(access(in_folder("x.png"), F_OK), 0);
}

/* No room on the disk: the old output stays, nothing lies beside it. */
static void test_disk_full(void **state) {
    (void)state;
    enum { ROOM = 3000 };
    struct rlimit before, small;
    struct stat info;
    put_file(in_folder("full.png"), "old", 3);
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    small = (struct rlimit){ROOM, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    static const char *const outputs[] = {"full.png", "new.png"};
    const char *size = stride_is_on() ? "400x400" : "1000x1000";
    for (unsigned i = 0; i < 2; i++) {
        expect_error(WORDS("-o", in_folder(outputs[i]), "--size", size, "--annotate", "grid,legend,crosshair"),
                     "RENDER_FAILED", "\"reason\":\"disk_full\"");
    }
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_DFL);
    assert_int_equal(stat(in_folder("full.png"), &info), 0);
    assert_int_equal(info.st_size, 3);
    rig r = RENDER("-o", in_folder("full.png"), "--size", size, "--annotate", "grid,legend,crosshair");
    assert_int_equal(r.code, 0); /* replaced, once there is room */
    rig_release(&r);
    stat(in_folder("full.png"), &info);
    assert_gt(info.st_size, ROOM);
}

static void test_folder_of_the_run(void **state) {
    (void)state;
    rig r = RENDER("-o", in_folder("r.png"), "--size", "9x9", "--artifact-root", in_folder("kept"));
    assert_int_equal(r.code, 0);
    rig_release(&r);
    assert_int_equal(entries(in_folder("kept/sessions")), 0); /* the operator's folder stays, the session's does not */
    /* Nowhere to make one. */
    char was[64];
    strcpy(was, folder);
    assert_int_equal(rename(in_folder("tmp"), in_folder("moved")), 0);
    put_file(in_folder("tmp"), "", 0);
    static const char *words[] = {"render", "in.gds", "-o", "x.png", NULL};
    char *out = NULL, *err = NULL;
    size_t out_size, err_size;
    char *argv[] = {(char[]){"p"}, strdup(words[0]), strdup(words[1]), strdup(words[2]), strdup(words[3])};
    lob_cli cli = {.product = {.name = "p"},
                   .out = open_memstream(&out, &out_size),
                   .err = open_memstream(&err, &err_size),
                   .getenv_fn = rig_environment};
    rig_tmpdir = in_folder("tmp");
    assert_int_equal(lob_cli_run(&cli, 5, argv), 2);
    fclose(cli.out);
    fclose(cli.err);
    assert_non_null(strstr(err, "TMPDIR"));
    assert_int_equal(out_size, 0);
    free(out);
    free(err);
    for (unsigned i = 1; i < 5; i++) {
        free(argv[i]);
    }
}

static void test_cancelled(void **state) {
    (void)state;
    atomic_store(&rig_cancel.requested, true);
    rig r = RENDER("-o", in_folder("x.png"));
    atomic_store(&rig_cancel.requested, false);
    assert_int_equal(r.code, 128 + 15);
    assert_string_equal(r.out, "");
    rig_release(&r);
    assert_int_not_equal(access(in_folder("x.png"), F_OK), 0);
}

static void test_allocations(void **state) {
    (void)state;
    static const char *const endings[] = {"out.png", "out.svg"};
    unsigned step = getenv("LOB_TEST_QUICK") ? 29 : 1;
    for (unsigned run = 0; run < 4; run++) {
        char out[128];
        snprintf(out, sizeof out, "%s", in_folder(endings[run % 2]));
        for (unsigned nth = 1, met = 1; met; nth += step) {
            uint64_t live = lob_alloc_live();
            lob_alloc_fail_at(nth, run / 2);
            rig r = RENDER("-o", out, "--size", "8x8", "--layers", "1/0", "--annotate", "crosshair");
            met = lob_alloc_count() >= nth;
            lob_alloc_fail_at(0, 0);
            assert_int_equal(lob_alloc_live(), live);
            bool is_there = access(out, F_OK) == 0;
            if (!(met ? r.code >= 0 && r.code <= 2 : r.code == 0) || (r.code == 0 && !is_there) ||
                (is_there && r.code != 0 && !strstr(r.err, "out of memory"))) {
                fail_msg("run %u, allocation %u: %d %s%s", run, nth, r.code, r.out, r.err);
            }
            rig_release(&r);
            unlink(out);
            assert_int_equal(entries(folder), 3);
            assert_lt(nth, 5000);
        }
    }
}

int main(void) {
    lob_json_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_mask, setup, folder_remove),
        cmocka_unit_test_setup_teardown(test_cell_and_layers, setup, folder_remove),
        cmocka_unit_test_setup_teardown(test_styles, setup, folder_remove),
        cmocka_unit_test_setup_teardown(test_same_as_render_view, setup, folder_remove),
        cmocka_unit_test_setup_teardown(test_options_count, setup, folder_remove),
        cmocka_unit_test_setup_teardown(test_svg, setup, folder_remove),
        cmocka_unit_test_setup_teardown(test_quiet_and_pretty, setup, folder_remove),
        cmocka_unit_test_setup_teardown(test_progress, setup, folder_remove),
        cmocka_unit_test_setup_teardown(test_usage, setup, folder_remove),
        cmocka_unit_test_setup_teardown(test_refused_values, setup, folder_remove),
        cmocka_unit_test_setup_teardown(test_refused_files, setup, folder_remove),
        cmocka_unit_test_setup_teardown(test_disk_full, setup, folder_remove),
        cmocka_unit_test_setup_teardown(test_folder_of_the_run, setup, folder_remove),
        cmocka_unit_test_setup_teardown(test_cancelled, setup, folder_remove),
        cmocka_unit_test_setup_teardown(test_allocations, setup, folder_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

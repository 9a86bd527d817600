/* process-window as a whole command line: the coupler's guide (500 nm) and gap (200 nm) by its recipe, printed. */
#include "tests/support/lob_test.h"

#include "tests/unit/main/folder_rig.h"
#include "tests/unit/main/line_rig.h"

static int setup(void **state) {
    (void)state;
    return folder_make("window") ? 0 : 1;
}

static const char *environment(const char *name) {
    return strcmp(name, "KLAYOUT_MCP_ARTIFACT_ROOT") == 0 ? folder : NULL;
}

static rig run_words(const char *const *words) {
    return rig_run_line(&(rig_line){.environment = environment}, words);
}

#define RUN(...) run_words((const char *const[]){__VA_ARGS__, NULL})
#define COUPLER                                                                                                        \
    "process-window", "fixtures/coupler.gds", "--layer", "1/0", "--box", "21,-1,23,1", "--pixel-nm", "16",             \
        "--process", "{\"sigma_outer\":0.3,\"kernel_count\":4,\"tile_px\":256,\"threads\":1}"

static const char table[] = "name,x_um,y_um,angle_deg,target_nm\nguide,22,0.35,90,500\ngap,22,0,90,200\n";

static char *contents(const char *path, size_t *size) {
    char *bytes = calloc(1, 1 << 20);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    *size = fread(bytes, 1, (1 << 20) - 1, file);
    fclose(file);
    return bytes;
}

/* The guide prints within a tenth of its width, the gap does not; all files are there. */
static void test_coupler(void **state) {
    (void)state;
    const char *gauges = put_text("g.csv", table);
    rig r = RUN(COUPLER, "--gauges", gauges, "--focuses", "-100,0,100", "--doses", "0.9:1.1:0.1", "--csv",
                in_folder("b.csv"), "--picture", in_folder("w.png"), "--picture-svg", in_folder("w.svg"), "--tolerance",
                "1");
    assert_int_equal(r.code, 1);
    assert_non_null(strstr(r.out, "\"gauge_count\":2"));
    assert_non_null(strstr(r.out, "\"tolerance_percent\":1,"));
    const char *guide = strstr(r.out, "\"name\":\"guide\",\"kind\":\"line\",\"x_um\":22,\"y_um\":0.35");
    const char *gap = strstr(r.out, "\"name\":\"gap\",\"kind\":\"space\"");
    assert_non_null(guide);
    assert_non_null(gap);
    double printed;
    assert_int_equal(sscanf(strstr(guide, "\"printed_nm\":"), "\"printed_nm\":%lf", &printed), 1);
    assert_close(printed, 500, 60);
    assert_int_equal(sscanf(strstr(gap, "\"printed_nm\":"), "\"printed_nm\":%lf", &printed), 1);
    assert_close(printed, 200, 80);
    rig_release(&r);
    size_t size;
    char *csv = contents(in_folder("b.csv"), &size);
    unsigned lines = 0;
    for (size_t i = 0; i < size; i++) {
        lines += csv[i] == '\n';
    }
    assert_int_equal(lines, 1 + 2 * 3 * 3);
    free(csv);
    char *png = contents(in_folder("w.png"), &size);
    assert_memory_equal(png, "\x89PNG", 4);
    free(png);
    char *svg = contents(in_folder("w.svg"), &size);
    assert_non_null(strstr(svg, "aria-label=\"gap\""));
    free(svg);
}

/* The tool evaluate finds the same sizes. */
static void test_same_as_the_tool(void **state) {
    (void)state;
    const char *gauges = put_text("same.csv", "name,x_um,y_um,angle_deg,target_nm\nguide,22,0.35,90,500\n");
    rig r = RUN(COUPLER, "--gauges", gauges, "--focuses", "-100,0", "--doses", "0.9,1", "--csv",
                in_folder("same_b.csv"), "-o", in_folder("same.json"));
    rig_release(&r);
    r = RUN("evaluate", "fixtures/coupler.gds", "--layer", "1/0", "--box", "21,-1,23,1", "--pixel-nm", "16", "--checks",
            "drc", "--process", "{\"sigma_outer\":0.3,\"kernel_count\":4,\"tile_px\":256,\"threads\":1}",
            "--process-window",
            "{\"focuses_nm\":[-100,0],\"doses\":[0.9,1],\"gauges\":[{\"x_um\":22,\"y_um\":0.35,\"angle_deg\":90,"
            "\"target_nm\":500}]}");
    size_t size;
    char *csv = contents(in_folder("same_b.csv"), &size);
    double mine[4], theirs[4];
    const char *const sizes = strstr(r.out, "\"sizes_nm\":");
    assert_non_null(sizes);
    assert_int_equal(sscanf(sizes, "\"sizes_nm\":[[%lf,%lf],[%lf,%lf]]", &mine[0], &mine[1], &mine[2], &mine[3]), 4);
    assert_int_equal(sscanf(csv,
                            "gauge,kind,focus_nm,dose,size_nm\nguide,line,-100,0.9,%lf\nguide,line,-100,1,%lf\n"
                            "guide,line,0,0.9,%lf\nguide,line,0,1,%lf\n",
                            &theirs[0], &theirs[1], &theirs[2], &theirs[3]),
                     4);
    for (int i = 0; i < 4; i++) {
        assert_close(mine[i], theirs[i], .0006);
    }
    free(csv);
    rig_release(&r);
}

/* One focus, a file for the report, all within: 0 and nothing on standard output. */
static void test_within(void **state) {
    (void)state;
    const char *gauges = put_text("one.csv", "x_um,y_um,angle_deg,target_nm\n22,0.35,90,500\n");
    rig r = RUN(COUPLER, "--gauges", gauges, "--focuses", "0", "--tolerance", "15", "-o", in_folder("o.json"));
    assert_int_equal(r.code, 0);
    assert_eq(r.out_size, 0);
    rig_release(&r);
    size_t size;
    char *json = contents(in_folder("o.json"), &size);
    assert_non_null(strstr(json, "\"within_count\":1"));
    assert_non_null(strstr(json, "\"by_depth\":[],\"largest_window\":null"));
    free(json);
}

static void test_refusals(void **state) {
    (void)state;
    char gauges[128];
    snprintf(gauges, sizeof gauges, "%s", put_text("r.csv", table));
    const struct {
        const char *words[4];
        const char *part;
    } cases[] = {
        {{"--gauges", "/none.csv"}, "The gauges cannot be read: \"/none.csv\""},
        {{"--tolerance", "10"}, "--gauges FILE.csv is missing"},
        {{"--gauges", gauges, "--doses", "1,0.9"}, "--doses takes"},
        {{"--gauges", gauges, "--doses", "0:1:0.1"}, "--doses takes"},
        {{"--gauges", gauges, "--doses", "1:2:0.001"}, "--doses takes"},
        {{"--gauges", gauges, "--doses", "1:x"}, "--doses takes"},
        {{"--gauges", gauges, "--doses", "1,"}, "--doses takes"},
        {{"--gauges", gauges, "--focuses", "80:-80:20"}, "--focuses takes"},
        {{"--gauges", gauges, "--focuses", "1e9"}, "--focuses takes"},
        {{"--gauges", gauges, "--tolerance", "0"}, "--tolerance takes"},
        {{"--gauges", gauges, "--node", "1nm"}, "node"},
        {{"--gauges", gauges, "--csv", gauges}, "Input and output are the same file"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].part);

        rig r = RUN(COUPLER, cases[i].words[0], cases[i].words[1], cases[i].words[2], cases[i].words[3]);
        assert_int_equal(r.code, 2);
        assert_eq(r.out_size, 0);
        assert_non_null(strstr(r.err, cases[i].part));
        rig_release(&r);
    }
    rig r = RUN("process-window");
    assert_int_equal(r.code, 2);
    assert_non_null(strstr(r.err, "FILE is missing"));
    rig_release(&r);
    r = RUN(COUPLER, "--gauges", gauges, "--focuses", "0", "--picture", in_folder("n.png"));
    assert_int_equal(r.code, 2);
    assert_non_null(strstr(r.err, "a curve needs several focuses"));
    rig_release(&r);
    r = RUN("process-window", "--help");
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.out, "measured_nm"));
    rig_release(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_coupler),
        cmocka_unit_test(test_same_as_the_tool),
        cmocka_unit_test(test_within),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, setup, folder_remove);
}

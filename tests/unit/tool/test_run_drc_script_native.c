/* run_drc_script on the built-in engine: the counts that KLayout gives on a layout worked out by hand in its recipe,
 * what is refused, where KLayout comes in, decks that mean harm. Skipped, and said, where Ruby or the walls are not. */
#include <errno.h>

#include "tests/support/lob_test.h"

#include "bench_rig.h"
#include "script_support.h"
#include "tool_sweep.h"

static char here[4096];
static const char *known; /* the session on fixtures/drc_known.gds */

static void reopen(const char *klayout, int64_t timeout_ms) {
    open_for_scripts(&t, klayout, timeout_ms);
    char path[4200];
    snprintf(path, sizeof path, "%s/fixtures/drc_known.gds", here);
    known = open_session(&t, path, NULL);
}

static int setup(void **state) {
    (void)state;
    bench_open(&t);
    assert_non_null(getcwd(here, sizeof here));
    reopen("/absent/klayout", 60000);
    return 0;
}

static cJSON *run_text(lob_status status, const char *engine, const char *script) {
    cJSON *text = cJSON_CreateString(script);
    char *printed = cJSON_PrintUnformatted(text);
    cJSON *json = run(&t, status, "run_drc_script", "{\"session_id\":\"%s\",\"script_text\":%s,\"engine\":\"%s\"}",
                      known, printed, engine);
    cJSON_free(printed);
    cJSON_Delete(text);
    return json;
}

#define HEAD "source($input)\nreport(\"x\", $report)\n"

static void test_known(void **state) {
    (void)state;
    need_ruby();
    cJSON *json = run(&t, LOB_OK, "run_drc_script",
                      "{\"session_id\":\"%s\",\"script_path\":\"%s/tests/decks/plain/known.drc\",\"engine\":\"native\","
                      "\"params\":{\"MIN_WIDTH\":\"0.06\",\"MIN_SPACE\":\"0.07\"}}",
                      known, here);
    assert_string_equal(text_at(json, "engine"), "native");
    assert_eq(number_at(json, "return_code"), 0);
    assert_eq(number_at(json, "marker_count"), 5);
    assert_eq(number_at(json, "rule_counts/width"), 2);
    assert_eq(number_at(json, "rule_counts/space"), 2);
    assert_eq(number_at(json, "rule_counts/notch"), 1);
    assert_string_equal(text_at(json, "sandbox/state"), "walls");
    assert_int_equal(count_at(json, "artifacts"), 4);
    cJSON_Delete(json);
}

/* What the engine does not have: refused by name and line; with auto KLayout is asked, which is not there. */
/* tests/scripts on a random layout (random.rb, seed 5, slant 1): markers of each category as KLayout 0.28.5 counts
 * them. tools/script_truth.py compares the markers themselves. */
static void test_scripts(void **state) {
    (void)state;
    need_ruby();
    char path[4200], script[64], last[64] = "", category[64];
    double count;
    cJSON *json = NULL;
    int compared = 0;
    snprintf(path, sizeof path, "%s/tests/scripts/random.gds", here);
    const char *session = open_session(&t, path, "TOP");
    snprintf(path, sizeof path, "%s/tests/scripts/random.counts", here);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fscanf(file, "%63s %63s %lf", script, category, &count) == 3) {
        if (strcmp(script, last) != 0) {
            cJSON_Delete(json);
            json = run(&t, LOB_OK, "run_drc_script",
                       "{\"session_id\":\"%s\",\"script_path\":\"%s/tests/scripts/%s.drc\",\"engine\":\"native\"}",
                       session, here, script);
            memcpy(last, script, sizeof last);
        }
        lob_case("%s: %s", script, category);
        const cJSON *found = cJSON_GetObjectItemCaseSensitive(at(json, "rule_counts"), category);
        assert_eq(found ? found->valuedouble : 0, count);
        compared++;
    }
    fclose(file);
    cJSON_Delete(json);
    assert_ge(compared, 495);
}

static const struct refused_case {
    const char *script, *method;
    int line;
} refused_cases[] = {
    {HEAD "input(1, 0).raw.space(0.1).output(\"a\")\n", "space", 3},
    {HEAD "input(1, 0).interacting(input(2, 0).raw)\n", "interacting", 3},
    {HEAD "a = input(1, 0).raw\na.moved(1)\n", "moved", 4},
    {HEAD "a = input(1, 0).raw\na.each { |p| p }\n", "each", 4},
    {HEAD "a = input(1, 0).raw\na.drc(width < 1)\n", "drc", 4},
    {HEAD "a = input(1, 0).edges\na & input(2, 0).raw\n", "edges &", 4},
    {HEAD "a = input(1, 0)\nconnect(a, input(2, 0).raw)\n", "connect", 4},
    {HEAD "input(1, 0).width(0.06).output(\"a\")\n\nconnect_implicit(\"TOP\", \"VDD\")\n", "connect_implicit", 5},
    {HEAD "deep\nconnect_implicit(\"VDD\")\n", "connect_implicit", 4},
    {HEAD "connect_explicit(\"SUB*\", %w(VDD VSS))\n", "connect_explicit", 3},
    {HEAD "deep\nconnect_explicit(%w(VDD VSS))\n", "connect_explicit", 4},
    {HEAD "a = input(1, 0)\nconnect(a, labels(1, 0))\nconnect_implicit(\"[AB]\")\nantenna_check(a, a, 1)\n",
     "antenna_check", 6},
    {HEAD "a = input(1, 0).edges\nconnect(a, a)\n", "connect", 4},
    {HEAD "netlist\n", "netlist", 3},
    {HEAD "input(1, 0).with_density(0.1, tile_size(0.5), tile_step(0.501))\n", "with_density", 3},
    {HEAD "input(1, 0).with_density(0.1, tile_size(1.dbu), tile_count(100000, 100000))\n", "with_density", 3},
    {HEAD "input(1, 0).edges.with_density(0.1, tile_size(1))\n", "with_density", 3},
    {HEAD "input(1, 0).fill_with_left(1)\n", "fill_with_left", 3},
    {HEAD "x = RBA::Layout.new\n", "RBA", 3},
    {HEAD "a = input(1, 0)\nbegin\n  a.nets\nrescue Exception\nend\na.output(\"a\")\n", "nets", 5},
    {HEAD "input(1, 0).drc(primary.convex)\n", "convex", 3},
    {HEAD "input(1, 0).drc(primary.edges.rectangles)\n", "drc", 3},
    {HEAD "input(1, 0).drc(primary | primary.edges)\n", "drc", 3},
    {HEAD "input(1, 0).drc(sep(primary.edges) < 0.1)\n", "drc", 3},
    {HEAD "input(1, 0).drc((width < 0.1).area > 1)\n", "area", 3},
    {HEAD "a = input(1, 0)\na.drc(secondary(a))\n", "expression", 4},
    {HEAD "input(1, 0).each { |p| p.smooth(1) }\n", "smooth", 3},
    {HEAD "labels(1, 0).sized(0.1)\n", "sized", 3},
    {HEAD "labels(1, 0).texts(\"[A]\")\n", "texts", 3},
    {HEAD "a = input(1, 0).edges\na.pull_interacting(labels(1, 0))\n", "pull_interacting", 4},
    {HEAD "labels(1, 0).overlapping(input(1, 0))\n", "overlapping", 3},
    {HEAD "input(1, 0) & labels(1, 0)\n", "&", 3},
    {HEAD "input(1, 0).collect { |p| RBA::Region.new(p.bbox.to_s) }\n", "RBA", 3},
    {HEAD "input(1, 0).transformed(3)\n", "transformed", 3},
    {HEAD "input(1, 0).transformed(RBA::DVector.new(0.0003, 0))\n", "transformed", 3},
    {HEAD "input(1, 0).scaled(1e9)\n", "transformed", 3},
    {HEAD "global_transform(magnify(2))\nlabels(1, 0)\n", "labels", 4},
    {HEAD "input(1, 0).hier_count\n", "hier_count", 3},
    {HEAD "extent(\"[A]\")\n", "cell_boxes", 3},
    {HEAD "polygon_layer.insert(path([p(0, 0), p(1, 1)], -1.0))\n", "path", 3},
    {HEAD "polygon_layer.insert(edge(0, 0, 1, 1))\n", "insert", 3},
    {HEAD "touching(0.0, 0.0, 1.0, 1.0)\nextent(\"*\")\n", "extent", 4},
    {HEAD "a = input(1, 0).corners(as_dots)\na.inside(a)\n", "edges_select", 4},
    {HEAD "a = RBA::Region.new\na.insert(3)\n", "RBA", 4},
    {HEAD "a = RBA::Region.new\na.round_corners(3, 3, 8)\n", "RBA", 4},
    {HEAD "input(1, 0).merged(65)\n", "merged_least", 3},
    {HEAD "input(1, 0).with_angle(90)\n", "with_angle", 3},
    {HEAD "input(\"<METAL>\")\n", "input", 3},
    {HEAD "a = input(1, 0).edges\na.interacting(input(1, 0), 2)\n", "interacting", 4},
    {HEAD "input(1, 0).edges.centers(0.0, 5000.0)\n", "segments", 3},
    {HEAD "input(1, 0).width(0.1, opposite).output(\"a\")\n", "opposite", 3},
    {HEAD "input(1, 0).space(0.06).first_edges.output(\"a\")\n", "edges", 3},
    {HEAD "input(1, 0).sized(0.1, -0.1).output(\"a\")\n", "sized", 3},
    {"source(\"other.gds\")\n", "source", 1},
    {"source($input)\ntarget(\"@1\")\n", "target", 2},
    {"source($input)\ntarget(3)\n", "target", 2},
    {HEAD "report(\"again\", $report)\n", "report", 3},
};

static void test_refused(void **state) {
    (void)state;
    need_ruby();
    for (size_t i = 0; i < sizeof refused_cases / sizeof refused_cases[0]; i++) {
        lob_case("%s", refused_cases[i].method);
        cJSON *json = run_text(LOB_E_DRC_RUN_FAILED, "native", refused_cases[i].script);
        assert_string_equal(text_at(json, "details/reason"), "unsupported");
        assert_string_equal(text_at(json, "details/method"), refused_cases[i].method);
        assert_eq(number_at(json, "details/deck_line"), refused_cases[i].line);
        cJSON_Delete(json);
    }
    cJSON *json = run_text(LOB_E_DRC_RUN_FAILED, "auto", refused_cases[0].script);
    assert_string_equal(text_at(json, "details/reason"), "not_found");
    cJSON_Delete(json);
    json = run_text(LOB_OK, "auto", HEAD "input(1, 0).width(0.06).output(\"width\")\nexit 0\nraise \"no\"\n");
    assert_string_equal(text_at(json, "engine"), "native");
    assert_eq(number_at(json, "rule_counts/width"), 2);
    cJSON_Delete(json);
}

/* What a deck writes to a target is no marker; the answer says that it is not kept. */
static void test_target(void **state) {
    (void)state;
    need_ruby();
    cJSON *json = run_text(LOB_OK, "native",
                           "source($input)\ntarget(\"x.gds\", \"OUT\")\nm = input(1, 0)\nm.output(1, 0)\n"
                           "m.output(\"M1\")\nm.output(7, 0, \"NAMED\")\nreport(\"r\", $report)\n"
                           "m.width(0.06).output(\"width\")\n");
    assert_eq(number_at(json, "rule_counts/width"), 2);
    assert_eq(number_at(json, "marker_count"), 2);
    char *notes = cJSON_PrintUnformatted(at(json, "notes"));
    assert_non_null(strstr(notes, "Layers that the deck writes to its target are not kept"));
    cJSON_free(notes);
    cJSON_Delete(json);
}

/* Faults of the deck itself, and what no deck sends. */
static void test_faults(void **state) {
    (void)state;
    static const struct {
        const char *script, *reason;
    } cases[] = {
        {HEAD "raise \"no\"\n", "deck_error"},
        {HEAD "x = = 3\n", "deck_error"},
        {HEAD "a = input(1, 0)\nb = input(2, 0)\nconnect(a, b)\nantenna_check(a, input(2, 0), 1.0)\n", "deck_error"},
        {HEAD "antenna_check(input(1, 0), input(2, 0), 1.0)\n", "deck_error"},
        {HEAD "connect(input(1, 0), 3)\n", "deck_error"},
        {HEAD "connect(labels(1, 0), labels(2, 0))\n", "deck_error"},
        {HEAD "connect_implicit(3)\n", "deck_error"},
        {HEAD "target(\"x.gds\")\ninput(1, 0).output(1.5)\n", "deck_error"},
        {HEAD "target(\"x.gds\", 3)\n", "deck_error"},
        {"source($input)\ntarget(\"x.gds\")\ninput(1, 0).output(1, 0)\n", "no_report"},
        {HEAD "connect_explicit(\"VDD\")\n", "deck_error"},
        {HEAD "connect_explicit(\"*\", [3])\n", "deck_error"},
        {HEAD "input(1, 0).with_density(0.1)\n", "deck_error"},
        {HEAD "input(1, 0).with_density(0.1, 0.2, 0.3, tile_size(1))\n", "deck_error"},
        {HEAD "input(1, 0).with_density(0.1, tile_size(0))\n", "deck_error"},
        {HEAD "input(1, 0).width.output(\"a\")\n", "deck_error"},
        {HEAD "input(1, 0).output\n", "deck_error"},
        {HEAD "a = input(1, 0)\na.forget\na.output(\"a\")\n", "deck_error"},
        {HEAD "input(1, 0).drc(width).output(\"a\")\n", "deck_error"},
        {HEAD "input(1, 0).drc(width < 0.1 < 0.2)\n", "deck_error"},
        {HEAD "input(1, 0).drc(0.2 < width < 0.1)\n", "deck_error"},
        {HEAD "input(1, 0).drc(primary.edges + primary).output(\"a\")\n", "deck_error"},
        {HEAD "input(1, 0).drc(switch(squares, primary, squares, primary.edges))\n", "deck_error"},
        {HEAD "input(1, 0).drc(width(only_opposite) < 0.1)\n", "deck_error"},
        {HEAD "exit 1\n", "exit_code"},
        {HEAD "wire.talk(\"nonsense\", [])\n", "wire"},
        {HEAD "wire.talk(\"output\", [99, \"a\", \"b\"])\n", "wire"},
        {HEAD "wire.talk(\"put\", [3, -1])\n", "wire"},
        {HEAD "wire.talk(\"put\", [2, input(1, 0).number, 1])\n", "wire"},
        {HEAD "wire.talk(\"put\", [1, -1, 1, 2, 3])\n", "wire"},
        {HEAD "wire.talk(\"put\", [1, -1, 1, 2, 3, 4.5])\n", "wire"},
        {HEAD "wire.talk(\"put\", [0, -1, 1, 3, 0, 0, 1, 1])\n", "wire"},
        {HEAD "wire.talk(\"put\", [0, -1, 2, 1, 0, 0])\n", "wire"},
        {HEAD "wire.talk(\"path\", [1, 0, 0, 5])\n", "wire"},
        {HEAD "wire.talk(\"path\", [1, 0, 0])\n", "wire"},
        {HEAD "wire.talk(\"cell_boxes\", [1 << 40, \"*\"])\n", "wire"},
        {HEAD "input(1, 0).extended(1)\n", "unsupported"},
        {HEAD "input(1, 0).edges.extended(1, 1, 1, 1, true, 1)\n", "deck_error"},
        {HEAD "extent(3)\n", "deck_error"},
        {HEAD "global_transform(3)\n", "deck_error"},
        {HEAD "input(1, 0).scaled(0)\n", "deck_error"},
        {HEAD "wire.talk(\"select\", [input(1, 0).number, 0, 99, 0, 0, 0])\n", "wire"},
        {HEAD "wire.talk(\"expression\", [input(1, 0).number, 99])\n", "wire"},
        {HEAD "wire.talk(\"pick\", [input(1, 0).number, 0, 3, 2])\n", "wire"},
        {HEAD "wire.talk(\"fetch\", [input(1, 0).number, -1, 0])\n", "wire"},
        {HEAD "wire.talk(\"fetch\", [labels(1, 0).number, 0, 0])\n", "wire"},
        {HEAD "wire.instance_variable_get(:@io).syswrite(\"\\xff\" * 64)\nsleep 5\n", "wire"},
        {HEAD "wire.instance_variable_get(:@io).close\nexit! 0\n", "no_report"},
        {HEAD "Process.kill(9, 0)\n", "crash"},
    };
    need_ruby();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s", cases[i].script);
        cJSON *json = run_text(LOB_E_DRC_RUN_FAILED, "native", cases[i].script);
        if (strcmp(cases[i].reason, "crash") != 0) { /* killing may also be refused by the walls */
            assert_string_equal(text_at(json, "details/reason"), cases[i].reason);
        }
        cJSON_Delete(json);
    }
    reopen("/absent/klayout", 1500);
    cJSON *json = run_text(LOB_E_DRC_RUN_FAILED, "native", HEAD "loop {}\n");
    assert_string_equal(text_at(json, "details/reason"), "timeout");
    cJSON_Delete(json);
    reopen("/absent/klayout", 60000);
}

static cJSON *run_part(lob_status status, const char *part, const char *script) {
    cJSON *text = cJSON_CreateString(script);
    char *printed = cJSON_PrintUnformatted(text);
    cJSON *json =
        run(&t, status, "run_drc_script", "{\"session_id\":\"%s\",\"script_text\":%s,%s}", known, printed, part);
    cJSON_free(printed);
    cJSON_Delete(text);
    return json;
}

static const cJSON *rule_count(const cJSON *json, const char *rule) {
    return cJSON_GetObjectItemCaseSensitive(at(json, "rule_counts"), rule);
}

/* Categories alone: the others are not worked out, so what they would be refused for does not matter; and nothing is
 * worked out for a chain that no output needs. */
static void test_only(void **state) {
    (void)state;
    static const char deck[] =
        HEAD "a = input(1, 0)\na.width(0.06).output(\"width\")\na.space(0.07).output(\"space\")\n"
             "b = a.dup\n200.times { b = b.sized(0.001) }\nb.output(\"far\")\na.forget\n";
    need_ruby();
    cJSON *json = run_part(LOB_OK, "\"engine\":\"native\",\"only\":[\"space\"],\"profile\":true", deck);
    assert_eq(number_at(json, "marker_count"), 5);
    assert_eq(number_at(json, "rule_counts/space"), 5);
    assert_null(rule_count(json, "width"));
    assert_int_equal(count_at(json, "profile"), 3); /* input, check, output */
    assert_string_equal(text_at(json, "profile/1/operation"), "check");
    assert_eq(number_at(json, "profile/1/line"), 5);
    assert_eq(number_at(json, "profile/1/calls"), 1);
    assert_eq(number_at(json, "profile/1/shapes"), 5);
    assert_eq(number_at(json, "profile/2/shapes"), 0);
    cJSON_Delete(json);
    json = run_part(LOB_OK, "\"engine\":\"native\",\"only\":[\"far\"],\"profile\":true", deck);
    assert_eq(number_at(json, "marker_count"), number_at(json, "rule_counts/far"));
    assert_eq(number_at(json, "profile/3/calls"), 200);
    cJSON_Delete(json);
    json = run_part(LOB_E_INVALID_TARGET, "\"engine\":\"auto\",\"only\":[\"space\",\"none\"]", deck);
    assert_string_equal(text_at(json, "details/category"), "none");
    assert_string_equal(text_at(json, "details/candidates/0"), "width");
    cJSON_Delete(json);
    json = run_part(LOB_E_INVALID_TARGET, "\"only\":[\"space\"]", deck);
    assert_string_equal(text_at(json, "details/argument"), "only");
    cJSON_Delete(json);
    json = run_part(LOB_E_INVALID_TARGET, "\"script_type\":\"json\",\"profile\":true", "{}");
    assert_string_equal(text_at(json, "details/argument"), "profile");
    cJSON_Delete(json);
}

/* fixtures/drc_known.gds: boxes of 0.05 um at x 0 and below 1 um; see its recipe. */
static void test_box(void **state) {
    (void)state;
    static const struct {
        const char *script, *method;
        int line;
    } far[] = {
        {HEAD "input(1, 0).with_area(0, 1).output(\"a\")\n", "filter", 3},
        {HEAD "a = input(1, 0)\nb = a.interacting(a)\n(b & a).output(\"a\")\n", "select", 4},
        {HEAD "input(1, 0).width(0.06, whole_edges).output(\"a\")\n", "check", 3},
        {HEAD "input(1, 0).isolated(0.06).output(\"a\")\n", "check", 3},
        {HEAD "input(1, 0).space(0.06, projecting >= 0.1).output(\"a\")\n", "check", 3},
        {HEAD "\ninput(1, 0).is_empty?\n", "each", 4},
        {HEAD "input(1, 0).drc(area < 1).output(\"a\")\n", "filter", 3},
        {HEAD "input(1, 0).edges.with_length(0, 1).output(\"a\")\n", "filter", 3},
    };
    need_ruby();
    cJSON *json =
        run_part(LOB_OK, "\"engine\":\"native\",\"box\":{\"left\":-1000,\"bottom\":-1000,\"right\":1000,\"top\":1000}",
                 HEAD "input(1, 0).width(0.06).output(\"width\")\n");
    assert_eq(number_at(json, "rule_counts/width"), 2);
    cJSON_Delete(json);
    json = run_part(LOB_OK, "\"engine\":\"native\",\"box\":{\"left\":900,\"bottom\":900,\"right\":901,\"top\":901}",
                    HEAD "input(1, 0).width(0.06).output(\"width\")\n");
    assert_eq(number_at(json, "rule_counts/width"), 0);
    assert_non_null(rule_count(json, "width"));
    cJSON_Delete(json);
    for (size_t i = 0; i < sizeof far / sizeof far[0]; i++) {
        lob_case("%s", far[i].script);
        json = run_part(LOB_E_DRC_RUN_FAILED,
                        "\"engine\":\"auto\",\"box\":{\"left\":0,\"bottom\":0,\"right\":1,\"top\":1}", far[i].script);
        assert_string_equal(text_at(json, "details/reason"), "not_local");
        assert_string_equal(text_at(json, "details/method"), far[i].method);
        assert_eq(number_at(json, "details/deck_line"), far[i].line);
        cJSON_Delete(json);
    }
}

static double markers_in(const char *session, const cJSON *ran) {
    cJSON *json =
        run(&t, LOB_OK, "extract_markers",
            "{\"session_id\":\"%s\",\"run_id\":\"%s\",\"box\":{\"left\":1.5,\"bottom\":1.5,\"right\":1.9,\"top\":1.9}}",
            session, text_at(ran, "run_id"));
    const double count = number_at(json, "marker_count");
    cJSON_Delete(json);
    return count;
}

/* A box of a deck of local rules: inside of it every category has the markers of the whole run. */
static void test_boxed(void **state) {
    (void)state;
    static const char ask[] =
        "{\"session_id\":\"%s\",\"script_path\":\"%s/tests/scripts/boxed.drc\",\"engine\":\"native\"%s}";
    char path[4200];
    need_ruby();
    snprintf(path, sizeof path, "%s/tests/scripts/random.gds", here);
    const char *session = open_session(&t, path, "TOP");
    cJSON *all = run(&t, LOB_OK, "run_drc_script", ask, session, here, "");
    cJSON *some = run(&t, LOB_OK, "run_drc_script", ask, session, here,
                      ",\"box\":{\"left\":1,\"bottom\":1,\"right\":2.5,\"top\":2.5}");
    assert_int_equal(cJSON_GetArraySize(at(all, "rule_counts")), cJSON_GetArraySize(at(some, "rule_counts")));
    assert_lt(number_at(some, "marker_count"), number_at(all, "marker_count"));
    lob_case("inside of the box");
    const double inside = markers_in(session, all);
    assert_ge(inside, 20);
    assert_eq(markers_in(session, some), inside);
    cJSON_Delete(all);
    cJSON_Delete(some);
}

/* Out of the folder nothing is read or written, and no program runs. */
static void test_hostile(void **state) {
    (void)state;
    char script[2048], outside[128];
    need_ruby();
    snprintf(outside, sizeof outside, "%s/escaped", t.folder);
    snprintf(script, sizeof script,
             HEAD "acts = [-> { File.write(\"%s\", \"x\") }, -> { File.read(\"/etc/passwd\") }, -> { fork },\n"
                  " -> { system(\"touch %s\") or raise Errno::EPERM },\n"
                  " -> { require \"socket\"; TCPServer.new(\"127.0.0.1\", 0) }]\n"
                  "done = acts.count { |act| begin; act.call; true; rescue SystemCallError, LoadError; false; end }\n"
                  "polygon_layer.output(\"done #{done}\")\n"
                  "puts \"printed\"; $stdout.puts \"printed\"; print 1; putc 65\n"
                  "input(1, 0).width(0.06).output(\"width\")\n",
             outside, outside);
    cJSON *json = run_text(LOB_OK, "native", script);
    assert_eq(number_at(json, "rule_counts/done 0"), 0);
    assert_non_null(cJSON_GetObjectItem(cJSON_GetObjectItem(json, "rule_counts"), "done 0"));
    assert_eq(number_at(json, "rule_counts/width"), 2);
    assert_int_equal(access(outside, F_OK), -1);
    cJSON_Delete(json);
}

/* The language: units, options, hierarchy of calls, values forgotten and made again. */
static void test_language(void **state) {
    (void)state;
    need_ruby();
    cJSON *json = run_text(
        LOB_OK, "native",
        HEAD
        "deep\nthreads(4)\ntiles(100.um)\nflat\nverbose(true)\ninfo(\"x\")\nlog(\"y\")\nerror(\"z\")\n"
        "a = input(1, 0)\nb = input(\"2/0\")\n"
        "def twice(layer, what)\n  layer.output(what)\n  layer\nend\n"
        "twice(a.width(60.nm), \"nm\")\ntwice(a.width(0.06.um), \"um\")\ntwice(a.width(60), \"dbu\")\n"
        "width(a, 60.dbu).output(\"front\")\na.width(0.06, projection, whole_edges, angle_limit(80)).output(\"opt\")\n"
        "1000.times { a & b }\nGC.start\nx = a.dup\nx.insert(box(0.0, 0.0, 1.0, 1.0))\n"
        "x.insert(polygon([p(0, 0), p(1, 0), p(1, 1)]))\nraise \"count\" unless x.count == a.count + 2\n"
        "raise \"area\" unless ((a & a).area - a.area).abs < 1e-9\nraise \"empty\" unless (a - a).is_empty?\n"
        "raise \"box\" unless a.bbox.width > 0 && extent.area > 0 && source.cell_name.size > 0\n"
        "x.forget\na.merge.size(0).output(\"merged\", \"about it\")\n");
    assert_eq(number_at(json, "rule_counts/nm"), 2);
    assert_eq(number_at(json, "rule_counts/um"), 2);
    assert_eq(number_at(json, "rule_counts/dbu"), 2);
    assert_eq(number_at(json, "rule_counts/front"), 2);
    assert_eq(number_at(json, "rule_counts/opt"), 2);
    cJSON_Delete(json);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_known),    cmocka_unit_test(test_scripts),
                                       cmocka_unit_test(test_refused),  cmocka_unit_test(test_target),
                                       cmocka_unit_test(test_faults),   cmocka_unit_test(test_hostile),
                                       cmocka_unit_test(test_language), cmocka_unit_test(test_only),
                                       cmocka_unit_test(test_box),      cmocka_unit_test(test_boxed)};
    return cmocka_run_group_tests(tests, setup, teardown);
}

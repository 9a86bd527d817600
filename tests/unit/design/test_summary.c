/* Summaries: the Chinese ones are what Python 3 printed when it ran summarize() of seed 003 over the same files. */
#include "tests/support/lob_test.h"

#include "bench.h"

#include "design/summary.h"

static const char netlist_text[] = "{\"cells\": [{\"name\": \"电路\", \"devices\": [{\"id\": \"M1\", \"type\": "
                                   "\"nmos\", \"w\": 2e-6, \"l\": 0.00000018, "
                                   "\"terminals\": {\"g\": \"a\", \"d\": \"a\", \"s\": \"vss\", \"b\": \"vss\"}}, "
                                   "{\"id\": \"M2\", \"type\": \"nmos\", \"w\": 1, "
                                   "\"l\": 1.0, \"terminals\": {\"g\": \"a\", \"d\": \"b\", \"s\": \"vss\", \"b\": "
                                   "\"vss\"}}, {\"id\": \"C\", \"type\": "
                                   "\"capacitor\", \"w\": 0, \"terminals\": {}}]}], \"top\": \"电路\"}";

static void circuits(void **state) {
    (void)state;
    bench b;
    lob_parsed_netlist netlist;
    lob_str text;
    begin(&b);
    assert_int_equal(lob_netlist_read_text(&b.ctx, LOB_STR(netlist_text), true, &netlist), LOB_OK);
    assert_int_equal(lob_netlist_summary(&b.ctx, &netlist, LOB_LANGUAGE_CHINESE, &text), LOB_OK);
    assert_text(text, "电路名: 电路\n器件数: 3\n网络数: 3\n器件列表:\n  - M1: nmos, W=2e-06, L=1.8e-07\n"
                      "  - M2: nmos, W=1, L=1.0\n  - C: capacitor, W=0, L=None\n识别的模块:\n"
                      "  - current_mirror_1: current_mirror");
    assert_int_equal(lob_netlist_summary(&b.ctx, &netlist, LOB_LANGUAGE_ENGLISH, &text), LOB_OK);
    assert_text(text, "Circuit: 电路\nDevices: 3\nNets: 3\nDevice list:\n  - M1: nmos, W=2e-06, L=1.8e-07\n"
                      "  - M2: nmos, W=1, L=1.0\n  - C: capacitor, W=0, L=None\nModules found:\n"
                      "  - current_mirror_1: current_mirror");
    assert_int_equal(lob_netlist_read_text(&b.ctx, LOB_STR("{\"cells\": [], \"top\": \"\"}"), true, &netlist), LOB_OK);
    assert_int_equal(lob_netlist_summary(&b.ctx, &netlist, LOB_LANGUAGE_CHINESE, &text), LOB_OK);
    assert_text(text, "电路名: \n器件数: 0\n网络数: 0\n器件列表:");
    end(&b);
}

static void rules(void **state) {
    (void)state;
    bench b;
    lob_parsed_drc_rules parsed;
    lob_str text;
    begin(&b);
    const lob_str file = fixture(&b, LOB_DESIGN_DRC_RULES, "rules.json");
    assert_int_equal(lob_drc_rules_read_text(&b.ctx, file, &parsed), LOB_OK);
    assert_int_equal(lob_drc_rules_summary(&b.ctx, &parsed, LOB_LANGUAGE_CHINESE, &text), LOB_OK);
    assert_text(text,
                "工艺: demo180\n规则数: 6\n层定义:\n  - NWELL: 1\n  - ACTIVE: 2\n  - POLY: 3\n  - CONT: 4\n  - M1: 5\n"
                "  - M2: 6\n关键规则:\n  - M1.W: width, min=2.3e-07\n  - M1.S: spacing, min=2.3e-07\n"
                "  - CO.E: enclosure, min=1e-08\n  - PO.X: extension, min=2.2e-07\n  - CO.O: overlap, min=1e-07");
    assert_int_equal(
        lob_drc_rules_read_text(
            &b.ctx,
            LOB_STR("{\"tech\": \"\", \"layers\": {\"A\": 3.0}, \"rules\": [{\"id\": \"R\", \"type\": \"width\", "
                    "\"layer\": \"A\"}]}"),
            &parsed),
        LOB_OK);
    assert_int_equal(lob_drc_rules_summary(&b.ctx, &parsed, LOB_LANGUAGE_ENGLISH, &text), LOB_OK);
    assert_text(text, "Process: \nRules: 1\nLayers:\n  - A: 3.0\nKey rules:\n  - R: width, min=None");
    end(&b);
}

static void objectives(void **state) {
    (void)state;
    bench b;
    lob_parsed_objectives parsed;
    lob_str text;
    begin(&b);
    const lob_str file = fixture(&b, LOB_DESIGN_OBJECTIVES, "objectives.json");
    assert_int_equal(lob_objectives_read_text(&b.ctx, file, &parsed), LOB_OK);
    assert_int_equal(lob_objectives_summary(&b.ctx, &parsed, LOB_LANGUAGE_CHINESE, &text), LOB_OK);
    assert_text(text,
                "设计目标:\n  - area_min: 权重=0.5\n  - matching_max: 权重=0.4\n  - cost_min: 权重=0.1\n约束条件:\n"
                "  - 最大迭代: 8\n  - 最大面积: 1000.0 um^2");
    assert_int_equal(lob_objectives_summary(&b.ctx, &parsed, LOB_LANGUAGE_ENGLISH, &text), LOB_OK);
    assert_text(text,
                "Design objectives:\n  - area_min: weight=0.5\n  - matching_max: weight=0.4\n  - cost_min: weight=0.1\n"
                "Constraints:\n  - Maximum iterations: 8\n  - Maximum area: 1000.0 um^2");
    assert_int_equal(lob_objectives_read_text(
                         &b.ctx,
                         LOB_STR("{\"objectives\": [{\"name\": \"area_min\"}], \"constraints\": {\"max_area\": 0}}"),
                         &parsed),
                     LOB_OK);
    assert_int_equal(lob_objectives_summary(&b.ctx, &parsed, LOB_LANGUAGE_CHINESE, &text), LOB_OK);
    assert_text(text, "设计目标:\n  - area_min: 权重=1.0\n约束条件:\n  - 最大迭代: 5"); /* 0 is false there */
    end(&b);
}

typedef struct parsed_all {
    lob_parsed_netlist netlist;
    lob_parsed_drc_rules rules;
    lob_parsed_objectives objectives;
} parsed_all;

static lob_status work(lob_ctx *ctx, const void *arg) {
    const parsed_all *all = arg;
    lob_str text;
    LOB_TRY(lob_netlist_summary(ctx, &all->netlist, LOB_LANGUAGE_ENGLISH, &text));
    LOB_TRY(lob_drc_rules_summary(ctx, &all->rules, LOB_LANGUAGE_ENGLISH, &text));
    return lob_objectives_summary(ctx, &all->objectives, LOB_LANGUAGE_ENGLISH, &text);
}

static void memory_may_run_out_anywhere(void **state) {
    (void)state;
    bench b;
    parsed_all all;
    begin(&b);
    assert_int_equal(lob_netlist_read_text(&b.ctx, LOB_STR(netlist_text), true, &all.netlist), LOB_OK);
    assert_int_equal(lob_drc_rules_read_text(&b.ctx, fixture(&b, LOB_DESIGN_DRC_RULES, "rules.json"), &all.rules),
                     LOB_OK);
    assert_int_equal(
        lob_objectives_read_text(&b.ctx, fixture(&b, LOB_DESIGN_OBJECTIVES, "objectives.json"), &all.objectives),
        LOB_OK);
    sweep_work(work, &all, 3);
    end(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(circuits),
        cmocka_unit_test(rules),
        cmocka_unit_test(objectives),
        cmocka_unit_test(memory_may_run_out_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What is added to decks of KLayout's window, and what is left alone: pairs of texts, the second as a person who knows
 * Ruby would write it. KLayout's own verdict on such decks is in test_klayout.c. */
#include "tests/support/lob_test.h"

#include "klayout_rig.h"

#include "klayout/deck_impl.h"

static const char *adapt_with(const char *text, lob_deck_top top) {
    static lob_buf out;
    lob_deck_words words;
    lob_str whole = lob_str_from(text);
    lob_deck_scan(whole, &words);
    lob_buf_release(&out);
    lob_buf_init(&out, 0);
    lob_deck_adapt(whole, &words, top, &out);
    lob_buf_add(&out, "", 0);
    return out.size ? out.data : "";
}

static const char *adapt(const char *text) {
    return adapt_with(text, (lob_deck_top){.is_named = true});
}

#define SOURCE "source($input_path, $top_cell); "
#define REPORT "report(\"DRC\", $report_path); "
/* KLayout asks the source for the report's cell. */
#define BEHIND(call) "(lob_source = " call "; report(\"DRC\", $report_path); lob_source)"

static const struct {
    const char *text, *expected;
} cases[] = {
    /* neither */
    {"w = input(1, 0)\n", SOURCE REPORT "w = input(1, 0)\n"},
    {"", SOURCE REPORT},
    /* the report's title stays */
    {"report(\"EBeam DRC\")\nx\n", SOURCE "report(\"EBeam DRC\", $report_path)\nx\n"},
    {"report('a, b')\n", SOURCE "report('a, b', $report_path)\n"},
    {"report \"title\" # why\n", SOURCE "report \"title\", $report_path # why\n"},
    {"report \"title\" if x\n", SOURCE "report \"title\", $report_path if x\n"},
    {"report \"title\"; y\n", SOURCE "report \"title\", $report_path; y\n"},
    {"  report(  \"t\"  )\n", SOURCE "  report(  \"t\", $report_path  )\n"},
    {"report(\n  \"t\"\n)\n", SOURCE "report(\n  \"t\", $report_path\n)\n"},
    {"r = report(\"t\" + [1, 2].join(','))\n", SOURCE "r = report(\"t\" + [1, 2].join(','), $report_path)\n"},
    /* a name used as a title, as a real deck does */
    {"source($input)\nreport($report)\n", "source($input)\nreport($report, $report_path)\n"},
    {"if $input\n  source($input)\nend\nif $report\n  report($report)\nelse\n  report(\"t\", File.join(a, "
     "\"b\"))\nend\n",
     "if $input\n  source($input)\nend\nif $report\n  report($report, $report_path)\nelse\n"
     "  report(\"t\", File.join(a, \"b\"))\nend\n"},
    {"source($in_gds)\n$report_file ? report(\"DRC #{$report_file}\") : report(\"DRC\")\n",
     "source($in_gds)\n$report_file ? report(\"DRC #{$report_file}\", $report_path) : report(\"DRC\")\n"},
    {"source($in_gds)\nif $topcell\n  report $output\nelse\n  report $output\nend\n",
     "source($in_gds)\nif $topcell\n  report $output, $report_path\nelse\n  report $output, $report_path\nend\n"},
    /* which is named as a file elsewhere: it is left alone */
    {"source($in_gds)\n$a ? report(\"t\", $report) : report($report)\n",
     "source($in_gds)\n$a ? report(\"t\", $report) : report($report)\n"},
    /* no title of a report */
    {"source($in_gds)\nif $report\n  note($report)\nend\nreport(\"t\", f)\n",
     "source($in_gds)\nif $report\n  note($report)\nend\nreport(\"t\", f)\n"},
    /* the results of later reports go to the first */
    {"report(\"a\")\nreport(\"b\")\n", SOURCE "report(\"a\", $report_path)\nnil && report(\"b\")\n"},
    {"report \"a\"\nreport \"b\"\n", SOURCE "report \"a\", $report_path\n# report \"b\"\n"},
    /* what is no call */
    {"# report(\"x\")\n# source($input)\n", SOURCE REPORT "# report(\"x\")\n# source($input)\n"},
    {"=begin\nsource(\"x\")\nreport(\"a\", \"b\")\n=end\nx\n",
     SOURCE REPORT "\n=begin\nsource(\"x\")\nreport(\"a\", \"b\")\n=end\nx\n"},
    {"x\n__END__\nsource($input)\n", SOURCE REPORT "x\n__END__\nsource($input)\n"},
    {"puts \"source($x) report(1, 2)\"\n", SOURCE REPORT "puts \"source($x) report(1, 2)\"\n"},
    {"puts 'it\\'s $input $report'\n", SOURCE REPORT "puts 'it\\'s $input $report'\n"},
    {"a.report(1, 2)\n:source\n@report\nresource(1)\n",
     SOURCE REPORT "a.report(1, 2)\n:source\n@report\nresource(1)\n"},
    {"def report(a, b)\nend\n", SOURCE REPORT "def report(a, b)\nend\n"},
    {"source.bbox\nsource()\nreport = 5\n", SOURCE REPORT "source.bbox\nsource()\nreport = 5\n"},
    /* a quote in an odd place spoils its line alone */
    {"a = ?\"\nsource($input)\nreport(\"t\", $report)\n", "a = ?\"\nsource($input)\nreport(\"t\", $report)\n"},
    /* what says it in another way */
    {"source(\"chip.gds\", \"TOP\")\n", BEHIND("source(\"chip.gds\", \"TOP\")") "\n"},
    {"source 'chip.gds' # why\n", BEHIND("source 'chip.gds'") " # why\n"},
    {"source(layout($in_gds).cell(\"A\"))\n", BEHIND("source(layout($in_gds).cell(\"A\"))") "\n"},
    {"s = source(\n  $input,\n  $top_cell\n) if $input\n",
     "s = " BEHIND("source(\n  $input,\n  $top_cell\n)") " if $input\n"},
    {"$a ? source($a) : source($input).cell\n", "$a ? " BEHIND("source($a)") " : " BEHIND("source($input)") ".cell\n"},
    {"source $input if $input; x\n", BEHIND("source $input") " if $input; x\n"},
    {"source($input)\nreport(\"t\")\n", "source($input)\nreport(\"t\", $report_path)\n"},
    {"f = $gds_input\nreport(\"t\")\n", "f = $gds_input\nreport(\"t\", $report_path)\n"},
    {"source($input)\nx = source().cell\n", BEHIND("source($input)") "\nx = source().cell\n"},
    {"source($input)\nx = report()\n", BEHIND("source($input)") "\nx = report()\n"},
    /* what makes layers is no check */
    {"source($in_gds)\ninput(1, 0).sized(1).output(68, 20)\n",
     "source($in_gds)\ninput(1, 0).sized(1).output(68, 20)\n"},
    {"input(1, 0).output( 100 )\n", SOURCE "input(1, 0).output( 100 )\n"},
    {"input(1, 0).output(\"1\")\noutput(x, \"2\")\n", SOURCE REPORT "input(1, 0).output(\"1\")\noutput(x, \"2\")\n"},
    {"report(\"t\")\ninput(1, 0).output(100)\n", SOURCE "report(\"t\", $report_path)\ninput(1, 0).output(100)\n"},
    /* there is no source to put it behind */
    {"f = $gds_input\n", "f = $gds_input\n"},
    {"f = \"#{$report_file}.x\"\n", SOURCE "f = \"#{$report_file}.x\"\n"},
    {"db = RBA::ReportDatabase.new\n", SOURCE "db = RBA::ReportDatabase.new\n"},
    {"$inputs = 1; $my_report = 2\n", SOURCE REPORT "$inputs = 1; $my_report = 2\n"},
    /* not closed */
    {"report(\"t\"\n", SOURCE "report(\"t\", $report_path\n"},
};

static void adapts(void **state) {
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (strcmp(adapt(cases[i].text), cases[i].expected) != 0) {
            fail_msg("case %u: %s\nbecame: %s", i, cases[i].text, adapt(cases[i].text));
        }
    }
}

/* Of several top cells one is named where the deck names none. */
static void names_the_top_cell(void **state) {
    (void)state;
    static const struct {
        const char *text, *expected;
    } tops[] = {
        {"source($input)\nreport(\"t\", $report)\n", "source($input, $top_cell)\nreport(\"t\", $report)\n"},
        {"if $t\n  source($in_gds, $t)\nelse\n  source( $in_gds )\nend\nreport(\"t\", $report)\n",
         "if $t\n  source($in_gds, $t)\nelse\n  source( $in_gds, $top_cell )\nend\nreport(\"t\", $report)\n"},
        {"source \"#{$input}\" if $input; report(\"t\", $report)\n",
         "source \"#{$input}\", $top_cell if $input; report(\"t\", $report)\n"},
        {"source($gds_input)\n",
         "(lob_source = source($gds_input, $top_cell); report(\"DRC\", $report_path); lob_source)\n"},
        {"report(\"t\")\n", SOURCE "report(\"t\", $report_path)\n"},
        /* not the layout, or not known to be */
        {"source(\"a.gds\")\nsource($a)\nsource($input + x)\nreport(\"t\", $report)\n",
         "source(\"a.gds\")\nsource($a)\nsource($input + x)\nreport(\"t\", $report)\n"},
        {"layout($input)\nreport(\"t\", $report)\n", "layout($input)\nreport(\"t\", $report)\n"},
    };
    for (unsigned i = 0; i < sizeof tops / sizeof tops[0]; i++) {
        const char *made = adapt_with(tops[i].text, (lob_deck_top){.is_named = true, .is_one_of = true});
        if (strcmp(made, tops[i].expected) != 0) {
            fail_msg("case %u: %s\nbecame: %s", i, tops[i].text, made);
        }
    }
    assert_string_equal(adapt_with("x\n", (lob_deck_top){0}),
                        "source($input_path); report(\"DRC\", $report_path); x\n");
}

/* Every text gets through, and what is added is all that differs: the text's own characters stay in order. */
static void only_adds(void **state) {
    (void)state;
    static const char letters[] = "report(source\"'#$input,)\n =;[{}]\\if%?";
    unsigned seed = 12345;
    for (int round = 0; round < 20000; round++) {
        char text[64];
        int size = 0;
        while (size < 60) {
            seed = seed * 1103515245u + 12345u;
            unsigned pick = seed >> 16;
            if (pick % 4 == 0) {
                size += snprintf(text + size, sizeof text - (size_t)size, "%s",
                                 pick % 8 ? "report(\"t\")" : "source($input)");
                size = size > 63 ? 63 : size;
            } else {
                text[size++] = letters[pick % (sizeof letters - 1)];
            }
        }
        text[size] = '\0';
        const char *made = adapt_with(text, (lob_deck_top){true, round % 2 == 0}), *at = text;
        for (; *made; made++) {
            at += *made == *at;
        }
        assert_int_equal(*at, '\0');
    }
}

static void knows_what_a_deck_opens(void **state) {
    (void)state;
    lob_deck_words words;
    unsigned input = 0, report = 0, output = 0;
    for (unsigned i = 0; lob_deck_alias(i); i++) {
        input = strcmp(lob_deck_alias(i), "input") == 0 ? 1U << i : input;
        report = strcmp(lob_deck_alias(i), "report") == 0 ? 1U << i : report;
        output = strcmp(lob_deck_alias(i), "output") == 0 ? 1U << i : output;
    }
    lob_deck_scan(LOB_STR("source($input)\nx = $report\ny.write(\"#{$output}\")"), &words);
    assert_int_equal(words.opened, input | output);
    lob_deck_scan(LOB_STR("# source($input)\nif $report then report('x', 'y') end\n"), &words);
    assert_int_equal(words.opened, report); /* the same line: the safe side */
}

/* A text of many unclosed calls takes a time in proportion. */
static void is_linear(void **state) {
    (void)state;
    enum { COUNT = 200000 };
    lob_buf text;
    lob_deck_words words;
    lob_buf_init(&text, 0);
    for (int i = 0; i < COUNT; i++) {
        lob_buf_add_text(&text, "report(");
    }
    lob_deck_scan((lob_str){text.data, text.size}, &words);
    assert_false(words.names_source);
    lob_buf_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adapts),    cmocka_unit_test(names_the_top_cell),
        cmocka_unit_test(only_adds), cmocka_unit_test(knows_what_a_deck_opens),
        cmocka_unit_test(is_linear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What the files of check_rules share. */
#ifndef LOB_TOOL_CHECK_RULES_H
#define LOB_TOOL_CHECK_RULES_H

#include "design/rule_checks.h"
#include "tool/question.h"

/* A row of the answer: one violation, or edge pairs whose boxes touch. */
typedef struct lob_rule_place {
    lob_violation least; /* the one with the least distance */
    uint64_t more;       /* the others */
    lob_box64 box;       /* of all */
} lob_rule_place;

typedef struct lob_rule_checker {
    lob_call *call;
    const lob_check_rules_request *request;
    lob_check_rules_response *response;
    lob_str text; /* of the deck */
    lob_checkable_rules deck;
    lob_bound_rules bound;
    lob_rules_question question;
    lob_verdict verdict;
    lob_rule_place *places;
    uint32_t place_count;
    bool is_script;
    bool has_joined; /* a row of the page stands for several violations */
    double dbu;
    uint64_t total;
    lob_notes notes;
} lob_rule_checker;

/* Whether a deck is a DRC script of KLayout: its name ends with .drc, .lydrc or .rb. */
bool lob_check_rules_is_script(lob_str path);
/* Runs it on the built-in engine: fills bound.rules, verdict and notes. Errors: those of run_drc_script with engine
 * native; nothing of the run stays. */
lob_status lob_check_rules_script(lob_rule_checker *c);
/* Makes `places` of the verdict, in its order: edge pairs of a rule that touch become one. */
lob_status lob_check_rules_places(lob_rule_checker *c);
/* Sorts `places`: edge pairs by distance, then all others, in place of the order by rule; ties stay as they were. */
lob_status lob_check_rules_order(lob_rule_checker *c);
/* Least and greatest of each rule in `counts`, and clusters. */
lob_status lob_check_rules_summary(lob_rule_checker *c);
/* A note for each violated enclosure whose layers seem to be turned round: layer2 lies inside layer for the most
 * part, and each polygon of layer sticks out. */
lob_status lob_check_rules_turned(lob_rule_checker *c);

#endif

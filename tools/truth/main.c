/* truth [COUNT [FIRST [STEP]]]: measures random guides whose truth comes from formulas and prints, by family and
 * quantity, how often the truth lies inside the stated uncertainty and how that compares with the real error.
 * TRUTH_TELL=1 prints each wrong answer. Status 1 when a goal is missed. */
#include <stdlib.h>

#include "truth.h"

int main(int argc, char **argv) {
    uint32_t count = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 20000;
    uint32_t first = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;
    uint32_t step = argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : 1;
    truth_score score = {.tells = getenv("TRUTH_TELL") != NULL};
    if (!truth_run(&score, first, step, first + count * step)) {
        fprintf(stderr, "truth: a guide could not be measured\n");
        return 2;
    }
    truth_print(&score, stdout);
    bool is_met = true;
    for (int q = 0; q < TRUTH_QUANTITIES; q++) {
        is_met = is_met && truth_share(&score, -1, (truth_quantity)q) >= 0.99 &&
                 truth_ratio(&score, -1, (truth_quantity)q) <= 10;
        for (int f = 0; f < TRUTH_FAMILIES; f++) {
            is_met = is_met && truth_share(&score, f, (truth_quantity)q) >= 0.985;
        }
    }
    printf("%u guides; goal: 99 %% inside, 98.5 %% of each family, median ratio at most 10: %s\n", score.guides,
           is_met ? "met" : "missed");
    truth_drop(&score);
    return is_met ? 0 : 1;
}

/* schemac, the program. */
#include "schemac.h"

int main(int argc, char **argv) {
    return sc_run(argc, argv);
}

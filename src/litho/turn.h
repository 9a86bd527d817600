/* Cosine and sine of an angle given in turns, from additions, multiplications and divisions alone: the same bits on any
 * machine, which the C library does not promise (it has code of its own for processors with fused multiply-add).
 *
 * Taylor series within an eighth of a turn, after x^16: 5e-17 and less is left out. Multiples of a quarter turn are
 * exact.
 */
#ifndef LOB_LITHO_TURN_H
#define LOB_LITHO_TURN_H

/* |turns| < 2^50. */
void lob_turn(double turns, double *cosine, double *sine);

#endif

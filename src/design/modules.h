/* Modules of a circuit: differential pairs, their tail current sources, current mirrors, cascodes.
 *
 * Seen are MOS transistors whose drain and source lie on different nets; those of one type with the same gate on the
 * same two nets are one transistor, with drain and source as of the first. "Signal" is a net that is neither power nor
 * ground. A transistor is turned, drain for source, when it has the drain of an nmos on ground or its source on power
 * (of a pmos the other way round), and would not when turned; then, net by net, at most four times: on a signal net
 * without resistor where two or more all give current (sources of nmos, drains of pmos) or all take it, the only one
 * whose other net is a signal and does not become such a net by it. None is turned twice by this.
 *
 * differential_pair: two of a type with different gates and drains, no gate on its own drain or source, by turns
 *   plain: the only ones of their type with the source on some signal net, which is fed: another of the type has its
 *     drain there, or a resistor is on it; cross_coupled when the gate of each is on the drain of the other.
 *   degenerated: sources on two signal nets, each with no other source and with resistors to one net alone: to each
 *     other, both with a drain of the type; or, both without, to a third signal net without a source of the type, with
 *     a drain of it or with resistors to one net more, and to no further source like these.
 *   cross_coupled: the gate of each on the drain of the other, both signals; sources on one net, or each on the drain
 * of one of a pair found before, where nothing else of the type is. pseudo_differential: sources on one supply; gates
 * that drive nothing else; drains on signals, alone of the type, and with one load of a kind: on each the drain of one
 * transistor of the other type, both of one gate and source net, or a cross-coupled pair; or the source of one of their
 * own type, both of one gate net; or resistors to one net alone. The only two with that load; of equal w, l, m and
 * model; the gate of neither on the drain of the other. tail_current_source: those of the type with the drain on the
 * sources' net of a pair (of a degenerated one on both, or where the resistors meet) and in no pair; and below each, up
 * to a pair, as long as there is one, the transistor of the type whose drain is alone on its source, a signal net,
 * where it is alone as well. current_mirror: two or more of a type with one gate net, a signal, and one source net, of
 * which at least one is a reference: its gate is on its own drain, or on the drain of the one transistor of the type
 * that has its source on that drain. The first such is the reference. Without one, shared_bias: of those on a supply
 * whose gate net drives none of the other type, the two or more that are in no pair and have the drain on a signal net
 * where none of their type has gate and drain. cascode: one that is alone of its type with the source on a signal net,
 * on one that is alone of that type with the drain there, gates on different nets, its own drain on a signal; no
 * resistor and no source of the other type is there, no drain of it but of a pair (the folded cascode), and the upper
 * gate drives no gate of the other type (a stack of a logic gate). The upper is in no pair, the lower in no
 * cross-coupled one. Cascodes of one gate net on transistors of one pair or mirror are one module.
 *
 * Modules come by type in the order of ModuleType; pairs, mirrors and cascodes in the order of their first (upper)
 * transistor, tails in that of their pairs; devices in the order of the circuit. docs/mechanisms/design-data.md tells
 * what they are for.
 */
#ifndef LOB_DESIGN_MODULES_H
#define LOB_DESIGN_MODULES_H

#include "base/ctx.h"
#include "gen/types.h"

/* Fills circuit->modules from its devices and nets. O(n log n) in its terminals. Fails for want of memory alone. */
lob_status lob_modules_find(lob_ctx *ctx, lob_circuit *circuit);

#endif

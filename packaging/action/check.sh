#!/usr/bin/env bash
# Second step of the action: the check and the comparison. Inputs come as LO_* in the environment, never as text of the script,
# so that no name of a file can be taken for a command. Both are made before one of them decides the end.
set -uo pipefail
results=${LO_RESULTS:-layout-observer-results}
summary=${GITHUB_STEP_SUMMARY:-/dev/null}
output=${GITHUB_OUTPUT:-/dev/null}
fail_on=${LO_FAIL_ON:-violations}
case $fail_on in violations | differences | both | none) ;; *)
    echo "::error::fail-on is '$fail_on'; it may be violations, differences, both or none"
    exit 2
    ;;
esac
if [ ! -f "${LO_LAYOUT:-}" ]; then
    echo "::error::there is no layout '${LO_LAYOUT:-}'"
    exit 2
fi
if [ -z "${LO_DECK:-}${LO_AGAINST:-}" ]; then
    echo "::error::nothing to do: give a deck, a layout to compare with, or both"
    exit 2
fi
mkdir -p "$results" || exit 2
told() {
    {
        echo "### $1"
        echo '```text'
        head -c 60000 "$2"
        echo '```'
    } >>"$summary"
}
drc=skipped
diff=skipped
if [ -n "${LO_DECK:-}" ]; then
    asked=(--deck "$LO_DECK")
    [ -z "${LO_TOP:-}" ] || asked+=(--top "$LO_TOP")
    [ -z "${LO_WAIVERS:-}" ] || asked+=(--waivers "$LO_WAIVERS")
    layout-observer drc "$LO_LAYOUT" "${asked[@]}" --format sarif --output "$results/drc.sarif" >"$results/drc.txt" 2>&1
    case $? in 0) drc=clean ;; 1) drc=violations ;; *) drc=failed ;; esac
    cat "$results/drc.txt"
    told "Design rules: $drc" "$results/drc.txt"
    [ ! -s "$results/drc.sarif" ] || echo "sarif=$results/drc.sarif" >>"$output"
fi
if [ -n "${LO_AGAINST:-}" ]; then
    layout-observer diff "$LO_AGAINST" "$LO_LAYOUT" --picture "$results/diff.png" >"$results/diff.txt" 2>&1
    case $? in 0) diff=equal ;; 1) diff=different ;; *) diff=failed ;; esac
    cat "$results/diff.txt"
    told "Against $(basename -- "$LO_AGAINST"): $diff" "$results/diff.txt"
fi
{
    echo "drc=$drc"
    echo "diff=$diff"
} >>"$output"
case $drc in
failed) echo "::error::the check could not be made; see $results/drc.txt" && exit 1 ;;
violations) case $fail_on in violations | both) echo "::error::the layout violates the deck" && exit 1 ;; esac ;;
esac
case $diff in
failed) echo "::error::the layouts could not be compared; see $results/diff.txt" && exit 1 ;;
different) case $fail_on in differences | both) echo "::error::the layouts differ" && exit 1 ;; esac ;;
esac
